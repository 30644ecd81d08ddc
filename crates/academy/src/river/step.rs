//! The single-step grain: one person boards or leaves, or the boat sails.

use std::fmt;
use std::str::FromStr;

use hotgates_search::Problem;
use serde::{Deserialize, Serialize};

use super::error::RiverError;
use super::rules::{RiverGoal, RiverRules};
use super::state::{RiverMoment, Shore};

/// A kind of people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PersonKind {
    /// A priest.
    Priest,
    /// A devil.
    Devil,
}

/// One action of a player. Written `board P`, `leave D`, `sail`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiverStep {
    /// One person steps from the bank into the boat.
    Board(PersonKind),
    /// One person steps from the boat onto the bank.
    Leave(PersonKind),
    /// The boat goes to the other side, with at least one aboard.
    Sail,
}

impl fmt::Display for RiverStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RiverStep::Board(PersonKind::Priest) => "board P",
            RiverStep::Board(PersonKind::Devil) => "board D",
            RiverStep::Leave(PersonKind::Priest) => "leave P",
            RiverStep::Leave(PersonKind::Devil) => "leave D",
            RiverStep::Sail => "sail",
        })
    }
}

impl FromStr for RiverStep {
    type Err = RiverError;

    /// Reads the written form in either case, and `b p`, `l d`, `s` for short.
    fn from_str(text: &str) -> Result<Self, RiverError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let who = |word| match word {
            "p" | "priest" => Some(PersonKind::Priest),
            "d" | "devil" => Some(PersonKind::Devil),
            _ => None,
        };
        let step = match words.as_slice() {
            ["b" | "board", word] => who(word).map(RiverStep::Board),
            ["l" | "leave", word] => who(word).map(RiverStep::Leave),
            ["s" | "sail"] => Some(RiverStep::Sail),
            _ => None,
        };
        step.ok_or_else(|| RiverError::ImpossibleStep {
            step: text.chars().take(40).collect(),
            state: "any state; a step is 'board P', 'board D', 'leave P', 'leave D' or 'sail'".to_owned(),
        })
    }
}

/// The game in single steps; the search sees only states in which nothing is broken.
#[derive(Debug, Clone, Copy)]
pub struct SingleSteps(pub RiverRules);

impl SingleSteps {
    /// Returns every step that can be made in `moment`, losing steps too: sail, leave, board;
    /// priests first.
    pub fn possible_steps(&self, moment: RiverMoment) -> Vec<RiverStep> {
        self.iter_possible_steps(moment).collect()
    }

    fn iter_possible_steps(self, moment: RiverMoment) -> impl Iterator<Item = RiverStep> {
        let (priests, devils) = self.0.people_ashore(moment);
        let aboard = moment.load.people_aboard();
        let room = aboard < u16::from(self.0.boat);
        let steps = [
            (RiverStep::Sail, aboard > 0),
            (RiverStep::Leave(PersonKind::Priest), moment.load.priests > 0),
            (RiverStep::Leave(PersonKind::Devil), moment.load.devils > 0),
            (RiverStep::Board(PersonKind::Priest), room && priests > 0),
            (RiverStep::Board(PersonKind::Devil), room && devils > 0),
        ];
        steps.into_iter().filter(|(_, possible)| *possible).map(|(step, _)| step)
    }

    /// Returns the state after a possible step.
    pub fn moment_after(&self, moment: RiverMoment, step: RiverStep) -> RiverMoment {
        let mut next = moment;
        let on_left = u8::from(moment.side == Shore::Left);
        match step {
            RiverStep::Sail => next.side = moment.side.opposite_shore(),
            RiverStep::Board(PersonKind::Priest) => {
                next.load.priests += 1;
                next.priests -= on_left;
            }
            RiverStep::Board(PersonKind::Devil) => {
                next.load.devils += 1;
                next.devils -= on_left;
            }
            RiverStep::Leave(PersonKind::Priest) => {
                next.load.priests -= 1;
                next.priests += on_left;
            }
            RiverStep::Leave(PersonKind::Devil) => {
                next.load.devils -= 1;
                next.devils += on_left;
            }
        }
        next
    }

    /// Returns a lower bound of the number of steps from `moment` to the goal; `None` where no path
    /// can lead to the goal.
    ///
    /// Devils are taken for harmless. Then everybody of the goal on the left still has to board and
    /// leave; and in the end as many people as the goal has must be on the right, where each trip
    /// brings a boatful at most and each return takes one away at least.
    pub fn least_steps(&self, moment: RiverMoment) -> Option<u64> {
        if self.0.is_won(moment) {
            return Some(0);
        }
        let banks = moment.as_banks();
        let (ashore, aboard, left, wanted, has_to_leave) = match self.0.goal {
            RiverGoal::All => (
                u64::from(moment.priests) + u64::from(moment.devils),
                u64::from(moment.load.people_aboard()),
                u64::from(banks.priests) + u64::from(banks.devils),
                u64::from(self.0.priests) + u64::from(self.0.devils),
                1,
            ),
            RiverGoal::Priests => (
                u64::from(moment.priests),
                u64::from(moment.load.priests),
                u64::from(banks.priests),
                u64::from(self.0.priests),
                0,
            ),
        };
        let walked = 2 * ashore + aboard;
        if left == 0 {
            return Some(walked);
        }
        let everybody = u64::from(self.0.priests) + u64::from(self.0.devils);
        let on_right = everybody - u64::from(banks.priests) - u64::from(banks.devils);
        // A boat on the right first comes back, with somebody who may have to board, and then
        // perhaps to leave again.
        let (returns, boards) = match moment.side {
            Shore::Left => (0, 0),
            Shore::Right if moment.load.people_aboard() == 0 => (1, 1 + has_to_leave),
            Shore::Right => (1, 0),
        };
        let boat = u64::from(self.0.boat);
        let round_trips = match ((wanted + returns).saturating_sub(on_right + boat), boat - 1) {
            (0, _) => 0,
            (_, 0) => return None,
            (over, carried) => over.div_ceil(carried),
        };
        Some(walked + boards + returns + 1 + 2 * round_trips)
    }
}

impl Problem for SingleSteps {
    type State = RiverMoment;
    type Action = RiverStep;

    fn actions(&self, &moment: &RiverMoment, into: &mut Vec<RiverStep>) {
        let safe = |&step: &RiverStep| self.0.find_breach(self.moment_after(moment, step)).is_none();
        into.extend(self.iter_possible_steps(moment).filter(safe));
    }

    fn step(&self, &moment: &RiverMoment, step: RiverStep) -> (RiverMoment, u32) {
        (self.moment_after(moment, step), 1)
    }

    fn is_goal(&self, &moment: &RiverMoment) -> bool {
        self.0.is_won(moment)
    }
}
