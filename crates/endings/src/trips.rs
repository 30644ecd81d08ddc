//! Trips and attacks that a side has in a position, those for which friends have to make room
//! included.

use hotgates_engine::{Attack, Cell, KnownBattle, MovementPoints, Reach, UnitId};

use crate::answer::Unsolved;
use crate::phase::{CastleTrip, PreparedAttack};
use crate::scratch::ScratchBattles;

/// Lists trips and attacks, with memory that every list uses again.
pub(crate) struct TripLister {
    reach: Reach,
}

impl TripLister {
    pub(crate) fn new() -> Self {
        Self { reach: Reach::new() }
    }

    /// Adds the trips that a unit can make now.
    pub(crate) fn list_trips(
        &mut self,
        scratch: &mut ScratchBattles<'_>,
        battle: &KnownBattle,
        unit: UnitId,
        trips: &mut Vec<CastleTrip>,
    ) -> Result<(), Unsolved> {
        let view = battle.view_of(battle.side_to_move());
        if view.unit(unit).left.0 == 0 {
            return Ok(());
        }
        view.reach(unit, &mut self.reach);
        let first = trips.len();
        for (to, left) in view.destinations(&self.reach) {
            trips.push(CastleTrip { unit, via: Vec::new(), to, left, enters: false });
        }
        let foreign = view.castles().filter(|&(_, owner)| owner != battle.side_to_move());
        let castles: Vec<Cell> = foreign.map(|(castle, _)| castle).collect();
        for index in first..trips.len() {
            if !castles.contains(&trips[index].to) {
                continue;
            }
            trips[index].enters = true;
            let castle = trips[index].to;
            let mut ahead = scratch.copy_counted_battle(battle)?;
            let trip = trips[index].clone();
            scratch.make_trip(&mut ahead, &trip);
            let onward = trips.len();
            self.list_trips(scratch, &ahead, unit, trips)?;
            scratch.give_back(ahead);
            for trip in &mut trips[onward..] {
                trip.via.insert(0, castle);
                trip.enters = true;
            }
        }
        Ok(())
    }

    /// Lists the attacks that units of the side to move can make from cells that are free or their
    /// own, each with its trip, those first that cost the enemy the largest part.
    pub(crate) fn list_attacks(
        &mut self,
        scratch: &mut ScratchBattles<'_>,
        battle: &KnownBattle,
    ) -> Result<Vec<PreparedAttack>, Unsolved> {
        let view = battle.view_of(battle.side_to_move());
        let mut attacks = Vec::new();
        let mut trips = Vec::new();
        for unit in view.living(battle.side_to_move()) {
            let need = view.kind(unit).attack_cost;
            if view.unit(unit).left < need {
                continue;
            }
            add_attacks_from(battle, unit, view.unit(unit).cell, &[], &mut attacks);
            trips.clear();
            self.list_trips(scratch, battle, unit, &mut trips)?;
            for trip in trips.iter().filter(|trip| trip.left >= need) {
                add_attacks_from(battle, unit, trip.to, std::slice::from_ref(trip), &mut attacks);
            }
        }
        attacks.sort_by_cached_key(|attack| {
            let (unit, target) = (attack.unit, attack.target);
            let from = attack.trips.last().map_or(view.unit(unit).cell, |trip| trip.to);
            let by = view.attack_mode_from(unit, from, view.unit(target).cell).unwrap_or(Attack::Melee);
            let (attacker, defender) =
                (view.fighter_on(unit, from), view.fighter_on(target, view.unit(target).cell));
            let (dealt, taken) = view.combat().losses_at_mean_rolls(by, attacker, defender);
            let share = 1000 * i64::from(dealt.0) / i64::from(defender.strength.0);
            (-share, taken, attack.trips.len())
        });
        Ok(attacks)
    }

