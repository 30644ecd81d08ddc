//! Whole battles, and a commander's turn.

#![expect(clippy::unwrap_used, reason = "a bench that fails may panic")]

#[path = "twelve_a_side.rs"]
mod twelve_a_side;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hotgates_ai::Budget;
use hotgates_endings::{NODES, solve_ending};
use hotgates_engine::{
    Army, Battle, BySide, Coord, Dice, MapFile, Order, Reach, Ruleset, Scenario, Side, UnitEntry, View,
};
use hotgates_play::{Match, Seat, Seats};

fn shipped(name: &str) -> Battle {
    let path = format!("{}/../../maps/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    let map = MapFile::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    Battle::from_scenario(&Scenario::classic(map)).unwrap()
}

fn play(battle: &Battle, red: &str, blue: &str, seed: u64) -> Match {
    let mut game = Seats::from_names(red, blue).begin_match(battle.clone(), seed).unwrap();
    game.finish().unwrap();
    game
}

fn battles(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole battle");
    group.sample_size(20);
    let (open, all) = (twelve_a_side::on_open_ground(), twelve_a_side::by_all_rules());
    let gates = shipped("hot_gates");
    for (name, battle, red, blue) in [
        ("12 a side, hunter against greedy", &open, "hunter", "greedy"),
        ("12 a side, greedy against hunter", &open, "greedy", "hunter"),
        // By these rules officers rise, and with them the steps: they are limited to those of the open field.
        ("12 a side, all rules, hunter against greedy", &all, "hunter+2000", "greedy"),
        ("12 a side, all rules, greedy against hunter", &all, "greedy", "hunter+2000"),
        ("12 a side, all rules, officers rise, hunter against greedy", &all, "hunter", "greedy"),
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

/// Plays a whole half-turn of a side; returns the hash of the position after it.
fn half_turn(battle: &Battle, name: &str) -> u64 {
    let mut player = Seat::from_name(name).make_player(battle, 1).unwrap();
    let (mut battle, mut dice, mut log) = (battle.clone(), Dice::new(1), Vec::new());
    let side = battle.side();
    while battle.side() == side && battle.verdict().is_none() {
        log.clear();
        battle.act(player.next_order(&battle).0, &mut dice, &mut log).unwrap();
    }
    battle.hash()
}

/// Blue's first half-turn and one in the middle of a battle, on every shipped map.
fn turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("half-turn of a commander");
    group.sample_size(10);
    let maps = [
        "hot_gates",
        "open_field",
        "two_bridges",
        "goat_path",
        "forest_fords",
        "three_castles",
        "labyrinth",
        "great_plain",
    ];
    for map in maps {
        let mut start = shipped(map);
        start.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
        let game = play(&shipped(map), "hunter", "warden", 1);
        let mut middle = shipped(map);
        let (mut dice, half) = (Dice::new(1), game.game_record().battle().turn() / 2);
        for &(order, _) in game.game_record().orders() {
            if (middle.turn(), middle.side()) == (half, Side::Blue) {
                break;
            }
            middle.act(order, &mut dice, &mut Vec::new()).unwrap();
        }
        for (moment, battle) in [("deployment", &start), ("middle", &middle)] {
            for name in ["hunter", "warden", "warden:general", "warden-exact:general", "strategist:general"] {
                let id = BenchmarkId::new(format!("{map}, {moment}"), name);
                group.bench_with_input(id, name, |b, name| b.iter(|| half_turn(battle, name)));
            }
        }
    }
}

/// 400 units on 512 × 512 hexes, of which so many in 100 bar the way: the bounds on what is thought
/// have to hold.
fn large(blocked: u32) -> Battle {
    let mut dice = Dice::new(7);
    let mut rows = vec![String::new(); 512];
    for row in &mut rows {
        row.extend((0..512).map(|_| match dice.draw_below(100) {
            drawn if drawn < blocked => '^',
            drawn if drawn < blocked + 15 => 'f',
            drawn if drawn < blocked + 30 => '=',
            _ => '.',
        }));
    }
    for (row, hex) in [(382, "."), (383, "."), (384, "#")] {
        rows[row].replace_range(256..257, hex);
    }
    let map = MapFile {
        name: "large".into(),
        rows,
        red: Some(army(200)),
        blue: Some(army(200)),
        ..MapFile::default()
    };
    let mut battle = Battle::from_scenario(&Scenario::classic(map)).unwrap();
    battle.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
    battle
}

fn large_maps(c: &mut Criterion) {
    let mut group = c.benchmark_group("half-turn on 512 × 512 hexes with 400 units");
    group.sample_size(10);
    for blocked in [10, 20] {
        let battle = large(blocked);
        for name in ["hunter", "warden", "warden:general", "warden-exact:general"] {
            let id = BenchmarkId::new(format!("{blocked} % blocked"), name);
            group.bench_with_input(id, name, |b, name| b.iter(|| half_turn(&battle, name)));
        }
    }
}

/// Eight in twelve infantry, two cavalry, two artillery.
fn army(count: usize) -> Army {
    let kinds = (0..count).map(|index| match index % 12 {
        0..8 => "infantry",
        8..10 => "cavalry",
        _ => "artillery",
    });
    Army { commander: None, units: kinds.map(UnitEntry::new).collect() }
}

/// Returns a battle of `units` units, half of them Red's, on open ground with 16 hexes for each.
fn crowd(units: usize) -> Battle {
    let height = (units * 8).isqrt().max(12);
    let mut rows = vec![".....f..=".chars().cycle().take(2 * height).collect::<String>(); height];
    rows[height - 1].replace_range(height..=height, "#");
    let (red, blue) = (Some(army(units / 2)), Some(army(units - units / 2)));
    let map = MapFile { name: "crowd".into(), rows, red, blue, ..MapFile::default() };
    let mut rules = Ruleset::classic();
    rules.setup.distance = 2;
    Battle::from_scenario(&Scenario::new(map, rules)).unwrap()
}

/// A whole half-turn of armies from 10 to 10,000 units: its cost for each hex that a unit can
/// reach.
fn half_turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("half-turn, for each unit and hex in its reach");
    group.sample_size(10);
    for units in [10, 100, 1000, 10_000] {
        let mut battle = crowd(units);
        // The second turn of two greedy armies, when they are in touch.
        let mut greedy = BySide::new(|_| Seat::from_name("greedy").make_player(&battle, 1).unwrap());
        let (mut dice, mut log) = (Dice::new(1), Vec::new());
        while battle.turn() < 3 && battle.verdict().is_none() {
            let (order, _) = greedy[battle.side()].next_order(&battle);
            battle.act(order, &mut dice, &mut log).unwrap();
            log.clear();
        }
        let mut reach = Reach::new();
        let reached = battle.living(battle.side()).map(|unit| {
            battle.reach(unit, &mut reach);
            reach.cells_in_reach().count() as u64
        });
        group.throughput(Throughput::Elements(reached.sum()));
        for name in ["greedy", "hunter"] {
            group.bench_with_input(BenchmarkId::new(name, units), name, |b, name| {
                b.iter(|| half_turn(&battle, name));
            });
        }
    }
}

/// Four units about a castle, with two or three half-turns left.
fn endings(c: &mut Criterion) {
    let mut group = c.benchmark_group("ending");
    group.sample_size(10);
    let rows = [".........", "...f.....", "....#....", "..f......", "........."].map(str::to_owned);
    let army = |units: [(&str, i64, i32, i32); 2]| {
        let at = |(kind, men, col, row)| UnitEntry {
            at: Some(Coord { col, row }),
            strength: Some(men),
            ..UnitEntry::new(kind)
        };
        Some(Army { commander: None, units: units.map(at).to_vec() })
    };
    for half_turns in [2, 3] {
        let map = MapFile {
            name: "bench".into(),
            rows: rows.to_vec(),
            red: army([("infantry", 420, 3, 2), ("cavalry", 150, 2, 1)]),
            blue: army([("infantry", 75, 4, 2), ("cavalry", 120, 8, 4)]),
            turns: Some((half_turns + 1) / 2),
            ..MapFile::default()
        };
        let mut scenario = Scenario::classic(map);
        scenario.rules.setup.distance = 0;
        let mut battle = Battle::from_scenario(&scenario).unwrap();
        if half_turns == 3 {
            battle.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
        }
        let view = View::new(&battle, battle.side());
        let solved = solve_ending(view, NODES, &Budget::default()).unwrap();
        group.throughput(Throughput::Elements(solved.nodes));
        group.bench_function(format!("{half_turns} half-turns"), |b| {
            b.iter(|| {
                assert_eq!(solve_ending(black_box(view), NODES, &Budget::default()).as_ref(), Ok(&solved));
            });
        });
    }
}

criterion_group!(benches, battles, turns, large_maps, half_turns, endings);
criterion_main!(benches);
