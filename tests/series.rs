//! `battle --games`: many battles, the same whatever the number of jobs.

use hotgates_stats::{ScoreSample, SetScores, wilson_interval};
use serde_json::Value;

use crate::program::{TWO_CAMPS, fields, json, program, run, said, well};

/// The lines of a series without their times.
fn series(args: &[&str]) -> Vec<Value> {
    let all = [&["battle", TWO_CAMPS, "--json", "--red", "greedy", "--blue", "random"], args].concat();
    let timeless = |line: &str| {
        let mut value = json(line);
        value.as_object_mut().expect("an object").remove("ms").expect("a time");
        value
    };
    well(&all).lines().map(timeless).collect()
}

#[test]
fn jobs_change_nothing_but_time() {
    let one = series(&["--games", "24", "--jobs", "1"]);
    assert_eq!(one.len(), 25);
    assert_eq!(one, series(&["--games", "24", "--jobs", "8"]));
    let seeds: Vec<_> = one.iter().filter_map(|game| game["seed"].as_u64()).collect();
    assert_eq!(seeds, (0..24).collect::<Vec<_>>());
}

#[test]
fn a_game_of_a_series_is_the_battle_of_its_seed() {
    let games = series(&["--games", "5", "--seed", "40"]);
    let alone = series(&["--seed", "42"]);
    assert_eq!(games[2], alone[0]);
}

#[test]
fn the_summary_adds_up() {
    let out = well(&["battle", TWO_CAMPS, "--json", "--games", "30", "--red", "greedy", "--blue", "random"]);
    let summary = out.lines().last().expect("a summary");
    let expected =
        "games red_wins blue_wins draws first first_wins second second_wins ci95 ci95_method sets ms";
    assert_eq!(fields(summary).join(" "), expected);
    let summary = json(summary);
    let number = |name: &str| summary[name].as_u64().expect("a number");
    assert_eq!(number("games"), 30);
    assert_eq!(number("red_wins") + number("blue_wins") + number("draws"), 30);
    assert_eq!((number("first_wins"), number("second_wins")), (number("red_wins"), number("blue_wins")));
    assert_eq!((&summary["first"], &summary["second"]), (&"greedy".into(), &"random".into()));
    let [low, high] = [0, 1].map(|at| summary["ci95"][at].as_f64().expect("a share"));
    #[expect(clippy::cast_precision_loss, reason = "30 games")]
    let share = number("red_wins") as f64 / 30.0;
    assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{low} {share} {high}");
    assert_eq!((&summary["ci95_method"], number("sets")), (&"wilson".into(), 30));
}

#[test]
fn swapping_plays_each_seed_from_both_chairs() {
    let games = series(&["--games", "20", "--swap", "--seed", "3"]);
    let seeds: Vec<_> = games.iter().filter_map(|game| game["seed"].as_u64()).collect();
    assert_eq!(seeds, (0..20).map(|game| 3 + game / 2).collect::<Vec<_>>());
    for pair in games[..20].chunks(2) {
        assert_eq!((&pair[0]["red"], &pair[0]["blue"]), (&pair[1]["blue"], &pair[1]["red"]));
        assert_eq!(pair[0]["strength"]["red"][1], pair[1]["strength"]["red"][1], "pairs share the cuts");
    }
    let wins = |chair: usize, side: &str| {
        games[..20].iter().skip(chair).step_by(2).filter(|game| game["winner"] == side).count()
    };
    assert_eq!(games[20]["first_wins"], wins(0, "red") + wins(1, "blue"));
    assert_eq!(games[20]["second_wins"], wins(0, "blue") + wins(1, "red"));
    assert_eq!(games, series(&["--games", "20", "--swap", "--seed", "3", "--jobs", "7"]));
}

