//! Solves random towers and prints time and work of each.
//!
//! `cargo run --release -p hotgates-academy --example tower_bench -- FLOORS ROWS COLUMNS COUNT
//! [shop] [FIRST-SEED]`

use std::time::Instant;

use hotgates_academy::tower::{
    RandomTowerOptions, SolveOptions, TowerGraph, random_tower, replay_route, solve_tower,
};

/// Returns the peak memory of this process in MB, where the system tells it.
fn peak_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).map_or(0, |kb: u64| kb / 1024)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let shop = words.iter().any(|word| word == "shop");
    let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let [floors, rows, columns, count, rest @ ..] = numbers.as_slice() else {
        println!("FLOORS ROWS COLUMNS COUNT [shop] [FIRST-SEED]");
        return;
    };
    let first = u64::from(rest.first().copied().unwrap_or(0));
    let mut times = Vec::new();
    for seed in first..first + u64::from(*count) {
        let options = RandomTowerOptions { floors: *floors, rows: *rows, columns: *columns, seed, shop };
        let tower = random_tower(&options).expect("a possible size");
        let graph = TowerGraph::new(&tower, tower.start_state()).expect("a small tower");
        let begin = Instant::now();
        let answer = solve_tower(&tower, &SolveOptions::default()).expect("a small tower");
        let time = begin.elapsed();
        let walked = replay_route(&tower, &answer.route).expect("a route that can be walked");
        let solution = answer.solution;
        assert_eq!(Some(walked), solution.life);
        println!(
            "seed {seed:>4}: {:>3} obstacles ({} merged), life {:>5?} bound {:>5?} {:>8} states {:>9.1?} peak {} MB{}",
            graph.obstacle_count(),
            graph.with_nodes_merged().obstacle_count(),
            solution.life.unwrap_or(-1),
            solution.bound.unwrap_or(-1),
            solution.states,
            time,
            peak_mb(),
            if solution.optimal { "" } else { "  NOT PROVEN" },
        );
        times.push(time);
    }
    times.sort();
    println!("median {:.1?}, slowest {:.1?}", times[times.len() / 2], times[times.len() - 1]);
}
