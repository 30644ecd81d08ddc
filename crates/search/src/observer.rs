//! Watching a search at work.

use crate::outcome::Statistics;

/// A listener to a search while the search runs, so that a front end can show it.
///
/// Every method has an empty default; `()` watches nothing and costs nothing.
///
/// ```
/// use hotgates_search::{Limits, Observer, Statistics, breadth_first_search};
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
/// breadth_first_search(&Ladder(5), 1, &Limits::without_limits(), &mut largest);
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

/// One event of a search that a [`SearchRecorder`] keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchEvent<S> {
    /// A state was met.
    Seen(S),
    /// A state was expanded.
    Expanded(S),
    /// A best answer so far.
    Improved(S),
}

/// An observer that keeps the first events in order, up to a number, for a front end to play back
/// at its own pace.
///
/// ```
/// use hotgates_search::{SearchEvent, Limits, SearchRecorder, breadth_first_search};
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
/// let mut recorder = SearchRecorder::new(3);
/// breadth_first_search(&Ladder(5), 1, &Limits::without_limits(), &mut recorder);
/// let events: Vec<_> = recorder.recorded_events().iter().map(|(event, _)| event.clone()).collect();
/// assert_eq!(events, [SearchEvent::Seen(1), SearchEvent::Seen(2), SearchEvent::Expanded(1)]);
/// ```
#[derive(Debug, Clone)]
pub struct SearchRecorder<S> {
    glimpses: Vec<(SearchEvent<S>, Statistics)>,
    most: usize,
}

impl<S> SearchRecorder<S> {
    /// Makes a recorder of at most `most` events; later events are not kept.
    pub const fn new(most: usize) -> Self {
        SearchRecorder { glimpses: Vec::new(), most }
    }

    /// Returns the events in order, each with the statistics of that moment.
    pub fn recorded_events(&self) -> &[(SearchEvent<S>, Statistics)] {
        &self.glimpses
    }

    fn keep_event(&mut self, glimpse: impl FnOnce() -> SearchEvent<S>, statistics: &Statistics) {
        if self.glimpses.len() < self.most {
            self.glimpses.push((glimpse(), *statistics));
        }
    }
}

impl<S: Clone> Observer<S> for SearchRecorder<S> {
    fn seen(&mut self, state: &S, statistics: &Statistics) {
        self.keep_event(|| SearchEvent::Seen(state.clone()), statistics);
    }

    fn expanded(&mut self, state: &S, statistics: &Statistics) {
        self.keep_event(|| SearchEvent::Expanded(state.clone()), statistics);
    }

    fn improved(&mut self, state: &S, statistics: &Statistics) {
        self.keep_event(|| SearchEvent::Improved(state.clone()), statistics);
    }
}
