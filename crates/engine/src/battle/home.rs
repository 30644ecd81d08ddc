//! Home: where the broken units of each side run to.

use hotgates_grid::{Cell, Direction, Grid};

use crate::battle::Battle;
use crate::setup::camp::RedOrigin;
use hotgates_text::{BySide, Side};

/// Returns the hexes over which units of each side leave the map when they have broken, in ascending
/// cells: Red where it came from, Blue at the opposite edge.
pub(crate) fn home_hexes(grid: &Grid, origin: &RedOrigin) -> BySide<Box<[Cell]>> {
    let red = match origin {
        RedOrigin::Direction(direction) => edge_towards(grid, *direction),
        RedOrigin::Entry(entry) => {
            let mut cells = entry.clone();
            cells.sort_unstable();
            cells.dedup();
            cells
        }
    };
    let nearest = |edge: &[Cell]| {
        let distances =
            edge.iter().flat_map(|&cell| red.iter().map(move |&entry| grid.distance(cell, entry)));
        distances.min()
    };
    let blue = match origin {
        RedOrigin::Direction(direction) => edge_towards(grid, direction.opposite()),
        // Of edges equally far away the first counts.
        RedOrigin::Entry(_) => {
            let edges = Direction::ALL.into_iter().rev().map(|direction| edge_towards(grid, direction));
            edges.max_by_key(|edge| nearest(edge)).unwrap_or_default()
        }
    };
    BySide { red: red.into(), blue: blue.into() }
}

/// Lists the cells from which a step in a direction leads off the map, ascending.
fn edge_towards(grid: &Grid, direction: Direction) -> Vec<Cell> {
    grid.cells().filter(|&cell| grid.cell(grid.hex(cell) + direction.vector()).is_none()).collect()
}

impl Battle {
    /// Returns `true` if broken units of a side run to this cell: Blue's castles as long as it holds any,
    /// else the hexes over which the side leaves the map.
    pub fn is_home(&self, side: Side, cell: Cell) -> bool {
        if self.gathers_at_castles(side) {
            return self.castles().any(|castle| castle == (cell, side));
        }
        self.arena.homes[side].binary_search(&cell).is_ok()
    }

    /// Returns `true` if a broken unit of a side that stands on this cell leaves the map: on a home at the
    /// edge of the map, unless the side gathers at its castles.
    pub(crate) fn is_way_out(&self, side: Side, cell: Cell) -> bool {
        let (grid, hex) = (self.grid(), self.grid().hex(cell));
        let at_edge =
            Direction::ALL.into_iter().any(|direction| grid.cell(hex + direction.vector()).is_none());
        at_edge && self.is_home(side, cell) && !self.gathers_at_castles(side)
    }

    fn gathers_at_castles(&self, side: Side) -> bool {
        side == Side::Blue && self.castles().any(|(_, owner)| owner == side)
    }
}
