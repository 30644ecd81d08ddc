//! Beam search: layer by layer, only the most promising states of each layer.

use std::cmp::Reverse;

use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Certainty, FoundPath, SearchOutcome, Statistics};
use crate::pareto::ParetoSet;
use crate::problem::{Bound, OptimisationProblem};

/// Returns the best answer met while keeping at most `width` states of each layer; its value is its
/// score.
///
/// Layer `n` holds the states `n` actions from `start`; the `width` with the highest `priority` go
/// on (Lowerre, "The HARPY speech recognition system", 1976). States dominated by any state kept
/// before are dropped. The answer is proven only where no dropped state could have led to a better
/// one by its bound; otherwise it is a guess, and the outcome's bound says how high an answer could
/// still be. Of equal priorities the earlier met goes on.
///
/// ```
/// use hotgates_search::{Certainty, Limits, beam_search};
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
/// // One state of each layer goes on, the fullest: 6 and 4 are found, and nothing can be better than 10.
/// let found = beam_search(&Knapsack([6, 5, 4, 3]), (0, 0), 1, |&(_, sum)| sum, &Limits::without_limits(), &mut ());
/// assert_eq!((found.best.unwrap().value, found.certainty), (10, Certainty::Proven));
/// ```
pub fn beam_search<P: OptimisationProblem, R: Ord>(
    problem: &P,
    start: P::State,
    width: usize,
    priority: impl Fn(&P::State) -> R,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> SearchOutcome<P::Action, P::Score> {
    let mut search = BeamSearch {
        pareto: ParetoSet::new(),
        answer: None,
        left_out: DroppedBound::Nothing,
        statistics: Statistics::default(),
    };
    let root = problem.bound(&start);
    let cut = search.search_layers(problem, start, width, priority, limits, observer);

    let value = search.answer.map(|(_, value)| value);
    let bound = match (cut, root, search.left_out) {
        (Some(_), Bound::AtMost(bound), _) | (None, _, DroppedBound::AtMost(bound)) => Some(bound).max(value),
        (Some(_), _, _) | (None, _, DroppedBound::Unbounded) => None,
        (None, _, DroppedBound::Nothing) => value,
    };
    let certainty = match cut {
        _ if value.is_some() && bound == value => Certainty::Proven,
        Some(cut) => cut,
        None if matches!(search.left_out, DroppedBound::Nothing) => Certainty::NoSolution,
        None => Certainty::Unproven,
    };
    let best = search.answer.map(|(id, value)| FoundPath { actions: search.pareto.actions_to(id), value });
    SearchOutcome { best, bound, certainty, statistics: search.statistics }
}

/// An upper bound on the answers behind the states that were dropped for want of width.
#[derive(Clone, Copy)]
enum DroppedBound<S> {
    Nothing,
    AtMost(S),
    Unbounded,
}

struct BeamSearch<P: OptimisationProblem> {
    pareto: ParetoSet<P>,
    answer: Option<(u32, P::Score)>,
    left_out: DroppedBound<P::Score>,
    statistics: Statistics,
}

impl<P: OptimisationProblem> BeamSearch<P> {
    fn search_layers<R: Ord>(
        &mut self,
        problem: &P,
        start: P::State,
        width: usize,
        priority: impl Fn(&P::State) -> R,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Option<Certainty> {
        let mut layer = Vec::new();
        layer.extend(self.keep_if_undominated(problem, start, None, 0, observer));
        let mut actions = Vec::new();
        let mut depth = 0;
        while !layer.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for id in layer.drain(..) {
                if self.pareto.is_dominated(id) || self.cannot_improve(problem, id) {
                    self.statistics.dropped += 1;
                    continue;
                }
                let state = self.pareto.kept_state(id).clone();
                problem.actions(&state, &mut actions);
                for action in actions.drain(..) {
                    let cut = limits.reason_against_step(self.statistics.steps);
                    if let Some(cut) = cut.or_else(|| limits.reason_against_state(self.pareto.len())) {
                        return Some(cut);
                    }
                    self.statistics.steps += 1;
                    let (child, _) = problem.step(&state, action);
                    next.extend(self.keep_if_undominated(
                        problem,
                        child,
                        Some((id, action)),
                        depth,
                        observer,
                    ));
                }
                self.statistics.expanded += 1;
                self.statistics.note_frontier(next.len());
                observer.expanded(&state, &self.statistics);
            }
            layer = self.keep_best(problem, next, width, &priority);
        }
        None
    }

    /// Keeps a state, met after `depth` actions, that nothing kept before dominates.
    fn keep_if_undominated(
        &mut self,
        problem: &P,
        state: P::State,
        from: Option<(u32, P::Action)>,
        depth: u64,
        observer: &mut impl Observer<P::State>,
    ) -> Option<u32> {
        let score = problem.is_goal(&state).then(|| problem.score(&state));
        let Some(id) = self.pareto.admit_state(problem, state, from) else {
            self.statistics.dropped += 1;
            return None;
        };
        self.statistics.seen += 1;
        self.statistics.deepest = depth;
        observer.seen(self.pareto.kept_state(id), &self.statistics);
        if let Some(score) = score.filter(|&score| self.answer.is_none_or(|(_, best)| score > best)) {
            self.answer = Some((id, score));
            observer.improved(self.pareto.kept_state(id), &self.statistics);
        }
        Some(id)
    }

    /// Returns the `width` most promising states of `layer`, equals in the order in which they were
    /// met.
    fn keep_best<R: Ord>(
        &mut self,
        problem: &P,
        mut layer: Vec<u32>,
        width: usize,
        priority: &impl Fn(&P::State) -> R,
    ) -> Vec<u32> {
        let met = layer.len();
        layer.retain(|&id| !self.pareto.is_dominated(id) && !self.cannot_improve(problem, id));
        self.statistics.dropped += (met - layer.len()) as u64;
        if layer.len() <= width {
            return layer;
        }
        layer.sort_by_cached_key(|&id| Reverse(priority(self.pareto.kept_state(id))));
        for id in layer.drain(width..) {
            self.statistics.dropped += 1;
            self.left_out = match (self.left_out, problem.bound(self.pareto.kept_state(id))) {
                (DroppedBound::Unbounded, _) | (_, Bound::Unknown) => DroppedBound::Unbounded,
                (left_out, Bound::Hopeless) => left_out,
                (DroppedBound::AtMost(most), Bound::AtMost(bound)) => DroppedBound::AtMost(most.max(bound)),
                (DroppedBound::Nothing, Bound::AtMost(bound)) => DroppedBound::AtMost(bound),
            };
        }
        layer
    }

    /// Returns `true` if the state cannot lead to a better answer than the best so far.
    fn cannot_improve(&self, problem: &P, id: u32) -> bool {
        match (problem.bound(self.pareto.kept_state(id)), self.answer) {
            (Bound::Hopeless, _) => true,
            (Bound::AtMost(bound), Some((_, best))) => bound <= best,
            _ => false,
        }
    }
}
