//! Battles that people play line by line in the terminal.

use std::fs;

use tempfile::TempDir;

use crate::program::{TWO_CAMPS, refused, run_with, well};

/// Red takes the castle by walking there, if nobody is in the way.
const WALK: &str = r##"Map(name: "A walk", turns: 4, from: ne,
    rows: ["................", "................", "#===============", "................"],
    red: (units: [(type: "cavalry", at: (8, 2))]),
    blue: (units: [(type: "artillery", at: (15, 0))]))"##;

/// A folder with the walk's map in it, and the paths of the map and of a replay that is still to be written.
fn walk() -> (TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (map, replay) = (path("walk.ron"), path("walk.replay"));
    fs::write(&map, WALK).expect("written");
    (folder, map, replay)
}

fn play(args: &[&str], lines: &str) -> String {
    let said = run_with(&[&["battle"], args].concat(), lines.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    said.out
}

#[test]
fn a_person_wins_by_orders_and_the_replay_is_true() {
    let (_folder, map, replay) = walk();
    let args = [&map, "--red", "human", "--blue", "random", "--record", &replay];
    let out =
        play(&args.map(|arg| arg as &str), "help\nodds 0x1\n0@9,9\n0@2,2 end\n0@0,2\nend\nunits\nquit\n");
    for told in [
        "Red   human, 57 points, 500 men: 1 cavalry",
        "cavalry 1 to 9,9: hex 9,9 is off the map",
        "turn 2, Red's half",
        "turn 1 of 4, Red to move",
        "an attack would come to",
        "unit 0 cannot attack unit 1 from where it stands",
        ", in turn 2 of 4",
        "the battle is over; `restart` begins it anew",
    ] {
        assert!(out.contains(told), "{told} in:\n{out}");
    }
    assert!(well(&["replay", &replay, "--verify"]).contains("verified"), "the replay is true");
    // It is kept as far as the battle has got, and begun anew by a command.
    let out = play(&args.map(|arg| arg as &str), "0@6,2\nrestart\n");
    assert!(out.contains("The input has ended before the game."), "{out}");
    assert!(well(&["replay", &replay, "--verify"]).contains("verified"), "the replay is true");
}

#[test]
fn a_commander_answers_and_gives_hints_and_plays_on() {
    let out = play(&[TWO_CAMPS, "--blue", "human", "--red", "hunter"], "hint\nend\nundo\nauto 1\nauto\n");
    // The enemy has begun.
    assert!(out.contains("turn 1, Blue's half"), "{out}");
    assert!(out.contains("an order that has thrown dice, shown more or ended the turn stays given"), "{out}");
    assert!(out.contains("turn 3, Blue's half"), "{out}");
    assert!(out.contains(", in turn "), "{out}");
}

#[test]
fn two_people_share_a_terminal_but_no_fog() {
    let out = play(&[TWO_CAMPS, "--blue", "human", "--red", "human"], "end\nend\nmap\nquit\n");
    assert!(out.contains("Red   human, ") && out.contains("Blue  human, "), "{out}");
    assert!(out.contains("turn 2 of "), "{out}");
    let fault = refused(&["battle", TWO_CAMPS, "--blue", "human", "--red", "human", "--fog"]);
    assert!(fault.contains("two people at one terminal"), "{fault}");
}

#[test]
fn orders_are_taken_back_until_the_turn_ends() {
    let (_folder, map, replay) = walk();
    let args = [&map, "--red", "human", "--blue", "random", "--record", &replay].map(|arg| arg as &str);
    let out = play(&args, "undo\n0@7,2\n0@6,2\nundo\nundo\nundo\n0@6,2 end\nundo\nquit\n");
    let stays = "an order that has thrown dice, shown more or ended the turn stays given";
    assert_eq!(out.matches(stays).count(), 3, "before the first order, behind it, after the end: {out}");
    for told in ["taken back: cavalry 1 to 6,2", "taken back: cavalry 1 to 7,2"] {
        assert_eq!(out.matches(told).count(), 1, "{told} in:\n{out}");
    }
    let told = well(&["replay", &replay]);
    assert!(!told.contains("7,2"), "what was taken back was never done: {told}");
    assert!(well(&["replay", &replay, "--verify"]).contains("verified"), "the replay is true");
}

#[test]
fn nothing_is_taken_back_that_a_program_has_heard_of() {
    let (_folder, map, _) = walk();
    let bot = format!("bot:'{}' bot random", env!("CARGO_BIN_EXE_hotgates"));
    let out = play(&[&map, "--red", "human", "--blue", &bot], "0@7,2\nundo\nundo\n0@6,2 end\nquit\n");
    assert_eq!(out.matches("the program that plays has heard of the order").count(), 2, "{out}");
    assert!(out.contains("turn 2, Red's half"), "{out}");
}

#[test]
fn a_battle_is_gone_on_with_where_its_replay_has_got_to() {
    let (_folder, _, replay) = walk();
    let mut args =
        vec![TWO_CAMPS, "--blue", "human", "--red", "hunter", "--seed", "5", "--record", &replay, "--resume"];
    let fault = refused(&[&["battle"], &args[..]].concat());
    assert!(fault.contains(&replay) && fault.contains("no such file"), "{fault}");
    // The same lines in one go and in two.
    args.pop();
    let whole = play(&args, "auto 2\nauto 2\nquit\n");
    let of_whole = well(&["replay", &replay]);
    play(&args, "auto 2\nquit\n");
    args.push("--resume");
    let out = play(&args, "auto 2\nundo\nquit\n");
    assert!(out.contains("turn 3 of ") && whole.contains("turn 5, Blue's half"), "{out}");
    assert_eq!(well(&["replay", &replay]), of_whole);
    // Of another battle, or over.
    let mut other = args.clone();
    other[6] = "6";
    let fault = refused(&[&["battle"], &other[..]].concat());
    assert!(fault.contains("is of another battle"), "{fault}");
    play(&args, "auto\nquit\n");
    let fault = refused(&[&["battle"], &args[..]].concat());
    assert!(fault.contains("this battle is over"), "{fault}");
    let fault = refused(&["battle", TWO_CAMPS, "--record", &replay, "--resume"]);
    assert!(fault.contains("--resume is for battles that people play"), "{fault}");
}

#[test]
fn options_for_commanders_are_refused() {
    for option in [&["--games", "2"][..], &["--json"], &["--watch"], &["--explain"]] {
        let fault = refused(&[&["battle", TWO_CAMPS, "--red", "human"], option].concat());
        assert!(fault.contains(option[0]) && fault.contains("not for people"), "{fault}");
    }
}
