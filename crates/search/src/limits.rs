//! The budgets of a search.

use std::fmt;

use crate::outcome::{Certainty, SpentBudget};

/// Number of steps between two looks at the cancellation hook.
const STEPS_PER_LOOK: u64 = 64;

/// Counted budgets of one search, and a hook that cancels it.
///
/// Time is not among them: a caller with a clock cancels through the hook.
///
/// ```
/// use hotgates_search::{Certainty, Limits, SpentBudget, breadth_first_search};
/// # use hotgates_search::Problem;
/// # /// From 1 upwards by doubling (3 coins) or adding one (1 coin).
/// # struct Ladder(u32);
/// # impl Problem for Ladder {
/// #     type State = u32;
/// #     type Action = char;
/// #     fn actions(&self, n: &u32, into: &mut Vec<char>) { if *n < self.0 { into.extend(['d', '+']) } }
/// #     fn step(&self, n: &u32, action: char) -> (u32, u32) { if action == 'd' { (n * 2, 3) } else { (n + 1, 1) } }
/// #     fn is_goal(&self, n: &u32) -> bool { *n == self.0 }
/// # }
/// let found = breadth_first_search(&Ladder(1_000), 1, &Limits::without_limits().with_steps(10), &mut ());
/// assert_eq!(found.certainty, Certainty::CutOff(SpentBudget::Steps));
/// let found = breadth_first_search(&Ladder(1_000), 1, &Limits::without_limits().with_cancel(&|| true), &mut ());
/// assert_eq!(found.certainty, Certainty::Cancelled);
/// ```
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Greatest number of states to keep in memory. Depth-first search keeps none and takes no
    /// notice.
    pub states: u64,
    /// Greatest number of steps to make: calls of [`Problem::step`](crate::Problem::step) or
    /// [`UndoableState::apply`](crate::UndoableState::apply).
    pub steps: u64,
    /// A hook that is asked now and then while the search runs; `true` ends the search.
    pub cancel: Option<&'a dyn Fn() -> bool>,
}

impl Limits<'static> {
    /// Returns limits that forbid nothing.
    pub const fn without_limits() -> Self {
        Limits { states: u64::MAX, steps: u64::MAX, cancel: None }
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { states: u64::MAX, steps: u64::MAX, cancel: None }
    }
}

impl<'a> Limits<'a> {
    /// Returns these limits with at most `states` states in memory.
    #[must_use]
    pub const fn with_states(self, states: u64) -> Self {
        Limits { states, ..self }
    }

    /// Returns these limits with at most `steps` steps.
    #[must_use]
    pub const fn with_steps(self, steps: u64) -> Self {
        Limits { steps, ..self }
    }

    /// Returns these limits with a hook that cancels the search once `cancel` returns `true`.
    #[must_use]
    pub const fn with_cancel(self, cancel: &'a dyn Fn() -> bool) -> Self {
        Limits { cancel: Some(cancel), ..self }
    }

    /// Returns the reason to stop after `steps` steps, if there is one.
    ///
    /// The hook is asked before the first step and then once every 64.
    #[inline]
    pub(crate) fn reason_against_step(&self, steps: u64) -> Option<Certainty> {
        if steps >= self.steps {
            return Some(Certainty::CutOff(SpentBudget::Steps));
        }
        if steps.is_multiple_of(STEPS_PER_LOOK) && self.is_cancelled() {
            return Some(Certainty::Cancelled);
        }
        None
    }

    /// Returns the reason to keep no more than `states` states, if there is one.
    #[inline]
    pub(crate) fn reason_against_state(&self, states: usize) -> Option<Certainty> {
        // Ids are 32 bits wide, and the last of them means "none".
        let most = self.states.min(u64::from(u32::MAX));
        (states as u64 >= most).then_some(Certainty::CutOff(SpentBudget::States))
    }

    /// Returns `true` once the hook returns `true`.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel())
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("states", &self.states)
            .field("steps", &self.steps)
            .field("cancel", &self.cancel.is_some())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2³² − 1 states have ids below the one that means "none".
    #[test]
    fn states_are_refused_once_every_id_is_taken() {
        let ids = u32::MAX as usize;
        let no_limits = Limits::without_limits();
        assert_eq!(no_limits.reason_against_state(ids - 1), None);
        assert_eq!(no_limits.reason_against_state(ids), Some(Certainty::CutOff(SpentBudget::States)));
        assert_eq!(no_limits.with_states(2).reason_against_state(1), None);
        assert!(no_limits.with_states(2).reason_against_state(2).is_some());
    }
}
