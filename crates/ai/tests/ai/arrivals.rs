//! Commanders where units come, go and leave the map: they bring off whom a goal names, and play every
//! such battle to its end.

use std::collections::BTreeMap;

use hotgates_ai::{Budget, NAMES, Reason, commander_by_name};
use hotgates_engine::{
    ArrivalEntry, Battle, Coord, Dice, GoalEntry, MapFile, Objective, Order, Presence, Scenario,
    ScriptedEventEntry, Side, UnitId, View,
};
use hotgates_play::Seats;

use crate::ground;

fn play(red: &str, blue: &str, battle: &Battle, seed: u64) -> Battle {
    let mut game = Seats::from_names(red, blue).begin_match(battle.clone(), seed).unwrap();
    game.finish().unwrap_or_else(|stopped| panic!("{stopped}"));
    game.game_record().battle().clone()
}

/// Red's messenger is to leave in the east, on either of two hexes; its escort would bar the way if it
/// stood there.
fn message() -> Battle {
    let map = MapFile::from_ron(
        r##"(name: "The message", rows: [
                "................", "................", "................", "................",
                "................", "................", "................", "#...............",
            ],
            objective: goals, turns: 14,
            goals: [(key: "message", side: red, exit: [(15, 3), (15, 4)], units: ["messenger"])],
            wins: (red: [["message"]]),
            red: (units: [
                (type: "infantry", at: (1, 2)),
                (type: "cavalry", at: (3, 3)),
                (type: "infantry", at: (0, 4), key: "messenger"),
            ]),
            blue: (units: [(type: "infantry", at: (0, 7)), (type: "infantry", arrives: (turn: 3, hexes: [(0, 6)]))]),
        )"##,
    );
    let mut scenario = Scenario::classic(map.unwrap_or_else(|fault| panic!("{fault}")));
    scenario.rules.setup.distance = 0;
    Battle::from_scenario(&scenario).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn a_messenger_is_brought_off_the_map() {
    let battle = message();
    let messenger = UnitId(2);
    for name in ["greedy", "hunter", "warden", "strategist"] {
        let end = play(name, "random", &battle, 1);
        assert_eq!(end.verdict().unwrap().winner, Some(Side::Red), "{name} in turn {}", end.turn());
        assert_eq!(end.presence(messenger), Presence::Exited, "{name}");
    }
}

/// The march to the exit tells its cost, which is that of the cheapest path there.
#[test]
fn the_march_to_an_exit_tells_its_cost() {
    let mut battle = message();
    let messenger = UnitId(2);
    let mut hunter = commander_by_name("hunter", 0).unwrap();
    hunter.begin(View::new(&battle, Side::Red));
    let mut budget = Budget::new(4000);
    let told = loop {
        let (order, reason) = hunter.order(View::new(&battle, Side::Red), &mut budget);
        if order.unit() == Some(messenger) {
            break (reason, battle.unit(messenger).cell);
        }
        assert_ne!(order, Order::EndTurn, "the messenger has an order");
        battle.act(order, &mut Dice::new(1), &mut Vec::new()).unwrap();
    };
    let (goal, _) = battle.goals(Side::Red).next().unwrap();
    let costs = battle.map().costs(battle.info(messenger).kind);
    let exits = battle.goal(goal).aim.cells().iter().copied();
    let mut field = hotgates_engine::Field::new();
    field.towards_targets(battle.grid(), exits, costs, |_| true);
    let cost = field.cost_to(told.1, costs).unwrap();
    assert_eq!(told.0, Reason::MarchToExit { goal, cost });
    assert_eq!(
        told.0.in_words(&battle),
        format!("is to leave the map for a goal, {cost} movement points from here")
    );
}

