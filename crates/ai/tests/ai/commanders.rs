use std::sync::Arc;

use hotgates_ai::{
    Budget, Commander, Doctrine, NAMES, PositionRole, Reason, Warden, commander_by_name,
    commander_with_doctrine,
};
use hotgates_engine::{Arm, Battle, Dice, Event, Field, Order, Scenario, Side, UnitId, View};
use hotgates_play::{Match, Player, Seats};
use hotgates_record::{GameRecord, Replay};

use crate::ground;

pub fn play(red: &str, blue: &str, battle: &Battle, seed: u64) -> Match {
    let mut game = Seats::from_names(red, blue).begin_match(battle.clone(), seed).unwrap();
    game.finish().unwrap_or_else(|stopped| panic!("{red} {blue} {seed}: {stopped}"));
    game
}

/// A battle of every kind on a small map, short enough for a test.
pub fn skirmish() -> (Scenario, Battle) {
    let rows = [
        "....f.......",
        "...ff...f...",
        "............",
        "....==......",
        "......=.....",
        "~~~~~~H~~~.~",
        "......=.....",
        "..f...=...f.",
        "......#.....",
        "............",
    ];
    let red =
        [("infantry", 4, 1), ("infantry", 6, 1), ("cavalry", 8, 1), ("artillery", 5, 0), ("infantry", 2, 1)];
    let blue = [("infantry", 6, 8), ("infantry", 7, 8), ("cavalry", 9, 8), ("artillery", 6, 9)];
    let scenario = ground::scenario(&rows, &red, &blue);
    let battle = Battle::from_scenario(&scenario).unwrap_or_else(|faults| panic!("{faults:?}"));
    (scenario, battle)
}

#[test]
fn every_pair_of_commanders_plays_legally_to_the_end_and_again_the_same() {
    let (scenario, battle) = skirmish();
    for red in NAMES {
        for blue in NAMES {
            for seed in 0..3 {
                let game = play(red, blue, &battle, seed);
                assert_eq!(game.game_record().hash(), play(red, blue, &battle, seed).game_record().hash());
                let mut scenario = scenario.clone();
                scenario.map.seed = Some(seed);
                let bytes = game.game_record().replay(&scenario).encode();
                assert!(Replay::verify_bytes(&bytes).is_ok(), "{red} {blue} {seed}");
            }
        }
    }
}

#[test]
fn a_battle_taken_up_half_way_goes_on_the_same() {
    check_battles_taken_up(&skirmish().1);
}

/// Checks that a battle that is taken up after some orders goes on as one that was never left.
pub fn check_battles_taken_up(battle: &Battle) {
    for name in NAMES {
        let whole = play(name, name, battle, 1);
        let orders = whole.game_record().orders();
        for cut in (0..orders.len()).step_by(7) {
            let mut part = GameRecord::new(battle.clone(), 1_u64);
            for &(order, _) in &orders[..cut] {
                part.act(order, &mut Vec::new()).unwrap();
            }
            let players = Seats::from_names(name, name).make_contestants(battle, 1_u64).unwrap();
            let mut rest = Match::resume(battle.clone(), &part, players).unwrap();
            rest.finish().unwrap();
            assert_eq!(
                rest.game_record().hash(),
                whole.game_record().hash(),
                "{name} cut after {cut} orders"
            );
        }
    }
}

/// The same position, reached with other dice to come, gets the same order: nothing a commander is
/// given leads to the dice.
#[test]
fn no_commander_reads_the_dice() {
    let (_, battle) = skirmish();
    for name in NAMES {
        let whole = play(name, name, &battle, 2);
        let mut with = [GameRecord::new(battle.clone(), 2_u64), GameRecord::new(battle.clone(), 99_u64)];
        for &(order, _) in whole.game_record().orders() {
            let mut ordered = with.each_ref().map(|course| {
                let battle = course.battle();
                let mut player = Player::new(commander_by_name(name, 7).unwrap(), None);
                player.next_order(battle).0
            });
            let second = ordered[1];
            assert_eq!(std::mem::replace(&mut ordered[0], second), second, "{name}");
            // The battles are played on until the dice have made their positions differ.
            let logs = with.each_mut().map(|course| {
                let mut log = Vec::new();
                course.act(order, &mut log).map(|()| log)
            });
            if logs[0] != logs[1] {
                break;
            }
        }
    }
}

