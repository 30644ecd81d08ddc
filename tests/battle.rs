//! `battle`: one battle told, watched, explained and summed up.

use std::io::Read;
use std::process::Stdio;

use crate::program::{TWO_CAMPS, fields, json, program, said, well};

/// The hash of `battle tests/maps/two_camps.ron --red random --blue random --seed 3`, on every machine and in every build.
const GOLDEN: &str = include_str!("golden.txt");

#[test]
fn the_golden_battle_has_its_hash() {
    let out = well(&["battle", TWO_CAMPS, "--red", "random", "--blue", "random", "--seed", "3", "--json"]);
    assert_eq!(json(&out)["hash"], GOLDEN.trim(), "the course of a fixed battle has changed: {out}");
}

#[test]
fn one_battle_as_json_is_what_scripts_expect() {
    let out = well(&["battle", TWO_CAMPS, "--red", "hunter:colonel", "--blue", "greedy", "--json"]);
    assert_eq!(out.lines().count(), 1);
    let expected = "map red blue seed winner how turns orders strength points hash ms";
    assert_eq!(fields(&out).join(" "), expected);
    let battle = json(&out);
    assert_eq!(
        (&battle["map"], &battle["red"], &battle["blue"]),
        (&"Two Camps".into(), &"hunter:colonel".into(), &"greedy".into())
    );
    assert_eq!(battle["seed"], 0);
    assert!(["red", "blue", "draw"].contains(&battle["winner"].as_str().expect("a name")));
    assert!(["castle", "annihilation", "dusk"].contains(&battle["how"].as_str().expect("a name")));
    assert!(battle["turns"].as_u64() > Some(0) && battle["orders"].as_u64() > Some(0));
    for side in ["red", "blue"] {
        let [left, start] = [0, 1].map(|at| battle["strength"][side][at].as_u64().expect("men"));
        assert!(left <= start && start > 0);
    }
    let hash = battle["hash"].as_str().expect("a hash");
    assert!(hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit() && !c.is_ascii_uppercase()));
    assert!(battle["ms"].is_number());
}

#[test]
fn json_of_a_battle_with_goals_says_which_are_met() {
    let play = ["battle", "maps/musket/four_roads.ron", "--red", "random", "--blue", "hunter", "--json"];
    let battle = json(&well(&play));
    let met = |side: &str| battle["goals_met"][side].as_array().expect("keys").clone();
    let hexes = |keys: &[serde_json::Value]| {
        keys.iter().filter_map(|key| key.as_str()?.split(' ').next().map(str::to_owned)).collect::<Vec<_>>()
    };
    let (red, blue) = (hexes(&met("red")), hexes(&met("blue")));
    // Each of the five hexes is a goal of both, and somebody's.
    let mut all = [&red[..], &blue[..]].concat();
    all.sort();
    assert_eq!(all, ["cross", "east", "gallows", "mill", "west"], "{battle}");
    assert!(blue.contains(&"cross".to_owned()), "a hunter keeps the crossroads from one who plays at random");
}

#[test]
fn the_same_inputs_make_the_same_battle_and_others_another() {
    let hash = |args: &[&str]| {
        let all = [&["battle", TWO_CAMPS, "--json", "--red", "greedy", "--blue", "random"], args].concat();
        json(&well(&all))["hash"].clone()
    };
    assert_eq!(hash(&["--seed", "7"]), hash(&["--seed", "7"]));
    assert_ne!(hash(&["--seed", "7"]), hash(&["--seed", "8"]));
    assert_ne!(hash(&["--seed", "7"]), hash(&["--seed", "7", "--turns", "11"]));
    assert_ne!(hash(&["--seed", "7"]), hash(&["--seed", "7", "--variation", "0"]));
}

#[test]
fn the_course_is_told_from_the_armies_to_what_is_left() {
    let out = well(&["battle", TWO_CAMPS, "--red", "greedy", "--blue", "greedy"]);
    let first: Vec<_> = out.lines().take(3).collect();
    assert_eq!(first[0], "Two Camps: 11 × 6 hexes, Red comes from the north-east, 12 turns, seed 0");
    assert!(
        first[1].starts_with("Red   greedy, ")
            && first[1].ends_with(" men: 2 infantry, 1 cavalry, 1 artillery")
    );
    assert!(first[2].starts_with("Blue  greedy, ") && first[2].ends_with(" men: 2 infantry, 1 cavalry"));
    assert!(out.lines().any(|line| line.starts_with("turn  ") && line.contains(" loses ")), "{out}");
    assert!(out.contains(" wins: ") && out.contains(", in turn "), "{out}");
    assert!(out.contains(" men, ") && out.contains(" of 4 units") && out.contains(" of 3 units"), "{out}");
    let hash =
        json(&well(&["battle", TWO_CAMPS, "--red", "greedy", "--blue", "greedy", "--json"]))["hash"].clone();
    assert!(out.contains(hash.as_str().expect("a hash")), "the same battle, told or not");
}

