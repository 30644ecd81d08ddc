//! What bars a unit's way besides the costs of the map.

use hexx::Hex;

use crate::file::ids::UnitTypeId;
use crate::grid::Cell;
use crate::path::ground::Ground;

/// The enemies of a unit on the move, as far as a search asks about them.
pub(crate) trait Obstacles: Copy {
    /// The cells of the map by what units of a type pay for them; none where that are too many different costs.
    fn grounds(&self, kind: UnitTypeId) -> &[Ground];

    /// `true` if an enemy stands on a cell.
    fn block(self, cell: Cell) -> bool;

    /// `true` if entering a cell ends a move.
    fn halt(self, cell: Cell) -> bool;

    /// `true` if there are cells that end a move.
    fn have_zones(self) -> bool;

    /// Shows the hex of each enemy that is at most so many steps away from a cell, and maybe others.
    fn near(self, centre: Cell, steps: u32, see: impl FnMut(Hex));
}
