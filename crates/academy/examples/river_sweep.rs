//! Times river crossings of many sizes up to 100 of everything and prints the slowest.
//!
//! `cargo run --release -p hotgates-academy --example river_sweep`

use std::time::{Duration, Instant};

use hotgates_academy::river::{RiverGoal, RiverRules, solve_river};

const SIZES: [u32; 12] = [1, 2, 3, 4, 10, 33, 50, 66, 80, 97, 99, 100];

fn main() {
    let mut times: Vec<(Duration, RiverRules, u64, u64)> = Vec::new();
    for (goal, boat_rule) in [(RiverGoal::All, false), (RiverGoal::All, true), (RiverGoal::Priests, false)] {
        for priests in SIZES {
            for devils in SIZES.into_iter().filter(|&devils| devils <= priests) {
                for boat in SIZES {
                    let rules =
                        RiverRules::new(priests, devils, boat, goal, boat_rule).expect("possible numbers");
                    let begin = Instant::now();
                    let solved = solve_river(rules, &mut (), &mut ());
                    times.push((begin.elapsed(), rules, solved.crossing_work.seen, solved.step_work.seen));
                }
            }
        }
    }
    times.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
    println!("{} games; the slowest:", times.len());
    for (time, rules, crossings, steps) in times.iter().take(12) {
        println!("{time:>10.1?}  {crossings:>6} crossing states  {steps:>8} step states  {rules:?}");
    }
}
