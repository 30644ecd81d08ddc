//! Reaction fire, support fire and entrenchment: the odds of moves under fire, and the facts. What they do
//! to attacks has its second implementation in `officers.rs`.

use std::collections::BTreeMap;

use hotgates_engine::{
    Battle, Condition, Coord, Dice, Event, Hex, MoveOdds, MoveOutcome, Order, Permille, ReactionRule,
    Ruleset, Strength, UnitId,
};
use proptest::prelude::*;

use crate::officers::SEEDS_BY_SUMS;
use crate::stage::{
    COHESION, ENTRENCHMENT, HEIGHT, LINE_OF_SIGHT, NOT_NAIVE, OPTION_SETS, REACTION, Stage, at, classic_with,
    go, orders, pick, play_at_random, random_stage, stage_by,
};

/// Where a unit is after a move, with how many men and in which condition; no condition once it has fallen.
type Ended = (Hex, u16, Option<Condition>);

fn ended(battle: &Battle, unit: UnitId) -> Ended {
    let men = battle.unit(unit).strength.0;
    // A move turns a unit and ends its work, which is not among its odds.
    let condition = Condition { facing: None, dug_in: 0, work: None, ..battle.condition(unit) };
    (battle.hex(unit), men, (men > 0).then_some(condition))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever the dice of the guns show, a move ends as one of its odds says, in as many cases.
    #[test]
    fn odds_of_moves_are_what_all_dice_come_to(seed: u64) {
        let options = ((seed % OPTION_SETS) | REACTION) & !NOT_NAIVE;
        let mut game = random_stage(seed, &classic_with(options)).game();
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..30 {
            let legal = orders(&game.battle);
            let moves: Vec<Order> =
                legal.into_iter().filter(|order| matches!(order, Order::Move { .. })).collect();
            if !moves.is_empty()
                && let order @ Order::Move { unit, to } = pick(&mut choice, &moves)
            {
                check_move(&game.battle, order, unit, to)?;
            }
            play_at_random(&mut game, &mut choice, 1);
            if game.battle.verdict().is_some() {
                break;
            }
        }
    }
}

fn check_move(before: &Battle, order: Order, unit: UnitId, to: Hex) -> Result<(), TestCaseError> {
    let Some(odds) = before.move_odds(unit, to) else {
        let (mut battle, mut log) = (before.clone(), Vec::new());
        battle.act(order, &mut Dice::new(0), &mut log).expect("a legal order");
        prop_assert!(
            !log.iter().any(|event| matches!(event, Event::Reacted { .. })),
            "a move draws fire unseen"
        );
        return Ok(());
    };
    let shots = odds.shooters.len();
    if shots > 2 {
        return Ok(());
    }
    let mut counted: BTreeMap<String, u64> = BTreeMap::new();
    let ways = |sum: u32| u64::from(6 - sum.abs_diff(7));
    for first in 2..=12 {
        for second in if shots == 2 { 2..=12 } else { 7..=7 } {
            let (mut battle, mut log) = (before.clone(), Vec::new());
            let mut dice = Dice::new(SEEDS_BY_SUMS[&[first, second, 7]]);
            battle.act(order, &mut dice, &mut log).expect("a legal order");
            let count = ways(first) * if shots == 2 { ways(second) } else { 1 };
            *counted.entry(format!("{:?}", ended(&battle, unit))).or_default() += count;
        }
    }
    let listed = odds.outcomes.iter().map(|outcome| {
        let condition = Condition { facing: None, dug_in: 0, work: None, ..outcome.condition };
        let men = outcome.strength.0;
        (format!("{:?}", (outcome.at, men, (men > 0).then_some(condition))), outcome.ways)
    });
    let mut summed: BTreeMap<String, u64> = BTreeMap::new();
    listed.for_each(|(ended, ways)| *summed.entry(ended).or_default() += ways);
    prop_assert!(counted == summed, "{order}: {} and {} outcomes", counted.len(), summed.len());
    Ok(())
}

