//! The options of the solver, and the reports that it makes while it works.

use hotgates_search::Statistics;

use super::growth::{damage_may_grow, hero_grows_after_boss};
use super::map::{Tile, TilePlace, Tower, TowerState};

/// The use of the merged graph in the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Merging {
    /// Used if merging cannot lose the best answer: on towers without a shop, without monsters
    /// whose damage grows with the hero, and without anything behind the boss that makes the hero
    /// stronger.
    #[default]
    WhereSafe,
    /// Always; where that could lose the best answer, none is called optimal.
    Always,
    /// Never.
    Never,
}

impl Merging {
    /// Returns `true` if a search from `position` runs on the merged graph.
    pub fn merges_graph(self, tower: &Tower, position: &TowerState) -> bool {
        match self {
            Merging::WhereSafe => is_merging_safe(tower, position, damage_may_grow(tower, position)),
            Merging::Always => true,
            Merging::Never => false,
        }
    }
}

/// Returns `true` if merging cannot lose the best answer: there is no shop, no monster costs more
/// later, and none costs nothing only after the boss.
pub(super) fn is_merging_safe(tower: &Tower, position: &TowerState, growth: bool) -> bool {
    let shop = tower.shop.sells_anything() && (position.shop_open || position.cells.contains(&Tile::Shop));
    !shop && !growth && !hero_grows_after_boss(tower, position)
}

/// A choice of searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TowerMethod {
    /// Best-first search; where it takes long, beam search for an answer to prune with, and
    /// best-first search again.
    #[default]
    Full,
    /// Best-first search alone.
    BestFirst,
    /// Beam search alone, the [`BEAM_WIDTH`] most promising states of each layer: never proven but
    /// by luck.
    Beam,
    /// Every way to its end, turning back where the bound is no higher than the best so far. It
    /// remembers no states.
    DepthFirst,
    /// As best-first search, but without bounds: only a state that is no better than a known one is
    /// dropped.
    WithoutBounds,
}

impl TowerMethod {
    /// All methods.
    pub const ALL: [TowerMethod; 5] = [
        TowerMethod::Full,
        TowerMethod::BestFirst,
        TowerMethod::Beam,
        TowerMethod::DepthFirst,
        TowerMethod::WithoutBounds,
    ];
}

/// States that [`TowerMethod::Beam`] keeps of each layer.
pub const BEAM_WIDTH: usize = 20;

/// A function that is called with the cells cleared in the state that a search is looking at.
pub type ClearedCellsHook<'a> = &'a dyn Fn(&[TilePlace]);

/// The options and budgets of the solver.
#[derive(Clone, Copy)]
pub struct SolveOptions<'a> {
    /// A choice of searches.
    pub method: TowerMethod,
    /// The use of the merged graph.
    pub merging: Merging,
    /// Greatest number of states to keep at a time; `None` for as many as the memory allows. For
    /// depth-first search, which keeps none, the most steps.
    pub states: Option<u64>,
    /// Greatest amount of memory for states, in bytes.
    pub memory: u64,
    /// A function that the search asks now and then; `true` ends the search with the best answer so
    /// far.
    pub cancel: Option<&'a dyn Fn() -> bool>,
    /// A function that is called while the search runs, for a front end that shows the search at
    /// work.
    pub watch: Option<&'a dyn Fn(&SolveProgress)>,
    /// A function that is called at the same moments with the cells cleared in the state that the
    /// search is looking at.
    pub cleared: Option<ClearedCellsHook<'a>>,
}

impl Default for SolveOptions<'_> {
    /// Returns options with merging where safe, and as many states as fit into 2 GB.
    fn default() -> Self {
        SolveOptions {
            method: TowerMethod::Full,
            merging: Merging::WhereSafe,
            states: None,
            memory: 2_000_000_000,
            cancel: None,
            watch: None,
            cleared: None,
        }
    }
}

/// The search that [`solve_tower`](super::solve_tower()) is making.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchPhase {
    /// Best-first search with few states: small towers are settled here.
    First,
    /// Beam search for an answer to prune with.
    Beam,
    /// Best-first search with all states allowed, for answers above the beam's.
    Full,
    /// Depth-first search, where it was asked for.
    Depth,
    /// Search without bounds, where it was asked for.
    Blind,
}

/// One moment of a search, told to [`SolveOptions::watch`](super::SolveOptions::watch).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveProgress {
    /// The search.
    pub phase: SearchPhase,
    /// The work of this search so far; its frontier is the number of states that wait now.
    pub statistics: Statistics,
    /// States whose choices were tried, over all searches so far.
    pub states: u64,
    /// Greatest life found so far.
    pub life: Option<i64>,
    /// Upper bound on the life at the end; `None` while nothing is known.
    pub bound: Option<i64>,
}
