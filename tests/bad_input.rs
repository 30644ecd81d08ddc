//! Bad input: one clear message with its place, the right exit code, and nothing half written.

use std::fs;

use hotgates_ai::NAMES;
use hotgates_engine::Ruleset;

use crate::program::{TWO_CAMPS, one_error, refused, root, run};

/// `battle` refuses the file with this message, `map check` gives this exit code and the same message.
fn check(file: &str, code: i32, message: &str) {
    let path = format!("tests/bad/{file}");
    assert_eq!(refused(&["battle", &path]), message, "battle {file}");
    let checked = run(&["map", "check", &path]);
    assert_eq!((checked.code, one_error(&checked.err).as_str()), (code, message), "map check {file}");
    assert_eq!(checked.out.is_empty(), code == 2, "a file that does not read gets no verdict as a map");
}

#[test]
fn files_that_do_not_read() {
    check("empty.ron", 2, "tests/bad/empty.ron: the file is empty");
    check("truncated.ron", 2, "tests/bad/truncated.ron:10:23: expected string, and the file ends here");
    check("wrong_type.ron", 2, "tests/bad/wrong_type.ron:3:10: expected opening `[`");
    check("wrong_type_of_a_number.ron", 2, "tests/bad/wrong_type_of_a_number.ron:4:11: expected integer");
    check("not_utf8.ron", 2, "tests/bad/not_utf8.ron:3:16: not UTF-8 text: byte 0xff at offset 43");
    check("deep_nesting.ron", 2, "tests/bad/deep_nesting.ron:3:12: expected string");
    check("deep_nesting_unclosed.ron", 2, "tests/bad/deep_nesting_unclosed.ron:4:43: expected integer");
}

#[test]
fn an_unknown_field_is_named_with_those_there_are() {
    let message = refused(&["battle", "tests/bad/unknown_field.ron"]);
    let start = "tests/bad/unknown_field.ron:4:5: unexpected field named `weather` in `Map`, expected one of `format`, `name`,";
    assert!(message.starts_with(start), "{message}");
}

#[test]
fn maps_that_read_but_cannot_be_played() {
    let terrains = Ruleset::classic().terrains;
    let glyphs: Vec<_> =
        terrains.iter().map(|terrain| format!("`{}` {}", terrain.glyph, terrain.name)).collect();
    let place = "tests/bad/unknown_glyph.ron:5:14: hex 4,1";
    let unknown = format!("{place}: unknown glyph `?`; known: {}", glyphs.join(", "));
    check("unknown_glyph.ron", 1, &unknown);
    check(
        "ragged_rows.ron",
        1,
        "tests/bad/ragged_rows.ron:5:9: rows[1]: row 1 has 9 hexes, the first row has 10",
    );
    check("no_hexes.ron", 1, "tests/bad/no_hexes.ron:3:11: rows: the map has no hexes");
    check("empty_rows.ron", 1, "tests/bad/empty_rows.ron:3:11: rows: the map has no hexes");
    check("no_castle.ron", 1, "tests/bad/no_castle.ron:3:11: rows: the map has no castle");
    check(
        "negative_turns.ron",
        1,
        "tests/bad/negative_turns.ron:4:12: turns: -3 is out of range; it may be 1 to 10000",
    );
}

#[test]
fn castles_without_a_way_and_armies_without_room() {
    for (file, place) in [("castle_cut_off.ron", "3:11: rows: "), ("no_room.ron", "3:11: rows: ")] {
        let message = refused(&["battle", &format!("tests/bad/{file}")]);
        assert!(message.starts_with(&format!("tests/bad/{file}:{place}")), "{message}");
        assert_eq!(run(&["map", "check", &format!("tests/bad/{file}")]).code, 1);
    }
    assert!(
        refused(&["battle", "tests/bad/castle_cut_off.ron"])
            .ends_with("can reach a castle from where Red comes in")
    );
    assert!(refused(&["battle", "tests/bad/no_room.ron"]).contains("its 10 units find only 6 hexes"));
}

#[test]
fn armies_that_cannot_be() {
    let place = "tests/bad/two_units_on_one_hex.ron:6:31: hex 9,0";
    let message =
        format!("{place}: Red's unit 2 (cavalry) stands where Red's unit 1 (infantry) stands already");
    check("two_units_on_one_hex.ron", 1, &message);
    let message =
        "tests/bad/strength_0.ron:6:38: blue.units[0].strength: 0 is out of range; it may be 1 to 1000";
    check("strength_0.ron", 1, message);
    let place = "tests/bad/strength_over_the_maximum.ron:5:37: red.units[0].strength";
    check("strength_over_the_maximum.ron", 1, &format!("{place}: 501 is out of range; it may be 1 to 500"));
    let place = "tests/bad/unknown_unit.ron:5:16: red.units[0].type";
    let known: Vec<_> = Ruleset::classic().units.into_iter().map(|unit| unit.name).collect();
    let message = format!("{place}: unknown unit type `elephants`; known: {}", known.join(", "));
    check("unknown_unit.ron", 1, &message);
}

