//! The panels around the board: the bar at the top, the unit, the odds, the log and the buttons at
//! the right.

use std::time::Duration;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_engine::{Battle, GoalAim, NamedHomes, Permille, Side, UnitId};

use super::autosave::SaveBattleCopy;
use super::begun_work::BegunWork;
use super::control::{BattleAction, attack_in_preview};
use super::news::news_for_one_side;
use super::panel_places::{SIDE_WIDTH, TableRoom};
use super::plan_panel::plan_panel_bundle;
use super::planning::{PlanAction, allows_plans};
use super::playback::Playback;
use super::seating::SeatAction;
use super::thinking::ComputerPlayers;
use super::works::work_panel_bundle;
use super::{AfterBattleAction, BattleSystems, odds};
use crate::describe::{
    describe_fire_at_move, describe_phase, describe_weather, experience_for_promotion, ground_numbers,
    help_by_leader, officer_in_words, trenches_in_words,
};
use crate::scene::{BattlePhase, FoughtBattle, Scene, ShownBattle, is_battle_fought, is_battle_shown};
use crate::view::{PlaybackAction, ViewAction};
use hotgates_board::minimap_bundle;
use hotgates_phrases::{Phrase, goal_lines, goal_phrase, reason_phrase};
use hotgates_picture::{Passage, passage_marks};
use hotgates_ui::names::{
    contingent_name, direction_name, seat_in_words, side_name, terrain_name, unit_name, unit_type_name,
};
use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::texts::{Texts, first_characters};
use hotgates_ui::{
    HiddenWhenEmpty, Panel, ScrolledContentId, Tooltip, UiContext, WidgetStateSetter, clipped_node, column,
    panel_bundle, row, spawn_scroll_list, theme,
};
use hotgates_window_programs::ConfirmedProgram;

#[derive(Component)]
struct BattleTopBar;
#[derive(Component)]
struct UnitPanel;
#[derive(Component)]
struct GoalPanel;
#[derive(Component)]
struct BattleLogPanel;
#[derive(Component)]
struct EndTurnButtons;
/// Lines of the log.
const LINES: usize = 40;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Battle), spawn_hud)
        .add_systems(
            Update,
            (fill_top_bar, count_program_seconds, fill_turn_buttons)
                .in_set(BattleSystems::Panels)
                .run_if(is_battle_fought),
        )
        .add_systems(
            Update,
            (fill_goal_panel, fill_unit_panel, fill_log_panel)
                .in_set(BattleSystems::Panels)
                .run_if(is_battle_shown),
        );
}

fn spawn_hud(mut commands: Commands) {
    commands
        .spawn((DespawnOnExit(Screen::Battle), full_window_column(), Pickable::IGNORE, TabGroup::new(0)))
        .with_children(|root| {
            let bar = Node {
                height: px(44),
                flex_shrink: 0.0,
                padding: UiRect::axes(px(12), px(4)),
                align_items: AlignItems::Center,
                column_gap: px(14),
                ..default()
            };
            root.spawn((BattleTopBar, bar, BackgroundColor(theme::PANEL)));
            root.spawn((
                Node { flex_grow: 1.0, min_height: px(0), justify_content: JustifyContent::End, ..default() },
                Pickable::IGNORE,
            ))
            .with_children(|middle| {
                let side = Node {
                    width: px(SIDE_WIDTH),
                    flex_shrink: 0.0,
                    height: percent(100),
                    row_gap: px(10),
                    ..column(10)
                };
                middle.spawn(panel_bundle(side)).with_children(|side| {
                    side.spawn(minimap_bundle(278, 64..=150));
                    spawn_unit_and_log_panels(side);
                    side.spawn(plan_panel_bundle());
                    side.spawn((TableRoom, HiddenWhenEmpty, Node { flex_shrink: 0.0, ..column(6) }));
                    side.spawn((EndTurnButtons, column(6)));
                });
            });
        });
}

