//! Watching a search at work.

use crate::outcome::Statistics;

/// Told what a search does while it does it, so that a front end can show it.
///
/// Every method has an empty default; `()` watches nothing and costs nothing.
pub trait Observer<S: ?Sized> {
    /// `state` was met for the first time, or again by a better way.
    fn seen(&mut self, state: &S, statistics: &Statistics) {
        let _ = (state, statistics);
    }

    /// `state` was taken from the frontier and all its actions were tried.
    fn expanded(&mut self, state: &S, statistics: &Statistics) {
        let _ = (state, statistics);
    }

    /// `state` is the best answer so far.
    fn improved(&mut self, state: &S, statistics: &Statistics) {
        let _ = (state, statistics);
    }
}

impl<S: ?Sized> Observer<S> for () {}

/// One thing that a [`Recorder`] saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Glimpse<S> {
    /// A state was met.
    Seen(S),
    /// A state was expanded.
    Expanded(S),
    /// A best answer so far.
    Improved(S),
}

/// An observer that keeps the first so many glimpses in order, for a front end to play back at its own pace.
#[derive(Debug, Clone)]
pub struct Recorder<S> {
    glimpses: Vec<(Glimpse<S>, Statistics)>,
    most: usize,
}

impl<S> Recorder<S> {
    /// A recorder of at most `most` glimpses; what comes later is not kept.
    pub const fn new(most: usize) -> Self {
        Recorder { glimpses: Vec::new(), most }
    }

    /// What was seen, in order, each with the statistics of that moment.
    pub fn glimpses(&self) -> &[(Glimpse<S>, Statistics)] {
        &self.glimpses
    }

    fn keep(&mut self, glimpse: impl FnOnce() -> Glimpse<S>, statistics: &Statistics) {
        if self.glimpses.len() < self.most {
            self.glimpses.push((glimpse(), *statistics));
        }
    }
}

impl<S: Clone> Observer<S> for Recorder<S> {
    fn seen(&mut self, state: &S, statistics: &Statistics) {
        self.keep(|| Glimpse::Seen(state.clone()), statistics);
    }

    fn expanded(&mut self, state: &S, statistics: &Statistics) {
        self.keep(|| Glimpse::Expanded(state.clone()), statistics);
    }

    fn improved(&mut self, state: &S, statistics: &Statistics) {
        self.keep(|| Glimpse::Improved(state.clone()), statistics);
    }
}
