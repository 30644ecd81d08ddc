//! An army put into a scenario.

use std::collections::BTreeSet;

use hotgates_engine::{GoalEntry, MapFile, Scenario, Side, UnitEntry};

use crate::file::EnlistedUnit;

/// Returns a scenario with units of the army in front of the side's own, which are not carried on: their
/// tags are taken off, so that a tag is the key of a unit of the army. Goals to bring units off the map ask
/// for at most as many as there are.
///
/// Goals and events of the map may name units of the army; those that are not among `units` are taken out of
/// them, see [`take_names_out`].
pub fn scenario_with_army(
    scenario: &Scenario,
    side: Side,
    army: &[EnlistedUnit],
    mut units: Vec<UnitEntry>,
) -> Scenario {
    let named = find_named_units(scenario, side, army);
    let mut scenario = scenario.clone();
    for unit in &mut units {
        unit.key = unit.tag.clone().filter(|key| named.contains(&key.as_str()));
    }
    let present: BTreeSet<&str> = units.iter().filter_map(|unit| unit.key.as_deref()).collect();
    let absent: BTreeSet<&str> = named.into_iter().filter(|name| !present.contains(name)).collect();
    take_names_out(&mut scenario.map, side, &absent);
    let army = scenario.map.army_mut(side).get_or_insert_default();
    army.units.iter_mut().for_each(|unit| unit.tag = None);
    units.append(&mut army.units);
    let all = i64::try_from(units.len()).unwrap_or(i64::MAX);
    army.units = units;
    let enemy = scenario.map.army_mut(side.other());
    enemy.iter_mut().flat_map(|army| &mut army.units).for_each(|unit| unit.tag = None);
    let goals = scenario.map.goals.iter_mut();
    for goal in goals.filter(|goal| goal.side == side && !goal.exit.is_empty() && goal.units.is_empty()) {
        goal.count = goal.count.map(|count| count.min(all));
    }
    scenario
}

/// Returns the keys of the units of the army that goals and events of a map name, in the army's order. A key
/// that a unit of the map has, too, means that one.
pub fn find_named_units<'a>(scenario: &Scenario, side: Side, army: &'a [EnlistedUnit]) -> Vec<&'a str> {
    let map = &scenario.map;
    let of_goals = map.goals.iter().flat_map(|goal| units_of_army_in_goal(goal, side));
    let named: BTreeSet<&String> = of_goals.chain(map.events.iter().flat_map(|event| &event.lost)).collect();
    let armies = Side::BOTH.into_iter().filter_map(|side| map.army(side));
    let own: BTreeSet<&String> =
        armies.flat_map(|army| &army.units).filter_map(|unit| unit.key.as_ref()).collect();
    let keys = army.iter().map(|unit| &unit.key);
    keys.filter(|key| named.contains(key) && !own.contains(key)).map(String::as_str).collect()
}

/// Returns the part of a goal that may name units of the army of `side`: those that are to leave the map, or
/// those that the enemy is to destroy.
fn units_of_army_in_goal(goal: &GoalEntry, side: Side) -> &Vec<String> {
    if goal.side == side { &goal.units } else { &goal.destroy }
}

/// Takes names of units of the army that are not there out of goals and events. What asks for some of them
/// asks for the others; a goal or event that asks for nobody else is taken out as a whole, with the ways to
/// win that need the goal and the events that wait for it.
fn take_names_out(map: &mut MapFile, side: Side, absent: &BTreeSet<&str>) {
    let is_there = |name: &String| !absent.contains(name.as_str());
    let mut gone = BTreeSet::new();
    map.goals.retain_mut(|goal| {
        let names = if goal.side == side { &mut goal.units } else { &mut goal.destroy };
        let before = names.len();
        names.retain(is_there);
        if names.len() == before {
            return true;
        }
        let left = i64::try_from(names.len()).unwrap_or(i64::MAX);
        goal.count = goal.count.map(|count| count.min(left));
        if left == 0 {
            gone.insert(goal.key.clone());
        }
        left > 0
    });
    for sets in [&mut map.wins.red, &mut map.wins.blue] {
        sets.retain(|set| set.iter().all(|goal| !gone.contains(goal)));
    }
    map.events.retain_mut(|event| {
        let before = (event.lost.len(), event.opens.len());
        event.lost.retain(is_there);
        event.opens.retain(|goal| !gone.contains(goal));
        let waits_for_nobody = event.lost.is_empty() && before.0 > 0;
        let waits_for_gone = event.met.as_ref().is_some_and(|goal| gone.contains(goal));
        let opens_nothing = event.opens.len() < before.1 && event.has_no_effect();
        !waits_for_nobody && !waits_for_gone && !opens_nothing
    });
}
