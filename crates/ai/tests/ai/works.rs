//! Commanders where units work: they lay bridges to cross, blow them up to hold, dig in where they stay, and
//! finish what they began.

use std::sync::Arc;

use hotgates_ai::{
    Budget, Commander, Doctrine, Reason, WorkGain, commander_by_name, commander_with_doctrine,
};
use hotgates_engine::{
    Battle, BySide, Coord, Dice, Order, Permille, Scenario, Side, TypeSelector, UnitId, View, WorkId,
    WorkRule,
};

use crate::commanders::{check_battles_taken_up, play};
use crate::ground;

const COMMANDERS: [&str; 4] = ["hunter", "warden", "warden-exact", "strategist"];

const LAY: WorkId = WorkId(0);
const BLOW_UP: WorkId = WorkId(1);
const DIG: WorkId = WorkId(2);

/// Lets cavalry lay bridges in two half-turns, blow them up in one, and dig in one on grass.
fn with_works(mut scenario: Scenario) -> Scenario {
    let work = |name: &str, from: &str, to: &str, turns| WorkRule {
        name: name.into(),
        from: vec![from.into()],
        to: to.into(),
        by: vec![TypeSelector::from("cavalry")],
        turns,
    };
    scenario.rules.options.works = vec![
        work("lay a bridge", "water", "bridge", 2),
        work("blow up a bridge", "bridge", "water", 1),
        work("dig in", "grass", "forest", 1),
    ];
    scenario
}

