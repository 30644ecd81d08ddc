//! Depth-first search over a state that is changed in place: no allocation per step, the best so
//! far kept.

use std::fmt;

use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Certainty, FoundPath, SearchOutcome, Statistics};
use crate::problem::{Bound, OptimisationProblem};

/// A state space seen from one state that moves: actions are applied to it and undone again.
///
/// The searched value and the state are one, so nothing is cloned on the way.
///
/// ```
/// use hotgates_search::{DepthFirstSearch, Limits, UndoableState};
///
/// /// A number that grows by 2 or by 3, up to 10; only even numbers are answers.
/// struct Counter(u32);
///
/// impl UndoableState for Counter {
///     type Action = u32;
///     type Undo = ();
///     type Score = u32;
///     fn actions(&mut self, into: &mut Vec<u32>) { into.extend([3, 2].iter().filter(|&more| self.0 + more <= 10)) }
///     fn apply(&mut self, more: u32) { self.0 += more }
///     fn undo(&mut self, more: u32, (): ()) { self.0 -= more }
///     fn score(&self) -> Option<u32> { self.0.is_multiple_of(2).then_some(self.0) }
/// }
///
/// let mut counter = Counter(1);
/// let found = DepthFirstSearch::new().search_to_depth(&mut counter, 3, &Limits::without_limits(), &mut ());
/// assert_eq!(found.best.map(|path| (path.value, path.actions)), Some((10, vec![3, 3, 3])));
/// assert_eq!(counter.0, 1); // as it was
/// ```
pub trait UndoableState {
    /// One choice.
    type Action: Copy;
    /// The data that takes an action back.
    type Undo;
    /// The score of an answer; more is better.
    type Score: Copy + Ord;

    /// Appends the actions open now to `into`, the most promising first. `into` comes empty and may
    /// be sorted.
    fn actions(&mut self, into: &mut Vec<Self::Action>);

    /// Applies `action` to the state.
    fn apply(&mut self, action: Self::Action) -> Self::Undo;

    /// Takes back `action`, the last one done and not yet taken back.
    fn undo(&mut self, action: Self::Action, undo: Self::Undo);

    /// Returns the score of the present state as an answer; `None` where the state is no answer.
    fn score(&self) -> Option<Self::Score>;

    /// Returns an upper bound on the score of every answer in or below the present state; the
    /// search turns back by it.
    ///
    /// A proof needs a bound that no answer exceeds.
    fn bound(&self) -> Bound<Self::Score> {
        Bound::Unknown
    }
}

/// Depth-first search with its buffers, which are kept between runs.
///
/// A step allocates nothing once the buffers have grown to the deepest path. See
/// [`DepthFirstSearch::search_to_depth`].
pub struct DepthFirstSearch<W: UndoableState> {
    /// The untried actions of every state on the path, the next one of each state last.
    waiting: Vec<W::Action>,
    /// For each state on the path the index in `waiting` of its first action.
    begins: Vec<usize>,
    path: Vec<(W::Action, W::Undo)>,
    listed: Vec<W::Action>,
    best: Vec<W::Action>,
}

impl<W: UndoableState> Default for DepthFirstSearch<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: UndoableState> fmt::Debug for DepthFirstSearch<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DepthFirstSearch").field("depth", &self.path.len()).finish_non_exhaustive()
    }
}

