//! One crossing, searched in whichever way is asked for: to see the methods at work and to compare them.

use std::hash::{Hash, Hasher};

use hotgates_search::{
    Bound, DepthFirst, Heuristic, Limits, Observer, Optimise, Outcome, Pathwise, Problem, Statistics,
    Verdict, a_star, beam, best_first, breadth_first, uniform_cost,
};
use serde::{Deserialize, Serialize};

use super::crossing::Crossings;
use super::rules::Rules;
use super::state::{Banks, Load, Moment};
use super::step::{Step, Steps, Who};

/// What one action of a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grain {
    /// A whole trip of the boat.
    #[default]
    Crossings,
    /// One person boards or leaves, or the boat sails.
    Steps,
}

/// A way to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// In rings around the start.
    BreadthFirst,
    /// By the cost so far; here every action costs 1.
    UniformCost,
    /// By the cost so far and the least still to come.
    AStar,
    /// By the cost so far and ten times the least still to come: a guess that may take a detour.
    Greedy,
    /// By what can still be had at best, dropping what is no better than something known.
    BestFirst,
    /// Layer by layer, the [`BEAM_WIDTH`] most promising of each.
    Beam,
    /// One way to its end, then back to the last choice.
    DepthFirst,
}

/// States that beam search keeps of each layer.
pub const BEAM_WIDTH: usize = 3;

/// How much more the greedy search makes of the estimate than it promises.
const GREED: u64 = 10;

impl Method {
    /// All of them.
    pub const ALL: [Method; 7] = [
        Method::BreadthFirst,
        Method::UniformCost,
        Method::AStar,
        Method::Greedy,
        Method::BestFirst,
        Method::Beam,
        Method::DepthFirst,
    ];
}

/// What a search tells while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// A state was met.
    Seen(Moment),
    /// All actions of a state were tried.
    Expanded(Moment),
    /// A way to this state is the best so far, with so many actions where the method counts them on the way.
    Improved(Moment, Option<u64>),
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The way in single steps, whatever the grain; empty where there is none.
    pub steps: Vec<Step>,
    /// Its actions in the grain of the search.
    pub cost: Option<u64>,
    /// No way is shorter; `None` where nothing is known.
    pub bound: Option<u64>,
    /// What the answer is worth.
    pub verdict: Verdict,
    /// What it took.
    pub statistics: Statistics,
}

/// A way across from `from`, found by `method`; `watch` is told what the search does.
///
/// From a loaded boat the search of whole crossings begins with everybody ashore.
///
/// ```
/// use hotgates_academy::river::{Grain, Method, Rules, search};
/// use hotgates_search::Limits;
///
/// let rules = Rules::classic();
/// for method in Method::ALL {
///     let found = search(rules, rules.start().into(), Grain::Crossings, method, &Limits::none(), &mut |_, _| ());
///     assert_eq!(found.cost, Some(11), "{method:?}");
/// }
/// ```
pub fn search(
    rules: Rules,
    from: Moment,
    grain: Grain,
    method: Method,
    limits: &Limits,
    watch: &mut dyn FnMut(Sight, &Statistics),
) -> Found {
    if rules.broken(from).is_some() {
        let (verdict, statistics) = (Verdict::NoSolution, Statistics::default());
        return Found { steps: Vec::new(), cost: None, bound: None, verdict, statistics };
    }
    let mut telling = Telling { watch };
    match grain {
        Grain::Steps => {
            let steps = Steps(rules);
            let least = |moment: &Moment| steps.least_steps(*moment);
            found(run(&steps, from, least, method, limits, &mut telling), <[_]>::to_vec)
        }
        Grain::Crossings => {
            let crossings = Crossings(rules);
            let least = |banks: &Banks| crossings.least_crossings(*banks);
            found(run(&crossings, from.banks(), least, method, limits, &mut telling), |way| {
                single_steps(from, way)
            })
        }
    }
}

fn found<A>(outcome: Outcome<A, u64>, steps: impl Fn(&[A]) -> Vec<Step>) -> Found {
    let Outcome { best, bound, verdict, statistics } = outcome;
    let cost = best.as_ref().map(|way| way.value);
    Found { steps: best.map(|way| steps(&way.actions)).unwrap_or_default(), cost, bound, verdict, statistics }
}

/// Trips as single steps: priests board first and leave last, so that nobody is outnumbered in the boat on the way.
fn single_steps(from: Moment, trips: &[Load]) -> Vec<Step> {
    let times = |step, number: u8| std::iter::repeat_n(step, usize::from(number));
    let ashore = |load: Load| {
        times(Step::Leave(Who::Devil), load.devils).chain(times(Step::Leave(Who::Priest), load.priests))
    };
    let mut steps: Vec<Step> = ashore(from.load).collect();
    for &load in trips {
        steps.extend(times(Step::Board(Who::Priest), load.priests));
        steps.extend(times(Step::Board(Who::Devil), load.devils));
        steps.push(Step::Sail);
        steps.extend(ashore(load));
    }
    steps
}

