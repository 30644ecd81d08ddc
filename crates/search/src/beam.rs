//! Beam search: layer by layer, only the most promising of each.

use std::cmp::Reverse;

use crate::fronts::Fronts;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Outcome, Statistics, Verdict, Way};
use crate::problem::{Bound, Optimise};

/// The best answer met while keeping at most `width` states of each layer; its value is its score.
///
/// Layer `n` holds the states `n` actions from `start`; the `width` with the highest `promise` go on (Lowerre, "The
/// HARPY speech recognition system", 1976). States dominated by any state kept before are dropped. The answer is
/// proven only where no dropped state could have led to a better one by its bound; otherwise it is a guess, and
/// the outcome's bound says how high an answer could still be. Of equal promises the earlier met goes on.
pub fn beam<P: Optimise, R: Ord>(
    problem: &P,
    start: P::State,
    width: usize,
    promise: impl Fn(&P::State) -> R,
    limits: &Limits,
    observer: &mut impl Observer<P::State>,
) -> Outcome<P::Action, P::Score> {
    let mut search = Beam {
        fronts: Fronts::new(),
        answer: None,
        left_out: LeftOut::Nothing,
        statistics: Statistics::default(),
    };
    let root = problem.bound(&start);
    let cut = search.run(problem, start, width, promise, limits, observer);

    let value = search.answer.map(|(_, value)| value);
    let bound = match (cut, root, search.left_out) {
        (Some(_), Bound::AtMost(bound), _) | (None, _, LeftOut::AtMost(bound)) => Some(bound).max(value),
        (Some(_), _, _) | (None, _, LeftOut::Unbounded) => None,
        (None, _, LeftOut::Nothing) => value,
    };
    let verdict = match cut {
        _ if value.is_some() && bound == value => Verdict::Proven,
        Some(cut) => cut,
        None if matches!(search.left_out, LeftOut::Nothing) => Verdict::NoSolution,
        None => Verdict::Unproven,
    };
    let best = search.answer.map(|(id, value)| Way { actions: search.fronts.way_to(id), value });
    Outcome { best, bound, verdict, statistics: search.statistics }
}

/// What the states dropped for want of width could have led to.
#[derive(Clone, Copy)]
enum LeftOut<S> {
    Nothing,
    AtMost(S),
    Unbounded,
}

struct Beam<P: Optimise> {
    fronts: Fronts<P>,
    answer: Option<(u32, P::Score)>,
    left_out: LeftOut<P::Score>,
    statistics: Statistics,
}

impl<P: Optimise> Beam<P> {
    fn run<R: Ord>(
        &mut self,
        problem: &P,
        start: P::State,
        width: usize,
        promise: impl Fn(&P::State) -> R,
        limits: &Limits,
        observer: &mut impl Observer<P::State>,
    ) -> Option<Verdict> {
        let mut layer = Vec::new();
        layer.extend(self.meet(problem, start, None, observer));
        let mut actions = Vec::new();
        while !layer.is_empty() {
            let mut next = Vec::new();
            for id in layer.drain(..) {
                if self.fronts.is_dominated(id) || self.is_beaten(problem, id) {
                    self.statistics.dropped += 1;
                    continue;
                }
                let state = self.fronts.state(id).clone();
                problem.actions(&state, &mut actions);
                for action in actions.drain(..) {
                    let cut = limits.forbids_step(self.statistics.steps);
                    if let Some(cut) = cut.or_else(|| limits.forbids_state(self.fronts.len())) {
                        return Some(cut);
                    }
                    self.statistics.steps += 1;
                    let (child, _) = problem.step(&state, action);
                    next.extend(self.meet(problem, child, Some((id, action)), observer));
                }
                self.statistics.expanded += 1;
                self.statistics.waiting(next.len());
                observer.expanded(&state, &self.statistics);
            }
            layer = self.narrow(problem, next, width, &promise);
            self.statistics.deepest += u64::from(!layer.is_empty());
        }
        None
    }

    /// Keeps a state that nothing kept before dominates.
    fn meet(
        &mut self,
        problem: &P,
        state: P::State,
        from: Option<(u32, P::Action)>,
        observer: &mut impl Observer<P::State>,
    ) -> Option<u32> {
        let score = problem.is_goal(&state).then(|| problem.score(&state));
        let Some(id) = self.fronts.admit(problem, state, from) else {
            self.statistics.dropped += 1;
            return None;
        };
        self.statistics.seen += 1;
        observer.seen(self.fronts.state(id), &self.statistics);
        if let Some(score) = score.filter(|&score| self.answer.is_none_or(|(_, best)| score > best)) {
            self.answer = Some((id, score));
            observer.improved(self.fronts.state(id), &self.statistics);
        }
        Some(id)
    }

    /// The `width` most promising of `layer`, in the order they were met among equals.
    fn narrow<R: Ord>(
        &mut self,
        problem: &P,
        mut layer: Vec<u32>,
        width: usize,
        promise: &impl Fn(&P::State) -> R,
    ) -> Vec<u32> {
        layer.retain(|&id| !self.fronts.is_dominated(id) && !self.is_beaten(problem, id));
        if layer.len() <= width {
            return layer;
        }
        layer.sort_by_cached_key(|&id| Reverse(promise(self.fronts.state(id))));
        for id in layer.drain(width..) {
            self.statistics.dropped += 1;
            self.left_out = match (self.left_out, problem.bound(self.fronts.state(id))) {
                (LeftOut::Unbounded, _) | (_, Bound::Unknown) => LeftOut::Unbounded,
                (left_out, Bound::Hopeless) => left_out,
                (LeftOut::AtMost(most), Bound::AtMost(bound)) => LeftOut::AtMost(most.max(bound)),
                (LeftOut::Nothing, Bound::AtMost(bound)) => LeftOut::AtMost(bound),
            };
        }
        layer
    }

    /// True where the state cannot lead to a better answer than the best so far.
    fn is_beaten(&self, problem: &P, id: u32) -> bool {
        match (problem.bound(self.fronts.state(id)), self.answer) {
            (Bound::Hopeless, _) => true,
            (Bound::AtMost(bound), Some((_, best))) => bound <= best,
            _ => false,
        }
    }
}