/// Spawns room for the unit under the pointer or selected, for what the selected one may work on, and for the log
/// below.
pub fn spawn_unit_and_log_panels(side: &mut ChildSpawnerCommands) {
    // Of many goals as much is seen at once as leaves the unit its room.
    side.spawn((GoalPanel, HiddenWhenEmpty, Node { max_height: percent(20), ..column(2) }));
    // The log has what the unit and its odds leave, however long it is. Where there is little room the unit scrolls before
    // the minimap gives way: that would jump with each hex that is pointed at.
    side.spawn((UnitPanel, Node { min_height: px(170), flex_shrink: 20.0, ..column(5) }));
    side.spawn(work_panel_bundle());
    let rest = Node { flex_grow: 1.0, flex_basis: px(0), min_height: px(60), ..column(2) };
    side.spawn((BattleLogPanel, rest));
}

/// Makes a bar that is full at 1000 ‰.
pub fn bar_filled_to_permille(width: i32, permille: u32, colour: Color) -> impl Bundle {
    #[expect(clippy::cast_precision_loss, reason = "at most 1000")]
    let share = permille.min(1000) as f32 / 10.0;
    (
        Node { width: px(width), height: px(8), border_radius: BorderRadius::all(px(2)), ..default() },
        BackgroundColor(theme::BACKGROUND),
        children![(
            Node {
                width: percent(share),
                height: percent(100),
                border_radius: BorderRadius::all(px(2)),
                ..default()
            },
            BackgroundColor(colour),
        )],
    )
}

/// Content of the top bar: the position, who thinks and whether that is a program, pause and whether something is being
/// shown, speed, phase, and `true` once a puzzle is over.
type TopBarContent = (u64, (Option<Side>, bool), (bool, bool), u8, BattlePhase, bool);

/// The text that counts the seconds of the program of a side.
#[derive(Component)]
struct ProgramSeconds(Side);

