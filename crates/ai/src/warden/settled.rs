//! The warden against whom hunters compare their tempers.

use std::sync::Arc;

use hotgates_engine::{Order, View};
use hotgates_search::Budget;

use super::{DefendedGround, Warden};
use crate::commander::Commander;
use crate::reason::Reason;
use crate::tempered_hunter::TrialEnemy;
use hotgates_doctrine::Doctrine;

/// A warden that surveys the ground once in a trial and holds what it chose then.
#[derive(Debug, Clone)]
pub(crate) struct SettledWarden(Warden);

impl TrialEnemy for SettledWarden {
    fn with_doctrine(doctrine: &Arc<Doctrine>) -> Self {
        Self(Warden::new(0).with_doctrine(Arc::clone(doctrine)).without_rehearsal())
    }

    fn begin_trial(&mut self) {
        (self.0.ground, self.0.plan) = (DefendedGround::Surveyed, None);
    }
}

impl Commander for SettledWarden {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn begin(&mut self, view: View<'_>) {
        self.0.keep_present_plan();
        self.0.begin(view);
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        self.0.order(view, budget)
    }
}
