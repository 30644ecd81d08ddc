//! Arrivals, departures and events in a battle: who may still come, who is gone, what has happened.

use hotgates_grid::{Cell, Hex, MovementPoints};

use crate::battle::event::Event;
use crate::battle::facing::first_condition_of;
use crate::battle::presence::{Presence, UnitExtra};
use crate::battle::script_table::{ScriptedEvent, digest_of_events, numbered_events};
use crate::battle::unit::UnitId;
use crate::battle::{Battle, pack_hex};
use crate::battle::{FALLEN, zobrist};
use hotgates_grid::mix::split_mix;
use hotgates_rules::{Condition, ScriptedEventId};
use hotgates_text::{Side, Strength};

impl Battle {
    /// Returns where a unit is with regard to the map.
    ///
    /// ```
    /// use hotgates_engine::{Battle, Dice, MapFile, Order, Presence, Scenario, Side, UnitId};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "Help from the east",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [
    ///         (type: "infantry", at: (9, 0)),
    ///         (type: "cavalry", arrives: (turn: 2, hexes: [(9, 1)])),
    ///     ]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let mut battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
    /// let cavalry = UnitId(1);
    /// assert_eq!((battle.presence(cavalry), battle.alive(Side::Red)), (Presence::Waiting, 1));
    /// for _ in 0..2 {
    ///     battle.act(Order::EndTurn, &mut Dice::new(1), &mut Vec::new()).expect("a turn may always be ended");
    /// }
    /// assert_eq!((battle.presence(cavalry), battle.alive(Side::Red)), (Presence::OnMap, 2));
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    pub fn presence(&self, unit: UnitId) -> Presence {
        match self.extras().get(unit.index()) {
            Some(extra) => extra.presence,
            None if self.unit(unit).alive() => Presence::OnMap,
            None => Presence::Fallen,
        }
    }

    /// Returns `true` if units may be elsewhere than on the map before they fall, or have a condition, or if
    /// the scenario has events or factors of sides: most battles need none of that.
    #[inline]
    pub const fn has_extra_state(&self) -> bool {
        self.extra.is_some()
    }

    /// Number of men of a unit that live, on the map or off it.
    pub fn living_men(&self, unit: UnitId) -> Strength {
        let away = self.extras().get(unit.index()).map_or(Strength(0), |extra| extra.men_away);
        Strength(self.unit(unit).strength.0 + away.0)
    }

    /// Number of men of a side that live, on the map or off it.
    pub fn living_strength(&self, side: Side) -> u32 {
        if self.extras().is_empty() {
            return self.strength(side);
        }
        let away = self.roster_ids(side).filter_map(|unit| self.extras().get(unit.index()));
        self.strength(side) + away.map(|extra| u32::from(extra.men_away.0)).sum::<u32>()
    }

