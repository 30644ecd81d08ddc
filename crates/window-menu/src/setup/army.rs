//! One side's panel: its commander, and its order of battle, unit by unit.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_ai::Doctrine;
use hotgates_engine::{Side, UnitEntry, visible_text};
use hotgates_play::ThinkingLimit;

use super::doctrines::{KnownDoctrine, KnownDoctrines};
use super::model::{BattleSetup, SetupChange, SetupSeat, commander_names, strength_after};
use super::policies::KnownPolicies;
use super::saved_armies::{SavedArmies, SavedArmyAction, ShownArmies, spawn_saved_armies};
use super::{SIDE, SetupPanelRow};
use hotgates_ui::names::{rank_name, unit_type_name};
use hotgates_ui::screen::Screen;
use hotgates_ui::texts::first_characters;
use hotgates_ui::{
    Panel, TextField, Tooltip, UiContext, WidgetStateSetter, clipped_node, column, panel_bundle, row,
    spawn_scroll_list, theme,
};
use hotgates_window_programs::{AskForProgram, ConfirmedProgram};

/// A side's panel.
#[derive(Component, Debug, Clone, Copy)]
struct ArmyPanel(Side);

/// Content that a panel is filled from: map, seat, doctrines and policies to choose from, the obstacle of a policy, points and units, if they are
/// listed, and saved armies, if they are shown. Names of units are left out, so that typing does not take the
/// field away.
type ArmyPanelContent = (
    usize,
    SetupSeat,
    (KnownDoctrines, KnownPolicies, Option<String>),
    Option<u32>,
    Option<Vec<UnitEntry>>,
    ShownArmies,
);

/// Times, and numbers of alternatives, by which a computer may think in a half-turn in place of a rank.
const THINKING_SECONDS: [ThinkingLimit; 3] =
    [ThinkingLimit::Seconds(1), ThinkingLimit::Seconds(3), ThinkingLimit::Seconds(10)];
const THINKING_STEPS: [ThinkingLimit; 3] =
    [ThinkingLimit::Steps(1000), ThinkingLimit::Steps(10_000), ThinkingLimit::Steps(100_000)];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (spawn_army_panels, fill_army_panels).chain().run_if(in_state(Screen::Setup)));
}

fn spawn_army_panels(mut commands: Commands, roots: Query<Entity, Added<SetupPanelRow>>) {
    for root in &roots {
        for side in [Side::Blue, Side::Red] {
            let node = Node { width: px(SIDE), flex_shrink: 0.0, height: percent(100), ..column(8) };
            let id = commands.spawn((ArmyPanel(side), panel_bundle(node))).id();
            commands.entity(root).add_child(id);
            if side == Side::Blue {
                let middle = commands
                    .spawn((
                        super::options::SetupMiddleColumn,
                        super::options::middle_column_node(),
                        Pickable::IGNORE,
                    ))
                    .id();
                commands.entity(root).add_child(middle);
            }
        }
    }
}

fn fill_army_panels(
    setup: Option<Res<BattleSetup>>,
    (doctrines, policies): (Res<KnownDoctrines>, Res<KnownPolicies>),
    saved: Res<SavedArmies>,
    mut panels: Panel<ArmyPanel, ArmyPanelContent>,
) {
    let Some(setup) = setup else { return };
    let key_of = |&ArmyPanel(side): &ArmyPanel| {
        let mut units = setup.units(side).to_vec();
        for unit in &mut units {
            (unit.name, unit.at) = (None, None);
        }
        let asked = setup.army_purchase_points(side);
        let units = (!setup.has_unlisted_army(side)).then_some(units);
        let known = (doctrines.clone(), policies.clone(), setup.obstacle_of_policy(side));
        (setup.map_index(), setup.seat(side).clone(), known, asked, units, saved.shown_to(side))
    };
    panels.refill_each_node(key_of, |&ArmyPanel(side), panel, ui| {
        spawn_commander_choice(panel, ui, &setup, side, (&doctrines, &policies));
        let armies = saved.shown_to(side);
        spawn_units_line(panel, ui, &setup, side, armies.is_some());
        if let Some(files) = armies {
            spawn_saved_armies(panel, ui, &setup, side, files.as_deref());
        } else {
            spawn_factor_line(panel, ui, &setup, side);
            spawn_price_line(panel, ui, &setup, side);
            spawn_unit_list(panel, ui, &setup, side);
        }
    });
}

