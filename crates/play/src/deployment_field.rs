//! Units arranged before the first turn by two sides of which neither sees what the other does.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_engine::{Battle, BySide, Cell, Coord, Fault, Scenario, Side, UnitId};

use crate::arrangement::{OutsideDeploymentZone, places_at_start, write_places};

/// The reason why units cannot be placed so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlacementFault {
    /// The side has no such unit on the map.
    #[error("the side has no unit {} on the map", .0.0)]
    Unit(UnitId),
    /// The list names a unit twice.
    #[error("unit {} is placed twice", .0.0)]
    Twice(UnitId),
    /// Two units would stand on one hex.
    #[error("two units are placed on hex {0}")]
    Occupied(Coord),
    /// The hex is no place for the side's units.
    #[error(transparent)]
    Outside(#[from] OutsideDeploymentZone),
    /// The battle cannot begin like this.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Scenario(Vec<Fault>),
}

/// A side's units before the first turn, and the hexes on which the side may arrange them while the enemy, unseen,
/// arranges its own.
///
/// The hexes follow from the scenario alone, and from nothing that the side may not know: with fog of war the enemy is
/// taken to stand where an army without hexes of its own would. Red's hexes are too far from all of Blue's for
/// the armies to be too close to each other, however both are arranged. Every unit may stay where it is.
#[derive(Debug, Clone)]
pub struct DeploymentField {
    side: Side,
    /// The scenario as far as the side knows it, and its battle.
    scenario: Scenario,
    battle: Battle,
    zone: Vec<Coord>,
    /// Hexes of the side's units that are there from the start.
    places: BTreeMap<UnitId, Coord>,
}

impl DeploymentField {
    /// Makes the field of a side in a scenario that begins as `start`.
    pub fn of_side(scenario: &Scenario, start: &Battle, side: Side) -> Self {
        let places = places_at_start(start, side);
        let known = if start.has_fog() { without_places(scenario, side.other()) } else { scenario.clone() };
        let Ok(battle) = Battle::from_scenario(&known) else {
            // Only its own places are certain.
            let (scenario, battle) = (scenario.clone(), start.clone());
            let zone = places.values().copied().collect();
            return Self { side, scenario, battle, zone, places };
        };
        let zone = blind_zone(&known, &battle, side, &places);
        Self { side, scenario: known, battle, zone, places }
    }

    /// The hexes on which the side may arrange its units.
    pub fn zone(&self) -> &[Coord] {
        &self.zone
    }

    /// Checks that the side's units may stand so: those of the list on their hexes, all others where the scenario has them.
    /// Returns those that stand elsewhere than the scenario has them, by their numbers.
    ///
    /// # Errors
    /// The first reason why they may not.
    pub fn check_places(&self, places: &[(UnitId, Coord)]) -> Result<Vec<(UnitId, Coord)>, PlacementFault> {
        let mut moved = BTreeMap::new();
        for &(unit, at) in places {
            if !self.places.contains_key(&unit) {
                return Err(PlacementFault::Unit(unit));
            }
            if moved.insert(unit, at).is_some() {
                return Err(PlacementFault::Twice(unit));
            }
            if !self.zone.contains(&at) {
                return Err(OutsideDeploymentZone(at).into());
            }
        }
        let mut taken = BTreeSet::new();
        for (unit, at) in &self.places {
            let at = moved.get(unit).unwrap_or(at);
            if !taken.insert(*at) {
                return Err(PlacementFault::Occupied(*at));
            }
        }
        let mut scenario = self.scenario.clone();
        write_places(&mut scenario, &self.battle, self.side, &self.places, places);
        if !self.battle.has_fog() {
            let other = self.side.other();
            write_places(&mut scenario, &self.battle, other, &places_at_start(&self.battle, other), &[]);
        }
        Battle::from_scenario(&scenario).map_err(PlacementFault::Scenario)?;
        moved.retain(|unit, at| self.places.get(unit) != Some(at));
        Ok(moved.into_iter().collect())
    }
}

