//! `tune`: a doctrine tuned by play, in a folder that survives everything.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{TWO_CAMPS, json, one_error, program, refused, root, run};

/// Maps of validation and test that no other tuning of a test plays on.
const VALIDATION: &str = "maps/hot_gates.ron";
const HELD_OUT: &str = "maps/open_field.ron";

/// Returns the words of a tiny tuning in a folder.
fn tuning(folder: &Path, options: &[&str]) -> Vec<String> {
    let words = [
        "tune",
        "hunter@classic",
        "--against",
        "greedy",
        "random",
        "--maps",
        TWO_CAMPS,
        "--validation",
        VALIDATION,
        "--held-out",
        HELD_OUT,
        "--iterations",
        "6",
        "--games",
        "2",
        "--validation-games",
        "4",
        "--test-games",
        "40",
        "--steps",
        "60",
        "--json",
        "-o",
        folder.to_str().expect("a plain path"),
    ];
    words.iter().chain(options).map(ToString::to_string).collect()
}

/// Runs a tuning to its end; returns its document. The exit code is 0 if the doctrine is accepted, else 1.
fn tune(folder: &Path, options: &[&str]) -> String {
    let said = run(&tuning(folder, options));
    assert_eq!(said.err, "");
    let accepted = json(&said.out)["verdict"] == "accepted";
    assert_eq!(said.code, i32::from(!accepted), "{}", said.out);
    said.out
}

/// The files of a folder but the times of games; games in the order of their texts.
fn files(folder: &Path) -> [String; 4] {
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    let lines = read("games.jsonl");
    let mut games: Vec<_> = lines
        .lines()
        .map(|line| {
            let mut game = json(line);
            let fields = game.as_object_mut().expect("an object");
            assert!(["ms", "ms_of_side", "sum"].iter().all(|field| fields.remove(*field).is_some()));
            game.to_string()
        })
        .collect();
    // In the test at the end other threads may finish games behind its last set.
    games.retain(|game| !game.contains("\"stage\":\"tuned\""));
    games.sort();
    [read("plan.json"), read("doctrine.ron"), read("report.html"), games.join("\n")]
}

/// Returns the place of the first line of a stage in a folder's games.
fn line_of_stage(text: &str, stage: &str) -> usize {
    let wanted = format!("{{\"stage\":\"{stage}");
    text.lines().position(|line| line.starts_with(&wanted)).unwrap_or_else(|| panic!("no {stage} in {text}"))
}

#[test]
fn jobs_change_nothing_of_a_tuning() {
    let [one, two] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    let out = tune(one.path(), &["--jobs", "1"]);
    let document = json(&out);
    assert_eq!((&document["tune"], &document["complete"]), (&"hunter@classic+60".into(), &true.into()));
    let fields: Vec<_> =
        document["numbers"].as_array().expect("numbers").iter().map(|n| &n["field"]).collect();
    assert_eq!(
        fields,
        ["answers.hunter", "answers.march", "boldness", "progress", "haste"],
        "what a hunter decides by"
    );
    assert_eq!(document["checkpoints"].as_array().map(Vec::len), Some(7));
    let other = json(&tune(two.path(), &["--jobs", "2"]));
    let without_games = |mut document: Value| {
        document.as_object_mut().expect("an object").remove("games");
        document
    };
    assert_eq!(without_games(other), without_games(document));
    let [mut of_one, mut of_two] = [files(one.path()), files(two.path())];
    for files in [&mut of_one, &mut of_two] {
        files[2] = String::new();
    }
    assert_eq!(of_one, of_two);
}