#[test]
fn chances_and_losses_of_moves_are_rounded_half_up() {
    let odds = |outcomes: &[(u16, u64)]| {
        let of = outcomes.iter().map(|&(_, ways)| ways).sum();
        let outcome = |&(men, ways): &(u16, u64)| MoveOutcome {
            at: at(0, 0).hex(),
            strength: Strength(men),
            condition: Condition::FRESH,
            ways,
        };
        MoveOdds { outcomes: outcomes.iter().map(outcome).collect(), of, shooters: Vec::new() }
    };
    let falls = |outcomes: &[(u16, u64)]| odds(outcomes).permille_destroyed().0;
    assert_eq!(
        [falls(&[(9, 1)]), falls(&[(0, 1)]), falls(&[(0, 1), (9, 2)]), falls(&[(9, 1), (0, 2)])],
        [0, 1000, 333, 667]
    );
    assert_eq!([falls(&[(0, 1), (9, 15)]), falls(&[(0, 1), (8, 3), (0, 4)])], [63, 625]);
    let losses = |before: u16, outcomes: &[(u16, u64)]| odds(outcomes).mean_losses(Strength(before)).0;
    assert_eq!([losses(9, &[(9, 1)]), losses(9, &[(0, 1)]), losses(9, &[(9, 1), (0, 2)])], [0, 9, 6]);
    assert_eq!(
        [losses(9, &[(8, 1), (9, 1)]), losses(9, &[(8, 1), (9, 2)]), losses(9, &[(8, 2), (9, 1)])],
        [1, 0, 1]
    );
    assert_eq!([losses(100, &[(80, 3), (50, 5)]), losses(5, &[(9, 1), (1, 1)])], [39, 2]);
}

/// Classic rules with some optional ones, by which guns fire at movers with this factor.
fn rules(options: u64, moving: u32) -> Ruleset {
    let mut rules = classic_with(options);
    rules.setup.distance = 0;
    rules.options.reaction = Some(ReactionRule { moving: Permille(moving), ..ReactionRule::default() });
    rules
}

/// Infantry with a friend before it and a gun beyond him that reaches just the friend's hex.
fn passing(men: u16) -> Stage {
    let red = format!("infantry 1,0 x{men}; infantry 2,0");
    stage_by(rules(COHESION | REACTION, 4000), &["........#"], &red, "artillery 5,0")
}

fn march(stage: &Stage) -> (Battle, Vec<Event>) {
    let (mut battle, mut log) = (stage.battle(), Vec::new());
    battle.act(go(0, 3, 0), &mut Dice::showing_sums([7, 7]), &mut log).expect("a legal order");
    (battle, log)
}

/// Stopped on the hex of a friend, a unit goes back to where it can stand; it pays for no step back.
#[test]
fn a_unit_stopped_on_a_friends_hex_goes_back() {
    let (battle, log) = march(&passing(400));
    let (unit, friend) = (UnitId(0), UnitId(1));
    let back = Event::WentBack { unit, from: at(2, 0).hex(), to: at(1, 0).hex() };
    assert!(log.contains(&back) && log.contains(&Event::Broke { unit }), "{log:?}");
    assert_eq!((Coord::from(battle.hex(unit)), battle.unit(unit).left.0), (at(1, 0), 6));
    assert_eq!(battle.unit_at(at(2, 0).hex()), Some(friend));
    assert_eq!(battle.unit_at(at(1, 0).hex()), Some(unit));
}

/// A unit destroyed while it passes a friend frees only its own place.
#[test]
fn a_unit_may_fall_on_the_hex_of_a_friend() {
    let (battle, log) = march(&passing(100));
    assert!(log.iter().any(|event| matches!(event, Event::Hit { left, .. } if left.0 == 0)), "{log:?}");
    assert!(!battle.unit(UnitId(0)).alive());
    assert_eq!(battle.unit_at(at(2, 0).hex()), Some(UnitId(1)));
    assert_eq!(battle.unit_at(at(1, 0).hex()), None);
}

/// A gun that has fired in its own half-turn has not kept its fire; one that has, fires once.
#[test]
fn guns_fire_once_and_only_if_they_kept_their_fire() {
    let stage = stage_by(rules(REACTION, 700), &["........#"], "infantry 0,0; infantry 7,0", "artillery 4,0");
    let mut game = stage.game();
    let reacted = |events: &[Event]| events.iter().any(|event| matches!(event, Event::Reacted { .. }));
    assert!(reacted(&game.go(0, 1, 0)));
    assert!(!reacted(&game.go(0, 2, 0)), "once a half-turn");
    game.end_turn();
    game.hit(2, 0);
    game.end_turn();
    assert!(!reacted(&game.go(0, 1, 0)), "the gun has fired in its own half-turn");
    game.end_turn();
    game.end_turn();
    assert!(reacted(&game.go(0, 2, 0)));
}

/// A gun beside the target's friend fires before a melee, and the attacker strikes with who is left.
#[test]
fn a_gun_supports_a_friend_who_is_attacked() {
    let stage = stage_by(rules(REACTION, 700), &["........#"], "infantry 3,0", "infantry 4,0; artillery 6,0");
    let mut game = stage.game();
    let odds = game.battle.odds(UnitId(0), UnitId(1)).expect("side by side");
    assert_eq!(odds.of, 36 * hotgates_engine::WHOLE);
    let events = game.hit(0, 1);
    let [Event::Attacked { .. }, support, Event::Hit { unit, .. }, ..] = events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(support, Event::Reacted { unit: UnitId(2), target: UnitId(0), support: true });
    assert_eq!(unit, UnitId(0));
    assert_eq!(game.battle.odds(UnitId(0), UnitId(1)).expect("again").of, hotgates_engine::WHOLE);
}

