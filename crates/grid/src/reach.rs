//! Reach: the cells that a unit can get to with its movement points, kept in a window around the
//! unit.

use super::flood::BitFlood;
use super::kernel::{BucketQueue, EntryPermission, KeySpace, UNTOUCHED, add_cost};
use crate::cell::{Cell, Grid};
use crate::coord::Direction;
use crate::cost_bits::CostLayer;
use crate::obstacles::Obstacles;
use crate::points::MovementPoints;

/// The cells within a budget of movement points, with memory that the next search uses again.
///
/// Neither time nor memory depends on the size of the map: keys live in a window of `(2 r + 1)²`
/// cells around the unit, where `r` is the budget in MP, which no path can leave.
///
/// ```
/// use hotgates_grid::{Coord, CostBits, CostLayer, Grid, MovementPoints, Reach};
///
/// // Ten hexes in a row, each for 2 MP.
/// let grid = Grid::new(10, 1);
/// let mut costs = vec![0; grid.len()];
/// grid.cells().for_each(|cell| costs[cell.index()] = 2);
/// let bits = CostBits::split_by_cost(&costs);
/// let layer = CostLayer { grid: &grid, costs: &costs, lowest: 2, bits: &bits };
///
/// let cell = |col| grid.at(Coord { col, row: 0 }).expect("on the map");
/// let mut reach = Reach::new();
/// reach.search_from(layer, cell(9), MovementPoints(8), ());
/// assert_eq!(reach.cost(cell(5)), Some(8));
/// assert_eq!(reach.points_left_at(cell(6)), Some(MovementPoints(2)));
/// assert_eq!(reach.cost(cell(4)), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Reach {
    /// The bit-parallel flood, made when first needed, and behind a pointer, so that a clone of a
    /// battle does not carry it.
    flood: Option<Box<BitFlood>>,
    /// `true` if the last search was a flood; else the search used the queue and the window.
    by_flood: bool,
    window: CostWindow,
    queue: BucketQueue<WindowPlace>,
    grid: Option<Grid>,
    budget: u32,
    path: Vec<Cell>,
}

/// A place in the window, and the cell there.
#[derive(Debug, Clone, Copy, Default)]
struct WindowPlace {
    local: u32,
    cell: Cell,
}

#[derive(Debug, Clone, Default)]
struct CostWindow {
    keys: Vec<u32>,
    local_steps: [i32; 6],
    steps: [i32; 6],
    centre: Cell,
    radius: i32,
}

impl KeySpace for CostWindow {
    type At = WindowPlace;

    #[inline]
    fn cell(at: WindowPlace) -> Cell {
        at.cell
    }

    #[inline]
    fn step(&self, at: WindowPlace, direction: usize) -> WindowPlace {
        WindowPlace {
            local: at.local.wrapping_add_signed(self.local_steps[direction]),
            cell: Cell(at.cell.0.wrapping_add_signed(self.steps[direction])),
        }
    }

    #[inline]
    fn key(&mut self, at: WindowPlace) -> &mut u32 {
        &mut self.keys[at.local as usize]
    }
}

impl CostWindow {
    /// Places the window around a cell: `radius` hexes and one hex of margin to each side. Returns
    /// the place of the centre.
    fn centre_window_on(&mut self, grid: &Grid, centre: Cell, radius: u32) -> WindowPlace {
        let farthest = u32::try_from(grid.width() + grid.height()).unwrap_or(u32::MAX);
        self.radius = i32::try_from(radius.min(farthest)).unwrap_or(i32::MAX) + 1;
        let side = 2 * self.radius + 1;
        self.keys.clear();
        self.keys.resize(usize::try_from(side * side).expect("sides are positive"), UNTOUCHED);
        self.steps = *grid.steps();
        self.local_steps = Direction::ALL.map(|direction| {
            let step = direction.vector();
            step.x * side + step.y
        });
        self.centre = centre;
        WindowPlace { local: (self.radius * side + self.radius).cast_unsigned(), cell: centre }
    }

