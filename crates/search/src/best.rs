//! Best-first search for the highest score, with bounds and dominance.

use std::collections::BinaryHeap;

use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Certainty, FoundPath, SearchOutcome, Statistics};
use crate::pareto::ParetoSet;
use crate::problem::{Bound, OptimisationProblem};

/// Returns the answer with the highest score, looking first where [`OptimisationProblem::bound`] is
/// highest; its value is its score.
///
/// Branch and bound in best-first order (Land and Doig, "An automatic method of solving discrete
/// programming problems", 1960), with dominance: a state is dropped where one with an equal key is
/// no worse. Only answers above `floor` are wanted: with a floor, [`Certainty::NoSolution`] means
/// that none is higher. When a budget cuts the search off, the outcome's bound says how high an
/// answer could still be. Of equal bounds the later met goes first. `O(steps · log states)` time,
/// and memory for every state kept.
///
/// ```
/// use hotgates_search::{Certainty, Limits, best_first_search};
/// # use hotgates_search::{Bound, OptimisationProblem, Problem};
/// # /// Pick numbers in turn, or leave them; at most 10 in all, as much as possible.
/// # struct Knapsack([u32; 4]);
/// # impl Problem for Knapsack {
/// #     type State = (usize, u32);
/// #     type Action = bool;
/// #     fn actions(&self, &(at, sum): &(usize, u32), into: &mut Vec<bool>) {
/// #         if at < 4 { into.push(false); into.extend((sum + self.0[at] <= 10).then_some(true)) }
/// #     }
/// #     fn step(&self, &(at, sum): &(usize, u32), pick: bool) -> ((usize, u32), u32) {
/// #         ((at + 1, sum + if pick { self.0[at] } else { 0 }), 1)
/// #     }
/// #     fn is_goal(&self, &(at, _): &(usize, u32)) -> bool { at == 4 }
/// # }
/// # impl OptimisationProblem for Knapsack {
/// #     type Score = u32;
/// #     type Key = usize;
/// #     fn score(&self, &(_, sum): &(usize, u32)) -> u32 { sum }
/// #     fn bound(&self, &(at, sum): &(usize, u32)) -> Bound<u32> {
/// #         Bound::AtMost((sum + self.0[at..].iter().sum::<u32>()).min(10))
/// #     }
/// #     fn key(&self, &(at, sum): &(usize, u32)) -> usize { at * 100 + sum as usize }
/// # }
/// let found = best_first_search(&Knapsack([6, 5, 4, 3]), (0, 0), None, &Limits::without_limits(), &mut ());
/// assert_eq!(found.best.unwrap().value, 10); // 6 and 4
/// assert_eq!(found.certainty, Certainty::Proven);
/// ```
pub fn best_first_search<P: OptimisationProblem>(
    problem: &P,
    start: P::State,
    floor: Option<P::Score>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> SearchOutcome<P::Action, P::Score> {
    let mut search = BestFirst::new(floor);
    let certainty = search.search_best_first(problem, start, limits, observer);
    let best = search.answer.map(|(id, value)| FoundPath { actions: search.pareto.actions_to(id), value });
    // Nothing waits at the end of a search that was not cut off.
    let bound = match search.queue.peek() {
        Some(WaitingState { priority: QueuePriority::AtMost(bound), .. }) => Some(*bound).max(search.least),
        Some(_) => None,
        None => search.least,
    };
    SearchOutcome { best, bound, certainty, statistics: search.statistics }
}

/// A state of the frontier. The greatest is expanded next: the state with the highest bound, then
/// the state met last.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct WaitingState<S> {
    priority: QueuePriority<S>,
    id: u32,
    depth: u32,
}

/// A bound as a place in the queue: an unknown bound comes before all known bounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum QueuePriority<S> {
    AtMost(S),
    Unknown,
}

struct BestFirst<P: OptimisationProblem> {
    pareto: ParetoSet<P>,
    queue: BinaryHeap<WaitingState<P::Score>>,
    answer: Option<(u32, P::Score)>,
    /// The score that an answer has to exceed.
    least: Option<P::Score>,
    statistics: Statistics,
}

impl<P: OptimisationProblem> BestFirst<P> {
    fn new(floor: Option<P::Score>) -> Self {
        BestFirst {
            pareto: ParetoSet::new(),
            queue: BinaryHeap::new(),
            answer: None,
            least: floor,
            statistics: Statistics::default(),
        }
    }

    fn search_best_first(
        &mut self,
        problem: &P,
        start: P::State,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Certainty {
        self.queue_if_promising(problem, start, None, 0, observer);
        let mut actions = Vec::new();
        while let Some(next) = self.queue.pop() {
            if self.cannot_improve(next.priority) {
                // Nothing in the queue has a higher bound.
                self.statistics.dropped += self.queue.len() as u64 + 1;
                self.queue.clear();
                break;
            }
            if self.pareto.is_dominated(next.id) {
                self.statistics.dropped += 1;
                continue;
            }
            let state = self.pareto.kept_state(next.id).clone();
            problem.actions(&state, &mut actions);
            for action in actions.drain(..) {
                let cut = limits.reason_against_step(self.statistics.steps);
                if let Some(cut) = cut.or_else(|| limits.reason_against_state(self.pareto.len())) {
                    self.queue.push(next); // it still waits: the bound counts it
                    return cut;
                }
                self.statistics.steps += 1;
                let (child, _) = problem.step(&state, action);
                self.queue_if_promising(problem, child, Some((next.id, action)), next.depth + 1, observer);
            }
            self.statistics.expanded += 1;
            self.statistics.note_frontier(self.queue.len());
            observer.expanded(&state, &self.statistics);
        }
        if self.answer.is_some() { Certainty::Proven } else { Certainty::NoSolution }
    }

    /// Keeps a state that may lead to a better answer, and queues it.
    fn queue_if_promising(
        &mut self,
        problem: &P,
        state: P::State,
        from: Option<(u32, P::Action)>,
        depth: u32,
        observer: &mut impl Observer<P::State>,
    ) {
        let priority = match problem.bound(&state) {
            Bound::Unknown => QueuePriority::Unknown,
            Bound::AtMost(bound) => QueuePriority::AtMost(bound),
            Bound::Hopeless => {
                self.statistics.dropped += 1;
                return;
            }
        };
        let score = problem.is_goal(&state).then(|| problem.score(&state));
        let improves = score.filter(|&score| self.least.is_none_or(|least| score > least));
        if improves.is_none() && self.cannot_improve(priority) {
            self.statistics.dropped += 1;
            return;
        }
        let Some(id) = self.pareto.admit_state(problem, state, from) else {
            self.statistics.dropped += 1;
            return;
        };
        self.statistics.seen += 1;
        self.statistics.deepest = self.statistics.deepest.max(u64::from(depth));
        observer.seen(self.pareto.kept_state(id), &self.statistics);
        if let Some(score) = improves {
            self.answer = Some((id, score));
            self.least = Some(score);
            observer.improved(self.pareto.kept_state(id), &self.statistics);
        }
        if !self.cannot_improve(priority) {
            self.queue.push(WaitingState { priority, id, depth });
            self.statistics.note_frontier(self.queue.len());
        }
    }

    fn cannot_improve(&self, priority: QueuePriority<P::Score>) -> bool {
        matches!((priority, self.least), (QueuePriority::AtMost(bound), Some(least)) if bound <= least)
    }
}
