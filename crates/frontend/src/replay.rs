//! Watching a battle again: play, pause, step, and a timeline to go to any order.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderThumb, SliderValue, ValueChange};
use hotgates_engine::Battle;

use crate::battle::playback::Playback;
use crate::battle::session::Session;
use crate::battle::{BattleAction, advance_playback, deed_line, pace, pace_buttons, strength_graph};
use crate::board::{Board, minimap};
use crate::keys::{Key, Keyboard};
use crate::screen::{Home, Screen, whole_window};
use crate::settings::Settings;
use crate::ui::{Kit, Tooltip, column, emits, moment, panel, refill, row, slider, theme};

/// The battle being watched.
#[derive(Resource, Debug)]
pub struct Replaying {
    session: Session,
    /// The position before each order, and the last one.
    positions: Vec<Battle>,
    /// How many orders have been shown or are being shown.
    at: usize,
}

impl Replaying {
    /// A battle about to be watched from its start.
    #[must_use]
    pub fn new(session: Session) -> Self {
        let mut battle = session.start().clone();
        let mut positions = vec![battle.clone()];
        for deed in session.deeds() {
            deed.events.iter().for_each(|event| battle.apply(event));
            positions.push(battle.clone());
        }
        Self { session, positions, at: 0 }
    }

    /// How many orders there are.
    #[must_use]
    pub fn orders(&self) -> usize {
        self.positions.len() - 1
    }

    /// How many orders have been shown or are being shown.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Shows the position after so many orders at once.
    pub fn jump(&mut self, to: usize, playback: &mut Playback) {
        self.at = to.min(self.orders());
        playback.show(self.positions[self.at].clone());
    }

    /// Begins to show the next order, if there is one.
    fn go_on(&mut self, playback: &mut Playback) {
        if let Some(deed) = self.session.deeds().get(self.at) {
            playback.push(&deed.events);
            self.at += 1;
        }
    }
}

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
    /// Faster, slower, pause.
    Pace(BattleAction),
    /// To the menu.
    Leave,
}

/// The keys of the viewer.
pub const KEYS: [Key<ReplayAction>; 9] = [
    Key::new(KeyCode::Home, ReplayAction::First, "replay-first"),
    Key::new(KeyCode::KeyA, ReplayAction::Back, "replay-back"),
    Key::new(KeyCode::KeyD, ReplayAction::Forward, "replay-forward"),
    Key::new(KeyCode::End, ReplayAction::Last, "replay-last"),
    Key::new(KeyCode::KeyP, ReplayAction::Pace(BattleAction::Pause), "key-pause"),
    Key::new(KeyCode::Space, ReplayAction::Pace(BattleAction::Pause), "key-pause"),
    Key::new(KeyCode::Period, ReplayAction::Pace(BattleAction::Faster), "key-faster"),
    Key::new(KeyCode::Comma, ReplayAction::Pace(BattleAction::Slower), "key-slower"),
    Key::new(KeyCode::Escape, ReplayAction::Leave, "key-escape"),
];

#[derive(Component)]
struct Timeline;
#[derive(Component)]
struct Controls;
#[derive(Component)]
struct Deeds;

pub(crate) fn plugin(app: &mut App) {
    emits::<ReplayAction>(app);
    app.add_observer(scrub)
        .add_systems(OnEnter(Screen::Replay), spawn)
        .add_systems(OnExit(Screen::Replay), |mut commands: Commands| commands.remove_resource::<Replaying>())
        .add_systems(
            Update,
            (press, act, play, advance_playback, controls, deeds, timeline)
                .chain()
                .after(crate::board::BoardSystems::Input)
                .before(crate::board::BoardSystems::Draw)
                .run_if(resource_exists::<Replaying>.and_then(in_state(Screen::Replay))),
        );
}

fn press(keyboard: Keyboard, mut actions: MessageWriter<ReplayAction>) {
    keyboard.send(&KEYS, &mut actions);
}

fn act(
    mut actions: MessageReader<ReplayAction>,
    // The buttons for speed are those of a battle.
    mut paces: MessageReader<BattleAction>,
    mut replaying: ResMut<Replaying>,
    mut playback: ResMut<Playback>,
    home: Res<Home>,
    mut next: ResMut<NextState<Screen>>,
) {
    for action in paces.read() {
        match action {
            BattleAction::Step => replaying.jump_and_pause(1, &mut playback),
            BattleAction::Leave => next.set(home.0),
            action => pace(*action, &mut playback),
        }
    }
    for &action in actions.read() {
        let (at, orders) = (replaying.at, replaying.orders());
        match action {
            ReplayAction::First => replaying.jump(0, &mut playback),
            ReplayAction::Back => replaying.jump(at.saturating_sub(1), &mut playback),
            ReplayAction::Forward => replaying.jump(at + 1, &mut playback),
            ReplayAction::Last => replaying.jump(orders, &mut playback),
            ReplayAction::To(to) => replaying.jump(to, &mut playback),
            ReplayAction::Pace(action) => pace(action, &mut playback),
            ReplayAction::Leave => next.set(home.0),
        }
        if matches!(action, ReplayAction::Back | ReplayAction::Forward) {
            playback.paused = true;
        }
    }
}

