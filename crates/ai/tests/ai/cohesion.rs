//! Commanders where units hold together more or less, and give way: they break no rule, and spare
//! their units.

use std::sync::Arc;

use hotgates_ai::{Budget, Commander, Doctrine, Hunter, Reason, Warden, commander_by_name};
use hotgates_engine::{Battle, Coord, Dice, Event, Order, Permille, RetreatRule, Side, UnitId, View};
use hotgates_threat::Threat;

use crate::commanders::{check_battles_taken_up, skirmish};
use crate::ground;
use crate::options::{change_rules, with_rules};

const COHESION_AND_RETREAT: u64 = 24;

#[test]
fn a_battle_with_cohesion_taken_up_half_way_goes_on_the_same() {
    check_battles_taken_up(&with_rules(skirmish().0, COHESION_AND_RETREAT).unwrap());
}

/// Plays orders at mean dice.
fn follow_orders(battle: &mut Battle, orders: &[Order]) {
    for &order in orders {
        battle.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).unwrap();
    }
}

/// Returns the first order that a commander gives a unit.
pub fn first_order_of(
    commander: &mut dyn Commander,
    battle: &Battle,
    unit: UnitId,
) -> Option<(Order, Reason)> {
    let (mut battle, mut budget) = (battle.clone(), Budget::new(4000));
    let side = battle.side();
    commander.begin(View::new(&battle, side));
    while battle.side() == side && battle.verdict().is_none() {
        let (order, reason) = commander.order(View::new(&battle, side), &mut budget);
        if order.unit() == Some(unit) {
            return Some((order, reason));
        }
        follow_orders(&mut battle, &[order]);
    }
    None
}

/// Red's turn on open ground: its infantry has been struck by cavalry beside it, after which it does not
/// attack. A General of Red's stands behind it.
fn shaken_infantry() -> (Battle, UnitId, UnitId) {
    let mut rows = ["................"; 12];
    rows[11] = "............#...";
    let red = [("infantry", 8, 6), ("artillery", 5, 1)];
    let mut scenario = ground::scenario(&rows, &red, &[("cavalry", 9, 6), ("infantry", 12, 11)]);
    change_rules(&mut scenario.rules, COHESION_AND_RETREAT);
    scenario.rules.options.retreat = None;
    scenario.rules.options.cohesion.as_mut().unwrap().waver = Permille(950);
    scenario.map.red.as_mut().unwrap().units[1].rank = Some("General".to_owned());
    let mut battle = Battle::from_scenario(&scenario).unwrap();
    let [infantry, cavalry] =
        [(8, 6), (9, 6)].map(|(col, row)| battle.unit_at(Coord { col, row }.hex()).unwrap());
    let attack = Order::Attack { unit: cavalry, target: infantry };
    follow_orders(&mut battle, &[Order::EndTurn, attack, Order::EndTurn]);
    assert!(battle.is_wavering(infantry) && !battle.is_broken(infantry));
    (battle, infantry, cavalry)
}

#[test]
fn a_unit_too_shaken_to_attack_falls_back_to_an_officer_and_rallies() {
    let (battle, infantry, _) = shaken_infantry();
    let view = View::new(&battle, Side::Red);
    let commanders: [(&str, Box<dyn Commander>); 2] =
        [("hunter", Box::new(Hunter::default())), ("warden", Box::new(Warden::new(0)))];
    for (name, mut commander) in commanders {
        let (order, reason) = first_order_of(&mut *commander, &battle, infantry).expect(name);
        let Order::Move { to, .. } = order else { panic!("{name}: {order}") };
        assert!(matches!(reason, Reason::KeepAway { distance, .. } if distance > 2), "{name}: {reason:?}");
        let rallied = view.rallied_on(infantry, view.grid().cell(to).unwrap()).expect(name);
        let by_itself = view.condition(infantry).cohesion + 100;
        assert!(rallied.cohesion > by_itself.min(999), "{name}: no officer near {to:?}");
    }
}

#[test]
fn a_commander_that_counts_men_alone_does_not_fall_back() {
    let (battle, infantry, _) = shaken_infantry();
    let doctrine = Arc::new(Doctrine { condition: 0, ..Doctrine::default() });
    let order = first_order_of(&mut Hunter::with_doctrine(doctrine), &battle, infantry);
    assert!(!order.is_some_and(|(_, reason)| matches!(reason, Reason::KeepAway { .. })));
}

