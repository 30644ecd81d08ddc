//! What a search may spend.

use std::fmt;

use crate::outcome::{Budget, Verdict};

/// How many steps pass between two looks at the cancellation hook.
const STEPS_PER_LOOK: u64 = 64;

/// Counted budgets of one search, and a hook that cancels it.
///
/// Time is not among them: a caller with a clock cancels through the hook.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most states to keep in memory. Depth-first search keeps none and takes no notice.
    pub states: u64,
    /// The most steps to make: calls of [`Problem::step`](crate::Problem::step) or
    /// [`Walk::apply`](crate::Walk::apply).
    pub steps: u64,
    /// Asked now and then while the search runs; `true` ends it.
    pub cancel: Option<&'a dyn Fn() -> bool>,
}

impl Limits<'static> {
    /// No limit at all.
    pub const fn none() -> Self {
        Limits { states: u64::MAX, steps: u64::MAX, cancel: None }
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { states: u64::MAX, steps: u64::MAX, cancel: None }
    }
}

impl<'a> Limits<'a> {
    /// These limits with at most `states` states in memory.
    #[must_use]
    pub const fn with_states(self, states: u64) -> Self {
        Limits { states, ..self }
    }

    /// These limits with at most `steps` steps.
    #[must_use]
    pub const fn with_steps(self, steps: u64) -> Self {
        Limits { steps, ..self }
    }

    /// These limits, cancelled as soon as `cancel` answers `true`.
    #[must_use]
    pub const fn with_cancel(self, cancel: &'a dyn Fn() -> bool) -> Self {
        Limits { cancel: Some(cancel), ..self }
    }

    /// What forbids one more step after `steps` of them, if anything does.
    ///
    /// The hook is asked before the first step and then once every 64.
    #[inline]
    pub(crate) fn forbids_step(&self, steps: u64) -> Option<Verdict> {
        if steps >= self.steps {
            return Some(Verdict::CutOff(Budget::Steps));
        }
        if steps.is_multiple_of(STEPS_PER_LOOK) && self.is_cancelled() {
            return Some(Verdict::Cancelled);
        }
        None
    }

    /// What forbids one more state after `states` of them, if anything does.
    #[inline]
    pub(crate) fn forbids_state(&self, states: usize) -> Option<Verdict> {
        // Ids are 32 bits wide, and one value is taken as "none".
        let most = self.states.min(u64::from(u32::MAX) - 1);
        (states as u64 >= most).then_some(Verdict::CutOff(Budget::States))
    }

    /// True once the hook says so.
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
