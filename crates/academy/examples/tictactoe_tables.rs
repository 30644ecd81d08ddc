//! The numbers of tic-tac-toe: what no coefficients can do on 3 × 3, what tuning finds, and a table
//! of matches on 15 × 15, five in a row.
//!
//! `cargo run --release -p hotgates-academy --example tictactoe_tables -- [survey]
//! [tune] [match GAMES STEPS]`

use std::time::Instant;

use hotgates_academy::tictactoe::{
    BoardPlayer, BoardRules, Coefficients, TieRule, TuneOptions, play_match, survey_coefficient_pairs,
    tune_coefficients,
};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse().ok());
    match words.first().map(String::as_str) {
        Some("survey") => print_survey(),
        Some("tune") => {
            print_tuned("3 x 3, 3 in a row", &BoardRules::classic(), 12, 200);
            let large = BoardRules::new(15, 15, 5).expect("a possible size");
            print_tuned("15 x 15, 5 in a row", &large, 8, 40);
        }
        Some("match") => print_matches(number(1).unwrap_or(200), number(2).unwrap_or(100_000)),
        _ => println!("survey | tune | match GAMES STEPS"),
    }
}

fn print_survey() {
    for open in [false, true] {
        for ties in [TieRule::First, TieRule::Dice] {
            let survey = survey_coefficient_pairs(open, ties).expect("3 x 3");
            println!("open lines only: {open}, ties: {ties:?}");
            println!("  {} classes, {} never lose", survey.classes, survey.never_lose.len());
            println!("  {} would not lose if ties fell in their favour", survey.safe_with_some_ties.len());
            println!("  nearest: {:?}", survey.nearest);
            println!("    first:  {:?}", survey.nearest_first);
            println!("    second: {:?}", survey.nearest_second);
        }
    }
}

fn print_tuned(what: &str, rules: &BoardRules, rounds: u32, games: u32) {
    let begin = Instant::now();
    let options = TuneOptions { players: 12, rounds, games, seed: 1 };
    let report = tune_coefficients(rules, &options, None, &mut |_| {}).expect("possible options");
    println!("{what}: {} games in {:.1?}", report.games, begin.elapsed());
    for row in report.rows {
        let [low, high] = row.ci95;
        println!(
            "  {:>5} won {:>5} drawn {:>5} lost, {low:.3} to {high:.3}  {}",
            row.wins,
            row.draws,
            row.losses,
            row.coefficients.to_ron().trim()
        );
    }
}

fn print_matches(games: u64, steps: u64) {
    let rules = BoardRules::new(15, 15, 5).expect("a possible size");
    for name in ["lesson", "scoring"] {
        let coefficients = if name == "lesson" {
            Coefficients::LESSON
        } else {
            Coefficients::best_known_coefficients(&rules)
        };
        let mut scoring = BoardPlayer::scoring_player(name, coefficients, TieRule::Dice);
        let mut sampling = BoardPlayer::sampling_player(steps);
        let begin = Instant::now();
        let report =
            play_match(&rules, &mut scoring, &mut sampling, games, 1, None, &mut |_, _| {}).expect("a match");
        let [low, high] = report.ci95;
        println!(
            "{:>8} against {}: {} won, {} lost, {} drawn of {}; {low:.3} to {high:.3}; {:.1?}",
            report.a,
            report.b,
            report.a_wins,
            report.b_wins,
            report.draws,
            report.games,
            begin.elapsed()
        );
    }
}