    #[inline]
    fn local_index(&self, grid: &Grid, cell: Cell) -> Option<usize> {
        let apart = grid.hex(cell) - grid.hex(self.centre);
        let inside = apart.x.abs() <= self.radius && apart.y.abs() <= self.radius;
        let side = 2 * self.radius + 1;
        let local = (apart.x + self.radius) * side + apart.y + self.radius;
        inside.then(|| usize::try_from(local).expect("inside the window"))
    }
}

impl Reach {
    /// Makes a reach without any cells.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches outward from `from` with `budget` points around the obstacles. A cell that ends a
    /// path is reached, but the search does not go on from there.
    pub fn search_from(
        &mut self,
        layer: CostLayer,
        from: Cell,
        budget: MovementPoints,
        foes: impl Obstacles,
    ) {
        let (grid, budget) = (layer.grid, u32::from(budget.0));
        let steps = layer.most_steps(budget);
        (self.grid, self.budget) = (Some(*grid), budget);
        let flood = self.flood.get_or_insert_default();
        self.by_flood = !foes.have_extra_costs()
            && flood.centre_plane_on(grid, layer.bits, from, (steps, steps, steps), budget);
        if self.by_flood {
            let zones = flood.bar_enemies(foes, steps);
            flood.flood_all(zones.as_ref());
            return;
        }
        self.start_search(grid, from, (budget, steps), 0);
        let enter = |cell, _| match (foes.is_blocked(cell), foes.is_halt(cell)) {
            (true, _) => EntryPermission::Blocked,
            (false, true) => EntryPermission::Halt,
            (false, false) => EntryPermission::Through,
        };
        self.run_search(|cell| entry_cost(layer, cell, foes), enter, |_| false);
    }

    /// Finds the cheapest path from one cell to another within `budget` points, searching backwards
    /// from the end; of equally cheap paths the one whose first differing step comes first in
    /// direction order. Returns `true` if there is a path; [`found_path`](Self::found_path) then
    /// holds the path. No obstacle blocks either end. Ground from which a path starts may be impassable: it
    /// may have changed below who stands there.
    pub fn find_path(
        &mut self,
        layer: CostLayer,
        (from, to): (Cell, Cell),
        budget: MovementPoints,
        foes: impl Obstacles,
    ) -> bool {
        self.path.clear();
        let (grid, lowest) = (layer.grid, layer.lowest);
        let (start, budget) = (grid.hex(from), u32::from(budget.0));
        let [own, entry] = [from, to].map(|cell| entry_cost(layer, cell, foes));
        let end = grid.hex(to);
        let (apart, across) = (end.unsigned_distance_to(start), end.x.abs_diff(start.x));
        if entry == 0 || entry > budget {
            return false;
        }
        // Every path enters its end.
        let most_steps = 1 + layer.most_steps(budget - entry);
        if apart > most_steps {
            return false;
        }
        if apart == 1 {
            // Any longer path pays for the end, too, and for more.
            self.path.push(to);
            return true;
        }
        if own == 0 {
            return self.find_path_off_impassable(layer, (from, to), budget, foes);
        }
        // A cell farther from the end than this lies on no path that is short enough.
        let steps = u32::midpoint(most_steps, apart);
        let flood = self.flood.get_or_insert_default();
        // Nor does such a path lead farther west or east than this.
        let (toward, away) = (u32::midpoint(most_steps, across), (most_steps - across) / 2);
        let (west, east) = if start.x < end.x { (toward, away) } else { (away, toward) };
        let is_plain = !foes.have_extra_costs();
        if is_plain && flood.centre_plane_on(grid, layer.bits, to, (steps, west, east), budget - entry) {
            if let Some(zones) = flood.bar_enemies(foes, steps) {
                flood.bar_hexes(&zones);
            }
            let Some(cost) = flood.find_cost(start) else { return false };
            flood.walk_to_centre(grid, layer.costs, from, cost, &mut self.path);
            return true;
        }
        // As far away as cells of the lowest cost alone would lead: what is too far is told by that cost below.
        let steps = u32::midpoint(1 + (budget - entry) / lowest, apart);
        // A key is the cost of the path to the end with the cell itself paid, too; so the limit is
        // the budget and the cost of the start.
        self.start_search(grid, to, (budget + own, steps), entry);
        // A cell is useless if the start is too far away even over hexes of the lowest cost.
        let far =
            |cell: Cell, key: u32| key + (grid.hex(cell).unsigned_distance_to(start) - 1) * lowest > budget;
        let enter = |cell: Cell, key: u32| {
            let fits = cell == from || !far(cell, key) && !foes.is_blocked(cell) && !foes.is_halt(cell);
            if fits { EntryPermission::Through } else { EntryPermission::Blocked }
        };
        self.run_search(|cell| entry_cost(layer, cell, foes), enter, |cell| cell == from);
        let Some(mut key) = self.window_key(grid, from) else { return false };
        let local = self.window.local_index(grid, from).and_then(|local| u32::try_from(local).ok());
        let mut at = WindowPlace { local: local.expect("it has a cost there"), cell: from };
        while at.cell != to {
            key -= entry_cost(layer, at.cell, foes);
            at = (0..6)
                .map(|direction| self.window.step(at, direction))
                .find(|next| self.window.keys[next.local as usize] == key)
                .expect("every touched cell was touched from one that is nearer");
            self.path.push(at.cell);
        }
        true
    }

