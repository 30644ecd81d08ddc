//! Facing: which way a unit looks once it has attacked, and on which side of it strikes fall.

use hotgates_engine::{Aspect, Cell, Direction, DirectionSet, Hex, UnitId, View, turned_toward};

/// Returns the ways from a hex towards others; a hex between two ways counts as on both.
pub(crate) fn ways_to_hexes<'a>(from: Hex, others: impl Iterator<Item = &'a Hex>) -> DirectionSet {
    others.flat_map(|&other| Direction::all_toward(from, other)).collect()
}

/// Returns the side on which a unit that faces one way is worst off when it is struck from one of some ways.
pub(crate) fn worst_aspect(facing: Direction, ways: DirectionSet) -> Aspect {
    ways.iter().map(|way| Aspect::of_way(facing, way)).max().unwrap_or(Aspect::Front)
}

/// Returns the way that a unit faces once it has attacked a target from a cell.
pub(crate) fn way_to_target(view: View<'_>, unit: UnitId, from: Cell, target: UnitId) -> Option<Direction> {
    turned_toward(view.grid().hex(from), view.condition(unit).facing, view.hex(target))
}
