//! Who wants to cross, in what boat, under which rule.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::state::{Banks, Load, Moment, Side};

/// The most priests, the most devils, and the most seats in the boat.
pub const MOST: u32 = 200;

/// Who has to be across.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Everybody.
    #[default]
    All,
    /// Every priest; the devils may be anywhere the rule allows.
    Priests,
}

impl FromStr for Goal {
    type Err = RiverError;

    fn from_str(name: &str) -> Result<Self, RiverError> {
        match name {
            "all" => Ok(Goal::All),
            "priests" => Ok(Goal::Priests),
            _ => Err(RiverError::UnknownGoal { name: name.to_owned() }),
        }
    }
}

/// What was asked cannot be a river crossing, or a text is no state of it.
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
        /// How many were asked for.
        got: u32,
    },
    /// A goal of another name.
    #[error("the goal is '{name}', it must be 'all' or 'priests'")]
    UnknownGoal {
        /// What was asked for.
        name: String,
    },
    /// A text of another shape.
    #[error(
        "'{text}' is no state; a state is the priests and devils on the left bank and the boat's side, such as 3P2DL, or with people aboard 3P1DL+1D"
    )]
    NotAState {
        /// What was given.
        text: String,
    },
    /// A state that the numbers cannot have.
    #[error("'{text}' cannot be: there are {priests} priests, {devils} devils and {boat} seats")]
    ImpossibleState {
        /// What was given.
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
        /// What was asked for.
        step: String,
        /// Where.
        state: String,
    },
    /// The game is over.
    #[error("the game is over: {state} is {how}")]
    Over {
        /// Where it ended.
        state: String,
        /// Won or lost.
        how: &'static str,
    },
    /// A picture nobody could read.
    #[error("the graph has {states} states, a picture shows at most {most}")]
    TooLargeToDraw {
        /// How many states there are.
        states: usize,
        /// How many are drawn at most.
        most: usize,
    },
}

/// Where priests are fewer than devils.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Broken {
    /// On the left bank, the boat at it included.
    LeftBank,
    /// On the right bank, the boat at it included.
    RightBank,
    /// In the boat, where the boat rule holds.
    Boat,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Broken::LeftBank => "on the left bank priests are fewer than devils",
            Broken::RightBank => "on the right bank priests are fewer than devils",
            Broken::Boat => "in the boat priests are fewer than devils",
        })
    }
}

/// One river crossing; always possible numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rules {
    pub(super) priests: u8,
    pub(super) devils: u8,
    pub(super) boat: u8,
    pub(super) goal: Goal,
    pub(super) boat_rule: bool,
}

impl Rules {
    /// A river crossing of `priests` and `devils` with `boat` seats.
    ///
    /// With `boat_rule` priests must not be fewer than devils in the boat either, at any moment.
    ///
    /// # Errors
    /// No priests, no seats, or more than [`MOST`] of anything. More devils than priests is allowed: the start
    /// is then lost, and the answer "there is no way".
    pub fn new(
        priests: u32,
        devils: u32,
        boat: u32,
        goal: Goal,
        boat_rule: bool,
    ) -> Result<Self, RiverError> {
        if priests == 0 {
            return Err(RiverError::NoPriests);
        }
        if boat == 0 {
            return Err(RiverError::NoBoat);
        }
        let within = |what, got| match u8::try_from(got) {
            Ok(small) if got <= MOST => Ok(small),
            _ => Err(RiverError::TooMany { what, got }),
        };
        Ok(Rules {
            priests: within("priests", priests)?,
            devils: within("devils", devils)?,
            boat: within("seats in the boat", boat)?,
            goal,
            boat_rule,
        })
    }

    /// Three priests, three devils, a boat for two, everybody across.
    pub const fn classic() -> Self {
        Rules { priests: 3, devils: 3, boat: 2, goal: Goal::All, boat_rule: false }
    }

    /// Priests in all.
    pub const fn priests(&self) -> u8 {
        self.priests
    }

    /// Devils in all.
    pub const fn devils(&self) -> u8 {
        self.devils
    }

    /// Seats in the boat.
    pub const fn boat(&self) -> u8 {
        self.boat
    }

    /// Who has to be across.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// True where the rule holds inside the boat too.
    pub const fn boat_rule(&self) -> bool {
        self.boat_rule
    }

    /// Everybody on the left bank, and the boat there.
    pub const fn start(&self) -> Banks {
        Banks { priests: self.priests, devils: self.devils, side: Side::Left }
    }

    /// The bank on which priests are fewer than devils, if one is.
    pub fn broken_bank(&self, banks: Banks) -> Option<Broken> {
        if is_broken(banks.priests, banks.devils) {
            return Some(Broken::LeftBank);
        }
        is_broken(self.priests - banks.priests, self.devils - banks.devils).then_some(Broken::RightBank)
    }

    /// True where this load may be in the boat.
    pub fn may_sail(&self, load: Load) -> bool {
        !(self.boat_rule && is_broken(load.priests, load.devils))
    }

    /// What is broken in `moment`, if anything is.
    pub fn broken(&self, moment: Moment) -> Option<Broken> {
        let boat = (!self.may_sail(moment.load)).then_some(Broken::Boat);
        self.broken_bank(moment.banks()).or(boat)
    }

    /// True where everybody of the goal is on the right bank, and the boat that brought the last is there too.
    ///
    /// With [`Goal::Priests`] a devil may have taken the boat back.
    pub fn is_across(&self, banks: Banks) -> bool {
        match self.goal {
            Goal::All => banks.priests == 0 && banks.devils == 0 && banks.side == Side::Right,
            Goal::Priests => banks.priests == 0,
        }
    }

    /// True where everybody of the goal has left the boat on the right bank.
    pub fn is_won(&self, moment: Moment) -> bool {
        let aboard = match self.goal {
            Goal::All => moment.load.priests + moment.load.devils,
            Goal::Priests => moment.load.priests,
        };
        aboard == 0 && self.is_across(moment.banks())
    }
}

fn is_broken(priests: u8, devils: u8) -> bool {
    0 < priests && priests < devils
}
