//! Landmarks: costs computed beforehand that steer a path search on a map that does not change.
//!
//! A* with landmarks and the triangle inequality, ALT (Goldberg and Harrelson, "Computing the
//! shortest path: A* search meets graph theory", 2005). If a landmark is 90 MP from the one end and
//! 20 MP from a cell, then there are at least 70 MP between the two. The best of several landmarks
//! is usually close to the truth, so that little more is expanded than the cheapest ways
//! themselves.

use super::field::Field;
use super::kernel::UNTOUCHED;
use crate::cell::{Cell, Grid};
use crate::cell_set::CellSet;

/// Number of landmarks. With half as many a search expands a quarter more cells, with twice as many
/// hardly fewer.
const COUNT: usize = 16;

/// Costs from a few cells to all other cells of one grid, which make point-to-point queries faster
/// by an order of magnitude where many are asked. See
/// [`PathSearch::path_by_landmarks`](crate::PathSearch::path_by_landmarks).
///
/// Preparing landmarks takes as long as 17 cost fields, and 32 bytes a hex. Landmarks lie in the
/// largest connected part of the map; a query in another part is answered, too, but no faster.
///
/// ```
/// use hotgates_grid::{Coord, Grid, Landmarks, PathSearch};
///
/// // Two hexes in the middle cannot be entered.
/// let grid = Grid::new(4, 3);
/// let cell = |col, row| grid.at(Coord { col, row }).expect("on the map");
/// let (from, to) = (cell(0, 1), cell(3, 1));
/// let mut costs = vec![0; grid.len()];
/// let open = grid.cells().filter(|&middle| middle != cell(1, 1) && middle != cell(2, 1));
/// open.for_each(|cell| costs[cell.index()] = 2);
///
/// let landmarks = Landmarks::new(&grid, &costs);
/// let mut search = PathSearch::new();
/// let slow = search.path_between(&grid, |cell| costs[cell.index()].into(), from, to, |_| true);
/// let cells = slow.expect("a path around the middle").cells.to_vec();
/// let fast = search.path_by_landmarks(&landmarks, from, to, |_| true);
/// assert_eq!(fast.expect("the same path").cells, cells);
/// ```
#[derive(Debug, Clone)]
pub struct Landmarks<'m> {
    grid: &'m Grid,
    entry_costs: &'m [u8],
    /// Costs of getting to each cell from each landmark, at most `u16::MAX`: capping two costs
    /// never makes their difference larger, so that every bound stays true.
    costs: Vec<[u16; COUNT]>,
}

impl<'m> Landmarks<'m> {
    /// Prepares the landmarks of a grid with the cost of entering each cell, 0 where nothing may
    /// enter: each landmark as far as possible from the landmarks before.
    ///
    /// Cost: `O(hexes)`.
    #[must_use]
    pub fn new(grid: &'m Grid, entry_costs: &'m [u8]) -> Self {
        let mut landmarks = Self { grid, entry_costs, costs: vec![[u16::MAX; COUNT]; grid.len()] };
        let mut field = Field::new();
        let Some(first) = landmarks.cell_in_largest_part(&mut field) else { return landmarks };
        field.from_sources(grid, [first], entry_costs, |_| true);
        // Cost of each cell from its nearest landmark. Cells of other parts are never the farthest.
        let mut nearest = vec![0; grid.len()];
        for cell in field.touched_cells() {
            nearest[cell.index()] = UNTOUCHED;
        }
        let mut next = field.touched_cells().last().unwrap_or(first);
        for mark in 0..COUNT {
            field.from_sources(grid, [next], entry_costs, |_| true);
            for cell in field.touched_cells() {
                let cost = field.cost(cell).expect("it was touched");
                landmarks.costs[cell.index()][mark] = u16::try_from(cost).unwrap_or(u16::MAX);
                nearest[cell.index()] = cost.min(nearest[cell.index()]);
            }
            next = field.touched_cells().max_by_key(|&cell| (nearest[cell.index()], cell)).unwrap_or(next);
        }
        landmarks
    }

    /// Returns a cell of the largest connected part of the map; `None` when no hex can be entered.
    fn cell_in_largest_part(&self, field: &mut Field) -> Option<Cell> {
        let (grid, costs) = (self.grid, self.entry_costs);
        let mut seen = CellSet::new(grid);
        let mut largest = None;
        for cell in grid.cells().filter(|&cell| costs[cell.index()] > 0) {
            if !seen.contains(cell) {
                field.from_sources(grid, [cell], costs, |_| true);
                let size = field.touched_cells().map(|cell| seen.insert(cell)).count();
                largest = largest.max(Some((size, std::cmp::Reverse(cell))));
            }
        }
        largest.map(|(_, std::cmp::Reverse(cell))| cell)
    }

