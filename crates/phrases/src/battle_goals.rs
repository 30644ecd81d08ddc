//! Goals, ways to win, victory points and arrivals of a battle as phrases.

use std::collections::BTreeMap;

use hotgates_engine::{Battle, Cell, Coord, GoalAim, GoalId, Objective, Side};

use crate::goals::{goal_to_destroy, goal_to_exit, goal_to_hold, goal_to_take};
use crate::names::unit_value;
use crate::phrase::{Phrase, PhraseValue};

/// One line about what a battle is fought for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalLine {
    /// The phrase that the line says.
    pub phrase: Phrase,
    /// Side that the line is about; `None` for both.
    pub side: Option<Side>,
    /// `true` for a goal that is met.
    pub met: bool,
}

/// Returns a goal by its name, or else by what it asks for.
#[must_use]
pub fn goal_phrase(battle: &Battle, id: GoalId) -> Phrase {
    match &battle.goal(id).name {
        Some(name) => Phrase::of_parts(vec![name.as_str().into()]),
        None => aim_phrase(battle, id),
    }
}

/// Returns what a goal asks for.
fn aim_phrase(battle: &Battle, id: GoalId) -> Phrase {
    let goal = battle.goal(id);
    let coords =
        |cells: &[Cell]| -> Vec<Coord> { cells.iter().map(|&cell| battle.grid().coord(cell)).collect() };
    let limit = |by: u32| Some(by).filter(|&by| by < battle.last_turn());
    match &goal.aim {
        GoalAim::Hold { cells, turns } => goal_to_hold(goal.side, &coords(cells), *turns),
        GoalAim::Take { cells, by } => goal_to_take(&coords(cells), limit(*by)),
        GoalAim::Destroy { units, by } => {
            goal_to_destroy(units.iter().map(|&unit| unit_value(battle, unit)).collect(), limit(*by))
        }
        GoalAim::Exit { cells, count, by, .. } => goal_to_exit(&coords(cells), *count, limit(*by)),
    }
}

/// Returns a line for victory points, for each goal with how far it has got, those of both sides for the same hexes
/// together, for each way to win, for the rule at
/// dusk, and for the units that are yet to come; only for the last where castles alone decide.
#[must_use]
pub fn goal_lines(battle: &Battle) -> Vec<GoalLine> {
    let said = |phrase, side| GoalLine { phrase, side, met: false };
    let points = victory_points_phrase(battle).map(|phrase| said(phrase, None));
    let mut lines: Vec<GoalLine> = points.into_iter().collect();
    let mut left: Vec<GoalId> = battle.all_goals().map(|(id, _)| id).collect();
    while let Some(&id) = left.first() {
        left.remove(0);
        let other = left.iter().position(|&other| is_same_goal(battle, id, other));
        lines.push(match other.map(|place| left.remove(place)) {
            Some(other) => line_of_both(battle, [id, other]),
            None => line_of_goal(battle, id, battle.goal(id).side),
        });
    }
    for side in Side::BOTH {
        for set in battle.winning_sets(side) {
            let goals = set.iter().map(|&goal| goal_phrase(battle, goal)).reduce(|one, other| {
                Phrase::new("goals-and").with_value("one", one).with_value("other", other)
            });
            let goals = goals.unwrap_or_else(|| Phrase::of_parts(Vec::new()));
            lines.push(said(
                Phrase::new("goals-win").with_value("side", side).with_value("goals", goals),
                Some(side),
            ));
        }
    }
    if lines.is_empty() && !battle.has_goals() {
        return lines_of_arrivals(battle);
    }
    lines.push(objective_line(battle));
    lines.extend(lines_of_arrivals(battle));
    lines
}

/// Returns a line for what decides a battle besides goals: its castles, or the rule at dusk.
#[must_use]
pub fn objective_line(battle: &Battle) -> GoalLine {
    let said = |phrase, side| GoalLine { phrase, side, met: false };
    match (battle.objective(), battle.winner_at_dusk_without_points()) {
        (Objective::Invasion, _) => said(Phrase::new("goals-invasion"), Some(Side::Red)),
        (Objective::Meeting, _) => said(Phrase::new("goals-meeting"), None),
        (Objective::Goals, None) => said(Phrase::new("goals-points"), None),
        (Objective::Goals, Some(side)) => {
            said(Phrase::new("goals-dusk").with_value("side", side), Some(side))
        }
    }
}

/// Returns `true` if either side is to hold the same hexes, as soon as it stands there, by goals of the same name.
fn is_same_goal(battle: &Battle, one: GoalId, other: GoalId) -> bool {
    let (one, other) = (battle.goal(one), battle.goal(other));
    one.side != other.side
        && one.name == other.name
        && matches!(one.aim, GoalAim::Hold { turns: 0, .. })
        && one.aim == other.aim
}

