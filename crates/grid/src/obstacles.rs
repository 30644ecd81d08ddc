//! What stands in the way of a short search.

use hexx::Hex;

use crate::cell::Cell;

/// The obstacles of a [`Reach`](crate::Reach): cells that a path may not enter, or not leave.
///
/// `()` is no obstacle at all.
///
/// ```
/// use hotgates_grid::{Cell, Coord, CostBits, CostLayer, Grid, Hex, MovementPoints, Obstacles, Reach};
///
/// /// One cell that may not be entered.
/// #[derive(Clone, Copy)]
/// struct Boulder<'a>(&'a Grid, Cell);
///
/// impl Obstacles for Boulder<'_> {
///     fn is_blocked(self, cell: Cell) -> bool {
///         cell == self.1
///     }
///     fn is_halt(self, _: Cell) -> bool {
///         false
///     }
///     fn have_zones(self) -> bool {
///         false
///     }
///     fn visit_near(self, _: Cell, _: u32, mut see: impl FnMut(Hex)) {
///         see(self.0.hex(self.1));
///     }
/// }
///
/// // Four hexes in a row, each for 1 MP, and a boulder on the third.
/// let grid = Grid::new(4, 1);
/// let cell = |col| grid.at(Coord { col, row: 0 }).expect("on the map");
/// let mut costs = vec![0; grid.len()];
/// grid.cells().for_each(|cell| costs[cell.index()] = 1);
/// let bits = CostBits::split_by_cost(&costs);
/// let layer = CostLayer { grid: &grid, costs: &costs, lowest: 1, bits: &bits };
///
/// let mut reach = Reach::new();
/// reach.search_from(layer, cell(0), MovementPoints(9), Boulder(&grid, cell(2)));
/// assert_eq!((reach.cost(cell(1)), reach.cost(cell(2)), reach.cost(cell(3))), (Some(1), None, None));
/// ```
pub trait Obstacles: Copy {
    /// Returns `true` if `cell` may not be entered.
    fn is_blocked(self, cell: Cell) -> bool;

    /// Returns `true` if a path that enters `cell` ends there. Where
    /// [`have_zones`](Self::have_zones) returns `true` these are the cells next to blocked ones, or
    /// those that [`visit_zones_near`](Self::visit_zones_near) shows; else there are none.
    fn is_halt(self, cell: Cell) -> bool;

    /// Returns `true` if there are cells that end a path.
    fn have_zones(self) -> bool;

    /// Returns what entering `cell` costs beyond its ground; asked where [`have_extra_costs`](Self::have_extra_costs)
    /// returns `true`.
    fn extra_cost(self, _cell: Cell) -> u32 {
        0
    }

    /// Returns `true` if entering some cells costs more than their ground.
    fn have_extra_costs(self) -> bool {
        false
    }

    /// Calls `see` with the hex of each blocked cell at most `steps` steps away from `centre`, and
    /// maybe with the hexes of other blocked cells.
    fn visit_near(self, centre: Cell, steps: u32, see: impl FnMut(Hex));

    /// Returns `true` if a path does not end beside every blocked cell, but only where
    /// [`visit_zones_near`](Self::visit_zones_near) says.
    fn have_zones_of_their_own(self) -> bool {
        false
    }

    /// Calls `see` with each hex in the zone of a blocked cell at most `steps` steps away from `centre`,
    /// and maybe with other hexes of zones; asked where blocked cells
    /// [have zones of their own](Self::have_zones_of_their_own).
    fn visit_zones_near(self, _centre: Cell, _steps: u32, _see: impl FnMut(ZoneHexes)) {}
}

/// Hexes in the zone of a blocked cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneHexes {
    /// The six hexes around the blocked cell, which is on this hex.
    Around(Hex),
    /// This hex.
    At(Hex),
}

impl Obstacles for () {
    fn is_blocked(self, _: Cell) -> bool {
        false
    }

    fn is_halt(self, _: Cell) -> bool {
        false
    }

    fn have_zones(self) -> bool {
        false
    }

    fn visit_near(self, _: Cell, _: u32, _: impl FnMut(Hex)) {}
}
