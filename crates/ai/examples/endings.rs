//! How many endings are solved, and how well the strategist plays them: plays battles of small
//! armies on every shipped map, moves dusk near, and solves the positions.
//!
//! ```text
//! cargo run --release -p hotgates-ai --example endings -- [SEEDS [NODES]]
//! ```
//!
//! `SEEDS` is a number of seeds, or a range of them: `40..48`.
//!
//! A position *tells* when its best plan is worth at least five points more than the best plan of
//! any other kind. There the strategist's orders up to its first throw are weighed exactly, as
//! general and with 250 steps; it plays right if they cost no more than half a point.
//!
//! Each army has two units, or one has three and the other one, drawn by lot and with a quarter to
//! all of their men. Every half-turn of a battle gives a position: the last turn is moved to where
//! one, two or three half-turns are left. Positions of which it is certain without a search who
//! wins are counted and left out.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use hotgates_ai::{Budget, Commander, Strategist};
use hotgates_endings::{
    HALF_TURNS, NODES, Unsolved, WinChance, is_small_enough_to_solve, rate_plan_kinds, solve_ending,
};
use hotgates_engine::{Army, Battle, Dice, MapFile, Order, Scenario, Side, UnitEntry, View, WAYS, WHOLE};
use hotgates_play::Seats;
use hotgates_record::GameRecord;

/// Those who play the battles.
const PAIRS: [(&str, &str); 6] = [
    ("hunter", "greedy"),
    ("greedy", "hunter"),
    ("hunter", "hunter"),
    ("greedy", "greedy"),
    ("hunter", "warden"),
    ("strategist+300", "strategist+300"),
];

/// Results of the positions with the same number of half-turns to go.
#[derive(Debug, Default)]
struct EndingCounts {
    positions: u32,
    searched: u32,
    solved: u32,
    /// Solved positions in which neither side is sure to win.
    open: u32,
    /// Solved positions in which one kind of plan is much the best.
    telling: u32,
    /// Of these, those played right: as general, and with few steps.
    right: [u32; 2],
    nodes: Vec<u64>,
    times: Vec<Duration>,
    most_bytes: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let seeds = arguments.next().unwrap_or_else(|| "20".to_owned());
    let (first, end) = seeds.split_once("..").unwrap_or(("0", &seeds));
    let seeds = first.parse::<u64>()?..end.parse::<u64>()?;
    let nodes = arguments.next().map_or(Ok(NODES), |nodes| nodes.parse())?;
    let mut counts: Vec<EndingCounts> = (0..=HALF_TURNS).map(|_| EndingCounts::default()).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|end| end == "ron"));
    paths.sort();
    for path in paths {
        let map = MapFile::from_ron(&std::fs::read_to_string(path)?)?;
        if map.rows.len() > 40 {
            continue;
        }
        let scenario = Scenario::classic(map);
        for (red, blue) in PAIRS {
            for seed in seeds.clone() {
                let scenario = with_small_armies(&scenario, seed);
                let battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
                let mut game = Seats::from_names(red, blue).begin_match(battle.clone(), seed)?;
                game.finish()?;
                for position in small_positions(&scenario, game.game_record())? {
                    solve_position(&position, nodes, &mut counts);
                }
            }
        }
    }
    print_table(&mut counts);
    Ok(())
}

/// Returns a scenario with few units of each side, drawn by lot.
fn with_small_armies(scenario: &Scenario, seed: u64) -> Scenario {
    let (mut scenario, mut dice) = (scenario.clone(), Dice::for_other_purpose(seed, 7));
    let mut army = |count: u32| {
        let units = (0..count).map(|_| {
            let kind = &scenario.rules.units[dice.draw_below(3) as usize];
            let men = u32::from(kind.strength.0);
            let strength = Some(i64::from(men / 4 + dice.draw_below(men * 3 / 4)));
            UnitEntry { strength, ..UnitEntry::new(&*kind.name) }
        });
        Some(Army { commander: None, units: units.collect() })
    };
    let (red, blue) = [(2, 2), (3, 1), (1, 3), (2, 2)][(seed % 4) as usize];
    let (red, blue) = (army(red), army(blue));
    (scenario.map.red, scenario.map.blue) = (red, blue);
    scenario
}

/// Returns the positions at the beginning of each half-turn, dusk moved near.
fn small_positions(scenario: &Scenario, record: &GameRecord) -> Result<Vec<Battle>, Box<dyn Error>> {
    let mut found = Vec::new();
    let last_turn = record.battle().turn();
    for turns in 1..=last_turn {
        let mut sooner = scenario.clone();
        sooner.map.turns = Some(turns.into());
        let mut battle = Battle::from_scenario(&sooner).map_err(|faults| faults[0].to_string())?;
        let mut dice = Dice::of_source(record.dice_source());
        let mut half_turn = None;
        for &(order, _) in record.orders() {
            let view = View::new(&battle, battle.side());
            if half_turn != Some((battle.turn(), battle.side())) && is_small_enough_to_solve(view) {
                found.push(battle.clone());
            }
            half_turn = Some((battle.turn(), battle.side()));
            battle.act(order, &mut dice, &mut Vec::new())?;
            if battle.verdict().is_some() {
                break;
            }
        }
    }
    Ok(found)
}

