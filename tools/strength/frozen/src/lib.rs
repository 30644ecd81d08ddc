//! Commanders of the past, frozen to measure today's against: `hunter@1`, `warden@1` and
//! `warden-exact@1` play for ever as `hunter`, `warden` and `warden-exact` did when they were
//! copied. They have budgets, numbers and reasoning of their own, and use of `hotgates-ai` the trait
//! alone. Nothing here is changed but to compile.

mod budget;
mod choke;
mod deploy;
mod doctrine;
mod engage;
mod foresight;
mod front;
mod hold;
mod hunter;
mod march;
mod open_field;
mod position;
mod raid;
mod warden;

use hotgates_ai::{Commander, Reason};
use hotgates_engine::{Order, RankId, View};

use budget::Budget;
use hunter::Hunter;
use warden::Warden;

/// Names of the frozen commanders.
pub const FROZEN_NAMES: [&str; 3] = ["hunter@1", "warden@1", "warden-exact@1"];

/// A commander of the past.
///
/// Its budget is that of its day: the one that it is handed is charged what it spends, and decides
/// nothing.
///
/// ```
/// use hotgates_ai::Commander;
/// use hotgates_frozen::FrozenCommander;
///
/// let hunter = FrozenCommander::from_name("hunter@1", 7).expect("one of the names");
/// assert_eq!(hunter.name(), "hunter@1");
/// assert!(FrozenCommander::from_name("hunter", 7).is_none());
/// ```
#[derive(Debug, Clone)]
pub struct FrozenCommander {
    name: &'static str,
    player: FrozenPlayer,
    rank: Option<RankId>,
    steps: Option<u64>,
    budget: Budget,
}

#[derive(Debug, Clone)]
enum FrozenPlayer {
    Hunter(Box<Hunter>),
    Warden(Box<Warden>),
}

impl FrozenCommander {
    /// Returns the commander of one of [`FROZEN_NAMES`]; `seed` is for the chance of its own.
    #[must_use]
    pub fn from_name(name: &str, seed: u64) -> Option<Self> {
        let name = *FROZEN_NAMES.iter().find(|&&known| known == name)?;
        let player = match name {
            "hunter@1" => FrozenPlayer::Hunter(Box::default()),
            "warden@1" => FrozenPlayer::Warden(Box::new(Warden::new(seed))),
            _ => FrozenPlayer::Warden(Box::new(Warden::with_smallest_sets(seed))),
        };
        Some(Self { name, player, rank: None, steps: None, budget: Budget::default() })
    }

    /// Returns the commander with a rank that sets its budget, in place of its highest officer.
    #[must_use]
    pub fn with_rank(self, rank: Option<RankId>) -> Self {
        Self { rank, ..self }
    }

    /// Returns the commander with so many steps for each half-turn, whatever the rank.
    #[must_use]
    pub fn with_steps(self, steps: Option<u64>) -> Self {
        Self { steps, ..self }
    }
}

impl Commander for FrozenCommander {
    fn name(&self) -> &str {
        self.name
    }

    fn begin(&mut self, view: View<'_>) {
        self.budget = self.steps.map_or_else(|| Budget::for_half_turn(view, self.rank), Budget::new);
        match &mut self.player {
            FrozenPlayer::Hunter(hunter) => hunter.begin(view),
            FrozenPlayer::Warden(warden) => warden.begin(view),
        }
    }

    fn order(&mut self, view: View<'_>, budget: &mut hotgates_ai::Budget) -> (Order, Reason) {
        let before = self.budget.steps_spent();
        let order = match &mut self.player {
            FrozenPlayer::Hunter(hunter) => hunter.order(view, &mut self.budget),
            FrozenPlayer::Warden(warden) => warden.order(view, &mut self.budget),
        };
        budget.take_steps(self.budget.steps_spent() - before);
        (order, Reason::Own(String::new()))
    }
}
