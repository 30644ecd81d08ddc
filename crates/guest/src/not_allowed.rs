//! Reasons why a guest cannot ask for something.

use hotgates_engine::{Coord, Side, UnitId};
use hotgates_protocol::MAX_CHAT_BYTES;

/// The reason why a guest cannot ask for something now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAllowed {
    /// Whoever watches has nothing to order.
    #[error("you watch: the battle is not yours to fight")]
    Watching,
    /// The battle has not begun.
    #[error("the battle has not begun")]
    NotBegun,
    /// Units are still arranged.
    #[error("the battle has not begun: units are arranged")]
    Arranging,
    /// Units are not arranged now.
    #[error("units are arranged before the battle only, until you have said `begin`")]
    NotArranging,
    /// The side has no such unit on the map.
    #[error("you have no unit {} on the map", .0.0)]
    NoUnit(UnitId),
    /// The hex is no place for the side's units.
    #[error("your units cannot begin on hex {0}")]
    OutsideZone(Coord),
    /// The unit stands there already.
    #[error("it stands on hex {0} already")]
    StandsThere(Coord),
    /// The battle is over.
    #[error("the battle is over")]
    Over,
    /// The battle is not over.
    #[error("the battle is not over")]
    NotOver,
    /// The enemy is to move.
    #[error("it is {0}'s half-turn")]
    NotYourTurn(Side),
    /// The server has not answered yet.
    #[error("the server has not answered yet")]
    Unanswered,
    /// The seat has offered a draw already.
    #[error("you have offered a draw already")]
    OfferedAlready,
    /// Nobody has offered a draw.
    #[error("no draw was offered")]
    NothingOffered,
    /// The words are none, or too many.
    #[error("words at a table have 1 to {MAX_CHAT_BYTES} bytes")]
    Words,
}
