//! One state space, searched by a method of choice: to see the methods at work and to compare them.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::beam::beam_search;
use crate::best::best_first_search;
use crate::breadth::breadth_first_search;
use crate::cost::{Heuristic, a_star, uniform_cost_search};
use crate::depth::{DepthFirstSearch, UndoablePath};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{FoundPath, SearchOutcome, Statistics};
use crate::problem::{Bound, OptimisationProblem, Problem};
use serde::{Deserialize, Serialize};

/// A search method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchMethod {
    /// In rings around the start; costs are not looked at.
    BreadthFirst,
    /// Takes the state of lowest cost so far.
    UniformCost,
    /// Takes the state of lowest cost so far plus the least cost still to come.
    AStar,
    /// Takes the state of lowest cost so far plus ten times the least cost still to come: a guess
    /// that may take a detour.
    Greedy,
    /// Takes the state of best bound on the answer, and drops every state that is no better than a
    /// known one.
    BestFirst,
    /// Layer by layer, the [`BEAM_WIDTH`] most promising of each.
    Beam,
    /// One way to its end, then back to the last choice.
    DepthFirst,
}

/// Number of states that beam search keeps of each layer.
pub const BEAM_WIDTH: usize = 3;

/// The weight of the estimate in the greedy search.
const GREED: u64 = 10;

impl SearchMethod {
    /// All methods.
    pub const ALL: [SearchMethod; 7] = [
        SearchMethod::BreadthFirst,
        SearchMethod::UniformCost,
        SearchMethod::AStar,
        SearchMethod::Greedy,
        SearchMethod::BestFirst,
        SearchMethod::Beam,
        SearchMethod::DepthFirst,
    ];
}

impl fmt::Display for SearchMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BreadthFirst => "breadth-first",
            Self::UniformCost => "uniform cost",
            Self::AStar => "A*",
            Self::Greedy => "greedy",
            Self::BestFirst => "best-first",
            Self::Beam => "beam",
            Self::DepthFirst => "depth-first",
        })
    }
}

/// A report of a search while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchReport<S> {
    /// A state was met.
    Seen(S),
    /// All actions of a state were tried.
    Expanded(S),
    /// A path to the state is the best so far; with its cost where the method counts it.
    Improved(S, Option<u64>),
}

impl<S: Copy> SearchReport<S> {
    /// Returns the state that the report is about.
    pub const fn state(self) -> S {
        match self {
            Self::Seen(state) | Self::Expanded(state) | Self::Improved(state, _) => state,
        }
    }
}

/// Function that is told what a search does.
pub type SearchWatch<'w, S> = &'w mut dyn FnMut(SearchReport<S>, &Statistics);

/// Searches for a path of least cost by `method`; `least` never exceeds the cost that is still to come, and is `None` where no
/// path leads on. `watch` is called with every report, in which a state is what it is to be shown as.
///
/// ```
/// use hotgates_search::{Limits, SearchMethod, search_by_method};
/// # use hotgates_search::Problem;
/// # /// From 1 upwards by doubling (3 coins) or adding one (1 coin).
/// # struct Ladder(u32);
/// # impl Problem for Ladder {
/// #     type State = u32;
/// #     type Action = char;
/// #     fn actions(&self, n: &u32, into: &mut Vec<char>) { if *n < self.0 { into.extend(['d', '+']) } }
/// #     fn step(&self, n: &u32, action: char) -> (u32, u32) { if action == 'd' { (n * 2, 3) } else { (n + 1, 1) } }
/// #     fn is_goal(&self, n: &u32) -> bool { *n == self.0 }
/// # }
/// let least = |n: &u32| Some(u64::from(*n < 6));
/// let found = search_by_method::<_, u32>(&Ladder(6), 1, least, SearchMethod::AStar, &Limits::without_limits(), &mut |_, _| ());
/// assert_eq!(found.best.unwrap().value, 5);
/// ```
pub fn search_by_method<P, S>(
    problem: &P,
    start: P::State,
    least: impl Fn(&P::State) -> Option<u64>,
    method: SearchMethod,
    limits: &Limits,
    watch: SearchWatch<'_, S>,
) -> SearchOutcome<P::Action, u64>
where
    P: Problem<State: Into<S> + Copy>,
{
    let shortest = ShortestPathAsScore { problem, least: &least };
    let first = ReachedState { state: start, cost: 0 };
    let mut states = StateObserver(watch);
    match method {
        SearchMethod::BreadthFirst => breadth_first_search(problem, start, limits, &mut states),
        SearchMethod::UniformCost => uniform_cost_search(problem, start, limits, &mut states),
        SearchMethod::AStar => a_star(problem, start, &Heuristic::admissible(&least), limits, &mut states),
        SearchMethod::Greedy => {
            let guess = Heuristic::without_guarantee(|state: &P::State| Some(least(state)? * GREED));
            a_star(problem, start, &guess, limits, &mut states)
        }
        SearchMethod::BestFirst => {
            count_as_cost(best_first_search(&shortest, first, None, limits, &mut ReachedObserver(states.0)))
        }
        SearchMethod::Beam => {
            let promise =
                |reached: &ReachedState<P::State>| least(&reached.state).map(|least| -i128::from(least));
            let mut reached = ReachedObserver(states.0);
            count_as_cost(beam_search(&shortest, first, BEAM_WIDTH, promise, limits, &mut reached))
        }
        SearchMethod::DepthFirst => {
            let mut walk = UndoablePath::new(&shortest, first);
            let mut reached = ReachedObserver(states.0);
            count_as_cost(DepthFirstSearch::new().search_to_depth(&mut walk, u64::MAX, limits, &mut reached))
        }
    }
}