/// Pairs are counted whole: two games of one seed are one set, and their interval is another than
/// that of as many games with seeds of their own.
#[test]
fn the_interval_of_swapped_games_is_that_of_their_pairs() {
    let args = ["--games", "40", "--swap", "--seed", "3"];
    let games = series(&args);
    let (summary, games) = games.split_last().expect("a summary");
    let mut pairs = SetScores::new(2);
    for pair in games.chunks(2) {
        let half_points = |game: &Value, side: &str| match game["winner"].as_str().expect("a winner") {
            "draw" => 1,
            winner => 2 * u32::from(winner == side),
        };
        pairs.count_set(half_points(&pair[0], "red") + half_points(&pair[1], "blue"));
    }
    let share = ScoreSample::of_sets(&pairs).share();
    assert_eq!(summary["ci95"], serde_json::json!([share.low, share.high]));
    assert_eq!((&summary["ci95_method"], &summary["sets"]), (&"paired".into(), &20.into()));
    let single = wilson_interval(2 * summary["first_wins"].as_u64().expect("wins"), 40);
    assert!((single.low - share.low).abs() > 0.001, "{single:?} {share:?}");
}

#[test]
fn people_get_a_sum_they_can_read() {
    let out = well(&["battle", TWO_CAMPS, "--games", "10", "--swap", "--red", "greedy", "--blue", "random"]);
    assert!(out.starts_with("Two Camps: "), "{out}");
    for said in [
        "Red   wins",
        "Blue  wins",
        "greedy (given as --red) wins",
        "greedy makes ",
        " % of the points in 5 pairs; its share lies between",
        "10 battles of",
    ] {
        assert!(out.contains(said), "{said} in {out}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_has_been_played() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let args = [
        "battle", TWO_CAMPS, "--games", "4000000", "--json", "--red", "greedy", "--blue", "greedy", "--jobs",
        "2",
    ];
    let mut child = program(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut out = String::new();
    lines.read_line(&mut out).expect("a first game");
    let interrupted =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(interrupted.success());
    lines.read_to_string(&mut out).expect("the rest");
    let said = said(&child.wait_with_output().expect("it ends"));
    assert_eq!(said.code, 1);
    assert!(said.err.starts_with("error: cancelled after "), "{}", said.err);
    let games = out.lines().count() as u64 - 1;
    let summary = json(out.lines().last().expect("a summary"));
    assert_eq!(summary["games"], games);
    assert!((1..4_000_000).contains(&games));
}

/// A seed is that of the first game; only those after it need room.
#[test]
fn the_last_seed_is_played() {
    let last = u64::MAX.to_string();
    for options in [&["--games", "1"][..], &["--games", "2", "--swap"]] {
        let games = series(&[&["--seed", &last], options].concat());
        assert_eq!(games[0]["seed"], u64::MAX);
    }
    let said = run(&["battle", TWO_CAMPS, "--seed", &last, "--games", "2"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("leaves no room for 2 seeds"), "{}", said.err);
}

/// Where the system has fewer threads than are wanted, games are played on those that there are.
#[cfg(target_os = "linux")]
#[test]
fn a_series_is_played_on_the_threads_that_can_be_had() {
    use std::process::Command;
    let args = [
        "battle", TWO_CAMPS, "--json", "--red", "greedy", "--blue", "random", "--games", "6", "--jobs", "300",
    ];
    // No address space has room for such a stack: no thread can be had.
    let none = said(&program(&args).env("RUST_MIN_STACK", "100000000000000000").output().expect("it runs"));
    // Room for some stacks, not for 6.
    let script = "ulimit -v 1200000; exec \"$@\"";
    let limited = program(&args);
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh"]).arg(limited.get_program()).args(limited.get_args());
    let some = shell.current_dir(crate::program::root()).env("RUST_MIN_STACK", "400000000").output();
    let some = said(&some.expect("a shell"));
    let expected = series(&["--games", "6", "--jobs", "1"]);
    for said in [none, some] {
        assert_eq!(said.code, 0, "{}", said.err);
        assert_eq!(said.err.matches("6 threads wanted, ").count(), 1, "{}", said.err);
        let games = said.out.lines().map(|line| {
            let mut game = json(line);
            game.as_object_mut().expect("an object").remove("ms");
            game
        });
        assert_eq!(games.collect::<Vec<_>>(), expected);
    }
}
