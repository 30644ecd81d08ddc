//! The largest maps and armies are accepted, and larger ones refused.

use hotgates_engine::{
    Army, Battle, Direction, FaultKind, Grid, LegalOrders, Map, MapFile, PathFinder, PathOptions, Ruleset,
    Scenario, Side, UnitEntry, UnitId,
};

use crate::stage::at;

fn large(width: usize, height: usize) -> MapFile {
    let mut rows = vec![".".repeat(width); height];
    rows[height / 2].replace_range(1..2, "#");
    MapFile { rows, from: Some(Direction::Se), ..MapFile::default() }
}

fn army(units: usize) -> Army {
    let kinds = ["infantry", "cavalry", "artillery"];
    Army { commander: None, units: (0..units).map(|index| UnitEntry::new(kinds[index % 3])).collect() }
}

#[test]
fn the_largest_map_is_a_battle() {
    for (width, height) in [(4096, 1024), (1024, 4096)] {
        let battle = Battle::from_scenario(&Scenario::classic(large(width, height))).unwrap();
        assert_eq!(battle.grid().cells().count(), Grid::MAX_HEXES);
        assert_eq!(battle.alive(Side::Red), 15);
        let (red, blue) = (battle.unit(UnitId(0)).cell, battle.unit(UnitId(15)).cell);
        let mut finder = PathFinder::new();
        let options = PathOptions { ignore_enemies: true, ..PathOptions::default() };
        let path = finder.shortest_path(&battle, UnitId(0), blue, options).unwrap();
        assert_eq!(path.cost, 2 * battle.grid().distance(red, blue), "over open ground");
    }
}

#[test]
fn the_largest_armies_are_laid_out_and_find_their_orders() {
    let map = MapFile { red: Some(army(20_000)), blue: Some(army(20_000)), ..large(1000, 400) };
    let battle = Battle::from_scenario(&Scenario::classic(map)).unwrap();
    assert_eq!((battle.alive(Side::Red), battle.alive(Side::Blue)), (20_000, 20_000));
    assert!(LegalOrders::new().orders_of_side(&battle).len() > 20_000);
    let mut cells: Vec<_> = battle.roster().map(|(_, unit)| unit.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), 40_000, "one unit to a hex");
}

/// Armies of 20,000 units, every Red unit too close to a Blue one, give a fault for each in little
/// time.
#[test]
fn many_faults_are_found_soon() {
    let place = |index: usize, left: i32| {
        at(left + i32::try_from(index / 200).unwrap(), i32::try_from(index % 200).unwrap())
    };
    let by_hand = |left| {
        let unit = |index| UnitEntry { at: Some(place(index, left)), ..UnitEntry::new("infantry") };
        Some(Army { commander: None, units: (0..20_000).map(unit).collect() })
    };
    let mut map = MapFile { red: by_hand(102), blue: by_hand(2), ..large(400, 200) };
    map.from = None;
    let faults = Battle::check_scenario(&Scenario::classic(map)).faults;
    assert!(faults.iter().all(|fault| matches!(fault.kind, FaultKind::TooClose { .. })));
    assert_eq!(faults.len(), 6 * 200, "the six columns next to Blue's men");
}

#[test]
fn what_is_larger_gets_one_fault() {
    let check = |map: MapFile| {
        let faults = Battle::check_scenario(&Scenario::classic(map)).faults;
        assert_eq!(faults.len(), 1);
        faults[0].kind.clone()
    };
    for (width, height) in [(4097, 1), (1, 4097), (4096, 1025), (100_000, 2), (2, 100_000)] {
        let rows = vec![".".repeat(width); height];
        let map = MapFile { rows, red: Some(army(1)), blue: Some(army(1)), ..MapFile::default() };
        assert!(matches!(check(map), FaultKind::TooLarge { .. }), "{width} × {height}");
    }
    for units in [0, 20_001, 1_000_000] {
        let map = MapFile { red: Some(army(units)), ..large(20, 20) };
        assert!(matches!(check(map), FaultKind::Count { max: 20_000, .. }), "{units} units");
    }
    let entry = vec![at(1, 1); 20_001];
    let map = MapFile { entry, from: None, ..large(40, 20) };
    assert!(matches!(check(map), FaultKind::Count { max: 20_000, .. }));
}

#[test]
fn a_map_of_castles_alone_is_read_and_refused() {
    let map = MapFile { rows: vec!["#".repeat(500); 500], ..MapFile::default() };
    let faults = Battle::check_scenario(&Scenario::classic(map)).faults;
    assert_eq!(faults.len(), 1, "there is no hex to come from that is not a castle");
}

/// A map takes two bytes a hex where all unit types pay the same, and one byte more for each
/// further layer of costs.
#[test]
fn a_map_takes_two_bytes_a_hex() {
    let map = Map::read_rows(&large(1000, 100), &Ruleset::classic()).unwrap();
    assert!((200_000..=206_000).contains(&map.memory_bytes()), "{}", map.memory_bytes());
}