    /// Finds the cheapest path that starts where no search backwards comes: by each of the cells beside it in
    /// turn. Cost: up to six searches.
    #[cold]
    fn find_path_off_impassable(
        &mut self,
        layer: CostLayer,
        (from, to): (Cell, Cell),
        budget: u32,
        foes: impl Obstacles,
    ) -> bool {
        let mut best: Option<(u32, Vec<Cell>)> = None;
        for first in Direction::ALL.map(|direction| layer.grid.step(from, direction)) {
            let entry = entry_cost(layer, first, foes);
            if entry == 0 || entry > budget || foes.is_blocked(first) || foes.is_halt(first) {
                continue;
            }
            let left = u16::try_from(budget - entry).map_or(MovementPoints(u16::MAX), MovementPoints);
            if !self.find_path(layer, (first, to), left, foes) {
                continue;
            }
            let cost = entry + self.path.iter().map(|&cell| entry_cost(layer, cell, foes)).sum::<u32>();
            if best.as_ref().is_none_or(|&(least, _)| cost < least) {
                best = Some((cost, [&[first], self.path.as_slice()].concat()));
            }
        }
        let Some((_, path)) = best else { return false };
        self.path = path;
        true
    }

    /// Returns the path that [`find_path`](Self::find_path) found, in walking order, without its
    /// start.
    #[inline]
    pub fn found_path(&self) -> &[Cell] {
        &self.path
    }

    /// Starts a search with keys up to `limit` and cells up to `radius` hexes away; the centre gets
    /// the key `key`.
    fn start_search(&mut self, grid: &Grid, centre: Cell, (limit, radius): (u32, u32), key: u32) {
        self.grid = Some(*grid);
        self.budget = limit;
        let start = self.window.centre_window_on(grid, centre, radius);
        // No key is above the limit, so no two keys share a bucket.
        self.queue.start_search((limit as usize + 1).next_power_of_two());
        self.queue.push(&mut self.window, start, key);
    }

    fn run_search(
        &mut self,
        cost: impl Fn(Cell) -> u32,
        enter: impl FnMut(Cell, u32) -> EntryPermission,
        stop: impl Fn(Cell) -> bool,
    ) {
        self.queue.run_search(&mut self.window, self.budget, cost, add_cost, enter, |at, _| stop(at.cell));
    }

