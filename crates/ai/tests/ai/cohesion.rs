//! Commanders where units hold together more or less, and give way: they break no rule, and spare
//! their units.

use hotgates_ai::{Budget, NAMES, commander_by_name};
use hotgates_engine::{
    Battle, CohesionRule, Condition, Coord, Dice, Event, Order, RetreatRule, Ruleset, Scenario, Side, UnitId,
    View,
};

use crate::commanders::{check_battles_taken_up, play, skirmish};
use crate::{arrivals, ground};

/// Switches optional rules on by the bits of a number below 32.
fn change_rules(rules: &mut Ruleset, options: u64) {
    let on = |bit: u64| options & bit != 0;
    rules.options.zone_of_control = on(1);
    rules.options.line_of_sight = on(2);
    rules.options.fog_of_war = on(4);
    rules.options.cohesion = on(8).then(CohesionRule::default);
    rules.options.retreat = on(16).then(RetreatRule::default);
    rules.units[1].pursues = on(16);
}

const COHESION_AND_RETREAT: u64 = 24;

fn with_rules(mut scenario: Scenario, options: u64) -> Option<Battle> {
    change_rules(&mut scenario.rules, options);
    Battle::from_scenario(&scenario).ok()
}

#[test]
fn every_commander_plays_legally_by_every_set_of_options() {
    let mut dice = Dice::for_other_purpose(3, 41);
    let (mut seen, mut battles) = ([0; 5], [0; NAMES.len()]);
    for number in 0..160_u64 {
        let options = number % 32;
        let scenario = match number / 32 {
            0 => skirmish().0,
            1 => ground::bridge(),
            _ => arrivals::random_script(&mut dice, number % 6),
        };
        let Some(battle) = with_rules(scenario, options) else { continue };
        for (index, red) in NAMES.into_iter().enumerate() {
            let blue = NAMES[(index + usize::try_from(number).unwrap()) % NAMES.len()];
            let game = play(red, blue, &battle, number);
            battles[index] += 1;
            let mut again = battle.clone();
            let mut log = Vec::new();
            let mut dice = Dice::new(number);
            for &(order, _) in game.game_record().orders() {
                again.act(order, &mut dice, &mut log).unwrap();
            }
            for event in log {
                match event {
                    Event::Broke { .. } => seen[0] += 1,
                    Event::GaveWay { .. } => seen[1] += 1,
                    Event::Pursued { .. } => seen[2] += 1,
                    Event::Rallied { .. } => seen[3] += 1,
                    Event::Ran { .. } => seen[4] += 1,
                    _ => {}
                }
            }
        }
    }
    assert!(battles.iter().all(|&battles| battles >= 100), "{battles:?}");
    assert!(seen.iter().all(|&seen| seen > 10), "{seen:?}");
}

#[test]
fn a_battle_with_cohesion_taken_up_half_way_goes_on_the_same() {
    check_battles_taken_up(&with_rules(skirmish().0, COHESION_AND_RETREAT).unwrap());
}
