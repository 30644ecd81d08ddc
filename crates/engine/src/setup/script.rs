//! Checking of events.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_grid::{Cell, Coord};

use super::goals::{GoalCheck, MAX_VICTORY_POINTS};
use crate::battle::goal_table::GoalTable;
use crate::battle::script_table::{ScriptTrigger, ScriptedEvent};
use crate::battle::unit::UnitId;
use hotgates_rules::{GoalId, ScriptedEventId, TerrainId};
use hotgates_scenario::{MAX_GOALS, MAX_TURNS, ScriptedEventEntry};
use hotgates_text::{CountedPart, Fault, FaultKind, MissingPart, NameKind, Side};

/// Most times that an event happens.
pub const MAX_REPEATS: i64 = 100;

impl GoalCheck<'_> {
    /// Returns the events; the goals in `table` learn which of them open them. What the faults
    /// concern is left out.
    pub(super) fn check_events(&mut self, table: &mut GoalTable) -> Vec<ScriptedEvent> {
        let entries = &self.file.events;
        self.check_count("events", CountedPart::Entries, entries.len(), 0);
        let mut keys = BTreeSet::new();
        let mut events = Vec::new();
        for (index, entry) in entries.iter().enumerate().take(MAX_GOALS) {
            let field = format!("events[{index}]");
            self.check_key(&field, &entry.key, &mut keys);
            if let Some(event) = self.check_event(entry, &field, table) {
                let id = ScriptedEventId::from_index(events.len());
                event.opens.iter().for_each(|goal| table.goals[goal.index()].opened_by.push(id));
                events.push(event);
            }
        }
        self.check_callers(&events);
        events
    }

    fn check_event(
        &mut self,
        entry: &ScriptedEventEntry,
        field: &str,
        table: &GoalTable,
    ) -> Option<ScriptedEvent> {
        let at = |name: &str| format!("{field}.{name}");
        let calls = self.check_called_units(&entry.arrive, &at("arrive"));
        let opens = self.check_goal_keys(&entry.opens, &at("opens"), table);
        if entry.message.as_ref().is_some_and(|text| text.trim().is_empty()) {
            self.report_fault(at("message"), FaultKind::Empty { what: MissingPart::Text });
        }
        if entry.message.is_none() && entry.told.is_some() {
            self.report_fault(at("told"), FaultKind::EventAudience);
        }
        let changes = self.check_terrain_changes(&entry.terrain, &at("terrain"));
        if entry.has_no_effect() {
            self.report_fault(field, FaultKind::EventWithoutEffect);
        }
        if entry.repeat.is_some() && entry.turn.is_none() && entry.enters.is_empty() {
            self.report_fault(at("repeat"), FaultKind::EventRepeat);
        }
        let repeat = self.check_range(at("repeat"), entry.repeat.unwrap_or(1), 1, MAX_REPEATS);
        let trigger = self.check_trigger(entry, field, table)?;
        let (message, told) = (entry.message.clone(), entry.told);
        Some(ScriptedEvent { key: entry.key.clone(), trigger, repeat, message, told, calls, opens, changes })
    }

    fn check_trigger(
        &mut self,
        entry: &ScriptedEventEntry,
        field: &str,
        table: &GoalTable,
    ) -> Option<ScriptTrigger> {
        let ScriptedEventEntry { turn, side, enters, lost, points, met, .. } = entry;
        let conditions =
            [turn.is_some(), !enters.is_empty(), !lost.is_empty(), points.is_some(), met.is_some()];
        if conditions.iter().filter(|&&given| given).count() != 1 {
            self.report_fault(field, FaultKind::EventConditions);
            return None;
        }
        let at = |name: &str| format!("{field}.{name}");
        let needs_side = !enters.is_empty() || points.is_some();
        if needs_side && side.is_none() || side.is_some() && !needs_side && turn.is_none() {
            self.report_fault(
                if side.is_some() { at("side") } else { field.to_owned() },
                FaultKind::EventSide,
            );
            return None;
        }
        let first = self.file.first.unwrap_or(Side::Red);
        let of = side.unwrap_or(first);
        if let &Some(turn) = turn {
            // The half-turn with which the battle begins has begun before anything can happen.
            let turn = self.check_range(at("turn"), turn, if of == first { 2 } else { 1 }, MAX_TURNS);
            return Some(ScriptTrigger::Turn { turn, side: of });
        }
        if let &Some(points) = points {
            let least = self.check_range(at("points"), points, 1, MAX_VICTORY_POINTS);
            return Some(ScriptTrigger::Points { least, side: of });
        }
        if let Some(key) = met {
            let goals = self.check_goal_keys(std::slice::from_ref(key), &at("met"), table);
            return goals.first().map(|&goal| ScriptTrigger::Met { goal });
        }
        Some(if lost.is_empty() {
            ScriptTrigger::Entered { cells: self.check_hexes(of, enters, &at("enters")), side: of }
        } else {
            ScriptTrigger::Lost {
                units: self.check_unit_keys(lost, &at("lost"), NameKind::AnyUnitKey, |_| true),
            }
        })
    }

    /// Returns the units that an event calls.
    fn check_called_units(&mut self, keys: &[String], field: &str) -> Vec<UnitId> {
        if keys.is_empty() {
            return Vec::new();
        }
        let units = self.check_unit_keys(keys, field, NameKind::AnyUnitKey, |_| true);
        for &unit in &units {
            let info = &self.roster[unit.index()];
            if info.arrival.is_none() {
                let key = info.key.clone().unwrap_or_default();
                self.report_fault(field, FaultKind::NotExpected { key });
            }
        }
        units
    }

    /// Returns the terrain that each hex of an event becomes, ascending by cells.
    fn check_terrain_changes(
        &mut self,
        entries: &BTreeMap<String, Vec<Coord>>,
        field: &str,
    ) -> Vec<(Cell, TerrainId)> {
        let mut changes = BTreeMap::new();
        for (name, hexes) in entries {
            let field = format!("{field}.{name}");
            self.check_count(&field, CountedPart::Hexes, hexes.len(), 1);
            let Some(terrain) = self.rules.terrain(name) else {
                let known = self.rules.terrains.iter().map(|terrain| terrain.name.as_str());
                let kind = FaultKind::unknown_name_fault(NameKind::Terrain, name, known);
                self.report_fault(field, kind);
                continue;
            };
            for (index, &hex) in hexes.iter().enumerate().take(MAX_GOALS) {
                let field = format!("{field}[{index}]");
                let Some(cell) = self.cell_of_hex(hex, &field) else { continue };
                let castle = [self.map.terrain(cell), terrain]
                    .into_iter()
                    .map(|terrain| &self.rules.terrains[terrain])
                    .find(|terrain| terrain.castle);
                if let Some(castle) = castle {
                    let kind = FaultKind::CastleChanges { terrain: castle.name.clone() };
                    self.faults.push(Fault::fault_of_field(field, kind).with_hex(hex));
                } else if changes.insert(cell, terrain).is_some() {
                    self.report_fault(field, FaultKind::Twice { name: hex.to_string() });
                }
            }
        }
        changes.into_iter().collect()
    }

    fn check_goal_keys(&mut self, keys: &[String], field: &str, table: &GoalTable) -> Vec<GoalId> {
        self.check_count(field, CountedPart::Entries, keys.len(), 0);
        let mut goals = BTreeSet::new();
        for (index, key) in keys.iter().enumerate().take(MAX_GOALS) {
            let known = || table.goals.iter().map(|goal| goal.key.as_str());
            let kind = match known().position(|other| other == key) {
                None => FaultKind::unknown_name_fault(NameKind::AnyGoal, key, known()),
                Some(goal) if goals.insert(GoalId::from_index(goal)) => continue,
                Some(_) => FaultKind::Twice { name: key.clone() },
            };
            self.report_fault(format!("{field}[{index}]"), kind);
        }
        goals.into_iter().collect()
    }

    /// Reports units that wait for an event when no event calls them.
    fn check_callers(&mut self, events: &[ScriptedEvent]) {
        let called: BTreeSet<UnitId> = events.iter().flat_map(|event| &event.calls).copied().collect();
        let mut numbers = [0_usize; 2];
        for (id, unit) in (0..).zip(self.roster) {
            let number = &mut numbers[unit.side as usize];
            let waits = unit.arrival.as_ref().is_some_and(|arrival| arrival.turn.is_none());
            if waits && !called.contains(&UnitId(id)) {
                let field = format!("{}.units[{number}].arrives", unit.side.name());
                self.report_fault(field, FaultKind::NeverArrives);
            }
            *number += 1;
        }
    }
}
