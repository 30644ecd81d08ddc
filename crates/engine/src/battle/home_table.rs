//! The table of homes, which stays the same for a whole battle.

use hotgates_grid::{Cell, Grid};
use hotgates_scenario::{RedOrigin, default_homes};
use hotgates_text::{BySide, Side};

/// The homes of the sides, as they are for the whole battle.
#[derive(Debug, Clone, Default)]
pub(crate) struct HomeTable {
    /// Hexes of each side, ascending.
    cells: BySide<Vec<Cell>>,
    /// `true` for a side whose home the scenario names.
    named: BySide<bool>,
    /// Hexes of the scenario by which Red comes in; none where it comes from a direction.
    entry: Vec<Cell>,
}

impl HomeTable {
    /// Makes the homes: those that the scenario names, else Red's where it comes from and Blue's at the opposite edge.
    pub(crate) fn new(grid: &Grid, origin: &RedOrigin, named: BySide<Vec<Cell>>) -> Self {
        let mut homes = Self { cells: default_homes(grid, origin), ..Self::default() };
        if let RedOrigin::Entry(entry) = origin {
            homes.entry.clone_from(entry);
        }
        for (side, cells) in Side::BOTH.into_iter().zip([named.red, named.blue]) {
            if !cells.is_empty() {
                (homes.cells[side], homes.named[side]) = (cells, true);
            }
        }
        homes
    }

    /// Lists the hexes of a side, ascending; Blue's castles count before those that no scenario names.
    pub(super) fn of_side(&self, side: Side) -> &[Cell] {
        &self.cells[side]
    }

    /// Returns `true` for a side whose home the scenario names.
    pub(super) fn is_named(&self, side: Side) -> bool {
        self.named[side]
    }

    /// Returns `true` for an entry hex of Red, and a home that the scenario names.
    pub(super) fn is_place_of_scenario(&self, cell: Cell) -> bool {
        let is_named = |side| self.named[side] && self.cells[side].binary_search(&cell).is_ok();
        self.entry.contains(&cell) || Side::BOTH.into_iter().any(is_named)
    }
}
