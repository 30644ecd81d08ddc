//! Goals of a scenario in the player's language.

use hotgates_engine::{Coord, GoalEntry, Side};

use crate::names::side_name;
use crate::texts::{TextValue, Texts, sentence_separators};

/// Returns the names or hexes as a list.
fn list_text(texts: &Texts, items: impl Iterator<Item = String>) -> TextValue {
    items.collect::<Vec<_>>().join(sentence_separators(texts).1).into()
}

fn hexes_text(texts: &Texts, hexes: &[Coord]) -> TextValue {
    list_text(texts, hexes.iter().map(ToString::to_string))
}

/// Returns a goal to hold hexes, through some of the half-turns of the enemy of `side`.
#[must_use]
pub fn goal_to_hold(texts: &Texts, side: Side, hexes: &[Coord], turns: u32) -> String {
    let key = if turns == 0 { "goal-hold" } else { "goal-hold-turns" };
    let other = side_name(texts, side.other()).into();
    let values = [("hexes", hexes_text(texts, hexes)), ("turns", turns.into()), ("other", other)];
    texts.text_with_values(key, &values)
}

/// Returns a goal to take hexes, by a turn if there is a limit.
#[must_use]
pub fn goal_to_take(texts: &Texts, hexes: &[Coord], by: Option<u32>) -> String {
    let key = if by.is_some() { "goal-take-by" } else { "goal-take" };
    let turn = by.unwrap_or_default().into();
    texts.text_with_values(key, &[("hexes", hexes_text(texts, hexes)), ("turn", turn)])
}

/// Returns a goal to destroy units of these names, by a turn if there is a limit.
#[must_use]
pub fn goal_to_destroy(texts: &Texts, units: impl Iterator<Item = String>, by: Option<u32>) -> String {
    let key = if by.is_some() { "goal-destroy-by" } else { "goal-destroy" };
    let turn = by.unwrap_or_default().into();
    texts.text_with_values(key, &[("units", list_text(texts, units)), ("turn", turn)])
}

/// Returns a goal to bring some units off the map over hexes, by a turn if there is a limit.
#[must_use]
pub fn goal_to_exit(texts: &Texts, hexes: &[Coord], count: u32, by: Option<u32>) -> String {
    let key = if by.is_some() { "goal-exit-by" } else { "goal-exit" };
    let turn = by.unwrap_or_default().into();
    let values = [("hexes", hexes_text(texts, hexes)), ("count", count.into()), ("turn", turn)];
    texts.text_with_values(key, &values)
}

/// Returns a goal of a file by its name, or else by what it asks for.
#[must_use]
pub fn goal_entry_name(texts: &Texts, goal: &GoalEntry) -> String {
    let whole = |number: i64| u32::try_from(number).unwrap_or(0);
    let by = goal.by.map(whole);
    match goal {
        GoalEntry { name: Some(name), .. } => name.clone(),
        GoalEntry { hold, .. } if !hold.is_empty() => {
            goal_to_hold(texts, goal.side, hold, goal.turns.map_or(0, whole))
        }
        GoalEntry { take, .. } if !take.is_empty() => goal_to_take(texts, take, by),
        GoalEntry { exit, .. } if !exit.is_empty() => {
            let named = u32::try_from(goal.units.len()).unwrap_or(u32::MAX);
            goal_to_exit(texts, exit, goal.count.map_or(named.max(1), whole), by)
        }
        GoalEntry { destroy, .. } => goal_to_destroy(texts, destroy.iter().cloned(), by),
    }
}