fn fill_top_bar(
    scene: Res<Scene>,
    thinking: Res<ComputerPlayers>,
    mut node: Panel<BattleTopBar, TopBarContent>,
) {
    let Some(game) = scene.fought_battle() else { return };
    let (playback, battle) = (&game.playback, game.playback.shown_position());
    let now = (
        battle.hash(),
        (thinking.thinking_side(), thinking.seconds_of_program(Duration::ZERO).is_some()),
        (playback.paused, has_something_to_show(game)),
        playback.speed,
        game.phase.clone(),
        game.is_puzzle_over(),
    );
    let (now_thinking, (_, has_something)) = (now.1, now.2);
    node.refill(now, |bar, ui| {
        spawn_turn_and_dusk(bar, ui, battle, game);
        for side in Side::BOTH {
            let who = seat_in_words(&ui.texts, &game.session.seats()[side]);
            spawn_side_strength(bar, ui, battle, side, &who);
        }
        bar.spawn(hotgates_ui::flexible_space());
        match now_thinking {
            (Some(side), true) => spawn_asked_program(bar, ui, side),
            (Some(side), false) => {
                let side = side_name(&ui.texts, side).into();
                let words = ui.texts.text_with_values("thinking", &[("side", side)]);
                spawn_whole_line(bar, ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
            }
            (None, _) => {}
        }
        spawn_speed_buttons(bar, ui, playback, has_something);
        bar.spawn(ui.small_button("F1".to_owned(), ViewAction::Keys))
            .insert(Tooltip(ui.localized_text("key-keys")));
        bar.spawn(ui.small_button("F5".to_owned(), ViewAction::Signs))
            .insert(Tooltip(ui.localized_text("key-signs")));
        bar.spawn(ui.small_button(ui.localized_text("menu"), BattleAction::Leave));
    });
}

/// Spawns for how long a program has been waited for, and the button that stops it.
fn spawn_asked_program(bar: &mut ChildSpawnerCommands, ui: &UiContext, side: Side) {
    let words = ui.styled_text(seconds_in_words(&ui.texts, side, 0), theme::SMALL, theme::TEXT_DIM);
    spawn_whole_line(bar, (words, ProgramSeconds(side)));
    bar.spawn(ui.small_button(ui.localized_text("stop-program"), SeatAction::StopProgram(side)))
        .insert(Tooltip(ui.localized_text("stop-program-tip")));
}

/// Says for how long the program of a side has been waited for, and how long it may take.
fn seconds_in_words(texts: &Texts, side: Side, seconds: u64) -> String {
    let side = side_name(texts, side).into();
    let values = [("side", side), ("seconds", seconds.into()), ("most", ConfirmedProgram::SECONDS.into())];
    texts.text_with_values("thinking-program", &values)
}

/// Counts the seconds of the program that thinks, without filling the bar anew: a button would be lost under the
/// pointer.
fn count_program_seconds(
    time: Res<Time<Real>>,
    texts: Res<Texts>,
    thinking: Res<ComputerPlayers>,
    mut shown: Query<(&ProgramSeconds, &mut Text)>,
) {
    let Some(seconds) = thinking.seconds_of_program(time.elapsed()) else { return };
    for (&ProgramSeconds(side), mut text) in &mut shown {
        let words = seconds_in_words(&texts, side, seconds);
        text.set_if_neq(Text(words));
    }
}

/// Returns `true` unless a person is to move and has seen everything: then there is nothing to step through or skip.
fn has_something_to_show(game: &FoughtBattle) -> bool {
    game.playback.paused || !game.playback.is_idle() || !game.session.is_human_to_move()
}

/// Spawns the buttons for speed, pause, step and skip; the last two are off where there is nothing to show.
pub fn spawn_speed_buttons(
    bar: &mut ChildSpawnerCommands,
    ui: &UiContext,
    playback: &Playback,
    has_something: bool,
) {
    let pause = if playback.paused { "go-on" } else { "pause" };
    let buttons = [
        ("−".to_owned(), PlaybackAction::Slower, "key-slower", false),
        (format!("×{}", playback.speed), PlaybackAction::Faster, "key-faster", false),
        (ui.localized_text(pause), PlaybackAction::Pause, "key-pause", false),
        (ui.localized_text("step"), PlaybackAction::Step, "key-step", !has_something),
        (ui.localized_text("skip"), PlaybackAction::Skip, "key-skip", !has_something),
    ];
    for (words, action, tip, is_off) in buttons {
        let tip = Tooltip(ui.localized_text(tip));
        bar.spawn(ui.small_button(words, action)).disabled(is_off).insert(tip);
    }
}

/// Spawns a text of the bar that is neither broken nor squeezed: where room is short, the names of
/// commanders give way.
fn spawn_whole_line(bar: &mut ChildSpawnerCommands, text: impl Bundle) {
    bar.spawn((text, Node { flex_shrink: 0.0, ..default() })).insert(TextLayout::no_wrap());
}

fn spawn_turn_and_dusk(bar: &mut ChildSpawnerCommands, ui: &UiContext, battle: &Battle, game: &FoughtBattle) {
    let (turn, last) = (battle.turn(), battle.last_turn());
    let words = ui.texts.text_with_values("turn-of", &[("turn", turn.into()), ("last", last.into())]);
    spawn_whole_line(bar, ui.bold_text(words, theme::HEADING, theme::TEXT));
    let side = battle.side();
    let moves = describe_phase(&ui.texts, battle, Some(game));
    let nobody = battle.verdict().is_some() || game.is_before_battle() || game.is_puzzle_over();
    let colour = if nobody { theme::ACCENT } else { ui.side_colour(side) };
    spawn_whole_line(bar, ui.bold_text(moves, theme::BODY, colour));
    if battle.verdict().is_some() {
        return;
    }
    if let Some(weather) = describe_weather(&ui.texts, battle) {
        spawn_whole_line(bar, ui.styled_text(weather, theme::SMALL, theme::TEXT));
    }
    let left = last.saturating_sub(turn);
    let dusk = ui.texts.text_with_values("dusk-in", &[("turns", left.into())]);
    let colour = if left <= last / 4 { theme::ACCENT } else { theme::TEXT_DIM };
    spawn_whole_line(bar, ui.styled_text(dusk, theme::SMALL, colour));
}

fn spawn_side_strength(
    bar: &mut ChildSpawnerCommands,
    ui: &UiContext,
    battle: &Battle,
    side: Side,
    who: &str,
) {
    let (now, start) = (battle.living_strength(side), battle.start_strength(side).max(1));
    let (sign, name, colour) =
        (theme::side_shape_sign(side), side_name(&ui.texts, side), ui.side_colour(side));
    bar.spawn(Node { min_width: px(130), ..column(2) }).with_children(|column| {
        column.spawn(row(0)).with_children(|line| {
            line.spawn(clipped_node()).with_children(|room| {
                let words = format!("{sign} {name} · {who}");
                let short = format!("{sign} {name} · {}", first_characters(who, 24));
                let text = ui.styled_text(short, theme::SMALL, colour);
                // The end of a long name is cut off; pointed at, the name is whole.
                room.spawn(text).insert((TextLayout::no_wrap(), Pickable::default(), Tooltip(words)));
            });
            spawn_whole_line(line, ui.styled_text(format!("\u{a0}· {now}"), theme::SMALL, colour));
        });
        column.spawn(bar_filled_to_permille(130, now * 1000 / start, ui.side_colour(side)));
    });
}

fn fill_unit_panel(
    scene: Res<Scene>,
    hovered: Res<hotgates_board::HoveredHex>,
    mut node: Panel<UnitPanel, (Option<UnitId>, Option<hotgates_engine::Cell>, u64, bool)>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    let (battle, preview) = (scene.shown_position(), scene.click_preview());
    let hovered = hovered.cell_on_grid(battle.grid());
    let now = (scene.selected_unit(), hovered, battle.hash(), preview.is_some());
    node.refill(now, |panel, ui| {
        let attack = attack_in_preview(preview);
        // The unit under the pointer comes first: it is what one looks at.
        let pointed = hovered.and_then(|cell| battle.at(cell));
        let unit = pointed.filter(|_| attack.is_none()).or(scene.selected_unit());
        let unit = unit.filter(|&unit| battle.unit(unit).alive());
        let list = spawn_scroll_list(panel, Node { flex_grow: 1.0, ..default() }, 5, |panel| {
            match (unit, attack) {
                // Who points at a target decides by the odds: nothing pushes them out of sight.
                (Some(unit), Some(_)) => {
                    spawn_unit_heading(panel, ui, battle, unit);
                    spawn_bar_line(panel, ui, &strength_bar(battle, unit));
                }
                (Some(unit), None) => spawn_unit_card(panel, ui, battle, unit),
                (None, _) => {
                    panel.spawn(ui.styled_text(ui.localized_text("hud-hint"), theme::SMALL, theme::TEXT_DIM));
                }
            }
            spawn_preview_lines(panel, ui, &scene);
            if let Some(attack) = attack {
                odds::spawn_odds(panel, ui, battle, attack);
            } else if let Some(cell) = hovered {
                let homes = &scene.session().scenario().map.home;
                spawn_ground_line(panel, ui, (battle, homes), cell, unit);
            }
        });
        panel.commands().entity(list).insert(ScrolledContentId::from_content(&(unit, attack.is_some())));
    });
}

/// Says what the previewed move or march costs, and who fires at it.
fn spawn_preview_lines(panel: &mut ChildSpawnerCommands, ui: &UiContext, scene: &ShownBattle<'_>) {
    let (battle, preview) = (scene.shown_position(), scene.click_preview());
    if let Some(preview) = preview.filter(|preview| preview.cost > 0) {
        let words = if preview.stops.is_empty() {
            let values = [("cost", preview.cost.into()), ("left", u32::from(preview.left.0).into())];
            ui.texts.text_with_values("move-costs", &values)
        } else {
            let turns = u32::try_from(preview.stops.len()).unwrap_or(u32::MAX);
            let values = [("cost", preview.cost.into()), ("turns", turns.into())];
            ui.texts.text_with_values("march-costs", &values)
        };
        panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT));
    }
    if let Some((unit, preview)) = scene.selected_unit().zip(preview)
        && let Some(words) = describe_fire_at_move(&ui.texts, battle, unit, preview)
    {
        panel.spawn(ui.styled_text(words, theme::SMALL, theme::WRONG));
        if attack_in_preview(Some(preview)).is_some() {
            let words = ui.localized_text("odds-after-fire");
            panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
        }
    }
}

