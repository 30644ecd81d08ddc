//! Arrivals of units after the start.

use hotgates_grid::Cell;
use serde::{Deserialize, Serialize};

use hotgates_grid::mix::split_mix;

/// The turn and the hexes in which a unit comes onto the map.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    /// First turn in which the unit comes; `None` for a unit that an event calls.
    pub turn: Option<u32>,
    /// Cells on which it comes in, the first free one; at least one.
    pub cells: Vec<Cell>,
}

impl Arrival {
    /// Returns a hash of the arrival; never 0 but by chance.
    pub(crate) fn digest(&self) -> u64 {
        let turn = self.turn.map_or(0, u64::from);
        self.cells.iter().fold(split_mix(turn), |hash, cell| split_mix(hash ^ u64::from(cell.0)))
    }
}
