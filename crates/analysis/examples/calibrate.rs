//! Measures how well win chances foretell winners:
//! `cargo run --release -p hotgates-analysis --example calibrate [GAMES [SAMPLES]]`.
//!
//! Plays battles between commanders on the shipped maps, four positions of each, and prints the
//! Brier score of the rollouts' share and of the calibrated chance, a reliability table and a new
//! fit of the calibration.

use std::error::Error;

use hotgates_analysis::{ChanceEstimate, Rollouts, progress_of};
use hotgates_engine::{Battle, Dice, MapFile, Scenario, Side};
use hotgates_play::{Cancel, Seats};
use hotgates_record::GameRecord;

const MAPS: [&str; 7] =
    ["hot_gates", "forest_fords", "goat_path", "labyrinth", "open_field", "three_castles", "two_bridges"];

/// Red and Blue.
const PAIRS: [(&str, &str); 5] = [
    ("hunter", "warden"),
    ("strategist+1000", "warden"),
    ("hunter", "strategist+1000"),
    ("strategist+1000", "strategist+1000"),
    ("hunter", "hunter"),
];

/// A position of a battle, with what the rollouts say and what came of it.
struct Case {
    share: f64,
    progress: f64,
    chance: f64,
    won: f64,
    /// `true` for the cases that a fit leaves out, to be judged by.
    judged: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().map_or(Ok(8), |text| text.parse())?;
    let samples = arguments.next().map_or(Ok(32), |text| text.parse())?;
    let (mut cases, mut steps, mut battles) = (Vec::new(), 0, 0);
    for map in MAPS {
        let file = MapFile::from_ron(&std::fs::read_to_string(format!("maps/{map}.ron"))?)?;
        let scenario = Scenario::classic(file);
        for (red, blue) in PAIRS {
            for seed in 0..games {
                let start = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
                let mut game = Seats::from_names(red, blue).begin_match(start.clone(), seed)?;
                game.finish()?;
                let judged = seed % 4 == 3;
                steps += look_at_game(&start, game.game_record(), (samples, judged), &mut cases)?;
                battles += 1;
            }
        }
    }
    println!("{} battles, {} positions, {samples} rollouts each, {steps} steps", battles, cases.len());
    print_scores(&cases);
    print_fit(&cases);
    Ok(())
}

/// Adds the cases of a game, for the fit or to be judged; returns the simulated orders.
fn look_at_game(
    start: &Battle,
    record: &GameRecord,
    (samples, judged): (u32, bool),
    cases: &mut Vec<Case>,
) -> Result<u64, Box<dyn Error>> {
    let won = match record.battle().verdict().and_then(|verdict| verdict.winner) {
        Some(Side::Red) => 1.0,
        None => 0.5,
        Some(Side::Blue) => 0.0,
    };
    let quarter = (record.orders().len() / 4).max(1);
    let (mut battle, mut dice, mut events) =
        (start.clone(), Dice::of_source(record.dice_source()), Vec::new());
    let mut steps = 0;
    let lot = usize::try_from(record.hash() % 1000)? % quarter;
    for (number, &(order, _)) in record.orders().iter().enumerate() {
        if number % quarter == lot {
            let mut rollouts = Rollouts::new(&battle, 1);
            let played = rollouts.play_samples(&[], 0..samples, &Cancel::new())?;
            steps += rollouts.orders_simulated_so_far();
            cases.push(Case {
                share: played.red_share(),
                progress: progress_of(&battle, &played),
                chance: ChanceEstimate::from_rollout_samples(&battle, &played).red,
                won,
                judged,
            });
        }
        events.clear();
        battle.act(order, &mut dice, &mut events)?;
    }
    Ok(steps)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / f64::max(count, 1.0)
}

fn print_scores(cases: &[Case]) {
    let base = mean(cases.iter().map(|case| case.won));
    let score =
        |foretold: &dyn Fn(&Case) -> f64| mean(cases.iter().map(|case| (foretold(case) - case.won).powi(2)));
    println!(
        "Brier score: {:.4} for {base:.2} always, {:.4} for the share, {:.4} calibrated",
        score(&|_| base),
        score(&|case| case.share),
        score(&|case| case.chance)
    );
    for quarter in 0..4 {
        let low = f64::from(quarter) / 4.0;
        let part = || cases.iter().filter(|case| (low..low + 0.25 + 1e-9).contains(&case.progress));
        let brier = mean(part().map(|case| (case.chance - case.won).powi(2)));
        println!("  {:3.0} % of the way: {} positions, {brier:.4}", 100.0 * low, part().count());
    }
    println!("foretold   positions   mean   won");
    for tenth in 0..10 {
        let low = f64::from(tenth) / 10.0;
        let part = || cases.iter().filter(|case| (low..low + 0.1).contains(&case.chance));
        if part().count() > 0 {
            let (said, won) = (mean(part().map(|case| case.chance)), mean(part().map(|case| case.won)));
            println!("{low:.1}–{:.1} {:10} {said:8.3} {won:.3}", low + 0.1, part().count());
        }
    }
}

/// Fits `logistic(a + (b + c · progress) · (2 · share − 1))` by Newton's method.
fn print_fit(cases: &[Case]) {
    let features = |case: &Case| {
        let lead = 2.0 * case.share - 1.0;
        [1.0, lead, lead * case.progress]
    };
    let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let chance = |weights: &[f64; 3], case: &Case| 1.0 / (1.0 + (-dot(weights, &features(case))).exp());
    let mut weights = [0.0; 3];
    for _ in 0..30 {
        let mut system = [[0.0; 4]; 3];
        for (row, cells) in system.iter_mut().enumerate() {
            cells[row] = 1e-3;
        }
        for case in cases.iter().filter(|case| !case.judged) {
            let (x, p) = (features(case), chance(&weights, case));
            for (row, cells) in system.iter_mut().enumerate() {
                for (cell, feature) in cells.iter_mut().zip(&x) {
                    *cell += p * (1.0 - p) * x[row] * feature;
                }
                cells[3] += (case.won - p) * x[row];
            }
        }
        let step = solve(system);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    let judged = cases.iter().filter(|case| case.judged);
    let brier = mean(judged.map(|case| (chance(&weights, case) - case.won).powi(2)));
    println!("fit: {weights:.3?}, Brier score on battles that it has not seen {brier:.4}");
}

/// Solves three equations by Gauss's elimination.
fn solve(mut system: [[f64; 4]; 3]) -> [f64; 3] {
    for pivot in 0..3 {
        let line = system[pivot].map(|cell| cell / system[pivot][pivot]);
        system[pivot] = line;
        for (row, cells) in system.iter_mut().enumerate() {
            let factor = cells[pivot];
            if row != pivot {
                cells.iter_mut().zip(line).for_each(|(cell, above)| *cell -= factor * above);
            }
        }
    }
    system.map(|cells| cells[3])
}