/// A line of a unit's card: what is measured, by its text key, how much of it is left in ‰, and that in words.
struct BarLine {
    key: &'static str,
    permille: u32,
    words: String,
}

impl BarLine {
    fn counted(key: &'static str, now: u32, full: u32) -> Self {
        Self { key, permille: now * 1000 / full.max(1), words: format!("{now} / {full}") }
    }
}

fn strength_bar(battle: &Battle, unit: UnitId) -> BarLine {
    let full = u32::from(battle.kind(unit).strength.0);
    BarLine::counted("unit-strength", u32::from(battle.unit(unit).strength.0), full)
}

fn spawn_bar_line(panel: &mut ChildSpawnerCommands, ui: &UiContext, bar: &BarLine) {
    panel.spawn(row(6)).with_children(|line| {
        line.spawn(Node { width: px(76), ..default() }).with_child(ui.styled_text(
            ui.localized_text(bar.key),
            theme::SMALL,
            theme::TEXT_DIM,
        ));
        line.spawn(bar_filled_to_permille(80, bar.permille, theme::ACCENT));
        // Numbers keep one line: a bar gives way to longer ones than those of a full unit.
        let words = (ui.styled_text(bar.words.clone(), theme::SMALL, theme::TEXT), TextLayout::no_wrap());
        line.spawn((words, Node { flex_shrink: 0.0, ..default() }));
    });
}