/// Infantry that stays gains 100 ‰ of cover a half-turn up to 300 ‰, and loses it when it moves.
#[test]
fn who_stays_digs_in() {
    let mut rules = classic_with(ENTRENCHMENT);
    rules.setup.distance = 0;
    let stage = stage_by(rules, &["........#"], "infantry 0,0", "infantry 7,0; cavalry 6,0");
    let mut game = stage.game();
    let cover = |game: &crate::stage::Game, unit: u16| {
        game.battle.fighter_on(UnitId(unit), game.battle.unit(UnitId(unit)).cell).dug_in
    };
    let mut covers = Vec::new();
    for _ in 0..4 {
        game.end_turn();
        covers.push(cover(&game, 1));
        game.end_turn();
    }
    assert_eq!((covers, cover(&game, 2)), (vec![100, 200, 300, 300], 0));
    assert_eq!(cover(&game, 0), 300);
    game.go(0, 1, 0);
    assert_eq!(cover(&game, 0), 0);
}

/// A trench covers nobody who leaves it under fire, in the odds as in the battle.
#[test]
fn a_trench_does_not_cover_who_leaves_it() {
    let rows = ["........#"];
    let stage = stage_by(rules(REACTION | ENTRENCHMENT, 700), &rows, "infantry 0,0", "artillery 4,0");
    let mut game = stage.game();
    let order = go(0, 1, 0);
    let Order::Move { unit, to } = order else { unreachable!("a move") };
    let fresh = game.battle.move_odds(unit, to).expect("a gun in reach");
    (0..2).for_each(|_| drop(game.end_turn()));
    assert!(game.battle.condition(unit).dug_in > 0);
    assert_eq!(game.battle.move_odds(unit, to).map(|odds| odds.outcomes.len()), Some(fresh.outcomes.len()));
    let losses = |odds: &MoveOdds| odds.mean_losses(stage.battle().unit(unit).strength);
    assert_eq!(game.battle.move_odds(unit, to).as_ref().map(losses), Some(losses(&fresh)));
    check_move(&game.battle, order, unit, to).expect("the same cases");
}

#[test]
fn bad_numbers_have_their_places() {
    let mut rules = classic_with(REACTION | ENTRENCHMENT);
    rules.options.reaction = Some(ReactionRule { moving: Permille(4001), support: Permille(4001) });
    let entrenchment = rules.options.entrenchment.as_mut().expect("it is on");
    (entrenchment.cover, entrenchment.levels) = (Permille(901), 0);
    let fields = ["reaction.moving", "reaction.support", "entrenchment.cover", "entrenchment.levels"];
    let faults: Vec<String> = rules.find_faults().iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), fields.len(), "{faults:#?}");
    for (fault, field) in faults.iter().zip(fields) {
        assert!(fault.contains(field), "{fault} {field}");
    }
}

/// A hill lets guns fire over a wood, and a ridge hides what lies behind it.
#[test]
fn who_stands_higher_sees_over_what_is_lower() {
    // The line goes just between the two hexes of the middle column.
    let fires = |here: char, between: char, there: char| {
        let rows = [format!(".{between}."), format!("{here}{between}{there}"), "..#".to_owned()];
        let rows = rows.each_ref().map(String::as_str);
        let mut rules = classic_with(HEIGHT | LINE_OF_SIGHT);
        rules.setup.distance = 0;
        let road = rules.terrain("road").expect("a classic terrain");
        let bridge = rules.terrain("bridge").expect("a classic terrain");
        (rules.terrains[road].height, rules.terrains[bridge].height) = (2, 1);
        let forest = rules.terrain("forest").expect("a classic terrain");
        (rules.terrains[forest].height, rules.terrains[forest].blocks_fire) = (0, true);
        let battle = stage_by(rules, &rows, "artillery 0,1", "infantry 2,1").battle();
        battle.check(Order::Attack { unit: UnitId(0), target: UnitId(1) }).is_ok()
    };
    assert!(fires('.', '.', '.'), "over open ground");
    assert!(!fires('.', 'f', '.'), "a wood between low hexes");
    assert!(fires('=', 'f', '.'), "from a hill over a wood");
    assert!(fires('.', 'f', '='), "up a hill over a wood");
    assert!(!fires('H', '=', '.'), "a ridge higher than the hill");
}