/// The tuned doctrine plays, the report is one file with the numbers of the document, and validation and test are
/// played with seeds that tuning never sees.
#[test]
fn a_tuning_says_what_it_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let document = json(&tune(folder.path(), &["--seed", "7"]));
    let page = fs::read_to_string(folder.path().join("report.html")).expect("a report");
    let (names, text) = crate::analyse::check_page(&page);
    for wanted in ["svg", "polyline", "table"] {
        assert!(names.iter().any(|name| name == wanted), "{wanted}");
    }
    let verdict = document["verdict"].as_str().expect("a verdict");
    assert!(text.to_lowercase().contains(&format!("{verdict}: ")), "{text}");
    for number in document["numbers"].as_array().expect("numbers") {
        let cells = [&number["before"], &number["after"], &number["bounds"][0], &number["bounds"][1]];
        let cells: Vec<_> = cells.iter().map(ToString::to_string).collect();
        let field = number["field"].as_str().expect("a field");
        let row = format!("<td>{field}</td><td>{}</td>", cells.join("</td><td>"));
        assert!(page.contains(&row), "{row} in {page}");
    }
    for checkpoint in document["checkpoints"].as_array().expect("checkpoints") {
        let share = 100.0 * checkpoint["validation"]["share"].as_f64().expect("a share");
        assert!(page.contains(&format!("<td>{share:.1} % (")), "{share} in {page}");
    }
    let doctrine = folder.path().join("doctrine.ron");
    let name = format!("hunter@{}+60", doctrine.display());
    let battle = json(&crate::program::well(&["battle", HELD_OUT, "--json", "--red", &name]));
    assert_eq!(battle["red"], name);
    let text = fs::read_to_string(&doctrine).expect("a doctrine");
    for number in document["numbers"].as_array().expect("numbers") {
        let field = number["field"].as_str().expect("a field").rsplit('.').next().expect("a name");
        assert!(text.contains(&format!("{field}: {}", number["after"])), "{field} in {text}");
    }
    let games = fs::read_to_string(folder.path().join("games.jsonl")).expect("games");
    for game in games.lines().map(json) {
        let (stage, seed) =
            (game["stage"].as_str().expect("a stage"), game["seed"].as_u64().expect("a seed"));
        let (map, from) = match stage.split('-').next() {
            Some("trial") => (TWO_CAMPS, 7),
            Some("checkpoint") => (VALIDATION, 7 + (1 << 40)),
            _ => (HELD_OUT, 7 + (2 << 40)),
        };
        assert!(game["map"] == map && (from..from + 1000).contains(&seed), "{game}");
    }
}

