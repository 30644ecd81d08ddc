//! Names of commanders: what options and files may say, and that no file starts a program.

use std::fs;
use std::path::Path;

use hotgates_engine::{Battle, MapFile, Scenario};
use hotgates_record::GameRecord;
use tempfile::TempDir;

use crate::program::{Said, json, one_error, program, root, said};

const PROGRAM: &str = "bot:touch PWNED";
const POLICY: &str = "policy:own.onnx";
/// What a program without policies says of one.
#[cfg(not(feature = "onnx"))]
const NO_POLICY: &str =
    "`policy:a.onnx`: this program is built without trained policies; the feature `onnx` has them";
/// What a program with policies says of one that is not there.
#[cfg(feature = "onnx")]
const NO_POLICY: &str = "a.onnx: cannot be read: no such file or directory";

/// Runs the program in a folder of its own, in which nothing may be started.
fn run_in(folder: &TempDir, args: &[&str]) -> Said {
    let said = said(&program(args).current_dir(folder.path()).output().expect("it runs"));
    assert!(!folder.path().join("PWNED").exists(), "{args:?} has started a program");
    said
}

/// A folder with a map that anybody can play, and perhaps commanders that the map names.
fn folder_with_map(red: Option<&str>) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let source = fs::read_to_string(root().join("tests/maps/two_camps.ron")).expect("a map");
    let mut map = MapFile::from_ron(&source).expect("a map");
    map.rules = None;
    map.red.as_mut().expect("an army").commander = red.map(str::to_owned);
    fs::write(folder.path().join("map.ron"), map.to_ron()).expect("written");
    folder
}

