//! Times of the academy's searches, each with the right answer checked.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hotgates_academy::river::{self, RiverGoal};
use hotgates_academy::tictactoe::{self, PerfectPlayer};
use hotgates_academy::tower::{SolveOptions, Tower, solve_tower};
use hotgates_search::{Limits, Problem, uniform_cost_search};

fn rivers(c: &mut Criterion) {
    for (priests, devils, boat, crossings) in [(3, 3, 2, 11), (100, 100, 4, 197), (100, 50, 50, 7)] {
        let rules =
            river::RiverRules::new(priests, devils, boat, RiverGoal::All, false).expect("possible numbers");
        c.bench_function(&format!("river {priests}-{devils}-{boat}"), |b| {
            b.iter(|| {
                let solution = river::solve_river(black_box(rules), &mut (), &mut ()).solution;
                assert_eq!(solution.crossings, Some(crossings));
            });
        });
    }
}

fn towers(c: &mut Criterion) {
    for (name, text, life) in [
        ("worked-example", include_str!("../assets/towers/worked-example.txt"), 13),
        ("own-3-11x11-shop", include_str!("../assets/towers/own-3-11x11-shop.txt"), 426),
        ("own-7-13x13", include_str!("../assets/towers/own-7-13x13.txt"), 672),
    ] {
        let tower = Tower::parse(text).expect("a tower");
        c.bench_function(&format!("tower {name}"), |b| {
            b.iter(|| {
                let answer = solve_tower(black_box(&tower), &SolveOptions::default()).expect("a small tower");
                assert_eq!((answer.solution.life, answer.solution.optimal), (Some(life), true));
            });
        });
    }
}

fn boards(c: &mut Criterion) {
    let rules = tictactoe::BoardRules::classic();
    c.bench_function("tic-tac-toe 3x3 in full", |b| {
        b.iter(|| {
            let mut perfect = PerfectPlayer::new(&rules).expect("a small board");
            let value =
                perfect.best_play_value(&rules, black_box(&rules.empty_board()), &Limits::without_limits());
            assert_eq!(value.map(|value| value.plies), Ok(9));
        });
    });
}

/// A square of `side * side` cells, from corner to corner.
struct Square {
    side: u32,
}

impl Problem for Square {
    type State = (u32, u32);
    type Action = (u32, u32);

    fn actions(&self, &(x, y): &(u32, u32), into: &mut Vec<(u32, u32)>) {
        let around = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        into.extend(around.into_iter().filter(|&(x, y)| x < self.side && y < self.side));
    }

    fn step(&self, _: &(u32, u32), to: (u32, u32)) -> ((u32, u32), u32) {
        (to, 1 + (to.0 * 7 + to.1 * 3) % 4)
    }

    fn is_goal(&self, &(x, y): &(u32, u32)) -> bool {
        x == self.side - 1 && y == self.side - 1
    }
}

fn ways(c: &mut Criterion) {
    let square = Square { side: 100 };
    let cost =
        uniform_cost_search(&square, (0, 0), &Limits::without_limits(), &mut ()).best.map(|way| way.value);
    c.bench_function("uniform-cost, 10,000 states", |b| {
        b.iter(|| {
            let found = uniform_cost_search(&square, black_box((0, 0)), &Limits::without_limits(), &mut ());
            assert_eq!(found.best.map(|way| way.value), cost);
        });
    });
}

criterion_group!(benches, rivers, towers, boards, ways);
criterion_main!(benches);
