//! Dice by a key: given, drawn where a program plays, kept, and thrown again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{TWO_CAMPS, json, program, refused, run, well};

const KEY: &str = "00112233445566778899aabbccddeeff0123456789abcdef0f1e2d3c4b5a6978";

/// Returns the documents of a series, with its summary last, without their times.
fn series(options: &[&str]) -> Vec<Value> {
    let args = ["battle", TWO_CAMPS, "--red", "greedy", "--blue", "random", "--json"];
    let out = well(&[&args[..], options].concat());
    out.lines().map(|line| without_time(json(line))).collect()
}

fn without_time(mut document: Value) -> Value {
    let fields = document.as_object_mut().expect("an object");
    for field in ["ms", "ms_of_side"] {
        fields.remove(field);
    }
    document
}

fn key_of(document: &Value) -> String {
    assert!(document.get("seed").is_none(), "{document}");
    document["key"].as_str().expect("a key").to_owned()
}

/// The command of a program that plays as `greedy`.
fn greedy_program() -> String {
    format!("bot:'{}' bot greedy", env!("CARGO_BIN_EXE_hotgates"))
}

fn path(folder: &Path) -> &str {
    folder.to_str().expect("a plain path")
}

#[test]
fn a_key_makes_the_same_battle_again() {
    let alone = series(&["--key", KEY]);
    assert_eq!((alone.len(), key_of(&alone[0]).as_str()), (1, KEY));
    assert_eq!(alone, series(&["--key", &KEY.to_uppercase()]));
    assert_ne!(alone[0]["hash"], series(&["--key", &KEY.replace('7', "8")])[0]["hash"]);
    let told = well(&["battle", TWO_CAMPS, "--red", "greedy", "--blue", "random", "--key", KEY]);
    let lines: Vec<_> = told.lines().collect();
    assert!(lines[0].ends_with(", 12 turns, dice by a key"), "{}", lines[0]);
    let last = format!("--key {KEY} throws the same dice again");
    assert_eq!(
        lines.iter().filter(|line| line.contains(KEY)).collect::<Vec<_>>(),
        [&last],
        "only at the end"
    );
    assert!(told.trim_end().ends_with(&last), "{told}");
}

#[test]
fn games_of_a_key_are_the_same_with_any_jobs_and_in_pairs() {
    let games = series(&["--games", "12", "--swap", "--key", KEY, "--jobs", "1"]);
    assert_eq!(games, series(&["--games", "12", "--swap", "--key", KEY, "--jobs", "5"]));
    let (summary, games) = games.split_last().expect("a summary");
    assert_eq!(summary["key"], KEY);
    let keys: Vec<_> = games.iter().map(key_of).collect();
    assert!(keys.chunks(2).all(|pair| pair[0] == pair[1]), "{keys:?}");
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 6);
    assert!(!keys.contains(&KEY.to_owned()));
    // Each is the battle of its own key.
    assert_eq!(series(&["--key", &keys[4]])[0], games[4]);
}

#[test]
fn what_is_no_key_is_refused_in_a_line() {
    let long = format!("{KEY}0");
    for (key, why) in [
        ("", "these are 0"),
        ("0", "these are 1"),
        (&KEY[1..], "these are 63"),
        (&long, "these are 65"),
        (&KEY.replace("77", "7g"), "character 16 is none"),
        (&KEY.replace("00", "0x"), "character 2 is none"),
    ] {
        for args in [vec!["battle", TWO_CAMPS], vec!["tournament", "greedy", "random", "--maps", TWO_CAMPS]] {
            let said = run(&[&args[..], &["--key", key]].concat());
            let message = said.err.lines().next().unwrap_or_default();
            assert_eq!(said.code, 2, "{key}: {}", said.err);
            assert!(message.contains("--key") && message.contains(why), "{key}: {}", said.err);
        }
    }
    let both = run(&["battle", TWO_CAMPS, "--key", KEY, "--seed", "1"]);
    assert_eq!(both.code, 2);
    assert!(both.err.lines().next().is_some_and(|line| line.contains("--seed")), "{}", both.err);
    let args = ["tournament", "greedy", "random", "--maps", TWO_CAMPS, "--key", KEY, "--seed", "1"];
    assert_eq!(run(&args).code, 2);
}