/// Spawns who commands a side, and by what it thinks.
fn spawn_commander_choice(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    setup: &BattleSetup,
    side: Side,
    (doctrines, policies): (&KnownDoctrines, &KnownPolicies),
) {
    let chosen = setup.seat(side);
    let key = match side {
        Side::Red => "setup-red",
        Side::Blue => "setup-blue",
    };
    panel.spawn(ui.bold_text(ui.localized_text(key), theme::HEADING, ui.side_colour(side)));
    panel.spawn(ui.styled_text(ui.localized_text("setup-commander"), theme::SMALL, theme::TEXT_DIM));
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        for (seat, name) in commander_names().into_iter().enumerate() {
            let words = if seat == 0 { ui.localized_text("human") } else { name.to_owned() };
            line.spawn(ui.small_button(words, SetupChange::Seat(side, seat)))
                .chosen(chosen.is_listed() && chosen.commander_index() == seat)
                .insert(Tooltip(ui.localized_text(&format!("commander-{name}-tip"))));
        }
        let command = chosen.program().map(ConfirmedProgram::command).unwrap_or_default().to_owned();
        line.spawn(ui.small_button(ui.localized_text("setup-program"), AskForProgram { side, command }))
            .chosen(chosen.program().is_some())
            .insert(Tooltip(ui.localized_text("setup-program-tip")));
        for policy in &policies.policies {
            let words = first_characters(&visible_text(policy.file()), 24);
            line.spawn(ui.small_button(words, SetupChange::Policy(side, policy.clone())))
                .chosen(chosen.policy() == Some(policy))
                .insert(Tooltip(ui.localized_text("setup-policy-tip")));
        }
    });
    for problem in policies.problems.iter().take(2) {
        panel.spawn(ui.styled_text(first_characters(problem, 120), theme::SMALL, theme::WRONG));
    }
    if let Some(why) = setup.obstacle_of_policy(side) {
        let values = [("why", visible_text(&why).into_owned().into())];
        let words = ui.texts.text_with_values("setup-policy-obstacle", &values);
        panel.spawn(ui.styled_text(words, theme::SMALL, theme::WRONG));
    }
    if chosen.is_program_refused() {
        panel.spawn(ui.styled_text(ui.localized_text("setup-program-refused"), theme::SMALL, theme::WRONG));
    }
    if let Some(name) = chosen.missing_doctrine() {
        let values = [("doctrine", visible_text(name).into_owned().into())];
        let words = ui.texts.text_with_values("setup-doctrine-missing", &values);
        panel.spawn(ui.styled_text(words, theme::SMALL, theme::WRONG));
    }
    match chosen.program() {
        Some(program) => spawn_program_line(panel, ui, program),
        None if chosen.is_listed() && chosen.commander_index() > 0 => {
            spawn_rank_buttons(panel, ui, setup, side);
            if chosen.has_use_for_doctrine() {
                spawn_doctrine_button(panel, ui, chosen, side, doctrines);
            }
        }
        None => {}
    }
}

/// Spawns the number of a side's units, and the buttons that add one and show saved armies.
fn spawn_units_line(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    setup: &BattleSetup,
    side: Side,
    shows_armies: bool,
) {
    let units = setup.units(side);
    panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(8) }).with_children(|line| {
        let words = if setup.has_unlisted_army(side) {
            ui.localized_text("setup-standard-army")
        } else {
            ui.texts.text_with_values("setup-units", &[("units", units.len().into())])
        };
        line.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
        line.spawn(hotgates_ui::flexible_space());
        line.spawn(
            ui.small_button(ui.localized_text("setup-armies"), SavedArmyAction::Show(side, !shows_armies)),
        )
        .chosen(shows_armies)
        .insert(Tooltip(ui.localized_text("setup-armies-tip")));
        line.spawn(ui.small_button(ui.localized_text("setup-add"), SetupChange::Add(side)))
            .disabled(shows_armies);
    });
}

