//! A fixed suite of work, for counting instead of timing:
//! `cargo run --release -p hotgates-ai --example suite [PART]` does it and prints what it counted.
//!
//! The counts are the same on every machine; `tests/counts.rs` compares them with
//! `tests/counts.txt`. How many instructions each part takes is compared by `.ci/instructions`.

#[path = "../../engine/benches/ground.rs"]
mod ground;
#[path = "../benches/twelve_a_side.rs"]
mod twelve_a_side;

use hotgates_engine::{
    Battle, Dice, Field, Landmarks, LegalOrders, MovementPoints, PathFinder, PathOptions, Reach, UnitTypeId,
};
use hotgates_play::Seats;

/// The parts, each with what it counts.
pub const PARTS: [(&str, Part); 7] = [
    ("paths", paths),
    ("reach", reach),
    ("orders", orders),
    ("random-play", random_play),
    ("battles", battles),
    ("all-rules-red", all_rules_as_red),
    ("all-rules-blue", all_rules_as_blue),
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

/// Whole battles in the open.
fn battles() -> Counts {
    let [orders, steps] = count_battles(&twelve_a_side::on_open_ground(), "hunter", "greedy", 4);
    vec![("orders of four battles", orders), ("steps thought in them", steps)]
}

/// Whole battles by all optional rules, with a hunter as Red. Officers rise by them, and with the officers the steps
/// of a half-turn: the steps are limited to those of the open field.
fn all_rules_as_red() -> Counts {
    let [orders, steps] = count_battles(&twelve_a_side::by_all_rules(), "hunter+2000", "greedy", 8);
    vec![("orders of eight battles", orders), ("steps thought in them", steps)]
}

/// The same with a hunter as Blue.
fn all_rules_as_blue() -> Counts {
    let [orders, steps] = count_battles(&twelve_a_side::by_all_rules(), "greedy", "hunter+2000", 8);
    vec![("orders of eight battles", orders), ("steps thought in them", steps)]
}

/// Returns the number of orders of the battles with the first seeds, and of the steps that their commanders thought.
fn count_battles(battle: &Battle, red: &str, blue: &str, seeds: u64) -> [u64; 2] {
    let (mut orders, mut steps) = (0, 0);
    for seed in 0..seeds {
        let seats = Seats::from_names(red, blue);
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
    [orders, steps]
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