/// Where a program plays, a key is drawn, another one each time, and the battle can be played again by it.
#[test]
fn a_program_plays_by_a_key_that_is_drawn() {
    let bot = greedy_program();
    let args = ["battle", TWO_CAMPS, "--red", &bot, "--blue", "random"];
    let play = |options: &[&str]| without_time(json(&well(&[&args[..], options, &["--json"]].concat())));
    let [one, other] = [play(&[]), play(&[])];
    assert_ne!(key_of(&one), key_of(&other));
    assert_eq!(play(&["--key", &key_of(&one)]), one);
    // The commander inside fights the same battle.
    assert_eq!(series(&["--key", &key_of(&one)])[0]["hash"], one["hash"]);
    assert_eq!(play(&["--seed", "3"])["seed"], 3, "a seed that is asked for counts");
    let told = well(&args);
    let key = told.lines().find_map(|line| line.strip_prefix("--key ")).expect("a key at the end");
    let key = key.strip_suffix(" throws the same dice again").expect("a key");
    let again = well(&[&args[..], &["--key", key]].concat());
    let without_ms =
        |text: &str| text.lines().filter(|line| !line.contains(" ms")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_ms(&again), without_ms(&told));
}

#[test]
fn a_replay_has_its_key_and_verifies() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("keyed.replay");
    let file = path(&file);
    let played = series(&["--key", KEY, "--record", file]);
    let verified = json(&well(&["replay", file, "--verify", "--json"]));
    assert_eq!((key_of(&verified).as_str(), &verified["hash"]), (KEY, &played[0]["hash"]));
    let told = well(&["replay", file]);
    assert!(told.trim_end().ends_with(&format!("--key {KEY} throws the same dice again")), "{told}");
    let mut bytes = fs::read(file).expect("a replay");
    let first = u8::from_str_radix(&KEY[..2], 16).expect("a byte");
    assert_eq!((bytes[8], bytes[22]), (3, first));
    bytes[22] ^= 1;
    fs::write(file, bytes).expect("a replay");
    let said = run(&["replay", file, "--verify"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("broken before the first order"), "{}", said.err);
}

/// Returns the lines of a tournament's games, without times and checksums, by place.
fn games_of(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("games");
    let mut games: Vec<_> = text.lines().map(|line| without_time(json(line))).collect();
    for game in &mut games {
        game.as_object_mut().expect("an object").remove("sum").expect("a checksum");
    }
    games.sort_by_key(Value::to_string);
    games
}

