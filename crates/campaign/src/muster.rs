//! An army put into a scenario.

use hotgates_engine::{Scenario, Side, UnitEntry};

/// Returns a scenario with units of the army in front of the side's own, which are not carried on: their
/// tags are taken off, so that a tag is the key of a unit of the army. Goals to bring units off the map ask
/// for at most as many as there are.
pub fn scenario_with_army(scenario: &Scenario, side: Side, mut units: Vec<UnitEntry>) -> Scenario {
    let mut scenario = scenario.clone();
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
