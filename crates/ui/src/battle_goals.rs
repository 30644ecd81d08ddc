//! Goals, ways to win, victory points and arrivals of a battle in words.

use std::collections::BTreeMap;

use hotgates_engine::{Battle, Cell, GoalAim, GoalId, Objective, Side};

use crate::goals::{goal_to_destroy, goal_to_exit, goal_to_hold, goal_to_take};
use crate::names::{side_name, unit_name};
use crate::texts::{TextValue, Texts, sentence_separators};

/// One line about what a battle is fought for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalLine {
    /// The words.
    pub words: String,
    /// Side that it is about; `None` for both.
    pub side: Option<Side>,
    /// `true` for a goal that is met.
    pub met: bool,
}

/// Returns a goal by its name, or else by what it asks for.
#[must_use]
pub fn describe_goal(texts: &Texts, battle: &Battle, id: GoalId) -> String {
    let goal = battle.goal(id);
    if let Some(name) = &goal.name {
        return name.clone();
    }
    let coords = |cells: &[Cell]| cells.iter().map(|&cell| battle.grid().coord(cell)).collect::<Vec<_>>();
    let limit = |by: u32| Some(by).filter(|&by| by < battle.last_turn());
    match &goal.aim {
        GoalAim::Hold { cells, turns } => goal_to_hold(texts, goal.side, &coords(cells), *turns),
        GoalAim::Take { cells, by } => goal_to_take(texts, &coords(cells), limit(*by)),
        GoalAim::Destroy { units, by } => {
            let names = units.iter().map(|&unit| unit_name(texts, battle, unit));
            goal_to_destroy(texts, names, limit(*by))
        }
        GoalAim::Exit { cells, count, by, .. } => goal_to_exit(texts, &coords(cells), *count, limit(*by)),
    }
}

/// Returns a line for victory points, for each goal with how far it has got, for each way to win, and for
/// the rule at dusk; none for a battle that castles alone decide.
#[must_use]
pub fn describe_goals(texts: &Texts, battle: &Battle) -> Vec<GoalLine> {
    let goal_line = |(id, side): (GoalId, Side)| {
        let mut words = format!("{}: {}", side_name(texts, side), describe_goal(texts, battle, id));
        let points = battle.goal(id).points;
        if points > 0 {
            words =
                texts.text_with_values("goal-points", &[("goal", words.into()), ("points", points.into())]);
        }
        if let Some(state) = describe_goal_state(texts, battle, id) {
            words = format!("{words} – {state}");
        }
        GoalLine { words, side: Some(side), met: battle.is_goal_met(id) }
    };
    let said = |words: String, side| GoalLine { words, side, met: false };
    let points = describe_victory_points(texts, battle).map(|words| said(words, None));
    let goals = battle.all_goals().map(|(id, goal)| (id, goal.side)).map(goal_line);
    let mut lines: Vec<GoalLine> = points.into_iter().chain(goals).collect();
    for side in Side::BOTH {
        for set in battle.winning_sets(side) {
            let goals = set.iter().map(|&goal| describe_goal(texts, battle, goal));
            let goals = goals.reduce(|one, other| {
                texts.text_with_values("goals-and", &[("one", one.into()), ("other", other.into())])
            });
            let values =
                [("side", side_name(texts, side).into()), ("goals", goals.unwrap_or_default().into())];
            lines.push(said(texts.text_with_values("goals-win", &values), Some(side)));
        }
    }
    if lines.is_empty() && !battle.has_goals() {
        return describe_arrivals(texts, battle);
    }
    lines.push(match (battle.objective(), battle.winner_at_dusk_without_points()) {
        (Objective::Invasion, _) => said(texts.get("goals-invasion"), Some(Side::Red)),
        (Objective::Meeting, _) => said(texts.get("goals-meeting"), None),
        (Objective::Goals, None) => said(texts.get("goals-points"), None),
        (Objective::Goals, Some(side)) => {
            let values = [("side", side_name(texts, side).into())];
            said(texts.text_with_values("goals-dusk", &values), Some(side))
        }
    });
    lines.extend(describe_arrivals(texts, battle));
    lines
}

/// Returns a line for each side and turn in which units come onto the map.
fn describe_arrivals(texts: &Texts, battle: &Battle) -> Vec<GoalLine> {
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let mut by_turn: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (unit, turn) in battle.expected_units(side) {
            // A unit that waits for an event has no turn to tell.
            if let Some(turn) = turn {
                by_turn.entry(turn.max(battle.turn())).or_default().push(unit_name(texts, battle, unit));
            }
        }
        for (turn, units) in by_turn {
            let values = [
                ("side", side_name(texts, side).into()),
                ("turn", turn.into()),
                ("units", units.join(sentence_separators(texts).1).into()),
            ];
            let words = texts.text_with_values("arrivals", &values);
            lines.push(GoalLine { words, side: Some(side), met: false });
        }
    }
    lines
}

/// Returns how far a goal has got; `None` for a goal that nothing is done about yet.
fn describe_goal_state(texts: &Texts, battle: &Battle, id: GoalId) -> Option<String> {
    if battle.is_goal_met(id) {
        return Some(texts.get("goal-met"));
    }
    if !battle.is_goal_announced(id) {
        return Some(texts.get("goal-closed"));
    }
    if !battle.is_goal_open(id) {
        return Some(texts.get("goal-over"));
    }
    match (&battle.goal(id).aim, battle.goal_progress(id)) {
        (GoalAim::Hold { turns, .. } | GoalAim::Exit { count: turns, .. }, progress @ 1..) => {
            let values = [("progress", progress.into()), ("turns", (*turns).into())];
            Some(texts.text_with_values("goal-progress", &values))
        }
        _ => None,
    }
}

/// Returns both sides' victory points; `None` where nothing counts any.
#[must_use]
pub fn describe_victory_points(texts: &Texts, battle: &Battle) -> Option<String> {
    let [red, blue] = Side::BOTH.map(|side| TextValue::Words(battle.victory_points(side).to_string()));
    let counted = battle.counts_victory_points();
    counted.then(|| texts.text_with_values("goals-score", &[("red", red), ("blue", blue)]))
}