/// Converts scores, which are negative costs, to costs.
fn count_as_cost<A>(outcome: SearchOutcome<A, i64>) -> SearchOutcome<A, u64> {
    let SearchOutcome { best, bound, certainty, statistics } = outcome;
    let best = best.map(|way| FoundPath { actions: way.actions, value: way.value.unsigned_abs() });
    SearchOutcome { best, bound: bound.map(i64::unsigned_abs), certainty, statistics }
}

/// The shortest way as the highest score.
struct ShortestPathAsScore<'p, P, F> {
    problem: &'p P,
    least: &'p F,
}

/// A state and the cost of a path to the state. Two are equal where the states are.
#[derive(Debug, Clone, Copy)]
struct ReachedState<S> {
    state: S,
    cost: u32,
}

impl<S: PartialEq> PartialEq for ReachedState<S> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<S: Eq> Eq for ReachedState<S> {}

impl<S: Hash> Hash for ReachedState<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

impl<P: Problem<State: Copy>, F> Problem for ShortestPathAsScore<'_, P, F> {
    type State = ReachedState<P::State>;
    type Action = P::Action;

    fn actions(&self, reached: &Self::State, into: &mut Vec<P::Action>) {
        self.problem.actions(&reached.state, into);
    }

    fn step(&self, reached: &Self::State, action: P::Action) -> (Self::State, u32) {
        let (state, cost) = self.problem.step(&reached.state, action);
        (ReachedState { state, cost: reached.cost + cost }, cost)
    }

    fn is_goal(&self, reached: &Self::State) -> bool {
        self.problem.is_goal(&reached.state)
    }
}

impl<P: Problem<State: Copy>, F: Fn(&P::State) -> Option<u64>> OptimisationProblem
    for ShortestPathAsScore<'_, P, F>
{
    type Score = i64;
    type Key = P::State;

    fn score(&self, reached: &Self::State) -> i64 {
        -i64::from(reached.cost)
    }

    fn bound(&self, reached: &Self::State) -> Bound<i64> {
        let least = (self.least)(&reached.state).and_then(|least| i64::try_from(least).ok());
        least.map_or(Bound::Hopeless, |least| Bound::AtMost(-i64::from(reached.cost) - least))
    }

    fn key(&self, reached: &Self::State) -> P::State {
        reached.state
    }

    fn no_worse(&self, a: &Self::State, b: &Self::State) -> bool {
        a.cost <= b.cost
    }
}

/// An observer of states that hands reports to a function.
struct StateObserver<'w, S>(SearchWatch<'w, S>);

impl<S, T: Into<S> + Copy> Observer<T> for StateObserver<'_, S> {
    fn seen(&mut self, state: &T, statistics: &Statistics) {
        (self.0)(SearchReport::Seen((*state).into()), statistics);
    }

    fn expanded(&mut self, state: &T, statistics: &Statistics) {
        (self.0)(SearchReport::Expanded((*state).into()), statistics);
    }

    fn improved(&mut self, state: &T, statistics: &Statistics) {
        (self.0)(SearchReport::Improved((*state).into(), None), statistics);
    }
}

/// An observer of states with the costs of their paths, which hands reports to a function.
struct ReachedObserver<'w, S>(SearchWatch<'w, S>);

impl<S, T: Into<S> + Copy> Observer<ReachedState<T>> for ReachedObserver<'_, S> {
    fn seen(&mut self, reached: &ReachedState<T>, statistics: &Statistics) {
        (self.0)(SearchReport::Seen(reached.state.into()), statistics);
    }

    fn expanded(&mut self, reached: &ReachedState<T>, statistics: &Statistics) {
        (self.0)(SearchReport::Expanded(reached.state.into()), statistics);
    }

    fn improved(&mut self, reached: &ReachedState<T>, statistics: &Statistics) {
        (self.0)(SearchReport::Improved(reached.state.into(), Some(reached.cost.into())), statistics);
    }
}

impl<'p, S, P, F> Observer<UndoablePath<'p, ShortestPathAsScore<'p, P, F>>> for ReachedObserver<'_, S>
where
    P: Problem<State: Into<S> + Copy>,
    F: Fn(&P::State) -> Option<u64>,
{
    fn seen(&mut self, walk: &UndoablePath<'p, ShortestPathAsScore<'p, P, F>>, statistics: &Statistics) {
        Observer::<ReachedState<P::State>>::seen(self, walk.current_state(), statistics);
    }

    fn expanded(&mut self, walk: &UndoablePath<'p, ShortestPathAsScore<'p, P, F>>, statistics: &Statistics) {
        Observer::<ReachedState<P::State>>::expanded(self, walk.current_state(), statistics);
    }

    fn improved(&mut self, walk: &UndoablePath<'p, ShortestPathAsScore<'p, P, F>>, statistics: &Statistics) {
        Observer::<ReachedState<P::State>>::improved(self, walk.current_state(), statistics);
    }
}