#[test]
fn an_unknown_commander_is_named_where_it_is_named() {
    let message = refused(&["battle", "tests/bad/unknown_commander.ron"]);
    let place = "tests/bad/unknown_commander.ron:6:20: blue.commander: ";
    let unknown = format!("unknown commander `napoleon`; known: {}", NAMES.join(", "));
    assert_eq!(message, format!("{place}{unknown}"));
    let checked = run(&["map", "check", "tests/bad/unknown_commander.ron"]);
    assert_eq!((checked.code, one_error(&checked.err)), (1, message));
    let message = refused(&["battle", TWO_CAMPS, "--red", "napoleon"]);
    assert_eq!(message, format!("--red: {unknown}"));
    let message = refused(&["battle", TWO_CAMPS, "--blue", "hunter:corporal"]);
    assert!(message.starts_with("--blue: unknown rank `corporal`; known: lieutenant"), "{message}");
}

#[test]
fn faults_of_contingents_have_their_place() {
    let place = "tests/bad/unknown_ally.ron:4:60: contingents[0].commander: ";
    check(
        "unknown_ally.ron",
        1,
        &format!("{place}unknown commander `napoleon`; known: {}", NAMES.join(", ")),
    );
    let message =
        "tests/bad/no_colour.ron:4:58: a colour is `#` and six hexadecimal digits, such as `#a05a2c`";
    check("no_colour.ron", 2, message);
}

#[test]
fn faults_of_terms_have_their_place() {
    let message =
        "tests/bad/type_not_allowed.ron:5:26: red.units[0].type: Red may have no infantry here, only cavalry";
    check("type_not_allowed.ron", 1, message);
    let place = "tests/bad/factor_out_of_range.ron:4:20: factor.blue: ";
    check("factor_out_of_range.ron", 1, &format!("{place}5000 is out of range; it may be 250 to 4000"));
}

/// The report of a battle calls each unit by its name and by its contingent's.
#[test]
fn a_battle_tells_the_contingents_of_its_units() {
    let told = run(&[
        "battle",
        "maps/hoplite/thermopylae.ron",
        "--turns",
        "1",
        "--red",
        "random",
        "--blue",
        "random",
    ]);
    assert_eq!(told.code, 0, "{}", told.err);
    for name in ["Spartans", "Thespians", "Thebans"] {
        assert!(told.out.contains(&format!(", {name}")), "{name}: {}", told.out);
    }
}

#[test]
fn rules_and_maps_that_are_not_there_or_not_sound() {
    let message = "tests/bad/rules.txt:11:44: terrains[4].cost: 0 is out of range; it may be 1 to 250";
    assert_eq!(refused(&["battle", "tests/bad/bad_rules.ron"]), message);
    assert_eq!(refused(&["rules", "check", "tests/bad/rules.txt"]), message);
    let message = refused(&["battle", "tests/bad/no_such_rules.ron"]);
    assert!(
        message.starts_with("tests/bad/no_such_rules.ron:3:12: rules: there is no ruleset `chess`"),
        "{message}"
    );
    let message = refused(&["battle", "tests/bad/no_such_map.ron"]);
    assert!(
        message.starts_with("tests/bad/no_such_map.ron:3:10: map: there is no map `atlantis`"),
        "{message}"
    );
}

#[test]
fn options_are_named_where_they_are_at_fault() {
    assert_eq!(
        refused(&["battle", TWO_CAMPS, "--turns", "-1"]),
        "--turns: -1 is out of range; it may be 1 to 10000"
    );
    let message = refused(&["battle", TWO_CAMPS, "--variation", "901"]);
    assert_eq!(message, "--variation: 901 is out of range; it may be 0 to 900");
    assert!(refused(&["battle", TWO_CAMPS, "--games", "0"]).contains("--games"));
    assert!(refused(&["battle", TWO_CAMPS, "--games", "3", "--swap"]).contains("must be even, and 3 is odd"));
    assert!(refused(&["battle", TWO_CAMPS, "--from", "up"]).contains("known: n, ne, se, s, sw, nw"));
    let message = refused(&["battle", TWO_CAMPS, "--games", "2", "--seed", &u64::MAX.to_string()]);
    assert!(message.starts_with("--seed: "), "{message}");
}

