//! Watching a search at work.

use crate::outcome::Statistics;

/// A listener to a search while the search runs, so that a front end can show it.
///
/// Every method has an empty default; `()` watches nothing and costs nothing.
///
/// ```
/// use hotgates_search::{Limits, Observer, Statistics, breadth_first};
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
///
/// /// Keeps the largest number seen.
/// struct Largest(u32);
/// impl Observer<u32> for Largest {
///     fn seen(&mut self, n: &u32, _: &Statistics) { self.0 = self.0.max(*n) }
/// }
///
/// let mut largest = Largest(0);
/// breadth_first(&Ladder(5), 1, &Limits::unlimited(), &mut largest);
/// assert_eq!(largest.0, 8);
/// ```
pub trait Observer<S: ?Sized> {
    /// Is told that `state` was met for the first time, or again on a better path.
    fn seen(&mut self, state: &S, statistics: &Statistics) {
        let _ = (state, statistics);
    }

    /// Is told that `state` was taken from the frontier and all its actions were tried.
    fn expanded(&mut self, state: &S, statistics: &Statistics) {
        let _ = (state, statistics);
    }

    /// Is told that `state` is the best answer so far.
    fn improved(&mut self, state: &S, statistics: &Statistics) {
        let _ = (state, statistics);
    }
}

impl<S: ?Sized> Observer<S> for () {}

/// One event of a search that a [`Recorder`] keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchGlimpse<S> {
    /// A state was met.
    Seen(S),
    /// A state was expanded.
    Expanded(S),
    /// A best answer so far.
    Improved(S),
}

/// An observer that keeps the first glimpses in order, up to a number, for a front end to play back
/// at its own pace.
///
/// ```
/// use hotgates_search::{SearchGlimpse, Limits, Recorder, breadth_first};
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
/// let mut recorder = Recorder::new(3);
/// breadth_first(&Ladder(5), 1, &Limits::unlimited(), &mut recorder);
/// let glimpses: Vec<_> = recorder.recorded_glimpses().iter().map(|(glimpse, _)| glimpse.clone()).collect();
/// assert_eq!(glimpses, [SearchGlimpse::Seen(1), SearchGlimpse::Seen(2), SearchGlimpse::Expanded(1)]);
/// ```
#[derive(Debug, Clone)]
pub struct Recorder<S> {
    glimpses: Vec<(SearchGlimpse<S>, Statistics)>,
    most: usize,
}

impl<S> Recorder<S> {
    /// Makes a recorder of at most `most` glimpses; later glimpses are not kept.
    pub const fn new(most: usize) -> Self {
        Recorder { glimpses: Vec::new(), most }
    }

    /// Returns the glimpses in order, each with the statistics of that moment.
    pub fn recorded_glimpses(&self) -> &[(SearchGlimpse<S>, Statistics)] {
        &self.glimpses
    }

    fn keep_glimpse(&mut self, glimpse: impl FnOnce() -> SearchGlimpse<S>, statistics: &Statistics) {
        if self.glimpses.len() < self.most {
            self.glimpses.push((glimpse(), *statistics));
        }
    }
}

impl<S: Clone> Observer<S> for Recorder<S> {
    fn seen(&mut self, state: &S, statistics: &Statistics) {
        self.keep_glimpse(|| SearchGlimpse::Seen(state.clone()), statistics);
    }

    fn expanded(&mut self, state: &S, statistics: &Statistics) {
        self.keep_glimpse(|| SearchGlimpse::Expanded(state.clone()), statistics);
    }

    fn improved(&mut self, state: &S, statistics: &Statistics) {
        self.keep_glimpse(|| SearchGlimpse::Improved(state.clone()), statistics);
    }
}
