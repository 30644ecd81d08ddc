//! Watching a battle again: play, pause, step, a timeline to go to any order, and what the
//! commanders thought.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderThumb, SliderValue, ValueChange};

use crate::battle::{
    BattleAction, BattleSystems, KeyList, advance_playback, key_list, pace, pace_buttons, strength_graph,
    unit_and_log,
};
use crate::insight::Layer;
use crate::scene::{Replaying, Scene, watching};
use hotgates_board::{Board, CentreOn, HexClicked, ZoomBy, minimap};
use hotgates_ui::Keyboard;
use hotgates_ui::keys::Key;
use hotgates_ui::screen::{Home, Screen, whole_window};
use hotgates_ui::settings::Settings;
use hotgates_ui::{Panel, Tooltip, UiContext, column, emits, moment, panel, row, slider, theme};

/// What the viewer wants.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayAction {
    /// To the start.
    First,
    /// One order back.
    Back,
    /// One order on.
    Forward,
    /// To the end.
    Last,
    /// To after so many orders.
    To(usize),
    /// Select the next unit that lives.
    NextUnit,
    /// What it is in a battle, too: faster, slower, pause, closer, an overlay, a hint.
    Battle(BattleAction),
    /// Show the list of keys, or hide it.
    Keys,
    /// To the menu.
    Leave,
}

/// The keys of the viewer.
pub const KEYS: [Key<ReplayAction>; 24] = [
    Key::new(KeyCode::Home, ReplayAction::First, "replay-first"),
    Key::new(KeyCode::KeyA, ReplayAction::Back, "replay-back"),
    Key::new(KeyCode::KeyD, ReplayAction::Forward, "replay-forward"),
    Key::new(KeyCode::End, ReplayAction::Last, "replay-last"),
    Key::new(KeyCode::KeyP, ReplayAction::Battle(BattleAction::Pause), "key-pause"),
    Key::new(KeyCode::Space, ReplayAction::Battle(BattleAction::Pause), "key-pause"),
    Key::new(KeyCode::Period, ReplayAction::Battle(BattleAction::Faster), "key-faster"),
    Key::new(KeyCode::Comma, ReplayAction::Battle(BattleAction::Slower), "key-slower"),
    Key::new(KeyCode::KeyN, ReplayAction::NextUnit, "replay-next-unit"),
    Key::new(KeyCode::KeyC, ReplayAction::Battle(BattleAction::Centre), "key-centre"),
    Key::new(KeyCode::Equal, ReplayAction::Battle(BattleAction::ZoomIn), "key-zoom-in"),
    Key::new(KeyCode::Minus, ReplayAction::Battle(BattleAction::ZoomOut), "key-zoom-out"),
    Key::new(KeyCode::Digit1, ReplayAction::Battle(BattleAction::Layer(Layer::Cost)), "layer-cost"),
    Key::new(KeyCode::Digit2, ReplayAction::Battle(BattleAction::Layer(Layer::Threat)), "layer-threat"),
    Key::new(KeyCode::Digit3, ReplayAction::Battle(BattleAction::Layer(Layer::Chokes)), "layer-chokes"),
    Key::new(
        KeyCode::Digit4,
        ReplayAction::Battle(BattleAction::Layer(Layer::Deployment)),
        "layer-deployment",
    ),
    Key::new(KeyCode::Digit5, ReplayAction::Battle(BattleAction::Layer(Layer::Plan)), "layer-plan"),
    Key::new(KeyCode::KeyR, ReplayAction::Battle(BattleAction::Why), "key-why"),
    Key::new(KeyCode::KeyH, ReplayAction::Battle(BattleAction::Hint), "key-hint"),
    Key::new(KeyCode::KeyI, ReplayAction::Battle(BattleAction::WhatIf), "key-what-if"),
    Key::new(KeyCode::Escape, ReplayAction::Leave, "key-escape"),
    Key::new(KeyCode::F1, ReplayAction::Keys, "key-keys"),
    Key::new(KeyCode::F2, ReplayAction::Battle(BattleAction::Describe), "key-describe"),
    Key::new(KeyCode::F3, ReplayAction::Battle(BattleAction::NextPalette), "key-palette"),
];

#[derive(Component)]
struct Timeline;
#[derive(Component)]
struct Controls;

pub(crate) fn plugin(app: &mut App) {
    emits::<ReplayAction>(app);
    app.add_observer(scrub).add_systems(OnEnter(Screen::Replay), spawn).add_systems(
        Update,
        (press, click, act, play, advance_playback, controls, list_keys, timeline)
            .chain()
            .in_set(BattleSystems::Orders)
            .run_if(watching),
    );
}

fn press(keyboard: Keyboard, mut actions: MessageWriter<ReplayAction>) {
    keyboard.send(&KEYS, &mut actions);
}

