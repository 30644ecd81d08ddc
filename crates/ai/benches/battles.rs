//! Whole battles, and a commander's turn.

#![expect(clippy::unwrap_used, reason = "a bench that fails may panic")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use hotgates_ai::{Match, Player, own_seeds};
use hotgates_engine::{Army, Battle, BySide, Dice, MapFile, Order, Scenario, UnitEntry};

fn shipped(name: &str) -> Battle {
    let path = format!("{}/../../maps/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    let map = MapFile::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    Battle::from_scenario(&Scenario::classic(map)).unwrap()
}

/// 12 against 12 on an open map of 30 × 20 hexes.
fn twelve_a_side() -> Battle {
    let army = || {
        let kinds = ["infantry"; 8].into_iter().chain(["cavalry"; 2]).chain(["artillery"; 2]);
        Some(Army { commander: None, units: kinds.map(UnitEntry::new).collect() })
    };
    let mut rows = vec![".....f.................f......".to_owned(); 19];
    rows.push("..............#...............".to_owned());
    let map = MapFile { name: "bench".into(), rows, red: army(), blue: army(), ..MapFile::default() };
    Battle::from_scenario(&Scenario::classic(map)).unwrap()
}

fn play(battle: &Battle, red: &str, blue: &str, seed: u64) -> Match {
    let own = own_seeds(seed);
    let players = BySide {
        red: Player::named(red, battle, own.red).unwrap(),
        blue: Player::named(blue, battle, own.blue).unwrap(),
    };
    let mut game = Match::new(battle.clone(), seed, players);
    game.finish().unwrap();
    game
}

fn battles(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole battle");
    group.sample_size(20);
    let open = twelve_a_side();
    let gates = shipped("hot_gates");
    for (name, battle, red, blue) in [
        ("12 a side, hunter against greedy", &open, "hunter", "greedy"),
        ("12 a side, greedy against hunter", &open, "greedy", "hunter"),
        ("hot_gates, hunter against warden", &gates, "hunter", "warden"),
    ] {
        let mut seed = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                seed += 1;
                black_box(play(battle, red, blue, seed % 50))
            });
        });
    }
}

/// The first order of a half-turn: it holds nearly all of the thinking.
fn turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("first thought of a half-turn");
    group.sample_size(20);
    for map in ["hot_gates", "open_field"] {
        let mut start = shipped(map);
        start.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
        let game = play(&shipped(map), "hunter", "warden", 1);
        let mut middle = shipped(map);
        let (mut dice, half) = (Dice::new(1), game.course().battle().turn() / 2);
        for &(order, _) in game.course().orders() {
            if (middle.turn(), middle.side()) == (half, hotgates_engine::Side::Blue) {
                break;
            }
            middle.act(order, &mut dice, &mut Vec::new()).unwrap();
        }
        for (moment, battle) in [("deployment", &start), ("middle", &middle)] {
            for name in ["warden:general", "warden-exact:general"] {
                group.bench_with_input(
                    BenchmarkId::new(format!("{map}, {moment}"), name),
                    name,
                    |b, name| {
                        b.iter(|| Player::named(name, battle, 1).unwrap().order(battle));
                    },
                );
            }
        }
    }
}

criterion_group!(benches, battles, turns);
criterion_main!(benches);
