//! Watching a battle again: play, pause, step, a timeline to go to any order, and what the
//! commanders thought.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderThumb, SliderValue, ValueChange};

use crate::battle::{BattleSystems, advance_playback, pace_buttons, strength_graph, unit_and_log};
use crate::scene::{Scene, watching};
use crate::view::{PlaybackAction, ViewAction};
use hotgates_board::{Board, CentreOn, HexClicked, minimap};
use hotgates_ui::screen::{Home, Screen, whole_window};
use hotgates_ui::settings::Settings;
use hotgates_ui::{Panel, Tooltip, UiContext, column, emits, moment, panel, row, slider, theme};

/// A request of the viewer of a battle that is watched again.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayAction {
    /// To the start.
    First,
    /// To the end.
    Last,
    /// To after so many orders.
    To(usize),
    /// Select the next unit that lives.
    NextUnit,
    /// Hide the list of keys; else select nothing; else leave.
    Escape,
    /// To the menu.
    Leave,
}

#[derive(Component)]
struct Timeline;
#[derive(Component)]
struct Controls;

pub(crate) fn plugin(app: &mut App) {
    emits::<ReplayAction>(app);
    app.add_observer(scrub).add_systems(OnEnter(Screen::Replay), spawn).add_systems(
        Update,
        (select_clicked, handle_actions, play_on, advance_playback, fill_controls, follow_timeline)
            .chain()
            .in_set(BattleSystems::Orders)
            .run_if(watching),
    );
}

/// A click on a unit selects it, on anything else nothing.
fn select_clicked(mut clicks: MessageReader<HexClicked>, scene: ResMut<Scene>) {
    let Some(HexClicked(cell)) = clicks.read().last().copied() else { return };
    let Some(mut replaying) = Scene::watched(scene) else { return };
    let there = cell.and_then(|cell| replaying.playback.shown().at(cell));
    match there.filter(|&unit| replaying.selection.unit() != Some(unit)) {
        Some(unit) => replaying.select(unit),
        None => replaying.selection.clear(),
    }
}

fn handle_actions(
    mut actions: MessageReader<ReplayAction>,
    scene: ResMut<Scene>,
    mut centre: MessageWriter<CentreOn>,
    home: Res<Home>,
    mut next: ResMut<NextState<Screen>>,
) {
    let Some(mut replaying) = Scene::watched(scene) else { return };
    for &action in actions.read() {
        let orders = replaying.orders();
        match action {
            ReplayAction::First => replaying.jump(0),
            ReplayAction::Last => replaying.jump(orders),
            ReplayAction::To(to) => replaying.jump(to),
            ReplayAction::NextUnit => {
                let battle = replaying.playback.shown();
                let last = replaying.selection.unit();
                let living =
                    || battle.roster().map(|(unit, _)| unit).filter(|&unit| battle.unit(unit).alive());
                let next = living().find(|&unit| Some(unit) > last).or_else(|| living().next());
                if let Some(unit) = next {
                    centre.write(CentreOn(battle.unit(unit).cell));
                    replaying.select(unit);
                }
            }
            ReplayAction::Escape if replaying.keys_shown => replaying.keys_shown = false,
            ReplayAction::Escape if replaying.selection.unit().is_some() => replaying.selection.clear(),
            ReplayAction::Escape | ReplayAction::Leave => next.set(home.0),
        }
    }
}

fn play_on(scene: ResMut<Scene>) {
    let Some(mut replaying) = Scene::watched(scene) else { return };
    if replaying.playback.is_idle() && !replaying.playback.paused && replaying.at() < replaying.orders() {
        replaying.go_on();
    }
}