    /// Lists the units of a side that are not on the map yet and may come, in ascending order, each
    /// with the first turn in which it can; `None` until an event calls it.
    pub fn expected_units(&self, side: Side) -> impl Iterator<Item = (UnitId, Option<u32>)> + '_ {
        let waiting = self.roster_ids(side).take(if self.extras().is_empty() { 0 } else { usize::MAX });
        waiting.filter(|&unit| self.presence(unit).is_expected()).map(|unit| {
            let turn = match self.presence(unit) {
                Presence::Called => Some(self.turn()),
                _ => self.info(unit).arrival.as_ref().and_then(|arrival| arrival.turn),
            };
            (unit, turn)
        })
    }

    /// Returns `true` if no unit of a side lives, neither on the map nor off it.
    pub(crate) fn is_annihilated(&self, side: Side) -> bool {
        let away = |unit: UnitId| !self.presence(unit).is_lost();
        self.alive(side) == 0 && (self.extras().is_empty() || !self.roster_ids(side).any(away))
    }

    /// Lists the events of the scenario in its order.
    pub fn scripted_events(&self) -> impl Iterator<Item = (ScriptedEventId, &ScriptedEvent)> + '_ {
        numbered_events(&self.arena.events)
    }

    /// Returns an event of the scenario.
    pub fn scripted_event(&self, event: ScriptedEventId) -> &ScriptedEvent {
        &self.arena.events[event.index()]
    }

    /// Returns the number of times that an event of the scenario has happened.
    pub fn times_happened(&self, event: ScriptedEventId) -> u32 {
        self.extra.as_ref().map_or(0, |extra| extra.happened[event.index()])
    }

    /// Returns a hash of arrivals, withdrawals, events and factors of sides; 0 where there are none.
    pub(crate) fn script_digest(&self) -> u64 {
        let units = self.arena.units.iter().zip(0_u64..).map(|(info, index)| {
            let arrival = info.arrival.as_ref().map_or(0, |arrival| split_mix(arrival.digest() ^ index));
            let withdrawal = info.withdraws.map_or(0, |turn| split_mix(u64::from(turn) << 32 | index));
            arrival ^ withdrawal
        });
        let units = units.fold(0, |hash, unit| if unit == 0 { hash } else { split_mix(hash ^ unit) });
        let [red, blue] = Side::BOTH.map(|side| u64::from(self.arena.factors[side].cast_unsigned()));
        let factors = if red | blue == 0 { 0 } else { split_mix(split_mix(red) ^ blue) };
        units ^ digest_of_events(&self.arena.events) ^ factors
    }

    /// Returns where each unit is; nothing where all are on the map until they fall.
    #[inline]
    pub(super) fn extras(&self) -> &[UnitExtra] {
        self.extra.as_ref().map_or(&[], |extra| &*extra.units)
    }

    /// Applies an event that only scenarios with arrivals, exits or events have.
    #[cold]
    pub(super) fn apply_script_event(&mut self, event: &Event) {
        match *event {
            Event::Arrived { unit, at } => {
                let state = (self.info(unit).start, self.kind(unit).movement, false);
                self.put_on_map(unit, at, state, first_condition_of(&self.arena.rules, self.info(unit)));
            }
            Event::Departed { unit, how } => self.take_off_map(unit, how, None),
            Event::Called { unit } => {
                let men_away = self.living_men(unit);
                self.change_extra(
                    unit,
                    UnitExtra { presence: Presence::Called, men_away, ..UnitExtra::ON_MAP },
                );
            }
            Event::Scripted { event, times } => self.count_event(event, times),
            _ => unreachable!("only arrivals, departures and events of the scenario are asked for"),
        }
    }

    /// Puts a unit that was not on the map onto it, with its men, its points and whether it is halted.
    pub(super) fn put_on_map(
        &mut self,
        unit: UnitId,
        at: Hex,
        (men, left, halted): (Strength, MovementPoints, bool),
        condition: Condition,
    ) {
        let cell = self.grid().cell(at).expect("units arrive on the map");
        let side = self.info(unit).side;
        self.change_extra(unit, UnitExtra { condition, ..UnitExtra::ON_MAP });
        self.change_unit(unit, |state| {
            (state.cell, state.strength, state.left, state.halted) = (cell, men, left, halted);
        });
        self.places[unit.index()] = pack_hex(at);
        // An enemy may come into sight while it passes through a friend, who goes on standing there.
        if self.at(cell).is_none() {
            self.occupancy.put_unit(cell, unit);
        }
        self.alive[side] += 1;
        self.strength[side] += u32::from(men.0);
    }

    /// Takes a unit that lives off the map, or off the list of those to come.
    pub(super) fn take_off_map(&mut self, unit: UnitId, how: Presence, last_seen: Option<(Cell, u32)>) {
        let men_away = self.living_men(unit);
        let state = *self.unit(unit);
        if state.alive() {
            let side = self.info(unit).side;
            if self.at(state.cell) == Some(unit) {
                self.occupancy.take_unit(state.cell);
            }
            self.places[unit.index()] = FALLEN;
            self.alive[side] -= 1;
            self.strength[side] -= u32::from(state.strength.0);
            self.change_unit(unit, |state| state.strength = Strength(0));
        }
        let condition = self.condition(unit);
        self.change_extra(unit, UnitExtra { presence: how, men_away, last_seen, condition, key: 0 });
    }

    /// Notes where a unit is from now on, in battles that keep that.
    pub(crate) fn change_extra(&mut self, unit: UnitId, to: UnitExtra) {
        let extras = self.extra.as_mut().map(|extra| &mut extra.units);
        if let Some(extra) = extras.and_then(|extras| extras.get_mut(unit.index())) {
            let key = zobrist::hash_extra(unit, to);
            self.hash ^= extra.key ^ key;
            *extra = UnitExtra { key, ..to };
        }
    }

    /// Notes the number of times that an event of the scenario has happened.
    pub(super) fn count_event(&mut self, event: ScriptedEventId, times: u32) {
        let Some(extra) = &mut self.extra else { return };
        let before = std::mem::replace(&mut extra.happened[event.index()], times);
        self.hash ^= zobrist::hash_event(event, before) ^ zobrist::hash_event(event, times);
    }
}
