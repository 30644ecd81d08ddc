//! Solves tower files and prints what is found.
//!
//! `cargo run --release -p hotgates-academy --example tower_solve -- FILE…`

use std::time::Instant;

use hotgates_academy::tower::{SolveOptions, Tower, replay_route, solve_tower};

fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).expect("a file that can be read");
        let tower = match Tower::parse(&text) {
            Ok(tower) => tower,
            Err(fault) => {
                println!("{file}: {fault}");
                continue;
            }
        };
        let begin = Instant::now();
        match solve_tower(&tower, &SolveOptions::default()) {
            Ok(mut answer) => {
                answer.solution.ms = u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX);
                println!(
                    "{file}: replayed {:?}\n{:#?}",
                    replay_route(&tower, &answer.route),
                    answer.solution
                );
            }
            Err(fault) => println!("{file}: {fault}"),
        }
    }
}
