//! The panel of reasons: the reason of the order on the screen in words, with buttons to step
//! through the turn.

use bevy::prelude::*;

use super::reasons::reason_text;
use crate::battle::{BattleSystems, record_line};
use crate::scene::{Scene, on_screen};
use crate::view::PlaybackAction;
use hotgates_ui::names::side_name;
use hotgates_ui::{Panel, Tooltip, column, emits, panel, row, theme};

/// Visibility of the reasons.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reasons {
    /// `true` while reasons are shown.
    pub shown: bool,
}

/// Show the reasons of the computers, or hide them.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToggleReasons;

/// The panel of reasons.
#[derive(Component)]
pub(super) struct Why;

pub(super) fn plugin(app: &mut App) {
    emits::<ToggleReasons>(app);
    app.insert_resource(Reasons { shown: true })
        .add_systems(Update, choose.in_set(BattleSystems::Orders).run_if(on_screen))
        .add_systems(Update, show.in_set(BattleSystems::Panels).run_if(on_screen));
}

fn choose(mut asked: MessageReader<ToggleReasons>, mut reasons: ResMut<Reasons>) {
    for ToggleReasons in asked.read() {
        reasons.shown = !reasons.shown;
    }
}

/// The last order that has been shown, its place in its half-turn, what came of it, and why it was
/// given.
fn show(scene: Res<Scene>, reasons: Res<Reasons>, mut node: Panel<Why, (bool, usize, bool, bool)>) {
    let Some(scene) = scene.on_screen() else { return };
    let (session, shown) = (scene.session(), scene.orders_shown());
    let record = shown.checked_sub(1).and_then(|at| session.records().get(at));
    let reason = record.and_then(|record| record.reason.as_ref());
    let paused = scene.playback().paused;
    let now = (reasons.shown, shown, reason.is_some(), paused);
    node.refill(now, |place, ui| {
        // People know why they did something; in a replay somebody else may ask.
        let Some(record) = record.filter(|_| reasons.shown && (reason.is_some() || scene.is_replay())) else {
            return;
        };
        let half = session.half_turn(shown - 1);
        place.spawn(panel(column(5))).with_children(|panel| {
            let values = [
                ("side", side_name(&ui.texts, record.side).into()),
                ("turn", record.turn.into()),
                ("order", (shown - half.start).into()),
                ("orders", half.len().into()),
            ];
            // How many orders a turn will have had is known when it is over.
            let over = scene.is_replay() || half.end < session.records().len();
            let key = if over { "why-order-of" } else { "why-order" };
            panel.spawn(ui.words(ui.texts.with(key, &values), theme::SMALL, ui.side(record.side)));
            panel.spawn(ui.words(record_line(&ui.texts, record), theme::BODY, theme::TEXT));
            let why = match reason {
                Some(reason) => reason_text(&ui.texts, &record.before, reason),
                None => ui.text("why-unknown"),
            };
            panel.spawn(ui.words(why, theme::SMALL, theme::TEXT_DIM));
            panel.spawn(row(6)).with_children(|line| {
                let pause = if paused { "go-on" } else { "pause" };
                let buttons = [
                    ("◀".to_owned(), PlaybackAction::StepBack, "key-step-back"),
                    ("▶".to_owned(), PlaybackAction::Step, "key-step"),
                    (ui.text(pause), PlaybackAction::Pause, "key-pause"),
                ];
                for (words, action, tip) in buttons {
                    line.spawn(ui.small_button(words, action)).insert(Tooltip(ui.text(tip)));
                }
            });
        });
    });
}
