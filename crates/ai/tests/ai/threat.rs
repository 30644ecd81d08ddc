//! Threat against a search of everything and against odds multiplied out case by case.

use std::collections::BTreeSet;

use hotgates_engine::mix::fibonacci_hash;
use hotgates_engine::{Battle, Cell, Dice, Odds, Order, Reach, Scenario, Side, UnitId, View, WHOLE};
use hotgates_threat::{ExactChance, Threat, ThreatHit};

use crate::ground::{battle, random, random_with};
use crate::options::change_rules;

/// Returns the units that can attack a hex, by trying every place to attack from.
fn by_trying(battle: &Battle, unit: UnitId, cell: Cell) -> BTreeSet<UnitId> {
    let mut reach = Reach::new();
    let enemies = battle.living(battle.info(unit).side.other());
    let hits = enemies.filter(|&enemy| {
        let (kind, at) = (battle.kind(enemy), battle.unit(enemy).cell);
        battle.reach_with(enemy, at, kind.movement, &mut reach);
        reach.cells_in_reach().any(|(from, left)| {
            let free = from == at || battle.at(from).is_none_or(|other| other == unit);
            free && left >= kind.attack_cost && battle.attack_mode_from(enemy, from, cell).is_some()
        })
    });
    hits.collect()
}

/// Returns the chance to lose all men to these attacks, by every case of every throw.
fn case_by_case(battle: &Battle, unit: UnitId, cell: Cell, hits: &[ThreatHit], men: u32) -> f64 {
    let Some((hit, rest)) = hits.split_first() else { return 0.0 };
    let (enemy, target) =
        (battle.fighter_on(hit.enemy, battle.unit(hit.enemy).cell), battle.fighter_on(unit, cell));
    let odds = Odds::from_attack(battle.combat(), hit.by, enemy, target);
    let of = |outcome: &hotgates_engine::OddsEntry| {
        let losses = u32::from(outcome.target_losses.0);
        let then = if losses >= men { 1.0 } else { case_by_case(battle, unit, cell, rest, men - losses) };
        then * f64::from(outcome.ways) / f64::from(WHOLE)
    };
    odds.outcomes.iter().map(of).sum()
}

#[test]
fn it_finds_everybody_who_can_attack_and_nobody_else() {
    let mut dice = Dice::new(11);
    let mut checked = 0;
    for _ in 0..12 {
        let Some(battle) = random(&mut dice, 14, 12, 20, 5) else { continue };
        for unit in [Side::Red, Side::Blue].into_iter().filter_map(|side| battle.living(side).next()) {
            let threat = Threat::against_unit(View::new(&battle, battle.info(unit).side), unit);
            let costs = battle.map().costs(battle.info(unit).kind);
            for cell in battle.grid().cells().filter(|cell| costs[cell.index()] > 0) {
                let found: BTreeSet<_> = threat.hits_on(cell).map(|hit| hit.enemy).collect();
                assert_eq!(found.len(), threat.hits_on(cell).len(), "each once");
                assert_eq!(found, by_trying(&battle, unit, cell), "{}", battle.grid().coord(cell));
                assert_eq!(threat.expected_losses(cell) > 0, !found.is_empty());
                checked += found.len();
            }
        }
    }
    assert!(checked > 1000, "only {checked} attacks");
}

/// Returns the most losses that an enemy's attack on a unit costs it as it stands, from these cells, in men out of 36.
fn worst_losses(battle: &Battle, enemy: UnitId, from: &[Cell], unit: UnitId) -> Option<u32> {
    let to = battle.unit(unit).cell;
    let losses = from.iter().filter_map(|&from| {
        let by = battle.attack_mode_from(enemy, from, to)?;
        let (attacker, target) = battle.fighters_in_attack(enemy, from, unit);
        Some(Odds::from_attack(battle.combat(), by, attacker, target).expected_target_losses() / (WHOLE / 36))
    });
    losses.max()
}

