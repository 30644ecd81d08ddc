//! Facing: which way a unit looks once it has attacked, and on which side of it strikes fall.

use hotgates_engine::{Aspect, Cell, Direction, Hex, UnitId, View, turned_toward};

/// Ways from which a unit can be struck, a bit for each direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StrikeWays(pub(crate) u8);

impl StrikeWays {
    /// Returns the ways from a hex towards others; a hex between two ways counts as on both.
    pub(crate) fn from_hexes<'a>(from: Hex, others: impl Iterator<Item = &'a Hex>) -> Self {
        let ways = others.flat_map(|&other| Direction::all_toward(from, other));
        Self(ways.fold(0, |mask, way| mask | 1 << way as u8))
    }

    /// Returns the side on which a unit that faces one way is worst off by one of these ways.
    pub(crate) fn worst_aspect(self, facing: Direction) -> Aspect {
        let ways = Direction::ALL.into_iter().filter(|&way| self.0 & 1 << way as u8 != 0);
        let aspects = ways.map(|way| Aspect::of_way(facing, way));
        aspects.max().unwrap_or(Aspect::Front)
    }
}

/// Returns the way that a unit faces once it has attacked a target from a cell.
pub(crate) fn way_to_target(view: View<'_>, unit: UnitId, from: Cell, target: UnitId) -> Option<Direction> {
    turned_toward(view.grid().hex(from), view.condition(unit).facing, view.hex(target))
}
