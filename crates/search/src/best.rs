//! Best-first search for the highest score, with bounds and dominance.

use std::collections::BinaryHeap;

use crate::fronts::Fronts;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Outcome, Statistics, Verdict, Way};
use crate::problem::{Bound, Optimise};

/// The answer with the highest score, looking first where [`Optimise::bound`] promises most; its value is its score.
///
/// Branch and bound in best-first order (Land and Doig, "An automatic method of solving discrete programming
/// problems", 1960), with dominance: a state is dropped where one with an equal key is no worse. Only answers above
/// `floor` are wanted: with a floor, [`Verdict::NoSolution`] means that none is higher. When a budget cuts the search
/// off, the outcome's bound says how high an answer could still be. Of equal bounds the later met goes first.
/// `O(steps · log states)` time, and memory for every state kept.
pub fn best_first<P: Optimise>(
    problem: &P,
    start: P::State,
    floor: Option<P::Score>,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Outcome<P::Action, P::Score> {
    let mut search = BestFirst::new(floor);
    let verdict = search.run(problem, start, limits, observer);
    let best = search.answer.map(|(id, value)| Way { actions: search.fronts.way_to(id), value });
    let bound = match verdict {
        Verdict::Proven | Verdict::NoSolution => search.least,
        _ => match search.queue.peek() {
            Some(Queued { promise: Promise::AtMost(bound), .. }) => Some(*bound).max(search.least),
            Some(_) => None,
            None => search.least,
        },
    };
    Outcome { best, bound, verdict, statistics: search.statistics }
}

/// What waits, in the order it is taken: the highest promise, then the latest met.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Queued<S> {
    promise: Promise<S>,
    id: u32,
    depth: u32,
}

/// A bound as a place in the queue: an unknown one comes before all known ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Promise<S> {
    AtMost(S),
    Unknown,
}

struct BestFirst<P: Optimise> {
    fronts: Fronts<P>,
    queue: BinaryHeap<Queued<P::Score>>,
    answer: Option<(u32, P::Score)>,
    /// What an answer has to exceed.
    least: Option<P::Score>,
    statistics: Statistics,
}

impl<P: Optimise> BestFirst<P> {
    fn new(floor: Option<P::Score>) -> Self {
        BestFirst {
            fronts: Fronts::new(),
            queue: BinaryHeap::new(),
            answer: None,
            least: floor,
            statistics: Statistics::default(),
        }
    }

    fn run(
        &mut self,
        problem: &P,
        start: P::State,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Verdict {
        self.meet(problem, start, None, 0, observer);
        let mut actions = Vec::new();
        while let Some(next) = self.queue.pop() {
            if self.is_beaten(next.promise) {
                // All that waits promises no more than this.
                self.statistics.dropped += self.queue.len() as u64 + 1;
                self.queue.clear();
                break;
            }
            if self.fronts.is_dominated(next.id) {
                continue;
            }
            let state = self.fronts.state(next.id).clone();
            problem.actions(&state, &mut actions);
            for action in actions.drain(..) {
                let cut = limits.forbids_step(self.statistics.steps);
                if let Some(cut) = cut.or_else(|| limits.forbids_state(self.fronts.len())) {
                    self.queue.push(next); // it still waits: the bound counts it
                    return cut;
                }
                self.statistics.steps += 1;
                let (child, _) = problem.step(&state, action);
                self.meet(problem, child, Some((next.id, action)), next.depth + 1, observer);
            }
            self.statistics.expanded += 1;
            self.statistics.waiting(self.queue.len());
            observer.expanded(&state, &self.statistics);
        }
        if self.answer.is_some() { Verdict::Proven } else { Verdict::NoSolution }
    }

    /// Keeps a state that may lead to a better answer, and queues it.
    fn meet(
        &mut self,
        problem: &P,
        state: P::State,
        from: Option<(u32, P::Action)>,
        depth: u32,
        observer: &mut impl Observer<P::State>,
    ) {
        let promise = match problem.bound(&state) {
            Bound::Unknown => Promise::Unknown,
            Bound::AtMost(bound) => Promise::AtMost(bound),
            Bound::Hopeless => {
                self.statistics.dropped += 1;
                return;
            }
        };
        let score = problem.is_goal(&state).then(|| problem.score(&state));
        let improves = score.filter(|&score| self.least.is_none_or(|least| score > least));
        if improves.is_none() && self.is_beaten(promise) {
            self.statistics.dropped += 1;
            return;
        }
        let Some(id) = self.fronts.admit(problem, state, from) else {
            self.statistics.dropped += 1;
            return;
        };
        self.statistics.seen += 1;
        self.statistics.deepest = self.statistics.deepest.max(u64::from(depth));
        observer.seen(self.fronts.state(id), &self.statistics);
        if let Some(score) = improves {
            self.answer = Some((id, score));
            self.least = Some(score);
            observer.improved(self.fronts.state(id), &self.statistics);
        }
        if !self.is_beaten(promise) {
            self.queue.push(Queued { promise, id, depth });
            self.statistics.waiting(self.queue.len());
        }
    }

    fn is_beaten(&self, promise: Promise<P::Score>) -> bool {
        matches!((promise, self.least), (Promise::AtMost(bound), Some(least)) if bound <= least)
    }
}
