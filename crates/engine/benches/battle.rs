//! Steps that searches take millions of times: clone a battle, list legal orders, follow one order,
//! play on at random.

#![expect(clippy::unwrap_used, reason = "a bench that fails may panic")]

#[expect(dead_code, reason = "each bench uses what it needs")]
mod ground;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hotgates_engine::{
    AmmunitionRule, Army, Battle, CohesionRule, CombinedArmsRule, Dice, EntrenchmentRule, FacingRule,
    HeightRule, LeadershipRule, LegalOrders, MapFile, OfficerRule, OptionalRules, Order, ReactionRule,
    RetreatRule, Ruleset, Scenario, SupplyRule, TypeSelector, UnitEntry, WorkRule, parse_ron,
};

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
        b.iter(|| {
            Battle::check_scenario(&Scenario::classic(MapFile::from_ron(black_box(&map)).unwrap()))
                .battle
                .unwrap()
        });
    });
    let row = format!("\"{}\",", ".".repeat(1000));
    let large = format!("(name: \"large\", rows: [\"{}#\",{}])", ".".repeat(999), row.repeat(999));
    group.bench_function("a million hexes", |b| {
        b.iter(|| {
            Battle::check_scenario(&Scenario::classic(MapFile::from_ron(black_box(&large)).unwrap()))
                .battle
                .unwrap()
        });
    });
    group.finish();
}

/// 12 against 12 on a map of 30 × 20 hexes with some trees, by some optional rules.
fn twelve_a_side(options: OptionalRules) -> Battle {
    let army = || {
        let kinds = ["infantry"; 8].into_iter().chain(["cavalry"; 2]).chain(["artillery"; 2]);
        let rank = |index: usize| index.is_multiple_of(4).then(|| "Captain".to_owned());
        let unit = |(index, kind): (usize, &str)| UnitEntry { rank: rank(index), ..UnitEntry::new(kind) };
        Some(Army { commander: None, units: kinds.enumerate().map(unit).collect() })
    };
    let mut rows = vec![".....f.................f......".to_owned(); 19];
    rows.push("..............#...............".to_owned());
    let map = MapFile { name: "bench".into(), rows, red: army(), blue: army(), ..MapFile::default() };
    let mut rules = Ruleset::classic();
    rules.options = options;
    rules.units[1].pursues = true;
    rules.units[2].rounds = Some(6);
    (rules.units[2].reacts, rules.units[2].supports) = (true, true);
    Battle::from_scenario(&Scenario::new(map, rules)).unwrap()
}

/// Positions of random battles, each with the next order, by what the order is.
#[derive(Default)]
struct Positions {
    moves: Vec<(Battle, Order)>,
    attacks: Vec<(Battle, Order)>,
    ends: Vec<(Battle, Order)>,
}

impl Positions {
    /// Number of positions of each kind.
    const ENOUGH: usize = 128;

    /// Plays random battles, in which armies in touch attack every other time.
    fn of_battle(start: &Battle) -> Self {
        let (mut positions, mut legal, mut dice) = (Self::default(), LegalOrders::new(), Dice::new(1));
        while [&positions.moves, &positions.attacks, &positions.ends]
            .iter()
            .any(|list| list.len() < Self::ENOUGH)
        {
            let mut battle = start.clone();
            while battle.verdict().is_none() {
                let list = legal.orders_of_side(&battle);
                let attacks: Vec<Order> =
                    list.iter().copied().filter(|order| matches!(order, Order::Attack { .. })).collect();
                let list = if !attacks.is_empty() && dice.draw_below(2) == 0 { &attacks[..] } else { list };
                let order = match dice.draw_below(24) {
                    0 => Order::EndTurn,
                    _ => list[dice.draw_below(u32::try_from(list.len()).unwrap()) as usize],
                };
                let kind = match order {
                    Order::Move { .. } => &mut positions.moves,
                    Order::Attack { .. } => &mut positions.attacks,
                    _ => &mut positions.ends,
                };
                // Now and then one, so that they are of all times of a battle.
                if kind.len() < Self::ENOUGH && (order == Order::EndTurn || dice.draw_below(8) == 0) {
                    kind.push((battle.clone(), order));
                }
                battle.act(order, &mut dice, &mut Vec::new()).unwrap();
            }
        }
        positions
    }
}

/// Follows the order of each position once, on copies whose making is not counted.
#[expect(clippy::disallowed_methods, reason = "a bench knows the time")]
fn time_orders(
    positions: &[(Battle, Order)],
    copies: &mut [Battle],
    events: &mut Vec<hotgates_engine::Event>,
) -> Duration {
    for ((battle, _), copy) in positions.iter().zip(&mut *copies) {
        copy.clone_from(battle);
    }
    let mut dice = Dice::new(7);
    events.clear();
    let start = Instant::now();
    for ((_, order), copy) in positions.iter().zip(copies) {
        copy.act(*order, &mut dice, events).unwrap();
    }
    start.elapsed()
}

