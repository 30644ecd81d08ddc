//! Every fault that a file can have, each with its place. `§` in a text marks the place and is
//! taken out.

use hotgates_engine::{
    Army, Battle, BattleFile, Coord, Direction, Fault, FaultKind, MapFile, Ruleset, Scenario, Side,
    TextPosition, UnitEntry,
};
use proptest::prelude::*;

use crate::stage::{at, sentences};

/// Returns the text without its mark, and the place of the mark.
fn unmarked(text: &str) -> (String, Option<TextPosition>) {
    let Some((before, after)) = text.split_once('§') else { return (text.to_owned(), None) };
    let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
    (format!("{before}{after}"), Some(TextPosition { line: before.matches('\n').count() + 1, column }))
}

/// Returns every fault of a map's text under the classic rules.
fn map_faults(source: &str) -> Vec<Fault> {
    match MapFile::from_ron(source) {
        Err(fault) => vec![fault],
        Ok(map) => {
            let mut faults = Battle::check_scenario(&Scenario::classic(map)).faults;
            MapFile::locate_faults(source, &mut faults);
            faults
        }
    }
}

/// Checks that a map has one fault, at its mark and hex and with this message; returns the kind of
/// the fault.
#[track_caller]
fn check_map(text: &str, hex: Option<(i32, i32)>, message: &str) -> FaultKind {
    let (source, position) = unmarked(text);
    let faults = map_faults(&source);
    let [fault] = &faults[..] else { panic!("{} faults:\n{}", faults.len(), sentences(&faults)) };
    assert_eq!(fault.to_string(), message);
    assert_eq!((fault.position, fault.hex), (position, hex.map(Coord::from)));
    fault.kind.clone()
}

/// Checks that the classic ruleset with one text replaced has one fault, with this message; returns
/// the kind of the fault.
#[track_caller]
fn check_rules(classic: &str, broken: &str, message: &str) -> FaultKind {
    check_rules_of(CLASSIC, classic, broken, message)
}

const CLASSIC: &str = Ruleset::CLASSIC;

/// Returns the names behind "known:" in a message about terrains, glyphs or unit types of the
/// classic rules.
fn list_known(what: &str) -> String {
    let Ruleset { terrains, units, .. } = Ruleset::classic();
    let known: Vec<_> = match what {
        "terrains" => terrains.into_iter().map(|terrain| terrain.name).collect(),
        "glyphs" => terrains.iter().map(|terrain| format!("`{}` {}", terrain.glyph, terrain.name)).collect(),
        _ => units.into_iter().map(|unit| unit.name).collect(),
    };
    known.join(", ")
}

#[track_caller]
fn check_rules_of(text: &str, classic: &str, broken: &str, message: &str) -> FaultKind {
    assert!(text.contains(classic), "`{classic}` stands in the file");
    // The fault is in the first of several rows: rows are added at the ends of lists.
    let (source, position) = unmarked(&text.replacen(classic, broken, 1));
    let faults = Ruleset::from_ron(&source).unwrap_err();
    let [fault] = &faults[..] else { panic!("{} faults:\n{}", faults.len(), sentences(&faults)) };
    assert_eq!(fault.to_string(), message);
    assert_eq!(fault.position, position);
    fault.kind.clone()
}

/// Returns the text of a map with these rows and further fields; sound, if both are.
fn map(rows: &str, rest: &str) -> String {
    format!("Map(\n    name: \"a map\",\n    rows: [{rows}],\n{rest}\n)")
}

const ROWS: &str = r##""..........", "#.........", "..........""##;
const ARMIES: &str = r#"red: (units: [(type: "infantry")]), blue: (units: [(type: "infantry")])"#;

#[test]
fn nothing_is_wrong_with_the_map_that_the_others_are_made_from() {
    assert_eq!(sentences(&map_faults(&map(ROWS, ARMIES))), "");
}