/// Returns a scenario that begins as `start` with units of both sides placed elsewhere. Everything else begins as before: the
/// direction from which Red comes, and the number of turns, do not follow the units.
pub fn arranged_scenario(
    scenario: &Scenario,
    start: &Battle,
    places: &BySide<Vec<(UnitId, Coord)>>,
) -> Scenario {
    let mut arranged = scenario.clone();
    if places.red.is_empty() && places.blue.is_empty() {
        return arranged;
    }
    for side in Side::BOTH {
        write_places(&mut arranged, start, side, &places_at_start(start, side), &places[side]);
    }
    if let Ok(battle) = Battle::from_scenario(&arranged) {
        if battle.last_turn() != start.last_turn() {
            arranged.map.turns = Some(start.last_turn().into());
        }
        if battle.origin_direction() != start.origin_direction() {
            arranged.map.from = start.origin_direction();
        }
    }
    arranged
}

/// Returns `true` if a scenario is another one with units arranged as both sides may.
pub fn is_arrangement_of(arranged: &Scenario, scenario: &Scenario) -> bool {
    let (Ok(start), Ok(fought)) = (Battle::from_scenario(scenario), Battle::from_scenario(arranged)) else {
        return false;
    };
    let places = BySide::new(|side| {
        let before = places_at_start(&start, side);
        let after = places_at_start(&fought, side).into_iter();
        after.filter(|(unit, at)| before.get(unit) != Some(at)).collect::<Vec<_>>()
    });
    let may =
        |side: Side| DeploymentField::of_side(scenario, &start, side).check_places(&places[side]).is_ok();
    Side::BOTH.into_iter().all(may) && arranged_scenario(scenario, &start, &places) == *arranged
}

/// Returns a scenario in which no unit of a side has a hex of its own.
fn without_places(scenario: &Scenario, side: Side) -> Scenario {
    let mut scenario = scenario.clone();
    for unit in scenario.map.army_mut(side).iter_mut().flat_map(|army| &mut army.units) {
        unit.at = None;
    }
    scenario
}

/// Returns the hexes on which a side may place its units, whatever the enemy does meanwhile.
fn blind_zone(scenario: &Scenario, battle: &Battle, side: Side, own: &BTreeMap<UnitId, Coord>) -> Vec<Coord> {
    let grid = battle.grid();
    let near: Vec<Cell> = match side {
        Side::Red => battle.deployment_zone(Side::Blue).to_vec(),
        Side::Blue => battle.living(Side::Red).map(|unit| battle.unit(unit).cell).collect(),
    };
    let distance = scenario.rules.setup.distance;
    let is_far = |cell: Cell| near.iter().all(|&other| grid.distance(cell, other) > distance);
    let mut zone: Vec<Coord> = own.values().copied().collect();
    for &cell in battle.deployment_zone(side) {
        let at = grid.coord(cell);
        if is_far(cell) {
            zone.push(at);
        }
    }
    zone.sort_unstable_by_key(|at| (at.row, at.col));
    zone.dedup();
    zone
}

#[cfg(test)]
mod tests {
    use hotgates_engine::MapFile;

    use super::*;
    use crate::arrangement::order_of_battle_mut;

    /// A field, with the distance at which armies begin at least.
    fn field(distance: u32, fog: bool) -> (Scenario, Battle) {
        let rows =
            ["............", "#...........", "............", "............"].map(str::to_owned).to_vec();
        let mut scenario = Scenario::classic(MapFile { rows, ..MapFile::default() });
        scenario.rules.setup.distance = distance;
        scenario.rules.options.fog_of_war = fog;
        let start = Battle::from_scenario(&scenario).expect("a sound scenario");
        (scenario, start)
    }

    fn moved_one(field: &DeploymentField) -> Vec<(UnitId, Coord)> {
        let unit = *field.places.keys().next().expect("a unit");
        let free = field.zone().iter().find(|at| !field.places.values().any(|taken| taken == *at));
        vec![(unit, *free.expect("more hexes than units"))]
    }

