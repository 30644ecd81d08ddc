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
/// assert_eq!((budget.left(), budget.spent()), (0, 2));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Budget {
    left: u64,
    spent: u64,
    cancel: Option<Cancel>,
}

impl Budget {
    /// The steps of a side without a living officer.
    pub const NO_OFFICER: u64 = 2000;

    /// A budget of this many steps.
    #[must_use]
    pub const fn new(steps: u64) -> Self {
        Self { left: steps, spent: 0, cancel: None }
    }

    /// The budget of a half-turn: set by the rank given, or by the highest rank alive on the side.
    /// 250 steps for the lowest rank, and twice as many for each next one: 250 to 8000 in the
    /// classic ruleset.
    #[must_use]
    pub fn for_half_turn(view: View<'_>, rank: Option<RankId>) -> Self {
        Self::new(
            rank.or_else(|| view.highest_rank(view.side()))
                .map_or(Self::NO_OFFICER, |rank| 250 << rank.index().min(20)),
        )
    }

    /// This budget, ended at once when the flag is set. Only for commanders whose orders nobody
    /// waits for any more.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// A part of this budget, of at most so many steps; [`take_steps`](Self::take_steps) what it
    /// spends.
    #[must_use]
    pub fn split_part(&self, steps: u64) -> Self {
        Self { left: steps.min(self.left), spent: 0, cancel: self.cancel.clone() }
    }

    /// Takes one step: considers one alternative. False when there is none left.
    pub fn take_step(&mut self) -> bool {
        if self.left == 0 || self.is_cancelled() {
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        true
    }

    /// Takes as many steps at once as a search has made; no more than there are left.
    pub fn take_steps(&mut self, steps: u64) {
        let steps = steps.min(self.left);
        self.left -= steps;
        self.spent += steps;
    }

    /// Steps left.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Steps taken.
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Returns `true` if nobody waits for the order any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_set)
    }
}
