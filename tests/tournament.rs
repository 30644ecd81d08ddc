//! `tournament`: games of a plan, kept in a folder that survives everything.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{TWO_CAMPS, json, one_error, program, refused, run, said, well};

/// A key of dice, for tournaments in which programs play.
const KEY: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// Runs a tournament of three commanders on one map with these options.
fn tournament<'a>(options: &[&'a str]) -> Vec<&'a str> {
    [&["tournament", "greedy", "random", "hunter", "--maps", TWO_CAMPS, "--steps", "200"], options].concat()
}

/// The games of a folder, without their times and checksums.
fn games(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("games");
    assert!(text.is_empty() || text.ends_with('\n'));
    let mut games: Vec<_> = text
        .lines()
        .map(|line| {
            let mut game = json(line);
            let fields = game.as_object_mut().expect("an object");
            assert!(["ms", "ms_of_side", "sum"].iter().all(|field| fields.remove(*field).is_some()));
            game
        })
        .collect();
    games.sort_by_key(Value::to_string);
    games
}

fn path(folder: &Path) -> &str {
    folder.to_str().expect("a plain path")
}

/// Every pairing has the results that `battle --games --swap` has.
#[test]
fn a_cross_table_is_what_battles_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = tournament(&["--games", "9", "--seed", "5", "--json", "-o", path(folder.path())]);
    let document = json(&well(&args));
    assert_eq!((&document["tournament"], &document["complete"]), (&"round-robin".into(), &true.into()));
    assert_eq!(document["games"], 30, "nine games are five pairs");
    let pairs = document["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.len(), 3);
    let mut wins = BTreeMap::<String, u64>::new();
    let mut lines = games(folder.path());
    for pair in pairs {
        let [first, second] = ["first", "second"].map(|name| pair[name].as_str().expect("a name"));
        let out = well(&[
            "battle", TWO_CAMPS, "--json", "--games", "10", "--swap", "--seed", "5", "--red", first,
            "--blue", second,
        ]);
        let (battles, summary) = out.trim_end().rsplit_once('\n').expect("a summary");
        let summary = json(summary);
        for (field, of_summary) in [
            ("games", "games"),
            ("first_wins", "first_wins"),
            ("second_wins", "second_wins"),
            ("draws", "draws"),
            ("sets", "sets"),
            ("ci95", "ci95"),
        ] {
            assert_eq!(pair[field], summary[of_summary], "{field} of {first} and {second}");
        }
        for (name, field) in [(first, "first_wins"), (second, "second_wins")] {
            *wins.entry(name.to_owned()).or_default() += pair[field].as_u64().expect("a number");
        }
        // Game for game: seats, seed, winner, end, length, and the hash over all orders.
        for battle in battles.lines().map(json) {
            let is_same = |game: &Value| {
                ["red", "blue", "seed", "winner", "how", "turns", "orders", "hash"]
                    .iter()
                    .all(|field| game[field] == battle[field])
                    && game["men"] == battle["strength"]
            };
            let place = lines.iter().position(is_same).unwrap_or_else(|| panic!("{battle} is missing"));
            lines.remove(place);
        }
    }
    assert!(lines.is_empty(), "{lines:?}");
    let commanders = document["commanders"].as_array().expect("commanders");
    let elo = |commander: &Value| commander["elo"].as_f64().expect("a rating");
    assert!(commanders.iter().map(elo).sum::<f64>().abs() < 1e-6, "{commanders:?}");
    assert!(elo(&commanders[2]) > 50.0 && elo(&commanders[1]) < -50.0, "{commanders:?}");
    for commander in commanders {
        let [low, high] = [0, 1].map(|end| commander["ci95"][end].as_f64().expect("a rating"));
        assert!(low < elo(commander) && elo(commander) < high);
        let name = commander["name"].as_str().expect("a name");
        assert_eq!((&commander["games"], &commander["wins"]), (&20.into(), &wins[name].into()), "{name}");
    }
}

