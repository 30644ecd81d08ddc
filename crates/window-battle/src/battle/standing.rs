//! Standing orders: what people have ordered units to do beyond the moment. They are no part of the
//! battle, and are not saved.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::Message;
use hotgates_engine::{Cell, Side, Strength, UnitId};

/// What people have ordered units to do beyond the moment: to march, or to stay where they are.
#[derive(Debug, Clone, Default)]
pub struct StandingOrders {
    pub(super) marches: BTreeMap<UnitId, March>,
    /// Units that stay where they are until the turn ends.
    pub(super) holding: BTreeSet<UnitId>,
    /// The turn and side for which marches have been taken up.
    pub(super) taken_up: Option<(u32, Side)>,
}

/// The march of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct March {
    pub(super) to: Cell,
    /// Men that the unit had when it last marched: a unit that has been hit stops to think.
    pub(super) strength: Strength,
}

impl StandingOrders {
    /// Returns the units that march, each with its aim.
    pub fn marching_units(&self) -> impl Iterator<Item = (UnitId, Cell)> + '_ {
        self.marches.iter().map(|(&unit, march)| (unit, march.to))
    }

    /// Returns the units that are to stay where they are in this turn.
    #[must_use]
    pub const fn holding_units(&self) -> &BTreeSet<UnitId> {
        &self.holding
    }

    /// Ends the march of a unit; `true` if it had one.
    pub fn end_march(&mut self, unit: UnitId) -> bool {
        self.marches.remove(&unit).is_some()
    }

    /// Has a unit stay where it is until the turn ends, or be asked for again.
    pub(super) fn toggle_hold(&mut self, unit: UnitId) {
        if !self.holding.remove(&unit) {
            self.holding.insert(unit);
        }
    }
}

/// A request about the selected unit and more than this moment.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandingAction {
    /// Have the unit march to the hex that is pointed at; at its own hex end its march.
    March,
    /// Have the unit stay where it is in this turn, or no more.
    Hold,
}
