//! Cost fields: what it costs to get everywhere from, or to, a set of cells.

use super::kernel::{Entry, Queue, Space, UNTOUCHED};
use crate::grid::{Cell, Grid};

/// The costs of a whole map from its sources, with memory that the next search uses again.
///
/// A search costs time for the cells it touches only. Measured in MP, or in turns where the search says so.
#[derive(Debug, Clone, Default)]
pub struct Field {
    keys: Keys,
    queue: Queue<Cell>,
}

/// One key for each cell of a map.
#[derive(Debug, Clone, Default)]
pub(super) struct Keys {
    cells: Vec<u32>,
    steps: [i32; 6],
    /// The search may wait when this cell has its key.
    wanted: Option<Cell>,
}

impl Space for Keys {
    type At = Cell;

    #[inline]
    fn cell(at: Cell) -> Cell {
        at
    }

    #[inline]
    fn step(&self, at: Cell, direction: usize) -> Cell {
        Cell(at.0.wrapping_add_signed(self.steps[direction]))
    }

    #[inline]
    fn key(&mut self, at: Cell) -> &mut u32 {
        &mut self.cells[at.index()]
    }

    #[inline]
    fn enough(&self) -> bool {
        self.wanted.is_some_and(|cell| self.cells[cell.index()] != UNTOUCHED)
    }
}

/// Large enough for every single cost.
pub(super) const RING: usize = 256;

impl Field {
    /// A field without any costs yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Computes the cheapest cost **from** the nearest of `sources` to every cell.
    ///
    /// `costs` is a layer of [`Map::costs`](crate::Map::costs); `open` says whether a cell that can be entered may
    /// be. Sources cost 0, open or not. Cost: `O(cells touched)`.
    pub fn from_sources(
        &mut self,
        grid: &Grid,
        sources: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        open: impl Fn(Cell) -> bool,
    ) {
        self.start(grid, RING);
        for cell in sources {
            self.source(cell, 0);
        }
        self.run(|cell| costs[cell.index()].into(), plus, pass(open), |_, _| false);
    }

    /// Like [`from_sources`](Self::from_sources), but only as far as `limit` MP: cells that cost more have no cost.
    pub fn within(
        &mut self,
        grid: &Grid,
        sources: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        limit: u32,
        open: impl Fn(Cell) -> bool,
    ) {
        self.start(grid, RING);
        for cell in sources {
            self.source(cell, 0);
        }
        let cost = |cell: Cell| costs[cell.index()].into();
        let enter = |cell, _| if open(cell) { Entry::Through } else { Entry::Blocked };
        self.queue.spread(&mut self.keys, limit, cost, plus, enter, |_, _| false);
    }

    /// Computes the cheapest cost from every cell **to** the nearest of `targets`: the cell itself is free, the
    /// target is paid. Read it with [`cost_to`](Self::cost_to) and the same layer of costs.
    pub fn towards(
        &mut self,
        grid: &Grid,
        targets: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        open: impl Fn(Cell) -> bool,
    ) {
        self.begin_towards(grid, targets, costs);
        self.run(|cell| costs[cell.index()].into(), plus, pass(open), |_, _| false);
    }

    /// Begins to compute what [`towards`](Self::towards) does, and leaves the rest to [`cost_from`](Self::cost_from).
    pub fn begin_towards(&mut self, grid: &Grid, targets: impl IntoIterator<Item = Cell>, costs: &[u8]) {
        self.start(grid, RING);
        for cell in targets {
            self.source(cell, costs[cell.index()].into());
        }
    }

    /// After [`begin_towards`](Self::begin_towards), and with the same `costs` and `open` each time: the cost to get from
    /// this cell to the nearest target. Every cell from which it costs less has its cost then.
    ///
    /// Cost: `O(cells)` from which it costs no more and to which no earlier call has come.
    pub fn cost_from(&mut self, cell: Cell, costs: &[u8], open: impl Fn(Cell) -> bool) -> Option<u32> {
        self.keys.wanted = Some(cell);
        self.run(|cell| costs[cell.index()].into(), plus, pass(open), |_, _| false);
        self.cost_to(cell, costs)
    }

    /// Like [`towards`](Self::towards), but ends at the first cell that is `met`, and gives it: of all such cells the
    /// one that is cheapest to come from. No cell from which it costs less lacks its cost then.
    ///
    /// Cost: `O(cells nearer than the one met)`, `O(cells touched)` where there is none.
    pub fn towards_until(
        &mut self,
        grid: &Grid,
        targets: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        open: impl Fn(Cell) -> bool,
        mut met: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        self.start(grid, RING);
        let mut found = None;
        for cell in targets {
            self.source(cell, costs[cell.index()].into());
            if found.is_none() && met(cell) {
                found = Some(cell);
            }
        }
        if found.is_none() {
            let touched = |cell, _| {
                found = met(cell).then_some(cell);
                found.is_some()
            };
            self.run(|cell| costs[cell.index()].into(), plus, pass(open), touched);
        }
        found
    }

