//! The scenario as far as a side may know it.

use std::borrow::Cow;

use hotgates_engine::{
    Army, Battle, Event, Fault, Knower, MapFile, Ruleset, Scenario, Side, UnitEntry, View,
};
use serde::{Deserialize, Serialize};

use crate::common::CommonKnowledge;
use crate::event::EventMessage;

/// A scenario as a side knows it at the start: the map with both armies, and the ruleset.
///
/// Every unit that the side sees says where it stands and how many men it has. An enemy without a hex is
/// out of sight. There is no seed, and nothing that the scenario's author told one commander.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownScenario {
    /// The map, the armies, goals and events, as in map files.
    pub map: MapFile,
    /// The whole ruleset, as in ruleset files.
    pub rules: Ruleset,
}

impl KnownScenario {
    /// Returns what somebody knows of the scenario of a battle that has not begun; all of it without one.
    pub fn of_battle(scenario: &Scenario, battle: &Battle, knower: Option<Knower>) -> Self {
        let view = match knower {
            None => Cow::Borrowed(battle),
            Some(Knower::Side(side)) => Cow::Borrowed(battle.known_to(side)),
            Some(Knower::Both) if !battle.has_fog() => Cow::Borrowed(battle),
            Some(Knower::Both) => Cow::Owned(CommonKnowledge::of_start(battle).battle().clone()),
        };
        let mut map = scenario.map.clone();
        (map.seed, map.variation, map.rules) = (None, None, None);
        map.turns = Some(battle.last_turn().into());
        map.from = battle.origin_direction().filter(|_| map.entry.is_empty());
        map.contingents.iter_mut().for_each(|contingent| contingent.commander = None);
        for of in Side::BOTH {
            let entries = map.army(of).map(|army| army.units.clone()).unwrap_or_default();
            let mut entries = entries.into_iter();
            let roster = view.roster().filter(|(_, info)| info.side == of);
            let units = roster.map(|(unit, info)| {
                let entry = entries.next().unwrap_or_else(|| UnitEntry::new(&view.kind(unit).name));
                let state = view.unit(unit);
                UnitEntry {
                    strength: Some(info.start.0.into()),
                    at: state.alive().then(|| view.grid().coord(state.cell)),
                    facing: info.facing,
                    tag: None,
                    ..entry
                }
            });
            let army = Army { commander: None, units: units.collect() };
            *(if of == Side::Red { &mut map.red } else { &mut map.blue }) = Some(army);
        }
        Self { map, rules: scenario.rules.clone() }
    }

    /// Makes the battle at its start, as somebody knows it, or whole. `sighted` are the units in sight.
    ///
    /// # Errors
    /// Every fault of the scenario.
    pub fn begin_battle(
        self,
        knower: Option<Knower>,
        sighted: &[EventMessage],
    ) -> Result<Battle, Vec<Fault>> {
        let Self { map, rules } = self;
        let (hides, scenario) = (rules.options.fog_of_war, Scenario::new(map, rules));
        let sighted: Vec<Event> = sighted.iter().cloned().filter_map(EventMessage::into_event).collect();
        match knower.filter(|_| hides) {
            Some(Knower::Side(side)) => Battle::known_from_scenario(&scenario, side, &sighted),
            Some(Knower::Both) => Battle::common_from_scenario(&scenario, &sighted),
            None => Battle::from_scenario(&scenario),
        }
    }
}

/// Lists the enemies that a side sees at the start of a battle; none where nothing is hidden.
pub(crate) fn first_sightings(battle: &Battle, side: Side) -> Vec<EventMessage> {
    let view = View::new(battle, side);
    let enemies = if view.has_fog() { Some(view.living(side.other())) } else { None };
    let sighting = |unit| {
        let state = view.unit(unit);
        Event::Sighted {
            unit,
            at: view.hex(unit),
            strength: state.strength,
            left: state.left,
            halted: state.halted,
            condition: view.condition(unit),
        }
    };
    enemies.into_iter().flatten().map(sighting).map(EventMessage::from).collect()
}
