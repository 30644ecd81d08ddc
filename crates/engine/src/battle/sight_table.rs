//! Sight under fog of war: the hexes that a unit of a type sees from a cell.
//!
//! Looking into a hex costs points by its terrain, and a unit sees as far as the points of its type
//! pay for; the six hexes around it always. Where a ruleset has lines of sight, terrain that blocks
//! fire also hides what lies behind it.

use std::sync::OnceLock;

use hotgates_grid::{Cell, Grid, Hex};

use crate::battle::line::cell_blocking_line;
use crate::file::ids::UnitTypeId;
use crate::file::map::Map;
use crate::file::ruleset::{MAX_SIGHT, Ruleset};

/// The hexes in sight from each cell, computed when first asked for: a pure function of map and
/// ruleset, so that it makes no difference who asks first.
#[derive(Debug)]
pub(crate) struct SightTable {
    /// For each unit type the place of its range of sight in `ranges`.
    places: Vec<usize>,
    ranges: Vec<SightRange>,
}

#[derive(Debug)]
struct SightRange {
    range: u32,
    blocks: Box<[OnceLock<Box<SightBlock>>]>,
}

/// What is in sight from [`BLOCK`] neighbouring cells.
type SightBlock = [OnceLock<VisibleHexes>; BLOCK];

/// Number of cells whose lists are allocated together: large maps are mostly never looked at.
const BLOCK: usize = 64;

impl SightTable {
    pub(crate) fn new(rules: &Ruleset, grid: &Grid) -> Self {
        let mut ranges: Vec<SightRange> = Vec::new();
        let mut place_of_range = |range: u32| {
            let known = ranges.iter().position(|other| other.range == range);
            known.unwrap_or_else(|| {
                let blocks = (0..grid.len().div_ceil(BLOCK)).map(|_| OnceLock::new()).collect();
                ranges.push(SightRange { range, blocks });
                ranges.len() - 1
            })
        };
        let places = rules.units.iter().map(|unit| place_of_range(unit.sight_range())).collect();
        Self { places, ranges }
    }

    /// Returns the farthest that any unit sees, in hexes.
    pub(crate) fn farthest(&self) -> u32 {
        self.ranges.iter().map(|range| range.range).max().unwrap_or(0)
    }

    /// Returns what a unit of a type sees from a cell. Cost: a look-up, and `O(hexes in range)` the
    /// first time.
    pub(crate) fn visible_hexes(
        &self,
        (rules, map): (&Ruleset, &Map),
        kind: UnitTypeId,
        from: Cell,
    ) -> &VisibleHexes {
        let range = &self.ranges[self.places[kind.index()]];
        let block = range.blocks[from.index() / BLOCK]
            .get_or_init(|| Box::new(std::array::from_fn(|_| OnceLock::new())));
        block[from.index() % BLOCK].get_or_init(|| VisibleHexes::look_around(rules, map, range.range, from))
    }
}

/// The hexes in sight from one cell: for each column of the rhombus around it a bit for each hex.
#[derive(Debug)]
pub(crate) struct VisibleHexes {
    centre: Hex,
    range: u32,
    columns: Box<[u64]>,
}

const _: () = assert!(2 * MAX_SIGHT < u64::BITS, "a column is a word");

impl VisibleHexes {
    fn look_around(rules: &Ruleset, map: &Map, range: u32, from: Cell) -> Self {
        let grid = map.grid();
        let centre = grid.hex(from);
        let side = 2 * range as usize + 1;
        let mut visible = Self { centre, range, columns: vec![0; side].into() };
        let mut costs = vec![u32::MAX; side * side];
        let mut rings: Vec<Vec<Hex>> = vec![Vec::new(); range as usize + 1];
        rings[0].push(centre);
        costs[visible.place(centre).expect("the centre is in range")] = 0;
        for spent in 0..=range {
            for hex in std::mem::take(&mut rings[spent as usize]) {
                if costs[visible.place(hex).expect("hexes in range are queued")] != spent {
                    continue;
                }
                for next in hex.all_neighbors() {
                    let (Some(cell), Some(place)) = (grid.cell(next), visible.place(next)) else { continue };
                    let cost = spent + rules.terrains[map.terrain(cell)].sight_cost();
                    if cost <= range && cost < costs[place] {
                        costs[place] = cost;
                        rings[cost as usize].push(next);
                    }
                }
            }
        }
        for hex in centre.range(range).filter(|&hex| grid.contains(hex)) {
            let place = visible.place(hex).expect("hexes in range have a place");
            let near = hex.unsigned_distance_to(centre) <= 1;
            let clear =
                || !rules.options.line_of_sight || cell_blocking_line(rules, map, centre, hex).is_none();
            if near || (costs[place] != u32::MAX && clear()) {
                visible.columns[place / side] |= 1 << (place % side);
            }
        }
        visible
    }

    /// Returns `true` if a hex is in sight.
    #[inline]
    pub(crate) fn contains(&self, hex: Hex) -> bool {
        let [x, y] = self.place_in_rhombus(hex);
        self.columns.get(x as usize).is_some_and(|bits| bits.unbounded_shr(y) & 1 == 1)
    }

    /// Lists the columns in sight, each as its northernmost hex in sight and a bit for that hex and each
    /// one south of it.
    #[inline]
    pub(crate) fn columns(&self) -> impl Iterator<Item = (Hex, u64)> + '_ {
        let corner = self.centre - Hex::new(1, 1) * self.range.cast_signed();
        let columns = (0..).zip(&self.columns).filter(|&(_, &bits)| bits != 0);
        columns.map(move |(x, &bits)| {
            let north = bits.trailing_zeros();
            (corner + Hex::new(x, north.cast_signed()), bits >> north)
        })
    }

    /// Returns column and row of a hex in the rhombus; large numbers for hexes outside.
    #[inline]
    fn place_in_rhombus(&self, hex: Hex) -> [u32; 2] {
        let away = hex - self.centre;
        [away.x, away.y].map(|at| at.wrapping_add_unsigned(self.range).cast_unsigned())
    }

    fn place(&self, hex: Hex) -> Option<usize> {
        let side = 2 * self.range + 1;
        let [x, y] = self.place_in_rhombus(hex);
        (x < side && y < side).then(|| (x * side + y) as usize)
    }
}
