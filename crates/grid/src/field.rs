//! Cost fields: the costs of getting from, or to, a set of cells, for every cell of a map.

use super::kernel::{BucketQueue, EntryPermission, KeySpace, UNTOUCHED, add_cost, add_in_turns};
use super::map_flood::MapFlood;
use crate::cell::{Cell, Grid};
use crate::cell_set::CellSet;
use crate::cost_bits::CostLayer;

/// The costs between a set of cells and every cell of a map, with memory that the next search uses
/// again.
///
/// Costs are in MP, or in turns after [`arrival_turns`](Self::arrival_turns). A search takes time
/// for the cells that it touches only.
///
/// ```
/// use hotgates_grid::{Coord, Field, Grid};
///
/// // Eight hexes in a row. The third costs 4 MP, the seventh cannot be entered.
/// let grid = Grid::new(8, 1);
/// let cell = |col| grid.at(Coord { col, row: 0 }).expect("on the map");
/// let mut costs = vec![0; grid.len()];
/// for (col, cost) in (0..).zip([2, 2, 4, 2, 2, 2, 0, 2]) {
///     costs[cell(col).index()] = cost;
/// }
///
/// let mut field = Field::new();
/// field.from_sources(&grid, [cell(0)], &costs, |_| true);
/// assert_eq!(field.cost(cell(2)), Some(2 + 4));
/// assert_eq!(field.cost(cell(7)), None, "the seventh hex is in between");
///
/// // With 8 MP a turn: 8 MP to the fourth hex, and the next hex in the next turn.
/// field.arrival_turns(&grid, [cell(0)], &costs, 8, |_| true);
/// assert_eq!((field.turns_to_cell(cell(3), 8), field.turns_to_cell(cell(4), 8)), (Some(1), Some(2)));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Field {
    keys: CellKeys,
    queue: BucketQueue<Cell>,
}

/// One key for each cell of a map.
#[derive(Debug, Clone, Default)]
pub(super) struct CellKeys {
    cells: Vec<u32>,
    steps: [i32; 6],
    /// The cell whose key is asked for: the search may wait once the cell has a key.
    wanted: Option<Cell>,
}

impl KeySpace for CellKeys {
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
    fn is_answered(&self) -> bool {
        self.wanted.is_some_and(|cell| self.cells[cell.index()] != UNTOUCHED)
    }
}

/// Number of buckets that is large enough for every single cost.
pub(super) const RING: usize = 256;

impl Field {
    /// Makes a field without any costs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Computes the cheapest cost **from** the nearest of `sources` to every cell.
    ///
    /// `costs` holds the cost of entering each cell, 0 where nothing may enter, and 0 for border
    /// cells; `open` returns `true` for a cell that may be entered. Sources cost 0, open or not. Cost: `O(cells touched)`.
    pub fn from_sources(
        &mut self,
        grid: &Grid,
        sources: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        open: impl Fn(Cell) -> bool,
    ) {
        self.from_sources_within(grid, sources, costs, UNTOUCHED - 1, open);
    }

    /// Like [`from_sources`](Self::from_sources), but only up to `limit` MP: a cell beyond has no
    /// cost.
    pub fn from_sources_within(
        &mut self,
        grid: &Grid,
        sources: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        limit: u32,
        open: impl Fn(Cell) -> bool,
    ) {
        self.start_search(grid, RING);
        for cell in sources {
            self.add_source(cell, 0);
        }
        let cost = |cell: Cell| costs[cell.index()].into();
        let enter = |cell, _| if open(cell) { EntryPermission::Through } else { EntryPermission::Blocked };
        self.queue.run_search(&mut self.keys, limit, cost, add_cost, enter, |_, _| false);
    }

    /// Computes the cheapest cost from every cell **to** the nearest of `targets`: the cell itself
    /// is free, the target is paid. [`cost_to`](Self::cost_to) reads the costs, given the same
    /// layer.
    pub fn towards_targets(
        &mut self,
        grid: &Grid,
        targets: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        open: impl Fn(Cell) -> bool,
    ) {
        self.begin_search_towards(grid, targets, costs);
        self.search_on(costs, open);
    }

    /// Computes the costs of [`towards_targets`](Self::towards_targets) where all cells are open, on small maps
    /// several times as fast. Cells are touched in the order of their costs, and those of one cost in no order
    /// that callers may rely on.
    pub fn flood_towards(&mut self, grid: &Grid, targets: impl IntoIterator<Item = Cell>, costs: &[u8]) {
        let Some(flood) = MapFlood::over_cells(grid, costs, &[]) else {
            return self.towards_targets(grid, targets, costs, |_| true);
        };
        let sources = targets.into_iter().map(|cell| (cell, costs[cell.index()].into()));
        flood.visit_costs(sources, UNTOUCHED - 1, self.begin_flood(grid));
    }