fn spawn_unit_heading(panel: &mut ChildSpawnerCommands, ui: &UiContext, battle: &Battle, unit: UnitId) {
    let side = battle.info(unit).side;
    let name = format!("{} {}", theme::side_shape_sign(side), unit_name(&ui.texts, battle, unit));
    panel.spawn(ui.bold_text(name, theme::HEADING, ui.side_colour(side)));
}

/// Writes everything about a unit: type, officer, strength, place and points.
fn spawn_unit_card(panel: &mut ChildSpawnerCommands, ui: &UiContext, battle: &Battle, unit: UnitId) {
    let (state, kind) = (battle.unit(unit), battle.kind(unit));
    spawn_unit_heading(panel, ui, battle, unit);
    let officer = officer_in_words(&ui.texts, battle, unit);
    let words = [unit_type_name(&ui.texts, &kind.name), officer].into_iter();
    let words = words.chain(contingent_name(&ui.texts, battle, unit)).collect::<Vec<_>>().join(" · ");
    panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
    spawn_bar_line(panel, ui, &strength_bar(battle, unit));
    let movement = BarLine::counted("unit-movement", state.left.0.into(), kind.movement.0.into());
    let has_cohesion = battle.rules().options.cohesion.is_some();
    let cohesion = has_cohesion.then(|| {
        let permille = u32::from(battle.condition(unit).cohesion);
        BarLine { key: "condition-cohesion", permille, words: Permille(permille).in_percent() }
    });
    let rounds = battle.rounds_left(unit).zip(kind.rounds);
    let rounds = rounds.map(|(left, full)| BarLine::counted("unit-rounds", left, full));
    let experience = experience_for_promotion(battle, unit);
    let experience =
        experience.map(|(now, full)| BarLine::counted("unit-experience", now.into(), full.into()));
    for bar in [Some(movement), cohesion, rounds, experience].into_iter().flatten() {
        spawn_bar_line(panel, ui, &bar);
    }
    let fault = match (battle.is_broken(unit), battle.is_wavering(unit)) {
        (true, _) => Some("condition-broken"),
        (false, true) => Some("condition-wavering"),
        (false, false) => None,
    };
    for key in fault.into_iter().chain(lack_of_supplies_text_key(battle, unit)) {
        panel.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::WRONG));
    }
    for words in lines_of_optional_rules(&ui.texts, battle, unit) {
        panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT));
    }
    let range = kind.ranged.as_ref().map(|ranged| {
        let values = [("min", ranged.min.into()), ("max", ranged.max.into())];
        ui.texts.text_with_values("unit-range", &values)
    });
    let cost =
        ui.texts.text_with_values("unit-attack-cost", &[("cost", u32::from(kind.attack_cost.0).into())]);
    let points =
        kind.points.map(|points| ui.texts.text_with_values("unit-points", &[("points", points.into())]));
    let words = [Some(cost), range, points].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
    panel.spawn(ui.styled_text(powers_of_type(&ui.texts, battle, unit), theme::SMALL, theme::TEXT_DIM));
}