#[test]
fn paths_that_are_no_files() {
    assert_eq!(
        refused(&["battle", "tests"]),
        "tests: cannot be read: it is a directory, and a file is needed"
    );
    assert_eq!(refused(&["battle", "no/such.ron"]), "no/such.ron: cannot be read: no such file or directory");
    assert_eq!(
        refused(&["replay", "tests"]),
        "tests: cannot be read: it is a directory, and a file is needed"
    );
    assert_eq!(run(&["map", "check", "tests", TWO_CAMPS]).code, 2);
}

#[cfg(unix)]
#[test]
fn a_file_without_read_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("secret.ron");
    fs::copy(root().join(TWO_CAMPS), &path).expect("a copy");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("permissions");
    let name = path.display().to_string();
    if fs::read(&path).is_err() {
        assert_eq!(refused(&["battle", &name]), format!("{name}: cannot be read: permission denied"));
    } else {
        // Nothing is closed to root; what the system keeps from everybody stands in for it.
        let message = refused(&["battle", "/proc/self/mem"]);
        assert!(message.starts_with("/proc/self/mem: cannot be read: "), "{message}");
    }
}

#[test]
fn files_and_maps_that_are_too_large() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.ron");
    let name = path.display().to_string();
    fs::File::create(&path).and_then(|file| file.set_len((64 << 20) + 1)).expect("a sparse file");
    let message = refused(&["battle", &name]);
    assert_eq!(
        message,
        format!("{name}: the file is too large: 67108865 bytes, at most 67108864 (64 MiB) are allowed")
    );

    let row = ".".repeat(4097);
    fs::write(&path, format!("Map(name: \"wide\", rows: [\"#{row}\"])")).expect("a file");
    let message = refused(&["battle", &name]);
    assert!(message.contains("the map has 4098 × 1 hexes; at most 4096 a side"), "{message}");
    assert_eq!(run(&["map", "check", &name]).code, 1);

    let units = "(type:\"infantry\"),".repeat(20_001);
    let map = format!("Map(name: \"crowd\", rows: [\"#.........\"], red: (units: [{units}]))");
    fs::write(&path, map).expect("a file");
    let message = refused(&["battle", &name]);
    let place = "1:360056: this entry is one too many; there may be at most 20000";
    assert_eq!(message, format!("{name}:{place}"));
}

#[test]
fn many_faults_are_counted_and_all_listed_by_map_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("many.ron");
    fs::write(&path, format!("Map(name: \"many\", rows: [\"#{}\"])", "?".repeat(99))).expect("a file");
    let name = path.display().to_string();
    let said = run(&["battle", &name]);
    assert_eq!((said.code, said.err.lines().count()), (2, 11));
    assert!(
        said.err.ends_with("and 89 more like these; `hotgates map check` lists them all\n"),
        "{}",
        said.err
    );
    let said = run(&["map", "check", &name]);
    assert_eq!((said.code, said.err.lines().count()), (1, 99));
}

#[test]
fn what_cannot_be_written_is_said_before_the_battle_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("no/such/folder/a.replay").display().to_string();
    assert!(refused(&["battle", TWO_CAMPS, "--record", &inside]).ends_with("no such file or directory"));
    let itself = folder.path().display().to_string();
    assert!(
        refused(&["battle", TWO_CAMPS, "--record", &itself])
            .ends_with("cannot be written: it is a directory")
    );
    // A battle that cannot be played does not touch the file that is there.
    let there = folder.path().join("there.replay");
    fs::write(&there, "precious").expect("a file");
    let name = there.display().to_string();
    refused(&["battle", "tests/bad/no_castle.ron", "--record", &name]);
    refused(&["battle", TWO_CAMPS, "--red", "napoleon", "--record", &name]);
    refused(&[
        "map",
        "convert",
        "tests/bad/unknown_glyph.ron",
        &folder.path().join("a.tmj").display().to_string(),
    ]);
    assert_eq!(fs::read_to_string(&there).expect("it is there"), "precious");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("escape.ron");
    let map = "Map(name: \"e\", rows: [\"#.........\"], red: (units: [(type: \"\u{1b}[31mred\")]))";
    fs::write(&path, map).expect("a file");
    let message = refused(&["battle", &path.display().to_string()]);
    assert!(message.contains("\\u{1b}[31mred"), "{message}");
}