#[test]
fn a_tournament_with_programs_keeps_its_key() {
    let bot = greedy_program();
    let folders = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let args = ["tournament", &bot, "random", "greedy", "--maps", TWO_CAMPS, "--games", "4"];
    let play = |number: usize, options: &[&str]| {
        let folder = folders[number].path();
        well(&[&args[..], options, &["-o", path(folder)]].concat());
        let plan = json(&fs::read_to_string(folder.join("plan.json")).expect("a plan"));
        (key_of(&plan), games_of(folder))
    };
    let (key, whole) = play(0, &[]);
    assert_eq!(whole.len(), 12);
    let (other_key, other) = play(1, &[]);
    assert_ne!(key, other_key);
    assert_ne!(whole, other);
    // The games of a set have the same dice, whoever plays, and no other set has them.
    let mut keys = BTreeMap::<u64, BTreeSet<String>>::new();
    for game in &whole {
        keys.entry(game["set"].as_u64().expect("a set")).or_default().insert(key_of(game));
    }
    assert!(keys.len() == 2 && keys.values().all(|keys| keys.len() == 1), "{keys:?}");
    assert_ne!(keys[&0], keys[&1]);
    // The same key plays the same tournament, with other jobs, too; what is cut off is played again as it was.
    assert_eq!(play(2, &["--key", &key, "--jobs", "3"]), (key.clone(), whole.clone()));
    let games = folders[0].path().join("games.jsonl");
    let text = fs::read_to_string(&games).expect("games");
    let kept: String = text.lines().take(5).flat_map(|line| [line, "\n"]).collect();
    fs::write(&games, kept).expect("fewer games");
    assert_eq!(play(0, &["--resume"]), (key.clone(), whole.clone()));
    let resume = [&args[..], &["-o", path(folders[0].path()), "--resume", "--key", KEY]].concat();
    assert!(refused(&resume).contains("the key of the dice is another one"));
    // A game can be played again from its line.
    let game = &whole[0];
    let [red, blue] = ["red", "blue"].map(|side| game[side].as_str().expect("a name"));
    let again =
        json(&well(&["battle", TWO_CAMPS, "--red", red, "--blue", blue, "--key", &key_of(game), "--json"]));
    assert_eq!(again["hash"], game["hash"]);
}

#[test]
fn a_program_plays_no_tournament_by_seeds() {
    let args = ["tournament", &greedy_program(), "random", "--maps", TWO_CAMPS, "--seed", "3"];
    assert!(refused(&args).starts_with("--seed: a program could try out small seeds"));
}

/// A tournament's folder is no program's to read, though it lies in the folder that all are started in: the
/// plan tells the dice. The program below plays only if it reads a file beside, and does not read the plan.
#[test]
#[cfg(target_os = "linux")]
fn no_program_reads_the_folder_of_its_tournament() {
    let reading = well(&["cell", "--walls", "--json"]);
    if !reading.contains(r#""wall":"reading","state":"whole""#) {
        eprintln!("SKIPPED: on this machine nothing keeps a program from reading: {reading}");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("beside"), "b").expect("a file");
    let script = r#"cat beside >&2 && ls evening >&2 && ! cat evening/plan.json && exec "$0" bot greedy"#;
    let bot = format!("bot:sh -c {} '{}'", shell_quoted(script), env!("CARGO_BIN_EXE_hotgates"));
    let map = crate::program::root().join(TWO_CAMPS);
    let args =
        ["tournament", &bot, "random", "--maps", path(&map), "--games", "2", "--json", "-o", "evening"];
    let out = program(&args).current_dir(folder.path()).output().expect("it runs");
    let document = json(&String::from_utf8_lossy(&out.stdout));
    assert_eq!(document["faults"], Value::Array(Vec::new()), "{document}");
    assert_eq!((&document["games"], &document["complete"]), (&2.into(), &true.into()));
}

#[cfg(unix)]
fn shell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A process that has played with the dice of a key is not asked to another game with them: a tournament of two sets
/// takes two processes, of which each plays one game of a set. By seeds one process plays them all.
#[test]
#[cfg(unix)]
fn no_process_plays_twice_with_the_same_dice() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("started");
    let own = env!("CARGO_BIN_EXE_hotgates");
    let script = format!("echo started >> \"{}\"; exec '{own}' bot greedy", path(&log));
    let bot = format!("bot:sh -c {}", shell_quoted(&script));
    let started = |args: &[&str]| {
        fs::write(&log, "").expect("a log");
        well(&[args, &["--games", "4", "--jobs", "1", "--no-cell"]].concat());
        fs::read_to_string(&log).expect("a log").lines().count()
    };
    assert_eq!(started(&["tournament", &bot, "random", "--maps", TWO_CAMPS]), 2);
    let battle = ["battle", TWO_CAMPS, "--red", &bot, "--blue", "random", "--swap"];
    assert_eq!(started(&battle), 2);
    assert_eq!(started(&[&battle[..], &["--seed", "1"]].concat()), 1);
}
