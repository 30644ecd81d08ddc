//! Files, options and documents of every version are those of docs/compatibility.md, and are read by this one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{json, root, run, run_with, well};

/// Folder of what a version has written, from the root.
const FOLDER: &str = "tests/data/compatibility/0.1.0";

fn kept(name: &str) -> String {
    format!("{FOLDER}/{name}")
}

fn read_kept(name: &str) -> String {
    fs::read_to_string(root().join(kept(name))).expect("a file of an older version")
}

/// Returns every file of a folder and below with its bytes.
fn files_below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).expect("a file"));
        }
    }
    files
}

/// Fails where a document lacks something that an older one had; more may have come.
fn check_contained(old: &Value, new: &Value, place: &str) {
    match (old, new) {
        (Value::Object(old), _) => {
            for (name, value) in old {
                let there = new.get(name).unwrap_or_else(|| panic!("{place}: `{name}` is gone"));
                check_contained(value, there, &format!("{place}.{name}"));
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            if let Some(first) = old.first() {
                assert!(!new.is_empty(), "{place}: nothing is listed");
                check_contained(first, &new[0], place);
            }
        }
        (Value::Array(_), _) => panic!("{place}: no list any more"),
        _ => {}
    }
}

#[test]
fn options_of_older_versions_are_still_there() {
    for line in read_kept("commands.txt").lines() {
        let (command, options) = line.split_once(':').expect("a command and its options");
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.push("--help");
        let help = well(&arguments);
        for option in options.split_whitespace() {
            let is_there =
                help.split(|c: char| c.is_whitespace() || c == ',' || c == '=').any(|word| word == option);
            assert!(is_there, "{command} {option} is gone");
        }
    }
}

#[test]
fn documents_of_older_versions_have_lost_no_field_and_replays_no_value() {
    for line in read_kept("json.jsonl").lines() {
        let old = json(line);
        let arguments: Vec<String> =
            serde_json::from_value(old["arguments"].clone()).expect("a list of words");
        let now = run(&arguments);
        assert_eq!((now.code, now.err.as_str()), (0, ""), "{arguments:?}");
        let documents: Vec<Value> = now.out.lines().map(json).collect();
        if let Some(values) = old.get("values") {
            let [document] = &documents[..] else { panic!("{arguments:?}: one document") };
            for (name, value) in values.as_object().expect("an object") {
                assert_eq!(document.get(name), Some(value), "{arguments:?}: {name}");
            }
        } else {
            let fields = old["fields"].as_array().expect("a list");
            assert_eq!(fields.len(), documents.len(), "{arguments:?}");
            for (fields, document) in fields.iter().zip(&documents) {
                check_contained(fields, document, &arguments.join(" "));
            }
        }
    }
}

/// To read a file never writes it.
#[test]
fn files_of_older_versions_are_read_and_stay_as_they_are() {
    let before = files_below(&root().join(FOLDER));
    for map in ["map.ron", "scenario.ron"] {
        assert!(well(&["map", "check", &kept(map)]).contains(": playable"), "{map}");
    }
    assert!(well(&["rules", "check", &kept("rules.ron")]).contains(": sound"));
    assert!(well(&["puzzle", "show", &kept("puzzle.ron")]).contains("to move. Find the plan"));
    let doctrine = format!("hunter@{}+200", kept("doctrine.ron"));
    let fought = json(&well(&["battle", &kept("map.ron"), "--red", &doctrine, "--seed", "1", "--json"]));
    assert_eq!(fought["red"], Value::from(doctrine));
    assert!(well(&["campaign", &kept("campaign.ron"), "--check"]).contains(": playable: 2 battles"));
    let army = hotgates_engine::ArmyFile::from_ron(&read_kept("army.ron")).expect("an army is read");
    assert_eq!((army.rules.as_str(), army.units[0].strength, army.units.len()), ("classic", Some(900), 2));
    for replay in ["plain", "started", "keyed", "unfinished"] {
        assert!(well(&["replay", &kept(&format!("{replay}.replay")), "--verify"]).contains("verified"));
    }
    assert_eq!(files_below(&root().join(FOLDER)), before);
}

/// Formats of replays are numbers behind the first eight bytes.
#[test]
fn every_format_of_replays_is_among_those_that_are_read() {
    let format = |name: &str| fs::read(root().join(kept(name))).expect("a replay")[8];
    assert_eq!(["plain.replay", "started.replay", "keyed.replay"].map(format), [1, 2, 3]);
}

#[test]
fn a_campaign_that_an_older_version_saved_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let save = folder.path().join("campaign.save");
    fs::copy(root().join(kept("campaign.save")), &save).expect("copied");
    let save = save.to_str().expect("a plain path");
    let campaign = kept("campaign.ron");
    let said = run_with(&["campaign", &campaign, "--save", save, "--resume"], b"auto\nquit\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(said.out.contains("turn 2 of 3, Blue to move"), "{}", said.out);
}

#[test]
fn a_tournament_of_an_older_version_is_read_line_by_line() {
    use hotgates_tournament::{GameLine, TournamentPlan, open_line};
    let plan: TournamentPlan =
        serde_json::from_str(&read_kept("tournament/plan.json")).expect("a plan is read");
    assert_eq!((plan.format, plan.commanders.len(), plan.maps.len()), (1, 3, 1));
    let lines = read_kept("tournament/games.jsonl");
    let read = |line: &str| {
        let object = open_line(line).unwrap_or_else(|why| panic!("{why:?}: {line}"));
        GameLine::read_game(&plan, &object).unwrap_or_else(|why| panic!("{why:?}: {line}"))
    };
    assert_eq!(lines.lines().map(read).count(), 6);
}

/// What an arbiter of an older version said is answered with the same kinds of messages.
#[test]
fn an_arbiter_of_an_older_version_is_answered() {
    let kinds = |text: &str| -> Vec<String> {
        let name = |line: &str| json(line).as_object().and_then(|object| object.keys().next().cloned());
        text.lines().map(|line| name(line).expect("a message has a name")).collect()
    };
    let said = run_with(&["bot", "random"], read_kept("protocol_in.jsonl").as_bytes());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(kinds(&said.out), kinds(&read_kept("protocol_out.jsonl")));
}

/// The server's database is read where it stands, and its battle goes on.
#[cfg(feature = "serve")]
#[test]
fn a_database_of_an_older_version_is_served() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(root().join(kept("server.sqlite")), folder.path().join("hotgates.sqlite")).expect("copied");
    let address = crate::join::free_address();
    let _server = crate::join::ServeProcess::start(&address, folder.path());
    let mut watcher =
        crate::join::Guest::join(&format!("http://{address}/b/6df0799e387b79b7"), folder.path(), &[]);
    for words in ["you watch", "Red  ends the turn", "Blue ends the turn", "Red says: good luck"] {
        watcher.wait_for(words);
    }
}