    /// Returns the flood if the last search was a flood.
    #[inline]
    fn current_flood(&self) -> Option<&BitFlood> {
        self.flood.as_deref().filter(|_| self.by_flood)
    }

    /// Returns the cost of getting to a cell in MP, `None` out of reach.
    #[inline]
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        let grid = self.grid.as_ref()?;
        self.current_flood().map_or_else(|| self.window_key(grid, cell), |flood| flood.cost(grid.hex(cell)))
    }

    /// Returns the key of a cell in the window, `None` where the search has not touched the cell.
    #[inline]
    fn window_key(&self, grid: &Grid, cell: Cell) -> Option<u32> {
        let local = self.window.local_index(grid, cell)?;
        Some(self.window.keys[local]).filter(|&key| key != UNTOUCHED)
    }

    /// Returns the movement points left on arrival at a cell, `None` out of reach.
    #[inline]
    pub fn points_left_at(&self, cell: Cell) -> Option<MovementPoints> {
        self.cost(cell).map(|cost| points_after_cost(self.budget, cost))
    }

    /// Returns the neighbours of a cell that are in reach, each with its direction and the movement
    /// points left there.
    #[inline]
    pub fn neighbours_in_reach(
        &self,
        cell: Cell,
    ) -> impl Iterator<Item = (Direction, Cell, MovementPoints)> + '_ {
        let mut sides = self.grid.map_or(0, |grid| self.neighbours_reached(&grid, cell));
        std::iter::from_fn(move || {
            let side = sides.trailing_zeros() as usize;
            let (direction, grid) = (*Direction::ALL.get(side)?, self.grid.as_ref()?);
            sides &= sides - 1;
            let next = grid.step(cell, direction);
            Some((direction, next, points_after_cost(self.budget, self.cost(next)?)))
        })
    }

    /// Returns the neighbours of a cell that are in reach, one bit for each direction, the first
    /// direction as the lowest bit.
    #[inline]
    fn neighbours_reached(&self, grid: &Grid, cell: Cell) -> u64 {
        if let Some(flood) = self.current_flood() {
            return flood.neighbours_reached(grid.hex(cell));
        }
        let neighbours = grid.around(cell).into_iter().rev();
        neighbours.fold(0, |sides, next| sides << 1 | u64::from(self.window_key(grid, next).is_some()))
    }

    /// Returns every cell in reach, the start included, with the movement points left there, in a
    /// fixed order.
    #[inline]
    pub fn cells_in_reach(&self) -> impl Iterator<Item = (Cell, MovementPoints)> + '_ {
        let by_flood = self.current_flood().into_iter().flat_map(BitFlood::cells_reached);
        let in_window = (!self.by_flood).then(|| self.queue.touched_places()).into_iter().flatten();
        let in_window = in_window.map(|at| (at.cell, self.window.keys[at.local as usize]));
        by_flood.chain(in_window).map(|(cell, cost)| (cell, points_after_cost(self.budget, cost)))
    }

    /// Returns a distance from the start, in hexes, that no cell in reach is beyond; none may be as far. Cost:
    /// `O(1)`.
    #[inline]
    pub fn most_steps(&self) -> u32 {
        self.current_flood().map_or(self.budget, BitFlood::most_steps)
    }

    /// Number of cells in reach, the start included.
    pub fn cell_count(&self) -> usize {
        self.current_flood().map_or_else(|| self.queue.touched_places().count(), BitFlood::count_reached)
    }
}

/// Returns the cost of entering a cell, 0 if that cannot be done.
#[inline]
fn entry_cost(layer: CostLayer, cell: Cell, foes: impl Obstacles) -> u32 {
    match layer.entry_cost(cell) {
        cost if cost > 0 && foes.have_extra_costs() => cost + foes.extra_cost(cell),
        cost => cost,
    }
}

#[inline]
fn points_after_cost(budget: u32, cost: u32) -> MovementPoints {
    MovementPoints(u16::try_from(budget - cost).expect("at most the budget"))
}