    /// Computes when a unit with `movement` points a turn can be at each cell, starting with all of them at any
    /// of `sources`: points left over at the end of a turn are lost. Read it with [`turn`](Self::turn).
    ///
    /// # Panics
    /// When `movement` is 0.
    pub fn arrival(
        &mut self,
        grid: &Grid,
        sources: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        movement: u32,
        open: impl Fn(Cell) -> bool,
    ) {
        self.arrival_within(grid, sources, costs, movement, u32::MAX, open);
    }

    /// Like [`arrival`](Self::arrival), but only as far as so many `turns` lead: later cells have no turn.
    ///
    /// # Panics
    /// When `movement` is 0.
    pub fn arrival_within(
        &mut self,
        grid: &Grid,
        sources: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        movement: u32,
        turns: u32,
        open: impl Fn(Cell) -> bool,
    ) {
        // A key counts the points of all turns, those lost included; a step may lose up to a turn's points.
        self.start(grid, (movement as usize + RING).next_power_of_two());
        for cell in sources {
            self.source(cell, 0);
        }
        let add = |key: u32| {
            let spent = key % movement;
            move |cost| {
                if spent + cost <= movement || spent == 0 {
                    key + cost
                } else {
                    key - spent + movement + cost
                }
            }
        };
        let limit = turns.saturating_mul(movement).min(UNTOUCHED - 1);
        let cost =
            |cell: Cell| Some(costs[cell.index()].into()).filter(|&cost| cost <= movement).unwrap_or(0);
        let enter = |cell, _| if open(cell) { Entry::Through } else { Entry::Blocked };
        self.queue.spread(&mut self.keys, limit, cost, add, enter, |_, _| false);
    }

    /// After [`from_sources`](Self::from_sources): the cost to get to this cell, `None` where there is no way.
    /// After [`arrival`](Self::arrival): the points of all turns spent or lost until then.
    #[inline]
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.keys.cells.get(cell.index()).copied().filter(|&key| key != UNTOUCHED)
    }

    /// After [`towards`](Self::towards): the cost to get from this cell to a target; `costs` as given there.
    #[inline]
    pub fn cost_to(&self, cell: Cell, costs: &[u8]) -> Option<u32> {
        self.cost(cell).map(|key| key - u32::from(costs[cell.index()]))
    }

    /// After [`arrival`](Self::arrival) with the same `movement`: in how many turns the cell is reached, 0 for a
    /// source, 1 for what the first turn's points pay for.
    pub fn turn(&self, cell: Cell, movement: u32) -> Option<u32> {
        self.cost(cell).map(|key| key.div_ceil(movement))
    }

    /// The cells that have a cost, in the order in which they were touched.
    pub fn touched(&self) -> impl Iterator<Item = Cell> + '_ {
        self.queue.touched()
    }

    /// How many cells the search expanded.
    pub const fn expanded(&self) -> usize {
        self.queue.expanded()
    }

    pub(super) fn start(&mut self, grid: &Grid, ring: usize) {
        if self.keys.cells.len() == grid.len() && self.keys.steps == *grid.steps() {
            for cell in self.queue.touched() {
                self.keys.cells[cell.index()] = UNTOUCHED;
            }
        } else {
            self.keys.cells.clear();
            self.keys.cells.resize(grid.len(), UNTOUCHED);
            self.keys.steps = *grid.steps();
        }
        self.keys.wanted = None;
        self.queue.reset(ring);
    }

    /// Queues a source, once.
    pub(super) fn source(&mut self, cell: Cell, key: u32) {
        if *self.keys.key(cell) == UNTOUCHED {
            self.queue.push(&mut self.keys, cell, key);
        }
    }

    pub(super) fn run<Sum: Fn(u32) -> u32>(
        &mut self,
        cost: impl Fn(Cell) -> u32,
        add: impl Fn(u32) -> Sum,
        mut enter: impl FnMut(Cell) -> Entry,
        touched: impl FnMut(Cell, u32) -> bool,
    ) {
        self.queue.spread(&mut self.keys, UNTOUCHED - 1, cost, add, |cell, _| enter(cell), touched);
    }
}

/// A step adds what it costs.
pub(super) fn plus(key: u32) -> impl Fn(u32) -> u32 {
    move |cost| key + cost
}

fn pass(open: impl Fn(Cell) -> bool) -> impl FnMut(Cell) -> Entry {
    move |cell| if open(cell) { Entry::Through } else { Entry::Blocked }
}
