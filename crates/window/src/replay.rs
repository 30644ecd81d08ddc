//! Watching a battle again: play, pause, step, a timeline to go to any order, and the thoughts of
//! commanders.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderThumb, SliderValue, ValueChange};

use hotgates_board::{Board, CentreViewOnHex, HexClicked, minimap_bundle};
use hotgates_engine::{BySide, Side};
use hotgates_ui::names::{map_name, seen_by_words, side_name};
use hotgates_ui::screen::{ReturnScreen, Screen, full_window_column};
use hotgates_ui::{
    InterfaceScale, Panel, Tooltip, UiContext, column, moment_of_slider, panel_bundle,
    register_emitted_message, row, slider_bundle, theme,
};
use hotgates_window_battle::battle::{
    BattleSystems, StrengthGraph, advance_playback, spawn_speed_buttons, spawn_unit_and_log_panels,
};
use hotgates_window_battle::scene::{Scene, WatchedBattle, is_battle_watched};
use hotgates_window_battle::view::{PlaybackAction, ViewAction};

/// A request of the viewer of a battle that is watched again.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayAction {
    /// To the start.
    First,
    /// To the end.
    Last,
    /// To the position after a number of orders.
    To(usize),
    /// Select the next unit that lives.
    NextUnit,
    /// Hide the panel that explains the screen; else select nothing; else leave.
    Escape,
    /// To the menu.
    Leave,
}

#[derive(Component)]
struct ReplayTimelineBar;
#[derive(Component)]
struct ReplayControls;

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<ReplayAction>(app);
    app.add_observer(jump_by_timeline).add_systems(OnEnter(Screen::Replay), spawn_replay_screen).add_systems(
        Update,
        (
            select_clicked_unit,
            handle_replay_actions,
            play_next_order,
            advance_playback,
            fill_replay_controls,
            update_timeline,
        )
            .chain()
            .in_set(BattleSystems::Orders)
            .run_if(is_battle_watched),
    );
}

/// A click on a unit selects it, on anything else nothing.
fn select_clicked_unit(mut clicks: MessageReader<HexClicked>, scene: ResMut<Scene>) {
    let Some(clicked) = clicks.read().last().copied() else { return };
    let Some(mut replaying) = Scene::borrow_watched_battle(scene) else { return };
    let position = replaying.playback.shown_position();
    let there = clicked.cell_on_grid(position.grid()).and_then(|cell| position.at(cell));
    match there.filter(|&unit| replaying.selection.selected_unit() != Some(unit)) {
        Some(unit) => replaying.select_unit(unit),
        None => replaying.selection.clear(),
    }
}

fn handle_replay_actions(
    mut actions: MessageReader<ReplayAction>,
    scene: ResMut<Scene>,
    mut centre: MessageWriter<CentreViewOnHex>,
    home: Res<ReturnScreen>,
    mut next: ResMut<NextState<Screen>>,
) {
    let Some(mut replaying) = Scene::borrow_watched_battle(scene) else { return };
    for &action in actions.read() {
        let orders = replaying.order_count();
        match action {
            ReplayAction::First => replaying.jump_to_order(0),
            ReplayAction::Last => replaying.jump_to_order(orders),
            ReplayAction::To(to) => replaying.jump_to_order(to),
            ReplayAction::NextUnit => {
                let battle = replaying.playback.shown_position();
                let last = replaying.selection.selected_unit();
                let living =
                    || battle.roster().map(|(unit, _)| unit).filter(|&unit| battle.unit(unit).alive());
                let next = living().find(|&unit| Some(unit) > last).or_else(|| living().next());
                if let Some(unit) = next {
                    centre.write(CentreViewOnHex(battle.unit(unit).cell));
                    replaying.select_unit(unit);
                }
            }
            ReplayAction::Escape if replaying.help.is_some() => replaying.help = None,
            ReplayAction::Escape if replaying.selection.selected_unit().is_some() => {
                replaying.selection.clear();
            }
            ReplayAction::Escape | ReplayAction::Leave => next.set(home.0),
        }
    }
}

fn play_next_order(scene: ResMut<Scene>) {
    let Some(mut replaying) = Scene::borrow_watched_battle(scene) else { return };
    if replaying.playback.is_idle()
        && !replaying.playback.paused
        && replaying.shown_order_number() < replaying.order_count()
    {
        replaying.begin_next_order();
    }
}

