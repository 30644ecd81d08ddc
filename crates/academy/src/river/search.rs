//! One crossing, searched by a method of choice: to see the methods at work and to compare them.

use std::hash::{Hash, Hasher};

use hotgates_search::{
    Bound, Certainty, DepthFirstSearch, Heuristic, Limits, Observer, OptimisationProblem, Problem,
    SearchOutcome, Statistics, UndoablePath, a_star, beam_search, best_first_search, breadth_first_search,
    uniform_cost_search,
};
use serde::{Deserialize, Serialize};

use super::crossing::WholeCrossings;
use super::rules::RiverRules;
use super::state::{BankState, BoatLoad, RiverMoment};
use super::step::{PersonKind, RiverStep, SingleSteps};

/// The size of one action of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionSize {
    /// A whole trip of the boat.
    #[default]
    Crossings,
    /// One person boards or leaves, or the boat sails.
    Steps,
}

/// A search method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiverMethod {
    /// In rings around the start.
    BreadthFirst,
    /// Takes the state of lowest cost so far; every action costs 1 here.
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

impl RiverMethod {
    /// All methods.
    pub const ALL: [RiverMethod; 7] = [
        RiverMethod::BreadthFirst,
        RiverMethod::UniformCost,
        RiverMethod::AStar,
        RiverMethod::Greedy,
        RiverMethod::BestFirst,
        RiverMethod::Beam,
        RiverMethod::DepthFirst,
    ];
}

/// A report of a search while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchReport {
    /// A state was met.
    Seen(RiverMoment),
    /// All actions of a state were tried.
    Expanded(RiverMoment),
    /// A path to the state is the best so far; with the number of its actions where the method
    /// counts them.
    Improved(RiverMoment, Option<u64>),
}

/// The answer of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RiverAnswer {
    /// Path in single steps, whatever the grain; empty where there is none.
    pub steps: Vec<RiverStep>,
    /// Actions of the answer, in the grain of the search.
    pub cost: Option<u64>,
    /// Lower bound of the answer; `None` where nothing is known.
    pub bound: Option<u64>,
    /// The certainty of the answer.
    pub certainty: Certainty,
    /// The work of the search.
    pub statistics: Statistics,
}

/// Finds a path across from `from` by `method`; `watch` is called with every sight of the search.
///
/// A search of whole crossings from a loaded boat begins with everybody ashore.
///
/// ```
/// use hotgates_academy::river::{ActionSize, RiverMethod, RiverRules, search_river};
/// use hotgates_search::Limits;
///
/// let rules = RiverRules::classic();
/// for method in RiverMethod::ALL {
///     let found = search_river(rules, rules.start_banks().into(), ActionSize::Crossings, method, &Limits::without_limits(), &mut |_, _| ());
///     assert_eq!(found.cost, Some(11), "{method:?}");
/// }
/// ```
pub fn search_river(
    rules: RiverRules,
    from: RiverMoment,
    grain: ActionSize,
    method: RiverMethod,
    limits: &Limits,
    watch: &mut dyn FnMut(SearchReport, &Statistics),
) -> RiverAnswer {
    if rules.find_breach(from).is_some() {
        let (certainty, statistics) = (Certainty::NoSolution, Statistics::default());
        return RiverAnswer { steps: Vec::new(), cost: None, bound: None, certainty, statistics };
    }
    let mut telling = ReportingObserver { watch };
    match grain {
        ActionSize::Steps => {
            let steps = SingleSteps(rules);
            let least = |moment: &RiverMoment| steps.least_steps(*moment);
            river_answer_of(
                run_search_method(&steps, from, least, method, limits, &mut telling),
                <[_]>::to_vec,
            )
        }
        ActionSize::Crossings => {
            let crossings = WholeCrossings(rules);
            let least = |banks: &BankState| crossings.least_crossings(*banks);
            river_answer_of(
                run_search_method(&crossings, from.as_banks(), least, method, limits, &mut telling),
                |way| single_steps(from, way),
            )
        }
    }
}

fn river_answer_of<A>(outcome: SearchOutcome<A, u64>, steps: impl Fn(&[A]) -> Vec<RiverStep>) -> RiverAnswer {
    let SearchOutcome { best, bound, certainty, statistics } = outcome;
    let cost = best.as_ref().map(|way| way.value);
    RiverAnswer {
        steps: best.map(|way| steps(&way.actions)).unwrap_or_default(),
        cost,
        bound,
        certainty,
        statistics,
    }
}

