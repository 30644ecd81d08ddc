//! Enemies as obstacles of a path search.

use hexx::Hex;

use crate::file::ids::UnitTypeId;
use crate::grid::Cell;
use crate::path::cost_bits::CostBits;

/// The enemies of a unit on the move, seen by a path search.
pub(crate) trait Obstacles: Copy {
    /// Returns the cells of the map as bits by the cost that units of a type pay for them; empty
    /// where the type pays too many different costs.
    fn cost_bits(&self, kind: UnitTypeId) -> &[CostBits];

    /// `true` if an enemy stands on `cell`.
    fn is_blocked(self, cell: Cell) -> bool;

    /// `true` if entering `cell` ends a move.
    fn is_halt(self, cell: Cell) -> bool;

    /// `true` if there are cells that end a move.
    fn have_zones(self) -> bool;

    /// Calls `see` with the hex of each enemy at most `steps` steps away from `centre`, and maybe
    /// with the hexes of other enemies.
    fn visit_near(self, centre: Cell, steps: u32, see: impl FnMut(Hex));
}
