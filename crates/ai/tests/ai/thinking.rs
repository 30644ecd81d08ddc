//! The thoughts that a commander shows are those that it acts on.

use std::collections::BTreeSet;
use std::sync::Arc;

use hotgates_ai::{
    ChargeReason, ChokeSetJudgement, Doctrine, NAMES, PositionRole, Stance, Thinking, steps_of_half_turn,
};
use hotgates_choke::{ChokeSurvey, choose_choke_set};
use hotgates_engine::{Battle, Cell, Coord, Dice, Objective, Order, Scenario, Side, View};
use hotgates_play::{Seat, SeatError};

use crate::ground;

fn shipped(name: &str) -> Battle {
    ground::shipped().into_iter().find(|(other, _)| other == name).unwrap().1
}

fn insight(name: &str, battle: &Battle, side: Side) -> Thinking {
    Seat::from_name(name).make_player(battle, 1).unwrap().insight(battle, side)
}

/// The battle when `side` is to move, the other side having done nothing.
fn turn_of(mut battle: Battle, side: Side) -> Battle {
    if battle.side() != side {
        battle.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
    }
    battle
}

#[test]
fn the_set_it_says_it_holds_is_the_one_that_it_goes_for() {
    let battle = turn_of(shipped("Hot Gates"), Side::Blue);
    let thinking = insight("warden:general", &battle, Side::Blue);
    assert_eq!(thinking.stance, Some(Stance::Hold));
    let sets = ChokeSurvey::new(View::new(&battle, Side::Blue)).classic_sets();
    assert_eq!(thinking.sets.iter().map(|judged| judged.set.clone()).collect::<Vec<_>>(), sets);
    let held = thinking.held_choke_set().expect("it holds the pass");
    assert!(held.cuts && held.can_be_held());
    // A runner-up is not worse by its score, or it would have been the one to hold.
    let better = |set: &hotgates_choke::ChokeSet| (set.score, set.exposure) < (held.score, held.exposure);
    for judged in &thinking.sets {
        match judged.judgement {
            ChokeSetJudgement::Held => assert_eq!(&judged.set, held),
            ChokeSetJudgement::Worse => {
                assert!(judged.set.cuts && judged.set.can_be_held() && !better(&judged.set));
            }
            ChokeSetJudgement::TooExposed => assert!(judged.set.cuts && judged.set.can_be_held()),
            ChokeSetJudgement::TooLate => assert!(judged.set.cuts && !judged.set.can_be_held()),
            ChokeSetJudgement::Leaks => assert!(!judged.set.cuts),
        }
        assert!(!judged.judgement.in_words().is_empty());
    }
    assert!(choose_choke_set(View::new(&battle, Side::Blue), &sets).is_some());
    let gates: Vec<Cell> = thinking
        .wanted
        .iter()
        .filter(|wanted| wanted.position.role == PositionRole::Point)
        .map(|wanted| wanted.position.cell)
        .collect();
    assert_eq!(gates, held.hexes);
    // The protected hexes have the castle among them, and no hex of the set or of the enemy.
    let castles = battle.castles().map(|(castle, _)| castle).collect::<Vec<_>>();
    assert!(castles.iter().all(|castle| thinking.inside.contains(castle)));
    assert!(held.hexes.iter().all(|hex| !thinking.inside.contains(hex)));
    assert!(battle.living(Side::Red).all(|unit| !thinking.inside.contains(&battle.unit(unit).cell)));
    let points = thinking.points_of_choke_sets();
    let cells: BTreeSet<Cell> = sets.iter().flat_map(|set| set.hexes.iter().copied()).collect();
    assert_eq!(
        points.iter().map(|&(cell, _)| cell).collect::<Vec<_>>(),
        cells.into_iter().collect::<Vec<_>>()
    );
    assert!(held.hexes.iter().all(|hex| {
        points.iter().any(|(cell, judged)| cell == hex && judged.judgement == ChokeSetJudgement::Held)
    }));
}

