//! One map, searched by a method of choice.

use hotgates_grid::Cell;
use hotgates_search::{
    Certainty, Limits, Problem, SearchMethod, SearchOutcome, SearchWatch, Statistics, search_by_method,
};

use crate::map::WayMap;

/// Ways over a map as a state space: a state is a hex, an action the step to the hex beside it.
#[derive(Debug, Clone, Copy)]
pub struct HexSteps<'m>(pub &'m WayMap);

impl Problem for HexSteps<'_> {
    type State = Cell;
    type Action = Cell;

    fn actions(&self, cell: &Cell, into: &mut Vec<Cell>) {
        into.extend(self.0.neighbours(*cell));
    }

    fn step(&self, _: &Cell, to: Cell) -> (Cell, u32) {
        (to, self.0.entry_cost(to).unwrap_or(u32::MAX))
    }

    fn is_goal(&self, cell: &Cell) -> bool {
        *cell == self.0.goal()
    }
}

/// The methods to compare: all but best-first search, which looks at the hexes that A* looks at.
pub const WAY_METHODS: [SearchMethod; 6] = [
    SearchMethod::BreadthFirst,
    SearchMethod::UniformCost,
    SearchMethod::AStar,
    SearchMethod::Greedy,
    SearchMethod::Beam,
    SearchMethod::DepthFirst,
];

/// Greatest number of steps of a depth-first search, which tries the same hexes again on every way and looks through
/// its own at each step.
const MOST_DEPTH_FIRST_STEPS: u64 = 30_000;

/// The answer of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayAnswer {
    /// Hexes of the way from the start to the goal, both included; empty where none was found.
    pub way: Vec<Cell>,
    /// Cost of the way.
    pub cost: Option<u64>,
    /// Lower bound of the cost of all ways; `None` where nothing is known.
    pub bound: Option<u64>,
    /// Certainty that no way is cheaper.
    pub certainty: Certainty,
    /// The work of the search.
    pub statistics: Statistics,
}

/// Looks for a cheapest way by `method`; `watch` is called with every report of the search.
///
/// Breadth-first search looks for the fewest steps, so what it finds is not proven to be cheapest. Depth-first search
/// ends after 30,000 steps.
///
/// ```
/// use hotgates_search::SearchMethod;
/// use hotgates_ways::{ShippedWay, search_way};
/// use hotgates_search::{Certainty, Limits};
///
/// let map = ShippedWay::ALL[0].parse();
/// let found = search_way(&map, SearchMethod::AStar, &Limits::without_limits(), &mut |_, _| ());
/// assert_eq!((found.cost, found.certainty), (Some(22), Certainty::Proven));
/// ```
pub fn search_way(
    map: &WayMap,
    method: SearchMethod,
    limits: &Limits,
    watch: SearchWatch<'_, Cell>,
) -> WayAnswer {
    let limits = match method {
        SearchMethod::DepthFirst => limits.with_steps(limits.steps.min(MOST_DEPTH_FIRST_STEPS)),
        _ => *limits,
    };
    let least = |cell: &Cell| Some(u64::from(map.least_cost_to_goal(*cell)));
    let found = search_by_method(&HexSteps(map), map.start(), least, method, &limits, watch);
    let SearchOutcome { best, bound, certainty, statistics } = found;
    let counts_steps = method == SearchMethod::BreadthFirst;
    let certainty = match certainty {
        Certainty::Proven if counts_steps => Certainty::Unproven,
        certainty => certainty,
    };
    let way: Vec<Cell> =
        best.map(|best| std::iter::once(map.start()).chain(best.actions).collect()).unwrap_or_default();
    let cost_of_way = way.iter().skip(1).filter_map(|&cell| map.entry_cost(cell)).map(u64::from).sum();
    WayAnswer {
        cost: Some(cost_of_way).filter(|_| !way.is_empty()),
        bound: bound.filter(|_| !counts_steps),
        way,
        certainty,
        statistics,
    }
}
