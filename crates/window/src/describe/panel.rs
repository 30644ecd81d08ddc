//! The panel of the board in words: there for screen readers all the time, and on the screen on
//! request.

use bevy::a11y::AccessibilityRequested;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_ai::Threat;
use hotgates_engine::{BySide, Cell, Order, Side, UnitId, View};

use super::{attack, danger, hex, situation, units};
use crate::battle::{BattleSystems, attack_of, record_line};
use crate::scene::{Game, OnScreen, Scene, on_screen};
use hotgates_board::HexHovered;
use hotgates_ui::names::side_name;
use hotgates_ui::screen::Screen;
use hotgates_ui::{Job, Panel, Spoken, UiContext, column, emits, panel, scroll_list, theme};

/// The board in words.
#[derive(Resource, Debug, Default)]
pub struct Description {
    /// `true` while the panel is on the screen.
    pub shown: bool,
    /// The threat to a unit, with its position, once the threat has been computed.
    threat: Option<(Of, Option<Threat>)>,
    job: Option<(Of, Job<Threat>)>,
}

/// Show the board in words, or hide them.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToggleDescription;

/// The position and the unit that a threat is about.
type Of = (u64, UnitId);
/// Everything that the sentences were made from: the position, the selected unit, the hex, the end
/// of the path and the target of a click, the orders shown, and whether units are still being
/// arranged.
type Said = (u64, Option<UnitId>, Option<Cell>, Option<(Option<Cell>, Option<UnitId>)>, usize, bool);

/// One text of the description.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// Side to move, strength of both sides, castles.
    Situation,
    /// The last order.
    OrderRecord,
    /// The hex that is pointed at, else that of the selected unit.
    Hex,
    /// The enemies that can hit the unit there.
    Danger,
    /// The odds of the attack that a click would order.
    Odds,
}

impl Part {
    /// All of them, in reading order.
    pub const ALL: [Self; 5] = [Self::Situation, Self::OrderRecord, Self::Hex, Self::Danger, Self::Odds];
}

/// The panel.
#[derive(Component)]
struct Words;
/// Its list of units.
#[derive(Component)]
struct UnitList;

pub(crate) fn plugin(app: &mut App) {
    emits::<ToggleDescription>(app);
    app.init_resource::<Description>()
        .add_systems(OnEnter(Screen::Battle), spawn)
        .add_systems(OnEnter(Screen::Replay), spawn)
        .add_systems(
            Update,
            (show_panel, look_for_danger, say, list_units)
                .chain()
                .in_set(BattleSystems::Panels)
                .run_if(on_screen),
        );
}

fn spawn(mut commands: Commands, ui: UiContext, screen: Res<State<Screen>>) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(322),
        right: px(316),
        top: px(96),
        max_height: percent(80),
        ..column(10)
    };
    commands
        .spawn((Words, DespawnOnExit(*screen.get()), panel(node), GlobalZIndex(45)))
        .with_children(|panel| fill(panel, &ui));
}

fn fill(panel: &mut ChildSpawnerCommands, ui: &UiContext) {
    panel.spawn(ui.heading("say-board"));
    for part in Part::ALL {
        // Read aloud as soon as it is another one.
        panel.spawn((part, Spoken, ui.words(String::new(), theme::HEADING, theme::TEXT)));
    }
    panel.spawn(ui.heading("say-units"));
    let list = scroll_list(panel, Node { flex_grow: 1.0, ..default() }, 4, |_| {});
    panel.commands().entity(list).insert(UnitList);
}

/// Shows and hides the panel.
fn show_panel(
    mut asked: MessageReader<ToggleDescription>,
    mut description: ResMut<Description>,
    mut panel: Single<&mut Node, With<Words>>,
) {
    for ToggleDescription in asked.read() {
        description.shown = !description.shown;
    }
    let display = if description.shown { Display::Flex } else { Display::None };
    if panel.display != display {
        panel.display = display;
    }
}

/// The hex that the words are about.
fn place(scene: OnScreen, hovered: HexHovered) -> Option<Cell> {
    hovered.0.or_else(|| scene.unit().map(|unit| scene.shown().unit(unit).cell))
}

