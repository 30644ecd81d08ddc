//! The errors of the river crossing.

use super::state::MOST;

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
        what: &'static str,
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
    #[error("'{text}' cannot be: there are {priests} priests, {devils} devils and {boat} seats")]
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
    /// A step that nobody can make.
    #[error("the step '{step}' is not possible in {state}")]
    ImpossibleStep {
        /// The request.
        step: String,
        /// The state of the game.
        state: String,
    },
    /// The game is over.
    #[error("the game is over: {state} is {how}")]
    Over {
        /// The state in which the game ended.
        state: String,
        /// Won or lost.
        how: &'static str,
    },
    /// A picture nobody could read.
    #[error("the graph has {states} states, a picture shows at most {most}")]
    TooLargeToDraw {
        /// Number of states.
        states: usize,
        /// The most states that a picture shows.
        most: usize,
    },
}
