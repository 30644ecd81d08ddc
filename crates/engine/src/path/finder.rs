//! Strategic queries: the shortest path, and the nearest enemy.

use super::field::Field;
use super::kernel::EntryPermission;
use super::landmarks::LandmarkSearch;
use super::landmarks::Landmarks;
use crate::battle::Battle;
use crate::battle::unit::UnitId;
use crate::file::ids::UnitTypeId;
use crate::file::map::Map;
use crate::grid::cell_set::CellSet;
use crate::grid::{Cell, Grid};

/// Options of a path query: the rules that the query leaves out of account.
#[derive(Debug, Clone, Copy, Default)]
pub struct PathOptions<'a> {
    /// Every hex that can be entered costs 1.
    pub ignore_costs: bool,
    /// Enemy units do not block.
    pub ignore_enemies: bool,
    /// Cells that the path may not enter.
    pub avoid: Option<&'a CellSet>,
}

impl PathOptions<'_> {
    fn must_avoid(&self, cell: Cell) -> bool {
        self.avoid.is_some_and(|avoid| avoid.contains(cell))
    }
}

/// A path over the map, in walking order, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path<'a> {
    /// The cells, the start first.
    pub cells: &'a [Cell],
    /// The sum of the costs of the cells entered, the start excluded.
    pub cost: u32,
    /// Number of cells that the search expanded.
    pub expanded: usize,
}

/// Finds cheapest paths and nearest enemies, with memory that the next query uses again: no query
/// allocates once the memory has grown to the size of the map.
///
/// ```
/// use hotgates_engine::{Coord, PathFinder, Map, MapFile, PathOptions, Ruleset};
///
/// let rules = Ruleset::classic();
/// let rows = ["....", ".^^.", "...."].map(str::to_owned).to_vec();
/// let map = Map::read_rows(&MapFile { rows, ..MapFile::default() }, &rules).expect("a sound map");
/// let infantry = rules.unit("infantry").expect("a classic type");
/// let cell = |col, row| map.grid().at(Coord { col, row }).expect("on the map");
///
/// let mut finder = PathFinder::new();
/// let path = finder.path_on_map(&map, infantry, cell(0, 1), cell(3, 1), PathOptions::default());
/// let path = path.expect("a path around the mountains");
/// assert_eq!((path.cells.len(), path.cost), (5, 8));
/// assert_eq!(path.cells[4], cell(3, 1));
/// ```
#[derive(Debug, Clone, Default)]
pub struct PathFinder {
    field: Field,
    ahead: LandmarkSearch,
    path: Vec<Cell>,
}

