//! Exits: units that a goal has leave the map.

use hotgates_engine::{Cell, GoalAim, GoalId, Order, Side, UnitId, View};

use crate::reason::Reason;

/// Returns the order of the first unit that may leave the map where a goal has it do so.
#[inline]
pub(crate) fn leave_map(view: View<'_>, side: Side) -> Option<(Order, Reason)> {
    if view.has_extra_state() { first_unit_to_leave(view, side) } else { None }
}

fn first_unit_to_leave(view: View<'_>, side: Side) -> Option<(Order, Reason)> {
    // Most battles have no such goal, and each unit would be asked.
    view.goals(side).find(|(_, goal)| matches!(goal.aim, GoalAim::Exit { .. }))?;
    let unit = view.living(side).find(|&unit| view.may_exit(unit))?;
    let goal = view.exit_goal(unit, view.unit(unit).cell)?;
    Some((Order::Exit { unit }, Reason::LeaveMap { goal }))
}

/// Returns `true` if it helps a unit's side when the unit stops on this hex at stake: over an exit
/// only those may go whom the goal names, and others would bar it.
#[inline]
pub(crate) fn helps_to_enter(view: View<'_>, unit: UnitId, hex: Cell) -> bool {
    let is_flag = || view.flags().any(|(flag, _)| flag == hex);
    !view.has_extra_state() || view.exit_goal(unit, hex).is_some() || is_flag()
}

/// Returns the goal for which a unit is to go off the map: of the units that may go for a goal that is
/// open, as many as are still needed go, those nearest to its hexes.
///
/// Cost: `O(units × hexes)` of the goals.
pub(crate) fn goal_to_leave_for(view: View<'_>, unit: UnitId) -> Option<GoalId> {
    let side = view.info(unit).side;
    let mut goals = view.goals(side).filter(|&(id, _)| view.is_goal_open(id));
    let has_go = |(id, aim): (GoalId, &GoalAim)| {
        let GoalAim::Exit { cells, units, count, .. } = aim else { return false };
        if !units.contains(&unit) {
            return false;
        }
        let away = |unit: UnitId| {
            let hexes = cells.iter().map(|&cell| view.grid().distance(view.unit(unit).cell, cell));
            (hexes.min(), unit)
        };
        let own = away(unit);
        let others = units.iter().filter(|&&other| view.unit(other).alive() && away(other) < own);
        others.count() < count.saturating_sub(view.goal_progress(id)) as usize
    };
    goals.find(|&(id, goal)| has_go((id, &goal.aim))).map(|(id, _)| id)
}
