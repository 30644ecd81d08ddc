//! Reach: what a unit can get to with the points it has, kept in a window as small as those points.

use super::kernel::{Entry, Queue, Space, UNTOUCHED};
use super::wave::Wave;
use crate::file::ids::UnitTypeId;
use crate::file::map::Map;
use crate::grid::coord::Direction;
use crate::grid::{Cell, Grid};
use crate::measure::MovementPoints;
use crate::path::obstacles::Obstacles;

/// The cells within a budget of movement points, with memory that the next search uses again.
///
/// Neither time nor memory depends on the size of the map: keys live in a window of `(2 r + 1)²` cells around
/// the unit, where `r` is the budget, which no path can leave.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    /// Made when it is first needed, and behind a pointer, so that a battle's clone and its orders do not carry it.
    wave: Option<Box<Wave>>,
    /// Whether the last search was done by the wave; else by the queue, in the window.
    by_wave: bool,
    window: Window,
    queue: Queue<Spot>,
    grid: Option<Grid>,
    budget: u32,
    path: Vec<Cell>,
}

/// A place in the window, and the cell that lies there.
#[derive(Debug, Clone, Copy, Default)]
struct Spot {
    local: u32,
    cell: Cell,
}

#[derive(Debug, Clone, Default)]
struct Window {
    keys: Vec<u32>,
    local_steps: [i32; 6],
    steps: [i32; 6],
    centre: Cell,
    radius: i32,
}

impl Space for Window {
    type At = Spot;

    #[inline]
    fn cell(at: Spot) -> Cell {
        at.cell
    }

    #[inline]
    fn step(&self, at: Spot, direction: usize) -> Spot {
        Spot {
            local: at.local.wrapping_add_signed(self.local_steps[direction]),
            cell: Cell(at.cell.0.wrapping_add_signed(self.steps[direction])),
        }
    }

    #[inline]
    fn key(&mut self, at: Spot) -> &mut u32 {
        &mut self.keys[at.local as usize]
    }
}

impl Window {
    /// The window of this radius around a cell, and one hex of margin.
    fn place(&mut self, grid: &Grid, centre: Cell, radius: u32) -> Spot {
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
        Spot { local: (self.radius * side + self.radius).cast_unsigned(), cell: centre }
    }

    fn local(&self, grid: &Grid, cell: Cell) -> Option<usize> {
        let apart = grid.hex(cell) - grid.hex(self.centre);
        let inside = apart.x.abs() <= self.radius && apart.y.abs() <= self.radius;
        let side = 2 * self.radius + 1;
        let local = (apart.x + self.radius) * side + apart.y + self.radius;
        inside.then(|| usize::try_from(local).expect("inside the window"))
    }
}

impl Reach {
    /// Nothing reached yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches outward from `from` with `budget` points around the enemies; a cell where they halt a unit is reached,
    /// but the search does not go on from it.
    pub(crate) fn search(
        &mut self,
        map: &Map,
        kind: UnitTypeId,
        from: Cell,
        budget: MovementPoints,
        foes: impl Obstacles,
    ) {
        let (grid, budget, lowest) = (map.grid(), u32::from(budget.0), map.lowest_cost(kind));
        let steps = budget / lowest;
        (self.grid, self.budget) = (Some(*grid), budget);
        let wave = self.wave.get_or_insert_default();
        self.by_wave = wave.place(grid, foes.grounds(kind), from, (steps, steps, steps), budget);
        if self.by_wave {
            wave.bar_enemies(foes, steps);
            wave.flood(lowest, foes.have_zones());
            return;
        }
        self.begin(grid, from, (budget, steps), 0);
        let enter = |cell, _| match (foes.block(cell), foes.halt(cell)) {
            (true, _) => Entry::Blocked,
            (false, true) => Entry::Halt,
            (false, false) => Entry::Through,
        };
        self.run(map.costs(kind), enter, |_| false);
    }

