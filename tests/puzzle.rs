//! `puzzle`: list, show, solve and check.

use std::fs;

use crate::program::{json, one_error, refused, root, run, well};

#[test]
fn puzzles_are_listed_and_shown() {
    let list = well(&["puzzle", "list"]);
    assert_eq!(list.lines().count(), 51, "a line each below the heading");
    let all = json(&well(&["puzzle", "list", "--json"]));
    let all = all.as_array().expect("a list");
    assert_eq!(all.len(), 50);
    for (number, puzzle) in (1..).zip(all) {
        assert_eq!(puzzle["number"], number);
        assert!(puzzle["best"].as_f64() > puzzle["other"].as_f64());
    }
    let shown = well(&["puzzle", "show", "1"]);
    assert!(shown.starts_with("Puzzle 1: ") && shown.contains("to move. Find the plan"), "{shown}");
    assert!(!shown.contains("Solution"), "the solution is not told unasked");
    let shown = well(&["puzzle", "show", "1", "--solution"]);
    assert!(shown.contains("Solution (") && shown.contains("Not "), "{shown}");
    assert_eq!(json(&well(&["puzzle", "show", "1", "--json"])), all[0]);
}

#[test]
fn the_solution_solves_a_puzzle_and_other_plans_do_not() {
    let all = json(&well(&["puzzle", "list", "--json"]));
    for puzzle in all.as_array().expect("a list").iter().filter(|puzzle| puzzle["exact"] == true).take(3) {
        let number = puzzle["number"].to_string();
        let solution = puzzle["solution"].as_str().expect("orders");
        let said = run(&["puzzle", "solve", &number, "--orders", solution]);
        assert_eq!(said.code, 0, "{} {}", said.out, said.err);
        assert!(said.out.starts_with("solved: "), "{}", said.out);
        let other = puzzle["others"][0]["orders"].as_str().expect("orders");
        let said = run(&["puzzle", "solve", &number, "--orders", other]);
        assert_eq!(said.code, 1, "{} {}", said.out, said.err);
        assert!(said.out.starts_with("missed: ") && said.out.contains("After this plan"), "{}", said.out);
        let said = run(&["puzzle", "solve", &number, "--orders", other, "--json"]);
        assert!(said.out.contains("\"result\":\"missed\""), "{}", said.out);
    }
}

#[test]
fn a_wrong_puzzle_or_order_gets_one_message() {
    assert_eq!(refused(&["puzzle", "show", "0"]), "there is no puzzle 0; they go from 1 to 50");
    assert_eq!(refused(&["puzzle", "show", "51"]), "there is no puzzle 51; they go from 1 to 50");
    assert!(refused(&["puzzle", "show", "nowhere.ron"]).starts_with("nowhere.ron: "));
    let said = refused(&["puzzle", "solve", "1", "--orders", "forward"]);
    assert!(said.starts_with("`forward` is no order"), "{said}");
    let said = refused(&["puzzle", "solve", "1", "--orders", "999x0"]);
    assert!(said.starts_with("unit 999 attacks unit 0: there is no unit 999"), "{said}");
}

#[test]
fn files_are_checked() {
    let shipped = root().join("crates/analysis/assets/puzzles");
    let all = json(&well(&["puzzle", "list", "--json"]));
    let exact = all.as_array().expect("a list").iter().find(|puzzle| puzzle["exact"] == true);
    let number = exact.expect("some are exact")["number"].as_u64().expect("a number");
    let file = shipped.join(format!("{number:02}.ron"));
    let said = well(&["puzzle", "check", &file.display().to_string()]);
    assert!(said.contains(": true: "), "{said}");

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lie.ron").display().to_string();
    let text = fs::read_to_string(&file).expect("the puzzle");
    let best = text.lines().find(|line| line.starts_with("    best: ")).expect("the chance");
    fs::write(&path, text.replace(best, "    best: 0.123,")).expect("a file");
    let said = run(&["puzzle", "check", &path]);
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.out.contains(": not true: "), "{}", said.out);

    fs::write(&path, text.replace("format: 1", "format: 9")).expect("a file");
    let said = run(&["puzzle", "check", &path]);
    let message = format!("{path}: puzzle format 9 is not known; this build reads format 1");
    assert_eq!((said.code, one_error(&said.err)), (2, message));
    let said = run(&["puzzle", "check", "--json", &path]);
    assert_eq!(said.code, 2);
    assert!(said.out.contains("\"true\":false"), "{}", said.out);
}