#[test]
fn a_commander_keeps_to_its_budget_and_still_ends_its_turn_without_any() {
    let (_, battle) = skirmish();
    for name in NAMES {
        for steps in [0, 1, 10, 250] {
            let mut battle = battle.clone();
            let mut dice = Dice::new(1);
            for _ in 0..6 {
                let mut commander = commander_by_name(name, 1).unwrap();
                let mut budget = Budget::new(steps);
                let side = battle.side();
                commander.begin(View::new(&battle, side));
                for orders in 0.. {
                    let (order, _) = commander.order(View::new(&battle, side), &mut budget);
                    battle
                        .act(order, &mut dice, &mut Vec::new())
                        .unwrap_or_else(|why| panic!("{name}: {why}"));
                    if order == Order::EndTurn || battle.verdict().is_some() {
                        break;
                    }
                    assert!(orders < 200, "{name} goes on for ever");
                }
                assert!(budget.steps_spent() <= steps);
                if battle.verdict().is_some() {
                    break;
                }
            }
        }
    }
}

/// The orders of one half-turn with their reasons.
fn half_turn(commander: &mut dyn Commander, battle: &mut Battle) -> Vec<(Order, Reason, Vec<Event>)> {
    let side = battle.side();
    let mut budget = Budget::new(2000);
    let mut dice = Dice::new(0);
    let mut given = Vec::new();
    commander.begin(View::new(battle, side));
    while battle.side() == side && battle.verdict().is_none() {
        let (order, reason) = commander.order(View::new(battle, side), &mut budget);
        assert!(!reason.in_words(battle).is_empty());
        let mut log = Vec::new();
        battle.act(order, &mut dice, &mut log).unwrap();
        given.push((order, reason, log));
    }
    given
}

fn roles(given: &[(Order, Reason, Vec<Event>)]) -> Vec<PositionRole> {
    given
        .iter()
        .filter_map(|(_, reason, _)| match reason {
            Reason::Deploy { role, .. } => Some(*role),
            _ => None,
        })
        .collect()
}

#[test]
fn guns_fire_before_anybody_moves_and_stay_away_from_melee() {
    let rows = ["............"; 8];
    let mut rows: Vec<&str> = rows.to_vec();
    rows[7] = "...........#";
    let red = [("infantry", 1, 1), ("artillery", 1, 3)];
    let mut battle = ground::battle(&rows, &red, &[("infantry", 4, 3), ("infantry", 11, 7)]);
    let given = half_turn(&mut *commander_by_name("hunter", 0).unwrap(), &mut battle);
    let is_gun = |order: &Order| match *order {
        Order::Move { unit, .. } | Order::Attack { unit, .. } => battle.kind(unit).letter == 'A',
        _ => false,
    };
    assert!(is_gun(&given[0].0) && matches!(given[0].0, Order::Attack { .. }), "{:?}", given[0]);
    let enemy = battle.unit_at(hotgates_engine::Coord { col: 4, row: 3 }.hex()).unwrap();
    let gun = battle.living(Side::Red).find(|&unit| battle.kind(unit).letter == 'A').unwrap();
    assert!(battle.grid().distance(battle.unit(gun).cell, battle.unit(enemy).cell) >= 2);
}

#[test]
fn a_castle_in_reach_is_taken_first() {
    let rows = ["........", "........", "...#....", "........"];
    let red = [("infantry", 0, 0), ("cavalry", 5, 0)];
    let mut battle = ground::battle(&rows, &red, &[("infantry", 7, 3)]);
    for name in ["hunter", "warden"] {
        let given = half_turn(&mut *commander_by_name(name, 0).unwrap(), &mut battle.clone());
        assert!(matches!(given[0].1, Reason::TakeCastle { .. }), "{name}: {:?}", given[0]);
    }
    let given = half_turn(&mut *commander_by_name("hunter", 0).unwrap(), &mut battle);
    assert!(
        given.iter().any(|(_, _, log)| log.iter().any(|event| matches!(event, Event::CastleTaken { .. })))
    );
}

