//! A fixed suite of work, for counting instead of timing:
//! `cargo run --release -p hotgates-ai --example suite [PART]` does it and prints what it counted.
//!
//! The counts are the same on every machine; `tests/counts.rs` compares them with
//! `tests/counts.txt`. How many instructions each part takes is compared by `.ci/instructions`.

#[path = "../../engine/benches/ground.rs"]
mod ground;

use hotgates_engine::{
    Army, Battle, Dice, Field, Landmarks, LegalOrders, MapFile, MovementPoints, PathFinder, PathOptions,
    Reach, Scenario, UnitEntry, UnitTypeId,
};
use hotgates_play::Seats;

/// The parts, each with what it counts.
pub const PARTS: [(&str, Part); 5] = [
    ("paths", paths),
    ("reach", reach),
    ("orders", orders),
    ("random-play", random_play),
    ("battles", battles),
];

/// Does a part.
pub type Part = fn() -> Counts;

/// What was counted, by name.
pub type Counts = Vec<(&'static str, u64)>;

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Cells expanded by the searches over whole maps.
fn paths() -> Counts {
    let map = ground::map(128);
    let pairs = ground::pairs(&map, 24);
    let (mut field, mut finder) = (Field::new(), PathFinder::new());
    let landmarks = Landmarks::new(map.grid(), map.costs(UnitTypeId(0)));
    let (mut all, mut plainly, mut by_landmarks, mut cost) = (0, 0, 0, 0);
    for (from, to) in pairs {
        field.from_sources(map.grid(), [from], map.costs(UnitTypeId(0)), |_| true);
        all += field.expanded_count();
        let options = PathOptions::default();
        plainly += finder.path_on_map(&map, UnitTypeId(0), from, to, options).map_or(0, |path| path.expanded);
        let path = finder.path_by_landmarks(&landmarks, from, to, options);
        by_landmarks += path.map_or(0, |path| path.expanded);
        cost += path.map_or(0, |path| path.cost);
    }
    vec![
        ("cells expanded, one to all", number(all)),
        ("cells expanded, point to point", number(plainly)),
        ("cells expanded, point to point by landmarks", number(by_landmarks)),
        ("MP of all ways", cost.into()),
    ]
}

/// Cells within reach of a unit from many places.
fn reach() -> Counts {
    let battle = ground::battle(128);
    let unit = battle.roster().next().expect("a battle has units").0;
    let mut reach = Reach::new();
    let cells = ground::pairs(battle.map(), 1000).into_iter().map(|(from, _)| {
        battle.reach_with(unit, from, MovementPoints(10), &mut reach);
        reach.cells_in_reach().count()
    });
    vec![("cells in reach of 10 MP", number(cells.sum()))]
}

/// Orders listed and followed, each on a battle of its own.
fn orders() -> Counts {
    let battle = ground::battle(32);
    let mut legal = LegalOrders::new();
    let (mut played, mut log, mut events) = (battle.clone(), Vec::new(), 0);
    let list = legal.orders_of_side(&battle).to_vec();
    for &order in &list {
        played.clone_from(&battle);
        log.clear();
        played.act(order, &mut Dice::new(0), &mut log).expect("a listed order is legal");
        events += log.len();
    }
    vec![("orders listed", number(list.len())), ("events of following each", number(events))]
}

/// Orders drawn by lot and followed until the battle is over.
fn random_play() -> Counts {
    let mut battle = ground::battle(32);
    let (mut legal, mut dice, mut log) = (LegalOrders::new(), Dice::new(1), Vec::new());
    let (mut orders, mut events) = (0, 0);
    while legal.draw_and_follow_order(&mut battle, &mut dice, &mut log).is_some() {
        orders += 1;
        events += log.len();
        log.clear();
    }
    vec![("orders drawn in a battle", orders), ("events of them", number(events))]
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
    Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario")
}

/// Whole battles: their orders, and the steps that their commanders thought.
fn battles() -> Counts {
    let battle = twelve_a_side();
    let (mut orders, mut steps) = (0, 0);
    for seed in 0..4 {
        let seats = Seats::from_names("hunter", "greedy");
        let mut game = seats.begin_match(battle.clone(), seed).expect("known commanders");
        while let Some(turn) = game.step().expect("commanders give legal orders") {
            let side = turn.side;
            orders += 1;
            if game.game_record().battle().side() != side || game.game_record().battle().verdict().is_some() {
                let player = game.contestants()[side].computer();
                steps += player.map_or(0, |player| player.half_turn_budget().steps_spent());
            }
        }
    }
    vec![("orders of four battles", orders), ("steps thought in them", steps)]
}

fn main() {
    let only = std::env::args().nth(1);
    for (part, count) in PARTS {
        if only.as_deref().is_none_or(|only| only == part) {
            for (name, count) in count() {
                println!("{part}: {name}: {count}");
            }
        }
    }
}