/// A click on a unit selects it, on anything else nothing.
fn click(mut clicks: MessageReader<HexClicked>, scene: ResMut<Scene>) {
    let Some(HexClicked(cell)) = clicks.read().last().copied() else { return };
    let Some(mut replaying) = Scene::watched(scene) else { return };
    let there = cell.and_then(|cell| replaying.playback.shown().at(cell));
    match there.filter(|&unit| replaying.selection.unit() != Some(unit)) {
        Some(unit) => replaying.select(unit),
        None => replaying.selection.clear(),
    }
}

fn act(
    mut actions: MessageReader<ReplayAction>,
    // The buttons that a battle has, too, send what they send there.
    mut shared: ParamSet<(MessageReader<BattleAction>, MessageWriter<BattleAction>)>,
    scene: ResMut<Scene>,
    mut centre: MessageWriter<CentreOn>,
    mut zoom: MessageWriter<ZoomBy>,
    home: Res<Home>,
    mut next: ResMut<NextState<Screen>>,
) {
    let Some(mut replaying) = Scene::watched(scene) else { return };
    let was = replaying.at();
    let said: Vec<BattleAction> = shared.p0().read().copied().collect();
    let selected = |replaying: &Replaying| {
        replaying.selection.unit().map(|unit| replaying.playback.shown().unit(unit).cell)
    };
    for action in said {
        match action {
            BattleAction::Step => replaying.step(false),
            BattleAction::StepBack => replaying.step(true),
            BattleAction::Leave => next.set(home.0),
            BattleAction::Centre => {
                centre.write_batch(selected(&replaying).map(CentreOn));
            }
            BattleAction::ZoomIn => {
                zoom.write(ZoomBy(1.5));
            }
            BattleAction::ZoomOut => {
                zoom.write(ZoomBy(-1.5));
            }
            action => pace(action, &mut replaying.playback),
        }
    }
    for &action in actions.read() {
        let orders = replaying.orders();
        match action {
            ReplayAction::First => replaying.jump(0),
            ReplayAction::Back => replaying.step(true),
            ReplayAction::Forward => replaying.step(false),
            ReplayAction::Last => replaying.jump(orders),
            ReplayAction::To(to) => replaying.jump(to),
            ReplayAction::NextUnit => {
                let battle = replaying.playback.shown();
                let last = replaying.selection.unit();
                let living =
                    || battle.roster().map(|(unit, _)| unit).filter(|&unit| battle.unit(unit).alive());
                let next = living().find(|&unit| Some(unit) > last).or_else(|| living().next());
                if let Some(unit) = next {
                    replaying.select(unit);
                    centre.write_batch(selected(&replaying).map(CentreOn));
                }
            }
            ReplayAction::Battle(action) => {
                shared.p1().write(action);
            }
            ReplayAction::Keys => replaying.keys_shown = !replaying.keys_shown,
            ReplayAction::Leave if replaying.keys_shown => replaying.keys_shown = false,
            ReplayAction::Leave if replaying.selection.unit().is_some() => replaying.selection.clear(),
            ReplayAction::Leave => next.set(home.0),
        }
    }
    if replaying.at() != was
        && let Some(unit) = replaying.selection.unit()
    {
        // What it can do is another thing in another position.
        replaying.select(unit);
    }
}

fn play(scene: ResMut<Scene>) {
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

fn timeline(
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

fn controls(scene: Res<Scene>, mut node: Panel<Controls, (usize, bool, u8)>) {
    let Some(replaying) = scene.replaying() else { return };
    let playback = &replaying.playback;
    let now = (replaying.at(), playback.paused, playback.speed);
    node.refill(now, |line, ui| {
        let buttons = [
            ("|◀", ReplayAction::First, "replay-first"),
            ("◀", ReplayAction::Back, "replay-back"),
            ("▶", ReplayAction::Forward, "replay-forward"),
            ("▶|", ReplayAction::Last, "replay-last"),
        ];
        for (words, action, tip) in buttons {
            line.spawn(ui.button(words.to_owned(), action)).insert(Tooltip(ui.text(tip)));
        }
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
        line.spawn(ui.small_button("F1".to_owned(), ReplayAction::Keys)).insert(Tooltip(ui.text("key-keys")));
        line.spawn(ui.button(ui.text("menu"), BattleAction::Leave));
    });
}

/// The list of keys, shown and hidden by F1.
fn list_keys(
    mut commands: Commands,
    ui: UiContext,
    scene: Res<Scene>,
    settings: Res<Settings>,
    list: Query<Entity, With<KeyList>>,
) {
    let Some(replaying) = scene.replaying() else { return };
    key_list(&mut commands, &ui, &settings.keys, &KEYS, (replaying.keys_shown, Screen::Replay), &list);
}
