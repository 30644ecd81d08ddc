//! `bot`: a commander at the other end of two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
#[cfg(target_os = "linux")]
use std::time::Duration;

use serde_json::Value;

use crate::program::{TWO_CAMPS, json, program, refused, run, run_with, well};
#[cfg(target_os = "linux")]
use crate::program::{one_error, said};

#[test]
fn a_bot_answers_each_line_and_leaves_when_told() {
    let mut child = program(&["bot", "warden:general"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut input = child.stdin.take().expect("a pipe");
    let mut ask = |line: &str| {
        writeln!(input, "{line}").expect("it reads");
        json(&lines.next().expect("an answer").expect("text"))
    };
    let ready = ask(r#"{"hello": {"protocol": [1, 3], "game": "a test", "features": ["fog", "dancing"]}}"#);
    assert_eq!((&ready["ready"]["name"], &ready["ready"]["protocol"]), (&"warden:general".into(), &1.into()));
    assert_eq!(ready["ready"]["features"], serde_json::json!(["fog"]));
    assert_eq!(ask(r#"{"ping": {}}"#), serde_json::json!({"pong": {}}));
    assert_eq!(ask("\u{1b}[31mrubbish")["error"]["code"], "unparsable");
    assert_eq!(ask(r#"{"dance": {}}"#)["error"]["code"], "unknown_message");
    assert_eq!(ask(r#"{"ping": {}, "quit": {}}"#)["error"]["code"], "unparsable");
    assert_eq!(
        ask(r#"{"over": {"game": 3, "verdict": null, "events": [], "record_hash": ""}}"#)["error"]["code"],
        "unknown_game"
    );
    assert_eq!(
        ask(r#"{"hello": {"protocol": [7, 9], "game": "a test", "features": []}}"#)["error"]["code"],
        "version"
    );
    writeln!(input, r#"{{"quit": {{}}}}"#).expect("it reads");
    assert!(child.wait().expect("it ends").success());
}

/// Messages of a battle that cannot be are the arbiter's fault, and are told as such.
#[test]
fn messages_of_no_battle_are_refused() {
    let map = serde_json::json!({
        "name": "duel", "turns": 3, "rows": ["........", "#.......", "........"], "from": "se",
        "red": {"units": [{"type": "infantry", "at": [7, 0]}]},
        "blue": {"units": [{"type": "infantry", "at": [0, 1]}]},
    });
    let mut rules = serde_json::to_value(hotgates_engine::Ruleset::classic()).expect("a ruleset");
    rules["setup"]["distance"] = 0.into();
    let view = serde_json::json!({
        "turn": 1, "last_turn": 3, "side_to_move": "red", "units": [], "flags": [], "victory_points": [0, 0],
    });
    let new = serde_json::json!({"new": {
        "game": 1, "side": "red", "seed": "07", "limits": {}, "scenario": {"map": map, "rules": rules}, "view": view,
    }});
    for events in [
        r#"[{"called": {"unit": 9}}]"#,
        r#"[{"stepped": {"unit": 0, "from": [7, 0], "to": [70000, -5], "left": 1, "halted": false}}]"#,
        r#"[{"terrain_changed": {"at": [0, 0], "terrain": 250}}]"#,
    ] {
        let turn = format!(r#"{{"turn": {{"game": 1, "turn": 1, "events": {events}, "view_hash": ""}}}}"#);
        let said = run_with(&["bot", "hunter"], format!("{new}\n{turn}\n").as_bytes());
        assert!(said.out.starts_with(r#"{"ok":{"game":1}}"#), "{}", said.out);
        let complains = said.out.contains(r#""code":"unexpected""#);
        assert!(complains || said.code == 2 && said.err.contains("not those of one battle"), "{events}");
    }
}

/// A commander that is spoken to over pipes fights the battle that it fights at the table.
#[test]
fn a_bot_fights_the_battle_of_its_commander() {
    let program = program(&["bot"]).get_program().to_str().expect("a path").to_owned();
    for (map, seed) in
        [("maps/goat_path.ron", "3"), ("maps/panzer/crossmarket.ron", "2"), ("tests/maps/two_camps.ron", "5")]
    {
        let names = ["hunter", "warden"];
        let bots = names.map(|name| format!("bot:'{program}' bot {name}"));
        let fight = |red: &str, blue: &str, more: &[&str]| {
            let args = ["battle", map, "--red", red, "--blue", blue, "--seed", seed, "--json"];
            json(well(&[&args[..], more].concat()).lines().last().expect("a line"))
        };
        for more in [&[][..], &["--fog"]] {
            let [inside, outside] = [fight(names[0], names[1], more), fight(&bots[0], &bots[1], more)];
            assert_eq!(inside["hash"], outside["hash"], "{map} {more:?}: {outside}");
        }
        let pairs = ["--games", "4", "--swap", "--jobs", "2"];
        let [inside, outside] = [fight(names[0], names[1], &pairs), fight(names[0], &bots[1], &pairs)];
        for field in ["first_wins", "second_wins", "draws", "ci95"] {
            assert_eq!(inside[field], outside[field], "{map}");
        }
    }
}

/// Who loses by a program is told, with the program's last words; and the replay is as good as any.
#[test]
fn a_battle_lost_by_a_program_is_told_and_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let replay = folder.path().join("lost.replay");
    let replay = replay.to_str().expect("a path");
    let bot = "bot:sh -c 'echo my last words >&2; exit 4'";
    let args = ["battle", "maps/goat_path.ron", "--red", "greedy", "--blue", bot];
    let said = well(&[&args[..], &["--record", replay]].concat());
    assert!(said.contains("its program: it ended with exit status: 4\n    my last words\n"), "{said}");
    assert!(said.contains("Red wins: the program of Blue ended, in turn 1 of"), "{said}");
    let line = json(&well(&[&args[..], &["--json"]].concat()));
    let [how, winner, why] = ["how", "winner", "why"].map(|field| line[field].as_str().expect("text"));
    assert_eq!((how, winner, why), ("crashed", "red", "it ended with exit status: 4"));
    let verified = well(&["replay", replay, "--verify"]);
    assert!(verified.contains(": verified, 13 orders"), "{verified}");
    assert_eq!(json(&well(&["replay", replay, "--json"]))["how"], "crashed");
}

#[test]
fn nobody_of_that_name_speaks() {
    let said = refused(&["bot", "nobody"]);
    assert!(said.contains("nobody"), "{said}");
    assert!(
        refused(&["bot", "bot:touch PWNED"])
            .contains("programs command in `battle`, `campaign` and `tournament` only")
    );
}

/// Returns what a check of a program says of each trial, and the exit code.
fn check_of(command: &str) -> (Vec<Value>, i32) {
    let said = run(&["bot-check", command, "--json"]);
    (said.out.lines().map(json).collect(), said.code)
}

#[test]
fn a_sound_program_passes_every_trial() {
    let program = program(&["bot"]).get_program().to_str().expect("a path").to_owned();
    let (trials, code) = check_of(&format!("'{program}' bot hunter"));
    assert!(trials.len() > 10 && trials.iter().all(|trial| trial["passed"] == true), "{trials:?}");
    assert_eq!(code, 0);
    let told = well(&["bot-check", &format!("'{program}' bot hunter"), "--map", "maps/goat_path.ron"]);
    assert!(told.starts_with("ok     is ready: hunter "), "{told}");
    assert!(told.contains("ok     plays Blue in fog of war, twice: "), "{told}");
    assert!(told.lines().last().is_some_and(|line| line.starts_with("walls: all stand")), "{told}");
    let bare = well(&["bot-check", &format!("'{program}' bot hunter"), "--no-cell"]);
    assert!(bare.ends_with("walls: none, by --no-cell\n"), "{bare}");
}

/// A check names what a program does wrong, with its words, and goes on where it can.
#[cfg(unix)]
#[test]
fn a_check_says_what_a_program_does_wrong() {
    let ready = r#"echo "{\"ready\":{\"name\":\"sh\",\"protocol\":1}}""#;
    for (script, trial, words) in [
        ("no_such_program", "can be started", "no such file or directory"),
        ("sh -c 'echo oh dear >&2; exit 3'", "is ready", "it ended with exit status: 3"),
        ("yes", "is ready", "its line means nothing"),
        (&format!("sh -c '{ready}; read x; echo 7'"), "answers a ping", "its line means nothing"),
    ] {
        let (trials, code) = check_of(script);
        let last = trials.last().expect("a trial");
        assert_eq!((last["trial"].as_str(), code), (Some(trial), 1), "{trials:?}");
        assert!(last["told"].as_str().expect("words").contains(words), "{last}");
        assert!(trial != "is ready" || script == "yes" || last["errors"] == "oh dear\n", "{last}");
    }
    // A program that never gives another order is no good at being refused, but can fight.
    let stubborn = r#"import json, sys
for line in sys.stdin:
    (name, holds), = json.loads(line).items()
    say = {"hello": {"ready": {"name": "stubborn", "protocol": 1}}, "ping": {"pong": {}},
           "new": {"ok": {"game": 1}}, "over": {"done": {"game": 1}},
           "turn": {"order": {"game": 1, "order": "end_turn"}}}.get(name)
    if name in ("new", "over", "turn"):
        next(iter(say.values()))["game"] = holds["game"]
    if say: print(json.dumps(say), flush=True)
    if name == "illegal": sys.exit(1)
"#;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stubborn.py");
    std::fs::write(&file, stubborn).expect("written");
    let (trials, code) = check_of(&format!("python3 '{}'", file.display()));
    let wrong: Vec<_> = trials.iter().filter(|trial| trial["passed"] == false).collect();
    assert_eq!((wrong.len(), code), (1, 1), "{trials:?}");
    assert_eq!(wrong[0]["trial"], "gives another order when one is refused");
    assert_eq!(trials.len(), 9, "{trials:?}");
    assert!(refused(&["bot-check", "sh '"]).contains("a quotation mark is not closed"));
    assert!(refused(&["bot-check", "sh", "--map", "no.ron"]).contains("no.ron"));
}

/// A program in a cell gets no more memory than it may have, and what it has put into sessions of its own goes
/// with it.
#[cfg(target_os = "linux")]
#[test]
fn a_cell_bounds_a_program_and_ends_all_of_it() {
    let marker = "1000.8181";
    let greedy = "import sys\nfor line in sys.stdin:\n    everything = bytearray(16 << 30)";
    for (bot, why) in [
        (format!("bot:python3 -c '{greedy}'"), "it ended with"),
        (
            format!("bot:sh -c 'setsid setsid sleep {marker} & setsid sleep {marker} & exit 6'"),
            "exit status: 6",
        ),
    ] {
        let args = ["battle", TWO_CAMPS, "--red", &bot, "--blue", "greedy", "--turn-ms", "500", "--json"];
        let battle = json(&well(&args));
        assert_eq!((&battle["winner"], &battle["how"]), (&"blue".into(), &"crashed".into()), "{battle}");
        assert!(battle["why"].as_str().expect("words").contains(why), "{battle}");
    }
    check_nothing_runs(marker);
}

/// A game that is killed leaves no program behind.
#[cfg(target_os = "linux")]
#[test]
fn a_cell_ends_with_the_game_that_started_it() {
    let marker = "1000.8282";
    let bot = format!("bot:sleep {marker}");
    let mut game = program(&["battle", TWO_CAMPS, "--red", &bot, "--blue", "greedy"])
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    let begun = (0..3000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        is_running(&format!("sleep {marker}"))
    });
    assert!(begun, "the program was not started");
    game.kill().expect("it runs");
    game.wait().expect("it has ended");
    check_nothing_runs(marker);
}

/// Returns `true` if a process has this text at the start of its command line.
#[cfg(target_os = "linux")]
fn is_running(start: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let mut lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).replace('\0', " ").starts_with(start))
}

/// Checks that the bot is gone that sleeps for `marker` seconds; what was ended may take a moment.
#[cfg(target_os = "linux")]
fn check_nothing_runs(marker: &str) {
    let gone = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !is_running(&format!("sleep {marker}"))
    });
    assert!(gone, "something still runs");
}

/// A cell whose temporary folder cannot be made, on any Linux: the places where one could be mounted are named by
/// the command, and the folder that would be made instead lies nowhere.
#[cfg(target_os = "linux")]
#[test]
fn a_cell_that_cannot_be_put_up_is_no_battle_and_no_lost_game() {
    let bot = "bot:sh -c 'exit 4' /tmp /var/tmp /dev/shm";
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("t");
    let out = out.to_str().expect("a plain path");
    let run = |args: &[&str]| {
        let output = program(args).env("TMPDIR", "/no/such/folder").output().expect("it runs");
        let said = said(&output);
        (said.code, said.out, one_error(&said.err))
    };
    let why = "the program of Red cannot play: the cell cannot be put up: the temporary folder: ";
    let (code, told, message) = run(&["battle", TWO_CAMPS, "--red", bot, "--blue", "greedy", "--json"]);
    assert_eq!((code, told.as_str()), (2, ""));
    assert!(message.starts_with(why) && message.lines().count() == 1, "{message}");
    // In a tournament nobody has lost the game: it is played when the cell can be put up.
    let args = ["tournament", "greedy", bot, "--maps", TWO_CAMPS, "--games", "2", "--jobs", "1", "-o", out];
    let (code, told, message) = run(&args);
    assert_eq!((code, told.as_str()), (2, ""));
    assert!(message.contains(" cannot play: the cell cannot be put up: the temporary folder: "), "{message}");
    let games = std::fs::read_to_string(folder.path().join("t/games.jsonl")).unwrap_or_default();
    assert!(games.lines().count() <= 1, "at most a line that says what the file is: {games}");
    let said = said(&program(&[&args[..], &["--resume"]].concat()).output().expect("it runs"));
    assert_eq!(said.code, 0, "{}", said.err);
    let games = std::fs::read_to_string(folder.path().join("t/games.jsonl")).expect("the games");
    assert_eq!(games.matches("\"crashed\"").count(), 2, "here the program is to blame: {games}");
}
