//! Widgets that several tabs spawn: numbers with buttons, lists of hexes, and units and goals to choose from.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::Document;
use hotgates_engine::{Coord, GoalEntry, Side};

use super::unit_entry_in_words;
use crate::EditorAction;
use crate::palette::wrapping_row_node;
use hotgates_phrases::goal_entry_phrase;
use hotgates_ui::names::{side_name, unit_type_name};
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, column, row, theme};

/// The most hexes that are named.
const HEXES: usize = 6;
/// The most units of a side to choose from.
const UNITS: usize = 120;

/// Spawns a name, a value, and buttons for less and more.
pub(super) fn spawn_number(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    key: &str,
    value: String,
    step: i64,
    change: &dyn Fn(i64) -> EditorAction,
) {
    list.spawn(row(6)).with_children(|line| {
        spawn_dim_text(line, ui, key);
        line.spawn(ui.small_button("−".to_owned(), change(-step)));
        line.spawn(ui.styled_text(value, theme::SMALL, theme::TEXT));
        line.spawn(ui.small_button("+".to_owned(), change(step)));
    });
}

pub(super) fn spawn_dim_text(list: &mut ChildSpawnerCommands, ui: &UiContext, key: &str) {
    list.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
}

/// Spawns the card of what is in hand, on ground that stands out.
pub(super) fn spawn_card(list: &mut ChildSpawnerCommands, fill: impl FnOnce(&mut ChildSpawnerCommands)) {
    let ground = Node { padding: UiRect::all(px(6)), border_radius: BorderRadius::all(px(4)), ..column(5) };
    list.spawn((ground, BackgroundColor(theme::RAISED))).with_children(fill);
}

/// Returns hexes in words; of many only the first.
pub(super) fn hexes_in_words(hexes: &[Coord]) -> String {
    let mut words: Vec<String> = hexes.iter().take(HEXES).map(Coord::to_string).collect();
    if hexes.len() > HEXES {
        words.push("…".to_owned());
    }
    words.join(" · ")
}

/// Spawns a button for each side.
pub(super) fn spawn_sides(
    line: &mut ChildSpawnerCommands,
    ui: &UiContext,
    now: Option<Side>,
    choose: &dyn Fn(Side) -> EditorAction,
) {
    for side in Side::BOTH {
        line.spawn(ui.small_button(side_name(&ui.texts, side), choose(side))).chosen(now == Some(side));
    }
}

/// Spawns a button for each unit of a side's own army, chosen if its key is one of `chosen`.
pub(super) fn spawn_unit_choice(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    document: &Document,
    side: Side,
    chosen: &[String],
    choose: &dyn Fn(usize) -> EditorAction,
) {
    list.spawn(wrapping_row_node()).with_children(|line| {
        line.spawn(ui.styled_text(side_name(&ui.texts, side), theme::SMALL, ui.side_colour(side)));
        if document.army(side).is_none() {
            spawn_dim_text(line, ui, "editor-standard");
        }
        for (index, unit) in document.units(side).iter().enumerate().take(UNITS) {
            let kind = || format!("{} {}", unit_type_name(&ui.texts, &unit.kind), index + 1);
            let words = unit.key.clone().unwrap_or_else(kind);
            let mut tip = unit_entry_in_words(ui, document, unit);
            if let Some(at) = unit.at {
                tip = format!("{tip} · {at}");
            }
            line.spawn(ui.small_button(words, choose(index)))
                .chosen(unit.key.as_ref().is_some_and(|key| chosen.contains(key)))
                .insert(Tooltip(tip));
        }
    });
}

/// Spawns a button for each goal of `goals` that `offers` allows, by the goal's number in the list.
pub(super) fn spawn_goal_choice(
    line: &mut ChildSpawnerCommands,
    ui: &UiContext,
    goals: &[GoalEntry],
    offers: &dyn Fn(&GoalEntry) -> bool,
    chosen: &[String],
    choose: &dyn Fn(usize) -> EditorAction,
) {
    for (index, goal) in goals.iter().enumerate().filter(|(_, goal)| offers(goal)) {
        line.spawn(ui.small_button((index + 1).to_string(), choose(index)))
            .chosen(chosen.contains(&goal.key))
            .insert(Tooltip(goal_in_words(ui, goal)));
    }
}

/// Returns a goal with the side that has it: `◆ Red: take 2,2`.
pub(super) fn goal_in_words(ui: &UiContext, goal: &GoalEntry) -> String {
    let (sign, side) = (theme::side_shape_sign(goal.side), side_name(&ui.texts, goal.side));
    format!("{sign} {side}: {}", ui.texts.phrase_in_words(&goal_entry_phrase(goal)))
}