/// Says how many men a unit destroys with a blow, a blow back and a shot at a mean roll, as shares of its own.
fn powers_of_type(texts: &Texts, battle: &Battle, unit: UnitId) -> String {
    let kind = battle.kind(unit);
    let (defence, factor) = battle.rules().strike_back_numbers(kind);
    let back = Permille(u32::try_from(u64::from(defence.0) * u64::from(factor.0) / 1000).unwrap_or(u32::MAX));
    let share = |power: Permille| odds::percent_with_digit(power).into();
    let blows = texts.text_with_values("unit-blows", &[("attack", share(kind.melee)), ("back", share(back))]);
    let shots = kind.ranged.as_ref();
    let shots = shots.map(|fire| texts.text_with_values("unit-shots", &[("power", share(fire.power))]));
    [Some(blows), shots].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Returns the lines of a unit's card about who leads it, the way that it faces, what a turn costs it, whether it
/// has kept its fire, how far it has dug in, and what it works on.
fn lines_of_optional_rules(texts: &Texts, battle: &Battle, unit: UnitId) -> Vec<String> {
    let leader = help_by_leader(texts, battle, unit).map(|(rank, more)| {
        texts.text_with_values("unit-led", &[("rank", rank.into()), ("more", more.into())])
    });
    let way = battle.condition(unit).facing.map(|way| direction_name(texts, way));
    let way = way.map(|way| texts.text_with_values("unit-faces", &[("way", way.into())]));
    let turns = battle.info(unit).side == battle.side() && battle.verdict().is_none();
    let cost = battle.cost_of_turn(unit).filter(|_| turns);
    let turn = cost.map(|cost| texts.text_with_values("unit-turn", &[("cost", u32::from(cost.0).into())]));
    let ready = battle.condition(unit).ready.then(|| texts.get("unit-ready"));
    let dug_in = trenches_in_words(texts, battle, unit, "unit-dug-in");
    let begun = BegunWork::of_unit(battle, unit).map(|begun| begun.in_words(texts, battle, "unit-works"));
    [leader, way, turn, ready, dug_in, begun].into_iter().flatten().collect()
}

/// Returns the text key of what a unit has less of without supplies; `None` where they reach it.
fn lack_of_supplies_text_key(battle: &Battle, unit: UnitId) -> Option<&'static str> {
    match battle.condition(unit).unsupplied {
        0 => None,
        1 => Some("condition-unsupplied-first"),
        3.. if battle.rules().options.cohesion.is_some() => Some("condition-unsupplied-third"),
        _ => Some("condition-unsupplied-second"),
    }
}

