//! Hashes of positions that change with each event: Zobrist ("A new hashing method with application
//! for game playing", 1970).
//!
//! Instead of tables of random numbers each key is mixed from what it stands for, since maps and
//! strengths are too many for tables. A position's hash is the exclusive or of its keys, so that an
//! event changes it by taking one key out and putting another in.

use hotgates_grid::Cell;

use crate::battle::unit::{UnitId, UnitState};
use crate::mix::split_mix;
use crate::side::Side;

/// Returns the key of the changing part of a unit; a unit that has left the map has none.
#[inline]
pub(crate) fn hash_unit(id: UnitId, state: &UnitState) -> u64 {
    if !state.alive() {
        return 0;
    }
    let place = u64::from(state.cell.0) << 16 | u64::from(id.0);
    let shape = u64::from(state.strength.0) << 17 | u64::from(state.left.0) << 1 | u64::from(state.halted);
    split_mix(split_mix(1 << 60 | place) ^ shape)
}

/// Returns the key of a castle and the side that holds it.
pub(crate) fn hash_castle(cell: Cell, owner: Side) -> u64 {
    split_mix(2 << 60 | u64::from(cell.0) << 1 | owner as u64)
}

/// Returns the key of a half-turn.
pub(crate) fn hash_half_turn(turn: u32, side: Side) -> u64 {
    split_mix(3 << 60 | u64::from(turn) << 1 | side as u64)
}

/// Returns the key of the end of a battle.
pub(crate) fn hash_end(code: u64) -> u64 {
    split_mix(4 << 60 | code)
}
