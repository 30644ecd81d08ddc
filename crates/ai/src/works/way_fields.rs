//! Cost fields over ground as it is and as works could make it.

use hotgates_engine::{Cell, Field, Grid};

/// Greatest number of fields that are kept.
const MOST_FIELDS: usize = 48;

/// Cost fields by their targets and the costs of the ground, kept as long as they are asked for: most
/// half-turns ask for those of the last one.
#[derive(Debug, Clone, Default)]
pub(super) struct WayFields {
    known: Vec<WayField>,
    /// Number of questions so far.
    asked: u64,
}

/// The cost of the way from everywhere to the nearest of some cells.
#[derive(Debug, Clone)]
pub(super) struct WayField {
    grid: Grid,
    costs: Vec<u8>,
    targets: Vec<Cell>,
    field: Field,
    /// Number of the last question for this field.
    last_asked: u64,
}

impl WayFields {
    /// Returns the field towards some cells over ground of these costs.
    ///
    /// Cost: a comparison of the costs with those of the fields that are kept; where it is not one of them, a
    /// search of the map.
    pub(super) fn field_towards(&mut self, grid: &Grid, costs: &[u8], targets: &[Cell]) -> &WayField {
        self.asked += 1;
        let is_same = |way: &WayField| way.targets == targets && way.costs == costs && way.grid == *grid;
        let place = self.known.iter().position(is_same).unwrap_or_else(|| {
            let mut field = Field::new();
            if self.known.len() == MOST_FIELDS {
                let oldest = (0..MOST_FIELDS).min_by_key(|&place| self.known[place].last_asked);
                field = self.known.swap_remove(oldest.unwrap_or(0)).field;
            }
            field.towards_targets(grid, targets.iter().copied(), costs, |_| true);
            let (costs, targets) = (costs.to_vec(), targets.to_vec());
            self.known.push(WayField { grid: *grid, costs, targets, field, last_asked: 0 });
            self.known.len() - 1
        });
        self.known[place].last_asked = self.asked;
        &self.known[place]
    }
}

impl WayField {
    /// Returns the cost of the way from a cell, in MP; `None` where there is none.
    pub(super) fn cost_from(&self, cell: Cell) -> Option<u32> {
        self.field.cost_to(cell, &self.costs)
    }

    /// Lists the cells of the cheapest way from a cell, without the cell itself; of equally cheap steps the
    /// first in direction order is taken.
    pub(super) fn cells_of_way(&self, from: Cell) -> impl Iterator<Item = Cell> + '_ {
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
