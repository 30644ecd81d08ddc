//! The single-step grain: one person boards or leaves, or the boat sails.

use std::fmt;
use std::str::FromStr;

use hotgates_search::Problem;
use serde::{Deserialize, Serialize};

use super::error::RiverError;
use super::rules::{Goal, RiverRules};
use super::state::{Moment, Shore};

/// A kind of people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// A priest.
    Priest,
    /// A devil.
    Devil,
}

/// One action of a player. Written `board P`, `leave D`, `sail`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// One person steps from the bank into the boat.
    Board(Who),
    /// One person steps from the boat onto the bank.
    Leave(Who),
    /// The boat goes to the other side, with at least one aboard.
    Sail,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Board(Who::Priest) => "board P",
            Step::Board(Who::Devil) => "board D",
            Step::Leave(Who::Priest) => "leave P",
            Step::Leave(Who::Devil) => "leave D",
            Step::Sail => "sail",
        })
    }
}

impl FromStr for Step {
    type Err = RiverError;

    /// Takes the written form in either case, and `b p`, `l d`, `s` for short.
    fn from_str(text: &str) -> Result<Self, RiverError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let who = |word| match word {
            "p" | "priest" => Some(Who::Priest),
            "d" | "devil" => Some(Who::Devil),
            _ => None,
        };
        let step = match words.as_slice() {
            ["b" | "board", word] => who(word).map(Step::Board),
            ["l" | "leave", word] => who(word).map(Step::Leave),
            ["s" | "sail"] => Some(Step::Sail),
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
    /// Every step that can be made in `moment`, the losing ones too: sail, leave, board; priests
    /// first.
    pub fn possible_steps(&self, moment: Moment) -> Vec<Step> {
        self.step_options(moment).collect()
    }

    fn step_options(self, moment: Moment) -> impl Iterator<Item = Step> {
        let (priests, devils) = self.0.people_ashore(moment);
        let aboard = moment.load.people_aboard();
        let room = aboard < u16::from(self.0.boat);
        let steps = [
            (Step::Sail, aboard > 0),
            (Step::Leave(Who::Priest), moment.load.priests > 0),
            (Step::Leave(Who::Devil), moment.load.devils > 0),
            (Step::Board(Who::Priest), room && priests > 0),
            (Step::Board(Who::Devil), room && devils > 0),
        ];
        steps.into_iter().filter(|(_, possible)| *possible).map(|(step, _)| step)
    }

    /// The state after a possible step.
    pub fn moment_after(&self, moment: Moment, step: Step) -> Moment {
        let mut next = moment;
        let on_left = u8::from(moment.side == Shore::Left);
        match step {
            Step::Sail => next.side = moment.side.other_shore(),
            Step::Board(Who::Priest) => {
                next.load.priests += 1;
                next.priests -= on_left;
            }
            Step::Board(Who::Devil) => {
                next.load.devils += 1;
                next.devils -= on_left;
            }
            Step::Leave(Who::Priest) => {
                next.load.priests -= 1;
                next.priests += on_left;
            }
            Step::Leave(Who::Devil) => {
                next.load.devils -= 1;
                next.devils += on_left;
            }
        }
        next
    }

    /// A number of steps that no way from `moment` can do without; `None` where it is plain that
    /// there is no way.
    ///
    /// Devils are taken for harmless. Then everybody of the goal on the left still has to board and
    /// leave; and in the end as many people as the goal has must be on the right, where each trip
    /// brings a boatful at most and each return takes one away at least.
    pub fn least_steps(&self, moment: Moment) -> Option<u64> {
        if self.0.is_won(moment) {
            return Some(0);
        }
        let banks = moment.as_banks();
        let (ashore, aboard, left, wanted, has_to_leave) = match self.0.goal {
            Goal::All => (
                u64::from(moment.priests) + u64::from(moment.devils),
                u64::from(moment.load.people_aboard()),
                u64::from(banks.priests) + u64::from(banks.devils),
                u64::from(self.0.priests) + u64::from(self.0.devils),
                1,
            ),
            Goal::Priests => (
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
    type State = Moment;
    type Action = Step;

    fn actions(&self, &moment: &Moment, into: &mut Vec<Step>) {
        let safe = |&step: &Step| self.0.find_breach(self.moment_after(moment, step)).is_none();
        into.extend(self.step_options(moment).filter(safe));
    }

    fn step(&self, &moment: &Moment, step: Step) -> (Moment, u32) {
        (self.moment_after(moment, step), 1)
    }

    fn is_goal(&self, &moment: &Moment) -> bool {
        self.0.is_won(moment)
    }
}
