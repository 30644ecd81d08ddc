//! Sorties: a unit strikes out of a held pass, at guns that shell it first of all, and is back in
//! the same half-turn.

use hotgates_engine::{Attack, Cell, MovementPoints, Order, Reach, UnitId, View};

use super::{Warden, WardenPlan};
use crate::condition::points_to_attack;
use crate::engage::AttackChoice;
use crate::position::{closes_with_enemy, is_garrison};
use crate::reason::Reason;
use hotgates_search::Budget;

impl Warden {
    /// Has a unit strike at an enemy outside, when it can be back where it stands with the points
    /// left then, and when that is worth more than it costs. A gun that shells the pass is mostly worth most.
    pub(super) fn begin_sortie(
        &mut self,
        plan: &mut WardenPlan,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
    ) -> Option<AttackChoice> {
        let home = view.unit(unit).cell;
        if !closes_with_enemy(view, unit) || is_garrison(view, unit) || !plan.inside.contains(home) {
            return None;
        }
        let choice = self.best_strike_and_return(plan, view, unit, home, budget)?;
        plan.sortie = Some((unit, home));
        Some(choice)
    }

    /// Returns the next order of a unit that has struck out: to strike again where it still can be
    /// back after that, else to go back.
    pub(super) fn go_on_with_sortie(
        &mut self,
        plan: &mut WardenPlan,
        view: View<'_>,
        budget: &mut Budget,
    ) -> Option<(Order, Reason)> {
        let (unit, home) = plan.sortie.filter(|&(unit, _)| view.unit(unit).alive())?;
        if let Some(choice) = self.best_strike_and_return(plan, view, unit, home, budget) {
            return Some(choice.order_of_attack(view));
        }
        plan.sortie = None;
        view.reach(unit, &mut self.reach);
        let stays = view.unit(unit).cell == home || view.at(home).is_some();
        (!stays && self.reach.points_left_at(home).is_some()).then(|| plan.move_order(view, unit, home))
    }

    /// Returns the best attack on an enemy outside after which the unit can be back home.
    fn best_strike_and_return(
        &mut self,
        plan: &WardenPlan,
        view: View<'_>,
        unit: UnitId,
        home: Cell,
        budget: &mut Budget,
    ) -> Option<AttackChoice> {
        let (here, side) = (view.unit(unit).cell, view.info(unit).side);
        let need = points_to_attack(view, unit)?;
        view.reach(unit, &mut self.reach);
        let far = u32::from(view.unit(unit).left.0 - need.0) + 1;
        let (mut back, mut choice) = (Reach::new(), None);
        for target in view.living(side.other()) {
            let cell = view.unit(target).cell;
            if plan.inside.contains(cell) || view.grid().distance(here, cell) > far {
                continue;
            }
            for (_, from, left) in self.reach.neighbours_in_reach(cell) {
                if left < need || from != here && view.at(from).is_some() || !budget.take_step() {
                    continue;
                }
                let exchange = self.engagements.weigh_attack(view, unit, from, target, Attack::Melee);
                if exchange.worth <= 0 {
                    continue;
                }
                view.reach_with(unit, from, MovementPoints(left.0 - need.0), &mut back);
                if from == home || back.points_left_at(home).is_some() {
                    AttackChoice::add_exchange(&mut choice, exchange);
                }
            }
        }
        choice
    }
}
