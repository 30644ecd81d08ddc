//! Fields, reaches and paths on random ground against costs relaxed until nothing changes.
#![deny(clippy::float_arithmetic)]

use hotgates_grid::{
    Cell, CellSet, CostBits, CostLayer, Direction, DirectionSet, Field, Grid, Hex, Landmarks, MovementPoints,
    Obstacles, PathSearch, Reach, cells_within_cost, is_within,
};
use proptest::prelude::*;

/// A grid with the cost of entering each cell, and some of its cells.
#[derive(Debug, Clone)]
struct Ground {
    grid: Grid,
    costs: Vec<u8>,
    marked: CellSet,
}

impl Ground {
    /// Picks the cell of the map with a number, counted around.
    fn pick_cell(&self, number: usize) -> Cell {
        let cells: Vec<Cell> = self.grid.cells().collect();
        cells[number % cells.len()]
    }

    fn cost(&self, cell: Cell) -> u32 {
        self.costs[cell.index()].into()
    }

    /// Returns the cheapest cost of a path from `from` to each cell, in the order of
    /// [`Grid::cells`]: relaxed until nothing changes. A path enters cells for which `open` returns
    /// `true` and leaves, but for its start, cells for which `through` does.
    fn relax(
        &self,
        from: Cell,
        open: impl Fn(Cell) -> bool,
        through: impl Fn(Cell) -> bool,
    ) -> Vec<Option<u32>> {
        let mut best = vec![None; self.grid.len()];
        best[from.index()] = Some(0);
        loop {
            let mut changed = false;
            for to in self.grid.cells().filter(|&to| to != from && self.cost(to) > 0 && open(to)) {
                let beside = self.grid.around(to).into_iter().filter(|&next| next == from || through(next));
                let sum = beside.filter_map(|next| best[next.index()]).min().map(|cost| cost + self.cost(to));
                if sum.is_some() && best[to.index()].is_none_or(|known| sum < Some(known)) {
                    best[to.index()] = sum;
                    changed = true;
                }
            }
            if !changed {
                return self.grid.cells().map(|cell| best[cell.index()]).collect();
            }
        }
    }
}

/// The marked cells as obstacles, with or without zones around them; where some are `weak`, those on
/// odd cells have none, and a third of the others zones on some sides only.
#[derive(Clone, Copy)]
struct MarkedCells<'a> {
    ground: &'a Ground,
    zones: bool,
    weak: bool,
}

impl MarkedCells<'_> {
    fn ways_into_zone(self, cell: Cell) -> DirectionSet {
        match cell.index() {
            _ if !self.ground.marked.contains(cell) => DirectionSet::NONE,
            index if self.weak && index % 2 == 1 => DirectionSet::NONE,
            index if self.weak && index % 3 == 0 => {
                [Direction::N, Direction::Se, Direction::Sw].into_iter().collect()
            }
            _ => DirectionSet::ALL,
        }
    }
}

impl Obstacles for MarkedCells<'_> {
    fn is_blocked(self, cell: Cell) -> bool {
        self.ground.marked.contains(cell)
    }

    fn is_halt(self, cell: Cell) -> bool {
        let is_before = |way: &Direction| {
            let watcher = self.ground.grid.step(cell, *way);
            self.ways_into_zone(watcher).iter().any(|into| into == way.opposite())
        };
        self.zones && Direction::ALL.iter().any(is_before)
    }

    fn have_zones(self) -> bool {
        self.zones
    }

    fn visit_near(self, _: Cell, _: u32, mut see: impl FnMut(Hex, DirectionSet)) {
        for cell in self.ground.marked.iter() {
            see(self.ground.grid.hex(cell), self.ways_into_zone(cell));
        }
    }
}