impl<W: UndoableState> DepthFirstSearch<W> {
    /// Makes a search with empty buffers.
    pub const fn new() -> Self {
        DepthFirstSearch {
            waiting: Vec::new(),
            begins: Vec::new(),
            path: Vec::new(),
            listed: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Returns the best answer at most `depth` actions from the state of `walk`; its value is its
    /// score.
    ///
    /// Ends early when an answer is as good as the first state's own [`UndoableState::bound`].
    /// Without a limit on steps or depth, and with an honest bound, the answer is the best there
    /// is; with a limit it is the best so far. Of equal scores the earlier met stays. States met on
    /// two paths are searched twice. `walk` comes back as it was, however the search ends.
    pub fn search_to_depth(
        &mut self,
        walk: &mut W,
        depth: u64,
        limits: &Limits,
        observer: &mut impl Observer<W>,
    ) -> SearchOutcome<W::Action, W::Score> {
        self.waiting.clear();
        self.begins.clear();
        self.best.clear();
        let root = walk.bound();
        let mut run = BestSoFar { best: None, statistics: Statistics::default(), too_deep: false };

        self.score_and_list_actions(walk, depth, &mut run, observer);
        let cut = self.continue_search(walk, root, depth, limits, &mut run, observer);
        while let Some((action, undo)) = self.path.pop() {
            walk.undo(action, undo);
        }

        let perfect = reaches_bound(run.best, root);
        let certainty = match (cut, run.best) {
            (_, Some(_)) if perfect => Certainty::Proven,
            (Some(cut), _) => cut,
            _ if run.too_deep => Certainty::Unproven,
            (None, Some(_)) => Certainty::Proven,
            (None, None) => Certainty::NoSolution,
        };
        let bound = match (certainty, root) {
            (Certainty::Proven, _) => run.best,
            (_, Bound::AtMost(bound)) => Some(bound),
            _ => None,
        };
        let best = run.best.map(|value| FoundPath { actions: self.best.clone(), value });
        SearchOutcome { best, bound, certainty, statistics: run.statistics }
    }

    /// Searches on until every action is tried or a limit forbids the next one.
    fn continue_search(
        &mut self,
        walk: &mut W,
        root: Bound<W::Score>,
        depth: u64,
        limits: &Limits,
        run: &mut BestSoFar<W::Score>,
        observer: &mut impl Observer<W>,
    ) -> Option<Certainty> {
        while let Some(&begin) = self.begins.last() {
            if reaches_bound(run.best, root) {
                return None;
            }
            if self.waiting.len() == begin {
                self.begins.pop();
                run.statistics.expanded += 1;
                observer.expanded(walk, &run.statistics);
                if let Some((action, undo)) = self.path.pop() {
                    walk.undo(action, undo);
                }
                continue;
            }
            if let Some(cut) = limits.reason_against_step(run.statistics.steps) {
                return Some(cut);
            }
            run.statistics.steps += 1;
            let action = self.waiting.pop().expect("the state on top has untried actions");
            let undo = walk.apply(action);
            self.path.push((action, undo));
            self.score_and_list_actions(walk, depth, run, observer);
        }
        None
    }

    /// Scores the state just entered and lists its actions, unless its bound says that nothing
    /// better can lie below.
    fn score_and_list_actions(
        &mut self,
        walk: &mut W,
        depth: u64,
        run: &mut BestSoFar<W::Score>,
        observer: &mut impl Observer<W>,
    ) {
        run.statistics.seen += 1;
        run.statistics.deepest = run.statistics.deepest.max(self.path.len() as u64);
        observer.seen(walk, &run.statistics);
        if let Some(score) = walk.score().filter(|&score| run.best.is_none_or(|best| score > best)) {
            run.best = Some(score);
            self.best.clear();
            self.best.extend(self.path.iter().map(|(action, _)| *action));
            observer.improved(walk, &run.statistics);
        }
        self.begins.push(self.waiting.len());
        let hopeless = match walk.bound() {
            Bound::Unknown => false,
            Bound::AtMost(bound) => run.best.is_some_and(|best| bound <= best),
            Bound::Hopeless => true,
        };
        if hopeless {
            run.statistics.dropped += 1;
            return;
        }
        walk.actions(&mut self.listed);
        if self.path.len() as u64 >= depth {
            run.too_deep |= !self.listed.is_empty();
            self.listed.clear();
        }
        self.waiting.extend(self.listed.drain(..).rev());
        run.statistics.note_frontier(self.waiting.len());
    }
}

struct BestSoFar<S> {
    best: Option<S>,
    statistics: Statistics,
    too_deep: bool,
}

fn reaches_bound<S: Copy + Ord>(best: Option<S>, root: Bound<S>) -> bool {
    matches!((best, root), (Some(best), Bound::AtMost(bound)) if best >= bound)
}

/// An [`UndoableState`] over an [`OptimisationProblem`] that keeps the states of the current path
/// and never goes on from a state that the path holds already.
///
/// ```
/// use hotgates_search::{Certainty, DepthFirstSearch, Limits, UndoablePath};
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
/// let problem = Knapsack([6, 5, 4, 3]);
/// let mut walk = UndoablePath::new(&problem, (0, 0));
/// let found = DepthFirstSearch::new().search_to_depth(&mut walk, u64::MAX, &Limits::without_limits(), &mut ());
/// assert_eq!((found.best.unwrap().value, found.certainty), (10, Certainty::Proven));
/// assert_eq!(*walk.current_state(), (0, 0));
/// ```
#[derive(Debug)]
pub struct UndoablePath<'p, P: OptimisationProblem> {
    problem: &'p P,
    now: P::State,
    before: Vec<P::State>,
}

impl<'p, P: OptimisationProblem> UndoablePath<'p, P> {
    /// Makes a walk that stands at `start`.
    pub const fn new(problem: &'p P, start: P::State) -> Self {
        UndoablePath { problem, now: start, before: Vec::new() }
    }

    /// Returns the state at which the walk stands.
    pub const fn current_state(&self) -> &P::State {
        &self.now
    }
}

impl<P: OptimisationProblem> UndoableState for UndoablePath<'_, P> {
    type Action = P::Action;
    type Undo = ();
    type Score = P::Score;

    fn actions(&mut self, into: &mut Vec<P::Action>) {
        if !self.before.contains(&self.now) {
            self.problem.actions(&self.now, into);
        }
    }

    fn apply(&mut self, action: P::Action) {
        let (next, _) = self.problem.step(&self.now, action);
        self.before.push(std::mem::replace(&mut self.now, next));
    }

    fn undo(&mut self, _: P::Action, (): ()) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }

    fn score(&self) -> Option<P::Score> {
        self.problem.is_goal(&self.now).then(|| self.problem.score(&self.now))
    }

    fn bound(&self) -> Bound<P::Score> {
        self.problem.bound(&self.now)
    }
}