#[test]
fn warden_goes_for_the_gate_where_there_is_one_and_lines_up_where_there_is_none() {
    let pass = [
        "...........",
        "...........",
        "...........",
        "...........",
        "...........",
        "^^^^^.^^^^^",
        "^^^^^.^^^^^",
        "...........",
        "...........",
        ".....#.....",
    ];
    let red = [("infantry", 5, 0), ("infantry", 4, 0), ("infantry", 3, 0), ("infantry", 6, 0)];
    let blue = [("infantry", 5, 9), ("infantry", 4, 8), ("artillery", 6, 9), ("cavalry", 3, 9)];
    let mut battle = ground::battle(&pass, &red, &blue);
    battle.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
    assert!(
        roles(&half_turn(&mut *commander_by_name("warden", 0).unwrap(), &mut battle))
            .contains(&PositionRole::Point)
    );

    let mut open = pass;
    open[5] = "...........";
    open[6] = "...........";
    // So many enemies that to charge promises nothing, and so many turns that they need not pass by.
    let red: Vec<_> = (1..10).map(|col| ("infantry", col, 0)).collect();
    let mut scenario = ground::scenario(&open, &red, &blue);
    scenario.map.turns = Some(40);
    let mut battle = Battle::from_scenario(&scenario).unwrap();
    battle.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
    let roles = roles(&half_turn(&mut *commander_by_name("warden", 0).unwrap(), &mut battle));
    assert!(roles.contains(&PositionRole::Line) && !roles.contains(&PositionRole::Point), "{roles:?}");
}

/// A wall with a gap one hex wide and two deep, and a castle in the middle behind it.
fn wall_with_a_gap() -> Vec<String> {
    let mut rows = vec![".".repeat(20); 16];
    for row in [7, 8] {
        rows[row] = format!("{}.{}", "^".repeat(7), "^".repeat(12));
    }
    rows[13].replace_range(10..11, "#");
    rows
}

#[test]
fn a_pass_that_only_cavalry_reaches_in_time_is_held_by_cavalry() {
    let rows = wall_with_a_gap();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let red: Vec<_> = (5..13).map(|col| ("infantry", col, 0)).collect();
    let blue = [
        ("infantry", 16, 15),
        ("infantry", 15, 15),
        ("infantry", 14, 15),
        ("cavalry", 13, 14),
        ("cavalry", 12, 14),
    ];
    let mut battle = ground::battle(&rows, &red, &blue);
    battle.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
    let mut dice = Dice::new(0);
    for turn in 1..=3 {
        let given = half_turn(&mut *commander_by_name("warden", 0).unwrap(), &mut battle);
        if turn == 1 {
            let kind = |order: &Order| order.unit().map(|unit| battle.kind(unit).letter);
            assert!(given.iter().any(|(order, ..)| kind(order) == Some('C')), "{given:?}");
        }
        battle.act(Order::EndTurn, &mut dice, &mut Vec::new()).unwrap();
    }
    let gap = [7, 8].map(|row| battle.unit_at(hotgates_engine::Coord { col: 7, row }.hex()));
    let held = gap.into_iter().flatten().any(|unit| battle.info(unit).side == Side::Blue);
    assert!(held, "nobody holds the gap");
}

/// Blue's turn at a pass that it holds, with a road through it and a gun on the road before it.
fn pass_with_a_gun_before_it() -> Battle {
    let mut rows = wall_with_a_gap();
    for row in &mut rows[..13] {
        row.replace_range(7..8, "=");
    }
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut red: Vec<_> = (4..12).map(|col| ("infantry", col, 0)).collect();
    red.push(("artillery", 7, 4));
    let blue = [("infantry", 7, 7), ("infantry", 7, 8), ("cavalry", 7, 9), ("infantry", 8, 9)];
    let mut battle = ground::battle(&rows, &red, &blue);
    battle.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
    battle
}

#[test]
fn cavalry_strikes_out_of_a_held_pass_at_a_gun_and_is_back_behind_it() {
    let mut battle = pass_with_a_gun_before_it();
    let gun = battle.living(Side::Red).last().unwrap();
    let given = half_turn(&mut *commander_by_name("warden", 0).unwrap(), &mut battle);
    let at_gun = |order: &Order| matches!(*order, Order::Attack { target, .. } if target == gun);
    let striker = given.iter().find(|(order, ..)| at_gun(order)).and_then(|(order, ..)| order.unit());
    let striker = striker.unwrap_or_else(|| panic!("nobody strikes at the gun: {given:?}"));
    let row = battle.grid().coord(battle.unit(striker).cell).row;
    assert!(row >= 7, "it stands in row {row}, before the pass: {given:?}");
}