/// Returns trips as single steps: priests board first and leave last, so that they are never
/// outnumbered in the boat on the way.
fn single_steps(from: RiverMoment, trips: &[BoatLoad]) -> Vec<RiverStep> {
    let times = |step, number: u8| std::iter::repeat_n(step, usize::from(number));
    let ashore = |load: BoatLoad| {
        times(RiverStep::Leave(PersonKind::Devil), load.devils)
            .chain(times(RiverStep::Leave(PersonKind::Priest), load.priests))
    };
    let mut steps: Vec<RiverStep> = ashore(from.load).collect();
    for &load in trips {
        steps.extend(times(RiverStep::Board(PersonKind::Priest), load.priests));
        steps.extend(times(RiverStep::Board(PersonKind::Devil), load.devils));
        steps.push(RiverStep::Sail);
        steps.extend(ashore(load));
    }
    steps
}

fn run_search_method<P: Problem<State: Into<RiverMoment> + Copy>>(
    problem: &P,
    start: P::State,
    least: impl Fn(&P::State) -> Option<u64>,
    method: RiverMethod,
    limits: &Limits,
    telling: &mut ReportingObserver,
) -> SearchOutcome<P::Action, u64> {
    let shortest = ShortestPathAsScore { problem, least: &least };
    let first = ReachedState { state: start, cost: 0 };
    match method {
        RiverMethod::BreadthFirst => breadth_first_search(problem, start, limits, telling),
        RiverMethod::UniformCost => uniform_cost_search(problem, start, limits, telling),
        RiverMethod::AStar => a_star(problem, start, &Heuristic::admissible(&least), limits, telling),
        RiverMethod::Greedy => {
            let guess = Heuristic::without_guarantee(|state: &P::State| Some(least(state)? * GREED));
            a_star(problem, start, &guess, limits, telling)
        }
        RiverMethod::BestFirst => count_as_cost(best_first_search(&shortest, first, None, limits, telling)),
        RiverMethod::Beam => {
            let promise =
                |reached: &ReachedState<P::State>| least(&reached.state).map(|least| -i128::from(least));
            count_as_cost(beam_search(&shortest, first, BEAM_WIDTH, promise, limits, telling))
        }
        RiverMethod::DepthFirst => {
            let mut walk = UndoablePath::new(&shortest, first);
            count_as_cost(DepthFirstSearch::new().search_to_depth(&mut walk, u64::MAX, limits, telling))
        }
    }
}

/// Converts scores, which are negative costs, to costs.
fn count_as_cost<A>(outcome: SearchOutcome<A, i64>) -> SearchOutcome<A, u64> {
    let SearchOutcome { best, bound, certainty, statistics } = outcome;
    let best =
        best.map(|way| hotgates_search::FoundPath { actions: way.actions, value: way.value.unsigned_abs() });
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

/// An observer that hands the sights of a search to a function.
struct ReportingObserver<'w> {
    watch: &'w mut dyn FnMut(SearchReport, &Statistics),
}

impl<S: Into<RiverMoment> + Copy> Observer<S> for ReportingObserver<'_> {
    fn seen(&mut self, state: &S, statistics: &Statistics) {
        (self.watch)(SearchReport::Seen((*state).into()), statistics);
    }

    fn expanded(&mut self, state: &S, statistics: &Statistics) {
        (self.watch)(SearchReport::Expanded((*state).into()), statistics);
    }

    fn improved(&mut self, state: &S, statistics: &Statistics) {
        (self.watch)(SearchReport::Improved((*state).into(), None), statistics);
    }
}

impl<S: Into<RiverMoment> + Copy> Observer<ReachedState<S>> for ReportingObserver<'_> {
    fn seen(&mut self, reached: &ReachedState<S>, statistics: &Statistics) {
        (self.watch)(SearchReport::Seen(reached.state.into()), statistics);
    }

    fn expanded(&mut self, reached: &ReachedState<S>, statistics: &Statistics) {
        (self.watch)(SearchReport::Expanded(reached.state.into()), statistics);
    }

    fn improved(&mut self, reached: &ReachedState<S>, statistics: &Statistics) {
        let sight = SearchReport::Improved(reached.state.into(), Some(reached.cost.into()));
        (self.watch)(sight, statistics);
    }
}

impl<'p, P, F> Observer<UndoablePath<'p, ShortestPathAsScore<'p, P, F>>> for ReportingObserver<'_>
where
    P: Problem<State: Into<RiverMoment> + Copy>,
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
