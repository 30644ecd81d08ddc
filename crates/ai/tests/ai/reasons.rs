//! Every kind of reason says what is true on the board: each number in it is found again by other
//! code than the commanders'.

use std::collections::{BTreeMap, VecDeque};

use hotgates_ai::{Budget, Commander, Exchange, NAMES, Reason, commander_by_name, steps_of_half_turn};
use hotgates_endings::{NODES, is_small_enough_to_solve, solve_ending};
use hotgates_engine::{Battle, Cell, Dice, LegalOrders, MapFile, Order, Scenario, Side, UnitId, View};

use crate::ground;

/// Number of reasons of each kind that were checked, by the kind's name.
type CheckedReasons = BTreeMap<&'static str, u32>;

/// Returns the cost of the cheapest path from a cell to any of the targets, the last hex counted,
/// by relaxation over the terrain; `None` where there is none.
fn cheapest_path(battle: &Battle, from: Cell, targets: &[Cell]) -> Option<u32> {
    let mut costs = vec![u32::MAX; battle.grid().len()];
    costs[from.index()] = 0;
    let mut waiting = VecDeque::from([from]);
    while let Some(at) = waiting.pop_front() {
        for next in battle.grid().around(at) {
            if !battle.grid().contains(battle.grid().hex(next)) {
                continue;
            }
            let terrain = &battle.rules().terrains[battle.map().terrain(next)];
            let Some(cost) = terrain.cost.map(|cost| costs[at.index()] + u32::from(cost.0)) else { continue };
            if cost < costs[next.index()] {
                costs[next.index()] = cost;
                waiting.push_back(next);
            }
        }
    }
    targets.iter().map(|&target| costs[target.index()]).min().filter(|&cost| cost < u32::MAX)
}

/// Plays orders at mean dice; returns the battle after them.
fn after_orders(battle: &Battle, orders: &[Order]) -> Battle {
    let mut battle = battle.clone();
    for &order in orders {
        battle.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).unwrap();
    }
    battle
}

/// Checks that an exchange can be had in a position, and brings at mean dice what it says.
fn check_exchange(battle: &Battle, exchange: Exchange) {
    let Exchange { unit, from, target, ranged, dealt, taken, .. } = exchange;
    let mut orders = Vec::new();
    if battle.unit(unit).cell != from {
        orders.push(Order::Move { unit, to: battle.grid().hex(from) });
    }
    orders.push(Order::Attack { unit, target });
    let after = after_orders(battle, &orders);
    let lost = |id: UnitId| battle.unit(id).strength.0 - after.unit(id).strength.0;
    assert_eq!((lost(target), lost(unit)), (dealt, taken), "{exchange:?}");
    let hexes = battle.grid().hex(from).unsigned_distance_to(battle.grid().hex(battle.unit(target).cell));
    assert!(if ranged { taken == 0 } else { hexes == 1 }, "{exchange:?}");
}

/// Checks a reason against the position in which its order was given, and counts it.
fn check_reason(battle: &Battle, order: Order, reason: &Reason, checked: &mut CheckedReasons) {
    let (grid, side) = (battle.grid(), battle.side());
    let moved = match order {
        Order::Move { unit, to } => Some((unit, battle.unit(unit).cell, grid.cell(to).unwrap())),
        _ => None,
    };
    let enemies: Vec<Cell> = battle.living(side.other()).map(|unit| battle.unit(unit).cell).collect();
    let kind = match *reason {
        Reason::Lot { of } => {
            assert_eq!(of, LegalOrders::new().orders_of_side(battle).len());
            "lot"
        }
        Reason::Attack { exchange, instead } => {
            assert_eq!(order, Order::Attack { unit: exchange.unit, target: exchange.target });
            [Some(exchange), instead]
                .into_iter()
                .flatten()
                .for_each(|exchange| check_exchange(battle, exchange));
            "attack"
        }
        Reason::Approach { exchange, instead } => {
            let (unit, _, to) = moved.expect("an approach is a move");
            assert_eq!((unit, to), (exchange.unit, exchange.from));
            [Some(exchange), instead]
                .into_iter()
                .flatten()
                .for_each(|exchange| check_exchange(battle, exchange));
            "approach"
        }
        Reason::TakeCastle { castle, cost } => {
            let (unit, from, to) = moved.expect("a castle is entered");
            assert!(to == castle && battle.map().castles().contains(&castle));
            let after = after_orders(battle, &[order]);
            assert!(battle.castles().any(|owned| owned == (castle, side.other())));
            assert!(after.castles().any(|owned| owned == (castle, side)));
            assert_eq!(u32::from(battle.unit(unit).left.0 - after.unit(unit).left.0), cost);
            assert!(cheapest_path(battle, from, &[castle]).unwrap() <= cost);
            "take the castle"
        }
        Reason::Pursue { cost } => {
            let (_, from, to) = moved.expect("whoever pursues moves");
            assert_eq!(Some(cost), cheapest_path(battle, from, &enemies));
            assert!(cheapest_path(battle, to, &enemies).unwrap() < cost);
            "pursue"
        }
        Reason::GoRound { cost } => {
            let (_, from, _) = moved.expect("whoever goes round moves");
            let wanted = battle.castles().filter(|&(_, owner)| owner != side).map(|(castle, _)| castle);
            assert!(cheapest_path(battle, from, &wanted.collect::<Vec<_>>()).unwrap() <= cost);
            "go round"
        }
        Reason::MarchOnCastle { cost } => {
            let (_, from, to) = moved.expect("whoever marches moves");
            assert_eq!(cheapest_path(battle, from, &enemies), None);
            let castles = battle.map().castles();
            assert_eq!(cheapest_path(battle, from, castles), Some(cost));
            assert!(cheapest_path(battle, to, castles).unwrap() < cost);
            "march on the castle"
        }
        Reason::KeepAway { enemy, distance } => {
            let (_, from, to) = moved.expect("whoever keeps away moves");
            let away = |cell: Cell, other: Cell| grid.hex(cell).unsigned_distance_to(grid.hex(other));
            let nearest = |cell: Cell| enemies.iter().map(|&other| away(cell, other)).min().unwrap();
            assert_eq!(away(to, battle.unit(enemy).cell), distance);
            assert_eq!(nearest(to), distance, "another enemy is nearer");
            assert!(nearest(from) < distance);
            "keep away"
        }
        Reason::Deploy { filled, of, .. } | Reason::MakeWay { filled, of } => {
            assert!(moved.is_some() && filled <= of && of > 0);
            if matches!(reason, Reason::MakeWay { .. }) { "make way" } else { "deploy" }
        }
        Reason::Foreseen { plans, chance, instead, .. } => {
            assert!(plans > 0 && chance.0 <= 1000);
            assert!(instead.is_none_or(|(_, other)| other <= chance), "{reason:?}");
            "foreseen"
        }
        Reason::Solved { chance } => {
            let solved = solve_ending(View::new(battle, side), NODES, &Budget::default()).unwrap();
            assert_eq!(u64::from(chance.0), solved.chance().permille());
            "solved"
        }
        Reason::Done { idle } => {
            assert_eq!(order, Order::EndTurn);
            let points = battle.living(side).filter(|&unit| battle.unit(unit).left.0 > 0);
            assert_eq!(idle, points.count());
            "done"
        }
        ref other => panic!("no commander gives such a reason: {other:?}"),
    };
    *checked.entry(kind).or_default() += 1;
}