fn spawn_replay_screen(
    mut commands: Commands,
    scene: Res<Scene>,
    board: Option<ResMut<Board>>,
    scale: InterfaceScale,
    ui: UiContext,
) {
    let (Some(replaying), Some(mut board)) = (scene.watched_battle(), board) else { return };
    board.covered = scale.scaled_pixels([0.0, 40.0, 304.0, 96.0]);
    commands
        .spawn((DespawnOnExit(Screen::Replay), full_window_column(), Pickable::IGNORE, TabGroup::new(0)))
        .with_children(|root| {
            root.spawn((
                Node { flex_grow: 1.0, min_height: px(0), justify_content: JustifyContent::End, ..default() },
                Pickable::IGNORE,
            ))
            .with_children(|middle| {
                middle
                    .spawn(panel_bundle(Node { width: px(304), flex_shrink: 0.0, ..column(10) }))
                    .with_children(|side| {
                        side.spawn(ui.bold_text(
                            map_name(&ui.texts, &replaying.session().scenario().map.name),
                            theme::HEADING,
                            theme::ACCENT,
                        ));
                        if let Some(guest) = replaying.session().guest() {
                            let seen = seen_by_words(&ui.texts, guest.side());
                            side.spawn(ui.styled_text(seen, theme::SMALL, theme::TEXT_DIM));
                        }
                        side.spawn(minimap_bundle(278, 64..=150));
                        side.spawn(StrengthGraph::bundle_of_battle(replaying.session()));
                        spawn_unit_and_log_panels(side);
                    });
            });
            root.spawn(panel_bundle(Node { height: px(96), flex_shrink: 0.0, ..column(8) })).with_children(
                |bottom| {
                    #[expect(clippy::cast_precision_loss, reason = "thousands of orders")]
                    let last = replaying.order_count() as f32;
                    bottom.spawn((ReplayTimelineBar, slider_bundle(16, last, ui.localized_text("timeline"))));
                    bottom.spawn((ReplayControls, row(8)));
                },
            );
        });
}

fn jump_by_timeline(
    change: On<ValueChange<f32>>,
    timelines: Query<(), With<ReplayTimelineBar>>,
    mut actions: MessageWriter<ReplayAction>,
) {
    if timelines.contains(change.source) {
        actions.write(ReplayAction::To(moment_of_slider(change.value)));
    }
}

fn update_timeline(
    mut commands: Commands,
    scene: Res<Scene>,
    timelines: Query<(Entity, &SliderValue, &Children), With<ReplayTimelineBar>>,
    mut nodes: Query<&mut Node, With<SliderThumb>>,
) {
    let Some(replaying) = scene.watched_battle() else { return };
    for (entity, value, children) in &timelines {
        #[expect(clippy::cast_precision_loss, reason = "thousands of orders")]
        let (at, orders) = (replaying.shown_order_number() as f32, replaying.order_count().max(1) as f32);
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

/// Orders of a side and the men that it has lost, up to the shown position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SideTotals {
    orders: usize,
    lost: u32,
}

impl SideTotals {
    /// Returns the totals of a side.
    fn of_side(replaying: &WatchedBattle, side: Side) -> Self {
        let records = &replaying.session().order_records()[..replaying.shown_order_number()];
        let men = [replaying.session().starting_position(), replaying.playback.shown_position()]
            .map(|battle| battle.living_strength(side));
        Self {
            orders: records.iter().filter(|record| record.side == side).count(),
            lost: men[0].saturating_sub(men[1]),
        }
    }
}

fn fill_replay_controls(
    scene: Res<Scene>,
    mut node: Panel<ReplayControls, (usize, bool, u8, BySide<SideTotals>)>,
) {
    let Some(replaying) = scene.watched_battle() else { return };
    let playback = &replaying.playback;
    let totals = BySide::new(|side| SideTotals::of_side(replaying, side));
    let now = (replaying.shown_order_number(), playback.paused, playback.speed, totals);
    node.refill(now, |line, ui| {
        let button = |words: &str, tip| (words.to_owned(), Tooltip(ui.localized_text(tip)));
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
        spawn_speed_buttons(line, ui, playback, true);
        let shown = playback.shown_position();
        let values = [
            ("turn", shown.turn().into()),
            ("last", shown.last_turn().into()),
            ("order", replaying.shown_order_number().into()),
            ("orders", replaying.order_count().into()),
        ];
        line.spawn(ui.styled_text(ui.texts.text_with_values("replay-at", &values), theme::BODY, theme::TEXT));
        line.spawn(column(0)).with_children(|lines| {
            for side in Side::BOTH {
                let SideTotals { orders, lost } = totals[side];
                let side_value = side_name(&ui.texts, side).into();
                let values = [("side", side_value), ("orders", orders.into()), ("lost", lost.into())];
                let words = ui.texts.text_with_values("replay-totals", &values);
                lines.spawn(ui.styled_text(words, theme::SMALL, ui.side_colour(side)));
            }
        });
        line.spawn(hotgates_ui::flexible_space());
        line.spawn(ui.small_button("F1".to_owned(), ViewAction::Keys))
            .insert(Tooltip(ui.localized_text("key-keys")));
        line.spawn(ui.small_button("F5".to_owned(), ViewAction::Signs))
            .insert(Tooltip(ui.localized_text("key-signs")));
        line.spawn(ui.button(ui.localized_text("menu"), ReplayAction::Leave));
    });
}