/// Makes random ground of up to `side` × `side` hexes: one in five closed, costs up to `most`, few
/// or many different ones.
fn any_ground(side: usize, most: u8) -> impl Strategy<Value = Ground> {
    let cells = move |(width, height)| {
        prop::collection::vec((0..5_u8, 1..=most, 0..8_u8), width * height)
            .prop_map(move |cells| (width, height, cells))
    };
    (1..=side, 1..=side).prop_flat_map(cells).prop_map(|(width, height, cells)| {
        let grid = Grid::new(width, height);
        let mut ground = Ground { grid, costs: vec![0; grid.len()], marked: CellSet::new(&grid) };
        for (cell, (closed, cost, mark)) in grid.cells().zip(cells) {
            ground.costs[cell.index()] = if closed == 0 { 0 } else { cost };
            if mark == 0 {
                ground.marked.insert(cell);
            }
        }
        ground
    })
}

proptest! {
    #[test]
    fn hexes_are_within_a_range_as_their_distance_says(
        (x, y) in (-9..9_i32, -9..9_i32),
        centre in (-9..9_i32, -9..9_i32),
        range in prop_oneof![0..20_u32, Just(u32::MAX)],
    ) {
        let (hex, centre) = (Hex::new(x, y), Hex::new(centre.0, centre.1));
        prop_assert_eq!(is_within(hex, centre, range), hex.unsigned_distance_to(centre) <= range);
    }

    #[test]
    fn a_field_costs_what_relaxing_finds(ground in any_ground(9, 20), from in 0..81_usize) {
        let from = ground.pick_cell(from);
        let open = |cell| !ground.marked.contains(cell);
        let mut field = Field::new();
        field.from_sources(&ground.grid, [from], &ground.costs, open);
        let found: Vec<_> = ground.grid.cells().map(|cell| field.cost(cell)).collect();
        let expected = ground.relax(from, open, |_| true);
        prop_assert_eq!(&found, &expected);
        let bits = CostBits::split_by_cost(&ground.costs);
        let layer = CostLayer { grid: &ground.grid, costs: &ground.costs, lowest: 1, bits: &bits };
        let flooded = cells_within_cost(layer, [from], u32::MAX, &ground.marked);
        prop_assert_eq!(flooded, CellSet::from_cells(&ground.grid, field.touched_cells()));
    }

    /// The points of a march, those lost at the end of turns counted, are the same by words of bits and by a queue.
    #[test]
    fn a_march_takes_the_same_points_by_a_flood_and_by_a_queue(
        ground in any_ground(9, 12),
        (from, to) in (0..81_usize, 0..81_usize),
        (movement, turns) in (1..=15_u32, 0..6_u32),
    ) {
        let sources = [ground.pick_cell(from), ground.pick_cell(to)];
        let bits = CostBits::split_by_cost(&ground.costs);
        let layer = CostLayer { grid: &ground.grid, costs: &ground.costs, lowest: 1, bits: &bits };
        let (mut flood, mut queue) = (Field::new(), Field::new());
        flood.arrivals_within(layer, sources, movement, turns * movement);
        queue.arrival_turns_within(&ground.grid, sources, &ground.costs, movement, turns, |_| true);
        for cell in ground.grid.cells() {
            prop_assert_eq!(flood.cost(cell), queue.cost(cell), "{:?}", cell);
        }
        prop_assert_eq!(flood.touched_cells().count(), queue.touched_cells().count());
    }

    /// Reach equals the relaxed costs: by planes of bits, and by a queue where costs or points are
    /// too many for bits.
    #[test]
    fn a_reach_costs_what_relaxing_finds(
        (mut ground, points) in (1..=12_u8).prop_flat_map(|most| (any_ground(9, most), 0..90_u16)),
        from in 0..81_usize,
        zones: bool,
        weak: bool,
        sunk: bool,
    ) {
        let from = ground.pick_cell(from);
        // The unit that moves stands on an open cell, or on one that has become impassable below it.
        ground.costs[from.index()] = if sunk { 0 } else { ground.costs[from.index()].max(1) };
        ground.marked.remove(from);
        let obstacles = MarkedCells { ground: &ground, zones, weak };
        let bits = CostBits::split_by_cost(&ground.costs);
        let layer = CostLayer { grid: &ground.grid, costs: &ground.costs, lowest: 1, bits: &bits };
        let mut reach = Reach::new();
        reach.search_from(layer, from, MovementPoints(points), obstacles);
        let found: Vec<_> = ground.grid.cells().map(|cell| reach.cost(cell)).collect();
        let open = |cell| !obstacles.is_blocked(cell);
        let expected = ground.relax(from, open, |cell| !obstacles.is_halt(cell));
        let within = |cost: &Option<u32>| cost.filter(|&cost| cost <= u32::from(points));
        prop_assert_eq!(found, expected.iter().map(within).collect::<Vec<_>>());
        // A path of a move is one of this cost.
        for (cell, cost) in ground.grid.cells().zip(&expected).filter(|&(cell, _)| cell != from) {
            let is_path = reach.find_path(layer, (from, cell), MovementPoints(points), obstacles);
            let cost = within(cost);
            // A path is asked for only to a cell that is open.
            if !obstacles.is_blocked(cell) {
                prop_assert_eq!(is_path, cost.is_some());
            }
            if let Some(cost) = cost.filter(|_| is_path) {
                let paid: u32 = reach.found_path().iter().map(|&cell| ground.cost(cell)).sum();
                prop_assert_eq!(paid, cost);
            }
        }
    }

    #[test]
    fn one_path_is_the_same_by_landmarks_and_costs_what_relaxing_finds(
        ground in any_ground(9, 250),
        (from, to) in (0..81_usize, 0..81_usize),
    ) {
        let (from, to) = (ground.pick_cell(from), ground.pick_cell(to));
        let open = |cell| !ground.marked.contains(cell);
        let mut search = PathSearch::new();
        let path = search.path_between(&ground.grid, |cell| ground.cost(cell), from, to, open);
        let path = path.map(|path| (path.cost, path.cells.to_vec()));
        let leaves = ground.cost(from) > 0 || from == to;
        let expected = ground.relax(from, |cell| cell == to || open(cell), |_| true);
        let place = ground.grid.cells().position(|cell| cell == to).expect("on the map");
        prop_assert_eq!(path.as_ref().map(|&(cost, _)| cost), expected[place].filter(|_| leaves));
        let landmarks = Landmarks::new(&ground.grid, &ground.costs);
        let faster = search.path_by_landmarks(&landmarks, from, to, open);
        prop_assert_eq!(faster.map(|path| (path.cost, path.cells.to_vec())), path);
    }

    #[test]
    fn the_nearest_target_is_the_nearest_that_relaxing_finds(
        ground in any_ground(9, 9),
        from in 0..81_usize,
    ) {
        let from = ground.pick_cell(from);
        let is_target = |cell| cell != from && ground.marked.contains(cell);
        let costs = ground.relax(from, |_| true, |cell| !is_target(cell));
        let targets = ground.grid.cells().zip(costs).filter(|&(cell, _)| is_target(cell));
        let nearest = targets.filter_map(|(cell, cost)| Some((cost?, cell))).min();
        let mut search = PathSearch::new();
        let path =
            search.path_to_nearest(&ground.grid, |cell| ground.cost(cell), from, |_| true, is_target);
        let found = path.map(|path| (path.cost, *path.cells.last().expect("both ends")));
        prop_assert_eq!(found, nearest);
    }

    #[test]
    fn the_path_to_a_set_is_that_to_the_nearest_of_its_cells(
        ground in any_ground(9, 12),
        from in 0..81_usize,
    ) {
        let from = ground.pick_cell(from);
        let (grid, marked) = (&ground.grid, || ground.marked.iter().filter(|&cell| cell != from));
        let closed = CellSet::from_cells(grid, marked().filter(|cell| cell.0 % 3 > 0));
        let targets = CellSet::from_cells(grid, marked().filter(|cell| cell.0 % 3 == 0));
        let bits = CostBits::split_by_cost(&ground.costs);
        let layer = CostLayer { grid, costs: &ground.costs, lowest: 1, bits: &bits };
        let (mut search, open) = (PathSearch::new(), |cell| !closed.contains(cell));
        let path = search.path_to_set(layer, from, &closed, &targets);
        let path = path.map(|path| (path.cost, path.cells.to_vec()));
        let nearest = search.path_to_nearest(grid, |cell| ground.cost(cell), from, open, |cell| {
            targets.contains(cell)
        });
        prop_assert_eq!(path, nearest.map(|path| (path.cost, path.cells.to_vec())));
    }
}
