//! Goals, ways to win and victory points in words.

use std::collections::BTreeMap;

use hotgates_engine::{Battle, Cell, Goal, GoalAim, GoalId, Objective, Side};

use crate::words::count_words;

/// Returns a goal by its name, or else by what it asks for.
pub fn goal_words(battle: &Battle, id: GoalId) -> String {
    let goal = battle.goal(id);
    goal.name.clone().unwrap_or_else(|| aim_words(battle, goal))
}

/// Returns what a goal asks for: `take 4,0 and 5,0 by turn 6`.
fn aim_words(battle: &Battle, goal: &Goal) -> String {
    let hexes = |cells: &[Cell]| join_words(cells.iter().map(|&cell| battle.grid().coord(cell).to_string()));
    let until = |by: u32| if by < battle.last_turn() { format!(" by turn {by}") } else { String::new() };
    match &goal.aim {
        GoalAim::Hold { cells, turns: 0 } => format!("hold {}", hexes(cells)),
        GoalAim::Hold { cells, turns } => {
            let halves = count_words(*turns, "half-turn", "half-turns");
            format!("hold {} through {halves} of {}", hexes(cells), goal.side.other())
        }
        GoalAim::Take { cells, by } => format!("take {}{}", hexes(cells), until(*by)),
        GoalAim::Destroy { units, by } => {
            let labels = units.iter().map(|&unit| battle.info(unit).label.clone());
            format!("destroy {}{}", join_words(labels), until(*by))
        }
        GoalAim::Exit { cells, units, count, by } => {
            let own = battle.roster().filter(|(_, info)| info.side == goal.side).count();
            let who = if units.len() == own {
                count_words(*count, "unit", "units")
            } else {
                let labels = join_words(units.iter().map(|&unit| battle.info(unit).label.clone()));
                if *count as usize == units.len() { labels } else { format!("{count} of {labels}") }
            };
            format!("bring {who} off the map over {}{}", hexes(cells), until(*by))
        }
    }
}

/// Returns the items with `and` before the last.
fn join_words(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns a line for each goal, each way to win with goals, and the rule at dusk; none for a battle
/// that castles alone decide.
pub fn goal_lines(battle: &Battle) -> Vec<String> {
    let mut lines = Vec::new();
    for (id, goal) in battle.all_goals() {
        let aim = aim_words(battle, goal);
        let what = match &goal.name {
            Some(name) => format!("{name} ({aim})"),
            None => aim,
        };
        let points = match goal.points {
            0 => String::new(),
            points => format!(", {}", count_words(points, "point", "points")),
        };
        let closed = if battle.is_goal_announced(id) { "" } else { ", not open yet" };
        lines.push(format!("{}'s goal: {what}{points}{closed}", goal.side));
    }
    for side in Side::BOTH {
        for set in battle.winning_sets(side) {
            let goals = join_words(set.iter().map(|&goal| goal_words(battle, goal)));
            lines.push(format!("{side} wins at once with: {goals}"));
        }
    }
    if battle.objective() == Objective::Goals {
        lines.push(match battle.winner_at_dusk_without_points() {
            Some(side) => format!("At dusk {side} wins."),
            None => "At dusk more victory points win.".to_owned(),
        });
    }
    lines
}

/// Returns a line for each side and turn in which units come onto the map.
pub fn arrival_lines(battle: &Battle) -> Vec<String> {
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let mut by_turn: BTreeMap<Option<u32>, Vec<String>> = BTreeMap::new();
        for (unit, turn) in battle.expected_units(side) {
            by_turn.entry(turn).or_default().push(battle.info(unit).label.clone());
        }
        for (turn, units) in by_turn {
            let when = turn.map_or("after an event".to_owned(), |turn| format!("in turn {turn}"));
            let units = join_words(units.into_iter());
            lines.push(format!("{side} gets {when}: {units}"));
        }
    }
    lines
}

/// Returns the news that a goal has got somewhere.
pub fn goal_news(battle: &Battle, id: GoalId, progress: u32) -> Option<String> {
    let goal = battle.goal(id);
    let words = goal_words(battle, id);
    match goal.aim {
        GoalAim::Hold { turns, .. } if (1..turns).contains(&progress) => {
            Some(format!("{words}: held through {progress} of {turns}"))
        }
        GoalAim::Hold { .. } if progress == 0 => None,
        GoalAim::Exit { count, .. } if progress < count => Some(format!("{words}: {progress} of {count}")),
        _ => Some(format!("{} meets its goal: {words}", goal.side)),
    }
}

/// Returns the victory points of both sides and the degree of the victory; `None` where nothing
/// counts points.
pub fn victory_point_words(battle: &Battle) -> Option<String> {
    let [red, blue] = Side::BOTH.map(|side| battle.victory_points(side));
    let degree = battle.degree_of_victory().map(|degree| format!(": {degree}"));
    battle
        .counts_victory_points()
        .then(|| format!("victory points  Red {red}, Blue {blue}{}", degree.unwrap_or_default()))
}
