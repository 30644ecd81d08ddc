//! Raids: moves onto an enemy's castle that nobody stands on, and attacks on whoever stands on one
//! that must be retaken at once.

use hotgates_engine::{Cell, GoalAim, Hex, Objective, Order, Reach, Side, UnitId, View};

use crate::engage::{AttackChoice, Engagements};
use crate::exits::helps_to_enter;
use crate::march::move_order;
use crate::position::is_garrison;
use crate::reason::Reason;
use hotgates_search::Budget;

/// Returns the cheapest move onto a castle that `side` does not hold and nobody stands on, if a
/// unit can get there now. A unit that keeps a castle does not leave it for another.
///
/// Cost: for each such castle `O(hexes)` that the fastest unit could come from, or `O(units)` where
/// there are fewer.
pub(crate) fn move_onto_castle(view: View<'_>, side: Side, reach: &mut Reach) -> Option<(Order, Reason)> {
    let mut best: Option<(u32, UnitId, Cell)> = None;
    for (castle, owner) in view.hexes_at_stake() {
        if owner == side || view.at(castle).is_some() {
            continue;
        }
        let goal = view.grid().hex(castle);
        let consider = |(unit, hex): (UnitId, Hex)| {
            let state = view.unit(unit);
            let far = hex.unsigned_distance_to(goal) > u32::from(state.left.0);
            if far || is_garrison(view, unit) || !helps_to_enter(view, unit, castle) {
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
    let (cost, unit, castle) = best?;
    Some((move_order(view, unit, castle), Reason::TakeCastle { castle, cost }))
}

/// Returns the distance in hexes from a hex to the nearest castle that a side does not hold; `u32::MAX` where it
/// holds all. Cost: `O(castles)`.
pub(crate) fn distance_to_castle(view: View<'_>, side: Side, from: Hex) -> u32 {
    let wanted = view.castles().filter(|&(_, owner)| owner != side);
    let distance = |(castle, _)| view.grid().hex(castle).unsigned_distance_to(from);
    wanted.map(distance).min().unwrap_or(u32::MAX)
}

/// Returns the hexes of which a side has to retake one in this half-turn, or else it has lost when
/// the half-turn ends: castles of an invasion, and hexes that the enemy has held long enough to win.
fn hexes_to_retake(view: View<'_>, side: Side) -> Vec<Cell> {
    let enemy = side.other();
    if view.objective() == Objective::Invasion && side == Side::Blue && view.holds_all_castles(enemy) {
        return view.castles().map(|(castle, _)| castle).collect();
    }
    let lost = view.winning_sets(enemy).iter();
    let lost = lost.filter(|set| set.iter().all(|&goal| view.is_goal_met_at_end(goal)));
    let goals = lost.flatten().map(|&goal| &view.goal(goal).aim);
    let held = goals.filter(|aim| matches!(aim, GoalAim::Hold { .. }));
    held.flat_map(GoalAim::cells).copied().collect()
}

/// Returns the next attack on an enemy who stands on a castle or hex of a goal, where the side loses
/// the battle unless it retakes one in this half-turn: on the occupant who can be cost the largest part of its
/// men, fire before melee, and of each the attack that costs it most.
///
/// Cost: for each such castle what each unit's best attack on the occupant costs to find.
pub(crate) fn attack_castle_holder(
    view: View<'_>,
    side: Side,
    engagements: &mut Engagements,
    budget: &mut Budget,
) -> Option<(Order, Reason)> {
    let mut best: Option<(u32, AttackChoice)> = None;
    for castle in hexes_to_retake(view, side) {
        let Some(occupant) = view.at(castle) else { continue };
        let mut dealt = 0;
        let mut first: Option<AttackChoice> = None;
        for unit in view.living(side) {
            let Some(choice) =
                engagements.best_allowed_attack(view, unit, budget, |target, _| target == occupant)
            else {
                continue;
            };
            dealt += u32::from(choice.best.dealt);
            let rank = |choice: &AttackChoice| (choice.best.ranged, choice.best.dealt);
            if first.as_ref().is_none_or(|first| rank(&choice) > rank(first)) {
                first = Some(choice);
            }
        }
        let share = dealt * 1000 / u32::from(view.unit(occupant).strength.0.max(1));
        if let Some(first) = first
            && best.as_ref().is_none_or(|&(most, _)| share > most)
        {
            best = Some((share, first));
        }
    }
    best.map(|(_, choice)| AttackChoice { instead: None, ..choice }.order_of_attack(view))
}
