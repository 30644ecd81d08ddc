//! Rallying: units too shaken to attack get out of the enemy's reach, to an officer if they can.

use std::cmp::Reverse;

use hotgates_engine::{Cell, MovementPoints, Order, Reach, UnitId, View};

use crate::condition::ConditionWeight;
use crate::engage::man_value;
use crate::foresight::Foresight;
use crate::march::move_order;
use crate::position::is_garrison;
use crate::reason::Reason;
use hotgates_search::Budget;

/// Finds where shaken units fall back to, with memory that the next search uses again.
#[derive(Debug, Clone, Default)]
pub(crate) struct RallyPlanner {
    /// Stops in reach: what a unit gains by rallying there, and the points left, the best last.
    stops: Vec<(i64, MovementPoints, Reverse<Cell>)>,
    condition: ConditionWeight,
}

impl RallyPlanner {
    /// Returns a planner that weighs units' condition by a weight; by none units do not fall back.
    pub(crate) fn weighing_condition(condition: ConditionWeight) -> Self {
        Self { condition, ..Self::default() }
    }

    /// Returns `true` if a unit obeys, holds together too little to attack, and keeps no hex that its
    /// side must not give away.
    #[inline]
    pub(crate) fn is_to_fall_back(&self, view: View<'_>, unit: UnitId) -> bool {
        let is_shaken = view.is_wavering(unit) && !view.is_broken(unit);
        is_shaken && !self.condition.is_none() && !is_garrison(view, unit)
    }

    /// Has a unit fall back to where it rallies most and the enemy's answers cost it least, if there is a
    /// better place than its own. Each answer weighed costs a step; without steps the unit goes where it
    /// rallies most.
    pub(crate) fn fall_back(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        (reach, foresight): (&mut Reach, &mut Foresight),
        budget: &mut Budget,
    ) -> Option<(Order, Reason)> {
        view.reach(unit, reach);
        let here = view.unit(unit).cell;
        let condition = self.condition;
        let gain = |cell: Cell| worth_of_rallying(view, unit, cell, condition);
        self.stops.clear();
        self.stops.extend(view.destinations(reach).map(|(cell, left)| (gain(cell), left, Reverse(cell))));
        self.stops.push((gain(here), MovementPoints(u16::MAX), Reverse(here)));
        self.stops.sort_unstable();
        let men = view.unit(unit).strength.0;
        let mut best: Option<(i64, Cell)> = None;
        for &(gain, _, Reverse(cell)) in self.stops.iter().rev() {
            if best.is_some_and(|(most, _)| gain <= most) {
                break;
            }
            let Some(danger) = foresight.worth_of_enemy_answers(view, unit, cell, men, None, budget) else {
                best = best.or(Some((gain, cell)));
                break;
            };
            if best.is_none_or(|(most, _)| gain - danger > most) {
                best = Some((gain - danger, cell));
            }
        }
        let (_, cell) = best.filter(|&(_, cell)| cell != here)?;
        let to = view.grid().hex(cell);
        let away = |&enemy: &UnitId| (view.hex(enemy).unsigned_distance_to(to), enemy);
        let enemies = view.living(view.info(unit).side.other());
        let (distance, enemy) = enemies.map(|enemy| away(&enemy)).min()?;
        Some((move_order(view, unit, cell), Reason::KeepAway { enemy, distance }))
    }
}

/// Returns what a unit gains by the start of its next half-turn if it stands on a cell and the enemies
/// stay where they are.
fn worth_of_rallying(view: View<'_>, unit: UnitId, cell: Cell, weight: ConditionWeight) -> i64 {
    let Some(after) = view.rallied_on(unit, cell) else { return 0 };
    let share = weight.share_of_worth(view, after) - weight.share_of_worth(view, view.condition(unit));
    i64::from(view.unit(unit).strength.0) * man_value(view, unit) * share / 1000
}
