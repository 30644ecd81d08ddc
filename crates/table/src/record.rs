//! What a table is kept as: records, one after the other.

use hotgates_engine::{Coord, Side, UnitId, VictoryKind};
use hotgates_protocol::OrderMessage;
use serde::{Deserialize, Serialize};

use crate::pledge::Bytes32;

/// One thing that happened at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableRecord {
    /// A seat has committed to a number; it holds its digest.
    Committed(Side, Bytes32),
    /// A seat has opened its number.
    Opened(Side, Bytes32),
    /// A side has placed units before the first turn: these stand so, all others where the map has them.
    Placed(Side, Vec<(UnitId, Coord)>),
    /// A side has arranged its units, or has had the time for it.
    Ready(Side),
    /// The side to move has given an order; it holds the number that the guest gave it, empty for a computer's.
    Ordered(OrderMessage, String),
    /// The last order was taken back.
    TakenBack,
    /// A side has offered a draw.
    DrawOffered(Side),
    /// A side has declined the enemy's offer.
    DrawDeclined(Side),
    /// Both sides agreed to a draw.
    DrawAgreed,
    /// A side gave the battle up.
    Resigned(Side),
    /// A side took too long.
    OutOfTime(Side),
    /// A side's program has lost, in this manner.
    Forfeited(Side, VictoryKind),
    /// A side has offered another battle with the sides exchanged.
    RematchOffered(Side),
    /// Both sides agreed to another battle.
    RematchAgreed,
    /// Milliseconds that count for nobody: no server was there.
    TimePassed(u64),
}

/// A record with the time at which it was made, in milliseconds of the server's clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StampedRecord {
    /// When it was made.
    pub at_ms: u64,
    /// The record.
    pub record: TableRecord,
}
