//! Goals of a scenario as phrases.

use hotgates_engine::{Coord, GoalEntry, Side};

use crate::phrase::{Phrase, PhraseValue};

fn list_of_hexes(hexes: &[Coord]) -> PhraseValue {
    PhraseValue::List(hexes.iter().map(|&hex| hex.into()).collect())
}

/// Returns a goal to hold hexes, through some of the half-turns of the enemy of `side`.
pub(crate) fn goal_to_hold(side: Side, hexes: &[Coord], turns: u32) -> Phrase {
    let key = if turns == 0 { "goal-hold" } else { "goal-hold-turns" };
    Phrase::new(key)
        .with_value("hexes", list_of_hexes(hexes))
        .with_value("turns", turns)
        .with_value("other", side.other())
}

/// Returns a goal to take hexes, by a turn if there is a limit.
pub(crate) fn goal_to_take(hexes: &[Coord], by: Option<u32>) -> Phrase {
    let key = if by.is_some() { "goal-take-by" } else { "goal-take" };
    Phrase::new(key).with_value("hexes", list_of_hexes(hexes)).with_value("turn", by.unwrap_or_default())
}

/// Returns a goal to destroy units of these names, by a turn if there is a limit.
pub(crate) fn goal_to_destroy(units: Vec<PhraseValue>, by: Option<u32>) -> Phrase {
    let key = if by.is_some() { "goal-destroy-by" } else { "goal-destroy" };
    Phrase::new(key).with_value("units", PhraseValue::List(units)).with_value("turn", by.unwrap_or_default())
}

/// Returns a goal to bring some units off the map over hexes, by a turn if there is a limit.
pub(crate) fn goal_to_exit(hexes: &[Coord], count: u32, by: Option<u32>) -> Phrase {
    let key = if by.is_some() { "goal-exit-by" } else { "goal-exit" };
    Phrase::new(key)
        .with_value("hexes", list_of_hexes(hexes))
        .with_value("count", count)
        .with_value("turn", by.unwrap_or_default())
}

/// Returns a goal of a file by its name, or else by what it asks for.
#[must_use]
pub fn goal_entry_phrase(goal: &GoalEntry) -> Phrase {
    let whole = |number: i64| u32::try_from(number).unwrap_or(0);
    let by = goal.by.map(whole);
    match goal {
        GoalEntry { name: Some(name), .. } => Phrase::of_parts(vec![name.as_str().into()]),
        GoalEntry { hold, .. } if !hold.is_empty() => {
            goal_to_hold(goal.side, hold, goal.turns.map_or(0, whole))
        }
        GoalEntry { take, .. } if !take.is_empty() => goal_to_take(take, by),
        GoalEntry { exit, .. } if !exit.is_empty() => {
            let named = u32::try_from(goal.units.len()).unwrap_or(u32::MAX);
            goal_to_exit(exit, goal.count.map_or(named.max(1), whole), by)
        }
        GoalEntry { destroy, .. } => {
            goal_to_destroy(destroy.iter().map(|name| name.as_str().into()).collect(), by)
        }
    }
}