/// A newer file is refused for its format, whatever else it holds and wherever the format stands.
#[test]
fn a_file_of_a_newer_format_is_refused_with_both_numbers() {
    let newer = "format 2 is newer than this program, which reads up to format 1";
    for text in [
        "Map(format: §2, name: \"x\", rows: [\"..\"])",
        "Map(\n  name: \"format: 1\",\n  fog: [(format: 1)],\n  format: §2,\n  rows: []\n)",
        "(weather: \"é\", format: §2)",
    ] {
        assert_eq!(check_map(text, None, newer), FaultKind::NewerFormat { found: 2, known: 1 });
    }
    check_map("Map(format: §0, rows: [])", None, "format: 0 is out of range; it may be 1 to 1");
    assert_eq!(
        check_rules("name:", "fog: true, format: §2, name:", newer),
        FaultKind::NewerFormat { found: 2, known: 1 }
    );
    let scenario = "Scenario(weather: [], format: 3, name: \"x\", map: \"y\")";
    let fault = BattleFile::from_ron(scenario).unwrap_err();
    assert_eq!(fault.kind, FaultKind::NewerFormat { found: 3, known: 1 });
    assert_eq!(fault.position, Some(TextPosition { line: 1, column: 31 }));
}

/// A format that is no whole number is a mistake at its place; format 1 may be said, and is not
/// written.
#[test]
fn a_file_may_say_that_it_has_the_first_format() {
    for wrong in ["-1", "\"1\"", "1.5", "99999999999999999999", "one", "[1]"] {
        let fault = MapFile::from_ron(&format!("Map(name: \"x\", rows: [], format: {wrong})")).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Syntax { .. }), "{wrong}: {fault}");
        assert!(fault.position.is_some_and(|position| position.column > 30), "{wrong}: {fault:?}");
    }
    let said = MapFile::from_ron("Map(format: 1, name: \"x\", rows: [\"..\"])").unwrap();
    assert_eq!(said, MapFile::from_ron("Map(name: \"x\", rows: [\"..\"])").unwrap());
    assert!(!said.to_ron().contains("format"));
    let rules = Ruleset::from_ron(&CLASSIC.replacen("name:", "format: 1, name:", 1)).unwrap();
    assert_eq!(rules, Ruleset::classic());
}

#[test]
fn a_text_that_cannot_be_read() {
    for empty in ["", " \n\t\n"] {
        assert_eq!(check_map(empty, None, "the file is empty"), FaultKind::EmptyFile);
    }
    for (text, message) in [
        ("Map(\n  name: §5,\n)", "expected string"),
        ("Map(\n  name: \"x\",\n  rows: [\"..\"],\n  colour: §1,\n)", "unexpected field named `colour`"),
        ("Map(\n  name: \"x\",\n  rows: [\".§", "expected string end"),
        ("Map(name: \"x\"§)", "missing field `rows`"),
        ("Map(name: \"x\", rows: [], from: §up)", "unexpected variant named `up`"),
        ("Map(name: \"x\", rows: [], turns: §1.5)", "expected"),
        ("Map(name: \"x\", rows: [], turns: §99999999999999999999)", ""),
    ] {
        let (source, position) = unmarked(text);
        let fault = MapFile::from_ron(&source).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Syntax { .. }), "{fault:?}");
        let said = fault.to_string().to_lowercase();
        let (found, marked) = (fault.position.unwrap(), position.unwrap());
        assert!(
            !said.is_empty() && found.line == marked.line,
            "{source}\n{said} at {found:?}, not {marked:?}"
        );
        assert!(said.contains(message) || said.contains("expected"), "{said}");
        assert!(
            fault.message_in_file("x.ron").starts_with(&format!("x.ron:{}:{}: ", found.line, found.column))
        );
    }
    let deep = format!("Map(name: \"x\", rows: {})", "[".repeat(100_000));
    assert!(MapFile::from_ron(&deep).is_err());
    let deep = "(".repeat(100_000);
    assert!(MapFile::from_ron(&deep).is_err() && BattleFile::from_ron(&deep).is_err());
}

