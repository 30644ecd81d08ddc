//! Whose turn it is, as it is told to people who are not there.

use hotgates_engine::{BySide, Side};
use hotgates_protocol::TableStage;

/// How a table stands, as far as everybody who sits at it may know.
#[derive(Debug, Clone)]
pub struct TurnNotice {
    /// Name of the map.
    pub map: String,
    /// How far the table has come.
    pub stage: TableStage,
    /// `true` for a side whose person is to move, or has still to arrange units.
    pub awaited: BySide<bool>,
    /// Number of the turn; 0 before the battle.
    pub turn: u32,
    /// When the half-turn or the stage began, or the battle ended, in milliseconds of the server's clock.
    pub since_ms: u64,
}

/// News for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatNews {
    /// The battle.
    pub battle: String,
    /// The side of the seat.
    pub side: Side,
    /// Number of the turn.
    pub turn: u32,
    /// `true` if the battle is over, `false` if it is the seat's turn, or to arrange its units in turn 0.
    pub over: bool,
    /// When that began, in milliseconds of the server's clock.
    pub since_ms: u64,
}
