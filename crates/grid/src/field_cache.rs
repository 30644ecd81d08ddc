//! Cost fields that are kept from one question to the next.

use crate::cell::{Cell, Grid};
use crate::field::Field;

/// Greatest number of fields that are kept.
const MOST_FIELDS: usize = 48;

/// Cost fields towards cells, kept by their targets and the costs of the ground: where the same is asked
/// again and again, each field is searched for once. The field that was not asked for longest makes room.
///
/// ```
/// use hotgates_grid::{Coord, FieldCache, Grid};
///
/// // Four hexes in a row, 2 MP each.
/// let grid = Grid::new(4, 1);
/// let cell = |col| grid.at(Coord { col, row: 0 }).expect("on the map");
/// let mut costs = vec![0; grid.len()];
/// grid.cells().for_each(|cell| costs[cell.index()] = 2);
///
/// let mut cache = FieldCache::default();
/// let way = cache.field_towards(&grid, &costs, &[cell(3)]);
/// assert_eq!(way.cost_from(cell(1)), Some(4));
/// assert!(way.cells_of_way(cell(1)).eq([cell(2), cell(3)]));
/// costs[cell(2).index()] = 0;
/// assert_eq!(cache.field_towards(&grid, &costs, &[cell(3)]).cost_from(cell(1)), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct FieldCache {
    known: Vec<CachedField>,
    /// Number of questions so far.
    asked: u64,
}

/// The cost of the way from everywhere to the nearest of some cells.
#[derive(Debug, Clone)]
pub struct CachedField {
    grid: Grid,
    costs: Vec<u8>,
    targets: Vec<Cell>,
    field: Field,
    /// Number of the last question for this field.
    last_asked: u64,
}

impl FieldCache {
    /// Returns the field towards some cells over ground of these costs, which are as in
    /// [`Field::towards_targets`].
    ///
    /// Cost: a comparison of the costs with those of the fields that are kept; where it is not one of them, a
    /// search of the map.
    pub fn field_towards(&mut self, grid: &Grid, costs: &[u8], targets: &[Cell]) -> &CachedField {
        self.asked += 1;
        let is_same = |way: &CachedField| way.targets == targets && way.costs == costs && way.grid == *grid;
        let place = self.known.iter().position(is_same).unwrap_or_else(|| {
            let mut field = Field::new();
            if self.known.len() == MOST_FIELDS {
                let oldest = (0..MOST_FIELDS).min_by_key(|&place| self.known[place].last_asked);
                field = self.known.swap_remove(oldest.unwrap_or(0)).field;
            }
            field.flood_towards(grid, targets.iter().copied(), costs);
            let (costs, targets) = (costs.to_vec(), targets.to_vec());
            self.known.push(CachedField { grid: *grid, costs, targets, field, last_asked: 0 });
            self.known.len() - 1
        });
        self.known[place].last_asked = self.asked;
        &self.known[place]
    }
}

impl CachedField {
    /// Returns the cost of the way from a cell, in MP; `None` where there is none.
    #[must_use]
    pub fn cost_from(&self, cell: Cell) -> Option<u32> {
        self.field.cost_to(cell, &self.costs)
    }

    /// Lists the cells of the cheapest way from a cell, without the cell itself; of equally cheap steps the
    /// first in direction order is taken.
    pub fn cells_of_way(&self, from: Cell) -> impl Iterator<Item = Cell> + '_ {
        std::iter::successors(Some(from), |&at| {
            let left = self.cost_from(at).filter(|&left| left > 0)?;
            let leads = |&next: &Cell| {
                let cost = u32::from(self.costs[next.index()]);
                cost > 0 && self.cost_from(next).is_some_and(|rest| rest + cost == left)
            };
            self.grid.around(at).into_iter().find(leads)
        })
        .skip(1)
    }
}