/// Writes what the ground under the pointer is: name, cost and cover, as they are for a unit, goals, and who comes, leaves or
/// is at home there.
fn spawn_ground_line(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    (battle, homes): (&Battle, &NamedHomes),
    cell: hotgates_engine::Cell,
    unit: Option<UnitId>,
) {
    let terrain = &battle.rules().terrains[battle.map().terrain(cell)];
    let (cost, cover) = ground_numbers(battle, cell, unit);
    let number =
        |key: &str, name: &str, number: u32| ui.texts.text_with_values(key, &[(name, number.into())]);
    let mut words = vec![battle.grid().coord(cell).to_string(), terrain_name(&ui.texts, &terrain.name)];
    words.push(match cost {
        Some(cost) => number("terrain-cost", "cost", cost.0.into()),
        None => ui.localized_text("terrain-impassable"),
    });
    if cover.0 > 0 {
        words.push(number("terrain-cover", "percent", cover.0 / 10));
    }
    if battle.rules().options.height.is_some() {
        words.push(number("terrain-height", "height", terrain.height.into()));
    }
    for (id, goal) in battle.all_goals() {
        if goal.name.is_some() && battle.is_goal_announced(id) && goal.aim.cells().contains(&cell) {
            let name = ui.texts.phrase_in_words(&goal_phrase(battle, id));
            // Both sides may want a hex by the same name.
            if !words.contains(&name) {
                words.push(name);
            }
        }
    }
    for mark in passage_marks(battle, homes).into_iter().filter(|mark| mark.cell == cell) {
        let phrase = match mark.passage {
            Passage::Arrival(turn) => Phrase::new("passage-arrival").with_value("turn", turn),
            Passage::Exit => Phrase::new("passage-exit"),
            Passage::Home => Phrase::new("passage-home"),
        };
        words.push(ui.texts.phrase_in_words(&phrase.with_value("side", mark.side)));
    }
    panel.spawn(ui.styled_text(words.join(" · "), theme::SMALL, theme::TEXT_DIM));
}

/// Writes the goals with how far they have got; nothing in a battle that castles alone decide.
fn fill_goal_panel(scene: Res<Scene>, mut node: Panel<GoalPanel, u64>) {
    let Some(scene) = scene.shown_battle() else { return };
    let battle = scene.shown_position();
    node.refill(battle.hash(), |panel, ui| {
        let lines = goal_lines(battle);
        if lines.is_empty() {
            return;
        }
        panel.spawn(ui.bold_text(ui.localized_text("goals-title"), theme::BODY, theme::ACCENT));
        spawn_scroll_list(panel, Node { flex_grow: 1.0, min_height: px(20), ..default() }, 3, |list| {
            for line in lines {
                let colour = match line.side {
                    Some(side) if line.met => ui.side_colour(side),
                    Some(_) => theme::TEXT,
                    None => theme::TEXT_DIM,
                };
                let sign = line.side.map_or('·', theme::side_shape_sign);
                let words = format!("{sign} {}", ui.texts.phrase_in_words(&line.phrase));
                list.spawn(ui.styled_text(words, theme::SMALL, colour));
            }
        });
    });
}

fn fill_log_panel(scene: Res<Scene>, mut node: Panel<BattleLogPanel, usize>) {
    let Some(scene) = scene.shown_battle() else { return };
    // Not ahead of what is seen.
    let records = &scene.session().order_records()[..scene.shown_order_count()];
    node.refill(records.len(), |panel, ui| {
        panel.spawn(ui.bold_text(ui.localized_text("log"), theme::BODY, theme::ACCENT));
        spawn_scroll_list(panel, Node { flex_grow: 1.0, ..default() }, 3, |list| {
            let told = records.iter().filter(|record| record.is_told());
            for record in told.rev().take(LINES) {
                let line =
                    news_for_one_side(scene.session(), record).fold(record.line_phrase(), |line, news| {
                        Phrase::new("log-with-news").with_value("order", line).with_value("news", news)
                    });
                let line = ui.texts.phrase_in_words(&line);
                let words = format!("{} {}. {line}", theme::side_shape_sign(record.side), record.turn);
                let mut line = list.spawn(ui.styled_text(words, theme::SMALL, ui.side_colour(record.side)));
                let reason = record.reason.as_ref();
                let why =
                    reason.map(|reason| ui.texts.phrase_in_words(&reason_phrase(&record.before, reason)));
                let said = record.said.as_deref().filter(|said| !said.is_empty());
                if let Some(why) = why.or_else(|| said.map(|said| first_characters(said, 400))) {
                    // The log can be pointed at, to read why.
                    line.insert((Pickable::default(), Tooltip(why)));
                }
            }
        });
    });
}

