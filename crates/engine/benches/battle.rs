//! Steps that searches take millions of times: clone a battle, list legal orders, follow one order,
//! play on at random.

#![expect(clippy::unwrap_used, reason = "a bench that fails may panic")]

#[expect(dead_code, reason = "each bench uses what it needs")]
mod ground;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hotgates_engine::{Dice, LegalOrders, MapFile, Order, Scenario};

fn steps(c: &mut Criterion) {
    for side in [32, 128, 512] {
        let battle = ground::battle(side);
        let mut legal = LegalOrders::new();
        c.bench_with_input(BenchmarkId::new("clone of 40 units", side), &side, |b, _| {
            b.iter(|| battle.clone());
        });
        let count = legal.orders_of_side(&battle).len() as u64;
        let mut group = c.benchmark_group("legal orders");
        group.throughput(Throughput::Elements(count));
        group.bench_with_input(BenchmarkId::from_parameter(side), &side, |b, _| {
            b.iter(|| legal.orders_of_side(black_box(&battle)).len());
        });
        group.finish();
        let moves: Vec<Order> = legal
            .orders_of_side(&battle)
            .iter()
            .copied()
            .filter(|o| matches!(o, Order::Move { .. }))
            .collect();
        // One after another, as a search tries them: a fresh clone each time, or the same battle
        // cloned into again.
        let mut next = moves.iter().cycle();
        let mut log = Vec::with_capacity(64);
        c.bench_with_input(BenchmarkId::new("clone and act on a move", side), &side, |b, _| {
            b.iter(|| {
                let mut battle = battle.clone();
                log.clear();
                battle.act(*next.next().unwrap(), &mut Dice::new(0), &mut log).unwrap();
                battle.hash()
            });
        });
        let mut again = battle.clone();
        c.bench_with_input(BenchmarkId::new("clone_from and act on a move", side), &side, |b, _| {
            b.iter(|| {
                again.clone_from(&battle);
                log.clear();
                again.act(*next.next().unwrap(), &mut Dice::new(0), &mut log).unwrap();
                again.hash()
            });
        });
        c.bench_with_input(BenchmarkId::new("clone_from of 40 units", side), &side, |b, _| {
            b.iter(|| {
                again.clone_from(black_box(&battle));
                again.hash()
            });
        });
    }
}

fn random_play(c: &mut Criterion) {
    let battle = ground::battle(32);
    let mut legal = LegalOrders::new();
    let mut play = || {
        let (mut battle, mut dice, mut log) = (battle.clone(), Dice::new(1), Vec::new());
        let mut orders = 0_u64;
        while battle.verdict().is_none() && orders < 2000 {
            let list = legal.orders_of_side(&battle);
            let order = list[dice.draw_below(u32::try_from(list.len()).unwrap()) as usize];
            log.clear();
            battle.act(order, &mut dice, &mut log).unwrap();
            orders += 1;
        }
        orders
    };
    let mut group = c.benchmark_group("random legal play");
    group.sample_size(10);
    group.throughput(Throughput::Elements(play()));
    group.bench_function("32, by listing", |b| b.iter(&mut play));
    let mut legal = LegalOrders::new();
    let mut play = || {
        let (mut battle, mut dice, mut log) = (battle.clone(), Dice::new(1), Vec::new());
        let mut orders = 0_u64;
        while orders < 2000 && legal.draw_and_follow_order(&mut battle, &mut dice, &mut log).is_some() {
            log.clear();
            orders += 1;
        }
        orders
    };
    group.throughput(Throughput::Elements(play()));
    group.bench_function("32, by drawing", |b| b.iter(&mut play));
    group.finish();
}

fn load(c: &mut Criterion) {
    let mut group = c.benchmark_group("load a map");
    group.sample_size(10);
    let map =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/hot_gates.ron")).unwrap();
    group.bench_function("hot_gates", |b| {
        b.iter(|| Scenario::classic(MapFile::from_ron(black_box(&map)).unwrap()).check().battle.unwrap());
    });
    let row = format!("\"{}\",", ".".repeat(1000));
    let large = format!("(name: \"large\", rows: [\"{}#\",{}])", ".".repeat(999), row.repeat(999));
    group.bench_function("a million hexes", |b| {
        b.iter(|| Scenario::classic(MapFile::from_ron(black_box(&large)).unwrap()).check().battle.unwrap());
    });
    group.finish();
}

criterion_group!(benches, steps, random_play, load);
criterion_main!(benches);
