//! Uniform-cost search and A*: the least cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Outcome, Statistics, Verdict, Way};
use crate::problem::Problem;
use crate::table::{Index, hash_of};
use crate::tree::Tree;

/// An estimate of the cost still to come, and whether it can be trusted.
#[derive(Debug, Clone, Copy)]
pub struct Heuristic<F> {
    estimate: F,
    admissible: bool,
}

impl<F> Heuristic<F> {
    /// An estimate that is never more than the true cost to the nearest goal; `None` where there is no way.
    ///
    /// With it A* proves its answer. Whether the promise is kept is the caller's affair.
    pub const fn admissible(estimate: F) -> Self {
        Heuristic { estimate, admissible: true }
    }

    /// An estimate that may be too high: quicker answers, never proven.
    pub const fn guess(estimate: F) -> Self {
        Heuristic { estimate, admissible: false }
    }
}

/// A cheapest way from `start` to a goal; its value is its cost.
///
/// Dijkstra's algorithm ("A note on two problems in connexion with graphs", 1959) over a state space.
/// `O(steps · log states)`. Of equal costs the earlier met is taken first.
pub fn uniform_cost<P: Problem>(
    problem: &P,
    start: P::State,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Outcome<P::Action, u64> {
    a_star(problem, start, &Heuristic::admissible(|_: &P::State| Some(0)), limits, observer)
}

/// A cheapest way from `start` to a goal, looking first where cost so far plus `heuristic` is least; its value is
/// its cost.
///
/// A* (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths", 1968).
/// The estimate need not be consistent: a state met again at less cost is opened again. Of equal sums the state
/// nearer to a goal by the estimate goes first, then the earlier met.
pub fn a_star<P: Problem>(
    problem: &P,
    start: P::State,
    heuristic: &Heuristic<impl Fn(&P::State) -> Option<u64>>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Outcome<P::Action, u64> {
    let mut search = Cheapest::<P>::new();
    let verdict = search.run(problem, start, heuristic, limits, observer);
    let best =
        search.goal.map(|id| Way { actions: search.tree.way_to(id), value: search.nodes[id as usize].cost });
    let bound = match verdict {
        Verdict::Proven => best.as_ref().map(|way| way.value),
        Verdict::NoSolution => None,
        _ if heuristic.admissible => search.least_open(),
        _ => None,
    };
    Outcome { best, bound, verdict, statistics: search.statistics }
}

struct Node<S> {
    state: S,
    cost: u64,
    depth: u64,
}

/// The frontier's order: least sum, then least estimate, then the earlier met; then the cost it was queued with.
type Queued = Reverse<(u64, u64, u32, u64)>;

struct Cheapest<P: Problem> {
    nodes: Vec<Node<P::State>>,
    tree: Tree<P::Action>,
    index: Index,
    queue: BinaryHeap<Queued>,
    goal: Option<u32>,
    statistics: Statistics,
}

impl<P: Problem> Cheapest<P> {
    fn new() -> Self {
        Cheapest {
            nodes: Vec::new(),
            tree: Tree::new(),
            index: Index::default(),
            queue: BinaryHeap::new(),
            goal: None,
            statistics: Statistics::default(),
        }
    }

    fn run(
        &mut self,
        problem: &P,
        start: P::State,
        heuristic: &Heuristic<impl Fn(&P::State) -> Option<u64>>,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Verdict {
        // An estimate that cannot be trusted cannot be trusted to rule a state out either.
        let mut left_out = false;
        self.index.insert(hash_of(&start), self.tree.root());
        self.statistics.seen = 1;
        observer.seen(&start, &self.statistics);
        match (heuristic.estimate)(&start) {
            Some(estimate) => self.queue.push(Reverse((estimate, estimate, 0, 0))),
            None => left_out = !heuristic.admissible,
        }
        self.nodes.push(Node { state: start, cost: 0, depth: 0 });
        self.statistics.waiting(self.queue.len());

        let mut actions = Vec::new();
        while let Some(queued) = self.queue.pop() {
            let Reverse((_, _, id, queued_cost)) = queued;
            let Node { state, cost, depth } = &self.nodes[id as usize];
            let (cost, depth) = (*cost, *depth + 1);
            if queued_cost > cost {
                continue; // a cheaper way was found after this was queued
            }
            if problem.is_goal(state) {
                observer.improved(state, &self.statistics);
                self.goal = Some(id);
                return if heuristic.admissible { Verdict::Proven } else { Verdict::Unproven };
            }
            let state = state.clone();
            problem.actions(&state, &mut actions);
            for action in actions.drain(..) {
                if let Some(verdict) = limits.forbids_step(self.statistics.steps) {
                    self.queue.push(queued); // it still waits: the bound counts it
                    return verdict;
                }
                self.statistics.steps += 1;
                let (next, price) = problem.step(&state, action);
                let next_cost = cost + u64::from(price);
                let hash = hash_of(&next);
                let known = self.index.find(hash, |id| self.nodes[id as usize].state == next);
                let child = match known {
                    Some(child) if self.nodes[child as usize].cost <= next_cost => continue,
                    Some(child) => {
                        self.tree.rehang(child, id, action);
                        let node = &mut self.nodes[child as usize];
                        (node.cost, node.depth) = (next_cost, depth);
                        child
                    }
                    None => {
                        if let Some(verdict) = limits.forbids_state(self.nodes.len()) {
                            self.queue.push(queued);
                            return verdict;
                        }
                        let child = self.tree.child(id, action);
                        self.index.insert(hash, child);
                        self.nodes.push(Node { state: next, cost: next_cost, depth });
                        self.statistics.seen += 1;
                        child
                    }
                };
                let state = &self.nodes[child as usize].state;
                observer.seen(state, &self.statistics);
                self.statistics.deepest = self.statistics.deepest.max(depth);
                if let Some(estimate) = (heuristic.estimate)(state) {
                    self.queue.push(Reverse((next_cost + estimate, estimate, child, next_cost)));
                } else {
                    self.statistics.dropped += 1;
                    left_out |= !heuristic.admissible;
                }
                self.statistics.waiting(self.queue.len());
            }
            self.statistics.expanded += 1;
            self.statistics.waiting(self.queue.len());
            observer.expanded(&state, &self.statistics);
        }
        if left_out { Verdict::Unproven } else { Verdict::NoSolution }
    }

    /// The least sum that still waits.
    fn least_open(&self) -> Option<u64> {
        self.queue.peek().map(|Reverse((sum, ..))| *sum)
    }
}
