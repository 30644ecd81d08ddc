//! The reasons why a request cannot be met.

use hotgates_engine::{Fault, Illegal};
use hotgates_phrases::Phrase;
use hotgates_phrases::explain::{explain_fault, explain_illegal, explain_replay_break, explain_seat_error};
use hotgates_play::{OutsideDeploymentZone, SeatError};
use hotgates_protocol::EventFault;
use hotgates_record::ReplayBreak;
use hotgates_table::UnfairDice;

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
    /// The battle is at a server's table, which follows orders and keeps the record.
    #[error("the battle is at a server's table")]
    AtTable,
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
    /// An order of this number, counted from 1, tells of what cannot happen in the battle.
    #[error("order {0}: {1}")]
    Told(usize, EventFault),
    /// Dice that are not those to which all at a table have committed.
    #[error(transparent)]
    Dice(#[from] UnfairDice),
    /// A link that holds no replay.
    #[error(transparent)]
    Link(#[from] LinkFault),
    /// A battle of a question that came to no end.
    #[error("{0}")]
    Spoiled(String),
}

impl WebFault {
    /// Returns the reason as a phrase. What only a page that asks wrongly is told stays in English.
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::Nobody => Phrase::new("web-fault-nobody"),
            Self::Begun => Phrase::new("web-fault-begun"),
            Self::Deployment(OutsideDeploymentZone(at)) => {
                Phrase::new("outside-deployment-zone").with_value("hex", *at)
            }
            Self::Illegal(why) => explain_illegal(why),
            Self::Seat(why) => explain_seat_error(why),
            Self::Scenario(faults) => Phrase::join_phrases(faults.iter().map(explain_fault))
                .unwrap_or_else(|| Phrase::of_parts(Vec::new())),
            Self::Replay(why) => explain_replay_break(why),
            Self::Link(why) => why.phrase(),
            Self::Dice(why) => match *why {
                UnfairDice::NoNumber => Phrase::new("web-fault-dice-number"),
                UnfairDice::Server => Phrase::new("web-fault-dice-server"),
                UnfairDice::Seat(side) => Phrase::new("web-fault-dice-seat").with_value("side", side),
                UnfairDice::Key => Phrase::new("web-fault-dice-key"),
                UnfairDice::Arrangement => Phrase::new("web-fault-dice-arrangement"),
            },
            Self::Request(_)
            | Self::Game(_)
            | Self::Map(_)
            | Self::Unit(_)
            | Self::Hex(_)
            | Self::AtTable
            | Self::Told(..)
            | Self::Spoiled(_) => Phrase::of_parts(vec![self.to_string().into()]),
        }
    }
}
