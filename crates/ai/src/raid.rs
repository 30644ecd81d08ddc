//! Raids: an enemy's castle that nobody stands on and that can be entered this turn.

use hotgates_engine::{Battle, Cell, Order, Reach, Side, UnitId};

use crate::engage::garrison;
use crate::march::go;
use crate::reason::Reason;

/// The cheapest move onto a castle that `side` does not hold and nobody stands on, if a unit can get there now. A
/// unit that keeps a castle does not leave it for another.
///
/// Cost: for each such castle `O(hexes)` that the fastest unit could come from, or `O(units)` where there are fewer.
pub(crate) fn take_castle(battle: &Battle, side: Side, reach: &mut Reach) -> Option<(Order, Reason)> {
    let mut best: Option<(u32, UnitId, Cell)> = None;
    for (castle, owner) in battle.castles() {
        if owner == side || battle.at(castle).is_some() {
            continue;
        }
        let consider = |unit: UnitId| {
            let state = battle.unit(unit);
            let far = battle.grid().distance(state.cell, castle) > u32::from(state.left.0);
            if far || garrison(battle, unit) {
                return;
            }
            battle.reach(unit, reach);
            if let Some(cost) = reach.cost(castle) {
                best = Some(best.map_or((cost, unit, castle), |best| best.min((cost, unit, castle))));
            }
        };
        let farthest = battle.rules().units.iter().map(|kind| u32::from(kind.movement.0)).max().unwrap_or(0);
        battle.units_within(side, castle, farthest).map(|(unit, _)| unit).for_each(consider);
    }
    let (cost, unit, castle) = best?;
    Some((go(battle, unit, castle), Reason::TakeCastle { castle, cost }))
}