/// Returns the line of a goal that either side has.
fn line_of_both(battle: &Battle, mut goals: [GoalId; 2]) -> GoalLine {
    goals.sort_by_key(|&id| battle.goal(id).side);
    let points @ [red, blue] = goals.map(|id| battle.goal(id).points);
    let key = if points == [0, 0] { "goal-of-both" } else { "goal-of-both-points" };
    let goal = named_aim_phrase(battle, goals[0]);
    let mut phrase =
        Phrase::new(key).with_value("goal", goal).with_value("red", red).with_value("blue", blue);
    for id in goals {
        if let Some(state) = goal_state_phrase(battle, id) {
            let side = battle.goal(id).side.into();
            phrase = Phrase::of_parts(vec![phrase.into(), " – ".into(), side, ": ".into(), state.into()]);
        }
    }
    let met = goals.into_iter().find(|&id| battle.is_goal_met(id)).map(|id| battle.goal(id).side);
    GoalLine { phrase, side: met, met: met.is_some() }
}

/// Returns what a goal asks for, behind its name if it has one.
fn named_aim_phrase(battle: &Battle, id: GoalId) -> Phrase {
    let aim = aim_phrase(battle, id);
    match &battle.goal(id).name {
        Some(name) => Phrase::new("goal-named").with_value("name", name.as_str()).with_value("aim", aim),
        None => aim,
    }
}

fn line_of_goal(battle: &Battle, id: GoalId, side: Side) -> GoalLine {
    let goal = named_aim_phrase(battle, id);
    let mut phrase = Phrase::of_parts(vec![side.into(), ": ".into(), goal.into()]);
    let points = battle.goal(id).points;
    if points > 0 {
        phrase = Phrase::new("goal-points").with_value("goal", phrase).with_value("points", points);
    }
    if let Some(state) = goal_state_phrase(battle, id) {
        phrase = Phrase::of_parts(vec![phrase.into(), " – ".into(), state.into()]);
    }
    GoalLine { phrase, side: Some(side), met: battle.is_goal_met(id) }
}

/// Returns a line for each side and turn in which units come onto the map.
fn lines_of_arrivals(battle: &Battle) -> Vec<GoalLine> {
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let mut by_turn: BTreeMap<u32, Vec<PhraseValue>> = BTreeMap::new();
        for (unit, turn) in battle.expected_units(side) {
            // A unit that waits for an event has no turn to tell.
            if let Some(turn) = turn {
                by_turn.entry(turn.max(battle.turn())).or_default().push(unit_value(battle, unit));
            }
        }
        lines.extend(by_turn.into_iter().map(|(turn, units)| {
            let phrase = Phrase::new("arrivals")
                .with_value("side", side)
                .with_value("turn", turn)
                .with_value("units", PhraseValue::List(units));
            GoalLine { phrase, side: Some(side), met: false }
        }));
    }
    lines
}

/// Returns how far a goal has got; `None` for a goal that nothing is done about yet.
fn goal_state_phrase(battle: &Battle, id: GoalId) -> Option<Phrase> {
    if battle.is_goal_met(id) {
        return Some(Phrase::new("goal-met"));
    }
    if !battle.is_goal_announced(id) {
        return Some(Phrase::new("goal-closed"));
    }
    if !battle.is_goal_open(id) {
        return Some(Phrase::new("goal-over"));
    }
    match (&battle.goal(id).aim, battle.goal_progress(id)) {
        (GoalAim::Hold { turns, .. } | GoalAim::Exit { count: turns, .. }, progress @ 1..) => {
            Some(Phrase::new("goal-progress").with_value("progress", progress).with_value("turns", *turns))
        }
        _ => None,
    }
}

/// Returns both sides' victory points; `None` where nothing counts any.
#[must_use]
pub fn victory_points_phrase(battle: &Battle) -> Option<Phrase> {
    let [red, blue] = Side::BOTH.map(|side| battle.victory_points(side).to_string());
    let counted = battle.counts_victory_points();
    counted.then(|| Phrase::new("goals-score").with_value("red", red).with_value("blue", blue))
}

/// Returns the news that a goal has got somewhere.
pub(crate) fn goal_news(battle: &Battle, id: GoalId, progress: u32) -> Phrase {
    let goal = battle.goal(id);
    let news = |key| Phrase::new(key).with_value("goal", goal_phrase(battle, id));
    match goal.aim {
        GoalAim::Hold { .. } if progress == 0 => news("log-goal-lost"),
        GoalAim::Hold { turns, .. } if progress < turns => {
            news("log-goal-held").with_value("progress", progress).with_value("turns", turns)
        }
        GoalAim::Exit { count, .. } if progress < count => {
            news("log-goal-left").with_value("progress", progress).with_value("count", count)
        }
        _ => news("log-goal-met").with_value("side", goal.side),
    }
}
