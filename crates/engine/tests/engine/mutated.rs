//! Rulesets with any numbers that their check lets pass: no battle by them panics, overflows or goes on
//! for ever.

use std::collections::BTreeMap;

use std::fs;
use std::path::Path;

use hotgates_engine::{Dice, MapFile, MovementPoints, Permille, Ruleset, Scenario, Strength};
use proptest::prelude::*;

use crate::stage::{OPTION_SETS, Stage, any_random_stage, classic_with, play_at_random};

/// Returns a number from `min` to `max`: often one of the two ends, else any.
fn number(dice: &mut Dice, min: u32, max: u32) -> u32 {
    match dice.draw_below(4) {
        0 => min,
        1 => max,
        _ => min + dice.draw_below(max - min + 1),
    }
}

fn permille(dice: &mut Dice, max: u32) -> Permille {
    Permille(number(dice, 0, max))
}

fn points(dice: &mut Dice, min: u32, max: u32) -> MovementPoints {
    MovementPoints(u16::try_from(number(dice, min, max)).unwrap())
}

/// Returns the classic rules with some optional rules, and about half of all numbers drawn anew from their
/// whole range.
fn mutated_rules(seed: u64) -> Ruleset {
    let mut dice = Dice::for_other_purpose(seed, 5);
    let mut rules = classic_with(seed % OPTION_SETS);
    // Random stages have units of up to 200 men.
    mutate_rules(&mut rules, 200, &mut dice);
    rules
}

/// Draws about half of all numbers of a ruleset anew from their whole range. No type gets fewer men than
/// `fewest`, or than it has where that is more.
fn mutate_rules(rules: &mut Ruleset, fewest: u16, dice: &mut Dice) {
    let half = |dice: &mut Dice| dice.draw_below(2) == 0;
    let most = 20_000;
    for terrain in &mut rules.terrains {
        // Armies find room on grass and at castles, else no random map would make a battle.
        let open = terrain.castle || terrain.name == "grass";
        if open {
            (terrain.cost, terrain.cost_for) = (Some(MovementPoints(1)), BTreeMap::default());
        } else if terrain.cost.is_some() && half(dice) {
            terrain.cost = Some(points(dice, 1, 250));
        }
        terrain.defence = if half(dice) { permille(dice, 1000) } else { terrain.defence };
        terrain.sight_cost = half(dice).then(|| number(dice, 1, 17));
        terrain.blocks_fire ^= half(dice);
        terrain.depot ^= half(dice);
        terrain.height = u8::try_from(number(dice, 0, 10)).unwrap();
    }
    for unit in &mut rules.units {
        unit.movement = if half(dice) { points(dice, 1, 250) } else { unit.movement };
        unit.attack_cost = if half(dice) { points(dice, 1, 250) } else { unit.attack_cost };
        let strength = u16::try_from(number(dice, fewest.into(), 65_535)).unwrap();
        unit.strength = if half(dice) { Strength(strength) } else { unit.strength };
        unit.melee = if half(dice) { permille(dice, most) } else { unit.melee };
        unit.melee_defence = half(dice).then(|| permille(dice, most));
        unit.strike_back = half(dice).then(|| permille(dice, most));
        unit.sight = half(dice).then(|| number(dice, 1, 16));
        unit.rounds = half(dice).then(|| number(dice, 1, 200));
        unit.ambushes ^= half(dice);
        unit.pursues ^= half(dice);
        unit.reacts ^= half(dice);
        unit.lacks_zone ^= half(dice);
        unit.ignores_zones ^= half(dice);
        unit.supports ^= half(dice);
        unit.stays_in_the_open ^= half(dice);
        if let Some(ranged) = &mut unit.ranged
            && half(dice)
        {
            ranged.power = permille(dice, most);
            ranged.min = number(dice, 2, 32);
            ranged.max = number(dice, ranged.min, 32);
        }
    }
    for rank in &mut rules.ranks {
        (rank.dealt, rank.taken) = (permille(dice, most), permille(dice, most));
    }
    if half(dice) {
        rules.combat.roll_base = permille(dice, most);
        rules.combat.roll_step = permille(dice, most);
        rules.combat.strike_back = permille(dice, most);
    }
    mutate_options(rules, dice);
}