#[test]
fn cavalry_is_spared_for_dusk_where_the_doctrine_charges_then() {
    let mut battle = pass_with_a_gun_before_it();
    let mut dice = Dice::new(0);
    let row_of_cavalry = |battle: &Battle, dusk_always: bool| {
        let doctrine = Arc::new(Doctrine { dusk_always, ..Doctrine::default() });
        let (mut warden, mut after) = (Warden::new(0).with_doctrine(doctrine), battle.clone());
        let given = half_turn(&mut warden, &mut after);
        let cavalry = |unit: UnitId| after.kind(unit).arm == Arm::Cavalry;
        let attacks = |order: &Order| matches!(*order, Order::Attack { unit, .. } if cavalry(unit));
        let unit = after.living(Side::Blue).find(|&unit| cavalry(unit)).unwrap();
        (given.iter().any(|(order, ..)| attacks(order)), after.grid().coord(after.unit(unit).cell).row)
    };
    assert!(row_of_cavalry(&battle, false).0, "it strikes at the gun");
    let (strikes, row) = row_of_cavalry(&battle, true);
    assert!(!strikes && row > 7, "row {row}");
    while battle.turn() * 4 <= battle.last_turn() * 3 || battle.side() == Side::Red {
        battle.act(Order::EndTurn, &mut dice, &mut Vec::new()).unwrap();
    }
    let (strikes, row) = row_of_cavalry(&battle, true);
    assert!(strikes || row < 7, "row {row} in turn {} of {}", battle.turn(), battle.last_turn());
}

#[test]
fn hunter_goes_by_both_ways_where_its_units_would_queue_for_one() {
    let shipped = ground::shipped().into_iter();
    for (name, mut battle) in shipped.filter(|(name, _)| name == "Goat Path" || name == "Hot Gates") {
        let start = battle.clone();
        let given = half_turn(&mut *commander_by_name("hunter", 0).unwrap(), &mut battle);
        let costs = start.map().costs(start.rules().marching_type());
        let mut field = Field::new();
        field.towards_targets(start.grid(), start.map().castles().iter().copied(), costs, |_| true);
        let mut round = 0;
        for (order, reason, _) in &given {
            let Reason::GoRound { cost } = *reason else { continue };
            let shortest = field.cost_to(start.unit(order.unit().unwrap()).cell, costs).unwrap();
            assert!(shortest <= cost, "{name}: {cost} MP round, {shortest} MP by the shortest way");
            round += 1;
        }
        let straight = given.iter().filter(|(_, reason, _)| matches!(reason, Reason::Pursue { .. })).count();
        assert!(round > 1 && straight > 1, "{name}: {round} go round, {straight} straight");
    }
}

/// Red can reach an enemy beside its way, and the castle before dusk only if it leaves him alone.
#[test]
fn hunter_with_few_turns_left_leaves_the_enemy_behind_and_makes_for_the_castle() {
    let mut rows = ["............"; 10];
    rows[9] = ".....#......";
    let mut scenario = ground::scenario(&rows, &[("infantry", 6, 1)], &[("infantry", 4, 0)]);
    let mut play = |turns: u32, haste: u32| {
        scenario.map.turns = Some(turns.into());
        let mut battle = Battle::from_scenario(&scenario).unwrap();
        let doctrine = Doctrine { haste, ..Doctrine::default() };
        let mut hunter = commander_with_doctrine("hunter", 0, &Arc::new(doctrine)).unwrap();
        let given = half_turn(&mut *hunter, &mut battle);
        (battle.grid().coord(battle.unit(UnitId(0)).cell).row, given)
    };
    let (row, given) = play(6, 11);
    let hurries = |reason: &Reason| matches!(reason, Reason::Hurry { turns: 6, .. });
    assert!(row > 1 && given.iter().any(|(_, reason, _)| hurries(reason)), "{given:?}");
    for (turns, haste) in [(6, 0), (20, 11)] {
        let (_, given) = play(turns, haste);
        let strikes = |order: &Order| matches!(order, Order::Attack { .. });
        assert!(given.iter().any(|(order, ..)| strikes(order)), "{turns} turns, haste {haste}: {given:?}");
    }
}