fn solve_position(battle: &Battle, nodes: u64, counts: &mut [EndingCounts]) {
    let view = View::new(battle, battle.side());
    if !is_small_enough_to_solve(view) {
        return;
    }
    let counts = &mut counts[view.half_turns_left() as usize];
    counts.positions += 1;
    let trivial = solve_ending(view, 1, &Budget::default()).is_ok();
    if trivial {
        return;
    }
    counts.searched += 1;
    let start = Instant::now();
    match solve_ending(view, nodes, &Budget::default()) {
        Ok(solved) => {
            counts.solved += 1;
            counts.open += u32::from(![WinChance::NONE, WinChance::CERTAIN].contains(&solved.chance()));
            counts.nodes.push(solved.nodes);
            counts.most_bytes = counts.most_bytes.max(solved.table_bytes);
            count_play(battle, nodes, counts);
        }
        Err(Unsolved::Nodes { nodes }) => counts.nodes.push(nodes),
        Err(_) => {}
    }
    counts.times.push(start.elapsed());
}

/// Difference between the best plans of two kinds from which on a position tells.
const TELLING: f64 = 0.05;

/// Share of chance that right play may cost.
const RIGHT: f64 = 0.005;

/// Steps of the strategist: a general's, and a lieutenant's.
const STEPS: [u64; 2] = [25_000, 250];

/// Counts a solved position if it tells, and whether the strategist plays it right.
fn count_play(battle: &Battle, nodes: u64, counts: &mut EndingCounts) {
    let view = View::new(battle, battle.side());
    let Ok(rated) = rate_plan_kinds(view, 4 * nodes, &Budget::default()) else { return };
    let [best, second, ..] = &rated.plans[..] else { return };
    if best.chance.as_share() - second.chance.as_share() < TELLING {
        return;
    }
    let lost = STEPS.map(|steps| chance_lost(battle.clone(), best.chance.as_share(), steps, nodes));
    if let [Some(as_general), Some(as_lieutenant)] = lost {
        counts.telling += 1;
        counts.right[0] += u32::from(as_general <= RIGHT);
        counts.right[1] += u32::from(as_lieutenant <= RIGHT);
    }
}

/// Returns the share of chance that the strategist's orders cost up to its first throw or the end of
/// its half-turn; `None` if a position that they lead to is not solved.
fn chance_lost(mut battle: Battle, best: f64, steps: u64, nodes: u64) -> Option<f64> {
    let (side, mut strategist, mut budget) = (battle.side(), Strategist::new(1), Budget::new(steps));
    strategist.begin(View::new(&battle, side));
    loop {
        let (order, _) = strategist.order(View::new(&battle, side), &mut budget);
        let told = |battle: &Battle, sums| {
            let mut after = battle.clone();
            after.act(order, &mut Dice::showing_sums(sums), &mut Vec::new()).ok()?;
            Some(after)
        };
        match order {
            Order::Attack { .. } => {
                let mut chance = 0.0;
                for (first, ways) in (2..).zip(WAYS) {
                    for (second, other_ways) in (2..).zip(WAYS) {
                        let after = told(&battle, [first, second])?;
                        let ways = f64::from(ways * other_ways) / f64::from(WHOLE);
                        chance += ways * chance_after(&after, side, nodes)?;
                    }
                }
                return Some(best - chance);
            }
            Order::EndTurn => return Some(best - chance_after(&told(&battle, [7, 7])?, side, nodes)?),
            Order::Move { .. } | Order::Exit { .. } | Order::Face { .. } | Order::Work { .. } => {
                battle = told(&battle, [7, 7])?;
            }
        }
        if battle.verdict().is_some() {
            return Some(best - chance_after(&battle, side, nodes)?);
        }
    }
}

/// Returns a side's chance to win a position; `None` if it is not solved.
fn chance_after(battle: &Battle, side: Side, nodes: u64) -> Option<f64> {
    if let Some(verdict) = battle.verdict() {
        return Some(verdict.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 }));
    }
    let solved = solve_ending(View::new(battle, battle.side()), nodes, &Budget::default()).ok()?;
    let share = solved.chance().as_share();
    Some(if battle.side() == side { share } else { 1.0 - share })
}

fn print_table(counts: &mut [EndingCounts]) {
    println!(
        "| half-turns | positions | searched | solved | open | telling | played right | with 250 steps | nodes, median | 90 % | 99 % | ms, median | 90 % | 99 % | most | MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (half_turns, counts) in counts.iter_mut().enumerate().skip(1) {
        counts.nodes.sort_unstable();
        counts.times.sort_unstable();
        let part = |length: usize, share: usize| (length * share / 100).min(length.saturating_sub(1));
        let nodes = |share| counts.nodes.get(part(counts.nodes.len(), share)).copied().unwrap_or(0);
        let ms = |share| {
            let time = counts.times.get(part(counts.times.len(), share)).copied().unwrap_or_default();
            format!("{:.2}", 1000.0 * time.as_secs_f64())
        };
        println!(
            "| {half_turns} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            counts.positions,
            counts.searched,
            counts.solved,
            counts.open,
            counts.telling,
            counts.right[0],
            counts.right[1],
            nodes(50),
            nodes(90),
            nodes(99),
            ms(50),
            ms(90),
            ms(99),
            ms(100),
            counts.most_bytes >> 20
        );
    }
}