/// The phase, `true` if a person is to move, number of units that the question at the end of a turn is
/// about, `true` if a move can be taken back, and where units may leave the map whether the selected
/// one may now.
type TurnButtonsKey = (BattlePhase, bool, usize, bool, Option<bool>);

fn fill_turn_buttons(scene: Res<Scene>, mut node: Panel<EndTurnButtons, TurnButtonsKey>) {
    let Some(game) = scene.fought_battle() else { return };
    let human = game.session.is_human_to_move();
    let battle = game.session.battle();
    let exits = battle.all_goals().any(|(_, goal)| matches!(goal.aim, GoalAim::Exit { .. }));
    let leaves = game.selection.selected_unit().is_some_and(|unit| battle.may_exit(unit));
    let leaves = exits.then_some(human && leaves);
    let now = (game.phase.clone(), human, game.asked_to_end.len(), game.session.can_undo(), leaves);
    let has_program = Side::BOTH.iter().any(|&side| game.session.seats()[side].is_program());
    node.refill(now, |panel, ui| {
        if let BattlePhase::Stopped(why) = &game.phase {
            panel.spawn(ui.styled_text(ui.texts.phrase_in_words(why), theme::SMALL, theme::WRONG));
            return;
        }
        if matches!(game.phase, BattlePhase::Unseated(..)) {
            return;
        }
        if game.is_deploying() {
            panel.spawn(ui.styled_text(ui.localized_text("deploy-hint"), theme::SMALL, theme::TEXT_DIM));
            panel
                .spawn(ui.large_button(ui.localized_text("begin-fighting"), BattleAction::BeginFighting))
                .as_main_button();
            return;
        }
        if !game.asked_to_end.is_empty() {
            let idle =
                ui.texts.text_with_values("end-turn-idle", &[("units", game.asked_to_end.len().into())]);
            panel.spawn(ui.styled_text(idle, theme::SMALL, theme::ACCENT));
            let breaking_off =
                game.asked_to_end.iter().filter(|&&unit| battle.condition(unit).work.is_some());
            let breaking_off = breaking_off.count();
            if breaking_off > 0 {
                let words =
                    ui.texts.text_with_values("end-turn-breaks-off", &[("units", breaking_off.into())]);
                panel.spawn(ui.styled_text(words, theme::SMALL, theme::WRONG));
            }
            panel.spawn(row(8)).with_children(|line| {
                line.spawn(ui.button(ui.localized_text("end-turn-yes"), BattleAction::EndTurnNow));
                line.spawn(ui.button(ui.localized_text("end-turn-no"), BattleAction::KeepTurn));
            });
            return;
        }
        panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), ..row(8) }).with_children(|line| {
            line.spawn(ui.button(ui.localized_text("undo"), BattleAction::Undo))
                .disabled(!human || !game.session.can_undo())
                .insert(Tooltip(ui.localized_text(if has_program {
                    "undo-tip-program"
                } else {
                    "undo-tip"
                })));
            line.spawn(ui.button(ui.localized_text("next-unit"), BattleAction::NextUnit)).disabled(!human);
            line.spawn(ui.button(ui.localized_text("save"), SaveBattleCopy));
            if allows_plans(game) {
                line.spawn(ui.button(ui.localized_text("plan-button"), PlanAction::Toggle))
                    .disabled(!human)
                    .insert(Tooltip(ui.localized_text("plan-tip")));
            }
            if let Some(leaves) = leaves {
                line.spawn(ui.button(ui.localized_text("leave-map"), BattleAction::LeaveMap))
                    .disabled(!leaves)
                    .insert(Tooltip(ui.localized_text("key-leave-map")));
            }
        });
        if game.phase == BattlePhase::Over && game.puzzle.is_none() {
            panel.spawn(ui.large_button(ui.localized_text("outcome"), AfterBattleAction::Show));
        } else {
            panel
                .spawn(ui.large_button(ui.localized_text("end-turn"), BattleAction::EndTurn))
                .as_main_button()
                .disabled(!human);
        }
    });
}
