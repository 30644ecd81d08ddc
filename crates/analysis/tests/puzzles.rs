//! Shipped puzzles are what their files say, and hostile files end in a message.

use std::collections::BTreeSet;

use hotgates_analysis::{
    Puzzle, PuzzleCheck, PuzzleError, PuzzleJudge, PuzzleTheme, SolvingResult, orders_from_text, play_plan,
    shipped_puzzle_texts, shipped_puzzles,
};
use hotgates_engine::mix::split_mix;
use hotgates_engine::{Order, Side};
use hotgates_search::Cancel;

/// Rollouts by which searched puzzles are judged here; they were found by more.
const ROLLOUTS: u32 = 64;

#[test]
fn fifty_puzzles_ship_and_they_differ() {
    let puzzles = shipped_puzzles();
    assert_eq!(puzzles.len(), 50);
    let count = |what: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|puzzle| what(puzzle)).count();
    let exact = count(&|puzzle| puzzle.check == PuzzleCheck::Exact);
    assert!((10..=40).contains(&exact), "{exact} are exact");
    for side in Side::BOTH {
        assert!(count(&|puzzle| puzzle.side() == side) >= 15, "{side} to move");
    }
    let themes: BTreeSet<PuzzleTheme> = puzzles.iter().map(|puzzle| puzzle.theme).collect();
    assert!(themes.len() >= 6, "{themes:?}");
    let maps: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.scenario().map.name.as_str()).collect();
    assert!(maps.len() >= 12, "{maps:?}");
    let ratings: BTreeSet<u32> = puzzles.iter().map(Puzzle::rating).collect();
    assert!(ratings.len() >= 4, "{ratings:?}");
    let positions: BTreeSet<u64> = puzzles.iter().map(|puzzle| puzzle.position().hash()).collect();
    assert_eq!(positions.len(), 50, "no position stands twice");
    assert!(puzzles.is_sorted_by_key(Puzzle::rating), "the easiest come first");
}

#[test]
fn every_exact_puzzle_has_the_value_that_it_says() {
    for puzzle in shipped_puzzles().iter().filter(|puzzle| puzzle.check == PuzzleCheck::Exact) {
        let name = &puzzle.scenario().map.name;
        let mut judge = PuzzleJudge::new(puzzle, Cancel::new());
        let judged = judge.judge_plan(&puzzle.solution).unwrap();
        assert_eq!(judged.result, SolvingResult::Solved, "{name}");
        assert!((judged.chance - puzzle.best).abs() < 1e-12, "{name}: {judged:?}");
        for other in &puzzle.others {
            let judged = judge.judge_plan(&other.orders).unwrap();
            assert_eq!(judged.result, SolvingResult::Missed, "{name}");
            assert!((judged.chance - other.chance).abs() < 1e-12, "{name}: {judged:?}, {}", other.chance);
        }
    }
}

#[test]
fn every_searched_puzzle_is_won_by_its_solution_and_not_by_other_plans() {
    for puzzle in shipped_puzzles().iter().filter(|puzzle| puzzle.check != PuzzleCheck::Exact) {
        let name = &puzzle.scenario().map.name;
        let mut judge = PuzzleJudge::new(puzzle, Cancel::new());
        let judged = judge.judge_by_rollouts(&puzzle.solution, ROLLOUTS).unwrap();
        assert_eq!(judged.result, SolvingResult::Solved, "{name}");
        assert!((judged.chance - puzzle.best).abs() < 0.2, "{name}: {judged:?}");
        for other in &puzzle.others {
            let below = judge.judge_by_rollouts(&other.orders, ROLLOUTS).unwrap();
            assert!(below.chance < judged.chance, "{name}: {below:?} against {judged:?}");
        }
    }
}

#[test]
fn puzzles_are_written_as_they_are_read() {
    for (text, puzzle) in shipped_puzzle_texts().iter().zip(shipped_puzzles()) {
        assert_eq!(puzzle.to_ron(), **text, "{}", puzzle.scenario().map.name);
        assert_eq!(puzzle.theme, PuzzleTheme::of_plan(puzzle.position(), &puzzle.solution));
        assert!(puzzle.other_chance() < 0.8 * puzzle.best, "no plan of another kind comes near");
        assert!(puzzle.orders_before().ends_with(&[Order::EndTurn]), "a half-turn begins");
    }
}