/// The report is one file, and holds the numbers of the document, of commanders, pairings, maps and ends.
#[test]
fn a_report_says_what_was_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = [
        "tournament",
        "greedy",
        "random",
        "hunter",
        "--steps",
        "200",
        "--games",
        "6",
        "--json",
        "-o",
        path(folder.path()),
        "--maps",
        TWO_CAMPS,
        "maps/hot_gates.ron",
    ];
    let document = json(&well(&args));
    let page = fs::read_to_string(folder.path().join("report.html")).expect("a report");
    let (names, text) = crate::analyse::check_page(&page);
    for wanted in ["svg", "rect", "path", "table"] {
        assert!(names.iter().any(|name| name == wanted), "{wanted}");
    }
    assert!(
        text.contains("round-robin: 3 commanders on 2 maps in sets of 2 games, 36 games played."),
        "{text}"
    );
    let row = |cells: &[String]| {
        let row = format!("<td>{}</td>", cells.join("</td><td>"));
        assert!(page.contains(&row), "{row} in {page}");
    };
    let cell = |value: &Value| {
        value.as_u64().map_or_else(|| value.as_str().expect("a name").to_owned(), |number| number.to_string())
    };
    for commander in document["commanders"].as_array().expect("commanders") {
        row(&["games", "wins", "draws", "losses"].map(|field| cell(&commander[field])));
        row(&[cell(&commander["name"]), format!("{:+.0}", commander["elo"].as_f64().expect("a rating"))]);
    }
    for pair in document["pairs"].as_array().expect("pairs") {
        let share = format!("{:.1} %", 100.0 * pair["share"].as_f64().expect("a share"));
        row(&[cell(&pair["first"]), cell(&pair["second"]), cell(&pair["games"]), share]);
        row(&[["first_wins", "draws", "second_wins"].map(|field| cell(&pair[field])).join(" – ")]);
        row(&[["second_wins", "draws", "first_wins"].map(|field| cell(&pair[field])).join(" – ")]);
    }
    let maps = document["maps"].as_array().expect("maps");
    assert_eq!(maps.len(), 2);
    for map in maps {
        row(&["file", "games", "red_wins", "draws", "blue_wins"].map(|field| cell(&map[field])));
    }
    for (how, ending) in document["endings"].as_object().expect("ends") {
        let games: u64 =
            ["red_wins", "draws", "blue_wins"].iter().filter_map(|field| ending[field].as_u64()).sum();
        let counts = ["red_wins", "draws", "blue_wins"].map(|field| cell(&ending[field]));
        row(&[&[how.clone(), games.to_string()], &counts[..]].concat());
    }
}

/// The commands in the table of games play the very games again.
#[cfg(not(feature = "web"))]
#[test]
fn a_report_has_commands_that_play_games_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let args =
        ["hunter", "greedy", "random", "--steps", "200", "--games", "4", "--mirror", "--maps", TWO_CAMPS];
    well(&[&["tournament", "-o", path(folder.path())], &args[..]].concat());
    let page = fs::read_to_string(folder.path().join("report.html")).expect("a report");
    let commands: Vec<_> = page
        .split("<code>hotgates battle ")
        .skip(1)
        .filter_map(|rest| rest.split("</code>").next())
        .collect();
    assert_eq!(commands.iter().filter(|command| !command.contains("MAP")).count(), 12, "{commands:?}");
    let games = games(folder.path());
    for command in &commands[..4] {
        let words: Vec<_> = command.split(' ').collect();
        let played = json(&well(&[&["battle", "--json"], &words[..]].concat()));
        let same =
            games.iter().find(|game| game["hash"] == played["hash"]).unwrap_or_else(|| panic!("{command}"));
        assert_eq!(same["armies_exchanged"], command.ends_with("--mirror"));
    }
}