impl Replaying {
    fn jump_and_pause(&mut self, by: usize, playback: &mut Playback) {
        self.jump(self.at + by, playback);
        playback.paused = true;
    }
}

fn play(mut replaying: ResMut<Replaying>, mut playback: ResMut<Playback>) {
    if playback.is_idle() && !playback.paused {
        replaying.go_on(&mut playback);
    }
}

fn spawn(
    mut commands: Commands,
    replaying: Option<Res<Replaying>>,
    board: Option<ResMut<Board>>,
    settings: Res<Settings>,
    kit: Kit,
) {
    let (Some(replaying), Some(mut board)) = (replaying, board) else { return };
    let scale = f32::from(settings.scale) / 100.0;
    board.covered = [0.0, 0.0, 304.0, 96.0].map(|pixels| pixels * scale);
    commands.insert_resource(Playback::new(replaying.positions[0].clone(), 4));
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
                        side.spawn(kit.strong(
                            replaying.session.scenario().map.name.clone(),
                            theme::HEADING,
                            theme::ACCENT,
                        ));
                        side.spawn(minimap(278, 150));
                        strength_graph(side, &kit, &replaying.session.strength_over_time());
                        side.spawn((
                            Deeds,
                            Node {
                                flex_grow: 1.0,
                                min_height: px(0),
                                overflow: Overflow::clip(),
                                ..column(3)
                            },
                        ));
                    },
                );
            });
            root.spawn(panel(Node { height: px(96), flex_shrink: 0.0, ..column(8) })).with_children(
                |bottom| {
                    #[expect(clippy::cast_precision_loss, reason = "thousands of orders")]
                    let last = replaying.orders() as f32;
                    bottom.spawn((Timeline, slider(16, last)));
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
    replaying: Res<Replaying>,
    timelines: Query<(Entity, &SliderValue, &Children), With<Timeline>>,
    mut nodes: Query<&mut Node, With<SliderThumb>>,
) {
    for (entity, value, children) in &timelines {
        #[expect(clippy::cast_precision_loss, reason = "thousands of orders")]
        let (at, orders) = (replaying.at as f32, replaying.orders().max(1) as f32);
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

fn controls(
    mut commands: Commands,
    kit: Kit,
    replaying: Res<Replaying>,
    playback: Res<Playback>,
    node: Single<(Entity, Ref<Controls>)>,
    mut last: Local<Option<(usize, bool, u8)>>,
) {
    let now = (replaying.at, playback.paused, playback.speed);
    if !node.1.is_added() && !kit.texts.is_changed() && *last == Some(now) {
        return;
    }
    *last = Some(now);
    refill(&mut commands, node.0, |line| {
        let buttons = [
            ("|◀", ReplayAction::First, "replay-first"),
            ("◀", ReplayAction::Back, "replay-back"),
            ("▶", ReplayAction::Forward, "replay-forward"),
            ("▶|", ReplayAction::Last, "replay-last"),
        ];
        for (words, action, tip) in buttons {
            line.spawn(kit.button(words.to_owned(), action)).insert(Tooltip(kit.text(tip)));
        }
        pace_buttons(line, &kit, &playback);
        let shown = playback.shown();
        let values = [
            ("turn", shown.turn().into()),
            ("last", shown.last_turn().into()),
            ("order", replaying.at.into()),
            ("orders", replaying.orders().into()),
        ];
        line.spawn(kit.words(kit.texts.with("replay-at", &values), theme::BODY, theme::TEXT));
        line.spawn(crate::ui::filler());
        line.spawn(kit.button(kit.text("menu"), ReplayAction::Leave));
    });
}

/// The last orders shown, newest first, each with its reason where it is known.
fn deeds(
    mut commands: Commands,
    kit: Kit,
    replaying: Res<Replaying>,
    node: Single<(Entity, Ref<Deeds>)>,
    mut last: Local<Option<usize>>,
) {
    if !node.1.is_added() && *last == Some(replaying.at) {
        return;
    }
    *last = Some(replaying.at);
    let session = &replaying.session;
    refill(&mut commands, node.0, |list| {
        for deed in session.deeds()[..replaying.at].iter().rev().take(16) {
            let words = format!("{}. {}", deed.turn, deed_line(&kit.texts, session.start(), deed));
            list.spawn(kit.words(words, theme::SMALL, theme::side(deed.side)));
        }
    });
}