#[test]
fn an_illegal_plan_is_not_judged() {
    let puzzle = &shipped_puzzles()[0];
    let nobody = orders_from_text("999x998").unwrap();
    assert!(play_plan(puzzle.position(), &nobody).is_err());
    assert!(PuzzleJudge::new(puzzle, Cancel::new()).judge_plan(&nobody).is_err());
    let cancel = Cancel::new();
    cancel.set_flag();
    let searched = shipped_puzzles().iter().find(|puzzle| puzzle.check != PuzzleCheck::Exact).unwrap();
    let judged = PuzzleJudge::new(searched, cancel).judge_plan(&searched.solution);
    assert!(judged.is_err(), "a judge stops when it is told to");
}

/// The first puzzle with a piece of its text replaced.
fn spoilt(from: &str, to: &str) -> String {
    let text = shipped_puzzle_texts()[0];
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

/// Replaces the value of a field of the first puzzle.
fn with_field(name: &str, value: &str) -> String {
    let text = shipped_puzzle_texts()[0];
    let start = text.find(&format!("    {name}: ")).expect("the field") + name.len() + 6;
    let end = start + text[start..].find(",\n").expect("its end");
    format!("{}{value}{}", &text[..start], &text[end..])
}

#[test]
fn hostile_files_end_in_one_message() {
    for (text, message) in [
        (String::new(), "a.ron: the file is empty"),
        ("Map(name: \"a\")".to_owned(), "a.ron:1:"),
        (spoilt("format: 1", "format: 2"), "a.ron: puzzle format 2 is not known; this build reads format 1"),
        (spoilt("    asked:", "    weather: 1,\n    asked:"), "a.ron:"),
        (with_field("best", "1.5"), "a.ron: best: 1.5 is no chance from 0 to 1"),
        (with_field("best", "NaN"), "a.ron: best: NaN is no chance from 0 to 1"),
        (with_field("check", "Rollouts(4000000000)"), "a.ron: check: 4000000000 rollouts"),
        (with_field("theme", "Cheat"), "a.ron:"),
        (with_field("solution", "\"attack!\""), "a.ron: solution: `attack!` is no order"),
        (with_field("solution", "\"65536x1\""), "a.ron: solution: `65536x1` is no order"),
        (with_field("solution", "\"0@-32768,32767\""), "a.ron: solution: unit 0 to -32768,32767: "),
        (with_field("hash", "\"0\""), "a.ron: hash: the orders lead to another position"),
        (spoilt("map: Map(\n", "map: Map(\n        rules: \"/etc/passwd\",\n"), "a.ron: map.rules: "),
        (
            spoilt("others: [\n", "others: [\n        (orders: \"9x9x9\", chance: 0.0),\n"),
            "a.ron: others[0].orders: `9x9x9`",
        ),
        (
            spoilt("half_turns: [\n", "half_turns: [\n        \"0x0\",\n"),
            "a.ron: half_turns[0]: unit 0 attacks unit 0: ",
        ),
        (" ".repeat(2 << 20), "a.ron: the file has 2097152 bytes; a puzzle has at most 1048576"),
    ] {
        let problem = Puzzle::from_ron(&text).expect_err(message).message_in_file("a.ron");
        assert!(problem.starts_with(message), "{problem}\ninstead of {message}");
        assert!(!problem.contains('\n') && problem.len() < 500, "one message: {problem}");
    }
    let long = "\"\",\n".repeat(20_001);
    let problem = Puzzle::from_ron(&spoilt("half_turns: [\n", &format!("half_turns: [\n{long}")));
    assert!(matches!(problem, Err(PuzzleError::Over | PuzzleError::TooLong)), "the battle is over by then");
}

#[test]
fn no_spoilt_text_makes_it_panic() {
    let text = shipped_puzzle_texts()[0].as_bytes();
    for case in 0..400_u64 {
        let mut bytes = text.to_vec();
        for change in 0..=case % 3 {
            let lot = split_mix(case << 8 | change);
            let at = usize::try_from(lot >> 8).unwrap_or(0) % bytes.len();
            match lot % 3 {
                0 => bytes[at] = b" 0123456789,@x()[]\"-."[usize::try_from(lot >> 40).unwrap_or(0) % 21],
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        // Reading ends with a puzzle or with a message.
        let _ = Puzzle::from_ron(&String::from_utf8_lossy(&bytes));
    }
}