/// Spawns what the map adds to the losses that a side's units deal, or takes from them.
fn spawn_factor_line(panel: &mut ChildSpawnerCommands, ui: &UiContext, setup: &BattleSetup, side: Side) {
    let Some(factor) = setup.side_factor(side) else { return };
    let words = ui.texts.text_with_values("setup-factor", &[("factor", factor.in_percent().into())]);
    panel.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT));
}

fn spawn_unit_list(panel: &mut ChildSpawnerCommands, ui: &UiContext, setup: &BattleSetup, side: Side) {
    let units = setup.units(side);
    spawn_scroll_list(panel, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, 6, |list| {
        for (at, unit) in units.iter().enumerate() {
            spawn_unit_entry(list, ui, setup, side, at, unit);
        }
    });
}

/// Spawns the command of a program that has been confirmed, and whether walls stand around it.
fn spawn_program_line(panel: &mut ChildSpawnerCommands, ui: &UiContext, program: &ConfirmedProgram) {
    let command = visible_text(program.command()).into_owned();
    panel.spawn(clipped_node()).with_children(|room| {
        let text = ui.styled_text(first_characters(&command, 120), theme::SMALL, theme::TEXT);
        room.spawn(text).insert((Pickable::default(), Tooltip(command)));
    });
    let (key, colour) = if program.has_cell() {
        ("setup-program-walls", theme::TEXT_DIM)
    } else {
        ("setup-program-no-walls", theme::WRONG)
    };
    panel.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, colour));
}

/// Spawns the price of an army, and the buttons that buy another one; nothing where the ruleset has
/// no prices.
fn spawn_price_line(panel: &mut ChildSpawnerCommands, ui: &UiContext, setup: &BattleSetup, side: Side) {
    let Some(price) = setup.army_price(side) else { return };
    let words = match setup.army_purchase_points(side) {
        None if setup.has_unlisted_army(side) => String::new(),
        Some(asked) => {
            let values = [("points", price.into()), ("asked", asked.into())];
            ui.texts.text_with_values("setup-points-of", &values)
        }
        None => ui.texts.text_with_values("setup-points", &[("points", price.into())]),
    };
    panel.spawn(row(4)).with_children(|line| {
        line.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
        line.spawn(hotgates_ui::flexible_space());
        for (sign, by) in [("−", -1), ("+", 1)] {
            line.spawn(ui.small_button(sign.to_owned(), SetupChange::Points(side, by)))
                .disabled(setup.army_for_other_points(side, by).is_none())
                .insert(Tooltip(ui.localized_text("setup-points-tip")));
        }
    });
}

/// Spawns the buttons of the ranks that a computer may think with, and of the times that it may think
/// for instead.
fn spawn_rank_buttons(panel: &mut ChildSpawnerCommands, ui: &UiContext, setup: &BattleSetup, side: Side) {
    let chosen = setup.seat(side);
    panel.spawn(ui.styled_text(ui.localized_text("setup-thinks-as"), theme::SMALL, theme::TEXT_DIM));
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        let own = ui.small_button(ui.localized_text("setup-own-rank"), SetupChange::SeatRank(side, None));
        line.spawn(own)
            .chosen(chosen.rank().is_none() && chosen.limit().is_none())
            .insert(Tooltip(ui.localized_text("setup-own-rank-tip")));
        let rules = &setup.scenario().rules;
        for rank in rules.rank_ids() {
            let button = ui.small_button(
                rank_name(&ui.texts, &rules.ranks[rank].name),
                SetupChange::SeatRank(side, Some(rank)),
            );
            line.spawn(button).chosen(chosen.rank() == Some(rank));
        }
    });
    let lines = [("setup-thinks-for", THINKING_SECONDS), ("setup-by-steps", THINKING_STEPS)];
    for (key, limits) in lines {
        panel.spawn(row(4)).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
            for limit in limits {
                let (words, tip) = match limit {
                    ThinkingLimit::Seconds(seconds) => (
                        ui.texts.text_with_values("setup-seconds", &[("seconds", seconds.into())]),
                        "setup-seconds-tip",
                    ),
                    ThinkingLimit::Steps(steps) => (steps.to_string(), "setup-steps-tip"),
                };
                line.spawn(ui.small_button(words, SetupChange::SeatLimit(side, limit)))
                    .chosen(chosen.limit() == Some(limit))
                    .insert(Tooltip(ui.localized_text(tip)));
            }
        });
    }
}