/// Computes, beside the frames, what threatens the unit on the hex, or the selected one if it went
/// there.
fn look_for_danger(
    scene: Res<Scene>,
    hovered: Res<HexHovered>,
    asked: Option<Res<AccessibilityRequested>>,
    mut description: ResMut<Description>,
) {
    if let Some((of, job)) = &mut description.bypass_change_detection().job {
        let Some(threat) = job.poll() else { return };
        let of = *of;
        description.job = None;
        description.threat = Some((of, Some(threat)));
    }
    let Some(scene) = scene.on_screen() else { return };
    let wanted = description.shown || asked.is_some_and(|asked| asked.get());
    if !wanted || !scene.playback().is_idle() {
        return;
    }
    let battle = scene.shown();
    let there = place(scene, *hovered).and_then(|cell| battle.at(cell));
    let of = there.or(scene.unit()).map(|unit| (battle.hash(), unit));
    if description.threat.as_ref().map(|(of, _)| *of) == of {
        return;
    }
    description.threat = of.map(|of| (of, None));
    let Some((_, unit)) = of.filter(|&(_, unit)| battle.unit(unit).alive()) else { return };
    let battle = battle.clone();
    let job = Job::start(move |_| Threat::against_unit(View::new(&battle, battle.info(unit).side), unit));
    description.job = of.map(|of| (of, job));
}

/// Brings the sentences up to date.
fn say(
    ui: UiContext,
    scene: Res<Scene>,
    hovered: Res<HexHovered>,
    description: Res<Description>,
    mut last: Local<Option<Said>>,
    mut texts: Query<(Ref<Part>, &mut Text)>,
) {
    let Some(scene) = scene.on_screen() else { return };
    let (words, battle) = (&ui.texts, scene.shown());
    let (at, preview) = (place(scene, *hovered), scene.preview());
    let deploying = scene.game().is_some_and(Game::is_deploying);
    let click = preview
        .map(|preview| (preview.path.last().copied(), preview.attack.as_ref().map(|&(target, _)| target)));
    let now = (battle.hash(), scene.unit(), at, click, scene.orders_shown(), deploying);
    let same = last.as_ref() == Some(&now) && !description.is_changed() && !ui.is_changed();
    if same && !texts.iter().any(|(part, _)| part.is_added()) {
        return;
    }
    *last = Some(now);
    let records = &scene.session().records()[..scene.orders_shown()];
    for (part, mut text) in &mut texts {
        let now = match *part {
            Part::Situation => {
                let who = BySide::new(|side| match &scene.session().seats()[side] {
                    seat if seat.is_human() => ui.text("human"),
                    seat => seat.name().to_string(),
                });
                situation(words, battle, &who, deploying)
            }
            Part::OrderRecord => records.last().map_or_else(String::new, |record| match record.order {
                Order::EndTurn => record_line(words, record),
                _ => {
                    let side = side_name(words, record.side);
                    let values = [("side", side.into()), ("record", record_line(words, record).into())];
                    words.with("say-record", &values)
                }
            }),
            Part::Hex => {
                let way = preview.filter(|preview| preview.attack.is_none());
                at.map_or_else(String::new, |cell| hex(words, battle, cell, scene.unit(), way))
            }
            Part::Danger => {
                let known = description
                    .threat
                    .as_ref()
                    .and_then(|((hash, _), threat)| threat.as_ref().filter(|_| *hash == battle.hash()));
                at.zip(known).map_or_else(String::new, |(cell, threat)| danger(words, battle, threat, cell))
            }
            Part::Odds => attack_of(preview)
                .map_or_else(String::new, |(target, odds)| attack(words, battle, *target, odds)),
        };
        if text.0 != now {
            text.0 = now;
        }
    }
}

/// Writes a line for each unit anew when the position is another one, and nothing moves.
fn list_units(
    scene: Res<Scene>,
    asked: Option<Res<AccessibilityRequested>>,
    description: Res<Description>,
    mut node: Panel<UnitList, u64>,
) {
    let Some(scene) = scene.on_screen() else { return };
    let wanted = description.shown || asked.is_some_and(|asked| asked.get());
    if !wanted || !scene.playback().is_idle() {
        return;
    }
    let battle = scene.shown();
    node.refill(battle.hash(), |list, ui| {
        let lines = units(&ui.texts, battle);
        let sides = Side::BOTH.into_iter().flat_map(|side| battle.living(side).map(move |_| side));
        for (line, side) in lines.into_iter().zip(sides) {
            list.spawn(ui.words(line, theme::BODY, ui.side(side)));
        }
    });
}
