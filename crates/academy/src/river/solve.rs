//! Solving a river crossing: fewest crossings, fewest steps, and the number of shortest paths.

use hotgates_search::{Heuristic, Limits, Observer, StateGraph, Statistics, a_star};
use serde::Serialize;

use super::crossing::WholeCrossings;
use super::rules::RiverRules;
use super::state::{BankState, RiverMoment};
use super::step::{RiverStep, SingleSteps};

/// The solution of a river crossing, in the shape of `river --solve --json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RiverSolution {
    /// `true` if there is a path; false is proven by exhaustion.
    pub solvable: bool,
    /// Fewest whole crossings.
    pub crossings: Option<u64>,
    /// Fewest single steps; a path in the fewest steps need not be one in the fewest crossings.
    pub steps: Option<u64>,
    /// Number of paths with the fewest crossings; `None` from 2^128 on.
    pub shortest_ways: Option<u128>,
    /// Legal crossing-grain states that can be reached, the start and those behind the goal among
    /// them.
    pub states: usize,
    /// One path in the fewest crossings, as `2D>`, `<1D`, …
    pub way: Vec<String>,
}

/// A solution with the work of the search.
#[derive(Debug, Clone)]
pub struct SolvedRiver {
    /// The solution.
    pub solution: RiverSolution,
    /// A path in the fewest single steps; empty where there is none.
    pub steps: Vec<RiverStep>,
    /// The work of exploring all crossings.
    pub crossing_work: Statistics,
    /// The work of searching the fewest steps.
    pub step_work: Statistics,
}

/// Returns the fewest crossings, the fewest steps and the number of shortest paths of the game of
/// `rules`.
///
/// All crossing states are explored breadth-first (`crossings` watches); single steps are searched
/// with A* (`steps` watches). Under a second for up to 100 of everything.
pub fn solve_river(
    rules: RiverRules,
    crossings: &mut impl Observer<BankState>,
    steps: &mut impl Observer<RiverMoment>,
) -> SolvedRiver {
    let none = Limits::without_limits();
    let start = rules.start_banks();
    let unsolvable = |states, crossing_work| SolvedRiver {
        solution: RiverSolution {
            solvable: false,
            crossings: None,
            steps: None,
            shortest_ways: Some(0),
            states,
            way: Vec::new(),
        },
        steps: Vec::new(),
        crossing_work,
        step_work: Statistics::default(),
    };
    if rules.broken_bank(start).is_some() {
        return unsolvable(0, Statistics::default());
    }
    let graph = StateGraph::explore_from(&WholeCrossings(rules), start, &none, crossings);
    let costs = graph.costs_to_goal();
    let states = graph.states().len();
    let Some(fewest) = costs[0] else {
        return unsolvable(states, graph.statistics());
    };

    let mut way = Vec::new();
    let mut at = hotgates_search::StateId(0);
    while let Some(edge) =
        graph.edges_out_of(at).iter().find(|edge| graph.is_on_cheapest_path(&costs, at, edge))
    {
        way.push(edge.action.crossing_notation(graph.states()[at.index()].side));
        at = edge.to;
    }
    let found = fewest_steps(rules, start.into(), &none, steps);
    let solution = RiverSolution {
        solvable: true,
        crossings: Some(fewest),
        steps: found.best.as_ref().map(|way| way.value),
        shortest_ways: graph.count_cheapest_paths(&costs),
        states,
        way,
    };
    let steps = found.best.map(|way| way.actions).unwrap_or_default();
    SolvedRiver { solution, steps, crossing_work: graph.statistics(), step_work: found.statistics }
}

/// Finds a path in the fewest single steps from `moment`, with A*.
pub(super) fn fewest_steps(
    rules: RiverRules,
    moment: RiverMoment,
    limits: &Limits,
    observer: &mut impl Observer<RiverMoment>,
) -> hotgates_search::SearchOutcome<RiverStep, u64> {
    let steps = SingleSteps(rules);
    let heuristic = Heuristic::admissible(|moment: &RiverMoment| steps.least_steps(*moment));
    a_star(&steps, moment, &heuristic, limits, observer)
}