fn spawn(
    mut commands: Commands,
    scene: Res<Scene>,
    board: Option<ResMut<Board>>,
    settings: Res<Settings>,
    ui: UiContext,
) {
    let (Some(replaying), Some(mut board)) = (scene.replaying(), board) else { return };
    board.covered = settings.scaled_pixels([0.0, 0.0, 304.0, 96.0]);
    commands
        .spawn((DespawnOnExit(Screen::Replay), whole_window(), Pickable::IGNORE, TabGroup::new(0)))
        .with_children(|root| {
            root.spawn((
                Node { flex_grow: 1.0, min_height: px(0), justify_content: JustifyContent::End, ..default() },
                Pickable::IGNORE,
            ))
            .with_children(|middle| {
                middle.spawn(panel(Node { width: px(304), flex_shrink: 0.0, ..column(10) })).with_children(
                    |side| {
                        side.spawn(ui.strong(
                            replaying.session().scenario().map.name.clone(),
                            theme::HEADING,
                            theme::ACCENT,
                        ));
                        side.spawn(minimap(278, 150));
                        strength_graph(side, &ui, &replaying.session().strength_over_time());
                        unit_and_log(side);
                    },
                );
            });
            root.spawn(panel(Node { height: px(96), flex_shrink: 0.0, ..column(8) })).with_children(
                |bottom| {
                    #[expect(clippy::cast_precision_loss, reason = "thousands of orders")]
                    let last = replaying.orders() as f32;
                    bottom.spawn((Timeline, slider(16, last, ui.text("timeline"))));
                    bottom.spawn((Controls, row(8)));
                },
            );
        });
}

fn scrub(
    change: On<ValueChange<f32>>,
    timelines: Query<(), With<Timeline>>,
    mut actions: MessageWriter<ReplayAction>,
) {
    if timelines.contains(change.source) {
        actions.write(ReplayAction::To(moment(change.value)));
    }
}

fn follow_timeline(
    mut commands: Commands,
    scene: Res<Scene>,
    timelines: Query<(Entity, &SliderValue, &Children), With<Timeline>>,
    mut nodes: Query<&mut Node, With<SliderThumb>>,
) {
    let Some(replaying) = scene.replaying() else { return };
    for (entity, value, children) in &timelines {
        #[expect(clippy::cast_precision_loss, reason = "thousands of orders")]
        let (at, orders) = (replaying.at() as f32, replaying.orders().max(1) as f32);
        if (value.0 - at).abs() > 0.5 {
            commands.entity(entity).insert(SliderValue(at));
        }
        for &child in children {
            if let Ok(mut node) = nodes.get_mut(child) {
                let left = percent(99.0 * at / orders);
                if node.left != left {
                    node.left = left;
                }
            }
        }
    }
}

fn fill_controls(scene: Res<Scene>, mut node: Panel<Controls, (usize, bool, u8)>) {
    let Some(replaying) = scene.replaying() else { return };
    let playback = &replaying.playback;
    let now = (replaying.at(), playback.paused, playback.speed);
    node.refill(now, |line, ui| {
        let button = |words: &str, tip| (words.to_owned(), Tooltip(ui.text(tip)));
        let (words, tip) = button("|◀", "replay-first");
        line.spawn(ui.button(words, ReplayAction::First)).insert(tip);
        for (words, action, tip) in
            [("◀", PlaybackAction::StepBack, "replay-back"), ("▶", PlaybackAction::Step, "replay-forward")]
        {
            let (words, tip) = button(words, tip);
            line.spawn(ui.button(words, action)).insert(tip);
        }
        let (words, tip) = button("▶|", "replay-last");
        line.spawn(ui.button(words, ReplayAction::Last)).insert(tip);
        pace_buttons(line, ui, playback);
        let shown = playback.shown();
        let values = [
            ("turn", shown.turn().into()),
            ("last", shown.last_turn().into()),
            ("order", replaying.at().into()),
            ("orders", replaying.orders().into()),
        ];
        line.spawn(ui.words(ui.texts.with("replay-at", &values), theme::BODY, theme::TEXT));
        line.spawn(hotgates_ui::filler());
        line.spawn(ui.small_button("F1".to_owned(), ViewAction::Keys)).insert(Tooltip(ui.text("key-keys")));
        line.spawn(ui.button(ui.text("menu"), ReplayAction::Leave));
    });
}