/// Where it stands on the hex, leaving is the first thing that it does, and it says why.
#[test]
fn who_may_leave_leaves_and_says_for_which_goal() {
    let mut battle = message();
    let (messenger, exit) = (UnitId(2), Coord { col: 15, row: 3 });
    for _ in 0..8 {
        let (mut dice, mut log) = (Dice::new(1), Vec::new());
        while battle.side() == Side::Red && battle.hex(messenger) != exit.hex() {
            let mut reach = hotgates_engine::Reach::new();
            battle.reach(messenger, &mut reach);
            let nearest = battle
                .destinations(&reach)
                .map(|(cell, _)| battle.grid().hex(cell))
                .min_by_key(|hex| hex.unsigned_distance_to(exit.hex()));
            let Some(to) = nearest.filter(|_| battle.unit(messenger).left.0 > 1) else { break };
            battle.act(Order::Move { unit: messenger, to }, &mut dice, &mut log).unwrap();
        }
        if battle.hex(messenger) == exit.hex() && battle.may_exit(messenger) {
            break;
        }
        battle.act(Order::EndTurn, &mut dice, &mut log).unwrap();
    }
    assert!(battle.may_exit(messenger), "the messenger has come to the exit");
    for name in ["greedy", "hunter", "warden"] {
        let view = View::new(&battle, Side::Red);
        let mut commander = commander_by_name(name, 0).unwrap();
        commander.begin(view);
        let (order, reason) = commander.order(view, &mut Budget::new(4000));
        let goal = battle.goals(Side::Red).next().unwrap().0;
        assert_eq!((order, &reason), (Order::Exit { unit: messenger }, &Reason::LeaveMap { goal }), "{name}");
        assert_eq!(reason.in_words(&battle), "leaves the map, as a goal has it do");
    }
}

/// Returns a random scenario in which units come late, are taken back or leave, with an event; goals
/// decide where the number is even.
pub fn random_script(dice: &mut Dice, number: u64) -> Scenario {
    let mut scenario = ground::bridge();
    let map = &mut scenario.map;
    map.turns = Some(8);
    map.objective = Some(if number.is_multiple_of(2) { Objective::Goals } else { Objective::Invasion });
    let at = |dice: &mut Dice| Coord {
        col: dice.draw_below(12).cast_signed(),
        row: dice.draw_below(6).cast_signed(),
    };
    for (side, late) in [(Side::Red, dice.draw_below(4)), (Side::Blue, dice.draw_below(4))] {
        for (index, unit) in map.army_mut(side).as_mut().unwrap().units.iter_mut().enumerate() {
            unit.key = Some(format!("{} {index}", side.name()));
            unit.withdraws = (dice.draw_below(4) == 0).then(|| (3 + dice.draw_below(4)).into());
            if u32::try_from(index).unwrap() < late.min(2) {
                let turn = (dice.draw_below(2) == 0).then(|| (2 + dice.draw_below(3)).into());
                let hexes = unit.at.into_iter().chain([at(dice)]).collect();
                (unit.at, unit.arrives) = (None, Some(ArrivalEntry { turn, hexes, from: None }));
            }
        }
    }
    let waits = Side::BOTH.into_iter().flat_map(|side| map.army(side).unwrap().units.clone());
    let waits = waits.filter(|unit| unit.arrives.as_ref().is_some_and(|arrival| arrival.turn.is_none()));
    let arrive: Vec<String> = waits.filter_map(|unit| unit.key).collect();
    map.events.push(ScriptedEventEntry {
        key: "call".to_owned(),
        turn: Some(3),
        message: Some("They come.".to_owned()),
        arrive,
        ..ScriptedEventEntry::default()
    });
    let side = if dice.draw_below(2) == 0 { Side::Red } else { Side::Blue };
    map.goals = vec![GoalEntry {
        exit: vec![at(dice), at(dice), at(dice)],
        points: Some(20),
        ..GoalEntry::new("away", side)
    }];
    scenario
}

/// Units that come late, are taken back or leave, and events, on random ground: every pair of
/// commanders plays on to an end, and again the same.
#[test]
fn battles_with_arrivals_are_played_to_their_end_and_again_the_same() {
    let mut dice = Dice::for_other_purpose(7, 7);
    let mut ends = BTreeMap::new();
    let mut played = 0;
    for seed in 0..10 {
        let scenario = random_script(&mut dice, seed);
        let Ok(battle) = Battle::from_scenario(&scenario) else { continue };
        played += 1;
        for red in NAMES {
            for blue in NAMES {
                let once = play(red, blue, &battle, seed);
                let again = play(red, blue, &battle, seed);
                assert_eq!(once.hash(), again.hash(), "{red} {blue} {seed}");
                *ends.entry(once.verdict().unwrap().winner).or_insert(0) += 1;
            }
        }
    }
    assert!(played > 3 && ends.len() > 1, "{played} battles, {ends:?}");
}