/// Returns the message that refuses a name on the command line.
fn refused_name(name: &str) -> String {
    let folder = folder_with_map(None);
    let said = run_in(&folder, &["battle", "map.ron", "--red", name]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    let message = one_error(&said.err);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn what_nobody_has_is_refused_by_name() {
    assert_eq!(refused_name("policy:a.onnx"), format!("--red: {NO_POLICY}"));
    let known = format!("known: {}", hotgates_ai::NAMES.join(", "));
    // A person plays battles, not for programs.
    let said = run_in(&folder_with_map(None), &["bot", "human"]);
    assert_eq!((said.code, one_error(&said.err)), (2, format!("human: unknown commander `human`; {known}")));
    assert_eq!(refused_name("hunter+many"), format!("--red: unknown commander `hunter+many`; {known}"));
}

/// A program that an option names is started as it stands there: by no shell.
#[test]
fn the_command_line_starts_programs() {
    let folder = folder_with_map(None);
    let said =
        run_in(&folder, &["battle", "map.ron", "--red", "bot:touch 'two words' $HOME *.ron;", "--no-cell"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("its program: it ended with exit status: 0"), "{}", said.out);
    for file in ["two words", "$HOME", "*.ron;"] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
    assert_eq!(refused_name("bot:"), "--red: there is no command");
    assert_eq!(refused_name("bot:sh 'x"), "--red: a quotation mark is not closed");
    let refused = refused_name("bot:./nobody");
    assert_eq!(refused, "`bot:./nobody` cannot be started: no such file or directory");
}

#[test]
fn a_map_and_a_scenario_start_no_program() {
    let folder = folder_with_map(Some(PROGRAM));
    let path = folder.path().join("night.ron");
    let night = "Scenario(name: \"night\", map: \"map\")";
    fs::write(path, night).expect("written");
    for file in ["map.ron", "night.ron"] {
        let said = run_in(&folder, &["battle", file, "--blue", "greedy"]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        let message = one_error(&said.err);
        assert!(
            message.contains("`bot:touch PWNED` is never started from a file; name it with --red"),
            "{message}"
        );
        let said = run_in(&folder, &["map", "check", file]);
        assert_eq!(said.code, 1, "{}", said.err);
        assert!(said.err.contains("`bot:touch PWNED` is never started from a file"), "{}", said.err);
        // An option of the user overrides the file.
        let said = run_in(&folder, &["battle", file, "--red", "greedy", "--blue", "greedy"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
    }
}

#[test]
fn a_replay_and_a_save_start_no_program() {
    let folder = folder_with_map(Some(PROGRAM));
    let source = fs::read_to_string(folder.path().join("map.ron")).expect("a map");
    let scenario = Scenario::classic(MapFile::from_ron(&source).expect("a map"));
    let battle = Battle::from_scenario(&scenario).expect("sound");
    let mut course = GameRecord::new(battle, scenario.dice_source());
    let record = |course: &GameRecord, name: &str| {
        fs::write(folder.path().join(name), course.replay(&scenario).encode()).expect("written");
    };
    course.act(hotgates_engine::Order::EndTurn, &mut Vec::new()).expect("legal");
    record(&course, "a.save");
    while course.battle().verdict().is_none() {
        course.act(hotgates_engine::Order::EndTurn, &mut Vec::new()).expect("legal");
    }
    record(&course, "a.replay");
    for file in ["a.save", "a.replay"] {
        for how in [&["replay", file][..], &["replay", file, "--verify"], &["replay", file, "--json"]] {
            let said = run_in(&folder, how);
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{how:?}");
        }
    }
}

#[test]
fn a_campaign_and_its_maps_start_no_program() {
    let unit = "(key: \"PROGRAM\", type: \"infantry\")";
    let campaign = "Campaign(name: \"PROGRAM\", side: blue, army: [UNIT], battles: [(key: \"PROGRAM\", map: \"map.ron\", \
         title: \"PROGRAM\", briefing: \"PROGRAM\", places: [(1, 1)], then: [(text: \"PROGRAM\", end: won)])], \
         army_lost: \"PROGRAM\")";
    let campaign = campaign.replace("UNIT", unit).replace("PROGRAM", PROGRAM);
    let play = ["campaign", "campaign.ron", "--player", "greedy"];
    let folder = folder_with_map(Some(PROGRAM));
    fs::write(folder.path().join("campaign.ron"), &campaign).expect("written");
    let said = run_in(&folder, &play);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    let message = one_error(&said.err);
    assert!(message.contains("is never started from a file; name it with --enemy"), "{message}");
    let said = run_in(&folder, &["campaign", "campaign.ron", "--check"]);
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.err.contains("`bot:touch PWNED` is never started from a file"), "{}", said.err);
    // Texts are texts, and an option of the user overrides the map.
    let said = run_in(&folder, &[&play[..], &["--enemy", "greedy"]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.starts_with("bot:touch PWNED: "), "{}", said.out);
    let policy = ["campaign", "campaign.ron", "--player", "policy:a.onnx", "--enemy", "greedy"];
    let said = run_in(&folder, &policy);
    assert_eq!(one_error(&said.err), format!("--player: {NO_POLICY}"));
}

#[test]
fn ranks_doctrines_and_budgets_are_parts_of_a_name() {
    let folder = folder_with_map(None);
    let shipped = include_str!("../crates/doctrine/assets/classic.ron");
    let own = shipped.replace("march: ", "march: 9");
    assert_ne!(own, shipped);
    let here = folder.path();
    fs::write(here.join("own.ron"), own).expect("written");
    fs::create_dir_all(here.join("assets/doctrines")).expect("a folder");
    fs::copy(here.join("own.ron"), here.join("assets/doctrines/bold.ron")).expect("copied");
    let hash = |name: &str| {
        let said = run_in(&folder, &["battle", "map.ron", "--json", "--red", name, "--blue", "hunter"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{name}");
        let battle = json(&said.out);
        assert_eq!(battle["red"], name);
        battle["hash"].clone()
    };
    assert_eq!(hash("hunter:colonel"), hash("hunter:colonel@classic"));
    assert_eq!(hash("hunter:colonel+2000"), hash("hunter+2000"));
    assert_eq!(hash("hunter:colonel+2000"), hash("hunter:colonel"));
    assert_ne!(hash("hunter+0"), hash("hunter"));
    assert_eq!(hash("hunter@own.ron"), hash("hunter@bold"));
    assert_ne!(hash("hunter@own.ron"), hash("hunter"));
    fs::write(
        here.join("hoplite.ron"),
        include_str!("../crates/doctrine/assets/hoplite.ron").replace("// ", "// Read from a file: "),
    )
    .expect("written");
    assert_eq!(hash("hunter@hoplite"), hash("hunter@./hoplite.ron"), "it is built in");
}

#[test]
fn a_doctrine_that_is_not_there_is_named() {
    assert_eq!(
        refused_name("hunter@bold"),
        "--red: there is no doctrine `bold`; `classic` and `hoplite` are built in, others are files or lie in assets/doctrines"
    );
    let folder = folder_with_map(Some("hunter@./own.ron"));
    fs::write(Path::new(folder.path()).join("own.ron"), "()").expect("written");
    let said = run_in(&folder, &["battle", "map.ron"]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(
        one_error(&said.err).contains("there is no doctrine `./own.ron`"),
        "a file names no path: {}",
        said.err
    );
}

/// No kind of file has a policy read, even where the policy lies beside it.
#[test]
fn files_have_no_policy_read() {
    let folder = folder_with_map(Some(POLICY));
    let here = folder.path();
    fs::copy(root().join("python/examples/skirmish.onnx"), here.join("own.onnx")).expect("copied");
    fs::write(here.join("night.ron"), "Scenario(name: \"night\", map: \"map\")").expect("written");
    for file in ["map.ron", "night.ron"] {
        let said = run_in(&folder, &["battle", file, "--blue", "greedy"]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        let why = "`policy:own.onnx` is never started from a file; name it with --red";
        assert!(one_error(&said.err).contains(why), "{}", said.err);
        let said = run_in(&folder, &["map", "check", file]);
        assert_eq!(said.code, 1, "{}", said.err);
        assert!(said.err.contains("`policy:own.onnx` is never started from a file"), "{}", said.err);
    }
    let campaign = format!(
        "Campaign(name: \"{POLICY}\", side: blue, army: [(key: \"a\", type: \"infantry\")], battles: [(key: \"b\", \
         map: \"map.ron\", title: \"{POLICY}\", briefing: \"b\", places: [(1, 1)], then: [(text: \"b\", end: won)])], \
         army_lost: \"b\")"
    );
    fs::write(here.join("campaign.ron"), campaign).expect("written");
    let said = run_in(&folder, &["campaign", "campaign.ron", "--player", "greedy"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    assert!(one_error(&said.err).contains("`policy:own.onnx` is never started from a file"), "{}", said.err);
}