/// Names that a browser would obey are text in the report.
#[test]
fn a_report_obeys_no_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("<script>alert(1)<|script>&\u{202e}.ron");
    let text = fs::read_to_string(crate::program::root().join("maps/hot_gates.ron")).expect("a map");
    let hostile = "</title><script>alert(2)</script><img src=x onerror='alert(3)'>&lt;";
    let name = text.find("name: \"").expect("a name") + 7;
    fs::write(&map, format!("{}{hostile}{}", &text[..name], &text[name..])).expect("written");
    let doctrine = folder.path().join("<i>.ron");
    fs::copy(crate::program::root().join("crates/doctrine/assets/classic.ron"), &doctrine)
        .expect("a doctrine");
    let at = folder.path().join("games");
    let greedy = format!("warden@{}+50", path(&doctrine));
    well(&["tournament", "random", &greedy, "--games", "2", "--maps", path(&map), "-o", path(&at)]);
    let page = fs::read_to_string(at.join("report.html")).expect("a report");
    let (_, text) = crate::analyse::check_page(&page);
    assert!(text.contains("alert(1)") && text.contains("alert(2)") && text.contains("<i>.ron"), "{text}");
    for file in ["plan.json", "games.jsonl", "report.html"] {
        let text = fs::read_to_string(at.join(file)).expect("a file");
        assert!(!text.contains('\u{202e}'), "{file}");
    }
    well(&[
        "tournament",
        "random",
        &greedy,
        "--games",
        "2",
        "--maps",
        path(&map),
        "-o",
        path(&at),
        "--resume",
    ]);
}

#[test]
fn jobs_change_nothing_but_the_order_of_lines() {
    let played = |jobs: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let out = well(&tournament(&["--games", "12", "--jobs", jobs, "--json", "-o", path(folder.path())]));
        (games(folder.path()), out)
    };
    let one = played("1");
    assert_eq!(one.0.len(), 36);
    assert_eq!(one, played("3"));
}

#[test]
fn armies_are_exchanged_in_sets_of_four() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = tournament(&["--games", "4", "--mirror", "-o", path(folder.path())]);
    well(&args);
    let lines = games(folder.path());
    assert_eq!(lines.len(), 12);
    let mirrored =
        well(&["battle", TWO_CAMPS, "--json", "--mirror", "--red", "greedy+200", "--blue", "random+200"]);
    let hash = json(&mirrored)["hash"].clone();
    let found: Vec<_> = lines.iter().filter(|game| game["hash"] == hash).collect();
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["leg"], &found[0]["armies_exchanged"]), (&2.into(), &true.into()));
}

/// What a killed program leaves: whole lines, and perhaps a part of one.
#[test]
fn a_torn_last_line_is_played_again_and_damage_has_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let (at, lines) = (path(folder.path()), folder.path().join("games.jsonl"));
    let args = |options: &[&'static str]| {
        [
            &tournament(&["--games", "4"]),
            &["-o".to_owned(), at.to_owned()].each_ref().map(String::as_str)[..],
            options,
        ]
        .concat()
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
    };
    well(&args(&[]));
    let all = games(folder.path());
    let text = fs::read_to_string(&lines).expect("games");
    assert_eq!(all.len(), 12);
    assert!(refused(&args(&[])).contains("holds games already: --resume goes on with them"));

    for cut in [1, 40, text.len() / 2, text.len() - 1] {
        fs::write(&lines, &text[..text.len() - cut]).expect("written");
        well(&args(&["--resume"]));
        assert_eq!(games(folder.path()), all, "{cut} bytes less");
    }

    let end_of_first = text.find('\n').expect("lines");
    let spoilt = text.replacen("\"turns\":", "\"turns\":1", 1);
    fs::write(&lines, &spoilt).expect("written");
    let message = refused(&args(&["--resume"]));
    assert!(message.contains("games.jsonl:1: the checksum does not fit"), "{message}");
    assert_eq!(fs::read_to_string(&lines).expect("games"), spoilt, "nothing is changed");
    for (bytes, line, why) in [
        (format!("{text}{}\n", &text[..end_of_first]), 13, "the game is there already"),
        (format!("{}\n{text}", &text[..end_of_first - 3]), 1, "the line has no checksum"),
    ] {
        fs::write(&lines, bytes).expect("written");
        let message = refused(&args(&["--resume"]));
        assert!(message.contains(&format!("games.jsonl:{line}: {why}")), "{message}");
    }
}