/// Spawns the button with the doctrine that a computer plays by, which chooses the next one.
fn spawn_doctrine_button(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    chosen: &SetupSeat,
    side: Side,
    doctrines: &KnownDoctrines,
) {
    panel.spawn(row(4)).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("setup-doctrine"), theme::SMALL, theme::TEXT_DIM));
        let name = chosen.doctrine().map_or(Doctrine::SHIPPED_NAMES[0], KnownDoctrine::name);
        let next = SetupChange::SeatDoctrine(side, doctrines.next_doctrine(chosen.doctrine()));
        let mut tip = vec![ui.localized_text("setup-doctrine-tip")];
        tip.extend(doctrines.problems.iter().map(|problem| ui.texts.phrase_in_words(problem)));
        line.spawn(ui.small_button(first_characters(&visible_text(name), 24), next))
            .insert(Tooltip(tip.join("\n")));
    });
}

/// Spawns a unit: type and strength in one line, its officer in the next.
fn spawn_unit_entry(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    setup: &BattleSetup,
    side: Side,
    at: usize,
    unit: &UnitEntry,
) {
    let rules = &setup.scenario().rules;
    let full = rules.unit(&unit.kind).map_or(0, |kind| i64::from(rules.units[kind].strength.0));
    list.spawn((
        Node { padding: UiRect::all(px(5)), border_radius: BorderRadius::all(px(4)), ..column(3) },
        BackgroundColor(theme::RAISED),
    ))
    .with_children(|entry| {
        entry.spawn(row(4)).with_children(|line| {
            let kind = unit_type_name(&ui.texts, &unit.kind);
            line.spawn(clipped_node()).with_children(|room| {
                room.spawn(ui.small_button(kind, SetupChange::Kind(side, at)))
                    .insert(Tooltip(ui.localized_text("setup-kind-tip")));
            });
            line.spawn(hotgates_ui::flexible_space());
            let strength = unit.strength.unwrap_or(full);
            line.spawn(ui.small_button("−".to_owned(), SetupChange::Strength(side, at, -1)))
                .disabled(strength_after(unit, -1, rules) == strength);
            line.spawn(ui.styled_text(strength.to_string(), theme::SMALL, theme::TEXT));
            line.spawn(ui.small_button("+".to_owned(), SetupChange::Strength(side, at, 1)))
                .disabled(strength_after(unit, 1, rules) == strength);
            line.spawn(ui.small_button("×".to_owned(), SetupChange::Remove(side, at)))
                .insert(Tooltip(ui.localized_text("setup-remove-tip")));
        });
        entry.spawn(row(4)).with_children(|line| {
            let rank = unit.rank.as_ref();
            let rank =
                rank.map_or_else(|| ui.localized_text("no-officer"), |rank| rank_name(&ui.texts, rank));
            line.spawn(clipped_node()).with_children(|room| {
                room.spawn(ui.small_button(rank, SetupChange::Rank(side, at)))
                    .insert(Tooltip(ui.localized_text("setup-rank-tip")));
            });
            let name = unit.name.clone().unwrap_or_default();
            let typed = Box::new(move |name| SetupChange::Name(side, at, name));
            line.spawn(TextField::with_text(ui, &name, 12.0, typed));
        });
    });
}
