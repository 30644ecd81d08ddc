//! `battle --record` and `replay`: what was played can be told again and proven.

use std::fs;
use std::path::Path;

use hotgates_engine::Order;
use hotgates_record::Replay;
use tempfile::TempDir;

use crate::program::{TWO_CAMPS, json, one_error, refused, run, unread, well};

/// A recorded battle in a folder of its own, and what was said of it as JSON.
fn record(args: &[&str]) -> (TempDir, String, serde_json::Value) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.replay").display().to_string();
    let out = well(
        &[&["battle", "--json", "--record", &path, "--red", "greedy", "--blue", "random"], args].concat(),
    );
    (folder, path, json(&out))
}

/// Returns the message of `replay --verify` that refuses a file.
fn broken(path: &str) -> String {
    let said = run(&["replay", path, "--verify"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{}", said.err);
    one_error(&said.err)
}

#[test]
fn a_recorded_battle_verifies_and_is_the_one_that_was_played() {
    let battles = [
        &[TWO_CAMPS][..],
        &["tests/maps/two_camps_at_night.ron"],
        &["tests/maps/standard_armies.ron"],
        &["tests/maps/standard_armies.ron", "--mirror"],
        &["maps/open_field.ron", "--mirror", "--seed", "3"],
    ];
    for args in battles {
        let (_folder, path, played) = record(args);
        let hash = played["hash"].as_str().expect("a hash");
        assert_eq!(
            well(&["replay", &path, "--verify"]),
            format!("{path}: verified, {} orders, hash {hash}\n", played["orders"])
        );
        let mut again = json(&well(&["replay", &path, "--json"]));
        again["ms"] = played["ms"].clone();
        assert_eq!(again, played, "commanders included");
        let verified = json(&well(&["replay", &path, "--verify", "--json"]));
        assert_eq!((&verified["verified"], &verified["hash"]), (&true.into(), &played["hash"]));
    }
}

#[test]
fn a_replay_is_told_as_the_battle_was() {
    let (_folder, path, _) = record(&[TWO_CAMPS]);
    let course = |out: String| {
        out.lines().filter(|line| !line.contains(" orders, hash ")).collect::<Vec<_>>().join("\n")
    };
    let played = course(well(&["battle", TWO_CAMPS, "--red", "greedy", "--blue", "random"]));
    assert_eq!(course(well(&["replay", &path])), played);
    assert!(well(&["replay", &path, "--watch"]).contains("turn 1, after Red's half"));
}

#[test]
fn any_one_flipped_bit_is_found() {
    let (_folder, path, _) = record(&[TWO_CAMPS, "--turns", "4"]);
    let bytes = fs::read(&path).expect("the replay");
    // A sample that meets the header, the texts, the orders, the verdict and the checksum.
    let sample =
        (0..12).chain((12..bytes.len()).step_by(bytes.len() / 60)).chain(bytes.len() - 6..bytes.len());
    for at in sample {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&path, &changed).expect("a file");
        assert!(broken(&path).starts_with(&format!("{path}: does not verify: ")), "byte {at}");
    }
}

#[test]
fn a_forged_replay_with_a_right_checksum_breaks_at_its_order() {
    let (_folder, path, _) = record(&[TWO_CAMPS]);
    let replay = Replay::decode(&fs::read(&path).expect("the replay")).expect("a true one");
    let of = replay.orders.len();

    let mut idle = replay.clone();
    let number =
        idle.orders.iter().position(|(order, _)| *order != Order::EndTurn).expect("something is done");
    idle.orders[number].0 = Order::EndTurn;
    fs::write(&path, idle.encode()).expect("a file");
    let place = format!("{path}: does not verify: broken at order {} of {of} (end turn)", number + 1);
    assert!(broken(&path).starts_with(&place), "{}", broken(&path));

    let mut luckier = replay.clone();
    luckier.scenario.map.seed = Some(4711);
    fs::write(&path, luckier.encode()).expect("a file");
    assert!(broken(&path).contains("broken at order 1 of"), "{}", broken(&path));

    let mut cut = replay;
    cut.orders.pop();
    fs::write(&path, cut.encode()).expect("a file");
    assert!(broken(&path).contains("broken at the end"), "{}", broken(&path));
    // Telling a broken replay shows the orders before the break and the place of the break.
    let said = run(&["replay", &path]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("not over: turn "), "{}", said.out);
    one_error(&said.err);
}

#[test]
fn what_is_no_replay_is_said_to_be_none() {
    assert!(broken(TWO_CAMPS).contains("this is not a Hotgates replay"));
    assert!(refused(&["replay", TWO_CAMPS]).contains("this is not a Hotgates replay"));
    let (_folder, path, _) = record(&[TWO_CAMPS]);
    let bytes = fs::read(&path).expect("the replay");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("a file");
    assert!(refused(&["replay", &path]).contains("the replay ends in the middle of "));
    let said = run(&["replay", &path, "--verify", "--json"]);
    assert_eq!((said.code, &json(&said.out)["verified"]), (1, &false.into()));
}

#[test]
fn recording_replaces_a_file_whole_and_leaves_nothing_beside_it() {
    let (folder, path, _) = record(&[TWO_CAMPS]);
    let first = fs::read(&path).expect("the replay");
    well(&["battle", TWO_CAMPS, "--seed", "9", "--record", &path, "--json"]);
    assert_ne!(fs::read(&path).expect("the replay"), first);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    assert!(Path::new(&path).is_file());
}

#[test]
fn a_battle_is_recorded_when_nobody_reads_the_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let command = |path: &str, how: &str| {
        ["battle", TWO_CAMPS, "--record", path, how]
            .into_iter()
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    well(&command(&path("read"), ""));
    for (name, how) in [("told", ""), ("watched", "--watch"), ("explained", "--explain"), ("json", "--json")]
    {
        let said = unread(&command(&path(name), how));
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{name}");
        assert_eq!(
            fs::read(path(name)).expect("a replay"),
            fs::read(path("read")).expect("a replay"),
            "{name}"
        );
    }
}

#[test]
fn a_page_of_a_battle_holds_what_can_be_read_without_scripts() {
    let (folder, path, played) = record(&[TWO_CAMPS]);
    let page = folder.path().join("battle.html").display().to_string();
    assert_eq!(well(&["replay", &path, "--html", &page]), "");
    let html = fs::read_to_string(&page).expect("the page");
    assert!(html.contains(played["hash"].as_str().expect("a hash")), "{html}");
    if cfg!(feature = "web") {
        assert!(html.contains("id=\"hotgates-engine\"") && html.contains("'wasm-unsafe-eval'"));
    } else {
        assert!(html.contains("<svg") && html.contains("not verified in this page"));
        assert!(!html.contains("<script") && html.contains("default-src 'none'"));
    }
    let mut bytes = fs::read(&path).expect("the replay");
    let middle = bytes.len() - 40;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("a forged replay");
    let said = run(&["replay", &path, "--html", &page]);
    assert!(said.code != 0 && one_error(&said.err).contains("a.replay"), "{}", said.err);
    assert_eq!(fs::read_to_string(&page).expect("the page"), html, "nothing is written over it");
}

/// A battle in fog of war, recorded in a folder of its own.
fn record_in_fog() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.replay").display().to_string();
    let map = "maps/panzer/vell_crossing.ron";
    well(&["battle", map, "--seed", "4", "--record", &path, "--red", "greedy", "--blue", "greedy", "--json"]);
    (folder, path)
}