#[test]
fn its_orders_are_those_that_it_then_gives() {
    for (name, battle) in ground::shipped() {
        for commander in NAMES {
            for side in [Side::Red, Side::Blue] {
                let mut battle = turn_of(battle.clone(), side);
                let thinking = insight(commander, &battle, side);
                let mut player = Seat::from_name(commander).make_player(&battle, 1).unwrap();
                let mut dice = Dice::new(0);
                for (order, reason) in &thinking.orders {
                    assert_eq!(
                        &player.next_order(&battle),
                        &(*order, reason.clone()),
                        "{name} {commander} {side}"
                    );
                    battle.act(*order, &mut dice, &mut Vec::new()).unwrap();
                }
                assert!(
                    thinking.steps.spent <= thinking.steps.of,
                    "{name} {commander}: {:?}",
                    thinking.steps
                );
                assert!(thinking.steps.survey + thinking.steps.deployment <= thinking.steps.spent);
                assert_eq!(thinking.steps.of, steps_of_half_turn(View::new(&battle, side), None));
                for wanted in &thinking.wanted {
                    // A unit that is on a position at the end could get there, or was there.
                    let Some(unit) = wanted.filled else { continue };
                    assert_eq!(battle.unit(unit).cell, wanted.position.cell, "{name} {commander}");
                    assert!(wanted.candidates.contains(&unit), "{name} {commander} {side}");
                }
                if let Some(searched) = thinking.deployment {
                    assert_eq!(searched.of, thinking.wanted.len());
                    assert!(searched.filled <= searched.of);
                }
            }
        }
    }
}

#[test]
fn in_a_match_it_tells_what_it_has_thought_so_far() {
    let battle = turn_of(shipped("Three Castles"), Side::Blue);
    let mut player = Seat::from_name("warden").make_player(&battle, 1).unwrap();
    assert_eq!(player.thinking_so_far(), Thinking::default());
    player.next_order(&battle);
    let so_far = player.thinking_so_far();
    assert_eq!(so_far.stance, Some(Stance::Open));
    assert!(so_far.held_choke_set().is_none() && so_far.inside.is_empty());
    let whole = insight("warden", &battle, Side::Blue);
    assert_eq!((so_far.sets, so_far.wanted.len()), (whole.sets, whole.wanted.len()));
    assert_eq!(insight("hunter", &battle, Side::Blue).stance, None);
}

/// Three castles, all Blue's at first; two of them lie next to Red, far from Blue.
fn meeting() -> Scenario {
    let rows = ["#....#.....", "...........", "...........", "...........", "...........", ".....#....."];
    let red = [("infantry", 1, 0), ("infantry", 4, 0), ("infantry", 6, 0)];
    let blue = [("infantry", 5, 5), ("infantry", 4, 5), ("infantry", 6, 5)];
    let mut scenario = ground::scenario(&rows, &red, &blue);
    scenario.map.objective = Some(Objective::Meeting);
    scenario.map.turns = Some(20);
    scenario
}

/// Blue's stance in a turn, Red having taken two castles in the first one or not, and nobody having
/// done anything else.
fn stance(scenario: &Scenario, taken: bool, turn: u32, doctrine: &Arc<Doctrine>) -> Option<Stance> {
    let mut battle = Battle::from_scenario(scenario).unwrap_or_else(|faults| panic!("{faults:?}"));
    let act = |order, battle: &mut Battle| {
        battle.act(order, &mut Dice::new(0), &mut Vec::new()).unwrap();
    };
    if taken {
        for (from, to) in [((1, 0), (0, 0)), ((4, 0), (5, 0))] {
            let unit = battle.unit_at(Coord::from(from).hex()).unwrap();
            act(Order::Move { unit, to: Coord::from(to).hex() }, &mut battle);
        }
    }
    while battle.turn() < turn {
        act(Order::EndTurn, &mut battle);
    }
    let seat = Seat::from_name("warden").with_doctrine(Arc::clone(doctrine));
    let mut player = seat.make_player(&battle, 1).unwrap();
    player.insight(&battle, Side::Blue).stance
}

