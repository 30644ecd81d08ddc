//! Events out: what happened, with its results, so that a log plays back without dice.

use hexx::Hex;
use serde::{Deserialize, Serialize};

use crate::battle::outcome::Verdict;
use crate::battle::unit::UnitId;
use crate::measure::{MovementPoints, Permille, Strength};
use crate::side::Side;

/// One change of a battle. Only events change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A unit went one hex.
    Stepped {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// To the next hex.
        to: Hex,
        /// The points it has left.
        left: MovementPoints,
        /// Whether an enemy's zone of control ended its movement here.
        halted: bool,
    },
    /// A unit attacked and paid for it; hits follow.
    Attacked {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// Whether by fire from afar.
        ranged: bool,
        /// The points it has left.
        left: MovementPoints,
    },
    /// A unit lost men.
    Hit {
        /// Who lost them.
        unit: UnitId,
        /// Who struck.
        by: UnitId,
        /// What the dice made.
        roll: Permille,
        /// How many.
        losses: Strength,
        /// What is left; at 0 the unit has left the map.
        left: Strength,
    },
    /// A castle changed hands.
    CastleTaken {
        /// Where.
        castle: Hex,
        /// Whose it is now.
        by: Side,
    },
    /// A side's half of a turn began; its units have their full points back.
    HalfBegan {
        /// The turn, from 1.
        turn: u32,
        /// Whose half.
        side: Side,
    },
    /// The battle is over.
    Ended {
        /// Who won, and how.
        verdict: Verdict,
    },
}