/// Every row of the page has a test that is there.
#[test]
fn the_page_names_a_test_for_everything_that_is_stable() {
    let page = fs::read_to_string(root().join("docs/compatibility.md")).expect("the page");
    let table = page.split("| stable |").nth(1).expect("a table").split("\n\n").next().expect("its rows");
    let mut sources = String::new();
    for folder in ["tests", "crates", "python/tests", "tools/web/test"] {
        for (path, bytes) in files_below(&root().join(folder)) {
            if path.extension().is_some_and(|end| end == "rs" || end == "py" || end == "mjs") {
                sources.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
    }
    let rows: Vec<&str> = table.lines().skip(2).collect();
    assert!(rows.len() >= 16, "{rows:#?}");
    for row in rows {
        let test = row.trim_end_matches(['|', ' ']).rsplit('`').nth(1).expect(row);
        assert!(
            sources.contains(&format!("fn {test}(")) || sources.contains(&format!("def {test}(")),
            "{row}"
        );
    }
}

#[test]
fn every_crate_has_the_version_of_the_program() {
    for entry in fs::read_dir(root().join("crates")).expect("a folder") {
        let manifest = entry.expect("an entry").path().join("Cargo.toml");
        let text = fs::read_to_string(&manifest).expect("a manifest");
        assert!(text.contains("\nversion.workspace = true\n"), "{}", manifest.display());
    }
    let python = fs::read_to_string(root().join("python/Cargo.toml")).expect("a manifest");
    assert!(python.contains(&format!("\nversion = \"{}\"", env!("CARGO_PKG_VERSION"))), "the Python package");
}
