//! The panel of the board in words: there for screen readers all the time, and on the screen on
//! request.

use bevy::a11y::AccessibilityRequested;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{BySide, Cell, Order, Side, UnitId, View};
use hotgates_threat::Threat;

use super::{
    describe_attack, describe_hex, describe_phase, describe_situation, describe_threat_to_unit,
    describe_units,
};
use crate::battle::{BattleSystems, attack_in_preview};
use crate::scene::{FoughtBattle, Scene, ShownBattle, is_battle_shown};
use hotgates_board::HoveredHex;
use hotgates_ui::names::{seat_in_words, side_name};
use hotgates_ui::screen::Screen;
use hotgates_ui::texts::sentence_separators;
use hotgates_ui::{
    AnnouncedText, Job, Panel, UiContext, column, list_node, panel_bundle, register_emitted_message,
    scroll_view_node, spawn_scroll_list, theme,
};

/// The board in words.
#[derive(Resource, Debug, Default)]
pub struct BoardDescription {
    /// `true` while the panel is on the screen.
    pub shown: bool,
    /// The threat to a unit, with its position, once the threat has been computed.
    threat: Option<(ThreatSubject, Option<Threat>)>,
    job: Option<(ThreatSubject, Job<Threat>)>,
}

/// A request to show the board in words, or to hide them.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToggleDescription;

/// The position and the unit that a threat is about.
type ThreatSubject = (u64, UnitId);
/// State that the sentences were made from: the position, the selected unit, the hex, the end of
/// the path and the target of a click, the orders shown, `true` while units are being arranged,
/// `true` once a puzzle is over, and `true` while the positions are planned.
type DescriptionPanelContent =
    (u64, Option<UnitId>, Option<Cell>, Option<(Option<Cell>, Option<UnitId>)>, usize, bool, bool, bool);

/// One text of the description.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DescriptionPart {
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

impl DescriptionPart {
    /// All parts, in reading order.
    pub const ALL: [Self; 5] = [Self::Situation, Self::OrderRecord, Self::Hex, Self::Danger, Self::Odds];
}

/// The panel of the description.
#[derive(Component)]
struct DescriptionPanel;
/// The list of units in the panel. The panel scrolls as a whole: its sentences alone fill a small
/// window.
#[derive(Component)]
struct UnitList;

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<ToggleDescription>(app);
    app.init_resource::<BoardDescription>()
        .add_systems(OnEnter(Screen::Battle), spawn_description)
        .add_systems(OnEnter(Screen::Replay), spawn_description)
        .add_systems(
            Update,
            (toggle_description, compute_threat_to_unit, update_description_sentences, fill_unit_list)
                .chain()
                .in_set(BattleSystems::Panels)
                .run_if(is_battle_shown),
        );
}

fn spawn_description(mut commands: Commands, ui: UiContext, screen: Res<State<Screen>>) {
    // A replay has its timeline at the bottom.
    let max_height = if *screen.get() == Screen::Replay { percent(66) } else { percent(80) };
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(322),
        right: px(316),
        top: px(96),
        max_height,
        ..column(10)
    };
    commands
        .spawn((DescriptionPanel, DespawnOnExit(*screen.get()), panel_bundle(node), GlobalZIndex(45)))
        .with_children(|panel| fill_description(panel, &ui));
}

fn fill_description(panel: &mut ChildSpawnerCommands, ui: &UiContext) {
    panel.spawn(ui.heading("say-board"));
    let all = spawn_scroll_list(panel, Node { flex_grow: 1.0, ..default() }, 10, |all| {
        for part in DescriptionPart::ALL {
            // Read aloud as soon as it is another one.
            all.spawn((part, AnnouncedText, ui.styled_text(String::new(), theme::HEADING, theme::TEXT)));
        }
        all.spawn(ui.heading("say-units"));
        all.spawn((UnitList, column(4), list_node()));
    });
    panel.commands().entity(all).insert(scroll_view_node());
}

/// Shows and hides the panel.
fn toggle_description(
    mut asked: MessageReader<ToggleDescription>,
    mut description: ResMut<BoardDescription>,
    mut panel: Single<&mut Node, With<DescriptionPanel>>,
) {
    for ToggleDescription in asked.read() {
        description.shown = !description.shown;
    }
    let display = if description.shown { Display::Flex } else { Display::None };
    if panel.display != display {
        panel.display = display;
    }
}

/// Returns the hex that the words describe.
fn described_cell(scene: ShownBattle, hovered: HoveredHex) -> Option<Cell> {
    let hovered = hovered.cell_on_grid(scene.shown_position().grid());
    hovered.or_else(|| scene.selected_unit().map(|unit| scene.shown_position().unit(unit).cell))
}

