//! The search of a tower as a front end sees it.

use hotgates_search::{Bound, Observer, Optimise, Statistics};

use super::plan::State;
use super::search::Quest;

/// Which of its searches [`solve`](super::solve()) is making.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Best-first search with few states: small towers are settled here.
    First,
    /// Beam search for an answer to prune with.
    Beam,
    /// Best-first search with all states allowed, for answers above the beam's.
    Full,
}

/// One moment of a search, told to [`SolveOptions::watch`](super::SolveOptions::watch).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Which search it is.
    pub phase: Phase,
    /// What this search has done so far; its frontier is what waits now.
    pub statistics: Statistics,
    /// States whose choices were tried, over all searches so far.
    pub states: u64,
    /// The most life found so far.
    pub life: Option<i64>,
    /// No play ends with more life; `None` while nothing is known.
    pub bound: Option<i64>,
}

/// After so many states only one in [`ONE_IN`] is told.
const ALL_UP_TO: u64 = 1_000;
const ONE_IN: u64 = 64;

/// The observer behind the hook.
pub(super) struct Watcher<'a, const W: usize> {
    quest: &'a Quest<W>,
    watch: Option<&'a dyn Fn(&Progress)>,
    /// True where the bound of the graph searched holds for the tower.
    safe: bool,
    phase: Phase,
    before: u64,
    life: Option<i64>,
    bound: Option<i64>,
}

impl<'a, const W: usize> Watcher<'a, W> {
    pub(super) fn new(quest: &'a Quest<W>, watch: Option<&'a dyn Fn(&Progress)>, safe: bool) -> Self {
        Watcher { quest, watch, safe, phase: Phase::First, before: 0, life: None, bound: None }
    }

    /// Another search begins, after so many states of those before it.
    pub(super) fn enter(&mut self, phase: Phase, before: u64) {
        (self.phase, self.before) = (phase, before);
    }

    fn tell(&self, statistics: &Statistics) {
        if let Some(watch) = self.watch {
            let (phase, life, bound) = (self.phase, self.life, self.bound);
            let states = self.before + statistics.expanded;
            watch(&Progress { phase, statistics: *statistics, states, life, bound });
        }
    }
}

impl<const W: usize> Observer<State<W>> for Watcher<'_, W> {
    fn expanded(&mut self, state: &State<W>, statistics: &Statistics) {
        let count = statistics.expanded;
        if self.watch.is_none() || (count > ALL_UP_TO && !count.is_multiple_of(ONE_IN)) {
            return;
        }
        // Best-first search takes what promises most: nothing that waits promises more than the state just taken.
        if self.safe
            && self.phase != Phase::Beam
            && let Bound::AtMost(bound) = self.quest.bound(state)
        {
            let bound = self.life.map_or(bound, |life| life.max(bound));
            self.bound = Some(self.bound.map_or(bound, |known| known.min(bound)));
        }
        self.tell(statistics);
    }

    fn improved(&mut self, state: &State<W>, statistics: &Statistics) {
        self.life = self.life.max(Some(state.life));
        self.tell(statistics);
    }
}
