//! The panel of reasons: the reason of the order on the screen in words, with buttons to step
//! through the turn.

use bevy::prelude::*;

use hotgates_phrases::reason_phrase;
use hotgates_ui::names::side_name;
use hotgates_ui::texts::first_characters;
use hotgates_ui::{Panel, Tooltip, column, panel_bundle, register_emitted_message, row, theme};
use hotgates_window_battle::battle::BattleSystems;
use hotgates_window_battle::scene::{Scene, is_battle_shown};
use hotgates_window_battle::view::PlaybackAction;

/// Most characters of a program's own words that the panel has room for.
const MAX_SAID: usize = 400;

/// Visibility of the reasons.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownReasons {
    /// `true` while reasons are shown.
    pub shown: bool,
}

/// A request to show the reasons of the computers, or to hide them.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToggleReasons;

/// The panel of reasons.
#[derive(Component)]
pub(super) struct ReasonPanel;

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<ToggleReasons>(app);
    app.insert_resource(ShownReasons { shown: true })
        .add_systems(Update, toggle_reasons.in_set(BattleSystems::Orders).run_if(is_battle_shown))
        .add_systems(Update, fill_reason_panel.in_set(BattleSystems::Panels).run_if(is_battle_shown));
}

fn toggle_reasons(mut asked: MessageReader<ToggleReasons>, mut reasons: ResMut<ShownReasons>) {
    for ToggleReasons in asked.read() {
        reasons.shown = !reasons.shown;
    }
}

/// Fills the panel with the last order shown: its place in its half-turn, its events, and its
/// reason.
fn fill_reason_panel(
    scene: Res<Scene>,
    reasons: Res<ShownReasons>,
    mut node: Panel<ReasonPanel, (bool, usize, bool, bool)>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    let (session, shown) = (scene.session(), scene.shown_order_count());
    let record = shown.checked_sub(1).and_then(|at| session.order_records().get(at));
    let reason = record.and_then(|record| record.reason.as_ref());
    let said = record.and_then(|record| record.said.as_deref());
    let is_explained = reason.is_some() || said.is_some();
    let paused = scene.playback().paused;
    let now = (reasons.shown, shown, is_explained, paused);
    node.refill(now, |place, ui| {
        // People know why they did something; in a replay somebody else may ask.
        let Some(record) = record.filter(|_| reasons.shown && (is_explained || scene.is_replay())) else {
            return;
        };
        let half = session.half_turn_orders(shown - 1);
        place.spawn(panel_bundle(column(5))).with_children(|panel| {
            let values = [
                ("side", side_name(&ui.texts, record.side).into()),
                ("turn", record.turn.into()),
                ("order", (shown - half.start).into()),
                ("orders", half.len().into()),
            ];
            // How many orders a turn will have had is known when it is over.
            let over = scene.is_replay() || half.end < session.order_records().len();
            let key = if over { "why-order-of" } else { "why-order" };
            panel.spawn(ui.styled_text(
                ui.texts.text_with_values(key, &values),
                theme::SMALL,
                ui.side_colour(record.side),
            ));
            panel.spawn(ui.styled_text(
                ui.texts.phrase_in_words(&record.line_phrase()),
                theme::BODY,
                theme::TEXT,
            ));
            let why = match (reason, said) {
                (Some(reason), _) => ui.texts.phrase_in_words(&reason_phrase(&record.before, reason)),
                (None, Some("")) => ui.localized_text("why-silent"),
                (None, Some(said)) => {
                    let said = first_characters(said, MAX_SAID);
                    ui.texts.text_with_values("why-said", &[("said", said.into())])
                }
                (None, None) => ui.localized_text("why-unknown"),
            };
            panel.spawn(ui.styled_text(why, theme::SMALL, theme::TEXT_DIM));
            panel.spawn(row(6)).with_children(|line| {
                let pause = if paused { "go-on" } else { "pause" };
                let buttons = [
                    ("◀".to_owned(), PlaybackAction::StepBack, "key-step-back"),
                    ("▶".to_owned(), PlaybackAction::Step, "key-step"),
                    (ui.localized_text(pause), PlaybackAction::Pause, "key-pause"),
                ];
                for (words, action, tip) in buttons {
                    line.spawn(ui.small_button(words, action)).insert(Tooltip(ui.localized_text(tip)));
                }
            });
        });
    });
}