impl PathFinder {
    /// Makes a finder without memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the cheapest path of a unit type over a map without units; `None` where no path
    /// leads.
    ///
    /// Of equally cheap paths the result is the one whose first differing step comes first in
    /// direction order. The search runs from the target backwards and stops at the start. The
    /// target may be entered even where it is avoided. Cost: `O(cells nearer to the target than the
    /// start)`.
    pub fn path_on_map(
        &mut self,
        map: &Map,
        kind: UnitTypeId,
        from: Cell,
        to: Cell,
        options: PathOptions,
    ) -> Option<Path<'_>> {
        self.search_backwards(map, kind, from, to, options, |_| true)
    }

    /// Returns the same path as [`path_on_map`](Self::path_on_map), found faster by landmarks
    /// prepared for the map and unit type.
    ///
    /// Where costs are ignored the landmarks are of no use, and the search is the search of
    /// `on_map`. Cost: `O(cells on cheapest paths, and cells that the landmarks cannot tell from
    /// these)`.
    pub fn path_by_landmarks(
        &mut self,
        landmarks: &Landmarks,
        from: Cell,
        to: Cell,
        options: PathOptions,
    ) -> Option<Path<'_>> {
        let (map, kind) = (landmarks.map(), landmarks.landmark_unit_type());
        if options.ignore_costs || from == to {
            return self.path_on_map(map, kind, from, to, options);
        }
        let cost = step_cost(map.costs(kind), false);
        if cost(from) == 0 || cost(to) == 0 {
            return None;
        }
        let total = self.ahead.run_search(landmarks, from, to, |cell| !options.must_avoid(cell))?;
        let ahead = &self.ahead;
        walk_down_keys(map.grid(), from, to, total, &cost, |cell| ahead.key_of_cell(cell), &mut self.path);
        Some(Path { cells: &self.path, cost: total - cost(from), expanded: ahead.expanded })
    }

    /// Returns the cheapest path of a unit to a cell, over any number of turns; `None` where no
    /// path leads.
    ///
    /// The path leads through friends, and around enemies unless they are ignored; an enemy on the
    /// target does not count. See [`path_on_map`](Self::path_on_map) for ties and cost.
    pub fn shortest_path(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        to: Cell,
        options: PathOptions,
    ) -> Option<Path<'_>> {
        let info = battle.info(unit);
        let open = |cell| options.ignore_enemies || !battle.enemy_at(info.side, cell);
        self.search_backwards(battle.map(), info.kind, battle.unit(unit).cell, to, options, open)
    }

    /// Returns the enemy nearest to a unit by cost, and the path to the enemy, whose own hex is
    /// counted but never entered; `None` when no enemy can be reached. Of equally near enemies: the
    /// enemy on the lowest cell.
    ///
    /// The search runs outward from the unit until it meets an enemy. Cost: `O(cells nearer than
    /// the enemy)`.
    pub fn nearest_enemy(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        options: PathOptions,
    ) -> Option<(UnitId, Path<'_>)> {
        let info = battle.info(unit);
        let (map, grid) = (battle.map(), battle.grid());
        let from = battle.unit(unit).cell;
        let cost = step_cost(map.costs(info.kind), options.ignore_costs);
        let mut best: Option<(u32, Cell)> = None;
        self.field.start_search(grid, super::field::RING);
        self.field.add_source(from, 0);
        let enter = |cell: Cell| match () {
            () if options.must_avoid(cell) => EntryPermission::Blocked,
            () if battle.enemy_at(info.side, cell) => EntryPermission::Halt,
            () => EntryPermission::Through,
        };
        // An enemy is touched with its final cost, but an enemy touched later may be nearer, until
        // cells as far away as the nearest enemy are expanded.
        self.field.run_search(&cost, super::field::add_cost, enter, |cell, key| {
            if battle.enemy_at(info.side, cell) {
                best = Some(best.map_or((key, cell), |best| best.min((key, cell))));
            }
            best.is_some_and(|(nearest, _)| key - cost(cell) >= nearest)
        });
        let (total, target) = best?;
        let enemy = battle.at(target)?;
        let expanded = self.field.expanded_count();
        // The path is read from the enemy back to the unit, then reversed.
        self.path.clear();
        self.path.push(target);
        let (mut at, mut key) = (target, total);
        while at != from {
            key -= cost(at);
            at = first_neighbour_where(grid, at, |cell| {
                let through = cell == from || !battle.enemy_at(info.side, cell);
                self.field.cost(cell) == Some(key) && through
            });
            self.path.push(at);
        }
        self.path.reverse();
        Some((enemy, Path { cells: &self.path, cost: total, expanded }))
    }

    fn search_backwards(
        &mut self,
        map: &Map,
        kind: UnitTypeId,
        from: Cell,
        to: Cell,
        options: PathOptions,
        open: impl Fn(Cell) -> bool,
    ) -> Option<Path<'_>> {
        let cost = step_cost(map.costs(kind), options.ignore_costs);
        self.path.clear();
        self.path.push(from);
        if from == to {
            return Some(Path { cells: &self.path, cost: 0, expanded: 0 });
        }
        // A key is the cost of the path to the target with the cell itself paid, too.
        let (own, entry) = (cost(from), cost(to));
        if own == 0 || entry == 0 {
            return None;
        }
        self.field.start_search(map.grid(), super::field::RING);
        self.field.add_source(to, entry);
        let enter = |cell: Cell| {
            if cell == from || open(cell) && !options.must_avoid(cell) {
                EntryPermission::Through
            } else {
                EntryPermission::Blocked
            }
        };
        self.field.run_search(&cost, super::field::add_cost, enter, |cell, _| cell == from);
        let total = self.field.cost(from)?;
        let expanded = self.field.expanded_count();
        walk_down_keys(map.grid(), from, to, total, cost, |cell| self.field.cost(cell), &mut self.path);
        Some(Path { cells: &self.path, cost: total - own, expanded })
    }
}

/// Writes into `path` the cells from `from`, whose key is `total`, to `to`: each step goes to the
/// first neighbour in direction order whose key is the rest of the cost.
fn walk_down_keys(
    grid: &Grid,
    from: Cell,
    to: Cell,
    total: u32,
    cost: impl Fn(Cell) -> u32,
    key: impl Fn(Cell) -> Option<u32>,
    path: &mut Vec<Cell>,
) {
    path.clear();
    path.push(from);
    let (mut at, mut rest) = (from, total);
    while at != to {
        rest -= cost(at);
        at = first_neighbour_where(grid, at, |cell| key(cell) == Some(rest));
        path.push(at);
    }
}

/// Returns the first neighbour of `at`, in direction order, for which `fits` returns `true`.
fn first_neighbour_where(grid: &Grid, at: Cell, fits: impl Fn(Cell) -> bool) -> Cell {
    let mut around = grid.around(at).into_iter();
    around.find(|&next| fits(next)).expect("every touched cell was touched from one that is nearer")
}

/// Returns the cost of entering a cell, 0 where no unit can; `uniform` makes every other cost 1.
fn step_cost(costs: &[u8], uniform: bool) -> impl Fn(Cell) -> u32 + '_ {
    move |cell| {
        let cost = costs[cell.index()];
        if uniform { (cost > 0).into() } else { cost.into() }
    }
}