fn doctrine(change: impl FnOnce(&mut Doctrine)) -> Arc<Doctrine> {
    let mut doctrine = Doctrine::default();
    change(&mut doctrine);
    Arc::new(doctrine)
}

#[test]
fn warden_charges_in_the_last_quarter_when_waiting_would_lose() {
    let scenario = meeting();
    let shipped = Doctrine::built_in_doctrine();
    let charge = Some(Stance::Charge(ChargeReason::Dusk));
    let always = doctrine(|doctrine| doctrine.dusk_always = true);
    let half = doctrine(|doctrine| doctrine.dusk = 500);
    for turn in [2, 11, 15, 16, 20] {
        // With two castles to one Red would win by waiting; with none it would not.
        assert_eq!(stance(&scenario, true, turn, &shipped) == charge, turn > 15, "turn {turn}");
        assert_eq!(stance(&scenario, true, turn, &half) == charge, turn > 10, "turn {turn}");
        assert_ne!(stance(&scenario, false, turn, &shipped), charge, "turn {turn}");
        assert_eq!(stance(&scenario, false, turn, &always) == charge, turn > 15, "turn {turn}");
    }
}

#[test]
fn warden_charges_a_weaker_enemy_as_its_doctrine_has_it() {
    let mut scenario = meeting();
    let charge = Some(Stance::Charge(ChargeReason::Weaker));
    // 600 ‰ of 3000 men are 1800.
    for (men, charges) in [(1000, false), (600, false), (599, true), (100, true)] {
        for unit in &mut scenario.map.red.as_mut().unwrap().units {
            unit.strength = Some(men);
        }
        assert_eq!(stance(&scenario, false, 1, &Doctrine::built_in_doctrine()) == charge, charges, "{men}");
        let cautious = doctrine(|doctrine| doctrine.weaker = 0);
        assert_ne!(stance(&scenario, false, 1, &cautious), charge);
    }
}

/// Blue's stance in the open, with as many of its infantry and of Red's near a castle.
fn stance_in_the_open(blue: i32, red: i32) -> Option<Stance> {
    let mut rows = vec!["..............."; 12];
    rows[11] = ".......#.......";
    let line =
        |count: i32, row: i32| (0..count).map(move |col| ("infantry", 5 + col, row)).collect::<Vec<_>>();
    let battle = ground::battle(&rows, &line(red, 5), &line(blue, 8));
    insight("warden:colonel", &turn_of(battle, Side::Blue), Side::Blue).stance
}

#[test]
fn warden_in_the_open_charges_where_that_promised_more_and_lines_up_where_it_did_not() {
    assert_eq!(stance_in_the_open(5, 4), Some(Stance::Charge(ChargeReason::Rehearsed)));
    assert_eq!(stance_in_the_open(3, 8), Some(Stance::Open));
}

/// Steps of Blue's half-turn in the open, with Red some rows away.
fn steps_in_the_open(rows_away: i32) -> u64 {
    let mut rows = vec!["..............."; 22];
    rows[21] = ".......#.......";
    let line = |row: i32| (0..5).map(move |col| ("infantry", 5 + col, row)).collect::<Vec<_>>();
    let battle = ground::battle(&rows, &line(18 - rows_away), &line(18));
    insight("warden:colonel", &turn_of(battle, Side::Blue), Side::Blue).steps.spent
}

#[test]
fn warden_rehearses_a_charge_only_near_the_enemy() {
    // An order that is rehearsed is a step: some thirty in six half-turns of five units, and twice.
    let (near, far) = (steps_in_the_open(6), steps_in_the_open(18));
    assert!(near > far + 40, "{near} steps near, {far} far");
}

#[test]
fn players_of_unknown_names_are_refused_whatever_their_doctrine() {
    let battle = shipped("Hot Gates");
    let player = Seat::from_name("caesar").make_player(&battle, 1);
    assert!(matches!(player, Err(SeatError::Commander(_))));
    let player = Seat::from_name("hunter:consul").make_player(&battle, 1);
    assert!(matches!(player, Err(SeatError::Rank { .. })));
}