    /// Finds the cheapest way from one cell to another within `budget` points, searching backwards from its end;
    /// of equally cheap ways the one whose first differing step comes first in direction order. Whether there is
    /// one; [`path`](Self::path) holds it.
    pub(crate) fn find_way(
        &mut self,
        map: &Map,
        kind: UnitTypeId,
        (from, to): (Cell, Cell),
        budget: MovementPoints,
        foes: impl Obstacles,
    ) -> bool {
        self.path.clear();
        let (grid, costs, lowest) = (map.grid(), map.costs(kind), map.lowest_cost(kind));
        let (start, budget) = (grid.hex(from), u32::from(budget.0));
        let (own, entry) = (u32::from(costs[from.index()]), u32::from(costs[to.index()]));
        let end = grid.hex(to);
        let (apart, across) = (end.unsigned_distance_to(start), end.x.abs_diff(start.x));
        if entry == 0 || entry > budget {
            return false;
        }
        // However it goes, the way enters its end, and what it enters before costs at least the lowest cost.
        let most_steps = 1 + (budget - entry) / lowest;
        if apart > most_steps {
            return false;
        }
        if apart == 1 {
            // Any other way pays for its end as well.
            self.path.push(to);
            return true;
        }
        // Farther from its end no way can lead that is not too long.
        let steps = u32::midpoint(most_steps, apart);
        let wave = self.wave.get_or_insert_default();
        // Nor can it lead farther west or east.
        let (toward, away) = (u32::midpoint(most_steps, across), (most_steps - across) / 2);
        let (west, east) = if start.x < end.x { (toward, away) } else { (away, toward) };
        if wave.place(grid, foes.grounds(kind), to, (steps, west, east), budget - entry) {
            wave.bar_enemies(foes, steps);
            if foes.have_zones() {
                wave.bar_zones();
            }
            let Some(cost) = wave.find(lowest, start) else { return false };
            wave.walk(grid, costs, from, cost, &mut self.path);
            return true;
        }
        // A key is what the way costs when the cell itself is paid too: the start's own cost is on top.
        self.begin(grid, to, (budget + own, steps), entry);
        // A cell is of no use from which the start is too far away even over hexes of the lowest cost.
        let far =
            |cell: Cell, key: u32| key + (grid.hex(cell).unsigned_distance_to(start) - 1) * lowest > budget;
        let enter = |cell: Cell, key: u32| {
            let fits = cell == from || !far(cell, key) && !foes.block(cell) && !foes.halt(cell);
            if fits { Entry::Through } else { Entry::Blocked }
        };
        self.run(costs, enter, |cell| cell == from);
        let Some(mut key) = self.key(grid, from) else { return false };
        let local = self.window.local(grid, from).and_then(|local| u32::try_from(local).ok());
        let mut at = Spot { local: local.expect("it has a cost there"), cell: from };
        while at.cell != to {
            key -= u32::from(costs[at.cell.index()]);
            at = (0..6)
                .map(|direction| self.window.step(at, direction))
                .find(|next| self.window.keys[next.local as usize] == key)
                .expect("every touched cell was touched from one that is nearer");
            self.path.push(at.cell);
        }
        true
    }

    /// The way that [`find_way`](Self::find_way) found, in walking order without its start.
    pub(crate) fn path(&self) -> &[Cell] {
        &self.path
    }

    /// Places the window for keys up to `limit` and cells up to `radius` hexes away, with its centre under `key`.
    fn begin(&mut self, grid: &Grid, centre: Cell, (limit, radius): (u32, u32), key: u32) {
        self.grid = Some(*grid);
        self.budget = limit;
        let start = self.window.place(grid, centre, radius);
        // No key is above the limit, so that none shares its bucket with another.
        self.queue.reset((limit as usize + 1).next_power_of_two());
        self.queue.push(&mut self.window, start, key);
    }

    fn run(&mut self, costs: &[u8], enter: impl FnMut(Cell, u32) -> Entry, stop: impl Fn(Cell) -> bool) {
        self.queue.spread(
            &mut self.window,
            self.budget,
            |cell| costs[cell.index()].into(),
            super::field::plus,
            enter,
            |at, _| stop(at.cell),
        );
    }

    /// The wave, if the last search was done by it.
    #[inline]
    fn wave(&self) -> Option<&Wave> {
        self.wave.as_deref().filter(|_| self.by_wave)
    }

    /// The cost to get to a cell, `None` out of reach.
    #[inline]
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        let grid = self.grid.as_ref()?;
        self.wave().map_or_else(|| self.key(grid, cell), |wave| wave.cost(grid.hex(cell)))
    }

    /// The key of a cell in the window, `None` where the search has not touched it.
    fn key(&self, grid: &Grid, cell: Cell) -> Option<u32> {
        let local = self.window.local(grid, cell)?;
        Some(self.window.keys[local]).filter(|&key| key != UNTOUCHED)
    }

    /// The points left on arrival at a cell, `None` out of reach.
    pub fn left(&self, cell: Cell) -> Option<MovementPoints> {
        self.cost(cell).map(|cost| left(self.budget, cost))
    }

    /// The neighbours of a cell that are in reach, each with its direction and the points left there.
    #[inline]
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = (Direction, Cell, MovementPoints)> + '_ {
        let mut sides = self.grid.map_or(0, |grid| self.sides(&grid, cell));
        std::iter::from_fn(move || {
            let side = sides.trailing_zeros() as usize;
            let (direction, grid) = (*Direction::ALL.get(side)?, self.grid.as_ref()?);
            sides &= sides - 1;
            let next = grid.step(cell, direction);
            Some((direction, next, left(self.budget, self.cost(next)?)))
        })
    }

    /// Which neighbours of a cell are in reach, as bits, the first direction the lowest.
    #[inline]
    fn sides(&self, grid: &Grid, cell: Cell) -> u64 {
        if let Some(wave) = self.wave() {
            return wave.around(grid.hex(cell));
        }
        let neighbours = grid.around(cell).into_iter().rev();
        neighbours.fold(0, |sides, next| sides << 1 | u64::from(self.key(grid, next).is_some()))
    }

    /// Every cell in reach with the points left there, the start with all points among them, in a fixed order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, MovementPoints)> + '_ {
        let by_wave = self.wave().into_iter().flat_map(Wave::reached);
        let in_window = (!self.by_wave).then(|| self.queue.touched()).into_iter().flatten();
        let in_window = in_window.map(|at| (at.cell, self.window.keys[at.local as usize]));
        by_wave.chain(in_window).map(|(cell, cost)| (cell, left(self.budget, cost)))
    }

    /// How many cells are in reach.
    pub fn count(&self) -> usize {
        self.wave().map_or_else(|| self.queue.touched().count(), Wave::count)
    }
}

fn left(budget: u32, cost: u32) -> MovementPoints {
    MovementPoints(u16::try_from(budget - cost).expect("at most the budget"))
}
