//! Approaches: units go nearer to positions that none can fill yet.

use hotgates_engine::{Cell, Field, Side, UnitId, View};

use super::{Warden, WardenPlan};
use crate::position::Position;
use hotgates_search::Budget;

impl Warden {
    /// Sends the nearest free unit towards each position that cannot be filled yet.
    pub(super) fn approach_positions(
        &mut self,
        plan: &WardenPlan,
        view: View<'_>,
        side: Side,
        moves: &mut Vec<(UnitId, Cell)>,
        budget: &Budget,
    ) {
        let mut army: Vec<DeployedUnit> = view
            .living(side)
            .map(|unit| DeployedUnit { unit, cell: view.unit(unit).cell, busy: false })
            .collect();
        for &(unit, cell) in &*moves {
            if let Some(deployed) = army.iter_mut().find(|deployed| deployed.unit == unit) {
                (deployed.cell, deployed.busy) = (cell, true);
            }
        }
        let mut taken: Vec<Cell> = army.iter().map(|deployed| deployed.cell).collect();
        let mut field = Field::new();
        // Points and castles go first: for them every other position may be given up.
        let (vital, other): (Vec<Position>, Vec<Position>) =
            plan.wanted.iter().partition(|position| position.role.is_vital_position());
        keep_holders(view, &mut army, &vital);
        for (index, &position) in vital.iter().chain(&other).enumerate() {
            if index == vital.len() {
                keep_holders(view, &mut army, &other);
            }
            if budget.is_cancelled() {
                return;
            }
            if find_holder(view, &army, position).is_some() {
                continue;
            }
            let is_free = |deployed: &DeployedUnit| !deployed.busy && position.fits_unit(view, deployed.unit);
            let free = |unit: UnitId| {
                let place = army.binary_search_by_key(&unit, |deployed| deployed.unit);
                place.is_ok_and(|place| is_free(&army[place]))
            };
            // The nearest free unit, whatever it costs others of its arm.
            let Some(first) = army.iter().find(|deployed| is_free(deployed)) else { continue };
            let kind = view.info(first.unit).kind;
            let (costs, open) = (view.map().costs(kind), |cell| !view.enemy_at(side, cell));
            let met = |cell| view.at(cell).is_some_and(free);
            let Some(here) = field.search_towards_until(view.grid(), [position.cell], costs, open, met)
            else {
                continue;
            };
            let (Some(unit), Some(now)) = (view.at(here), field.cost_to(here, costs)) else { continue };
            let Ok(place) = army.binary_search_by_key(&unit, |deployed| deployed.unit) else { continue };
            army[place].busy = true;
            view.reach(unit, &mut self.reach);
            let nearer = self
                .reach
                .cells_in_reach()
                .filter(|&(cell, _)| view.at(cell).is_none() && !taken.contains(&cell));
            let best = nearer
                .filter_map(|(cell, left)| {
                    let cost = field.cost_to(cell, costs).filter(|&cost| cost < now)?;
                    Some((cost, std::cmp::Reverse(left), cell))
                })
                .min();
            if let Some((_, _, cell)) = best {
                taken.retain(|&other| other != here);
                taken.push(cell);
                army[place].cell = cell;
                moves.push((unit, cell));
            }
        }
    }
}

/// A unit with the cell where the moves so far lead it.
struct DeployedUnit {
    unit: UnitId,
    cell: Cell,
    /// `true` if the unit has its task and goes nowhere else.
    busy: bool,
}

/// Returns the unit that holds a position once all moves are made, by its place in the army.
fn find_holder(view: View<'_>, army: &[DeployedUnit], position: Position) -> Option<usize> {
    army.iter().position(|deployed| deployed.cell == position.cell && position.fits_unit(view, deployed.unit))
}

/// Has the units that hold these positions stay there.
fn keep_holders(view: View<'_>, army: &mut [DeployedUnit], positions: &[Position]) {
    for &position in positions {
        if let Some(place) = find_holder(view, army, position) {
            army[place].busy = true;
        }
    }
}