    /// Lists the attacks that units can make from cells on which friends stand now, after exactly
    /// so many trips by which these make room.
    pub(crate) fn list_attacks_from_taken_cells(
        &mut self,
        scratch: &mut ScratchBattles<'_>,
        battle: &KnownBattle,
        waiting: usize,
    ) -> Result<Vec<PreparedAttack>, Unsolved> {
        let view = battle.view_of(battle.side_to_move());
        let mut attacks = Vec::new();
        for unit in view.living(battle.side_to_move()) {
            let need = view.kind(unit).attack_cost;
            for (cell, left) in self.friends_in_way(battle, unit) {
                let mut targets = view.living(battle.side_to_move().other());
                if left < need || !targets.any(|target| view.can_attack(unit, cell, target)) {
                    continue;
                }
                for cleared in self.clear_cell(scratch, battle, cell, &[unit], waiting)? {
                    let trips = self.trips_after(scratch, battle, &cleared, unit, cell)?;
                    for trip in trips.into_iter().filter(|trip| trip.left >= need) {
                        let all: Vec<CastleTrip> = cleared.iter().cloned().chain([trip]).collect();
                        add_attacks_from(battle, unit, cell, &all, &mut attacks);
                    }
                }
            }
        }
        Ok(attacks)
    }

    /// Lists the cells in reach of a unit on which friends stand, with the points left there.
    fn friends_in_way(&mut self, battle: &KnownBattle, unit: UnitId) -> Vec<(Cell, MovementPoints)> {
        let view = battle.view_of(battle.side_to_move());
        view.reach(unit, &mut self.reach);
        self.reach
            .cells_in_reach()
            .filter(|&(cell, _)| view.at(cell).is_some_and(|friend| friend != unit))
            .collect()
    }

    /// Lists the trips of a unit to a cell after other trips.
    fn trips_after(
        &mut self,
        scratch: &mut ScratchBattles<'_>,
        battle: &KnownBattle,
        before: &[CastleTrip],
        unit: UnitId,
        to: Cell,
    ) -> Result<Vec<CastleTrip>, Unsolved> {
        let mut ahead = scratch.copy_counted_battle(battle)?;
        for trip in before {
            scratch.make_trip(&mut ahead, trip);
        }
        let mut trips = Vec::new();
        self.list_trips(scratch, &ahead, unit, &mut trips)?;
        scratch.give_back(ahead);
        trips.retain(|trip| trip.to == to);
        Ok(trips)
    }

    /// Lists the sequences of exactly so many trips by which the unit on a cell leaves it, all but
    /// the last making room for the next. `asking` are the units that wait for room, the one that
    /// wants the cell first.
    fn clear_cell(
        &mut self,
        scratch: &mut ScratchBattles<'_>,
        battle: &KnownBattle,
        cell: Cell,
        asking: &[UnitId],
        count: usize,
    ) -> Result<Vec<Vec<CastleTrip>>, Unsolved> {
        let view = battle.view_of(battle.side_to_move());
        let mut cleared = Vec::new();
        let Some(unit) = view.at(cell).filter(|unit| !asking[1..].contains(unit)) else { return Ok(cleared) };
        if count == 1 {
            let mut trips = Vec::new();
            self.list_trips(scratch, battle, unit, &mut trips)?;
            cleared.extend(trips.into_iter().map(|trip| vec![trip]));
            return Ok(cleared);
        }
        if asking[0] == unit {
            // The one that asked first makes room for a swap, and needs no room itself.
            return Ok(cleared);
        }
        let asking: Vec<UnitId> = asking.iter().copied().chain([unit]).collect();
        for (taken, _) in self.friends_in_way(battle, unit) {
            for before in self.clear_cell(scratch, battle, taken, &asking, count - 1)? {
                for trip in self.trips_after(scratch, battle, &before, unit, taken)? {
                    cleared.push(before.iter().cloned().chain([trip]).collect());
                }
            }
        }
        Ok(cleared)
    }
}

/// Adds the attacks that a unit could make from a cell, after these trips.
fn add_attacks_from(
    battle: &KnownBattle,
    unit: UnitId,
    from: Cell,
    trips: &[CastleTrip],
    attacks: &mut Vec<PreparedAttack>,
) {
    let view = battle.view_of(battle.side_to_move());
    for target in view.living(battle.side_to_move().other()) {
        if view.can_attack(unit, from, target) {
            attacks.push(PreparedAttack { trips: trips.to_vec(), unit, target });
        }
    }
}