/// Draws the numbers of optional rules anew from their whole range.
fn mutate_options(rules: &mut Ruleset, dice: &mut Dice) {
    let half = |dice: &mut Dice| dice.draw_below(2) == 0;
    if half(dice) {
        rules.options.zone_extra = points(dice, 1, 250);
    }
    if let Some(rule) = &mut rules.options.cohesion {
        rule.breaks = permille(dice, 1000);
        rule.waver = Permille(number(dice, rule.breaks.0, 1000));
        rule.obey = Permille(number(dice, rule.breaks.0, 1000));
        (rule.rally, rule.rally_by_rank) = (permille(dice, 1000), permille(dice, 1000));
        rule.friend_breaks = permille(dice, 1000);
    }
    if let Some(rule) = &mut rules.options.retreat {
        (rule.lead, rule.stand) = (permille(dice, 1000), permille(dice, 1000));
        (rule.spared, rule.no_room) = (permille(dice, 1000), permille(dice, 1000));
    }
    if let Some(rule) = &mut rules.options.supply {
        rule.reach = points(dice, 1, 1000);
        (rule.movement, rule.power) = (permille(dice, 1000), permille(dice, 750));
        rule.cohesion = permille(dice, 1000);
    }
    if let Some(rule) = &mut rules.options.ammunition {
        rule.refill = number(dice, 0, 200);
    }
    if let Some(rule) = &mut rules.options.officers {
        rule.promotion = u16::try_from(number(dice, 0, 20_000)).unwrap();
        (rule.survived, rule.falls) = (permille(dice, 1000), permille(dice, 1001));
        rule.fall_shakes = permille(dice, 1000);
    }
    if let Some(rule) = &mut rules.options.leadership {
        (rule.radius, rule.by_rank) = (number(dice, 1, 8), permille(dice, 1000));
    }
    if let Some(rule) = &mut rules.options.combined_arms {
        rule.bonus = permille(dice, 3000);
    }
    if let Some(rule) = &mut rules.options.facing {
        rule.turn = points(dice, 1, 250);
        (rule.flank, rule.rear, rule.answer) =
            (permille(dice, 3000), permille(dice, 3000), permille(dice, 1000));
        (rule.flank_shakes, rule.rear_shakes) = (permille(dice, 1000), permille(dice, 1000));
        rule.front_zones ^= half(dice);
    }
    if let Some(rule) = &mut rules.options.height {
        (rule.down, rule.up) = (permille(dice, 3000), permille(dice, 1000));
    }
    if let Some(rule) = &mut rules.options.reaction {
        (rule.moving, rule.support) = (permille(dice, 4000), permille(dice, 4000));
    }
    if let Some(rule) = &mut rules.options.entrenchment {
        rule.cover = permille(dice, 900);
        rule.levels = u8::try_from(number(dice, 1, 20)).unwrap();
    }
    for rule in &mut rules.options.works {
        rule.turns = u8::try_from(number(dice, 1, 20)).unwrap();
    }
    for state in rules.options.weather.iter_mut().flat_map(|rule| &mut rule.states) {
        (state.sight, state.fire) = (permille(dice, 1000), permille(dice, 4000));
        state.costs.values_mut().for_each(|factor| *factor = Permille(number(dice, 1, 10_000)));
    }
}

/// Returns the maps of a shipped ruleset.
fn maps_of_ruleset(name: &str) -> Vec<MapFile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps").join(name);
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    files.map(|text| MapFile::from_ron(&text).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_ruleset_with_any_numbers_makes_battles(seed: u64) {
        let rules = mutated_rules(seed);
        let faults = rules.find_faults();
        prop_assert!(faults.is_empty(), "{:?}", faults);
        let mut game = any_random_stage(seed, &rules).game();
        let mut choice = Dice::for_other_purpose(seed, 1);
        play_at_random(&mut game, &mut choice, 120);
        // The rules are read from their own text as they are.
        prop_assert_eq!(Ruleset::from_ron(&rules.to_ron()), Ok(rules));
    }

    #[test]
    fn a_shipped_ruleset_with_any_numbers_makes_battles_on_its_maps(seed: u64) {
        // The classic numbers are those of the test above.
        let (_, others) = Ruleset::SHIPPED.split_first().unwrap();
        let count = u64::try_from(others.len()).unwrap();
        let (name, _) = others[usize::try_from(seed % count).unwrap()];
        let shipped = Ruleset::shipped(name).unwrap();
        let mut rules = shipped.clone();
        let most_men = rules.units.iter().map(|unit| unit.strength.0).max().unwrap();
        mutate_rules(&mut rules, most_men, &mut Dice::for_other_purpose(seed, 6));
        // Units can stand where the maps put them.
        for (unit, known) in rules.units.iter_mut().zip(&shipped.units) {
            unit.movement = unit.movement.max(known.movement);
        }
        for (terrain, known) in rules.terrains.iter_mut().zip(&shipped.terrains) {
            terrain.cost = terrain.cost.min(known.cost);
        }
        let faults = rules.find_faults();
        prop_assert!(faults.is_empty(), "{}: {:?}", name, faults);
        for map in maps_of_ruleset(name) {
            let mut game = Stage(Scenario::new(map, rules.clone())).game();
            play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 1), 60);
        }
    }
}
