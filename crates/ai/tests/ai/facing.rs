//! Commanders where units face ways: they turn, strike from behind, and know what strikes from there.

use std::sync::Arc;

use hotgates_ai::{Budget, Commander, Doctrine, Reason, commander_by_name, commander_with_doctrine};
use hotgates_engine::{
    Aspect, Attack, Battle, Coord, Direction, FacingRule, Odds, Order, Scenario, Side, UnitId, View,
};
use hotgates_threat::Threat;

use crate::commanders::{check_battles_taken_up, play, skirmish};
use crate::ground;
use crate::options::with_rules;

const COMMANDERS: [&str; 4] = ["hunter", "warden", "warden-exact", "strategist"];

#[test]
fn a_battle_with_officers_and_facing_taken_up_half_way_goes_on_the_same() {
    check_battles_taken_up(&with_rules(skirmish().0, 128 | 256 | 512 | 1024).unwrap());
}

/// Returns Blue's turn with one unit that holds the castle, faces one way, and has an enemy behind it.
fn enemy_behind(facing: Direction) -> Battle {
    let rows = ["......", "......", "...#..", "......", "......", "......"];
    let mut scenario: Scenario = ground::scenario(&rows, &[("infantry", 3, 5)], &[("infantry", 3, 2)]);
    scenario.rules.options.facing = Some(FacingRule::default());
    scenario.map.blue.as_mut().unwrap().units[0].facing = Some(facing);
    scenario.map.first = Some(Side::Blue);
    Battle::from_scenario(&scenario).unwrap()
}

/// Returns the last order of a half-turn before its end, with its reason, and the battle then.
fn last_order(commander: &mut dyn Commander, battle: &Battle) -> Option<(Order, Reason)> {
    let (side, mut battle) = (battle.side(), battle.clone());
    let mut budget = Budget::new(600);
    commander.begin(View::new(&battle, side));
    let mut last = None;
    loop {
        let order = commander.order(View::new(&battle, side), &mut budget);
        if order.0 == Order::EndTurn {
            return last;
        }
        let mut dice = hotgates_engine::Dice::showing_sums([7, 7]);
        battle.act(order.0, &mut dice, &mut Vec::new()).unwrap();
        last = Some(order);
    }
}

#[test]
fn a_garrison_turns_to_the_enemy_that_can_strike_it_next() {
    let battle = enemy_behind(Direction::N);
    for name in COMMANDERS {
        let told = last_order(&mut *commander_by_name(name, 1).unwrap(), &battle);
        let Some((Order::Face { way, .. }, Reason::Face { men })) = told else { panic!("{name}: {told:?}") };
        assert!(way.turns_to(Direction::S) <= 1 && men > 0, "{name}: {way:?} {men}");
        let faced = enemy_behind(Direction::S);
        let kept = last_order(&mut *commander_by_name(name, 1).unwrap(), &faced);
        assert!(!matches!(kept, Some((Order::Face { .. }, _))), "{name} faces the enemy: {kept:?}");
    }
    let alone = Arc::new(Doctrine { condition: 0, ..Doctrine::default() });
    let told = last_order(&mut *commander_with_doctrine("warden", 1, &alone).unwrap(), &battle);
    assert!(!matches!(told, Some((Order::Face { .. }, _))), "men alone count: {told:?}");
}

/// A lone enemy that looks north can be struck from its flank, a hex farther to go, and is.
#[test]
fn an_attack_comes_from_the_flank_where_that_is_in_reach() {
    let mut rows = ["......"; 14];
    rows[13] = "..#...";
    for name in ["greedy", "hunter"] {
        let mut scenario = ground::scenario(&rows, &[("cavalry", 3, 0)], &[("infantry", 3, 3)]);
        scenario.rules.options.facing = Some(FacingRule::default());
        scenario.map.blue.as_mut().unwrap().units[0].facing = Some(Direction::N);
        let battle = Battle::from_scenario(&scenario).unwrap();
        let order = {
            let mut commander = commander_by_name(name, 1).unwrap();
            commander.begin(View::new(&battle, Side::Red));
            commander.order(View::new(&battle, Side::Red), &mut Budget::new(600)).0
        };
        let Order::Move { to, .. } = order else { panic!("{name}: {order}") };
        let target = battle.living(Side::Blue).next().unwrap();
        assert_eq!(to.unsigned_distance_to(battle.hex(target)), 1, "{name}: {}", Coord::from(to));
        assert_ne!(battle.aspect_of_hex(target, to), Aspect::Front, "{name}: {}", Coord::from(to));
    }
}

#[test]
fn a_threat_from_behind_is_greater() {
    let losses = |facing: Direction| {
        let battle = enemy_behind(facing);
        let unit = battle.living(Side::Blue).next().unwrap();
        let threat = Threat::against_unit(View::new(&battle, Side::Blue), unit);
        let cell = battle.unit(unit).cell;
        let hit = *threat.hits_on(cell).next().unwrap();
        let (enemy, more) = (hit.enemy, FacingRule::default().situation(hit.aspect));
        let attacker = battle.fighter_on(enemy, battle.unit(enemy).cell).in_situation(more);
        let odds = Odds::from_attack(battle.combat(), Attack::Melee, attacker, battle.fighter_on(unit, cell));
        assert_eq!(threat.expected_losses(cell), odds.expected_target_losses() / 36);
        (hit.aspect, threat.expected_losses(cell), hit.enemy)
    };
    let (north, south) = (losses(Direction::N), losses(Direction::S));
    assert_eq!((north.0, north.2), (Aspect::Rear, UnitId(0)));
    assert!(north.1 > south.1, "{north:?} {south:?}");
}

#[test]
fn units_turn_in_whole_battles() {
    let battle = with_rules(skirmish().0, 1024).unwrap();
    for name in COMMANDERS {
        let game = play(name, "greedy", &battle, 4);
        let turns =
            game.game_record().orders().iter().filter(|(order, _)| matches!(order, Order::Face { .. }));
        assert!(turns.count() > 2, "{name}");
    }
}
