//! Commanders where goals decide: they go for hexes and units, keep what they hold, and play every
//! such battle to its end.

use hotgates_ai::{Budget, NAMES, Reason, commander_by_name};
use hotgates_engine::{
    Battle, Coord, GoalEntry, MapFile, Objective, Order, Scenario, Side, VictoryPointValues, View,
};
use hotgates_play::Seats;

use crate::ground;

/// Returns a scenario of a text with goals, on a plain with a castle in the far corner.
fn plain(fields: &str) -> Scenario {
    let rows = vec!["................".to_owned(); 8];
    let text = format!("(name: \"plain\", rows: [], {fields})");
    let mut map = MapFile::from_ron(&text).unwrap_or_else(|fault| panic!("{fault}"));
    map.rows = rows;
    map.rows[7].replace_range(15..16, "#");
    let mut scenario = Scenario::classic(map);
    scenario.rules.setup.distance = 0;
    scenario
}

fn battle(fields: &str) -> Battle {
    Battle::from_scenario(&plain(fields)).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Returns the half-turns of play until the end, and the winner.
fn play(red: &str, blue: &str, battle: &Battle, seed: u64) -> (u32, Option<Side>) {
    let mut game = Seats::from_names(red, blue).begin_match(battle.clone(), seed).unwrap();
    game.finish().unwrap_or_else(|stopped| panic!("{stopped}"));
    let end = game.game_record().battle();
    (end.turn(), end.verdict().unwrap().winner)
}

const HILL: &str = r#"objective: goals, turns: 12,
    goals: [(key: "hill", side: red, take: [(2, 5)])], wins: (red: [["hill"]]),
    red: (units: [(type: "infantry", at: (2, 0)), (type: "cavalry", at: (4, 0))]),
    blue: (units: [(type: "infantry", at: (15, 7)), (type: "infantry", at: (14, 6))])"#;

/// The hill is nearer than the enemy, and nobody is there.
#[test]
fn commanders_take_a_hill_that_wins() {
    let battle = battle(HILL);
    for name in ["greedy", "hunter", "warden", "strategist"] {
        let (turn, winner) = play(name, "random", &battle, 1);
        assert_eq!((winner, turn < 6), (Some(Side::Red), true), "{name} in turn {turn}");
    }
    let view = View::new(&battle, Side::Red);
    let mut hunter = commander_by_name("hunter", 0).unwrap();
    hunter.begin(view);
    let (order, reason) = hunter.order(view, &mut Budget::new(2000));
    assert!(
        matches!(
            (order, &reason),
            (Order::Move { .. }, Reason::TakeCastle { .. } | Reason::MarchOnGoal { .. })
        ),
        "{reason:?}"
    );
    assert!(reason.in_words(&battle).contains("goal"), "{}", reason.in_words(&battle));
}

/// Blue is nearer than the mill, where nobody stands. A hunter who has fewer points goes to the mill, one who has
/// not goes after the enemy.
#[test]
fn a_hunter_who_is_behind_in_points_goes_for_a_goal_that_nobody_keeps() {
    let first_reason = |hill: u32| {
        let battle = battle(&format!(
            r#"objective: goals, turns: 12, red_holds: [(0, 0)],
            goals: [(key: "mill", side: blue, hold: [(2, 7)], points: 20),
                (key: "mill of red", side: red, hold: [(2, 7)], points: 20),
                (key: "hill", side: red, hold: [(0, 0)], points: {hill})],
            red: (units: [(type: "infantry", at: (5, 1))]), blue: (units: [(type: "infantry", at: (10, 1))])"#
        ));
        let view = View::new(&battle, Side::Red);
        let mut hunter = commander_by_name("hunter", 0).unwrap();
        hunter.begin(view);
        let (order, reason) = hunter.order(view, &mut Budget::new(2000));
        let Order::Move { to, .. } = order else { panic!("{order:?}: {reason:?}") };
        (Coord::from(to), reason)
    };
    let (to, reason) = first_reason(10);
    assert!(to.row > 1 && matches!(reason, Reason::MarchOnGoal { .. }), "{to:?}: {reason:?}");
    // The least that counts is 150 ‰ of what Red could have: of 20 and 16 points, 5.
    for hill in [16, 20] {
        let (to, reason) = first_reason(hill);
        assert!(to.col > 5 && matches!(reason, Reason::Pursue { .. }), "{hill}: {to:?}: {reason:?}");
    }
}

/// Red holds the mill and wins with it when Blue's half-turn ends: Blue drives it out first.
#[test]
fn a_hex_about_to_be_held_long_enough_is_retaken_first() {
    let battle = battle(
        r#"objective: goals, turns: 12, first: blue, red_holds: [(2, 5)],
        goals: [(key: "mill", side: red, hold: [(2, 5)], turns: 1)], wins: (red: [["mill"]]),
        red: (units: [(type: "infantry", at: (2, 5), strength: 60), (type: "infantry", at: (9, 3), strength: 60)]),
        blue: (units: [(type: "infantry", at: (4, 5)), (type: "infantry", at: (8, 3))])"#,
    );
    let mill = battle.unit_at(Coord { col: 2, row: 5 }.hex()).unwrap();
    let view = View::new(&battle, Side::Blue);
    for name in ["hunter", "warden", "strategist"] {
        let mut commander = commander_by_name(name, 0).unwrap();
        let mut game = battle.clone();
        let (mut budget, mut dice) = (Budget::new(4000), hotgates_engine::Dice::new(1));
        commander.begin(view);
        while game.side() == Side::Blue && game.verdict().is_none() {
            let (order, _) = commander.order(View::new(&game, Side::Blue), &mut budget);
            game.act(order, &mut dice, &mut Vec::new()).unwrap();
        }
        let lost = game.verdict().is_some_and(|verdict| verdict.winner == Some(Side::Red));
        assert!(!lost && !game.unit(mill).alive(), "{name}: {:?}", game.verdict());
    }
}

/// Of two enemies within reach the one that wins the battle is struck.
#[test]
fn a_unit_at_stake_is_struck_before_others() {
    let fields = |key: &str| {
        format!(
            r#"objective: goals, turns: 12, goals: [(key: "king", side: red, destroy: ["{key}"])],
            wins: (red: [["king"]]), red: (units: [(type: "infantry", at: (5, 3))]),
            blue: (units: [(type: "infantry", at: (5, 4), key: "a"), (type: "infantry", at: (5, 2), key: "b")])"#
        )
    };
    for (key, row) in [("a", 4), ("b", 2)] {
        let battle = battle(&fields(key));
        let king = battle.unit_at(Coord { col: 5, row }.hex()).unwrap();
        for name in ["greedy", "hunter"] {
            let view = View::new(&battle, Side::Red);
            let mut commander = commander_by_name(name, 0).unwrap();
            commander.begin(view);
            let (order, reason) = commander.order(view, &mut Budget::new(4000));
            let struck = match (order, &reason) {
                (Order::Attack { target, .. }, _) => Some(target),
                (_, Reason::Approach { exchange, .. }) => Some(exchange.target),
                _ => None,
            };
            assert_eq!(struck, Some(king), "{name} against {key}: {order} {reason:?}");
        }
    }
}

/// Random goals on random ground: every pair of commanders plays on to an end, and again the same.
#[test]
fn battles_with_goals_are_played_to_their_end_and_again_the_same() {
    let mut dice = hotgates_engine::Dice::for_other_purpose(5, 5);
    let mut ends = std::collections::BTreeMap::new();
    for seed in 0..12 {
        let mut scenario = ground::bridge();
        let map = &mut scenario.map;
        (map.objective, map.turns) = (Some(Objective::Goals), Some(8));
        let at = |dice: &mut hotgates_engine::Dice| Coord {
            col: dice.draw_below(12).cast_signed(),
            row: dice.draw_below(6).cast_signed(),
        };
        for unit in 0..3 {
            map.red.as_mut().unwrap().units[unit].key = Some(format!("red {unit}"));
            map.blue.as_mut().unwrap().units[unit].key = Some(format!("blue {unit}"));
        }
        for (index, side) in [Side::Red, Side::Blue, Side::Red, Side::Blue].into_iter().enumerate() {
            let text = format!("(key: \"{index}\", side: {}, points: {})", side.name(), dice.draw_below(50));
            let mut goal: GoalEntry = hotgates_engine::parse_ron(&text).unwrap();
            match dice.draw_below(3) {
                0 => (goal.hold, goal.turns) = (vec![at(&mut dice)], Some(dice.draw_below(3).into())),
                1 => goal.take = vec![at(&mut dice), at(&mut dice)],
                _ => goal.destroy = vec![format!("{} {}", side.other().name(), dice.draw_below(3))],
            }
            if dice.draw_below(3) == 0 {
                let wins = if side == Side::Red { &mut map.wins.red } else { &mut map.wins.blue };
                wins.push(vec![goal.key.clone()]);
            }
            map.goals.push(goal);
        }
        map.victory_points =
            Some(VictoryPointValues { castle: Some(10), losses: Some(40), ..VictoryPointValues::default() });
        let Ok(battle) = Battle::from_scenario(&scenario) else { continue };
        for red in NAMES {
            for blue in NAMES {
                let once = play(red, blue, &battle, seed);
                assert_eq!(once, play(red, blue, &battle, seed), "{red} {blue} {seed}");
                *ends.entry(once.1).or_insert(0) += 1;
            }
        }
    }
    assert!(ends.len() == 3 || ends.values().sum::<u32>() > 60, "{ends:?}");
}
