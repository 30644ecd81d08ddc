//! Every state of a crossing with its place in a drawing: the state graph for pictures and side
//! panels.

use hotgates_search::{Limits, StateGraph, StateId};

use super::crossing::WholeCrossings;
use super::error::RiverError;
use super::rules::RiverRules;
use super::state::BankState;

/// Greatest number of states in a picture.
const MOST_STATES: usize = 2_000;

/// The state graph of the crossing grain, laid out in columns by the distance from the start.
///
/// ```
/// use hotgates_academy::river::{LayeredGraph, RiverRules, StateWorth};
///
/// let chart = LayeredGraph::new(RiverRules::classic()).unwrap();
/// assert_eq!((chart.spots.len(), chart.links.len(), chart.columns), (16, 17, 13));
/// assert_eq!(chart.spots.iter().filter(|spot| spot.worth == StateWorth::Dead).count(), 0);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayeredGraph {
    /// States in the order in which a breadth-first search meets them; the start first.
    pub spots: Vec<LayeredState>,
    /// Crossings between the states.
    pub links: Vec<CrossingLink>,
    /// Number of columns.
    pub columns: usize,
    /// Number of states in the fullest column.
    pub rows: usize,
}

/// One state in a [`LayeredGraph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayeredState {
    /// The state.
    pub banks: BankState,
    /// Distance of the state from the start, in crossings.
    pub column: usize,
    /// Place of the state within its column, from 0.
    pub row: usize,
    /// Number of states in the column.
    pub in_column: usize,
    /// `true` if the goal is reached.
    pub goal: bool,
    /// The worth of the state.
    pub worth: StateWorth,
}

/// The worth of a state on the way across.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateWorth {
    /// `true` if the state lies on a shortest path from the start.
    Shortest,
    /// The goal can be reached from the state.
    Open,
    /// No path leads from the state to the goal.
    Dead,
}

/// A crossing that can be made either way, from the state nearer to the start to the farther.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossingLink {
    /// The nearer state, as an index into [`LayeredGraph::spots`].
    pub from: usize,
    /// Farther state, as an index into [`LayeredGraph::spots`].
    pub to: usize,
    /// The people who cross, as in `2D>`.
    pub label: String,
    /// `true` if a shortest path from the start uses the crossing.
    pub shortest: bool,
}

impl LayeredGraph {
    /// Lays out all states that can be reached in crossings.
    ///
    /// # Errors
    /// The start is lost, or there are more than 2,000 states.
    pub fn new(rules: RiverRules) -> Result<Self, RiverError> {
        let start = rules.start_banks();
        if rules.broken_bank(start).is_some() {
            return Err(RiverError::Over { state: start.to_string(), won: false });
        }
        let graph =
            StateGraph::explore_from(&WholeCrossings(rules), start, &Limits::without_limits(), &mut ());
        let states = graph.states().len();
        if states > MOST_STATES {
            return Err(RiverError::TooLargeToDraw { states, most: MOST_STATES });
        }
        let costs = graph.costs_to_goal();
        let (columns, distance) = state_columns(&graph);
        let mut on_shortest = vec![false; states];
        on_shortest[0] = costs[0].is_some();
        let mut links = Vec::new();
        for &from in columns.iter().flatten() {
            for edge in graph.edges_out_of(from) {
                let shortest = on_shortest[from.index()] && graph.is_on_cheapest_path(&costs, from, edge);
                on_shortest[edge.to.index()] |= shortest;
                if distance[from.index()] < distance[edge.to.index()] {
                    let label = edge.action.crossing_notation(graph.states()[from.index()].side);
                    links.push(CrossingLink { from: from.index(), to: edge.to.index(), label, shortest });
                }
            }
        }
        let mut row = vec![0; states];
        for ids in &columns {
            ids.iter().enumerate().for_each(|(at, id)| row[id.index()] = at);
        }
        let spot = |id: StateId| {
            let at = id.index();
            let worth = match (costs[at], on_shortest[at]) {
                (None, _) => StateWorth::Dead,
                (Some(_), true) => StateWorth::Shortest,
                (Some(_), false) => StateWorth::Open,
            };
            let column = distance[at];
            let in_column = columns[column].len();
            let (banks, goal) = (graph.states()[at], graph.is_goal(id));
            LayeredState { banks, column, row: row[at], in_column, goal, worth }
        };
        let rows = columns.iter().map(Vec::len).max().unwrap_or(1);
        Ok(LayeredGraph { spots: graph.state_ids().map(spot).collect(), links, columns: columns.len(), rows })
    }
}

/// Returns the states by their distance from the start, and the distance of each. Every crossing
/// can be reversed, so no two states of one column are joined, and every state has a distance.
fn state_columns(graph: &StateGraph<WholeCrossings>) -> (Vec<Vec<StateId>>, Vec<usize>) {
    let mut distance = vec![usize::MAX; graph.states().len()];
    distance[0] = 0;
    let mut columns: Vec<Vec<StateId>> = Vec::new();
    for id in graph.state_ids() {
        // States come in the order they were met, so the first way into each is a shortest.
        let here = distance[id.index()];
        if columns.len() <= here {
            columns.push(Vec::new());
        }
        columns[here].push(id);
        for edge in graph.edges_out_of(id) {
            let there = &mut distance[edge.to.index()];
            *there = (*there).min(here + 1);
        }
    }
    (columns, distance)
}
