//! The cheapest path between two cells, and to the nearest of many.

use super::field::Field;
use super::kernel::{EntryPermission, add_cost};
use super::landmarks::LandmarkSearch;
use super::landmarks::Landmarks;
use super::map_flood::MapFlood;
use crate::cell::{Cell, Grid};
use crate::cell_set::CellSet;
use crate::cost_bits::CostLayer;

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

/// Finds cheapest paths, with memory that the next query uses again: no query allocates once the
/// memory has grown to the size of the grid.
///
/// Of equally cheap paths the result is the one whose first differing step comes first in direction
/// order.
///
/// ```
/// use hotgates_grid::{Coord, Grid, PathSearch};
///
/// // Two hexes in the middle cannot be entered.
/// let grid = Grid::new(4, 3);
/// let cell = |col, row| grid.at(Coord { col, row }).expect("on the map");
/// let mut costs = vec![0_u8; grid.len()];
/// let open = grid.cells().filter(|&middle| middle != cell(1, 1) && middle != cell(2, 1));
/// open.for_each(|cell| costs[cell.index()] = 2);
///
/// let mut search = PathSearch::new();
/// let cost = |cell: hotgates_grid::Cell| costs[cell.index()].into();
/// let path = search.path_between(&grid, cost, cell(0, 1), cell(3, 1), |_| true);
/// let path = path.expect("a path around the middle");
/// assert_eq!((path.cells.len(), path.cost), (5, 8));
/// assert_eq!(path.cells[4], cell(3, 1));
/// ```
#[derive(Debug, Clone, Default)]
pub struct PathSearch {
    field: Field,
    ahead: LandmarkSearch,
    path: Vec<Cell>,
}

impl PathSearch {
    /// Makes a search without memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the cheapest path from one cell to another; `None` where no path leads.
    ///
    /// `cost` returns the cost of entering a cell, at most 255, or 0 where nothing may enter;
    /// border cells have 0. `open` returns `true` for a cell that the path may enter; the target
    /// may be entered in any case. The search runs from the target backwards and stops at the
    /// start. Cost: `O(cells nearer to the target than the start)`.
    pub fn path_between(
        &mut self,
        grid: &Grid,
        cost: impl Fn(Cell) -> u32,
        from: Cell,
        to: Cell,
        open: impl Fn(Cell) -> bool,
    ) -> Option<Path<'_>> {
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
        self.field.start_search(grid, super::field::RING);
        self.field.add_source(to, entry);
        let enter = |cell: Cell| {
            if cell == from || open(cell) { EntryPermission::Through } else { EntryPermission::Blocked }
        };
        self.field.run_search(&cost, add_cost, enter, |cell, _| cell == from);
        let total = self.field.cost(from)?;
        let expanded = self.field.expanded_count();
        walk_down_keys(grid, from, to, total, cost, |cell| self.field.cost(cell), &mut self.path);
        Some(Path { cells: &self.path, cost: total - own, expanded })
    }

    /// Returns the same path as [`path_between`](Self::path_between) with the costs of the
    /// landmarks, found faster.
    ///
    /// Cost: `O(cells on cheapest paths, and cells that the landmarks cannot tell from these)`.
    pub fn path_by_landmarks(
        &mut self,
        landmarks: &Landmarks,
        from: Cell,
        to: Cell,
        open: impl Fn(Cell) -> bool,
    ) -> Option<Path<'_>> {
        let cost = |cell: Cell| u32::from(landmarks.entry_costs()[cell.index()]);
        if from == to {
            return self.path_between(landmarks.grid(), cost, from, to, open);
        }
        if cost(from) == 0 || cost(to) == 0 {
            return None;
        }
        let total = self.ahead.run_search(landmarks, from, to, open)?;
        let ahead = &self.ahead;
        let key = |cell| ahead.key_of_cell(cell);
        walk_down_keys(landmarks.grid(), from, to, total, cost, key, &mut self.path);
        Some(Path { cells: &self.path, cost: total - cost(from), expanded: ahead.expanded })
    }

    /// Returns the path to the nearest target by cost, the target counted; `None` when no target
    /// can be reached. Of equally near targets: the target on the lowest cell. A path leads through
    /// no other target, and `open` returns `true` for a cell that the path, or its end, may enter.
    ///
    /// The search runs outward from `from` until it meets a target. Cost: `O(cells nearer than
    /// the target)`.
    pub fn path_to_nearest(
        &mut self,
        grid: &Grid,
        cost: impl Fn(Cell) -> u32,
        from: Cell,
        open: impl Fn(Cell) -> bool,
        is_target: impl Fn(Cell) -> bool,
    ) -> Option<Path<'_>> {
        let mut best: Option<(u32, Cell)> = None;
        self.field.start_search(grid, super::field::RING);
        self.field.add_source(from, 0);
        let enter = |cell: Cell| match () {
            () if !open(cell) => EntryPermission::Blocked,
            () if is_target(cell) => EntryPermission::Halt,
            () => EntryPermission::Through,
        };
        // A target is touched with its final cost, but a target touched later may be nearer, until
        // cells as far away as the nearest target are expanded.
        self.field.run_search(&cost, add_cost, enter, |cell, key| {
            if is_target(cell) {
                best = Some(best.map_or((key, cell), |best| best.min((key, cell))));
            }
            best.is_some_and(|(nearest, _)| key - cost(cell) >= nearest)
        });
        Some(self.read_path_back(grid, cost, from, best?, is_target))
    }

    /// Returns the path of [`path_to_nearest`](Self::path_to_nearest) to a set of targets over the cells of a layer
    /// that are not `closed`, on small maps found several times as fast.
    pub fn path_to_set(
        &mut self,
        layer: CostLayer,
        from: Cell,
        closed: &CellSet,
        targets: &CellSet,
    ) -> Option<Path<'_>> {
        let cost = |cell: Cell| layer.entry_cost(cell);
        let is_target = |cell: Cell| targets.contains(cell);
        let Some(flood) = MapFlood::over_layer(layer, closed) else {
            return self.path_to_nearest(layer.grid, cost, from, |cell| !closed.contains(cell), is_target);
        };
        let best = self.field.flood_until(layer.grid, flood, from, targets)?;
        Some(self.read_path_back(layer.grid, cost, from, best, is_target))
    }

    /// Reads the path to a target off the costs from where it starts.
    fn read_path_back(
        &mut self,
        grid: &Grid,
        cost: impl Fn(Cell) -> u32,
        from: Cell,
        (total, target): (u32, Cell),
        is_target: impl Fn(Cell) -> bool,
    ) -> Path<'_> {
        let expanded = self.field.expanded_count();
        // The path is read from the target back to the start, then reversed.
        self.path.clear();
        self.path.push(target);
        let (mut at, mut key) = (target, total);
        while at != from {
            key -= cost(at);
            at = first_neighbour_where(grid, at, |cell| {
                let through = cell == from || !is_target(cell);
                self.field.cost(cell) == Some(key) && through
            });
            self.path.push(at);
        }
        self.path.reverse();
        Path { cells: &self.path, cost: total, expanded }
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
