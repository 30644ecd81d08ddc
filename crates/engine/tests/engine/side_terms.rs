//! Terms on which the sides meet: allowed types, and a factor on the losses that a side's units deal.

use hotgates_engine::{AllowedTypes, Battle, Dice, Permille, Ruleset, Side, SideFactors, UnitId};
use proptest::prelude::*;

use crate::stage::{Stage, any_random_stage, classic_with, play_at_random, sentences, some_options, stage};

const FIELD: [&str; 3] = ["..........", "..........", "#........."];

fn with_factors(stage: Stage, red: u32, blue: u32) -> Stage {
    stage.with(|scenario| scenario.map.factor = SideFactors { red: Permille(red), blue: Permille(blue) })
}

/// Red has infantry and Blue cavalry, both beside each other.
fn horse_and_foot() -> Stage {
    stage(&FIELD, "infantry 5,0; infantry 5,1 x700; infantry 6,1", "cavalry 4,0; cavalry 4,1 x300")
}

/// A factor of two is worth exactly what doubling the power of all the side's types is: the other way is
/// another place in the formula, without any situation.
#[test]
fn a_factor_of_two_is_twice_the_power_of_all_types_of_the_side() {
    for (side, kind) in [(Side::Red, "infantry"), (Side::Blue, "cavalry")] {
        let by_factor = with_factors(
            horse_and_foot(),
            if side == Side::Red { 2000 } else { 1000 },
            if side == Side::Blue { 2000 } else { 1000 },
        );
        let by_power = horse_and_foot().with(|scenario| {
            let kind = scenario.rules.unit(kind).unwrap();
            scenario.rules.units[usize::from(kind.0)].melee.0 *= 2;
        });
        for seed in 0..40 {
            let play = |stage: &Stage| {
                let mut game = stage.game();
                game.dice = Dice::new(seed);
                play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 5), 60);
                game.log
            };
            assert_eq!(play(&by_factor), play(&by_power), "{side} {seed}");
        }
    }
}

#[test]
fn even_factors_change_nothing_and_others_make_another_battle() {
    let plain = horse_and_foot().battle();
    assert_eq!(with_factors(horse_and_foot(), 1000, 1000).battle().fingerprint(), plain.fingerprint());
    assert!(!plain.has_extra_state());
    let hashes = [(1100, 1000), (1000, 1100), (1100, 1100), (900, 1000)]
        .map(|(red, blue)| with_factors(horse_and_foot(), red, blue).battle().fingerprint());
    assert!(
        (0..4).all(|at| hashes[at] != plain.fingerprint() && !hashes[..at].contains(&hashes[at])),
        "{hashes:?}"
    );
}

proptest! {
    /// Whatever the rules find in a situation, the factor of the side is added to it, for attacks and answers.
    #[test]
    fn the_factor_is_added_to_the_situation_of_every_fighter(
        seed: u64, red in 250..=4000_u32, blue in 250..=4000_u32,
    ) {
        let plain = any_random_stage(seed, &classic_with(some_options(seed)));
        let battle = plain.battle();
        let other = with_factors(plain, red, blue).battle();
        let more = |unit: UnitId| [red, blue][usize::from(battle.info(unit).side == Side::Blue)];
        let more = |unit: UnitId| Permille(more(unit)).above_one();
        let units = || Side::BOTH.into_iter().flat_map(|side| battle.living(side));
        for (attacker, target) in units().flat_map(|unit| units().map(move |other| (unit, other))) {
            if battle.info(attacker).side == battle.info(target).side {
                continue;
            }
            let from = battle.unit(attacker).cell;
            let (striker, struck) = battle.fighters_in_attack(attacker, from, target);
            let (now_striker, now_struck) = other.fighters_in_attack(attacker, from, target);
            let sum = |situation: i16, unit| i32::from(situation) + more(unit);
            prop_assert_eq!(i32::from(now_striker.situation), sum(striker.situation, attacker));
            prop_assert_eq!(i32::from(now_struck.situation), sum(struck.situation, target));
        }
    }
}

#[test]
fn faults_of_terms_are_reported_at_once() {
    let scene = horse_and_foot().with(|scenario| {
        let map = &mut scenario.map;
        map.types = AllowedTypes {
            red: vec!["cavalry".into(), "elephants".into()],
            blue: vec!["cavalry".into(), "artillery".into()],
        };
        map.factor = SideFactors { red: Permille(249), blue: Permille(4001) };
    });
    let expected = "types.red[1]: unknown unit type `elephants`; known: infantry, cavalry, artillery\n\
                    factor.red: 249 is out of range; it may be 250 to 4000\n\
                    factor.blue: 4001 is out of range; it may be 250 to 4000\n\
                    red.units[0].type: Red may have no infantry here, only cavalry, elephants\n\
                    red.units[1].type: Red may have no infantry here, only cavalry, elephants\n\
                    red.units[2].type: Red may have no infantry here, only cavalry, elephants";
    assert_eq!(sentences(&Battle::check_scenario(&scene.0).faults), expected);
}

/// With a factor there is one factor more in the product, as under rules that ask for situations.
#[test]
fn the_largest_factors_of_rules_are_refused_beside_a_factor() {
    let strong = |scene: Stage| scene.with(|scenario| scenario.rules.ranks[0].dealt = Permille(50_000));
    assert!(Battle::check_scenario(&strong(horse_and_foot()).0).battle.is_some());
    let faults = Battle::check_scenario(&strong(with_factors(horse_and_foot(), 1001, 1000)).0).faults;
    assert!(
        faults.iter().any(|fault| fault.field.as_deref() == Some("ranks[0].dealt")),
        "{}",
        sentences(&faults)
    );
}

#[test]
fn standard_armies_have_allowed_types_only_and_types_go_with_the_army() {
    let rows = vec![".".repeat(40); 19].into_iter().chain([format!("#{}", ".".repeat(39))]);
    let mut stage = stage(&FIELD, "infantry 5,0", "cavalry 4,0");
    let map = &mut stage.0.map;
    (map.rows, map.red, map.blue) = (rows.collect(), None, None);
    map.types = AllowedTypes { red: vec!["cavalry".into(), "artillery".into()], blue: Vec::new() };
    map.factor.blue = Permille(1200);
    let kinds = |battle: &Battle, side: Side| {
        let kind = |unit: UnitId| battle.rules().units[usize::from(battle.info(unit).kind.0)].name.clone();
        let mut kinds: Vec<String> = battle.living(side).map(kind).collect();
        kinds.sort();
        kinds.dedup();
        kinds
    };
    let battle = stage.battle();
    assert_eq!(kinds(&battle, Side::Red), ["artillery", "cavalry"]);
    assert_eq!(kinds(&battle, Side::Blue), ["artillery", "cavalry", "infantry"]);
    let mut exchanged = stage.0.clone();
    exchanged.exchange_armies();
    let other = Battle::from_scenario(&exchanged).unwrap();
    assert_eq!(kinds(&other, Side::Blue), ["artillery", "cavalry"]);
    assert_eq!((other.situation_of_side(Side::Red), other.situation_of_side(Side::Blue)), (200, 0));
    // None of the standard types: as many units of the first that is allowed.
    let mut rules = Ruleset::classic();
    let mut elephants = rules.units[0].clone();
    elephants.name = "elephants".into();
    rules.units.push(elephants);
    let only = stage.with(|scenario| {
        (scenario.rules, scenario.map.types.red) = (rules, vec!["elephants".into()]);
    });
    assert_eq!(kinds(&only.battle(), Side::Red), ["elephants"]);
}
