//! Units arranged before the first turn, within the deployment zone of their side.

use std::collections::BTreeMap;

use hotgates_engine::{Army, Battle, Coord, Scenario, Side, UnitId};

/// The error of a hex outside a side's deployment zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("hex {0} is outside the deployment zone")]
pub struct OutsideDeploymentZone(pub Coord);

/// Returns a side's order of battle in a scenario, to be changed; where the side has none of its
/// own, the standard army as `battle` has it.
pub fn order_of_battle_mut<'a>(scenario: &'a mut Scenario, battle: &Battle, side: Side) -> &'a mut Army {
    scenario.map.army_mut(side).get_or_insert_with(|| battle.order_of_battle(side))
}

/// Puts every unit of a side where it stands in `battle`, except that `unit` goes to `to`; a friend
/// there changes places with it. The scenario then starts like this.
///
/// # Errors
/// The hex, if it is not in the side's deployment zone.
pub fn deploy_unit(
    scenario: &mut Scenario,
    battle: &Battle,
    unit: UnitId,
    to: Coord,
) -> Result<(), OutsideDeploymentZone> {
    let side = battle.info(unit).side;
    let grid = battle.grid();
    let cell = grid
        .at(to)
        .filter(|cell| battle.deployment_zone(side).contains(cell))
        .ok_or(OutsideDeploymentZone(to))?;
    // A standard army may be another one beside an army that is written out.
    order_of_battle_mut(scenario, battle, side.other());
    let before = places_at_start(battle, side);
    let friend = before.keys().copied().find(|&friend| battle.info(friend).cell == cell);
    let from = grid.coord(battle.unit(unit).cell);
    let moved: Vec<(UnitId, Coord)> =
        friend.map(|friend| (friend, from)).into_iter().chain([(unit, to)]).collect();
    write_places(scenario, battle, side, &before, &moved);
    Ok(())
}

/// Returns where the units of a side stand that are there from the start.
pub(crate) fn places_at_start(start: &Battle, side: Side) -> BTreeMap<UnitId, Coord> {
    let there = start.roster().filter(|(_, info)| info.side == side && info.arrival.is_none());
    there.map(|(unit, info)| (unit, start.grid().coord(info.cell))).collect()
}

/// Writes down in a scenario where the units of a side stand: as `before`, and then as `moved`.
pub(crate) fn write_places(
    scenario: &mut Scenario,
    start: &Battle,
    side: Side,
    before: &BTreeMap<UnitId, Coord>,
    moved: &[(UnitId, Coord)],
) {
    let first = start.roster().position(|(_, info)| info.side == side).unwrap_or(0);
    let army = order_of_battle_mut(scenario, start, side);
    for (unit, at) in before.iter().map(|(&unit, &at)| (unit, at)).chain(moved.iter().copied()) {
        if let Some(entry) = unit.index().checked_sub(first).and_then(|place| army.units.get_mut(place)) {
            entry.at = Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::MapFile;

    use super::*;

    #[test]
    fn a_friend_changes_places_and_others_stay() {
        let rows = ["..............", "#.............", ".............."].map(str::to_owned).to_vec();
        let mut scenario = Scenario::classic(MapFile { rows, ..MapFile::default() });
        let before = Battle::from_scenario(&scenario).expect("a sound scenario");
        let blue: Vec<UnitId> = before.living(Side::Blue).collect();
        let cell_of = |battle: &Battle, unit: UnitId| battle.unit(unit).cell;
        let to = before.grid().coord(cell_of(&before, blue[1]));
        deploy_unit(&mut scenario, &before, blue[0], to).expect("friends stand in the zone");
        let after = Battle::from_scenario(&scenario).expect("a sound scenario");
        assert_eq!(cell_of(&after, blue[0]), cell_of(&before, blue[1]));
        assert_eq!(cell_of(&after, blue[1]), cell_of(&before, blue[0]));
        for &unit in &blue[2..] {
            assert_eq!(cell_of(&after, unit), cell_of(&before, unit));
        }

        let far = Coord { col: 13, row: 1 };
        let unchanged = scenario.clone();
        assert_eq!(deploy_unit(&mut scenario, &after, blue[0], far), Err(OutsideDeploymentZone(far)));
        assert_eq!(scenario, unchanged);
    }
}
