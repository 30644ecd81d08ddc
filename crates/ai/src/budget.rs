//! Budgets: how much a commander may think in one half-turn, counted in steps and never in seconds.

use hotgates_engine::{RankId, View};
use hotgates_search::Cancel;

/// Number of alternatives that a commander may still consider in this half-turn, in steps.
///
/// ```
/// use hotgates_ai::Budget;
///
/// let mut budget = Budget::new(2);
/// assert!(budget.take_step() && budget.take_step());
/// assert!(!budget.take_step());
/// assert_eq!((budget.steps_left(), budget.steps_spent()), (0, 2));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Budget {
    left: u64,
    spent: u64,
    cancel: Option<Cancel>,
}

impl Budget {
    /// Number of steps in a half-turn of a side without a living officer.
    pub const NO_OFFICER: u64 = 2000;

    /// Returns a budget of `steps` steps.
    #[must_use]
    pub const fn new(steps: u64) -> Self {
        Self { left: steps, spent: 0, cancel: None }
    }

    /// Returns the budget of a half-turn: the [steps](hotgates_engine::Ruleset::rank_steps) of the
    /// rank given, or else of the highest rank alive on the side; 250 to 25,000 in the classic
    /// ruleset.
    #[must_use]
    pub fn for_half_turn(view: View<'_>, rank: Option<RankId>) -> Self {
        let rank = rank.or_else(|| view.highest_rank(view.side()));
        Self::new(rank.map_or(Self::NO_OFFICER, |rank| view.rules().rank_steps(rank).into()))
    }

    /// Returns the budget, which ends at once when the flag is set. Only for commanders whose
    /// orders nobody waits for any more.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Returns a part of the budget, of at most `steps` steps. The caller takes what the part has
    /// spent from the whole by [`take_steps`](Self::take_steps).
    #[must_use]
    pub fn split_part(&self, steps: u64) -> Self {
        Self { left: steps.min(self.left), spent: 0, cancel: self.cancel.clone() }
    }

    /// Takes one step, for one alternative considered. Returns `false` when no step is left.
    pub fn take_step(&mut self) -> bool {
        if self.left == 0 || self.is_cancelled() {
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        true
    }

    /// Takes `steps` steps at once, for a search that has made them, or all that are left where
    /// they are fewer.
    pub fn take_steps(&mut self, steps: u64) {
        let steps = steps.min(self.left);
        self.left -= steps;
        self.spent += steps;
    }

    /// Number of steps left.
    pub const fn steps_left(&self) -> u64 {
        self.left
    }

    /// Number of steps taken.
    pub const fn steps_spent(&self) -> u64 {
        self.spent
    }

    /// Returns `true` if nobody waits for the order any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_set)
    }
}
