//! Bounds of a position's value that is being searched, and the best plans of the root.

use hotgates_engine::{Order, Side};

use crate::answer::PlanKind;
use crate::bounds::WON;

/// A position that is being searched, with the bounds of its value known so far.
pub(crate) struct PositionBounds {
    /// `true` if Red is to move, who wants a high value.
    pub(crate) red: bool,
    pub(crate) alpha: u64,
    pub(crate) beta: u64,
    /// Best value so far.
    pub(crate) best: u64,
    /// Plans of the root; `None` elsewhere.
    pub(crate) plans: Option<RootPlans>,
}

/// The best plans of the root so far.
pub(crate) struct RootPlans {
    /// `true` if the best plan of every kind is wanted.
    pub(crate) every: bool,
    pub(crate) found: Vec<(PlanKind, u64, Vec<Order>)>,
}

impl PositionBounds {
    pub(crate) fn new(side: Side, (alpha, beta): (u64, u64), (low, high): (u64, u64)) -> Self {
        let red = side == Side::Red;
        let (alpha, beta) = (alpha.max(low), beta.min(high));
        Self { red, alpha, beta, best: if red { low } else { high }, plans: None }
    }

    /// Returns the window in which the value of a plan of a kind is of interest.
    pub(crate) fn window_for(&self, kind: PlanKind) -> (u64, u64) {
        let Some(plans) = self.plans.as_ref().filter(|plans| plans.every) else {
            return (self.alpha, self.beta);
        };
        let known = plans.found.iter().find(|(found, ..)| *found == kind).map(|&(_, value, _)| value);
        match (known, self.red) {
            (None, _) => (0, WON),
            (Some(value), true) => (value, WON),
            (Some(value), false) => (0, value),
        }
    }

    pub(crate) fn is_better(&self, value: u64, than: u64) -> bool {
        if self.red { value > than } else { value < than }
    }

    /// Takes the value of a plan. Returns `true` if the rest of the plans is of no interest.
    pub(crate) fn take_value(
        &mut self,
        value: u64,
        kind: PlanKind,
        orders: impl FnOnce() -> Vec<Order>,
    ) -> bool {
        if self.plans.is_some() {
            self.note_root_plan(value, kind, orders);
        }
        if self.is_better(value, self.best) {
            self.best = value;
        }
        if self.red {
            self.alpha = self.alpha.max(value);
        } else {
            self.beta = self.beta.min(value);
        }
        let every = self.plans.as_ref().is_some_and(|plans| plans.every);
        !every && self.alpha >= self.beta
    }

    fn note_root_plan(&mut self, value: u64, kind: PlanKind, orders: impl FnOnce() -> Vec<Order>) {
        let red = self.red;
        let Some(plans) = &mut self.plans else { return };
        let place = if plans.every {
            plans.found.iter().position(|(found, ..)| *found == kind)
        } else {
            plans.found.first().map(|_| 0)
        };
        match place {
            None => plans.found.push((kind, value, orders())),
            Some(place) => {
                let known = plans.found[place].1;
                if if red { value > known } else { value < known } {
                    plans.found[place] = (kind, value, orders());
                }
            }
        }
    }
}
