//! Uniform-cost search and A*: the least cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Certainty, FoundPath, SearchOutcome, Statistics};
use crate::problem::Problem;
use crate::state_index::{StateIndex, hash_key};
use crate::tree::PathTree;

/// An estimate of the cost still to come, marked as admissible or not.
///
/// ```
/// use hotgates_search::{Certainty, Heuristic, Limits, a_star};
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
/// let guess = Heuristic::without_guarantee(|n: &u32| Some(u64::from(100 - n)));
/// let found = a_star(&Ladder(6), 1, &guess, &Limits::without_limits(), &mut ());
/// assert_eq!(found.certainty, Certainty::Unproven); // a way up, perhaps not the cheapest
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Heuristic<F> {
    estimate: F,
    admissible: bool,
}

impl<F> Heuristic<F> {
    /// Makes an estimate that is never more than the true cost to the nearest goal; `None` where no
    /// path leads to a goal.
    ///
    /// With an admissible estimate A* proves its answer. The caller vouches for the estimate.
    pub const fn admissible(estimate: F) -> Self {
        Heuristic { estimate, admissible: true }
    }

    /// Makes an estimate that may be too high: answers come quicker and are never proven.
    pub const fn without_guarantee(estimate: F) -> Self {
        Heuristic { estimate, admissible: false }
    }
}

