//! Raids: moves onto an enemy's castle that nobody stands on.

use hotgates_engine::{Cell, Hex, Order, Reach, Side, UnitId, View};

use crate::march::move_order;
use crate::position::is_garrison;

/// Returns the cheapest move onto a castle that `side` does not hold and nobody stands on, if a
/// unit can get there now. A unit that keeps a castle does not leave it for another.
///
/// Cost: for each such castle `O(hexes)` that the fastest unit could come from, or `O(units)` where
/// there are fewer.
pub(crate) fn take_castle(view: View<'_>, side: Side, reach: &mut Reach) -> Option<Order> {
    let mut best: Option<(u32, UnitId, Cell)> = None;
    for (castle, owner) in view.castles() {
        if owner == side || view.at(castle).is_some() {
            continue;
        }
        let goal = view.grid().hex(castle);
        let consider = |(unit, hex): (UnitId, Hex)| {
            let state = view.unit(unit);
            let far = hex.unsigned_distance_to(goal) > u32::from(state.left.0);
            if far || is_garrison(view, unit) {
                return;
            }
            view.reach(unit, reach);
            if let Some(cost) = reach.cost(castle) {
                best = Some(best.map_or((cost, unit, castle), |best| best.min((cost, unit, castle))));
            }
        };
        let farthest = view.rules().units.iter().map(|kind| u32::from(kind.movement.0)).max().unwrap_or(0);
        view.units_within(side, castle, farthest).for_each(consider);
    }
    let (_, unit, castle) = best?;
    Some(move_order(view, unit, castle))
}