#[test]
fn the_occupant_of_a_lost_castle_is_attacked_before_anybody_else() {
    let rows = ["........"; 6];
    let mut rows: Vec<&str> = rows.to_vec();
    rows[3] = "...#....";
    let red = [("cavalry", 3, 1), ("artillery", 6, 4)];
    let mut battle = ground::battle(&rows, &red, &[("infantry", 5, 4), ("infantry", 1, 4)]);
    let unit = battle.unit_at(hotgates_engine::Coord { col: 3, row: 1 }.hex()).unwrap();
    let castle = hotgates_engine::Coord { col: 3, row: 3 }.hex();
    for order in [Order::Move { unit, to: castle }, Order::EndTurn] {
        battle.act(order, &mut Dice::new(0), &mut Vec::new()).unwrap();
    }
    for name in ["hunter", "warden"] {
        let given = half_turn(&mut *commander_by_name(name, 0).unwrap(), &mut battle.clone());
        let first = given.iter().find_map(|(order, ..)| match *order {
            Order::Attack { target, .. } => Some(target),
            _ => None,
        });
        assert_eq!(first, Some(unit), "{name}: {given:?}");
    }
}

/// An open plain with a ring road and a castle in its middle: seven infantry keep it against four
/// cavalry.
#[test]
fn a_handful_of_cavalry_does_not_take_the_castle_from_a_whole_army() {
    let mut rows = vec![".".repeat(30); 16];
    for row in [2, 13] {
        rows[row] = format!("..{}..", "=".repeat(26));
    }
    for row in &mut rows[3..13] {
        row.replace_range(2..3, "=");
        row.replace_range(27..28, "=");
    }
    rows[8].replace_range(15..16, "#");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let red: Vec<_> = (13..17).map(|col| ("cavalry", col, 0)).collect();
    let blue: Vec<_> = (12..19).map(|col| ("infantry", col, 10)).collect();
    let battle = ground::battle(&rows, &red, &blue);
    let kept = (0..10).filter(|&seed| {
        let game = play("hunter", "warden", &battle, seed);
        game.game_record().battle().verdict().unwrap().winner == Some(Side::Blue)
    });
    let kept = kept.count();
    assert!(kept >= 9, "{kept} of 10");
}

#[test]
fn an_attack_that_is_refused_for_another_is_told_from_it() {
    let (_, battle) = skirmish();
    let mut told = 0;
    for seed in 0..3 {
        let mut game = Seats::from_names("hunter", "warden").begin_match(battle.clone(), seed).unwrap();
        loop {
            let before = game.game_record().battle().clone();
            let Some(played) = game.step().unwrap() else { break };
            let words = played.reason.in_words(&before);
            if let Some((chosen, refused)) = words.split_once("; rather than ") {
                assert!(!chosen.ends_with(refused), "{words}");
                told += 1;
            }
        }
    }
    assert!(told > 5, "{told}");
}

#[test]
fn either_commander_may_play_either_side() {
    let (_, battle) = skirmish();
    for seed in 0..4 {
        for (red, blue) in [("warden", "hunter"), ("warden", "warden"), ("hunter", "hunter")] {
            assert!(play(red, blue, &battle, seed).game_record().battle().verdict().is_some());
        }
    }
}

#[test]
fn hunter_and_warden_beat_random_nearly_always() {
    for (name, battle) in
        ground::shipped().into_iter().filter(|(name, _)| name == "Hot Gates" || name == "Open Field")
    {
        for strong in ["hunter", "warden"] {
            for seed in 0..20 {
                let red = play(strong, "random", &battle, seed);
                assert_eq!(
                    red.game_record().battle().verdict().unwrap().winner,
                    Some(Side::Red),
                    "{name} {strong} {seed}"
                );
                let blue = play("random", strong, &battle, seed);
                assert_eq!(
                    blue.game_record().battle().verdict().unwrap().winner,
                    Some(Side::Blue),
                    "{name} {strong} {seed}"
                );
            }
        }
    }
}

#[test]
fn hunters_of_higher_ranks_go_about_it_otherwise_up_to_general() {
    let battles = ground::shipped();
    let plays = |rank: &str| -> Vec<u64> {
        let small = battles.iter().filter(|(name, _)| name != "Great Plain");
        small
            .map(|(_, battle)| play(&format!("hunter:{rank}"), "warden+50", battle, 1).game_record().hash())
            .collect()
    };
    let ranks = ["major", "colonel", "brigadier", "general"].map(plays);
    assert!(ranks.windows(2).all(|pair| pair[0] != pair[1]), "{ranks:x?}");
}
