//! Approaches: units go nearer to positions that none can fill yet.

use hotgates_engine::{Cell, Field, Side, UnitId, View};

use super::{Warden, WardenPlan};
use crate::position::Position;

impl Warden {
    /// Sends the nearest free unit towards each position that cannot be filled yet.
    pub(super) fn approach_positions(
        &mut self,
        plan: &WardenPlan,
        view: View<'_>,
        side: Side,
        moves: &mut Vec<(UnitId, Cell)>,
    ) {
        let place = |unit: UnitId, moves: &[(UnitId, Cell)]| {
            let last = moves.iter().rev().find(|(other, _)| *other == unit);
            last.map_or(view.unit(unit).cell, |&(_, cell)| cell)
        };
        let mut taken: Vec<Cell> = view.living(side).map(|unit| place(unit, moves)).collect();
        let mut busy: Vec<UnitId> = moves.iter().map(|&(unit, _)| unit).collect();
        let stands = |position: &Position, moves: &[(UnitId, Cell)]| {
            view.living(side)
                .find(|&unit| place(unit, moves) == position.cell && position.fits_unit(view, unit))
        };
        let mut field = Field::new();
        // Points and castles go first: for them every other position may be given up.
        let (vital, other): (Vec<&Position>, Vec<&Position>) =
            plan.wanted.iter().partition(|position| position.role.is_vital_position());
        busy.extend(vital.iter().filter_map(|position| stands(position, moves)));
        for (index, position) in vital.iter().chain(&other).enumerate() {
            if index == vital.len() {
                busy.extend(other.iter().filter_map(|position| stands(position, moves)));
            }
            if stands(position, moves).is_some() {
                continue;
            }
            let free = |unit: UnitId| {
                view.info(unit).side == side && position.fits_unit(view, unit) && !busy.contains(&unit)
            };
            // The nearest free unit, whatever it costs others of its arm.
            let Some(kind) = view.living(side).find(|&unit| free(unit)).map(|unit| view.info(unit).kind)
            else {
                continue;
            };
            let (costs, open) = (view.map().costs(kind), |cell| !view.enemy_at(side, cell));
            let met = |cell| view.at(cell).is_some_and(free);
            let Some(here) = field.search_towards_until(view.grid(), [position.cell], costs, open, met)
            else {
                continue;
            };
            let (Some(unit), Some(now)) = (view.at(here), field.cost_to(here, costs)) else { continue };
            busy.push(unit);
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
                moves.push((unit, cell));
            }
        }
    }
}