/// Under any rules: on the unit's hex as it stands there, elsewhere as it would stand once it has moved there.
#[test]
fn the_losses_expected_are_those_of_the_worst_attack_tried() {
    let mut dice = Dice::new(17);
    let (mut checked, mut raised) = (0, 0);
    for number in 0..400_u64 {
        // Heights, leaders, arms, trenches, weather and facing are on in half of the battles each.
        let options = fibonacci_hash(number) >> 48 & !(4 | 64);
        let change = |scenario: &mut Scenario| change_rules(&mut scenario.rules, options);
        let Some(battle) = random_with(&mut dice, (9, 8), 5, 4, change) else { continue };
        let side = battle.side();
        let Some(unit) = battle.living(side).next() else { continue };
        let threat = Threat::against_unit(View::new(&battle, side), unit);
        let mut reach = Reach::new();
        battle.reach(unit, &mut reach);
        let free = |&(cell, _): &(Cell, _)| battle.at(cell).is_none();
        let stops: Vec<Cell> = reach.cells_in_reach().filter(free).map(|(cell, _)| cell).collect();
        for cell in stops.into_iter().step_by(5).chain([battle.unit(unit).cell]) {
            let mut moved = battle.clone();
            if cell != battle.unit(unit).cell {
                let order = Order::Move { unit, to: battle.grid().hex(cell) };
                moved.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).unwrap();
                // A move can turn the unit, draw fire or end early: then the hex is not as it was foreseen.
                let as_it_was = moved.unit(unit).strength == battle.unit(unit).strength;
                if options & 1024 != 0 || moved.unit(unit).cell != cell || !as_it_was {
                    continue;
                }
            }
            for enemy in battle.living(side.other()) {
                let at = battle.unit(enemy).cell;
                battle.reach_with(enemy, at, battle.kind(enemy).movement, &mut reach);
                let from: Vec<Cell> = reach
                    .cells_in_reach()
                    .filter(|&(from, left)| {
                        let free = from == at || battle.at(from).is_none_or(|other| other == unit);
                        free && left >= battle.kind(enemy).attack_cost && from != cell
                    })
                    .map(|(from, _)| from)
                    .collect();
                let hit = threat.hits_on(cell).find(|hit| hit.enemy == enemy);
                let told = hit.map(|hit| hit.expected);
                assert_eq!(
                    told,
                    worst_losses(&moved, enemy, &from, unit),
                    "rules {options}, {enemy:?}, {cell:?}"
                );
                if let Some(hit) = hit {
                    let place = moved.situations_in_attack((enemy, hit.from), (unit, cell));
                    raised += u32::from(options & 8192 != 0 && place[0] != 0);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500 && raised > 50, "{checked} attacks, {raised} of them by place");
}

#[test]
fn the_chance_to_be_destroyed_is_that_of_every_case_counted() {
    let rows = ["........", "........", "........", "#......."];
    let red = [("artillery", 5, 2), ("artillery", 4, 0), ("artillery", 5, 1)];
    let stage = battle(&rows, &red, &[("artillery", 3, 2), ("infantry", 0, 2)]);
    let unit = stage.living(Side::Blue).next().unwrap();
    let cell = stage.unit(unit).cell;
    let threat = Threat::against_unit(View::new(&stage, stage.info(unit).side), unit);
    let hits: Vec<_> = threat.hits_on(cell).copied().collect();
    assert_eq!(hits.len(), 3);
    let ExactChance { cases: ways, of } =
        threat.destruction_chance(View::new(&stage, stage.info(unit).side), cell);
    assert_eq!(of, 36_u128.pow(3));
    let expected = case_by_case(&stage, unit, cell, &hits, u32::from(stage.unit(unit).strength.0));
    assert!(ways > 0 && ways < of, "{ways} of {of}");
    let exact = u32::try_from(ways).unwrap();
    assert!((f64::from(exact) / f64::from(36_u32.pow(3)) - expected).abs() < 1e-9, "{exact} {expected}");
}

#[test]
fn no_more_fight_hand_to_hand_than_find_room() {
    // In the corner there are three hexes beside the castle, one of them a friend's.
    let rows = ["#.......", "........", "........", "........"];
    let red = [(2, 0), (3, 0), (2, 1), (3, 1), (1, 2)].map(|(col, row)| ("infantry", col, row));
    let stage = battle(&rows, &red, &[("infantry", 0, 0), ("infantry", 0, 1)]);
    let unit = stage.living(Side::Blue).next().unwrap();
    let cell = stage.unit(unit).cell;
    let threat = Threat::against_unit(View::new(&stage, stage.info(unit).side), unit);
    let room = stage
        .grid()
        .around(cell)
        .into_iter()
        .filter(|&next| stage.grid().contains(stage.grid().hex(next)) && stage.at(next).is_none());
    let room = room.count();
    let mut each: Vec<u32> = threat.hits_on(cell).map(|hit| hit.expected).collect();
    assert!(each.len() > room, "{each:?}");
    each.truncate(room);
    assert_eq!(threat.expected_losses(cell), each.iter().sum::<u32>());
    assert_eq!(
        threat.destruction_chance(View::new(&stage, stage.info(unit).side), cell).of,
        36_u128.pow(u32::try_from(room).unwrap())
    );
}

#[test]
fn shares_are_never_rounded_to_certainty() {
    let chance = |ways, of| ExactChance { cases: ways, of }.in_permille();
    assert_eq!([chance(0, 36), chance(36, 36), chance(18, 36)], [0, 1000, 500]);
    let most = 36_u128.pow(24);
    assert_eq!([chance(1, most), chance(most - 1, most), chance(most / 4, most)], [1, 999, 250]);
}
