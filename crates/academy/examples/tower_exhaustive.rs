//! Solves random small towers of every kind by every way of searching, and by trying everything.
//!
//! `cargo run --release -p hotgates-academy --example tower_exhaustive -- TOWERS [FIRST-SEED]`
//!
//! Stops at the first tower in which two answers differ, and prints the tower. The last line counts
//! towers.

use std::time::Instant;

#[path = "../tests/exhaustive/mod.rs"]
mod exhaustive;

use exhaustive::{KINDS, compare};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(wanted)), Ok(first)) = (numbers.next(), numbers.next().unwrap_or(Ok(0))) else {
        println!("TOWERS [FIRST-SEED]");
        return;
    };
    let begin = Instant::now();
    let (mut towers, mut winnable) = (0u64, 0u64);
    let mut seed = first;
    while towers < wanted {
        for won in KINDS.iter().filter_map(|&kind| compare(seed, kind)) {
            towers += 1;
            winnable += u64::from(won);
        }
        seed += 1;
    }
    println!(
        "{towers} towers agree (seeds {first} to {}), {winnable} with a way to win, {:.0} s",
        seed - 1,
        begin.elapsed().as_secs_f64()
    );
}
