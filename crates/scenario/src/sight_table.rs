//! Sight under fog of war: the hexes that a unit of a type sees from a cell.
//!
//! Looking into a hex costs points by its terrain, and a unit sees as far as the points of its type
//! pay for; the six hexes around it always. Where a ruleset has lines of sight, terrain that blocks
//! fire also hides what lies behind it.

use std::sync::OnceLock;

use hotgates_grid::{Cell, Grid, VisibleHexes};

use crate::line_of_sight::{cell_blocking_line_of_sight, may_block_line_of_sight};
use crate::map::Map;
use hotgates_rules::{MAX_SIGHT, Ruleset, UnitTypeId};

const _: () = assert!(MAX_SIGHT <= VisibleHexes::MAX_RANGE);

/// The hexes in sight from each cell, computed when first asked for: a pure function of map and
/// ruleset, so that it makes no difference who asks first.
#[derive(Debug)]
pub struct SightTable {
    /// For each unit type the place of its range of sight in `ranges`.
    places: Vec<usize>,
    ranges: Vec<SightRange>,
}

#[derive(Debug)]
struct SightRange {
    range: u32,
    blocks: Box<[OnceLock<Box<SightBlock>>]>,
}

/// The hexes in sight from each of [`BLOCK`] neighbouring cells.
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
    #[must_use]
    pub fn farthest(&self) -> u32 {
        self.ranges.iter().map(|range| range.range).max().unwrap_or(0)
    }

    /// Returns what a unit of a type sees from a cell. Cost: a look-up, and `O(hexes in range)` the
    /// first time.
    pub fn visible_hexes(
        &self,
        (rules, map): (&Ruleset, &Map),
        kind: UnitTypeId,
        from: Cell,
    ) -> &VisibleHexes {
        let range = &self.ranges[self.places[kind.index()]];
        let block = range.blocks[from.index() / BLOCK]
            .get_or_init(|| Box::new(std::array::from_fn(|_| OnceLock::new())));
        block[from.index() % BLOCK].get_or_init(|| {
            let (grid, centre) = (map.grid(), map.grid().hex(from));
            let cost = |cell| rules.terrains[map.terrain(cell)].sight_cost();
            let near = || centre.range(range.range).filter_map(|hex| grid.cell(hex));
            let is_open = !near().any(|cell| may_block_line_of_sight(rules, map.terrain(cell)));
            let is_clear = |hex| is_open || cell_blocking_line_of_sight((rules, map), centre, hex).is_none();
            VisibleHexes::look_around(grid, range.range, from, cost, is_clear)
        })
    }
}