fn battle_of(scenario: &Scenario) -> Battle {
    Battle::from_scenario(scenario).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Red's army before a river of so many rows, without a way over it, and a castle behind it.
fn river(width: usize) -> Scenario {
    let bank = ["............"; 3];
    let far = ["............", "............", ".....#......"];
    let rows = [&bank[..], &vec!["~~~~~~~~~~~~"; width], &far].concat();
    let red = [("cavalry", 5, 0), ("infantry", 4, 0), ("infantry", 6, 0), ("infantry", 5, 1)];
    let end = i32::try_from(rows.len()).unwrap() - 1;
    let mut scenario = with_works(ground::scenario(&rows, &red, &[("infantry", 11, end)]));
    scenario.rules.options.works.remove(2);
    scenario
}

/// A river with one bridge, Red on its way to Blue's castle, and Blue's cavalry beside the bridge.
fn bridge(red: &[(&str, i32, i32)]) -> Scenario {
    let rows = [
        "............",
        "............",
        "............",
        "............",
        "~~~~~H~~~~~~",
        "............",
        "............",
        ".....#......",
    ];
    let blue = [("cavalry", 5, 5), ("infantry", 5, 7), ("infantry", 4, 6)];
    let mut scenario = with_works(ground::scenario(&rows, red, &blue));
    scenario.rules.options.works.remove(2);
    scenario
}

/// Returns the works of a side that a battle's orders have, with the number of the order.
fn works_of(orders: impl Iterator<Item = Order>) -> Vec<(UnitId, Coord, WorkId)> {
    let work = |order| match order {
        Order::Work { unit, at, work } => Some((unit, Coord::from(at), work)),
        _ => None,
    };
    orders.filter_map(work).collect()
}

/// Plays one half-turn; returns its orders with their reasons, and the battle after it.
fn half_turn(commander: &mut dyn Commander, before: &Battle) -> (Vec<(Order, Reason)>, Battle) {
    let (side, mut battle, mut given) = (before.side(), before.clone(), Vec::new());
    let mut budget = Budget::new(2000);
    commander.begin(View::new(&battle, side));
    while battle.side() == side && battle.verdict().is_none() {
        let order = commander.order(View::new(&battle, side), &mut budget);
        battle.act(order.0, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).unwrap();
        given.push(order);
    }
    (given, battle)
}

#[test]
fn an_invader_lays_the_bridges_that_it_needs_and_wins() {
    for name in COMMANDERS {
        for width in [1, 2] {
            let game = play(name, "greedy", &battle_of(&river(width)), 1);
            let orders = game.game_record().orders().iter().map(|&(order, _)| order);
            let works = works_of(orders);
            assert_eq!(works.len(), 2 * width, "{name}: no more than the way needs: {works:?}");
            assert!(works.iter().all(|&(unit, _, work)| (unit, work) == (UnitId(0), LAY)), "{works:?}");
            let verdict = game.game_record().battle().verdict().unwrap();
            assert_eq!(verdict.winner, Some(Side::Red), "{name}, {width} wide");
        }
    }
}

#[test]
fn an_army_waits_before_a_bridge_that_is_laid_and_says_what_for() {
    let (first, _) = half_turn(&mut *commander_by_name("hunter", 1).unwrap(), &battle_of(&river(1)));
    let goes = |(order, reason): &(Order, Reason)| {
        matches!(order, Order::Move { unit: UnitId(0), .. })
            && matches!(reason, Reason::GoToWork { work: LAY, gain: WorkGain::Sooner { units: 4, .. }, .. })
    };
    assert!(first.iter().any(goes), "{first:?}");
    let waits = first.iter().filter(|(_, reason)| matches!(reason, Reason::AwaitWork { work: LAY, .. }));
    assert_eq!(waits.count(), 2, "the third stands as near as it can: {first:?}");
    let none = Arc::new(Doctrine { works: 0, ..Doctrine::default() });
    let mut idle = commander_with_doctrine("hunter", 1, &none).unwrap();
    let (orders, _) = half_turn(&mut *idle, &battle_of(&river(1)));
    assert!(matches!(orders[..], [(Order::EndTurn, _)]), "without works nothing is to be done: {orders:?}");
}

#[test]
fn a_defender_blows_up_the_only_bridge_before_the_enemy_is_over_it() {
    let red = [("infantry", 4, 0), ("infantry", 5, 0), ("infantry", 6, 0)];
    for name in COMMANDERS {
        let mut battle = battle_of(&bridge(&red));
        battle.act(Order::EndTurn, &mut Dice::new(1), &mut Vec::new()).unwrap();
        let (orders, after) = half_turn(&mut *commander_by_name(name, 1).unwrap(), &battle);
        let blown = |(order, reason): &(Order, Reason)| {
            let order = matches!(order, Order::Work { unit: UnitId(3), work: BLOW_UP, .. });
            order && matches!(reason, Reason::Work { gain: WorkGain::Later { units: 3, turns: 2.. }, .. })
        };
        assert!(orders.iter().any(blown), "{name}: {orders:?}");
        let (grid, rules) = (after.grid(), after.rules());
        let cell = grid.at(Coord { col: 5, row: 4 }).unwrap();
        assert_eq!(rules.terrains[after.map().terrain(cell)].name, "water");
    }
}

#[test]
fn nobody_blows_up_the_bridge_that_his_own_side_needs() {
    // Blue holds a castle on either bank; Red, who has come over, has taken the farther one.
    let rows =
        ["......#.....", "............", "~~~~~H~~~~~~", "............", "......#.....", "............"];
    let blue = [("cavalry", 5, 3), ("infantry", 6, 4), ("infantry", 4, 4), ("infantry", 7, 4)];
    let mut scenario = with_works(ground::scenario(&rows, &[("infantry", 6, 1)], &blue));
    scenario.rules.options.works.remove(2);
    let mut battle = battle_of(&scenario);
    let dice = &mut Dice::showing_sums([7, 7]);
    let castle = battle.grid().hex(battle.grid().at(Coord { col: 6, row: 0 }).unwrap());
    battle.act(Order::Move { unit: UnitId(0), to: castle }, dice, &mut Vec::new()).unwrap();
    battle.act(Order::EndTurn, dice, &mut Vec::new()).unwrap();
    for name in COMMANDERS {
        let (orders, _) = half_turn(&mut *commander_by_name(name, 1).unwrap(), &battle);
        assert_eq!(works_of(orders.iter().map(|&(order, _)| order)), [], "{name}");
    }
}

#[test]
fn where_no_work_helps_nothing_is_worked_on() {
    // A bridge beside the castles' own road: the ground is open everywhere, and a river runs along the edge.
    let rows =
        ["............", "............", "............", ".....#......", "............", "~~~~~~~~~~~~"];
    let red = [("cavalry", 5, 0), ("infantry", 4, 0)];
    let blue = [("cavalry", 5, 4), ("infantry", 5, 3)];
    let mut scenario = with_works(ground::scenario(&rows, &red, &blue));
    scenario.rules.options.works.remove(2);
    for name in COMMANDERS {
        let game = play(name, name, &battle_of(&scenario), 3);
        let orders = game.game_record().orders().iter().map(|&(order, _)| order);
        assert_eq!(works_of(orders), [], "{name}");
        // Then the works change nothing at all.
        let mut without = scenario.clone();
        without.rules.options.works.clear();
        let plain = play(name, name, &battle_of(&without), 3);
        let orders = |game: &hotgates_play::Match| -> Vec<Order> {
            game.game_record().orders().iter().map(|&(order, _)| order).collect()
        };
        assert_eq!(orders(&game), orders(&plain), "{name}");
    }
}

#[test]
fn a_work_that_is_begun_is_finished_by_who_began_it() {
    let mut scenario = river(1);
    // Two that could lay a bridge, equally near.
    scenario.map.red.as_mut().unwrap().units[1].kind = "cavalry".into();
    scenario.rules.options.works[0].turns = 4;
    let game = play("hunter", "greedy", &battle_of(&scenario), 1);
    let works = works_of(game.game_record().orders().iter().map(|&(order, _)| order));
    assert_eq!(works.len(), 4, "{works:?}");
    assert!(works.iter().all(|&work| work == works[0]), "{works:?}");
}

#[test]
fn a_defender_digs_in_where_the_enemy_comes() {
    let rows = ["............", "............", "............", "............", ".....#......"];
    let red = [("infantry", 4, 0), ("infantry", 5, 0), ("infantry", 6, 0)];
    let mut scenario = with_works(ground::scenario(&rows, &red, &[("cavalry", 5, 3), ("infantry", 5, 4)]));
    let forest = scenario.rules.terrain("forest").unwrap();
    scenario.rules.terrains[forest].defence = Permille(500);
    let mut battle = battle_of(&scenario);
    battle.act(Order::EndTurn, &mut Dice::new(1), &mut Vec::new()).unwrap();
    let (orders, _) = half_turn(&mut *commander_by_name("warden", 1).unwrap(), &battle);
    let digs = |(_, reason): &(Order, Reason)| {
        matches!(reason, Reason::Work { work: DIG, gain: WorkGain::Cover { men: 1.., .. } })
    };
    assert!(orders.iter().any(digs), "{orders:?}");
}

#[test]
fn a_battle_with_works_taken_up_half_way_goes_on_the_same() {
    let red = [("infantry", 4, 0), ("cavalry", 5, 0), ("infantry", 6, 0)];
    check_battles_taken_up(&battle_of(&bridge(&red)));
    check_battles_taken_up(&battle_of(&river(1)));
}

#[test]
fn under_fog_of_war_works_depend_on_what_the_side_knows_alone() {
    // The enemy's reserve stands in either of two corners, out of sight.
    let blue = |col| [("infantry", col, 7), ("infantry", 5, 7)];
    let rows = [
        "............",
        "............",
        "~~~~~~~~~~~~",
        "~~~~~~~~~~~~",
        "............",
        "............",
        "............",
        ".....#......",
    ];
    let red = [("cavalry", 9, 0), ("infantry", 8, 0), ("infantry", 10, 0), ("infantry", 9, 1)];
    let battle = |col| {
        let mut scenario = with_works(ground::scenario(&rows, &red, &blue(col)));
        scenario.rules.options.fog_of_war = true;
        scenario.rules.units.iter_mut().for_each(|kind| kind.sight = Some(3));
        battle_of(&scenario)
    };
    for name in COMMANDERS {
        let given = [0, 11].map(|col| {
            let mut battle = battle(col);
            assert_eq!(View::new(&battle, Side::Red).living(Side::Blue).count(), 0, "nobody is in sight");
            let mut given = Vec::new();
            // Red alone moves, and has not crossed yet.
            for _ in 0..3 {
                let (orders, after) = half_turn(&mut *commander_by_name(name, 1).unwrap(), &battle);
                given.extend(orders);
                battle = after;
                battle.act(Order::EndTurn, &mut Dice::new(1), &mut Vec::new()).unwrap();
            }
            given
        });
        assert_eq!(given[0], given[1], "{name}");
        assert!(!works_of(given[0].iter().map(|&(order, _)| order)).is_empty(), "{name}: {:?}", given[0]);
    }
}

/// Returns a map of 16 × 12 hexes with a river two in three of whose crossings are blocked, made by lot, eight
/// units of Red and four of Blue.
fn random_river(seed: u64) -> Scenario {
    let mut dice = Dice::for_other_purpose(seed, 77);
    let mut rows = vec![String::new(); 12];
    for (number, row) in rows.iter_mut().enumerate() {
        for _ in 0..16 {
            row.push(match (number, dice.draw_below(20)) {
                (6, _) => '~',
                (_, 0..3) => 'f',
                (_, 3) => '^',
                _ => '.',
            });
        }
    }
    let crossing = dice.draw_below(16) as usize;
    if dice.draw_below(3) > 0 {
        rows[6].replace_range(crossing..=crossing, "H");
    }
    let castle = 4 + dice.draw_below(8) as usize;
    rows[10].replace_range(castle..=castle, "#");
    let army = |units: usize, row: i32| {
        let kinds = ["infantry", "cavalry", "infantry", "artillery"].into_iter().cycle().take(units);
        (4..).zip(kinds).map(move |(col, kind)| (kind, col, row)).collect::<Vec<_>>()
    };
    for row in [0, 11] {
        rows[row].replace_range(4..12, "........");
    }
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut scenario = with_works(ground::scenario(&rows, &army(8, 0), &army(4, 11)));
    scenario.rules.options.works.remove(2);
    scenario
}

#[test]
fn on_random_rivers_hunters_who_work_win_more_often_than_those_who_do_not() {
    let none = Arc::new(Doctrine { works: 0, ..Doctrine::default() });
    let (mut wins, mut works) = ([0, 0], 0);
    let maps = 60;
    for seed in 0..maps {
        let start = battle_of(&random_river(seed));
        for (won, doctrine) in wins.iter_mut().zip([&Doctrine::built_in_doctrine(), &none]) {
            let mut battle = start.clone();
            let mut players = BySide {
                red: commander_with_doctrine("hunter", seed, doctrine).unwrap(),
                blue: commander_by_name("warden", seed).unwrap(),
            };
            while battle.verdict().is_none() {
                let (side, before) = (battle.side(), battle.clone());
                let (orders, after) = half_turn(&mut *players[side], &before);
                works += if side == Side::Red {
                    works_of(orders.iter().map(|&(order, _)| order)).len()
                } else {
                    0
                };
                battle = after;
            }
            *won += u64::from(battle.verdict().unwrap().winner == Some(Side::Red));
        }
    }
    // A third as many again: a river has one crossing, which Blue may bar, or none.
    assert!(wins[0] * 3 >= wins[1] * 4 && works > 0, "{wins:?} of {maps}, {works} works");
}
