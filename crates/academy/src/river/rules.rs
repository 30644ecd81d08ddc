//! The people, the boat and the rule of a crossing.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::{RiverCount, RiverError};
use super::state::{BankState, BoatLoad, MOST, RiverMoment, Shore};

/// The people who have to be across.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiverGoal {
    /// Everybody.
    #[default]
    All,
    /// Every priest; the devils may be anywhere the rule allows.
    Priests,
}

impl FromStr for RiverGoal {
    type Err = RiverError;

    fn from_str(name: &str) -> Result<Self, RiverError> {
        match name {
            "all" => Ok(RiverGoal::All),
            "priests" => Ok(RiverGoal::Priests),
            _ => Err(RiverError::UnknownGoal { name: name.to_owned() }),
        }
    }
}

/// A place where priests are fewer than devils.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleBreach {
    /// On the left bank, the boat at it included.
    LeftBank,
    /// On the right bank, the boat at it included.
    RightBank,
    /// In the boat, where the boat rule holds.
    Boat,
}

impl fmt::Display for RuleBreach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RuleBreach::LeftBank => "on the left bank priests are fewer than devils",
            RuleBreach::RightBank => "on the right bank priests are fewer than devils",
            RuleBreach::Boat => "in the boat priests are fewer than devils",
        })
    }
}

/// One river crossing; always possible numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RiverRules {
    pub(super) priests: u8,
    pub(super) devils: u8,
    pub(super) boat: u8,
    pub(super) goal: RiverGoal,
    pub(super) boat_rule: bool,
}

impl RiverRules {
    /// A river crossing of `priests` and `devils` with `boat` seats.
    ///
    /// With `boat_rule` priests must not be fewer than devils in the boat either, at any moment.
    ///
    /// # Errors
    /// No priests, no seats, or more than [`MOST`] of anything. More devils than priests is
    /// allowed: the start is then lost, and the answer "there is no way".
    pub fn new(
        priests: u32,
        devils: u32,
        boat: u32,
        goal: RiverGoal,
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
        Ok(RiverRules {
            priests: within(RiverCount::Priests, priests)?,
            devils: within(RiverCount::Devils, devils)?,
            boat: within(RiverCount::Seats, boat)?,
            goal,
            boat_rule,
        })
    }

    /// Returns the rules with three priests, three devils, a boat for two, and everybody to be
    /// brought across.
    pub const fn classic() -> Self {
        RiverRules { priests: 3, devils: 3, boat: 2, goal: RiverGoal::All, boat_rule: false }
    }

    /// Number of priests.
    pub const fn priest_count(&self) -> u8 {
        self.priests
    }

    /// Number of devils.
    pub const fn devil_count(&self) -> u8 {
        self.devils
    }

    /// Number of seats in the boat.
    pub const fn boat_seats(&self) -> u8 {
        self.boat
    }

    /// The people who have to be across.
    pub const fn goal(&self) -> RiverGoal {
        self.goal
    }

    /// Returns `true` if the rule holds inside the boat too.
    pub const fn boat_rule(&self) -> bool {
        self.boat_rule
    }

    /// Returns the state with everybody and the boat on the left bank.
    pub const fn start_banks(&self) -> BankState {
        BankState { priests: self.priests, devils: self.devils, side: Shore::Left }
    }

    /// Returns the bank on which priests are fewer than devils, if there is such a bank.
    pub fn broken_bank(&self, banks: BankState) -> Option<RuleBreach> {
        if breaks_rule(banks.priests, banks.devils) {
            return Some(RuleBreach::LeftBank);
        }
        breaks_rule(self.priests - banks.priests, self.devils - banks.devils).then_some(RuleBreach::RightBank)
    }

    /// Returns `true` if this load may be in the boat.
    pub fn may_load_sail(&self, load: BoatLoad) -> bool {
        !(self.boat_rule && breaks_rule(load.priests, load.devils))
    }

    /// Returns the place in `moment` where the rule is broken, if there is one.
    pub fn find_breach(&self, moment: RiverMoment) -> Option<RuleBreach> {
        let boat = (!self.may_load_sail(moment.load)).then_some(RuleBreach::Boat);
        self.broken_bank(moment.as_banks()).or(boat)
    }

    /// Returns the priests and devils who stand on the bank where the boat lies.
    pub const fn people_ashore(&self, moment: RiverMoment) -> (u8, u8) {
        match moment.side {
            Shore::Left => (moment.priests, moment.devils),
            Shore::Right => (
                self.priests - moment.priests - moment.load.priests,
                self.devils - moment.devils - moment.load.devils,
            ),
        }
    }

    /// Returns `true` if everybody of the goal is on the right bank, and the boat that brought the
    /// last is there too.
    ///
    /// With [`RiverGoal::Priests`] a devil may have taken the boat back.
    pub fn is_across(&self, banks: BankState) -> bool {
        match self.goal {
            RiverGoal::All => banks.priests == 0 && banks.devils == 0 && banks.side == Shore::Right,
            RiverGoal::Priests => banks.priests == 0,
        }
    }

    /// Returns `true` if everybody of the goal has left the boat on the right bank.
    pub fn is_won(&self, moment: RiverMoment) -> bool {
        let aboard = match self.goal {
            RiverGoal::All => moment.load.priests + moment.load.devils,
            RiverGoal::Priests => moment.load.priests,
        };
        aboard == 0 && self.is_across(moment.as_banks())
    }
}

fn breaks_rule(priests: u8, devils: u8) -> bool {
    0 < priests && priests < devils
}