#[test]
fn a_tournament_goes_on_only_as_it_was_planned() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("map.ron");
    let own = |name: &str| folder.path().join(name).display().to_string();
    let text = fs::read_to_string(crate::program::root().join(TWO_CAMPS)).expect("a map");
    fs::write(&map, &text).expect("written");
    let rules = fs::read_to_string(crate::program::root().join("tests/maps/rules/plain.ron")).expect("rules");
    fs::create_dir(own("rules")).expect("a folder");
    fs::write(own("rules/plain.ron"), &rules).expect("written");
    let doctrine = fs::read_to_string(crate::program::root().join("crates/doctrine/assets/classic.ron"))
        .expect("a doctrine");
    fs::write(own("own.ron"), &doctrine).expect("written");
    let warden = format!("warden@{}+100", own("own.ron"));
    let with = |names: &[&str], options: &[&str]| {
        let (map, at) = (own("map.ron"), own("games"));
        let start = [&["tournament"], names, &["--maps", &map, "-o", &at]].concat();
        [&start[..], options].concat().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let names = ["greedy", warden.as_str()];
    well(&with(&names, &["--games", "2"]));
    let resume = |names: &[&str], options: &[&str]| refused(&with(names, &[options, &["--resume"]].concat()));
    for (message, why) in [
        (resume(&["greedy", "random"], &["--games", "2"]), "the commanders were greedy, warden@"),
        (
            resume(&names, &["--games", "4"]),
            "the number of games for each pairing and map was 2 and is 4 now",
        ),
        (resume(&names, &["--games", "2", "--seed", "3"]), "map.ron was 0 and is 3 now"),
        (resume(&names, &["--games", "2", "--format", "gauntlet"]), "the kind of tournament was round-robin"),
    ] {
        assert!(
            message.contains("plan.json: another tournament was begun here: ") && message.contains(why),
            "{message}"
        );
    }
    fs::write(&map, text.replacen("name: \"Two Camps\"", "name: \"Two Camp\"", 1)).expect("written");
    let message = resume(&names, &["--games", "2"]);
    assert!(message.ends_with("map.ron has changed since"), "{message}");
    // Comments are no part of a map.
    fs::write(&map, format!("// A comment.\n{text}")).expect("written");
    well(&with(&names, &["--games", "2", "--resume"]));
    let other_rules = rules.replacen("movement: 8", "movement: 9", 1);
    assert_ne!(other_rules, rules);
    fs::write(own("rules/plain.ron"), other_rules).expect("written");
    let message = resume(&names, &["--games", "2"]);
    assert!(
        message.contains("the ruleset of ") && message.ends_with("map.ron has changed since"),
        "{message}"
    );
    fs::write(own("rules/plain.ron"), &rules).expect("written");
    fs::write(own("own.ron"), doctrine.replacen("boldness: ", "boldness: 1", 1)).expect("written");
    let message = resume(&names, &["--games", "2"]);
    assert!(
        message.contains("the doctrine of warden@") && message.ends_with("has changed since"),
        "{message}"
    );
}

#[test]
fn what_cannot_be_played_is_refused_in_a_line() {
    let play = |names: &[&str], options: &[&str]| {
        refused(&[&["tournament"], names, &["--maps", TWO_CAMPS], options].concat())
    };
    assert!(play(&["greedy", "gredy"], &[]).starts_with("gredy: "));
    assert!(play(&["greedy", "greedy"], &[]).contains("greedy: the commander is named twice"));
    assert!(play(&["greedy", "hunter:consul"], &[]).contains("unknown rank `consul`"));
    assert!(play(&["greedy", "human"], &[]).starts_with("human: "));
    assert!(play(&["greedy", "random"], &["--games", "1000000000"]).contains("at most 10000000"));
    let twice = ["tournament", "greedy", "random", "--maps", TWO_CAMPS, TWO_CAMPS];
    assert!(refused(&twice).contains("the map is named twice"));
    assert!(refused(&["tournament", "greedy", "random", "--maps", "none.ron"]).starts_with("none.ron: "));
    let alone = run(&["tournament", "greedy", "--maps", TWO_CAMPS]);
    assert_eq!((alone.code, alone.out.as_str()), (2, ""), "{}", alone.err);
}

