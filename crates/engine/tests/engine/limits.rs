//! The largest maps and armies are accepted, and larger ones refused.

use hotgates_engine::{
    Army, ArrivalEntry, Battle, BattleFile, Direction, Fault, FaultKind, Grid, LegalOrders, Map, MapFile,
    PathFinder, PathOptions, Ruleset, Scenario, Side, TextPosition, UnitEntry, UnitId,
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
    assert!(matches!(check(map_with_arrival(20_001)), FaultKind::Count { max: 20_000, .. }));
}

/// A map on which a second unit of Red's comes in the second turn, on one of so many hexes.
fn map_with_arrival(hexes: usize) -> MapFile {
    let arrival = ArrivalEntry { turn: Some(2), hexes: vec![at(39, 0); hexes], from: None };
    let mut red = army(2);
    red.units[1].arrives = Some(arrival);
    MapFile { red: Some(red), ..large(40, 20) }
}

#[test]
fn a_unit_may_come_on_any_of_20000_hexes() {
    assert_eq!(Battle::check_scenario(&Scenario::classic(map_with_arrival(20_000))).faults, []);
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

/// The entry that is one too many ends the reading of every list and map: that entry is no entry at all here, and
/// nobody asks for more than the limit.
#[test]
fn every_list_of_a_file_ends_at_its_limit() {
    let refused = |what: &str, fault: Fault, max: usize, before: &str| {
        assert_eq!(fault.kind, FaultKind::TooManyEntries { max }, "{what}");
        let column = before.chars().count() + 1;
        assert_eq!(fault.position, Some(TextPosition { line: 1, column }), "{what}");
    };
    let goal = "goals: [(key: \"a\", side: red, ";
    let event = "events: [(key: \"a\", ";
    for (head, entry, max) in [
        ("rows: [", "\"\"", 4096),
        ("glyphs: {", "'a': \"grass\"", 1000),
        ("entry: [", "(0, 0)", 20_000),
        ("red_holds: [", "(0, 0)", 20_000),
        ("red: (units: [", "(type: \"\")", 20_000),
        ("blue: (units: [(type: \"\", arrives: (hexes: [", "(0, 0)", 20_000),
        ("goals: [", "(key: \"\", side: red)", 32),
        (&format!("{goal}hold: ["), "(0, 0)", 32),
        (&format!("{goal}take: ["), "(0, 0)", 32),
        (&format!("{goal}exit: ["), "(0, 0)", 32),
        (&format!("{goal}destroy: ["), "\"\"", 32),
        (&format!("{goal}units: ["), "\"\"", 32),
        ("wins: (red: [", "[]", 32),
        ("wins: (blue: [[", "\"\"", 32),
        ("victory_points: (degrees: [", "(lead: 1, name: \"\")", 32),
        ("events: [", "(key: \"\")", 32),
        (&format!("{event}enters: ["), "(0, 0)", 32),
        (&format!("{event}lost: ["), "\"\"", 32),
        (&format!("{event}arrive: ["), "\"\"", 32),
        (&format!("{event}opens: ["), "\"\"", 32),
        (&format!("{event}terrain: {{"), "\"\": []", 100),
        (&format!("{event}terrain: {{\"\": ["), "(0, 0)", 32),
    ] {
        for file in ["Map(", "Scenario(name: \"\", map: \"\", "] {
            if file.starts_with('S') && (head.starts_with("rows") || head.starts_with("glyphs")) {
                continue;
            }
            let before = format!("{file}{head}{}", format!("{entry},").repeat(max));
            let fault = BattleFile::from_ron(&format!("{before}no entry")).unwrap_err();
            refused(head, fault, max, &before);
        }
    }
    let terrain = "(name: \"\", terrains: [(name: \"\", glyph: 'a', ";
    let unit = "(name: \"\", units: [(name: \"\", letter: 'a', arm: infantry, ";
    let weather = "(name: \"\", options: (weather: (states: [";
    let work = "(name: \"\", options: (works: [(name: \"\", ";
    for (head, entry, max) in [
        (format!("{terrain}cost_for: {{"), "\"a\": 1", 164),
        (format!("{terrain}defence_for: {{"), "\"a\": 1", 164),
        ("(terrains: [".to_owned(), "(name: \"\", glyph: 'a')", 100),
        (format!("{unit}tags: ["), "\"\"", 64),
        ("(ranks: [".to_owned(), "(name: \"\", dealt: 1, taken: 1)", 100),
        ("(standard: (red: [".to_owned(), "(\"\", 1)", 20_000),
        ("(standard: (red: [], blue: [".to_owned(), "(\"\", 1)", 20_000),
        ("(options: (works: [".to_owned(), "(name: \"\", from: [], to: \"\", by: [])", 100),
        (format!("{work}from: ["), "\"\"", 100),
        (format!("{work}by: ["), "\"a\"", 164),
        ("(matchups: [".to_owned(), "(by: melee, target: \"a\", factor: 1)", 20_000),
        (weather.to_owned(), "(name: \"\")", 100),
        (format!("{weather}(name: \"\", costs: {{"), "\"\": 1", 100),
        (format!("{weather}(name: \"\", next: {{"), "\"\": 1", 100),
        (format!("{weather}], schedule: ["), "\"\"", 10_000),
    ] {
        let before = format!("{head}{}", format!("{entry},").repeat(max));
        let faults = Ruleset::from_ron(&format!("{before}no entry")).unwrap_err();
        assert_eq!(faults.len(), 1, "{head}: {faults:?}");
        refused(&head, faults[0].clone(), max, &before);
    }
}