fn run<P: Problem<State: Into<Moment> + Copy>>(
    problem: &P,
    start: P::State,
    least: impl Fn(&P::State) -> Option<u64>,
    method: Method,
    limits: &Limits,
    telling: &mut Telling,
) -> Outcome<P::Action, u64> {
    let shortest = Shortest { problem, least: &least };
    let first = Reached { state: start, cost: 0 };
    match method {
        Method::BreadthFirst => breadth_first(problem, start, limits, telling),
        Method::UniformCost => uniform_cost(problem, start, limits, telling),
        Method::AStar => a_star(problem, start, &Heuristic::admissible(&least), limits, telling),
        Method::Greedy => {
            let guess = Heuristic::guess(|state: &P::State| Some(least(state)? * GREED));
            a_star(problem, start, &guess, limits, telling)
        }
        Method::BestFirst => counted(best_first(&shortest, first, None, limits, telling)),
        Method::Beam => {
            let promise = |reached: &Reached<P::State>| least(&reached.state).map(|least| -i128::from(least));
            counted(beam(&shortest, first, BEAM_WIDTH, promise, limits, telling))
        }
        Method::DepthFirst => {
            let mut walk = Pathwise::new(&shortest, first);
            counted(DepthFirst::new().run(&mut walk, u64::MAX, limits, telling))
        }
    }
}

/// Scores, which are costs below zero, as costs.
fn counted<A>(outcome: Outcome<A, i64>) -> Outcome<A, u64> {
    let Outcome { best, bound, verdict, statistics } = outcome;
    let best = best.map(|way| hotgates_search::Way { actions: way.actions, value: way.value.unsigned_abs() });
    Outcome { best, bound: bound.map(i64::unsigned_abs), verdict, statistics }
}

/// The shortest way as the highest score.
struct Shortest<'p, P, F> {
    problem: &'p P,
    least: &'p F,
}

/// A state and the cost of a way to it. Two are equal where the states are.
#[derive(Debug, Clone, Copy)]
struct Reached<S> {
    state: S,
    cost: u32,
}

impl<S: PartialEq> PartialEq for Reached<S> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<S: Eq> Eq for Reached<S> {}

impl<S: Hash> Hash for Reached<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

impl<P: Problem<State: Copy>, F> Problem for Shortest<'_, P, F> {
    type State = Reached<P::State>;
    type Action = P::Action;

    fn actions(&self, reached: &Self::State, into: &mut Vec<P::Action>) {
        self.problem.actions(&reached.state, into);
    }

    fn step(&self, reached: &Self::State, action: P::Action) -> (Self::State, u32) {
        let (state, cost) = self.problem.step(&reached.state, action);
        (Reached { state, cost: reached.cost + cost }, cost)
    }

    fn is_goal(&self, reached: &Self::State) -> bool {
        self.problem.is_goal(&reached.state)
    }
}

impl<P: Problem<State: Copy>, F: Fn(&P::State) -> Option<u64>> Optimise for Shortest<'_, P, F> {
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

/// Passes on what a search does.
struct Telling<'w> {
    watch: &'w mut dyn FnMut(Sight, &Statistics),
}

impl<S: Into<Moment> + Copy> Observer<S> for Telling<'_> {
    fn seen(&mut self, state: &S, statistics: &Statistics) {
        (self.watch)(Sight::Seen((*state).into()), statistics);
    }

    fn expanded(&mut self, state: &S, statistics: &Statistics) {
        (self.watch)(Sight::Expanded((*state).into()), statistics);
    }

    fn improved(&mut self, state: &S, statistics: &Statistics) {
        (self.watch)(Sight::Improved((*state).into(), None), statistics);
    }
}

impl<S: Into<Moment> + Copy> Observer<Reached<S>> for Telling<'_> {
    fn seen(&mut self, reached: &Reached<S>, statistics: &Statistics) {
        (self.watch)(Sight::Seen(reached.state.into()), statistics);
    }

    fn expanded(&mut self, reached: &Reached<S>, statistics: &Statistics) {
        (self.watch)(Sight::Expanded(reached.state.into()), statistics);
    }

    fn improved(&mut self, reached: &Reached<S>, statistics: &Statistics) {
        let sight = Sight::Improved(reached.state.into(), Some(reached.cost.into()));
        (self.watch)(sight, statistics);
    }
}

impl<'p, P, F> Observer<Pathwise<'p, Shortest<'p, P, F>>> for Telling<'_>
where
    P: Problem<State: Into<Moment> + Copy>,
    F: Fn(&P::State) -> Option<u64>,
{
    fn seen(&mut self, walk: &Pathwise<'p, Shortest<'p, P, F>>, statistics: &Statistics) {
        Observer::<Reached<P::State>>::seen(self, walk.state(), statistics);
    }

    fn expanded(&mut self, walk: &Pathwise<'p, Shortest<'p, P, F>>, statistics: &Statistics) {
        Observer::<Reached<P::State>>::expanded(self, walk.state(), statistics);
    }

    fn improved(&mut self, walk: &Pathwise<'p, Shortest<'p, P, F>>, statistics: &Statistics) {
        Observer::<Reached<P::State>>::improved(self, walk.state(), statistics);
    }
}