    /// Returns the grid that the landmarks are for.
    pub const fn grid(&self) -> &'m Grid {
        self.grid
    }

    /// Returns the cost of entering each cell that the landmarks are for.
    pub const fn entry_costs(&self) -> &'m [u8] {
        self.entry_costs
    }

    /// Number of bytes that the landmarks take.
    pub fn memory_bytes(&self) -> usize {
        size_of_val(self.costs.as_slice())
    }

    /// Returns a lower bound for the cost of a path from `from` to `cell`, with the start paid and
    /// the end not.
    fn lower_bound(&self, from: Cell, cell: Cell) -> u32 {
        let (a, b) = (&self.costs[from.index()], &self.costs[cell.index()]);
        let (mut there, mut back) = (0, 0);
        for (&a, &b) in a.iter().zip(b) {
            there = there.max(a.saturating_sub(b));
            back = back.max(b.saturating_sub(a));
        }
        // A landmark's cost counts the end and not the start.
        let costs = self.entry_costs;
        let (own, end) = (u32::from(costs[from.index()]), u32::from(costs[cell.index()]));
        u32::from(there).max((u32::from(back) + own).saturating_sub(end))
    }
}

/// A search by landmarks, with memory that the next search uses again.
#[derive(Debug, Clone, Default)]
pub(super) struct LandmarkSearch {
    /// Costs of the path from each cell to the target, with the cell paid, too, as far as known.
    keys: Vec<u32>,
    touched: Vec<Cell>,
    /// Queued cells with their keys, and the index of the next place of their bucket.
    places: Vec<(Cell, u32, u32)>,
    heads: Vec<u32>,
    pub(super) expanded: usize,
}

const END: u32 = u32::MAX;

/// Number of buckets: a step changes the sum of key and bound by less than two costs.
const RING: usize = 512;

impl LandmarkSearch {
    /// Searches backwards from `to` until every cheapest path from `from` is known. Returns the
    /// cost of such a path, with its start paid, too. Both ends can be entered.
    ///
    /// Cells are expanded in the order of key plus bound. The bound never falls by more than a step
    /// costs, so the key of a cell is final when the cell is expanded, and all cells of cheapest
    /// paths are expanded before any other.
    pub(super) fn run_search(
        &mut self,
        landmarks: &Landmarks,
        from: Cell,
        to: Cell,
        open: impl Fn(Cell) -> bool,
    ) -> Option<u32> {
        let (grid, costs) = (landmarks.grid, landmarks.entry_costs);
        self.start_search(grid.len());
        let mut sum = self.queue_cell(to, costs[to.index()].into(), landmarks.lower_bound(from, to));
        let mut pending = 1_usize;
        while pending > 0 && sum <= self.keys[from.index()] {
            let mut place = std::mem::replace(&mut self.heads[sum as usize % RING], END);
            if place == END {
                sum += 1;
            }
            while place != END {
                let (at, key, next) = self.places[place as usize];
                place = next;
                pending -= 1;
                if key != self.keys[at.index()] {
                    // The cell was queued again since, with a cheaper path.
                    continue;
                }
                self.expanded += 1;
                for next in grid.around(at) {
                    let cost = u32::from(costs[next.index()]);
                    if cost > 0 && key + cost < self.keys[next.index()] && (next == from || open(next)) {
                        self.queue_cell(next, key + cost, landmarks.lower_bound(from, next));
                        pending += 1;
                    }
                }
            }
        }
        self.key_of_cell(from)
    }

    /// Returns the cost of the path from a cell to the target, with the cell paid, too.
    #[inline]
    pub(super) fn key_of_cell(&self, cell: Cell) -> Option<u32> {
        Some(self.keys[cell.index()]).filter(|&key| key != UNTOUCHED)
    }

    fn start_search(&mut self, cells: usize) {
        for cell in self.touched.drain(..) {
            self.keys[cell.index()] = UNTOUCHED;
        }
        self.keys.resize(cells, UNTOUCHED);
        self.places.clear();
        self.heads.clear();
        self.heads.resize(RING, END);
        self.expanded = 0;
    }

    /// Queues a cell under the sum of its key and its bound, and returns this sum.
    #[inline]
    fn queue_cell(&mut self, cell: Cell, key: u32, bound: u32) -> u32 {
        let known = std::mem::replace(&mut self.keys[cell.index()], key);
        if known == UNTOUCHED {
            self.touched.push(cell);
        }
        let place = u32::try_from(self.places.len()).expect("a cell is queued at most six times");
        let head = &mut self.heads[(key + bound) as usize % RING];
        self.places.push((cell, key, std::mem::replace(head, place)));
        key + bound
    }
}