#[test]
fn what_a_side_saw_can_be_told_and_kept() {
    let (folder, path) = record_in_fog();
    let log = folder.path().join("blue.log").display().to_string();
    assert_eq!(well(&["replay", &path, "--seen-by", "blue", "--view-log", &log]), "");
    let seen = well(&["replay", &path, "--seen-by", "blue"]);
    assert!(seen.contains("14 turns, as Blue saw it") && seen.contains("nobody can check it"), "{seen}");
    assert_eq!(well(&["replay", &log]), seen);
    let others = ["red", "both"].map(|side| well(&["replay", &path, "--seen-by", side]));
    assert!(others[0] != seen && others[1].contains("as whoever watched saw it"));
    assert!(others[1].len() < seen.len(), "whoever watches sees what both sides see");
    let watched = well(&["replay", &log, "--watch"]);
    assert!(watched.lines().count() > 5 * seen.lines().count());
    // The end is told to everybody.
    let end = well(&["replay", &path]).lines().find(|line| line.contains(", in turn ")).map(str::to_owned);
    assert!(end.is_some_and(|end| seen.contains(&end) && others.iter().all(|told| told.contains(&end))));
}

#[test]
fn a_view_log_is_neither_checked_nor_drawn() {
    let (folder, path) = record_in_fog();
    let log = folder.path().join("red.log").display().to_string();
    well(&["replay", &path, "--seen-by", "red", "--view-log", &log]);
    assert!(refused(&["replay", &log, "--verify"]).contains("dice and what was out of sight are not in it"));
    for args in [&["--json"][..], &["--html", "a.html"], &["--animation", "a.png"], &["--seen-by", "red"]] {
        let said = refused(&[&["replay", &log], args].concat());
        assert!(said.contains("can only be told"), "{said}");
    }
    assert!(refused(&["replay", &path, "--view-log", &log]).contains("--seen-by"));
}

/// Each line of a view log with something else in it: the log is refused in one line, with the line's number.
#[test]
fn a_damaged_view_log_is_refused_with_its_line() {
    let (folder, path) = record_in_fog();
    let log = folder.path().join("red.log").display().to_string();
    well(&["replay", &path, "--seen-by", "red", "--view-log", &log]);
    let text = fs::read_to_string(&log).expect("the log");
    let lines: Vec<&str> = text.lines().collect();
    for (number, found, instead) in [
        (0, "\"format\":1", "\"format\":2"),
        (1, "\"map\":\"", "\"map\":\"x"),
        (2, "\"side\":", "\"side\":\"green\",\"was\":"),
        (3, "\"unit\":", "\"unit\":60000,\"was\":"),
        (2, "\"events\":[", "\"events\":[{\"terrain_changed\":{\"at\":[90,-9],\"terrain\":250}},"),
        (2, "\"events\":[", "\"events\":[{\"castle_taken\":{\"castle\":[1,1],\"by\":\"red\"}},"),
        (2, "\"events\":[", "\"events\":[{\"half_turn_began\":{\"turn\":4000000000,\"side\":\"red\"}},"),
    ] {
        let mut damaged: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        damaged[number] = damaged[number].replacen(found, instead, 1);
        assert_ne!(damaged[number], lines[number], "{found}");
        fs::write(&log, damaged.join("\n")).expect("a file");
        let error = refused(&["replay", &log]);
        assert!(error.contains(&format!("line {}", number + 1)), "{instead}: {error}");
    }
    for lines in [&lines[1..], &lines[..1], &[lines[0], lines[2]]] {
        fs::write(&log, lines.join("\n")).expect("a file");
        assert_eq!(run(&["replay", &log]).code, 2);
    }
}