/// Computes, beside the frames, the threat to the unit on the hex, or to the selected unit if it
/// went there.
fn compute_threat_to_unit(
    scene: Res<Scene>,
    hovered: Res<HoveredHex>,
    asked: Option<Res<AccessibilityRequested>>,
    mut description: ResMut<BoardDescription>,
) {
    if let Some((of, job)) = &mut description.bypass_change_detection().job {
        let Some(threat) = job.poll() else { return };
        let of = *of;
        description.job = None;
        description.threat = Some((of, Some(threat)));
    }
    let Some(scene) = scene.shown_battle() else { return };
    let wanted = description.shown || asked.is_some_and(|asked| asked.get());
    if !wanted || !scene.playback().is_idle() {
        return;
    }
    let battle = scene.shown_position();
    let there = described_cell(scene, *hovered).and_then(|cell| battle.at(cell));
    let of = there.or(scene.selected_unit()).map(|unit| (battle.hash(), unit));
    if description.threat.as_ref().map(|(of, _)| *of) == of {
        return;
    }
    description.threat = of.map(|of| (of, None));
    let Some((_, unit)) = of.filter(|&(_, unit)| battle.unit(unit).alive()) else { return };
    let battle = battle.clone();
    let job = Job::start(move |_| Threat::against_unit(View::new(&battle, battle.info(unit).side), unit));
    description.job = of.map(|of| (of, job));
}

/// Returns `true` while the words are about where a plan leads, and not about where the battle stands. A plan
/// without orders leads nowhere yet.
fn shows_planned_positions(scene: ShownBattle) -> bool {
    let has_orders = scene.session().plan().is_some_and(|plan| !plan.is_empty());
    has_orders && scene.game_being_fought().is_some_and(FoughtBattle::shows_plan)
}

/// Brings the sentences up to date.
fn update_description_sentences(
    ui: UiContext,
    scene: Res<Scene>,
    hovered: Res<HoveredHex>,
    description: Res<BoardDescription>,
    mut last: Local<Option<DescriptionPanelContent>>,
    mut texts: Query<(Ref<DescriptionPart>, &mut Text)>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    let (words, battle) = (&ui.texts, scene.shown_position());
    let (at, preview) = (described_cell(scene, *hovered), scene.click_preview());
    let game = scene.game_being_fought();
    let deploying = game.is_some_and(FoughtBattle::is_deploying);
    let over = game.is_some_and(FoughtBattle::is_puzzle_over);
    let click = preview
        .map(|preview| (preview.path.last().copied(), preview.attack.as_ref().map(|attack| attack.target)));
    let planned = shows_planned_positions(scene);
    let orders = scene.shown_order_count();
    let now = (battle.hash(), scene.selected_unit(), at, click, orders, deploying, over, planned);
    let same = last.as_ref() == Some(&now) && !description.is_changed() && !ui.is_changed();
    if same && !texts.iter().any(|(part, _)| part.is_added()) {
        return;
    }
    *last = Some(now);
    let records = &scene.session().order_records()[..scene.shown_order_count()];
    for (part, mut text) in &mut texts {
        let now = match *part {
            DescriptionPart::Situation => {
                let who = BySide::new(|side| seat_in_words(words, &scene.session().seats()[side]));
                let situation = describe_situation(words, battle, &who, describe_phase(words, battle, game));
                if planned {
                    [words.get("say-planned"), situation].join(sentence_separators(words).0)
                } else {
                    situation
                }
            }
            DescriptionPart::OrderRecord => {
                records.last().map_or_else(String::new, |record| match record.order {
                    Order::EndTurn => words.phrase_in_words(&record.line_phrase()),
                    _ => {
                        let side = side_name(words, record.side);
                        let values = [
                            ("side", side.into()),
                            ("record", words.phrase_in_words(&record.line_phrase()).into()),
                        ];
                        words.text_with_values("say-record", &values)
                    }
                })
            }
            DescriptionPart::Hex => {
                let way = preview.filter(|preview| preview.attack.is_none());
                at.map_or_else(String::new, |cell| {
                    describe_hex(words, battle, cell, scene.selected_unit(), way)
                })
            }
            DescriptionPart::Danger => {
                let known = description
                    .threat
                    .as_ref()
                    .and_then(|((hash, _), threat)| threat.as_ref().filter(|_| *hash == battle.hash()));
                at.zip(known).map_or_else(String::new, |(cell, threat)| {
                    describe_threat_to_unit(words, battle, threat, cell)
                })
            }
            DescriptionPart::Odds => attack_in_preview(preview)
                .map_or_else(String::new, |attack| describe_attack(words, battle, attack)),
        };
        if text.0 != now {
            text.0 = now;
        }
    }
}

/// Writes a line for each unit anew when the position has changed and nothing moves.
fn fill_unit_list(
    scene: Res<Scene>,
    asked: Option<Res<AccessibilityRequested>>,
    description: Res<BoardDescription>,
    mut node: Panel<UnitList, (u64, bool)>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    let wanted = description.shown || asked.is_some_and(|asked| asked.get());
    if !wanted || !scene.playback().is_idle() {
        return;
    }
    let (battle, planned) = (scene.shown_position(), shows_planned_positions(scene));
    node.refill((battle.hash(), planned), |list, ui| {
        if planned {
            list.spawn(ui.styled_text(ui.localized_text("say-planned"), theme::BODY, theme::ACCENT));
        }
        let lines = describe_units(&ui.texts, battle);
        let sides = Side::BOTH.into_iter().flat_map(|side| battle.living(side).map(move |_| side));
        for (line, side) in lines.into_iter().zip(sides) {
            list.spawn(ui.styled_text(line, theme::BODY, ui.side_colour(side)));
        }
    });
}
