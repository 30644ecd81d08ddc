//! One side's panel: its commander, and its order of battle, unit by unit.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{RankId, Side, UnitEntry, visible_text};

use super::model::{BattleSetup, SetupChange, commander_names};
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

/// Content that a panel is filled from: map, seat with its program, rank and seconds, points and units, if they are
/// listed. Names of units are left out, so that typing does not take the field away.
type ArmyPanelContent = (
    usize,
    (usize, Option<ConfirmedProgram>, bool),
    (Option<RankId>, Option<u32>),
    Option<u32>,
    Option<Vec<UnitEntry>>,
);

/// Times that a computer may think in a half-turn, in seconds.
const THINKING_SECONDS: [u32; 3] = [1, 3, 10];

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

fn fill_army_panels(setup: Option<Res<BattleSetup>>, mut panels: Panel<ArmyPanel, ArmyPanelContent>) {
    let Some(setup) = setup else { return };
    let key_of = |&ArmyPanel(side): &ArmyPanel| {
        let mut units = setup.units(side).to_vec();
        for unit in &mut units {
            (unit.name, unit.at) = (None, None);
        }
        let asked = setup.army_purchase_points(side);
        let thinking = (setup.seat_rank(side), setup.seat_seconds(side));
        let units = (!setup.has_unlisted_army(side)).then_some(units);
        let program = setup.seat_program(side).cloned();
        let seat = (setup.seat_index(side), program, setup.has_refused_program(side));
        (setup.map_index(), seat, thinking, asked, units)
    };
    panels.refill_each_node(key_of, |&ArmyPanel(side), panel, ui| fill_army_panel(panel, ui, &setup, side));
}

fn fill_army_panel(panel: &mut ChildSpawnerCommands, ui: &UiContext, setup: &BattleSetup, side: Side) {
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
                .chosen(setup.seat_program(side).is_none() && setup.seat_index(side) == seat);
        }
        let command = setup.seat_program(side).map(ConfirmedProgram::command).unwrap_or_default().to_owned();
        line.spawn(ui.small_button(ui.localized_text("setup-program"), AskForProgram { side, command }))
            .chosen(setup.seat_program(side).is_some())
            .insert(Tooltip(ui.localized_text("setup-program-tip")));
    });
    if setup.has_refused_program(side) {
        panel.spawn(ui.styled_text(ui.localized_text("setup-program-refused"), theme::SMALL, theme::WRONG));
    }
    match setup.seat_program(side) {
        Some(program) => spawn_program_line(panel, ui, program),
        None if setup.seat_index(side) > 0 => spawn_rank_buttons(panel, ui, setup, side),
        None => {}
    }
    let units = setup.units(side);
    panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(8) }).with_children(|line| {
        let words = if setup.has_unlisted_army(side) {
            ui.localized_text("setup-standard-army")
        } else {
            ui.texts.text_with_values("setup-units", &[("units", units.len().into())])
        };
        line.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM));
        line.spawn(ui.small_button(ui.localized_text("setup-add"), SetupChange::Add(side)));
    });
    spawn_price_line(panel, ui, setup, side);
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
                .insert(Tooltip(ui.localized_text("setup-points-tip")));
        }
    });
}

/// Spawns the buttons of the ranks that a computer may think with, and of the times that it may think
/// for instead.
fn spawn_rank_buttons(panel: &mut ChildSpawnerCommands, ui: &UiContext, setup: &BattleSetup, side: Side) {
    panel.spawn(ui.styled_text(ui.localized_text("setup-thinks-as"), theme::SMALL, theme::TEXT_DIM));
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        let own = ui.small_button(ui.localized_text("setup-own-rank"), SetupChange::SeatRank(side, None));
        line.spawn(own)
            .chosen(setup.seat_rank(side).is_none() && setup.seat_seconds(side).is_none())
            .insert(Tooltip(ui.localized_text("setup-own-rank-tip")));
        let rules = &setup.scenario().rules;
        for rank in rules.rank_ids() {
            let button = ui.small_button(
                rank_name(&ui.texts, &rules.ranks[rank].name),
                SetupChange::SeatRank(side, Some(rank)),
            );
            line.spawn(button).chosen(setup.seat_rank(side) == Some(rank));
        }
    });
    panel.spawn(row(4)).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("setup-thinks-for"), theme::SMALL, theme::TEXT_DIM));
        for seconds in THINKING_SECONDS {
            let words = ui.texts.text_with_values("setup-seconds", &[("seconds", seconds.into())]);
            line.spawn(ui.small_button(words, SetupChange::SeatSeconds(side, seconds)))
                .chosen(setup.seat_seconds(side) == Some(seconds))
                .insert(Tooltip(ui.localized_text("setup-seconds-tip")));
        }
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
            line.spawn(ui.small_button("−".to_owned(), SetupChange::Strength(side, at, -1)));
            line.spawn(ui.styled_text(unit.strength.unwrap_or(full).to_string(), theme::SMALL, theme::TEXT));
            line.spawn(ui.small_button("+".to_owned(), SetupChange::Strength(side, at, 1)));
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