    #[test]
    fn however_both_arrange_the_battle_can_begin_and_begins_as_both_know() {
        for (distance, fog) in [(2, false), (3, false), (4, true)] {
            let (scenario, start) = field(distance, fog);
            let fields = BySide::new(|side| DeploymentField::of_side(&scenario, &start, side));
            for red in fields.red.zone() {
                for blue in fields.blue.zone() {
                    let check = |side: Side, at: &Coord| {
                        let unit = *fields[side].places.keys().next().expect("a unit");
                        fields[side].check_places(&[(unit, *at)])
                    };
                    let (Ok(red), Ok(blue)) = (check(Side::Red, red), check(Side::Blue, blue)) else {
                        continue;
                    };
                    let places = BySide { red, blue };
                    let arranged = arranged_scenario(&scenario, &start, &places);
                    let battle = Battle::from_scenario(&arranged).expect("it can begin");
                    assert_eq!(battle.last_turn(), start.last_turn());
                    assert_eq!(battle.origin_direction(), start.origin_direction());
                    for (unit, at) in places.red.iter().chain(&places.blue) {
                        assert_eq!(battle.grid().coord(battle.unit(*unit).cell), *at);
                    }
                    assert!(is_arrangement_of(&arranged, &scenario));
                }
            }
        }
    }

    #[test]
    fn units_are_placed_once_each_on_their_own_hexes() {
        let (scenario, start) = field(2, false);
        let fields = BySide::new(|side| DeploymentField::of_side(&scenario, &start, side));
        let field = &fields.blue;
        let sound = moved_one(field);
        assert_eq!(field.check_places(&sound), Ok(sound.clone()));
        let (unit, to) = sound[0];
        assert_eq!(field.check_places(&[sound[0], sound[0]]), Err(PlacementFault::Twice(unit)));
        let (&friend, &taken) = field.places.iter().find(|(other, _)| **other != unit).expect("a friend");
        assert_eq!(field.check_places(&[(unit, taken)]), Err(PlacementFault::Occupied(taken)));
        let exchanged = [(unit, taken), (friend, field.places[&unit])];
        assert_eq!(field.check_places(&exchanged).map(|places| places.len()), Ok(2), "they change places");
        assert_eq!(field.check_places(&[(unit, field.places[&unit])]), Ok(Vec::new()));
        let far = Coord { col: 11, row: 0 };
        assert_eq!(field.check_places(&[(unit, far)]), Err(OutsideDeploymentZone(far).into()));
        let enemy = *fields.red.places.keys().next().expect("a unit");
        assert_eq!(field.check_places(&[(enemy, to)]), Err(PlacementFault::Unit(enemy)));

        // Nothing but hexes of units may differ.
        let arranged = arranged_scenario(&scenario, &start, &BySide { red: Vec::new(), blue: sound });
        assert!(is_arrangement_of(&arranged, &scenario) && is_arrangement_of(&scenario, &scenario));
        let mut other = arranged.clone();
        other.map.turns = Some(3);
        assert!(!is_arrangement_of(&other, &scenario));
        let mut other = arranged;
        other.map.blue.as_mut().expect("it is written out").units[0].at = Some(far);
        assert!(!is_arrangement_of(&other, &scenario));
    }

    #[test]
    fn with_fog_the_hexes_tell_nothing_of_where_the_enemy_stands() {
        let zone = |at: Coord| {
            let rows = ["............", "#...........", "............"].map(str::to_owned).to_vec();
            let map = MapFile { rows, ..MapFile::default() };
            let mut scenario = Scenario::classic(map);
            scenario.rules.options.fog_of_war = true;
            scenario.rules.setup.distance = 1;
            let start = Battle::from_scenario(&scenario).expect("a sound scenario");
            for (side, places) in [(Side::Red, [(11, 0), (11, 1)]), (Side::Blue, [(0, 1), (at.col, at.row)])]
            {
                let army = order_of_battle_mut(&mut scenario, &start, side);
                army.units.truncate(2);
                for (unit, (col, row)) in army.units.iter_mut().zip(places) {
                    unit.at = Some(Coord { col, row });
                }
            }
            let start = Battle::from_scenario(&scenario).expect("a sound scenario");
            DeploymentField::of_side(&scenario, &start, Side::Red).zone().to_vec()
        };
        assert_eq!(zone(Coord { col: 1, row: 2 }), zone(Coord { col: 7, row: 2 }));
    }
}
