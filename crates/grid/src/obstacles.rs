//! What stands in the way of a short search.

use hexx::Hex;

use crate::cell::Cell;
use crate::direction_set::DirectionSet;

/// The obstacles of a [`Reach`](crate::Reach): cells that a path may not enter, or not leave.
///
/// `()` is no obstacle at all.
///
/// ```
/// use hotgates_grid::{
///     Cell, Coord, CostBits, CostLayer, DirectionSet, Grid, Hex, MovementPoints, Obstacles, Reach,
/// };
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
///     fn visit_near(self, _: Cell, _: u32, mut see: impl FnMut(Hex, DirectionSet)) {
///         see(self.0.hex(self.1), DirectionSet::NONE);
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
    /// [`have_zones`](Self::have_zones) returns `true` these are the cells in the zones that
    /// [`visit_near`](Self::visit_near) shows; else there are none.
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
    /// maybe with the hexes of other blocked cells, each with the ways from it into its zone.
    fn visit_near(self, centre: Cell, steps: u32, see: impl FnMut(Hex, DirectionSet));
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

    fn visit_near(self, _: Cell, _: u32, _: impl FnMut(Hex, DirectionSet)) {}
}
