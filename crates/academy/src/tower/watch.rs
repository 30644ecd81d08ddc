//! The search of a tower as a front end sees it.

use hotgates_search::{Bound, Observer, OptimisationProblem, Statistics, UndoablePath};

use super::graph::TowerGraph;
use super::map::TilePlace;
use super::options::{ClearedCellsHook, SearchPhase, SolveOptions, SolveProgress};
use super::plan::PlanState;
use super::search::TowerProblem;

/// Number of states after which only one state in [`ONE_IN`] is told.
const ALL_UP_TO: u64 = 1_000;
const ONE_IN: u64 = 64;

/// The observer behind the hook.
pub(super) struct SearchWatcher<'a, const W: usize> {
    quest: &'a TowerProblem<W>,
    graph: &'a TowerGraph,
    watch: Option<&'a dyn Fn(&SolveProgress)>,
    cleared: Option<ClearedCellsHook<'a>>,
    /// `true` if the bound of the graph searched holds for the tower.
    safe: bool,
    phase: SearchPhase,
    before: u64,
    life: Option<i64>,
    bound: Option<i64>,
}

impl<'a, const W: usize> SearchWatcher<'a, W> {
    pub(super) fn new(
        quest: &'a TowerProblem<W>,
        graph: &'a TowerGraph,
        options: &SolveOptions<'a>,
        safe: bool,
    ) -> Self {
        let SolveOptions { watch, cleared, .. } = *options;
        SearchWatcher {
            quest,
            graph,
            watch,
            cleared,
            safe,
            phase: SearchPhase::First,
            before: 0,
            life: None,
            bound: None,
        }
    }

    /// Begins another search; `before` is the number of states of the searches before it.
    pub(super) fn enter_phase(&mut self, phase: SearchPhase, before: u64) {
        (self.phase, self.before) = (phase, before);
    }

    fn report_search_progress(&self, state: &PlanState<W>, statistics: &Statistics) {
        if let Some(cleared) = self.cleared {
            // Node `n` of the plan is node `n + 1` of the graph.
            let nodes = state.cleared.iter().map(|node| &self.graph.nodes()[node + 1]);
            cleared(&nodes.flat_map(|node| node.places.iter().copied()).collect::<Vec<TilePlace>>());
        }
        if let Some(watch) = self.watch {
            let (phase, life, bound) = (self.phase, self.life, self.bound);
            let states = self.before + statistics.expanded;
            watch(&SolveProgress { phase, statistics: *statistics, states, life, bound });
        }
    }
}

impl<const W: usize> Observer<PlanState<W>> for SearchWatcher<'_, W> {
    fn expanded(&mut self, state: &PlanState<W>, statistics: &Statistics) {
        let count = statistics.expanded;
        if (self.watch.is_none() && self.cleared.is_none())
            || (count > ALL_UP_TO && !count.is_multiple_of(ONE_IN))
        {
            return;
        }
        // Best-first search takes what promises most: nothing that waits promises more than the
        // state just taken.
        if self.safe
            && matches!(self.phase, SearchPhase::First | SearchPhase::Full)
            && let Bound::AtMost(bound) = self.quest.bound(state)
        {
            let bound = self.life.map_or(bound, |life| life.max(bound));
            self.bound = Some(self.bound.map_or(bound, |known| known.min(bound)));
        }
        self.report_search_progress(state, statistics);
    }

    fn improved(&mut self, state: &PlanState<W>, statistics: &Statistics) {
        self.life = self.life.max(Some(state.life));
        self.report_search_progress(state, statistics);
    }
}

/// An observer that tells the [`SearchWatcher`] of a search that changes one state in place.
pub(super) struct InPlaceSearchWatcher<'w, 'a, const W: usize>(pub(super) &'w mut SearchWatcher<'a, W>);

impl<const W: usize> Observer<UndoablePath<'_, TowerProblem<W>>> for InPlaceSearchWatcher<'_, '_, W> {
    fn expanded(&mut self, walk: &UndoablePath<TowerProblem<W>>, statistics: &Statistics) {
        self.0.expanded(walk.current_state(), statistics);
    }

    fn improved(&mut self, walk: &UndoablePath<TowerProblem<W>>, statistics: &Statistics) {
        self.0.improved(walk.current_state(), statistics);
    }
}