    /// Starts a search by a flood: returns the function that takes each cell with its cost from it.
    fn begin_flood(&mut self, grid: &Grid) -> impl FnMut(Cell, u32) + '_ {
        self.start_search(grid, 1);
        let Self { keys, queue } = self;
        queue.reserve_places(grid.len());
        |cell, key| queue.note_settled(keys, cell, key)
    }

    /// Computes the costs from a cell up to the nearest of some others, as `flood` finds them; returns the cost of
    /// that one and, of several as near, the lowest.
    pub(super) fn flood_until(
        &mut self,
        grid: &Grid,
        flood: MapFlood,
        from: Cell,
        wanted: &CellSet,
    ) -> Option<(u32, Cell)> {
        flood.visit_until(from, wanted, self.begin_flood(grid))
    }

    /// Starts the search of [`towards_targets`](Self::towards_targets) and leaves the rest of the
    /// search to [`cost_from`](Self::cost_from).
    pub fn begin_search_towards(
        &mut self,
        grid: &Grid,
        targets: impl IntoIterator<Item = Cell>,
        costs: &[u8],
    ) {
        self.start_search(grid, RING);
        for cell in targets {
            self.add_source(cell, costs[cell.index()].into());
        }
    }

    /// Returns the cost of getting from a cell to the nearest target, after
    /// [`begin_search_towards`](Self::begin_search_towards) and with the same `costs` and `open` in
    /// each call. Afterwards every cell with a lower cost has its cost, too.
    ///
    /// Cost: `O(cells)` with a cost no higher that no earlier call has reached.
    pub fn cost_from(&mut self, cell: Cell, costs: &[u8], open: impl Fn(Cell) -> bool) -> Option<u32> {
        self.keys.wanted = Some(cell);
        self.search_on(costs, open);
        self.cost_to(cell, costs)
    }

    /// Like [`towards_targets`](Self::towards_targets), but ends at the first cell for which `met`
    /// returns `true`, and returns this cell: of all such cells one with the lowest cost. Every
    /// cell with a lower cost has its cost then.
    ///
    /// Cost: `O(cells nearer than the cell met)`, `O(cells touched)` where no cell is met.
    pub fn search_towards_until(
        &mut self,
        grid: &Grid,
        targets: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        open: impl Fn(Cell) -> bool,
        mut met: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        self.start_search(grid, RING);
        let mut found = None;
        for cell in targets {
            self.add_source(cell, costs[cell.index()].into());
            if found.is_none() && met(cell) {
                found = Some(cell);
            }
        }
        if found.is_none() {
            let touched = |cell, _| {
                found = met(cell).then_some(cell);
                found.is_some()
            };
            self.run_search(|cell| costs[cell.index()].into(), add_cost, enter_open(open), touched);
        }
        found
    }

    /// Computes the turn in which a unit with `movement` points a turn can be at each cell,
    /// starting with all points at any of `sources`. Points left over at the end of a turn are
    /// lost. [`turns_to_cell`](Self::turns_to_cell) reads the turns.
    ///
    /// # Panics
    /// When `movement` is 0.
    pub fn arrival_turns(
        &mut self,
        grid: &Grid,
        sources: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        movement: u32,
        open: impl Fn(Cell) -> bool,
    ) {
        self.arrival_turns_within(grid, sources, costs, movement, u32::MAX, open);
    }

    /// Like [`arrival_turns`](Self::arrival_turns), but only for the first `turns` turns: a cell
    /// beyond has no turn.
    ///
    /// # Panics
    /// When `movement` is 0.
    pub fn arrival_turns_within(
        &mut self,
        grid: &Grid,
        sources: impl IntoIterator<Item = Cell>,
        costs: &[u8],
        movement: u32,
        turns: u32,
        open: impl Fn(Cell) -> bool,
    ) {
        self.begin_arrivals(grid, sources, movement);
        let limit = turns.saturating_mul(movement).min(UNTOUCHED - 1);
        self.run_arrivals(costs, movement, limit, open);
    }

    /// Like [`arrival_turns`](Self::arrival_turns), but only up to a number of points, those lost counted: a
    /// cell beyond has no turn, and all cells are open. Small maps take a part of the time.
    ///
    /// # Panics
    /// When `movement` is 0.
    pub fn arrivals_within(
        &mut self,
        layer: CostLayer,
        sources: impl IntoIterator<Item = Cell>,
        movement: u32,
        points: u32,
    ) {
        let limit = points.min(UNTOUCHED - 1);
        let Some(flood) = MapFlood::over_cells(layer.grid, layer.costs, layer.bits) else {
            self.begin_arrivals(layer.grid, sources, movement);
            self.run_arrivals(layer.costs, movement, limit, |_| true);
            return;
        };
        flood.visit_arrivals(sources.into_iter(), (movement, limit), self.begin_flood(layer.grid));
    }

    /// Starts the search of [`arrival_turns`](Self::arrival_turns) and leaves the rest of the search
    /// to [`arrival_turn`](Self::arrival_turn).
    pub fn begin_arrivals(&mut self, grid: &Grid, sources: impl IntoIterator<Item = Cell>, movement: u32) {
        // A key counts the points of all turns, lost points included; a step may lose up to a
        // turn's points.
        self.start_search(grid, (movement as usize + RING).next_power_of_two());
        for cell in sources {
            self.add_source(cell, 0);
        }
    }

    /// Returns the turn of the first arrival at a cell, after
    /// [`begin_arrivals`](Self::begin_arrivals) with the same `movement` and the same `costs` in each
    /// call; `None` without a path of at most `turns` turns. Cost: `O(cells)` not reached before.
    pub fn arrival_turn(&mut self, cell: Cell, costs: &[u8], movement: u32, turns: u32) -> Option<u32> {
        self.keys.wanted = Some(cell);
        self.queue.pause = turns.saturating_mul(movement);
        self.run_arrivals(costs, movement, UNTOUCHED - 1, |_| true);
        self.turns_to_cell(cell, movement).filter(|&turn| turn <= turns)
    }

    fn run_arrivals(&mut self, costs: &[u8], movement: u32, limit: u32, open: impl Fn(Cell) -> bool) {
        let add = |key: u32| add_in_turns(key, movement);
        let cost =
            |cell: Cell| Some(costs[cell.index()].into()).filter(|&cost| cost <= movement).unwrap_or(0);
        let enter = |cell, _| if open(cell) { EntryPermission::Through } else { EntryPermission::Blocked };
        self.queue.run_search(&mut self.keys, limit, cost, add, enter, |_, _| false);
    }

    /// Returns the cost of getting to a cell after [`from_sources`](Self::from_sources), `None`
    /// where no path leads. After [`arrival_turns`](Self::arrival_turns): the points of all turns,
    /// spent or lost.
    #[inline]
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.keys.cells.get(cell.index()).copied().filter(|&key| key != UNTOUCHED)
    }

    /// Returns the cost of getting from a cell to a target after
    /// [`towards_targets`](Self::towards_targets), given the same `costs`.
    #[inline]
    pub fn cost_to(&self, cell: Cell, costs: &[u8]) -> Option<u32> {
        self.cost(cell).map(|key| key - u32::from(costs[cell.index()]))
    }

    /// Number of turns to a cell after [`arrival_turns`](Self::arrival_turns) with the same
    /// `movement`: 0 for a source, 1 for a cell that the first turn's points pay for.
    #[inline]
    pub fn turns_to_cell(&self, cell: Cell, movement: u32) -> Option<u32> {
        self.cost(cell).map(|key| key.div_ceil(movement))
    }

    /// Returns the cells with a cost, in the order in which the search touched them.
    #[inline]
    pub fn touched_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.queue.touched_places()
    }

    /// Number of cells that the search expanded.
    pub const fn expanded_count(&self) -> usize {
        self.queue.expanded_count()
    }

    #[inline]
    pub(super) fn start_search(&mut self, grid: &Grid, ring: usize) {
        if self.keys.cells.len() == grid.len() && self.keys.steps == *grid.steps() {
            for cell in self.queue.touched_places() {
                self.keys.cells[cell.index()] = UNTOUCHED;
            }
        } else {
            self.keys.cells.clear();
            self.keys.cells.resize(grid.len(), UNTOUCHED);
            self.keys.steps = *grid.steps();
        }
        self.keys.wanted = None;
        self.queue.start_search(ring);
    }

    /// Queues a source, once.
    #[inline]
    pub(super) fn add_source(&mut self, cell: Cell, key: u32) {
        if *self.keys.key(cell) == UNTOUCHED {
            self.queue.push(&mut self.keys, cell, key);
        }
    }

    fn search_on(&mut self, costs: &[u8], open: impl Fn(Cell) -> bool) {
        self.run_search(|cell| costs[cell.index()].into(), add_cost, enter_open(open), |_, _| false);
    }

    pub(super) fn run_search<Sum: Fn(u32) -> u32>(
        &mut self,
        cost: impl Fn(Cell) -> u32,
        add: impl Fn(u32) -> Sum,
        mut enter: impl FnMut(Cell) -> EntryPermission,
        touched: impl FnMut(Cell, u32) -> bool,
    ) {
        self.queue.run_search(&mut self.keys, UNTOUCHED - 1, cost, add, |cell, _| enter(cell), touched);
    }
}

/// Returns the cells that cost at most `limit` MP from the nearest of some cells, through none that are `closed`:
/// those that [`Field::from_sources_within`] touches.
///
/// Cost: `O(hexes)` within the limit; on small maps many at a time.
#[must_use]
pub fn cells_within_cost(
    layer: CostLayer,
    sources: impl IntoIterator<Item = Cell>,
    limit: u32,
    closed: &CellSet,
) -> CellSet {
    if let Some(flood) = MapFlood::over_layer(layer, closed) {
        let sources = sources.into_iter().map(|cell| (cell, 0));
        return CellSet::from_words(flood.reached_words(sources, limit));
    }
    let mut field = Field::new();
    field.from_sources_within(layer.grid, sources, layer.costs, limit, |cell| !closed.contains(cell));
    CellSet::from_cells(layer.grid, field.touched_cells())
}

/// Returns the permission to enter open cells, for a search that enters or does not.
#[inline]
fn enter_open(open: impl Fn(Cell) -> bool) -> impl FnMut(Cell) -> EntryPermission {
    move |cell| if open(cell) { EntryPermission::Through } else { EntryPermission::Blocked }
}