/// A program that is killed at any moment leaves whole lines, perhaps a part of one, and all files of an earlier end.
#[test]
fn a_broken_tuning_goes_on_as_an_unbroken_one() {
    let [whole, broken] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    let out = tune(whole.path(), &["--jobs", "1"]);
    let expected = files(whole.path());
    let text = fs::read_to_string(whole.path().join("games.jsonl")).expect("games");
    let ends: Vec<_> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    fs::copy(whole.path().join("plan.json"), broken.path().join("plan.json")).expect("a plan");
    let lines = broken.path().join("games.jsonl");
    for (stage, torn) in [("checkpoint-0", 0), ("trial-2", 30), ("checkpoint-3", 1), ("trial-5-down", 0)] {
        let end = ends[line_of_stage(&text, stage)];
        fs::write(&lines, &text[..end - torn]).expect("written");
        assert_eq!(tune(broken.path(), &["--jobs", "1", "--resume"]), out, "in {stage}");
        assert_eq!(files(broken.path()), expected, "in {stage}");
    }
    // Nothing is left to be played.
    assert_eq!(tune(broken.path(), &["--resume"]), out);

    let again = refused(&tuning(broken.path(), &[]));
    assert!(again.contains("holds games already: --resume goes on with them"), "{again}");
    let spoilt = text.replacen("\"turns\":", "\"turns\":1", 1);
    fs::write(&lines, spoilt).expect("written");
    let message = refused(&tuning(broken.path(), &["--resume"]));
    assert!(message.contains("games.jsonl:1: the checksum does not fit"), "{message}");
    // Lines of a stage that the games before do not lead to.
    let late = text.lines().nth(line_of_stage(&text, "trial-5")).expect("a line");
    fs::write(&lines, format!("{late}\n")).expect("written");
    let message = refused(&tuning(broken.path(), &["--resume"]));
    assert!(message.contains("games.jsonl:1: no game of trial-5-"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_killed_tuning_goes_on_as_an_unbroken_one() {
    use std::process::Stdio;
    let [whole, broken] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    let out = tune(whole.path(), &["--jobs", "1"]);
    let mut kept = 0;
    for kill in 0..8 {
        let mut child = program(&tuning(broken.path(), &["--jobs", "1", "--resume"]))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(std::time::Duration::from_millis(hotgates_engine::mix::split_mix(kill) % 60));
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        let lines = fs::read_to_string(broken.path().join("games.jsonl")).unwrap_or_default();
        let now = lines.matches('\n').count();
        assert!(now >= kept, "kill {kill} has cost {kept} - {now} games");
        kept = now;
    }
    assert_eq!(tune(broken.path(), &["--jobs", "1", "--resume"]), out);
    assert_eq!(files(broken.path()), files(whole.path()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_a_tuning_has_played() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a folder");
    let words = tuning(folder.path(), &["--jobs", "1"]);
    let words: Vec<_> =
        words.iter().map(|word| if word == "6" { "100000".to_owned() } else { word.clone() }).collect();
    let child = program(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let games = folder.path().join("games.jsonl");
    while !fs::read_to_string(&games).unwrap_or_default().contains("trial-1") {
        std::thread::yield_now();
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let said = crate::program::said(&child.wait_with_output().expect("it ends"));
    assert_eq!(said.code, 1);
    let played = fs::read_to_string(&games).expect("games").lines().count();
    assert_eq!(one_error(&said.err), format!("cancelled after {played} games; --resume goes on"));
    let document = json(&said.out);
    assert_eq!((&document["complete"], &document["verdict"]), (&false.into(), &Value::Null));
    assert!(!folder.path().join("doctrine.ron").exists(), "nothing has been found yet");
    let report = fs::read_to_string(folder.path().join("report.html")).expect("a report");
    assert!(report.contains("it was ended early and can go on with --resume"), "{report}");
}

#[test]
fn a_tuning_goes_on_only_as_it_was_planned() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("own.ron").display().to_string();
    let shipped = fs::read_to_string(root().join("crates/doctrine/assets/classic.ron")).expect("a doctrine");
    fs::write(&own, &shipped).expect("written");
    let at = folder.path().join("tuning");
    let words = |change: &dyn Fn(&mut Vec<String>)| {
        let mut words = tuning(&at, &["--resume"]);
        words[1] = format!("hunter@{own}");
        change(&mut words);
        words
    };
    let said = run(&words(&|_| {}));
    assert!(said.code < 2 && said.err.is_empty(), "{}", said.err);
    let option = |name: &'static str, value: &'static str| {
        move |words: &mut Vec<String>| {
            if let Some(place) = words.iter().position(|word| word == name) {
                value.clone_into(&mut words[place + 1]);
            } else {
                words.extend([name, value].map(str::to_owned));
            }
        }
    };
    let resume = |change: &dyn Fn(&mut Vec<String>)| {
        let message = refused(&words(change));
        let (place, difference) =
            message.split_once("another tuning was begun here: ").expect("a difference");
        assert!(place.ends_with("plan.json: "), "{message}");
        difference.to_owned()
    };
    assert_eq!(resume(&option("--iterations", "7")), "the number of iterations was 6 and is 7 now");
    assert_eq!(
        resume(&option("--games", "4")),
        "in tuning the number of games for each pairing and map was 2 and is 4 now"
    );
    assert_eq!(
        resume(&option("--test-games", "42")),
        "in the test the number of games for each pairing and map was 40 and is 42 now"
    );
    assert!(resume(&option("--seed", "1")).starts_with("in tuning the first seed of "));
    assert_eq!(resume(&option("--elo1", "10")), "in the test the sequential test is another one");
    assert!(
        resume(&option("--validation", "maps/goat_path.ron")).starts_with("in validation the maps were ")
    );
    assert_eq!(resume(&option("--numbers", "answers")), "the tuned numbers are others");
    assert!(resume(&option("--against", "warden")).starts_with("in tuning the commanders were "));
    fs::write(&own, shipped.replacen("relief: ", "relief: 1", 1).replacen("1600", "160", 1))
        .expect("written");
    assert!(resume(&|_| {}).ends_with("own.ron+60 has changed since"));
}

#[test]
fn a_tuning_that_cannot_be_played_is_refused_in_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let with = |name: &str, options: &[&str]| {
        let mut words = tuning(&folder.path().join("none"), options);
        name.clone_into(&mut words[1]);
        refused(&words)
    };
    assert!(with("hunter@bold", &[]).starts_with("hunter@bold+60: there is no doctrine `bold`"));
    assert!(with("huntress@classic", &[]).contains("unknown commander `huntress`; known: random, greedy"));
    assert!(with("hunter:consul@classic", &[]).contains("unknown rank `consul`"));
    assert_eq!(with("greedy", &[]), "greedy: the commander weighs nothing by a doctrine");
    assert!(with("human", &[]).starts_with("human: only commanders of this program have a doctrine"));
    assert!(with("hunter", &["--maps", "none.ron"]).starts_with("none.ron: "));
    assert!(with("hunter", &["--against", "greedy", "greedy"]).contains("the opponent is named twice"));
    let message = with("hunter", &["--held-out", VALIDATION]);
    assert_eq!(message, format!("{VALIDATION}: the map is named for validation and for the test"));
    assert_eq!(
        with("hunter", &["--numbers", "boldness", "relief"]),
        "--numbers relief: hunter does not decide by it, but by answers.hunter, answers.march, boldness, progress, haste"
    );
    let message = with("hunter", &["--elo0", "30"]);
    assert!(message.starts_with("--elo0 has to be less than --elo1, and "), "{message}");
}

/// Numbers that are not named stay as they are.
#[test]
fn named_numbers_alone_are_tuned() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().join("tuning");
    let document = json(&tune(&at, &["--numbers", "answers"]));
    let fields: Vec<_> =
        document["numbers"].as_array().expect("numbers").iter().map(|number| &number["field"]).collect();
    assert_eq!(fields, ["answers.hunter", "answers.march"]);
    let tuned = fs::read_to_string(at.join("doctrine.ron")).expect("a doctrine");
    for unchanged in ["boldness: 1000,", "progress: 1000,", "warden: 300"] {
        assert!(tuned.contains(unchanged), "{unchanged} in {tuned}");
    }
}

/// Neither the command line nor files have `tune` start a program.
#[test]
fn a_tuning_starts_no_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let pwned = folder.path().join("PWNED");
    let command = format!("bot:touch {}", pwned.display());
    let at = folder.path().join("tuning");
    let words = |name: &str, against: &str| {
        let mut words = tuning(&at, &["--resume"]);
        name.clone_into(&mut words[1]);
        against.clone_into(&mut words[3]);
        words
    };
    assert!(refused(&words(&command, "greedy")).contains("only commanders of this program have a doctrine"));
    assert!(
        refused(&words("hunter", &command))
            .contains("programs command in `battle`, `campaign` and `tournament` only")
    );
    assert!(
        refused(&words(&format!("hunter@{command}"), "greedy")).contains("there is no doctrine `bot:touch ")
    );
    let doctrine = folder.path().join("bot.ron");
    for text in [command.clone(), format!("Doctrine(survey: \"{command}\")")] {
        fs::write(&doctrine, text).expect("written");
        let message = refused(&words(&format!("hunter@{}", doctrine.display()), "greedy"));
        assert!(message.contains("bot.ron:1:"), "{message}");
    }
    let said = run(&words("hunter", "greedy"));
    assert!(said.code < 2, "{}", said.err);
    let plan = at.join("plan.json");
    let text = fs::read_to_string(&plan).expect("a plan").replace("greedy+60", &command);
    fs::write(&plan, text).expect("written");
    assert!(refused(&words("hunter", "greedy")).contains("in tuning the commanders were "));
    assert!(!pwned.exists());
}

#[test]
fn wrong_numbers_of_a_tuning_are_wrong_use() {
    let folder = tempfile::tempdir().expect("a folder");
    for wrong in [["--games", "0"], ["--iterations", "0"], ["--steps", "0"], ["--jobs", "0"]] {
        let words: Vec<_> = tuning(folder.path(), &[])
            .into_iter()
            .scan(false, |drops, word| {
                // An option is given once.
                let is_here = word == wrong[0];
                let dropped = std::mem::replace(drops, is_here);
                Some((!is_here && !dropped).then_some(word))
            })
            .flatten()
            .chain(wrong.map(str::to_owned))
            .collect();
        let message = refused(&words);
        assert!(message.contains(wrong[0]), "{message}");
    }
    let alone = run(&["tune", "hunter", "--against", "greedy", "--maps", TWO_CAMPS]);
    assert_eq!((alone.code, alone.out.as_str()), (2, ""), "a folder is needed: {}", alone.err);
}