/// A program that is killed at any moment loses the games that it is playing, and no other.
#[cfg(unix)]
#[test]
fn a_killed_tournament_goes_on_as_an_unbroken_one() {
    // `HOTGATES_KILLS` is the number of times that the program is killed.
    let kills = std::env::var("HOTGATES_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(10);
    let [whole, broken] = [(), ()].map(|()| tempfile::tempdir().expect("a folder"));
    let games_of_each = (40_u64 * (kills + 5)).to_string();
    let args = |folder| {
        let names = ["tournament", "greedy", "random", "--maps", TWO_CAMPS, "--jobs", "2", "--json"];
        [&names[..], &["--games", &games_of_each, "-o", folder, "--resume"]]
            .concat()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    let out = well(&args(path(whole.path())));
    let lines_of_games = || {
        let lines = fs::read_to_string(broken.path().join("games.jsonl")).unwrap_or_default();
        lines.matches('\n').count()
    };
    let mut kept = 0;
    for kill in 0..kills {
        let mut child = program(&args(path(broken.path())))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        // Up to 40 milliseconds: the start, a plan that is not yet there, and some games.
        let pause = hotgates_engine::mix::split_mix(kill) % 40;
        std::thread::sleep(std::time::Duration::from_millis(pause));
        // The last time it has played a game, however slow the machine is.
        while kill + 1 == kills && lines_of_games() <= kept {
            assert!(child.try_wait().expect("it can be asked").is_none(), "it ended without a game more");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        let now = lines_of_games();
        assert!(now >= kept, "kill {kill} has cost {kept} - {now} games");
        kept = now;
    }
    println!("{kept} games after {kills} kills");
    assert!(kept > 0);
    let resumed = well(&args(path(broken.path())));
    assert_eq!(games(broken.path()), games(whole.path()));
    assert_eq!(resumed, out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_has_been_played() {
    use std::process::Command;
    let folder = tempfile::tempdir().expect("a folder");
    let args = [
        "tournament",
        "greedy",
        "random",
        "--maps",
        TWO_CAMPS,
        "--games",
        "1000000",
        "-o",
        path(folder.path()),
    ];
    let child = program(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    while fs::read(folder.path().join("games.jsonl")).unwrap_or_default().is_empty() {
        std::thread::yield_now();
    }
    // The folder is held by one program.
    let other = refused(&[&args[..], &["--resume"]].concat());
    assert!(other.ends_with("games.jsonl: cannot be written: another program is writing it"), "{other}");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let said = said(&child.wait_with_output().expect("it ends"));
    assert_eq!(said.code, 1);
    let played = games(folder.path()).len();
    let message = one_error(&said.err);
    assert_eq!(message, format!("cancelled after {played} of 1000000 games; --resume goes on"));
    assert!(said.out.contains("greedy against random: "), "{}", said.out);
    let report = fs::read_to_string(folder.path().join("report.html")).expect("a report");
    assert!(report.contains(&format!("{played} games played; it was ended early")), "{report}");
}

#[test]
fn a_gauntlet_is_run_by_the_first() {
    let document = json(&well(&tournament(&["--games", "2", "--format", "gauntlet", "--json"])));
    let pairs: Vec<_> = document["pairs"].as_array().expect("pairs").iter().collect();
    assert_eq!((document["games"].as_u64(), pairs.len()), (Some(4), 2));
    for pair in pairs {
        assert_eq!(pair["first"], "greedy+200");
    }
}

/// Pairings of a round follow from the rounds before, however these were played.
#[test]
fn a_swiss_tournament_goes_on_as_it_would_have() {
    let names = ["greedy", "random", "hunter", "warden", "hunter:major"];
    let folder = tempfile::tempdir().expect("a folder");
    let at = path(folder.path());
    let args = |options: &[&'static str]| {
        let start =
            [&["tournament"], &names[..], &["--maps", TWO_CAMPS, "--format", "swiss", "--rounds", "3"]];
        let rest = [&["--games", "4", "--steps", "100", "--json", "-o", at], options].concat();
        [&start.concat()[..], &rest].concat().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let out = well(&args(&["--jobs", "1"]));
    let document = json(&out);
    // Two pairings a round, since one of five has nobody to meet.
    assert_eq!((&document["games"], &document["complete"]), (&24.into(), &true.into()));
    let pairs = document["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.len(), 6, "nobody meets anybody twice");
    assert!(pairs.iter().all(|pair| pair["games"] == 4));
    let all = games(folder.path());
    let lines = folder.path().join("games.jsonl");
    let text = fs::read_to_string(&lines).expect("games");
    let line_ends: Vec<_> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    for kept in [0, 3, 8, 13, 23] {
        let end = if kept == 0 { 0 } else { line_ends[kept - 1] };
        fs::write(&lines, &text[..end]).expect("written");
        assert_eq!(well(&args(&["--jobs", "3", "--resume"])), out, "after {kept} games");
        assert_eq!(games(folder.path()), all, "after {kept} games");
    }
}

/// A test ends with the first set after which it can tell, whatever was finished by then.
#[test]
fn a_sequential_test_ends_at_the_same_set_with_any_jobs() {
    let play = |jobs: &str, names: [&str; 2]| {
        let folder = tempfile::tempdir().expect("a folder");
        let args = [
            "tournament",
            names[0],
            names[1],
            "--steps",
            "100",
            "--format",
            "sprt",
            "--elo1",
            "60",
            "--json",
            "--jobs",
            jobs,
            "-o",
            path(folder.path()),
            "--maps",
            TWO_CAMPS,
            "maps/hot_gates.ron",
        ];
        let out = well(&args);
        let played = games(folder.path()).len() as u64;
        assert_eq!(well(&[&args[..], &["--resume"]].concat()), out, "nothing is left to play");
        (out, played)
    };
    for (names, verdict) in [(["hunter", "random"], "stronger"), (["random", "greedy"], "not stronger")] {
        let (out, played) = play("1", names);
        let document = json(&out);
        let test = &document["sprt"];
        assert_eq!((&test["verdict"], &document["complete"]), (&verdict.into(), &true.into()), "{out}");
        let [low, high] = [0, 1].map(|end| test["bounds"][end].as_f64().expect("a bound"));
        let ratio = test["llr"].as_f64().expect("a ratio");
        assert!(
            (verdict == "stronger" && ratio >= high) || (verdict == "not stronger" && ratio <= low),
            "{out}"
        );
        let counted = document["games"].as_u64().expect("a number");
        assert!(counted == 2 * test["sets"].as_u64().expect("a number") && counted <= played, "{out}");
        for jobs in ["2", "4"] {
            assert_eq!(play(jobs, names).0, out, "{jobs} jobs");
        }
    }
}

#[test]
fn options_of_one_format_are_refused_with_another() {
    let refuse = |options: &[&'static str]| refused(&tournament(options));
    assert_eq!(refuse(&["--rounds", "3"]), "--rounds is for --format swiss");
    assert_eq!(refuse(&["--elo1", "3", "--format", "swiss"]), "--elo1 is for --format sprt");
    assert_eq!(refuse(&["--format", "sprt"]), "--format sprt compares two commanders, and 3 are named");
    for numbers in [["--elo0", "30"], ["--alpha", "0.5"], ["--beta", "0"], ["--elo1", "nan"]] {
        let args = ["tournament", "greedy", "random", "--maps", TWO_CAMPS, "--format", "sprt"];
        let message = refused(&[&args[..], &numbers].concat());
        assert!(message.starts_with("--elo0 has to be less than --elo1, and "), "{message}");
    }
}

/// A program plays as a commander does, one that goes wrong loses its games and nobody else's, and what
/// it said is kept.
#[cfg(unix)]
#[test]
fn programs_play_in_tournaments() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = path(folder.path());
    let program = program(&["bot"]).get_program().to_str().expect("a path").to_owned();
    let [sound, broken] =
        [format!("bot:'{program}' bot greedy"), "bot:sh -c 'echo oh dear >&2; exit 4'".to_owned()];
    let args = [
        "tournament",
        "greedy",
        "random",
        &sound,
        &broken,
        "--maps",
        TWO_CAMPS,
        "--games",
        "4",
        "--key",
        KEY,
        "--jobs",
        "3",
    ];
    let document = json(&well(&[&args[..], &["--json", "-o", path]].concat()));
    assert_eq!((&document["games"], &document["complete"]), (&24.into(), &true.into()));
    let faults = document["faults"].as_array().expect("faults");
    let fault = &faults[0];
    assert_eq!(
        (faults.len(), &fault["commander"], &fault["how"]),
        (1, &broken.clone().into(), &"crashed".into())
    );
    assert_eq!((&fault["games"], &fault["why"]), (&12.into(), &"it ended with exit status: 4".into()));
    // The same commander inside and outside meets a third one in the same battles.
    let games = games(folder.path());
    let against_random = |name: &str| -> Vec<Value> {
        let meets = |game: &&Value| {
            let seats = [&game["red"], &game["blue"]];
            seats.contains(&&Value::from(name)) && seats.contains(&&Value::from("random"))
        };
        let mut hashes: Vec<_> = games.iter().filter(meets).map(|game| game["hash"].clone()).collect();
        hashes.sort_by_key(Value::to_string);
        hashes
    };
    assert_eq!(against_random("greedy").len(), 4);
    assert_eq!(against_random("greedy"), against_random(&sound));
    let kept: Vec<_> = fs::read_dir(folder.path().join("faults")).expect("faults").collect();
    assert_eq!(kept.len(), 24, "words and a replay of each");
    let replay = folder.path().join("faults/0-3-map0-set1-leg0.replay").display().to_string();
    let verified = json(&well(&["replay", &replay, "--verify", "--json"]));
    let is_that = |game: &&Value| {
        game["set"] == 1 && game["leg"] == 0 && game["red"] == "greedy" && game["blue"] == *broken
    };
    let game = games.iter().find(is_that).expect("the game");
    assert_eq!((&verified["verified"], &verified["hash"]), (&true.into(), &game["hash"]));
    let text = fs::read_to_string(folder.path().join("faults/0-3-map0-set1-leg0.txt")).expect("a fault");
    assert!(text.starts_with("it ended with exit status: 4\n\nstandard error:\noh dear\n"), "{text}");
    assert!(text.contains("\ntranscript:\n→ {\"hello\""), "{text}");
    let report = fs::read_to_string(folder.path().join("report.html")).expect("a report");
    assert!(report.contains("it ended with exit status: 4"), "{report}");
    if cfg!(not(feature = "web")) {
        assert!(report.contains("<code>faults/0-3-map0-set1-leg0.txt</code>"), "{report}");
    }
    // What is resumed is named again, with the same limits; a folder starts nothing.
    let resumed = json(&well(&[&args[..], &["--json", "--resume", "-o", path]].concat()));
    assert_eq!(resumed, document);
    let other = refused(&[&args[..], &["--turn-ms", "5", "--resume", "-o", path]].concat());
    assert!(other.contains("the time of programs is another one"), "{other}");
    assert!(
        refused(&["tournament", "greedy", "bot:sh '", "--maps", TWO_CAMPS])
            .contains("bot:sh ': a quotation mark is not closed")
    );
    let missing = refused(&["tournament", "greedy", "bot:/no/program", "--maps", TWO_CAMPS]);
    assert!(missing.contains("`bot:/no/program` cannot be started: no such file or directory"), "{missing}");
}
