//! The errors of the river crossing.

use std::fmt;

use super::state::MOST;
use crate::counted::count_words;

/// A number of the rules that has a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RiverCount {
    /// Number of priests.
    Priests,
    /// Number of devils.
    Devils,
    /// Number of seats in the boat.
    Seats,
}

impl fmt::Display for RiverCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Priests => "priests",
            Self::Devils => "devils",
            Self::Seats => "seats in the boat",
        })
    }
}

/// A request that is no river crossing, or a text that is no state of one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RiverError {
    /// Nobody to bring across.
    #[error("the number of priests is 0, it must be 1 to {MOST}")]
    NoPriests,
    /// A boat without seats.
    #[error("the boat is for 0, it must be for 1 to {MOST}")]
    NoBoat,
    /// More than fits.
    #[error("the number of {what} is {got}, it must be at most {MOST}")]
    TooMany {
        /// Priests, devils or seats.
        what: RiverCount,
        /// The number asked for.
        got: u32,
    },
    /// A goal of another name.
    #[error("the goal is '{name}', it must be 'all' or 'priests'")]
    UnknownGoal {
        /// The request.
        name: String,
    },
    /// A text of another shape.
    #[error(
        "'{text}' is no state; a state is the priests and devils on the left bank and the boat's side, such as 3P2DL, or with people aboard 3P1DL+1D"
    )]
    NotAState {
        /// The text given.
        text: String,
    },
    /// A state that the numbers cannot have.
    #[error(
        "'{text}' cannot be: there are {}, {} and {}",
        count_words(*.priests, "priest", "priests"),
        count_words(*.devils, "devil", "devils"),
        count_words(*.boat, "seat", "seats")
    )]
    ImpossibleState {
        /// The text given.
        text: String,
        /// Priests in all.
        priests: u8,
        /// Devils in all.
        devils: u8,
        /// Seats in the boat.
        boat: u8,
    },
    /// A step that is not possible.
    #[error("the step '{step}' is not possible in {state}")]
    ImpossibleStep {
        /// The request.
        step: String,
        /// The state of the game.
        state: String,
    },
    /// The game is over.
    #[error("the game is over: {state} is {}", if *.won { "won" } else { "lost" })]
    Over {
        /// The state in which the game ended.
        state: String,
        /// `true` if the game is won, `false` if it is lost.
        won: bool,
    },
    /// A picture with too many states to be read.
    #[error("the graph has {}, a picture shows at most {most}", count_words(*.states, "state", "states"))]
    TooLargeToDraw {
        /// Number of states.
        states: usize,
        /// Greatest number of states that a picture shows.
        most: usize,
    },
}
