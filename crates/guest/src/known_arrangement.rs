//! A seat's units before the first turn, as one guest arranges them.

use std::collections::BTreeMap;

use hotgates_engine::{Battle, Coord, Fault, Side, UnitId};
use hotgates_protocol::{GuestMessage, TableArrangement, TableBattle, UnitPlaces};

use crate::not_allowed::NotAllowed;

/// Units that a seat arranges: where it may, and where they stand.
#[derive(Debug)]
pub(crate) struct KnownArrangement {
    told: TableArrangement,
    side: Side,
    start: BTreeMap<UnitId, Coord>,
    battle: Battle,
}

impl KnownArrangement {
    /// Makes the arrangement that a table tells of.
    pub(crate) fn of_message(told: TableArrangement, side: Side) -> Result<Self, Vec<Fault>> {
        let start = places_of_side(&told.battle.begin_battle()?, side);
        let battle = battle_with_units(&told, &told.placed)?;
        Ok(Self { told, side, start, battle })
    }

    /// The battle as the table has told it.
    pub(crate) const fn told_battle(&self) -> &TableBattle {
        &self.told.battle
    }

    /// The battle as it would begin now, as far as the side knows it.
    pub(crate) const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The hexes on which the side may place its units.
    pub(crate) fn zone(&self) -> &[Coord] {
        &self.told.zone
    }

    /// Places units as the table tells.
    pub(crate) fn hear_places(&mut self, placed: &UnitPlaces) -> Result<(), Vec<Fault>> {
        self.battle = battle_with_units(&self.told, placed)?;
        Ok(())
    }

    /// Returns the request to place a unit on a hex; a friend there changes places with it.
    pub(crate) fn placing(&self, unit: UnitId, to: Coord) -> Result<GuestMessage, NotAllowed> {
        let mut now = places_of_side(&self.battle, self.side);
        let from = *now.get(&unit).ok_or(NotAllowed::NoUnit(unit))?;
        if !self.told.zone.contains(&to) {
            return Err(NotAllowed::OutsideZone(to));
        }
        if from == to {
            return Err(NotAllowed::StandsThere(to));
        }
        if let Some(friend) = now.values_mut().find(|at| **at == to) {
            *friend = from;
        }
        now.insert(unit, to);
        let places = now.into_iter().filter(|(unit, at)| self.start.get(unit) != Some(at)).collect();
        Ok(GuestMessage::Place(UnitPlaces { places }))
    }
}

fn battle_with_units(told: &TableArrangement, placed: &UnitPlaces) -> Result<Battle, Vec<Fault>> {
    told.arranged_battle(placed)?.begin_battle()
}

/// Returns where the units of a side stand.
fn places_of_side(battle: &Battle, side: Side) -> BTreeMap<UnitId, Coord> {
    battle.living(side).map(|unit| (unit, battle.grid().coord(battle.unit(unit).cell))).collect()
}
