//! Goals, ways to win and arrivals as phrases, with the same texts as in the window.

use hotgates_engine::{Battle, Cell, GoalAim, GoalId, Objective, Side};
use serde_json::{Value, json};

use crate::phrase::{hex_in_words, phrase_of_key, plain_phrase, side_phrase, unit_phrase};

/// Returns a goal by its name, or else by what it asks for.
pub fn goal_phrase(battle: &Battle, id: GoalId) -> Value {
    let goal = battle.goal(id);
    if let Some(name) = &goal.name {
        return Value::String(name.clone());
    }
    let hexes = |cells: &[Cell]| json!({ "list": cells.iter().map(|&cell| hex_in_words(battle, cell)).collect::<Vec<_>>() });
    let in_time =
        |key: &str, by: u32| if by < battle.last_turn() { format!("{key}-by") } else { key.to_owned() };
    let (key, values) = match &goal.aim {
        GoalAim::Hold { cells, turns } => {
            let key = if *turns == 0 { "goal-hold" } else { "goal-hold-turns" };
            let other = side_phrase(goal.side.other());
            (key.to_owned(), json!({ "hexes": hexes(cells), "turns": turns, "other": other }))
        }
        GoalAim::Take { cells, by } => {
            (in_time("goal-take", *by), json!({ "hexes": hexes(cells), "turn": by }))
        }
        GoalAim::Destroy { units, by } => {
            let units: Vec<Value> = units.iter().map(|&unit| unit_phrase(battle, unit)).collect();
            (in_time("goal-destroy", *by), json!({ "units": { "list": units }, "turn": by }))
        }
        GoalAim::Exit { cells, count, by, .. } => {
            (in_time("goal-exit", *by), json!({ "hexes": hexes(cells), "count": count, "turn": by }))
        }
    };
    phrase_of_key(&key, &values)
}

/// Returns what a battle is fought for: a line for each goal with how far it has got, for each way to win, for the
/// rule at dusk, and for units that are yet to come.
pub fn goal_lines(battle: &Battle) -> Vec<Value> {
    let mut lines = Vec::new();
    if battle.counts_victory_points() {
        let [red, blue] = Side::BOTH.map(|side| battle.victory_points(side).to_string());
        lines.push(phrase_of_key("goals-score", &json!({ "red": red, "blue": blue })));
    }
    for side in Side::BOTH {
        lines.extend(battle.goals(side).map(|(id, _)| goal_line(battle, id)));
        for set in battle.winning_sets(side) {
            let goals = set.iter().map(|&goal| goal_phrase(battle, goal));
            let both = |one, other| phrase_of_key("goals-and", &json!({ "one": one, "other": other }));
            let goals = goals.reduce(both).unwrap_or_default();
            lines.push(phrase_of_key("goals-win", &json!({ "side": side_phrase(side), "goals": goals })));
        }
    }
    lines.push(match (battle.objective(), battle.winner_at_dusk_without_points()) {
        (Objective::Invasion, _) => plain_phrase("goals-invasion"),
        (Objective::Meeting, _) => plain_phrase("goals-meeting"),
        (Objective::Goals, None) => plain_phrase("goals-points"),
        (Objective::Goals, Some(side)) => phrase_of_key("goals-dusk", &json!({ "side": side_phrase(side) })),
    });
    for side in Side::BOTH {
        for (unit, turn) in battle.expected_units(side).filter_map(|(unit, turn)| Some((unit, turn?))) {
            let units = json!({ "list": [unit_phrase(battle, unit)] });
            let values =
                json!({ "side": side_phrase(side), "turn": turn.max(battle.turn()), "units": units });
            lines.push(phrase_of_key("arrivals", &values));
        }
    }
    lines
}

fn goal_line(battle: &Battle, id: GoalId) -> Value {
    let goal = battle.goal(id);
    let mut words = goal_phrase(battle, id);
    if goal.points > 0 {
        words = phrase_of_key("goal-points", &json!({ "goal": words, "points": goal.points }));
    }
    let mut parts = vec![side_phrase(goal.side), Value::String(": ".to_owned()), words];
    if let Some(state) = goal_state(battle, id) {
        parts.extend([Value::String(" – ".to_owned()), state]);
    }
    json!({ "join": parts })
}

/// Returns how far a goal has got; `None` for one that nothing is done about yet.
fn goal_state(battle: &Battle, id: GoalId) -> Option<Value> {
    if battle.is_goal_met(id) {
        return Some(plain_phrase("goal-met"));
    }
    if !battle.is_goal_announced(id) {
        return Some(plain_phrase("goal-closed"));
    }
    if !battle.is_goal_open(id) {
        return Some(plain_phrase("goal-over"));
    }
    match (&battle.goal(id).aim, battle.goal_progress(id)) {
        (GoalAim::Hold { turns, .. } | GoalAim::Exit { count: turns, .. }, progress @ 1..) => {
            Some(phrase_of_key("goal-progress", &json!({ "progress": progress, "turns": turns })))
        }
        _ => None,
    }
}

/// Returns the news that a goal has got somewhere.
pub fn goal_news(battle: &Battle, id: GoalId, progress: u32) -> Value {
    let (goal, words) = (battle.goal(id), goal_phrase(battle, id));
    match goal.aim {
        GoalAim::Hold { .. } if progress == 0 => phrase_of_key("log-goal-lost", &json!({ "goal": words })),
        GoalAim::Hold { turns, .. } if progress < turns => {
            let values = json!({ "goal": words, "progress": progress, "turns": turns });
            phrase_of_key("log-goal-held", &values)
        }
        GoalAim::Exit { count, .. } if progress < count => {
            let values = json!({ "goal": words, "progress": progress, "count": count });
            phrase_of_key("log-goal-left", &values)
        }
        _ => phrase_of_key("log-goal-met", &json!({ "side": side_phrase(goal.side), "goal": words })),
    }
}