/// Returns a cheapest path from `start` to a goal; its value is its cost.
///
/// Dijkstra's algorithm ("A note on two problems in connexion with graphs", 1959) over a state
/// space. `O(steps · log states)`. Of equal costs the earlier met is taken first.
///
/// ```
/// use hotgates_search::{Limits, uniform_cost_search};
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
/// let found = uniform_cost_search(&Ladder(6), 1, &Limits::without_limits(), &mut ());
/// assert_eq!(found.best.unwrap().value, 5); // one by one, or doubled once at the end
/// ```
pub fn uniform_cost_search<P: Problem>(
    problem: &P,
    start: P::State,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> SearchOutcome<P::Action, u64> {
    a_star(problem, start, &Heuristic::admissible(|_: &P::State| Some(0)), limits, observer)
}

/// Returns a cheapest path from `start` to a goal, looking first where cost so far plus `heuristic`
/// is least; its value is its cost.
///
/// A* (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost
/// paths", 1968). The estimate need not be consistent: a state met again at less cost is opened
/// again. Of equal sums the state nearer to a goal by the estimate goes first
/// ([`Problem::tie_break`]), then the earlier met.
///
/// ```
/// use hotgates_search::{Certainty, Heuristic, Limits, a_star};
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
/// // Every state but the goal is at least one coin away.
/// let estimate = Heuristic::admissible(|n: &u32| Some(u64::from(*n < 6)));
/// let found = a_star(&Ladder(6), 1, &estimate, &Limits::without_limits(), &mut ());
/// assert_eq!((found.certainty, found.bound), (Certainty::Proven, Some(5)));
/// ```
pub fn a_star<P: Problem>(
    problem: &P,
    start: P::State,
    heuristic: &Heuristic<impl Fn(&P::State) -> Option<u64>>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> SearchOutcome<P::Action, u64> {
    let mut search = UniformCostSearch::<P>::new();
    let certainty = search.search_cheapest(problem, start, heuristic, limits, observer);
    let best = search
        .goal
        .map(|id| FoundPath { actions: search.tree.actions_to(id), value: search.nodes[id as usize].cost });
    let bound = match certainty {
        Certainty::Proven => best.as_ref().map(|way| way.value),
        // Nothing waits where there is no solution.
        _ if heuristic.admissible => search.least_open_sum(),
        _ => None,
    };
    SearchOutcome { best, bound, certainty, statistics: search.statistics }
}

struct FrontierState<S> {
    state: S,
    cost: u64,
    depth: u64,
}

/// A state of the frontier: the least sum goes first, then the least by [`Problem::tie_break`],
/// then the earlier met; last stands the cost that the state had when it was queued.
type QueueEntry = Reverse<(u64, u64, u32, u64)>;

struct UniformCostSearch<P: Problem> {
    nodes: Vec<FrontierState<P::State>>,
    tree: PathTree<P::Action>,
    index: StateIndex,
    queue: BinaryHeap<QueueEntry>,
    goal: Option<u32>,
    statistics: Statistics,
}

impl<P: Problem> UniformCostSearch<P> {
    fn new() -> Self {
        UniformCostSearch {
            nodes: Vec::new(),
            tree: PathTree::new(),
            index: StateIndex::default(),
            queue: BinaryHeap::new(),
            goal: None,
            statistics: Statistics::default(),
        }
    }

    fn search_cheapest(
        &mut self,
        problem: &P,
        start: P::State,
        heuristic: &Heuristic<impl Fn(&P::State) -> Option<u64>>,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Certainty {
        // An estimate that cannot be trusted cannot be trusted to rule a state out either.
        let mut left_out = false;
        self.index.insert(hash_key(&start), self.tree.add_root());
        self.statistics.seen = 1;
        observer.seen(&start, &self.statistics);
        match (heuristic.estimate)(&start) {
            Some(estimate) => {
                self.queue.push(Reverse((estimate, problem.tie_break(&start, estimate), 0, 0)));
            }
            None => left_out = !heuristic.admissible,
        }
        self.nodes.push(FrontierState { state: start, cost: 0, depth: 0 });
        self.statistics.note_frontier(self.queue.len());

        let mut actions = Vec::new();
        while let Some(queued) = self.queue.pop() {
            let Reverse((_, _, id, queued_cost)) = queued;
            let FrontierState { state, cost, depth } = &self.nodes[id as usize];
            let (cost, depth) = (*cost, *depth + 1);
            if queued_cost > cost {
                continue; // a cheaper way was found after this was queued
            }
            if problem.is_goal(state) {
                observer.improved(state, &self.statistics);
                self.goal = Some(id);
                return if heuristic.admissible { Certainty::Proven } else { Certainty::Unproven };
            }
            let state = state.clone();
            problem.actions(&state, &mut actions);
            for action in actions.drain(..) {
                if let Some(certainty) = limits.reason_against_step(self.statistics.steps) {
                    self.queue.push(queued); // it still waits: the bound counts it
                    return certainty;
                }
                self.statistics.steps += 1;
                let (next, price) = problem.step(&state, action);
                let next_cost = cost + u64::from(price);
                let hash = hash_key(&next);
                let known = self.index.find_state_id(hash, |id| self.nodes[id as usize].state == next);
                let child = match known {
                    Some(child) if self.nodes[child as usize].cost <= next_cost => continue,
                    Some(child) => {
                        self.tree.move_under_parent(child, id, action);
                        let node = &mut self.nodes[child as usize];
                        (node.cost, node.depth) = (next_cost, depth);
                        child
                    }
                    None => {
                        if let Some(certainty) = limits.reason_against_state(self.nodes.len()) {
                            self.queue.push(queued);
                            return certainty;
                        }
                        let child = self.tree.add_child(id, action);
                        self.index.insert(hash, child);
                        self.nodes.push(FrontierState { state: next, cost: next_cost, depth });
                        self.statistics.seen += 1;
                        child
                    }
                };
                let state = &self.nodes[child as usize].state;
                observer.seen(state, &self.statistics);
                self.statistics.deepest = self.statistics.deepest.max(depth);
                if let Some(estimate) = (heuristic.estimate)(state) {
                    let tie = problem.tie_break(state, estimate);
                    self.queue.push(Reverse((next_cost + estimate, tie, child, next_cost)));
                } else {
                    self.statistics.dropped += 1;
                    left_out |= !heuristic.admissible;
                }
                self.statistics.note_frontier(self.queue.len());
            }
            self.statistics.expanded += 1;
            self.statistics.note_frontier(self.queue.len());
            observer.expanded(&state, &self.statistics);
        }
        if left_out { Certainty::Unproven } else { Certainty::NoSolution }
    }

    /// Returns the least sum of the states that wait; `None` where no state waits.
    fn least_open_sum(&self) -> Option<u64> {
        self.queue.peek().map(|Reverse((sum, ..))| *sum)
    }
}