#[test]
fn a_shaken_enemy_threatens_nobody() {
    let (battle, infantry, cavalry) = shaken_infantry();
    let threat = Threat::against_unit(View::new(&battle, Side::Blue), cavalry);
    let from_infantry =
        threat.threatened_hexes().any(|(cell, _)| threat.hits_on(cell).any(|hit| hit.enemy == infantry));
    assert!(!from_infantry && threat.threatened_hexes().len() > 0, "only the gun threatens");
}

#[test]
fn a_blow_that_keeps_an_enemy_from_attacking_goes_before_one_that_costs_more_men() {
    let rows = [".........", ".........", "...f.....", ".........", "........#"];
    let (red, blue) = ([("infantry", 3, 3)], [("infantry", 3, 2), ("infantry", 3, 4)]);
    let mut scenario = ground::scenario(&rows, &red, &blue);
    change_rules(&mut scenario.rules, COHESION_AND_RETREAT);
    scenario.rules.options.retreat = None;
    scenario.rules.options.cohesion.as_mut().unwrap().waver = Permille(700);
    let mut battle = Battle::from_scenario(&scenario).unwrap();
    let [unit, in_forest, in_grass] =
        [(3, 3), (3, 2), (3, 4)].map(|(col, row)| battle.unit_at(Coord { col, row }.hex()).unwrap());
    let blow = Order::Attack { unit, target: in_forest };
    follow_orders(&mut battle, &[blow, blow, Order::EndTurn, Order::EndTurn, blow]);
    assert!((701..790).contains(&battle.condition(in_forest).cohesion), "{:?}", battle.condition(in_forest));
    let struck = |condition: u32| {
        let doctrine = Arc::new(Doctrine { condition, ..Doctrine::default() });
        first_order_of(&mut Hunter::with_doctrine(doctrine), &battle, unit).unwrap().0
    };
    assert_eq!(struck(1000), blow);
    assert_eq!(struck(0), Order::Attack { unit, target: in_grass });
    let greedy = first_order_of(&mut *commander_by_name("greedy", 0).unwrap(), &battle, unit).unwrap().0;
    assert_eq!(greedy, blow);
}

/// Red's cavalry beside Blue's shaken garrison, and beside infantry in the open that it could cost more
/// men: the garrison gives way, and the cavalry stands on the castle.
#[test]
fn a_garrison_that_gives_way_is_struck_first() {
    let rows = ["............", "....#.......", "............", "............"];
    let (red, blue) = ([("cavalry", 3, 1)], [("infantry", 4, 1), ("infantry", 3, 2)]);
    let mut scenario = ground::scenario(&rows, &red, &blue);
    change_rules(&mut scenario.rules, COHESION_AND_RETREAT);
    scenario.rules.options.retreat = Some(RetreatRule { lead: Permille(0), ..RetreatRule::default() });
    scenario.map.blue.as_mut().unwrap().units[0].strength = Some(700);
    scenario.map.red.as_mut().unwrap().units[0].rank = Some("General".to_owned());
    scenario.rules.options.retreat.as_mut().unwrap().stand = Permille(1000);
    let battle = Battle::from_scenario(&scenario).unwrap();
    let [unit, garrison] =
        [(3, 1), (4, 1)].map(|(col, row)| battle.unit_at(Coord { col, row }.hex()).unwrap());
    let target = |condition: u32| {
        let doctrine = Arc::new(Doctrine { condition, ..Doctrine::default() });
        match first_order_of(&mut Hunter::with_doctrine(doctrine), &battle, unit) {
            Some((_, Reason::Attack { exchange, .. } | Reason::Approach { exchange, .. })) => exchange.target,
            order => panic!("{order:?}"),
        }
    };
    assert_eq!(target(1000), garrison);
    assert_ne!(target(0), garrison, "men alone have it strike the other");
    let mut log = Vec::new();
    let attack = Order::Attack { unit, target: garrison };
    battle.clone().act(attack, &mut Dice::showing_sums([7, 7]), &mut log).unwrap();
    assert!(log.iter().any(|event| matches!(event, Event::CastleTaken { .. })), "{log:?}");
}
