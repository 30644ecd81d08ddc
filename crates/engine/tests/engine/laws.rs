//! Laws that hold for every battle.

use hotgates_engine::{Battle, Dice, Event, Order, Side, Spectator, UnitId, View};
use proptest::prelude::*;

use crate::stage::{Game, OPTION_SETS, any_random_stage, classic_with, play_at_random, stage};

/// Plays a random battle for at most `length` orders; returns its start, the game and the orders.
fn random_battle(seed: u64, options: u64, length: usize) -> (Battle, Game, Vec<Order>) {
    let mut game = any_random_stage(seed, &classic_with(options)).game();
    let start = game.battle.clone();
    let played = play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 1), length);
    (start, game, played)
}

/// Asserts the laws that hold for every position between two orders.
fn check_position(start: &Battle, battle: &Battle) {
    let start_map = start.map();
    for side in Side::BOTH {
        let living: Vec<UnitId> = battle.living(side).collect();
        assert_eq!(u32::try_from(living.len()).unwrap(), battle.alive(side));
        let men = living.iter().map(|&unit| u32::from(battle.unit(unit).strength.0));
        assert_eq!(men.sum::<u32>(), battle.strength(side));
        let start =
            battle.roster().filter(|(_, info)| info.side == side).map(|(_, info)| u32::from(info.start.0));
        assert_eq!(start.sum::<u32>(), battle.start_strength(side));
        let lives = battle.roster().any(|(unit, info)| info.side == side && !battle.presence(unit).is_lost());
        assert!(battle.verdict().is_some() || lives, "a side without units has lost");
        let away = battle.roster().filter(|&(unit, info)| info.side == side && !battle.unit(unit).alive());
        let away: u32 = away.map(|(unit, _)| u32::from(battle.living_men(unit).0)).sum();
        assert_eq!(battle.living_strength(side), battle.strength(side) + away);
        for unit in living {
            let state = battle.unit(unit);
            assert_eq!(battle.at(state.cell), Some(unit), "one unit to a hex, and found there");
            // But where the scenario or the weather has changed the ground below it.
            let changed = battle.map().terrain(state.cell) != start_map.terrain(state.cell)
                || battle.weather().is_some();
            assert!(changed || battle.map().costs(battle.info(unit).kind)[state.cell.index()] > 0);
            assert!(state.left <= battle.kind(unit).movement);
            assert!(state.strength <= battle.info(unit).start);
        }
    }
    let standing = battle.grid().cells().filter(|&cell| battle.at(cell).is_some()).count();
    assert_eq!(u32::try_from(standing).unwrap(), battle.alive(Side::Red) + battle.alive(Side::Blue));
    assert!((1..=battle.last_turn()).contains(&battle.turn()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_log_rebuilds_the_battle(seed: u64, options in 0..OPTION_SETS, length in 0_usize..80) {
        let (start, game, _) = random_battle(seed, options, length);
        let mut onlooker = Spectator::new(start);
        for event in &game.log {
            onlooker.watch_event(event);
        }
        let rebuilt = onlooker.into_battle();
        prop_assert_eq!(&rebuilt, &game.battle);
        prop_assert_eq!(rebuilt.hash(), game.battle.hash());
        prop_assert_eq!(rebuilt.outcome(), game.battle.outcome());
        // The rebuilt battle does not only look equal: it goes on in the same way.
        let mut other = Game { battle: rebuilt, dice: game.dice.clone(), log: game.log.clone() };
        let mut game = game;
        play_at_random(&mut game, &mut Dice::new(seed), 20);
        play_at_random(&mut other, &mut Dice::new(seed), 20);
        prop_assert_eq!(game.log, other.log);
    }

    #[test]
    fn the_start_of_the_last_half_turn_is_kept(seed: u64, options in 0..OPTION_SETS) {
        let (start, mut game, _) = random_battle(seed, options, 0);
        let (mut starts, mut choice) = (vec![start], Dice::for_other_purpose(seed, 1));
        for _ in 0..60 {
            let side = game.battle.side();
            let known = View::new(&game.battle, side).before_last_half_turn();
            // Under fog of war both are as far as the side knows.
            let last = starts.len().checked_sub(2).map(|last| starts[last].known_to(side));
            prop_assert_eq!(known.as_ref().map(|known| known.view().hash()), last.map(Battle::hash));
            if let (Some(mut known), Some(last)) = (known, last) {
                // The view before the last half-turn can be played on like the battle.
                let mut last = last.clone();
                prop_assert_eq!(known.side_to_move(), side.other());
                for unit in last.living(Side::Red).chain(last.living(Side::Blue)) {
                    prop_assert_eq!(known.view().at(last.unit(unit).cell), Some(unit));
                }
                known.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
                last.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
                prop_assert_eq!(known.view().hash(), last.hash());
            }
            play_at_random(&mut game, &mut choice, 1);
            if game.battle.verdict().is_some() {
                break;
            }
            if game.battle.side() != side {
                starts.push(game.battle.clone());
            }
        }
    }

    #[test]
    fn every_position_is_sound(seed: u64, options in 0..OPTION_SETS) {
        let (start, mut game, _) = random_battle(seed, options, 0);
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..60 {
            check_position(&start, &game.battle);
            play_at_random(&mut game, &mut choice, 1);
        }
    }

    #[test]
    fn the_same_scenario_dice_and_orders_make_the_same_battle(seed: u64, options in 0..OPTION_SETS) {
        let (_, first, played) = random_battle(seed, options, 60);
        let mut second = any_random_stage(seed, &classic_with(options)).game();
        for order in played {
            second.act(order);
        }
        prop_assert_eq!(first.battle.hash(), second.battle.hash());
        prop_assert_eq!(&first.log, &second.log);
        prop_assert!(first.battle != second.battle, "two battles, each made from the scenario");
    }

    #[test]
    fn a_clone_goes_its_own_way(seed: u64, options in 0..OPTION_SETS, length in 0_usize..30) {
        let (_, mut game, _) = random_battle(seed, options, length);
        let (battle, hash) = (game.battle.clone(), game.battle.hash());
        let kept = game.clone();
        play_at_random(&mut game, &mut Dice::new(seed), 20);
        prop_assert_eq!(&battle, &kept.battle);
        prop_assert_eq!(battle.hash(), hash);
        let mut other = kept;
        play_at_random(&mut other, &mut Dice::new(seed), 20);
        prop_assert_eq!(&game.battle, &other.battle);
    }

    /// Different positions hash differently, as far as a few thousand of them can show.
    #[test]
    fn every_event_changes_the_hash(seed: u64) {
        let (start, game, _) = random_battle(seed, 0, 60);
        let mut onlooker = Spectator::new(start);
        for event in &game.log {
            let before = onlooker.battle().clone();
            onlooker.watch_event(event);
            let after = onlooker.battle();
            prop_assert_eq!(&before == after, before.hash() == after.hash(), "{:?}", event);
        }
    }
}

#[test]
fn equal_positions_hash_equal_whatever_the_order_of_moves() {
    let start = stage(&["......#", "......."], "infantry 0,0; cavalry 0,1", "infantry 6,0").game();
    let (mut one, mut other) = (start.clone(), start);
    one.go(0, 1, 0);
    one.go(0, 2, 0);
    one.go(1, 3, 1);
    other.go(1, 2, 1);
    other.go(1, 3, 1);
    other.go(0, 2, 0);
    assert_eq!(one.battle, other.battle);
    assert_eq!(one.battle.hash(), other.battle.hash());
    other.go(1, 2, 1);
    assert_ne!(one.battle.hash(), other.battle.hash());
}

#[test]
fn a_destroyed_unit_leaves_nothing_in_the_hash() {
    // The same survivors after the same dice, the victim struck down on different hexes.
    let fall = |col: i32| {
        let mut game =
            stage(&["......#"], "infantry 0,0; infantry 3,0", "infantry 5,0; infantry 1,0 x1").game();
        game.end_turn();
        if col == 2 {
            game.go(3, 2, 0);
        }
        game.end_turn();
        game.hit(u16::from(col == 2), 3);
        game.end_turn();
        game.end_turn();
        game.battle.hash()
    };
    assert_eq!(fall(1), fall(2));
}

#[test]
fn every_kind_of_event_is_logged_in_a_long_series() {
    let mut seen = [false; 34];
    for seed in 0..256 {
        let (_, game, _) = random_battle(seed, (257 * seed) % OPTION_SETS, 200);
        for event in &game.log {
            seen[match event {
                Event::Stepped { .. } => 0,
                Event::Attacked { .. } => 1,
                Event::Hit { .. } => 2,
                Event::CastleTaken { .. } => 3,
                Event::HalfTurnBegan { .. } => 4,
                Event::Ended { .. } => 5,
                Event::HexTaken { .. } => 6,
                Event::GoalAdvanced { .. } => 7,
                Event::Arrived { .. } => 8,
                Event::Departed { .. } => 9,
                Event::Called { .. } => 10,
                Event::Scripted { .. } => 11,
                Event::RanInto { .. } => 12,
                Event::CohesionChanged { .. } => 13,
                Event::Broke { .. } => 14,
                Event::Rallied { .. } => 15,
                Event::GaveWay { .. } => 16,
                Event::Pursued { .. } => 17,
                Event::Ran { .. } => 18,
                Event::Surrendered { .. } => 19,
                Event::Unsupplied { .. } => 20,
                Event::Resupplied { .. } => 21,
                Event::RoundsChanged { .. } => 22,
                Event::ExperienceGained { .. } => 23,
                Event::Promoted { .. } => 24,
                Event::OfficerFell { .. } => 25,
                Event::Faced { .. } => 26,
                Event::Reacted { .. } => 27,
                Event::Worked { .. } => 28,
                Event::TerrainChanged { .. } => 29,
                Event::WeatherChanged { .. } => 30,
                // Rare: a unit is stopped by fire just while it passes a friend. It has a test of its own.
                Event::WentBack { .. } => 31,
                // Made for one side.
                Event::Sighted { .. } => 32,
                Event::Vanished { .. } => 33,
            }] = true;
        }
    }
    assert_eq!(seen[..31], [true; 31], "the other laws are tested on too little");
}
