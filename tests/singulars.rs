//! A number of one stands before a singular in every text of the terminal.

use std::fs;

use crate::program::{run, run_with};

/// Words that end like a plural and follow a number rightly: verbs, and nouns that are no plurals.
const NO_PLURALS: [&str; 9] = ["has", "is", "was", "wins", "loses", "attacks", "takes", "boss", "bus"];

/// Asserts that no number of one stands before a plural in `text`, which names its command.
fn check_singulars(command: &str, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    for (before, pair) in words.windows(2).enumerate() {
        let product = before > 0 && ["×", "x", "of", "at"].contains(&words[before - 1]);
        let noun = pair[1].trim_end_matches(|letter: char| !letter.is_alphabetic());
        let plural = noun.len() > 2
            && noun.chars().all(char::is_alphabetic)
            && (noun.ends_with('s') && !noun.ends_with("ss") || noun == "men");
        let one = pair[0].trim_start_matches('(') == "1";
        assert!(
            !one || product || !plural || NO_PLURALS.contains(&noun),
            "`{}` after `{command}`:\n{text}",
            pair.join(" ")
        );
    }
}

/// Runs a command in which as much as can be is one, and checks all that it prints.
fn check_command(args: &[&str]) {
    let said = run(args);
    check_singulars(&args.join(" "), &said.out);
    check_singulars(&args.join(" "), &said.err);
}

/// Rules with one of everything: a terrain to walk on, a unit type, a rank, a turn, an MP.
const RULES: &str = r#"Ruleset(
    name: "one",
    terrains: [
        (name: "grass", glyph: '.', cost: 1),
        (name: "castle", glyph: '#', cost: 1, defence: 1, castle: true),
    ],
    units: [(
        name: "infantry", letter: 'I', arm: infantry,
        movement: 1, strength: 1, melee: 100, attack_cost: 1, ranged: (power: 100, min: 2, max: 2),
    )],
    ranks: [(name: "Major", dealt: 1000, taken: 1000)],
    combat: (roll_base: 300, roll_step: 100, strike_back: 700),
    setup: (distance: 1, turns: 1, turns_per_march: 1, min_turns: 1),
    standard: (red: [("infantry", 1)], blue: [("infantry", 1)]),
)"#;

/// A map with one castle, one unit a side and one turn.
const MAP: &str = r##"Map(
    name: "One", rules: "one.ron", rows: ["#...", "...."], turns: 1,
    red: (units: [(type: "infantry", at: (3, 1))]), blue: (units: [(type: "infantry", at: (0, 0))]),
)"##;

#[test]
fn one_battle_of_one_unit_is_told_in_singulars() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("one.ron"), RULES).expect("a file");
    fs::write(path("map.ron"), MAP).expect("a file");
    fs::write(path("bad.ron"), MAP.replace("turns: 1", "turns: 0")).expect("a file");
    let (map, rules, replay) = (path("map.ron"), path("one.ron"), path("one.hgr"));

    check_command(&["battle", &map, "--record", &replay, "--red", "greedy", "--blue", "random"]);
    check_command(&["battle", &map, "--red", "greedy", "--blue", "random", "--explain", "--watch"]);
    check_command(&["battle", &map, "--red", "hunter", "--blue", "warden", "--explain"]);
    check_command(&["battle", &map, "--games", "1"]);
    check_command(&["battle", &map, "--games", "2", "--seed", "18446744073709551615"]);
    check_command(&["battle", &map, "--games", "1", "--swap"]);
    check_command(&["replay", &replay]);
    check_command(&["replay", &replay, "--verify"]);
    check_command(&["map", "check", &map, &path("bad.ron")]);
    check_command(&["map", "show", &map]);
    check_command(&["map", "chokes", &map]);
    check_command(&["map", "chokes", &map, "--exact"]);
    for to in ["0,0", "1,0"] {
        check_command(&["map", "path", &map, "0,0", to]);
    }
    check_command(&["rules", "check", &rules]);
    check_command(&["rules", "show", &rules]);
    check_command(&["rules", "show", &rules, "--markdown"]);
}

#[test]
fn one_step_of_one_person_is_told_in_singulars() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let river = ["academy", "river", "--priests", "1", "--devils", "0", "--boat", "1"];
    let with = |game: &[&'static str], more: &[&str]| {
        check_command(&game.iter().chain(more).copied().collect::<Vec<_>>());
    };
    with(&river, &["--solve"]);
    with(&river, &["--hint", "1P0DL"]);
    with(&river, &["--hint", "0P0DL+1P"]);
    with(&river, &["--graph", &path("river.svg")]);
    with(&["academy", "river", "--priests", "1", "--devils", "2", "--boat", "1"], &["--solve"]);

    let board = ["academy", "tictactoe", "--board", "1x1", "--row", "1"];
    with(&board, &["--solve"]);
    with(&board, &["--hint", "."]);
    with(&board, &["--graph", &path("board.svg")]);
    with(&board, &["--match", "lesson", "lesson", "--games", "1"]);
    with(&board, &["--tune", "--players", "2", "--rounds", "1", "--games", "2"]);

    // A monster, a door with its key, and the boss; each fight costs one life.
    let tower = "1\n1 6\n\n0 21 81 202 0 299\n\n1 1 1 1 1 1 1 1 1\n\n2\n202 1 2 0 1 0\n299 1 2 0 1 0\n\n\
                 0 0 0 0 0 0\n\n10 1 1 0 1 0 0 0 0 0 0\n";
    fs::write(path("tower.txt"), tower).expect("a file");
    let tower = path("tower.txt");
    for more in
        [&["--solve"][..], &["--hint"], &["--graph", &path("tower.svg")], &["--budget", "1", "--solve"]]
    {
        check_command(&[&["academy", "tower", &tower], more].concat());
    }
    let (size, output) = (["--floors", "1", "--size", "5x5"], path("random.txt"));
    check_command(&[&["academy", "tower", "--random", "--output", &output][..], &size].concat());

    for (args, lines) in [
        (&river[..], "hint\nauto 1\nundo\nauto\nquit\n"),
        (&board[..], "hint\na1\nundo\nauto 1\nquit\n"),
        (&["academy", "tower", &tower][..], "hint\nauto 1\nundo\nauto\nquit\n"),
    ] {
        let said = run_with(&[args, &["--play"]].concat(), lines.as_bytes());
        check_singulars(&args.join(" "), &(said.out + &said.err));
    }
}

#[test]
fn a_plural_after_one_is_found() {
    check_singulars("nothing", "1 unit has 1 × 2 hexes, 21 units and 1 boss, 1 of 2 games");
    for wrong in ["1 units", "(1 hexes)", "at last 1 men."] {
        assert!(std::panic::catch_unwind(|| check_singulars("nothing", wrong)).is_err(), "{wrong}");
    }
}
