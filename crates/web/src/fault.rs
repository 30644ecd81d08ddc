//! The reasons why a request cannot be met.

use hotgates_engine::{Fault, Illegal};
use hotgates_play::{OutsideDeploymentZone, SeatError};
use hotgates_record::ReplayBreak;

use crate::link_fault::LinkFault;

/// The reason why a request cannot be met, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WebFault {
    /// The request is not one that is known, or lacks a field.
    #[error("not a request: {0}")]
    Request(String),
    /// There is no game of this number.
    #[error("there is no game {0}")]
    Game(u32),
    /// There is no shipped map of this number.
    #[error("there is no map {0}")]
    Map(usize),
    /// A number of a unit that is not in the battle, or not in sight.
    #[error("there is no unit {0}")]
    Unit(u16),
    /// A hex that is not on the map.
    #[error("there is no hex {0}")]
    Hex(String),
    /// The side to move has no commander that could be asked.
    #[error("nobody is to be asked here")]
    Nobody,
    /// Units can be arranged only before the first order.
    #[error("the battle has begun: units are arranged before the first order")]
    Begun,
    /// A hex where a side's units cannot begin.
    #[error(transparent)]
    Deployment(#[from] OutsideDeploymentZone),
    /// An order that the rules do not allow.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// Nobody can sit on a seat.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// A scenario that cannot be played.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Scenario(Vec<Fault>),
    /// A replay that is not true.
    #[error(transparent)]
    Replay(#[from] ReplayBreak),
    /// A link that holds no replay.
    #[error(transparent)]
    Link(#[from] LinkFault),
    /// A battle of a question that came to no end.
    #[error("{0}")]
    Spoiled(String),
}