#[test]
fn every_order_gets_its_reason() {
    let out = well(&["battle", TWO_CAMPS, "--explain", "--red", "greedy", "--blue", "greedy"]);
    let orders =
        json(&well(&["battle", TWO_CAMPS, "--json", "--red", "greedy", "--blue", "greedy"]))["orders"]
            .clone();
    let explained = out.lines().filter(|line| line.starts_with("  Red   ") || line.starts_with("  Blue  "));
    assert_eq!(Some(explained.filter(|line| line.contains(": ")).count() as u64), orders.as_u64(), "{out}");
}

#[test]
fn watching_draws_a_map_each_half_turn() {
    let out = well(&["battle", TWO_CAMPS, "--watch", "--red", "greedy", "--blue", "greedy"]);
    let halves = out.lines().filter(|line| line.ends_with("'s half") || line.ends_with(", the end")).count();
    assert!(halves > 2, "{out}");
    // Rows of hexes: each is two lines high, the last ends half a hex lower.
    let frame: Vec<_> =
        out.lines().skip_while(|line| *line != "turn 1, after Red's half").skip(1).take(13).collect();
    assert_eq!(frame.len(), 13);
    assert_eq!(
        frame[..2],
        [" .       .       .       .       .       .", "     .       .       .       .       ."]
    );
    assert!(!out.contains('\u{1b}'), "no colour in a pipe");
    let coloured =
        well(&["battle", TWO_CAMPS, "--watch", "--color", "always", "--red", "greedy", "--blue", "greedy"]);
    assert!(coloured.contains("\u{1b}[48;5;"), "colour where it is asked for");
    let mut forced = program(&["battle", TWO_CAMPS, "--watch"]);
    let forced = said(&forced.env("CLICOLOR_FORCE", "1").output().expect("it runs"));
    assert!(forced.out.contains("\u{1b}[48;5;"));
}

#[test]
fn mirroring_exchanges_the_orders_of_battle_and_nothing_else() {
    let strengths = |args: &[&str]| {
        let all = [
            &["battle", TWO_CAMPS, "--json", "--variation", "0", "--red", "greedy", "--blue", "random"],
            args,
        ]
        .concat();
        let battle = json(&well(&all));
        assert_eq!(
            (&battle["red"], &battle["blue"]),
            (&"greedy".into(), &"random".into()),
            "commanders stay"
        );
        [&battle["strength"]["red"][1], &battle["strength"]["blue"][1]].map(|men| men.as_u64().expect("men"))
    };
    assert_eq!(strengths(&[]), [2700, 2200]);
    assert_eq!(strengths(&["--mirror"]), [2200, 2700]);
}

#[test]
fn a_scenario_takes_its_map_from_beside_it_and_its_commander_from_itself() {
    let out = well(&["battle", "tests/maps/two_camps_at_night.ron", "--json"]);
    let battle = json(&out);
    assert_eq!(
        (&battle["map"], &battle["blue"], &battle["seed"]),
        (&"Two Camps at Night".into(), &"greedy".into(), &5.into())
    );
    let from_another_folder = program(&["battle", "two_camps_at_night.ron", "--json"])
        .current_dir(crate::program::root().join("tests/maps"))
        .output()
        .expect("it runs");
    assert_eq!(json(&said(&from_another_folder).out)["hash"], battle["hash"]);
}

#[test]
fn shipped_maps_are_playable_battles() {
    for map in crate::program::shipped_maps() {
        well(&["map", "check", &map]);
    }
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let mut child =
        program(&["battle", TWO_CAMPS, "--games", "200000", "--json", "--red", "greedy", "--blue", "greedy"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
    let mut first = [0; 16];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a line");
    // The pipe is closed now.
    let said = said(&child.wait_with_output().expect("it ends"));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}

#[test]
fn armies_are_bought_for_points() {
    let map = "maps/open_field.ron";
    let args = ["battle", map, "--red", "random", "--blue", "random", "--red-points", "555"];
    let battle = json(&well(&[&args[..], &["--json"]].concat()));
    let price = |side: &str| battle["points"][side].as_u64().expect("a price");
    assert!(price("red") <= 555 && price("red") > 400 && price("blue") > 555, "{}", battle["points"]);
    let told = well(&args);
    let red = told.lines().find(|line| line.starts_with("Red   random, ")).expect("a line");
    assert!(red.starts_with(&format!("Red   random, {} points, ", price("red"))), "{red}");
    assert!(well(&["map", "show", map]).contains(&format!("Blue  {} points, ", price("blue"))));
    let plain = json(&well(&["battle", TWO_CAMPS, "--red", "random", "--blue", "random", "--json"]));
    assert_eq!(plain["points"], serde_json::Value::Null, "its rules have no prices");
    let refused = |points: [&str; 2]| crate::program::refused(&[&["battle", map], &points[..]].concat());
    assert!(refused(["--blue-points", "3"]).starts_with("--blue-points: the cheapest unit costs "));
    assert_eq!(refused(["--blue-points", "4000000000"]), "--blue-points: that buys more than 20000 units");
    let message = crate::program::refused(&["battle", TWO_CAMPS, "--red-points", "500"]);
    assert_eq!(message, "--red-points: the ruleset gives no points to the units of the standard army");
}
