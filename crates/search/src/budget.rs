//! Budgets of steps that one caller after the other takes from.

use crate::Cancel;

/// Number of alternatives that may still be considered, in steps: what a commander has for one
/// half-turn, never counted in seconds. [`Limits`](crate::Limits) are of one search; a budget is
/// handed from search to search.
///
/// ```
/// use hotgates_search::Budget;
///
/// let mut budget = Budget::new(2);
/// assert!(budget.take_step() && budget.take_step());
/// assert!(!budget.take_step());
/// assert_eq!((budget.steps_left(), budget.steps_spent()), (0, 2));
/// ```
///
/// A caller with a clock ends a budget by a flag, and the best answer so far is given:
///
/// ```
/// use hotgates_search::{Budget, Cancel};
///
/// let time_up = Cancel::new();
/// let mut budget = Budget::new(1000).ended_by(time_up.clone());
/// assert!(budget.take_step());
/// time_up.set_flag();
/// assert!(!budget.take_step() && budget.steps_left() == 0 && !budget.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Budget {
    left: u64,
    spent: u64,
    cancel: Option<Cancel>,
    /// Flag that is set when the time to think is over.
    time_up: Option<Cancel>,
}

impl Budget {
    /// Returns a budget of `steps` steps.
    #[must_use]
    pub const fn new(steps: u64) -> Self {
        Self { left: steps, spent: 0, cancel: None, time_up: None }
    }

    /// Returns the budget, which ends at once when the flag is set. Only for callers
    /// whose answers nobody waits for any more.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Returns the budget, whose steps are all taken once the flag is set: for callers with a clock,
    /// who want the best answer found by then.
    #[must_use]
    pub fn ended_by(mut self, time_up: Cancel) -> Self {
        self.time_up = Some(time_up);
        self
    }

    /// Returns the budget, which ends when another one is ended or cancelled: for a second thinker beside it.
    #[must_use]
    pub fn ended_with(mut self, other: &Self) -> Self {
        self.cancel.clone_from(&other.cancel);
        self.time_up.clone_from(&other.time_up);
        self
    }

    /// Returns the budget, cancelled when another one is. Unlike with [`ended_with`](Self::ended_with) it goes on
    /// when the other's time is over, as the best answer may still need what it finds.
    #[must_use]
    pub fn cancelled_with(mut self, other: &Self) -> Self {
        self.cancel.clone_from(&other.cancel);
        self
    }

    /// Returns a part of the budget, of at most `steps` steps. The caller takes what the part has
    /// spent from the whole by [`take_steps`](Self::take_steps).
    #[must_use]
    pub fn split_part(&self, steps: u64) -> Self {
        let (cancel, time_up) = (self.cancel.clone(), self.time_up.clone());
        Self { left: steps.min(self.left), spent: 0, cancel, time_up }
    }

    /// Takes one step, for one alternative considered. Returns `false` when no step is left.
    pub fn take_step(&mut self) -> bool {
        if self.left == 0 || self.is_stopped() {
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

    /// Number of steps left; none once the time to think is over.
    pub fn steps_left(&self) -> u64 {
        if self.time_up.as_ref().is_some_and(Cancel::is_set) { 0 } else { self.left }
    }

    /// Number of steps taken.
    pub const fn steps_spent(&self) -> u64 {
        self.spent
    }

    /// Returns `true` if nobody waits for the answer any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_set)
    }

    /// Returns `true` if the search has to end: nobody waits for the answer, or the time to think is
    /// over and the best answer so far is wanted.
    pub fn is_stopped(&self) -> bool {
        self.is_cancelled() || self.time_up.as_ref().is_some_and(Cancel::is_set)
    }
}
