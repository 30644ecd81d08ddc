//! Budgets: how much a commander may think in one half-turn, counted in steps.

use hotgates_engine::{RankId, View};

/// Number of alternatives that a commander may still consider in this half-turn, in steps.
#[derive(Debug, Clone, Default)]
pub(crate) struct Budget {
    left: u64,
    spent: u64,
}

impl Budget {
    pub(crate) const fn new(steps: u64) -> Self {
        Self { left: steps, spent: 0 }
    }

    /// Returns the budget of a half-turn, which the rank given sets, or else the highest rank alive
    /// on the side: 250 steps for the lowest rank and twice as many for each next one; 2000 without
    /// an officer.
    pub(crate) fn for_half_turn(view: View<'_>, rank: Option<RankId>) -> Self {
        let rank = rank.or_else(|| view.highest_rank(view.side()));
        Self::new(rank.map_or(2000, |rank| 250 << rank.index().min(20)))
    }

    pub(crate) fn split_part(&self, steps: u64) -> Self {
        Self::new(steps.min(self.left))
    }

    pub(crate) const fn take_step(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        true
    }

    pub(crate) fn take_steps(&mut self, steps: u64) {
        let steps = steps.min(self.left);
        self.left -= steps;
        self.spent += steps;
    }

    pub(crate) const fn steps_left(&self) -> u64 {
        self.left
    }

    pub(crate) const fn steps_spent(&self) -> u64 {
        self.spent
    }
}