/// Plays a battle between two commanders and checks every reason, and that a deployment ends as it
/// says.
fn check_battle(start: &Battle, names: [&str; 2], seed: u64, checked: &mut CheckedReasons) {
    let (mut battle, mut dice) = (start.clone(), Dice::new(seed));
    let mut commanders: Vec<Box<dyn Commander>> =
        names.iter().map(|name| commander_by_name(name, seed).unwrap()).collect();
    while battle.verdict().is_none() {
        let side = battle.side();
        let commander = &mut commanders[usize::from(side == Side::Blue)];
        let view = View::new(&battle, side);
        // A strategist looks at few plans, but solves what can be solved.
        let hurries = commander.name() == "strategist" && !is_small_enough_to_solve(view);
        let steps = if hurries { 60 } else { steps_of_half_turn(view, None) };
        let mut budget = Budget::new(steps);
        commander.begin(view);
        let mut deployments = Vec::new();
        while battle.side() == side && battle.verdict().is_none() {
            let (order, reason) = commander.order(View::new(&battle, side), &mut budget);
            check_reason(&battle, order, &reason, checked);
            if let Reason::Deploy { filled, of, .. } | Reason::MakeWay { filled, of } = reason {
                deployments.push((filled, of));
                let result = commander.thinking().deployment.expect("there was a deployment");
                assert_eq!((result.filled, result.of), (filled, of), "{reason:?}");
            }
            battle.act(order, &mut dice, &mut Vec::new()).unwrap();
        }
        assert!(deployments.windows(2).all(|pair| pair[0] == pair[1]), "{deployments:?}");
    }
}

#[test]
fn every_kind_of_reason_is_true_on_the_board() {
    let mut checked = CheckedReasons::new();
    let shipped = ground::shipped();
    for (name, battle) in &shipped {
        let small = battle.living(Side::Red).count() + battle.living(Side::Blue).count() <= 30;
        for (place, red) in NAMES.into_iter().enumerate() {
            if small && red != "strategist" {
                check_battle(battle, [red, NAMES[(place + 3) % NAMES.len()]], 7, &mut checked);
            }
        }
        assert!(!checked.is_empty(), "{name}");
    }
    // Nobody can reach the hollow that Blue stands in, so that there is nobody to pursue.
    let rows = ["............", "#...........", "^^^.........", "..^........."];
    let cut_off = ground::battle(&rows, &[("infantry", 8, 0)], &[("infantry", 0, 3)]);
    check_battle(&cut_off, ["hunter", "greedy"], 1, &mut checked);
    let last_turns = r#"(
        name: "the last two turns", turns: 2,
        rows: ["..........", "...#......", "..........", ".........."],
        red: (units: [(type: "cavalry", at: (8, 2)), (type: "infantry", at: (7, 1))]),
        blue: (units: [(type: "infantry", at: (3, 1)), (type: "infantry", at: (2, 3))]),
    )"#;
    let mut scenario = Scenario::classic(MapFile::from_ron(last_turns).unwrap());
    scenario.rules.setup.distance = 0;
    let ending = Battle::from_scenario(&scenario).unwrap();
    check_battle(&ending, ["strategist", "hunter"], 1, &mut checked);
    let kinds =
        ["approach", "attack", "deploy", "done", "foreseen", "go round", "keep away", "lot", "make way"];
    let others = ["march on the castle", "pursue", "solved", "take the castle"];
    let expected: Vec<&str> = kinds.into_iter().chain(others).collect();
    assert_eq!(checked.keys().copied().collect::<Vec<_>>(), expected, "{checked:?}");
}
