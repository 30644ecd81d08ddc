//! `greedy`: the best exchange one ply ahead, and nothing else.

use hotgates_engine::{Order, UnitId, View};

use crate::commander::Commander;
use crate::engage::Engagements;
use crate::exits::leave_map;
use crate::march::MarchPlanner;
use crate::reason::Reason;
use hotgates_search::Budget;

/// Makes unit by unit the attack that is worth most, as long as it is worth more than nothing. A
/// unit that a goal has leave the map goes where it can leave. Another unit that cannot attack goes towards the nearest enemy, unless its side holds every castle: then
/// the unit waits. So does a unit that holds together too little to attack.
#[derive(Debug, Clone, Default)]
pub struct GreedyCommander {
    engagements: Engagements,
    march: MarchPlanner,
    /// Units below this one have done what they could.
    next: UnitId,
}

impl Commander for GreedyCommander {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn begin(&mut self, _: View<'_>) {
        self.march.begin_half_turn();
        self.next = UnitId(0);
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        let side = view.side();
        if let Some(order) = leave_map(view, side) {
            return order;
        }
        let next = self.next;
        for unit in view.living_from(side, next) {
            self.next = unit;
            if view.is_wavering(unit) {
                continue;
            }
            if let Some(order) = self.march.move_towards_exit(view, unit, &mut self.engagements.reach) {
                return order;
            }
            if let Some(choice) = self.engagements.best_attack(view, unit, budget)
                && choice.worth_of_best_attack() > 0
            {
                return choice.order_of_attack(view);
            }
            if !view.holds_all_castles(side)
                && let Some(march) = self.march.move_towards_enemy(view, unit, &self.engagements.reach)
            {
                return march;
            }
        }
        self.next = UnitId(u16::MAX);
        (Order::EndTurn, Reason::nothing_left_to_do(view, side))
    }
}
