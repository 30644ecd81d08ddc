//! Baselines: what another commander orders, which a strategist keeps to unless a plan of its own is
//! worth clearly more.

use std::sync::Arc;

use hotgates_engine::{Objective, Order, View};

use super::plan::TriedPlan;
use super::trials::PlanTrials;
use crate::commander::Commander;
use crate::reason::Reason;
use crate::thinking::Thinking;
use crate::warden::Warden;
use hotgates_doctrine::Doctrine;
use hotgates_search::Budget;

/// Points by which a plan must be worth more than the warden's to be carried out instead.
///
/// Less lets sorties through that win a few men at mean dice and open the line, which costs the
/// battle in turns that no plan looks ahead to; with more, plans that decide it are passed over.
pub(super) const DEPARTURE: i64 = 50;

/// Least steps of a half-turn with which a strategist has a baseline: those of lower ranks, who would
/// defend nearly as well as the highest with one, stay their own.
const LEAST_STEPS: u64 = 2000;

/// The warden whose orders a defender gives in a half-turn until it departs from them.
#[derive(Debug, Clone)]
pub(super) struct Baseline {
    warden: Box<Warden>,
    /// The order that comes next, once it has been asked for.
    next: Option<(Order, Reason)>,
}

impl Baseline {
    /// Begins a half-turn of so many steps. Only a side that is invaded and wins by keeping its castles has a
    /// baseline, and only where units do not lose cohesion: elsewhere a warden is weaker than the
    /// strategist's own plans.
    pub(super) fn begin(view: View<'_>, steps: u64, seed: u64, doctrine: &Arc<Doctrine>) -> Option<Self> {
        let defends = view.objective() == Objective::Invasion
            && view.is_invader(view.side().other())
            && view.combat().cohesion().is_none()
            && steps >= LEAST_STEPS;
        defends.then(|| {
            let mut warden = Box::new(Warden::new(seed).with_doctrine(Arc::clone(doctrine)));
            warden.begin(view);
            Self { warden, next: None }
        })
    }

    /// Returns the next order, each alternative weighed for it a step of `thinking`.
    pub(super) fn take_order(&mut self, view: View<'_>, thinking: &mut Budget) -> (Order, Reason) {
        self.next.take().unwrap_or_else(|| self.warden.order(view, thinking))
    }

    /// Plays the rest of the half-turn forward from the root of the trials.
    pub(super) fn try_rest(&mut self, view: View<'_>, trials: &mut PlanTrials<'_>) -> TriedPlan {
        let mut thinking = trials.thinking().clone();
        let (order, reason) = self.take_order(view, &mut thinking);
        let plan = trials.try_commander(order, &mut *self.warden.clone(), thinking);
        self.next = Some((order, reason));
        plan
    }

    pub(super) fn thinking(&self) -> Thinking {
        self.warden.thinking()
    }
}