#[test]
fn rows_and_glyphs() {
    check_map(&map("§", ARMIES).replace("[§]", "§[]"), None, "rows: the map has no hexes");
    check_map(&map("\"\", \"\"", ARMIES).replace("[\"", "§[\""), None, "rows: the map has no hexes");
    let kind = check_map(
        &map(r##""#.........", "...§Q......""##, ARMIES),
        Some((3, 1)),
        &format!("hex 3,1: unknown glyph `Q`; known: {}", list_known("glyphs")),
    );
    assert!(matches!(kind, FaultKind::Unknown { .. }));
    let kind = check_map(
        &map(r##""#.........", §".........""##, ARMIES),
        None,
        "rows[1]: row 1 has 9 hexes, the first row has 10",
    );
    assert_eq!(kind, FaultKind::RaggedRow { row: 1, length: 9, expected: 10 });
    check_map(
        &map(ROWS, &format!("glyphs: §{{'x': \"lava\"}}, {ARMIES}")),
        None,
        &format!("glyphs: unknown terrain `lava`; known: {}", list_known("terrains")),
    );
    let kind = check_map(
        &map(r#"".........."#, ARMIES).replace("rows: [\"..........", "rows: §[\"..........\""),
        None,
        "rows: the map has no castle",
    );
    assert_eq!(kind, FaultKind::NoCastle);
    let kind = check_map(
        &map(&format!("\"#{}\"", ".".repeat(4096)), ARMIES).replace("rows: [", "rows: §["),
        None,
        "rows: the map has 4097 × 1 hexes; at most 4096 a side and 4194304 in all are allowed",
    );
    assert!(matches!(kind, FaultKind::TooLarge { .. }));
}

#[test]
fn a_map_without_any_known_glyph_gets_a_hundred_faults_and_their_number() {
    let faults = map_faults(&map(&vec![format!("\"{}\"", "Q".repeat(1000)); 1000].join(","), ARMIES));
    assert_eq!(faults.len(), 101);
    assert_eq!(faults[100].kind, FaultKind::MoreUnknown { count: 999_900 });
    assert_eq!(faults[100].to_string(), "rows: 999900 more hexes have unknown glyphs");
}

#[test]
fn numbers_out_of_range() {
    for (field, value, range) in [
        ("turns", -1, "1 to 10000"),
        ("turns", 0, "1 to 10000"),
        ("turns", i64::MAX, "1 to 10000"),
        ("variation", 901, "0 to 900"),
        ("variation", i64::MIN, "0 to 900"),
    ] {
        check_map(
            &map(ROWS, &format!("{field}: §{value}, {ARMIES}")),
            None,
            &format!("{field}: {value} is out of range; it may be {range}"),
        );
    }
    for (strength, kind, most) in
        [(0, "infantry", 1000), (1001, "infantry", 1000), (-5, "cavalry", 500), (201, "artillery", 200)]
    {
        let army = format!("red: (units: [(type: \"infantry\"), (type: \"{kind}\", strength: §{strength})])");
        let message = format!("red.units[1].strength: {strength} is out of range; it may be 1 to {most}");
        check_map(&map(ROWS, &army), None, &message);
    }
}

#[test]
fn armies() {
    let blue =
        |unit: &str| map(ROWS, &format!("red: (units: [(type: \"infantry\")]), blue: (units: [{unit}])"));
    check_map(
        &blue("(type: §\"elephant\")"),
        None,
        &format!("blue.units[0].type: unknown unit type `elephant`; known: {}", list_known("units")),
    );
    check_map(
        &blue("(type: \"infantry\", rank: §\"Pope\")"),
        None,
        "blue.units[0].rank: unknown rank `Pope`; known: Lieutenant, Captain, Major, Colonel, Brigadier, General",
    );
    check_map(
        &blue("(type: \"infantry\", called: §\" \")"),
        None,
        "blue.units[0].called: a name is missing or empty",
    );
    let kind = check_map(
        &blue("").replace("units: []", "units: §[]"),
        None,
        "blue.units: 0 units; there may be 1 to 20000",
    );
    assert!(matches!(kind, FaultKind::Count { .. }));
    for place in ["(10, 0)", "(0, 3)", "(-1, 0)", "(2147483647, 2147483647)", "(-2147483648, -2147483648)"] {
        let hex = place.trim_matches(['(', ')']).replace(", ", ",");
        let kind = check_map(
            &blue(&format!("(type: \"infantry\", at: §{place})")),
            None,
            &format!("blue.units[0].at: hex {hex} is off the map; columns go to 9, rows to 2"),
        );
        assert!(matches!(kind, FaultKind::OffMap { .. }));
    }
    let wet = r##""~.........", "#.........""##;
    let kind = check_map(
        &map(wet, "blue: (units: [(type: \"infantry\", at: §(0, 0))])"),
        Some((0, 0)),
        "hex 0,0: infantry cannot stand on water",
    );
    assert!(matches!(kind, FaultKind::Impassable { .. }));
    let kind = check_map(
        &blue("(type: \"infantry\", at: (1, 1)), (type: \"cavalry\", at: §(1, 1))"),
        Some((1, 1)),
        "hex 1,1: Blue's unit 2 (cavalry) stands where Blue's unit 1 (infantry) stands already",
    );
    assert!(matches!(kind, FaultKind::Occupied { .. }));
}

#[test]
fn places_too_close_to_each_other() {
    let red = |place: &str| {
        map(
            ROWS,
            &format!(
                "red: (units: [(type: \"infantry\", at: §{place})]), blue: (units: [(type: \"infantry\")])"
            ),
        )
    };
    let kind = check_map(
        &red("(6, 1)"),
        Some((6, 1)),
        "hex 6,1: Red's unit 1 (infantry) starts 6 hexes from a castle at 0,1; it must be more than 6",
    );
    assert!(matches!(kind, FaultKind::TooClose { .. }));
    // Red's unit stands on a hex that the layout has given to Blue.
    check_map(
        &red("(0, 1)"),
        Some((0, 1)),
        "hex 0,1: Red's unit 1 (infantry) starts 0 hexes from a castle at 0,1; it must be more than 6",
    );
    let both = "red: (units: [(type: \"infantry\", at: §(9, 1))]), blue: (units: [(type: \"infantry\", at: (4, 1))])";
    check_map(
        &map(ROWS, both),
        Some((9, 1)),
        "hex 9,1: Red's unit 1 (infantry) starts 5 hexes from a Blue unit at 4,1; it must be more than 6",
    );
}

#[test]
fn ways_and_room() {
    let cut_off = r#""....^.....", "..^#^.....", "....^.....""#;
    let kind = check_map(
        &map(r##""^^^.......", "#^^.......", "^^^.......""##, ARMIES).replace("rows: [", "rows: §["),
        None,
        "rows: no Red unit can reach a castle from where Red comes in",
    );
    assert_eq!(kind, FaultKind::CastleCutOff);
    // There is a way from some hexes, but not from where Red's men are put.
    let by_hand = "red: (units: §[(type: \"infantry\", at: (9, 0))]), blue: (units: [(type: \"infantry\")])";
    let split = r##""#.......^.", "........^.", "........^.""##;
    check_map(
        &map(split, by_hand),
        None,
        "red.units: no Red unit can reach a castle from where Red comes in",
    );
    let faults = map_faults(&map(cut_off, &format!("from: se, {ARMIES}")));
    assert!(
        matches!(faults[0].kind, FaultKind::NoWayFrom { direction: Direction::Se, .. }),
        "{}",
        sentences(&faults)
    );
    let kind = check_map(
        &map(ROWS, &format!("from: §nw, {ARMIES}")),
        None,
        "from: Red cannot come from the north-west: its 1 unit finds only 0 hexes there that lie more than 6 hexes from \
         every castle and Blue unit and have a way to a castle",
    );
    assert!(matches!(kind, FaultKind::NoWayFrom { .. }));
    let units = vec!["(type: \"infantry\")"; 31].join(", ");
    let kind = check_map(
        &map(ROWS, &format!("red: (units: [(type: \"infantry\")]), blue: (units: [{units}])"))
            .replace("rows: [", "rows: §["),
        None,
        "rows: no room for Blue's army: 31 units, 30 hexes to start on",
    );
    assert_eq!(kind, FaultKind::NoRoom { side: Side::Blue, units: 31, room: 30 });
    for (entry, hex, message) in [
        ("§(99, 0)", None, "entry[0]: hex 99,0 is off the map; columns go to 9, rows to 2"),
        (
            "(9, 1), §(2147483647, -2147483648)",
            None,
            "entry[1]: hex 2147483647,-2147483648 is off the map; columns go to 9, rows to 2",
        ),
    ] {
        check_map(&map(ROWS, &format!("entry: [{entry}], {ARMIES}")), hex, message);
    }
    let wet = r##""~.........", "#.........", "..........""##;
    check_map(
        &map(wet, &format!("entry: [§(0, 0)], {ARMIES}")),
        Some((0, 0)),
        "hex 0,0: infantry cannot stand on water",
    );
}

#[test]
fn a_long_march() {
    let long = format!("\"#{}\"", ".".repeat(99));
    let kind = check_map(
        &map(&long, &format!("turns: 9, {ARMIES}")),
        None,
        "Red's way to the nearest castle takes 25 turns, more than half of the 9 of this battle",
    );
    assert_eq!(kind, FaultKind::LongMarch { march: 25, turns: 9 });
}

#[test]
fn faults_of_a_ruleset() {
    let kind = check_rules(
        "name: \"bridge\"",
        "name: §\"road\"",
        "terrains[1].name: `road` is there already; each may stand only once",
    );
    assert!(matches!(kind, FaultKind::Twice { .. }));
    check_rules(
        "glyph: 'H'",
        "glyph: §'='",
        "terrains[1].glyph: `=` is there already; each may stand only once",
    );
    check_rules(
        "name: \"General\"",
        "name: §\"captain\"",
        "ranks[5].name: `captain` is there already; each may stand only once",
    );
    let kind = check_rules("name: \"water\"", "name: §\"\"", "terrains[5].name: a name is missing or empty");
    assert!(matches!(kind, FaultKind::Empty { .. }));
    let kind = check_rules(
        "glyph: '~'",
        "glyph: §' '",
        "terrains[5].glyph: the glyph ' ' is blank; choose a visible character",
    );
    assert!(matches!(kind, FaultKind::Blank { .. }));
    let bare = CLASSIC.replace(", castle: true", "");
    let kind = check_rules_of(
        &bare,
        "terrains: [",
        "terrains: §[",
        "terrains: no terrain is a castle; give one of them `castle: true`",
    );
    assert_eq!(kind, FaultKind::NoCastleTerrain);
}

/// The classic rules with two tags that cavalry has both.
fn tagged_rules() -> String {
    CLASSIC.replacen("arm: infantry", "arm: infantry, tags: [\"living\"]", 1).replacen(
        "arm: cavalry",
        "arm: cavalry, tags: [\"living\", \"mounted\"]",
        1,
    )
}

#[test]
fn tags_that_fit_the_same_type() {
    let check = |classic: &str, broken: &str, message: &str| {
        check_rules_of(&tagged_rules(), classic, broken, message);
    };
    let both = "#living and #mounted both fit cavalry; give cavalry an entry of its own";
    check(
        "glyph: 'f'",
        "glyph: 'f', cost_for: §{\"#living\": 1, \"#mounted\": 2}",
        &format!("terrains[4].cost_for: {both}"),
    );
    check(
        "glyph: 'f'",
        "glyph: 'f', defence_for: §{\"#living\": 1, \"#mounted\": 2}",
        &format!("terrains[4].defence_for: {both}"),
    );
    check(
        "factor: 700),",
        "factor: 700), (by: melee, target: \"#living\", factor: 1), §(by: melee, target: \"#mounted\", factor: 2),",
        "matchups[4]: this and matchups[3] fit infantry on cavalry equally well; give them a row of their own",
    );
    let sound = tagged_rules()
        .replacen("glyph: 'f'", "glyph: 'f', cost_for: {\"#living\": 1, \"#mounted\": 2, \"cavalry\": 3}", 1)
        .replacen("target: \"artillery\"", "target: \"#living\"", 1);
    assert_eq!(Ruleset::from_ron(&sound).map(drop), Ok(()));
}

#[test]
fn numbers_of_a_ruleset() {
    let units = list_known("units");
    for (classic, broken, message) in [
        (
            "cost: 4, defence",
            "cost: §251, defence",
            "terrains[4].cost: 251 is out of range; it may be 1 to 250",
        ),
        ("defence: 250", "defence: §1001", "terrains[4].defence: 1001 is out of range; it may be 0 to 1000"),
        ("movement: 12", "movement: §0", "units[1].movement: 0 is out of range; it may be 1 to 250"),
        ("strength: 200", "strength: §0", "units[2].strength: 0 is out of range; it may be 1 to 65535"),
        ("melee: 240", "melee: §50001", "units[1].melee: 50001 is out of range; it may be 0 to 50000"),
        (
            "melee: 240",
            "melee: 240, melee_defence: §50001",
            "units[1].melee_defence: 50001 is out of range; it may be 0 to 50000",
        ),
        (
            "melee: 240",
            "melee: 240, strike_back: §50001",
            "units[1].strike_back: 50001 is out of range; it may be 0 to 50000",
        ),
        ("power: 450", "power: §50001", "units[2].ranged.power: 50001 is out of range; it may be 0 to 50000"),
        ("min: 2", "min: §1", "units[2].ranged.min: 1 is out of range; it may be 2 to 32"),
        ("max: 4", "max: §1", "units[2].ranged.max: 1 is out of range; it may be 2 to 32"),
        ("max: 4", "max: §33", "units[2].ranged.max: 33 is out of range; it may be 2 to 32"),
        ("taken: 960", "taken: §50001", "ranks[1].taken: 50001 is out of range; it may be 0 to 50000"),
        ("steps: 600", "steps: §0", "ranks[1].steps: 0 is out of range; it may be 1 to 1000000"),
        ("factor: 700", "factor: §50001", "matchups[2].factor: 50001 is out of range; it may be 0 to 50000"),
        (
            "roll_base: 300",
            "roll_base: §50001",
            "combat.roll_base: 50001 is out of range; it may be 0 to 50000",
        ),
        ("min_turns: 14", "min_turns: §0", "setup.min_turns: 0 is out of range; it may be 1 to 10000"),
        ("distance: 6", "distance: §4097", "setup.distance: 4097 is out of range; it may be 0 to 4096"),
        (
            "(\"infantry\", 9)",
            "§(\"infantry\", 1001)",
            "standard.red[0]: 1001 is out of range; it may be 0 to 1000",
        ),
        (
            "(\"infantry\", 6)",
            "§(\"infanterie\", 6)",
            &format!("standard.blue[0]: unknown unit type `infanterie`; known: {units}"),
        ),
        (
            "glyph: 'f'",
            "glyph: 'f', cost_for: §{\"boat\": 1}",
            &format!("terrains[4].cost_for: unknown unit type `boat`; known: {units}"),
        ),
        (
            "[(\"infantry\", 6), (\"cavalry\", 2), (\"artillery\", 2)]",
            "§[(\"infantry\", 0)]",
            "standard.blue: an army is missing or empty",
        ),
        (
            "glyph: 'f'",
            "glyph: 'f', defence_for: §{\"cavalry\": 1001}",
            "terrains[4].defence_for: 1001 is out of range; it may be 0 to 1000",
        ),
        (
            "glyph: 'f'",
            "glyph: 'f', defence_for: §{\"#mounted\": 100}",
            "terrains[4].defence_for: unknown tag `mounted`; known: none",
        ),
        (
            "arm: cavalry",
            "arm: cavalry, tags: §[\"light horse\"]",
            "units[1].tags: `light horse` is no tag: a tag is one word, and `#` stands only where it is asked for",
        ),
        (
            "arm: cavalry",
            "arm: cavalry, tags: §[\"light\", \"light\"]",
            "units[1].tags: `light` is there already; each may stand only once",
        ),
    ] {
        check_rules(classic, broken, message);
    }
    let tags = |numbers: std::ops::Range<u32>| {
        numbers.map(|tag| format!("\"t{tag}\"")).collect::<Vec<_>>().join(", ")
    };
    let broken = CLASSIC
        .replacen("arm: cavalry", &format!("arm: cavalry, tags: [{}]", tags(0..33)), 1)
        .replacen("arm: artillery", &format!("arm: artillery, tags: [{}]", tags(33..65)), 1);
    let faults = Ruleset::from_ron(&broken).unwrap_err();
    assert_eq!(sentences(&faults), "units: 65 tags; there may be 0 to 64");
    let many = vec!["(\"infantry\", 1000)"; 21].join(", ");
    check_rules(
        "[(\"infantry\", 6), (\"cavalry\", 2), (\"artillery\", 2)]",
        &format!("§[{many}]"),
        "standard.blue: 21000 units; there may be 1 to 20000",
    );
    let kind = |n| format!("(name: \"t{n}\", glyph: '\\u{{{:x}}}'),", 0x4e00 + n);
    let kinds = (0..100).map(kind).collect::<Vec<_>>().concat();
    check_rules(
        "terrains: [",
        &format!("terrains: [{kinds}§{}", kind(100)),
        "this entry is one too many; there may be at most 100",
    );
}

#[test]
fn several_faults_are_reported_at_once() {
    let text = r##"Map(
    name: "all wrong",
    rows: ["..Q.......", "#........", ".........."],
    turns: -3,
    variation: 2000,
    red: (units: [(type: "infantry", strength: 0), (type: "elephant"), (type: "cavalry", rank: "Pope")]),
    blue: (units: []),
)"##;
    let faults = map_faults(text);
    let lines: Vec<_> = faults.iter().map(|fault| fault.position.unwrap().line).collect();
    assert_eq!(lines, [4, 5, 3, 3, 6, 6, 6, 7], "{}", sentences(&faults));
    let hexes: Vec<_> = faults.iter().filter_map(|fault| fault.hex).collect();
    assert_eq!(hexes, [at(2, 0)]);
    let places = map_faults(&map(
        ROWS,
        "entry: [(10, 10)], red: (units: [(type: \"infantry\", at: (-1, 0)), (type: \"infantry\", at: (9, 9))])",
    ));
    assert_eq!(places.len(), 3, "{}", sentences(&places));
}

#[test]
fn a_broken_ruleset_makes_no_battle() {
    let mut rules = Ruleset::classic();
    rules.units[0].movement.0 = 0;
    let map = MapFile::from_ron(&map(ROWS, ARMIES)).unwrap();
    let report = Battle::check_scenario(&Scenario::new(map, rules));
    assert!(report.battle.is_none() && report.faults.len() == 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever numbers a file holds, the answer is a battle or faults, never a panic.
    #[test]
    fn no_numbers_make_it_panic(
        turns: Option<i64>, variation: Option<i64>, seed: Option<u64>, from in prop::option::of(0_usize..6),
        entry in prop::collection::vec((number(), number()), 0..3),
        red in prop::collection::vec(unit(), 0..4), blue in prop::collection::vec(unit(), 0..4),
        rows in prop::collection::vec("[.#f~^=]{0,12}", 0..6), distance in 0_u32..5,
    ) {
        let army = |units| Some(Army { commander: None, units });
        // Rows of one length, so that more than their raggedness is looked at.
        let width = rows.first().map_or(0, String::len);
        let rows = rows.into_iter().map(|row| format!("{row:.<width$}")[..width].to_owned()).collect();
        let map = MapFile {
            rows, turns, variation, seed, from: from.map(|index| Direction::ALL[index]),
            entry: entry.into_iter().map(Coord::from).collect(), red: army(red), blue: army(blue), ..MapFile::default()
        };
        let mut rules = Ruleset::classic();
        rules.setup.distance = distance;
        let report = Battle::check_scenario(&Scenario::new(map, rules));
        prop_assert!(report.battle.is_some() == report.faults.iter().all(Fault::is_warning));
    }

    /// A file cut or changed anywhere is read or refused, never a panic, and every fault has its
    /// place.
    #[test]
    fn no_text_makes_it_panic(cut in 0_usize..400, put in "[ -~§é\\n]{0,3}") {
        let text = map(ROWS, ARMIES);
        let cut = cut.min(text.len());
        for changed in [text[..cut].to_owned() + &put, text[..cut].to_owned() + &put + &text[cut..]] {
            for fault in map_faults(&changed) {
                let empty = fault.to_string() == "the file is empty";
                prop_assert!(fault.position.is_some() || fault.is_warning() || empty, "{}", fault);
            }
            let _ = BattleFile::from_ron(&changed);
            let _ = Ruleset::from_ron(&changed);
        }
    }
}

fn unit() -> impl Strategy<Value = UnitEntry> {
    let place = prop::option::of((number(), number()).prop_map(Coord::from));
    let kind = prop::sample::select(&["infantry", "cavalry", "artillery", "elephant"][..]);
    (place, prop::option::of(-1_i64..300), kind).prop_map(|(at, strength, kind)| UnitEntry {
        at,
        strength,
        ..UnitEntry::new(kind)
    })
}

/// Small coordinates, mostly on the map, and now and then any.
fn number() -> impl Strategy<Value = i32> {
    prop_oneof![8 => 0_i32..8, 1 => -2_i32..14, 1 => any::<i32>()]
}

#[test]
fn points_of_sight_out_of_range() {
    for (classic, broken, message) in [
        ("melee: 240", "melee: 240, sight: §0", "units[1].sight: 0 is out of range; it may be 1 to 16"),
        ("melee: 240", "melee: 240, sight: §17", "units[1].sight: 17 is out of range; it may be 1 to 16"),
        (
            "glyph: 'f'",
            "glyph: 'f', sight_cost: §0",
            "terrains[4].sight_cost: 0 is out of range; it may be 1 to 17",
        ),
        (
            "glyph: 'f'",
            "glyph: 'f', sight_cost: §18",
            "terrains[4].sight_cost: 18 is out of range; it may be 1 to 17",
        ),
    ] {
        check_rules(classic, broken, message);
    }
}

#[test]
fn points_out_of_range() {
    let classic = "attack_cost: 4, points: ";
    for (points, value) in [("0, // ", "0"), ("100001, // ", "100001")] {
        let broken = format!("attack_cost: 4, points: §{points}");
        check_rules(
            classic,
            &broken,
            &format!("units[0].points: {value} is out of range; it may be 1 to 100000"),
        );
    }
    assert!(Ruleset::from_ron(&CLASSIC.replacen("points: ", "points: -", 1)).is_err());
}