/// Returns the tenth of some positions in which the order costs about the median of all.
fn around_median(positions: &[(Battle, Order)]) -> Vec<(Battle, Order)> {
    let mut events = Vec::new();
    let mut sorted = positions.to_vec();
    sorted.sort_by_cached_key(|position| {
        let (alone, mut copy) = (std::slice::from_ref(position), [position.0.clone()]);
        (0..101).map(|_| time_orders(alone, &mut copy, &mut events)).sum::<Duration>()
    });
    let (middle, reach) = (sorted.len() / 2, sorted.len() / 20);
    sorted[middle - reach..middle + reach].to_vec()
}

/// A rule that is turned on.
type TurnOn = fn(&mut OptionalRules);

/// The optional rules, each with its name and what turns it on.
const RULES: [(&str, TurnOn); 16] = [
    ("zone of control", |options| options.zone_of_control = true),
    ("line of sight", |options| options.line_of_sight = true),
    ("fog of war", |options| options.fog_of_war = true),
    ("cohesion", |options| options.cohesion = Some(CohesionRule::default())),
    ("retreat", |options| options.retreat = Some(RetreatRule::default())),
    ("supply", |options| options.supply = Some(SupplyRule::default())),
    ("ammunition", |options| options.ammunition = Some(AmmunitionRule::default())),
    ("officers", |options| options.officers = Some(OfficerRule::default())),
    ("leadership", |options| options.leadership = Some(LeadershipRule::default())),
    ("combined arms", |options| options.combined_arms = Some(CombinedArmsRule::default())),
    ("facing", |options| options.facing = Some(FacingRule::default())),
    ("height", |options| options.height = Some(HeightRule::default())),
    ("reaction fire", |options| options.reaction = Some(ReactionRule::default())),
    ("entrenchment", |options| options.entrenchment = Some(EntrenchmentRule::default())),
    ("works", |options| {
        options.works = vec![WorkRule {
            name: "dig in".into(),
            from: vec!["grass".into()],
            to: "forest".into(),
            by: vec![TypeSelector::from("cavalry")],
            turns: 2,
        }];
    }),
    ("weather", |options| {
        let rule = r#"(states: [(name: "dry", next: {"dry": 1, "rain": 1}), (name: "rain", costs: {"grass": 2000},
            sight: 500, fire: 400, next: {"dry": 1})])"#;
        options.weather = Some(parse_ron(rule).unwrap());
    }),
];

/// Returns sets of optional rules, each with its name: none, each rule alone, and all.
fn sets_of_rules() -> Vec<(&'static str, OptionalRules)> {
    let (mut sets, mut all) = (vec![("no rule", OptionalRules::default())], OptionalRules::default());
    for (name, turn_on) in RULES {
        let mut alone = OptionalRules::default();
        turn_on(&mut alone);
        sets.push((name, alone));
        turn_on(&mut all);
    }
    sets.push(("all rules", all));
    sets
}

/// Times orders by each set of optional rules.
fn optional_rules(c: &mut Criterion) {
    for (rules, options) in sets_of_rules() {
        let battle = twelve_a_side(options);
        let positions = Positions::of_battle(&battle);
        let mut group = c.benchmark_group(format!("12 a side, {rules}"));
        let mut events = Vec::new();
        let middle = around_median(&positions.attacks);
        for (name, list) in [
            ("move", &positions.moves),
            ("attack", &positions.attacks),
            ("attack of median cost", &middle),
            ("end of half-turn", &positions.ends),
        ] {
            let mut copies: Vec<Battle> = list.iter().map(|(battle, _)| battle.clone()).collect();
            group.throughput(Throughput::Elements(list.len() as u64));
            group.bench_function(name, |b| {
                b.iter_custom(|times| (0..times).map(|_| time_orders(list, &mut copies, &mut events)).sum());
            });
        }
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
        group.sample_size(10);
        group.throughput(Throughput::Elements(play()));
        group.bench_function("random play, by drawing", |b| b.iter(&mut play));
        group.throughput(Throughput::Elements(1));
        group.bench_function("clone", |b| b.iter(|| positions.moves[0].0.clone()));
        let mut copy = battle.clone();
        group.bench_function("clone_from", |b| b.iter(|| copy.clone_from(black_box(&positions.moves[0].0))));
        group.finish();
    }
}

criterion_group!(benches, steps, random_play, optional_rules, load);
criterion_main!(benches);
