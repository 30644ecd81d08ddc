//! Goals, ways to win and points: by hand, against a second implementation, and faults in place.

use hotgates_engine::{
    Battle, DegreeEntry, Dice, Event, FaultKind, GoalAim, GoalEntry, GoalId, MapFile, Objective, Order,
    Presence, Scenario, Side, UnitId, Verdict, VictoryKind, VictoryPointValues,
};
use proptest::prelude::*;

use crate::naive::NaiveGoals;
use crate::stage::{
    FOG_OF_WAR, Stage, at, classic_with, goal, play_at_random, random_stage_with_goals, sentences, stage,
};

fn won(winner: Side, how: VictoryKind) -> Verdict {
    Verdict { winner: Some(winner), how }
}

/// A chain of hexes with a castle at its east end, Red in the west and Blue before the castle.
fn chain(change: impl FnOnce(&mut MapFile)) -> Stage {
    stage(&["............#"], "infantry 0,0; cavalry 1,0", "infantry 11,0; infantry 10,0")
        .with(|scenario| change(&mut scenario.map))
}

fn hold(key: &str, side: Side, col: i32, turns: i64) -> GoalEntry {
    GoalEntry { hold: vec![at(col, 0)], turns: Some(turns), ..goal(key, side) }
}

fn take(key: &str, side: Side, cols: &[i32]) -> GoalEntry {
    GoalEntry { take: cols.iter().map(|&col| at(col, 0)).collect(), ..goal(key, side) }
}

#[test]
fn a_hex_taken_wins_at_once() {
    let mut game = chain(|map| {
        map.goals = vec![take("hill", Side::Red, &[4])];
        map.wins.red = vec![vec!["hill".into()]];
    })
    .game();
    let events = game.go(0, 4, 0);
    let verdict = Verdict { winner: Some(Side::Red), how: VictoryKind::Goals };
    let hill = GoalId(0);
    assert_eq!(
        events[4..],
        [
            Event::HexTaken { hex: at(4, 0).hex(), by: Side::Red },
            Event::GoalAdvanced { goal: hill, progress: 1 },
            Event::Ended { verdict },
        ]
    );
    assert_eq!(verdict.to_string(), "Red wins: it has met its goals");
    assert!(!game.battle.can_take_back(&events), "the battle is over");
}

/// A unit that only passes takes nothing, and goals of a set count together.
#[test]
fn all_goals_of_a_set_are_needed() {
    let mut game = chain(|map| {
        map.goals = vec![take("hill", Side::Red, &[2]), take("wood", Side::Red, &[3])];
        map.wins.red = vec![vec!["hill".into(), "wood".into()]];
    })
    .game();
    game.go(1, 5, 0);
    assert!([0, 1].iter().all(|&goal| !game.battle.is_goal_met(GoalId(goal))));
    game.go(0, 2, 0);
    assert!(game.battle.is_goal_met(GoalId(0)) && game.battle.verdict().is_none());
    assert_eq!(game.go(0, 3, 0).len(), 4, "a step, the hex, the goal and the end");
    assert_eq!(game.battle.verdict(), Some(won(Side::Red, VictoryKind::Goals)));
}

/// Two hexes of one goal are to be held at one moment; the goal then is met for good.
#[test]
fn a_goal_that_is_taken_stays_met() {
    let mut game =
        chain(|map| map.goals = vec![GoalEntry { points: Some(7), ..take("two", Side::Red, &[2, 3]) }])
            .game();
    game.go(0, 2, 0);
    game.go(1, 3, 0);
    assert_eq!(game.battle.victory_points(Side::Red), 7);
    assert!(!game.battle.is_goal_open(GoalId(0)));
    game.go(1, 4, 0);
    game.end_turn();
    assert_eq!((game.battle.victory_points(Side::Red), game.battle.victory_points(Side::Blue)), (7, 0));
    assert_eq!(game.battle.hexes_at_stake().count(), 1, "only the castle is left");
}

#[test]
fn what_comes_too_late_does_not_count() {
    let late = chain(|map| {
        map.goals = vec![GoalEntry { by: Some(1), ..take("early", Side::Red, &[2]) }];
        map.wins.red = vec![vec!["early".into()]];
    });
    let mut game = late.game();
    game.end_turn();
    game.end_turn();
    assert_eq!(game.go(0, 2, 0).len(), 3, "two steps and the hex");
    assert_eq!(game.battle.verdict(), None);
}

/// Held through two half-turns of the enemy; a hex lost in between begins again.
#[test]
fn a_hex_is_held_through_the_enemys_half_turns() {
    let mut game = stage(&["......................#"], "infantry 0,0", "infantry 22,0; cavalry 8,0")
        .with(|scenario| {
            scenario.map.goals = vec![hold("mill", Side::Red, 2, 2)];
            scenario.map.wins.red = vec![vec!["mill".into()]];
        })
        .game();
    let mill = GoalId(0);
    game.go(0, 2, 0);
    assert_eq!(game.end_turn().len(), 1, "Red's own half-turn is not counted");
    assert_eq!(game.end_turn()[0], Event::GoalAdvanced { goal: mill, progress: 1 });
    game.go(0, 0, 0);
    game.end_turn();
    game.go(2, 2, 0);
    assert_eq!(game.end_turn()[0], Event::GoalAdvanced { goal: mill, progress: 0 });
    assert_eq!(game.battle.hexes_at_stake().filter(|&(_, owner)| owner == Side::Red).count(), 0);
}

#[test]
fn a_hex_held_long_enough_wins_when_the_half_turn_ends() {
    let mut game = chain(|map| {
        map.goals = vec![hold("mill", Side::Red, 2, 1)];
        map.wins.red = vec![vec!["mill".into()]];
    })
    .game();
    game.go(0, 2, 0);
    game.end_turn();
    game.end_turn();
    assert_eq!(game.battle.verdict(), Some(won(Side::Red, VictoryKind::Goals)));
}

/// Blue's officer is named by a key; his unit is the goal, not another of his type.
#[test]
fn a_destroyed_unit_wins_before_the_last_of_its_army_falls() {
    let mut game = stage(&["...#"], "artillery 0,0", "infantry 1,0 x1; infantry 2,0")
        .with(|scenario| {
            scenario.map.goals =
                vec![GoalEntry { destroy: vec!["king".into()], ..goal("king falls", Side::Red) }];
            scenario.map.wins.red = vec![vec!["king falls".into()]];
            scenario.map.blue.as_mut().unwrap().units[0].key = Some("king".into());
        })
        .game();
    assert_eq!(game.battle.units_at_stake(Side::Red).collect::<Vec<_>>(), [UnitId(1)]);
    assert_eq!(game.battle.units_at_stake(Side::Blue).count(), 0);
    game.hit(0, 1);
    assert_eq!(game.battle.verdict(), Some(won(Side::Red, VictoryKind::Goals)));
}

/// Red holds the hill for 30 points, Blue the castle for 20: with a lead of 10 Red wins at dusk,
/// and the lead has a name.
#[test]
fn points_decide_at_dusk() {
    let points = |lead| {
        let mut game = chain(|map| {
            map.objective = Some(Objective::Goals);
            map.turns = Some(1);
            map.goals = vec![GoalEntry { points: Some(30), ..hold("hill", Side::Red, 2, 0) }];
            let degrees = vec![DegreeEntry { lead, name: "a narrow victory".into() }];
            map.victory_points = Some(VictoryPointValues { castle: Some(20), losses: None, degrees });
        })
        .game();
        game.go(0, 2, 0);
        game.end_turn();
        game.end_turn();
        game.battle
    };
    let battle = points(10);
    assert_eq!(battle.verdict(), Some(won(Side::Red, VictoryKind::Points)));
    assert_eq!(battle.degree_of_victory(), Some("a narrow victory"));
    let outcome = battle.outcome();
    assert_eq!(outcome.victory_points.map(|points| (points.red, points.blue)), Some((30, 20)));
    let draw = points(11);
    assert_eq!(draw.verdict(), Some(Verdict { winner: None, how: VictoryKind::Points }));
    assert_eq!(draw.degree_of_victory(), None);
}

/// Castles decide nothing where goals do, and a side that alone had a way to win loses at dusk.
#[test]
fn whoever_alone_had_a_way_to_win_loses_at_dusk() {
    for side in Side::BOTH {
        let mut game = chain(|map| {
            map.objective = Some(Objective::Goals);
            map.turns = Some(1);
            map.goals = vec![take("far", side, &[6])];
            map.wins = if side == Side::Red {
                hotgates_engine::WinningSets { red: vec![vec!["far".into()]], ..Default::default() }
            } else {
                hotgates_engine::WinningSets { blue: vec![vec!["far".into()]], ..Default::default() }
            };
            map.red_holds = if side == Side::Blue { vec![at(6, 0)] } else { Vec::new() };
        })
        .game();
        game.end_turn();
        game.end_turn();
        assert_eq!(game.battle.verdict(), Some(won(side.other(), VictoryKind::Dusk)));
        assert_eq!(game.battle.hexes_at_stake().count(), 1, "the castle is worth nothing");
    }
}

#[test]
fn losses_count_by_their_share() {
    let mut game = stage(&["..#"], "artillery 0,0", "infantry 1,0 x500; infantry 2,0 x500")
        .with(|scenario| {
            scenario.map.victory_points =
                Some(VictoryPointValues { losses: Some(100), ..Default::default() });
        })
        .game();
    game.hit(0, 1);
    let left = u64::from(game.battle.strength(Side::Blue));
    assert_eq!(game.battle.victory_points(Side::Red), (1000 - left) * 100 / 1000);
    assert!(left < 1000);
}

/// Red may hold a castle at the start; Blue then stands around the other one.
#[test]
fn a_castle_may_be_reds_from_the_start() {
    let rows = ["#.................#"];
    let scenario = |red_holds| {
        let map = MapFile { rows: vec![rows[0].into(); 5], red_holds, ..MapFile::default() };
        Scenario::classic(map)
    };
    let battle =
        Battle::from_scenario(&scenario(vec![at(0, 2), at(0, 0), at(0, 1), at(0, 3), at(0, 4)])).unwrap();
    assert_eq!(battle.castles().filter(|&(_, owner)| owner == Side::Red).count(), 5);
    let blue = battle.starting_cells(Side::Blue).map(|cell| battle.grid().coord(cell).col);
    assert!(blue.min() > Some(9), "Blue's camp lies around Blue's castles");
    assert!(
        battle.castles().all(|(cell, owner)| (owner == Side::Red) == (battle.grid().coord(cell).col == 0))
    );
}

/// Follows an order that a battle has followed.
fn follow(naive: &mut NaiveGoals, order: Order, before: &Battle, battle: &Battle) {
    let (side, turn) = (before.side(), before.turn());
    match order {
        Order::EndTurn => naive.end_half_turn(side),
        Order::Move { unit, .. } => naive.enter(battle.hex(unit).into(), side),
        Order::Exit { unit } => naive.leave(turn, unit, before),
        Order::Attack { .. } | Order::Face { .. } | Order::Work { .. } => {}
    }
    if order != Order::EndTurn {
        naive.meet_for_good(turn, |key| {
            battle
                .roster()
                .any(|(id, unit)| unit.key.as_deref() == Some(key) && battle.presence(id) == Presence::Fallen)
        });
    }
}

/// Returns the points of a side by the second implementation of goals.
pub fn points(naive: &NaiveGoals, side: Side, battle: &Battle) -> i64 {
    let goals = naive.map.goals.iter().enumerate();
    let goals = goals.filter(|&(index, goal)| goal.side == side && naive.is_met(index));
    let goals: i64 = goals.map(|(_, goal)| goal.points.unwrap_or(0)).sum();
    let Some(values) = &naive.map.victory_points else { return goals };
    let castles = battle.castles().filter(|(cell, _)| naive.owners[&battle.grid().coord(*cell)] == side);
    let castles = i64::try_from(castles.count()).unwrap();
    let start: u32 = battle.start_strength(side.other());
    let lost = i64::from(start - battle.outcome().left[side.other()]);
    goals + castles * values.castle.unwrap_or(0) + lost * values.losses.unwrap_or(0) / i64::from(start)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Hexes at stake and goals that would be met if the half-turn ended are those that follow from the position after it; the
    /// most points are those of the file.
    #[test]
    fn questions_about_goals_have_the_answers_that_follow(seed: u64) {
        let stage = random_stage_with_goals(seed, &classic_with(0));
        let (mut game, mut choice) = (stage.game(), Dice::for_other_purpose(seed, 1));
        let values = stage.0.map.victory_points.as_ref();
        let castles = i64::try_from(game.battle.castles().count()).unwrap();
        let castles = castles * values.and_then(|values| values.castle).unwrap_or(0);
        let losses = values.and_then(|values| values.losses).unwrap_or(0);
        for side in Side::BOTH {
            let goals = stage.0.map.goals.iter().filter(|goal| goal.side == side);
            let most = castles + losses + goals.filter_map(|goal| goal.points).sum::<i64>();
            prop_assert_eq!(game.battle.most_victory_points(side), u64::try_from(most).unwrap());
        }
        let pays = castles + losses > 0 || stage.0.map.goals.iter().any(|goal| goal.points.is_some_and(|points| points > 0));
        prop_assert_eq!(game.battle.outcome().victory_points.is_some(), pays);
        let goal_hexes: Vec<_> = stage.0.map.goals.iter()
            .flat_map(|goal| goal.hold.iter().chain(&goal.take).chain(&goal.exit))
            .filter_map(|hex| game.battle.grid().cell(hex.hex()))
            .collect();
        while !play_at_random(&mut game, &mut choice, 1).is_empty() {
            let battle = &game.battle;
            let at_stake: Vec<_> = battle.hexes_at_stake().collect();
            let castles_count =
                !battle.has_goals() || battle.objective() != Objective::Goals || castles > 0;
            for castle in battle.castles().filter(|(cell, _)| !goal_hexes.contains(cell)) {
                prop_assert_eq!(at_stake.contains(&castle), castles_count);
            }
            for (cell, side) in battle.grid().cells().flat_map(|cell| Side::BOTH.map(|side| (cell, side))) {
                prop_assert_eq!(battle.holds_at_stake(side, cell), at_stake.contains(&(cell, side)));
            }
            if battle.verdict().is_none() {
                let mut after = battle.clone();
                after.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).unwrap();
                for (goal, _) in battle.all_goals() {
                    prop_assert_eq!(battle.is_goal_met_at_end(goal), after.is_goal_met(goal));
                }
            }
        }
    }

    /// Goals met, points and the end are those of the second implementation after every order.
    #[test]
    fn goals_are_those_of_the_second_implementation(seed: u64, options in 0..FOG_OF_WAR) {
        let stage = random_stage_with_goals(seed, &classic_with(options));
        let mut game = stage.game();
        let castles = game.battle.castles().map(|(cell, _)| game.battle.grid().coord(cell));
        let mut naive = NaiveGoals::new(&stage.0.map, castles);
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..80 {
            let before = game.battle.clone();
            let last = before.half_turns_left() == 1;
            let Some(&order) = play_at_random(&mut game, &mut choice, 1).first() else { break };
            let battle = &game.battle;
            follow(&mut naive, order, &before, battle);
            for index in 0..stage.0.map.goals.len() {
                prop_assert_eq!(battle.is_goal_met(GoalId::from_index(index)), naive.is_met(index), "goal {}", index);
            }
            for side in Side::BOTH {
                prop_assert_eq!(i64::try_from(battle.victory_points(side)).unwrap(), points(&naive, side, battle));
            }
            let first = battle.first_side();
            let winner = [first, first.other()].into_iter().find(|&side| naive.has_won(side));
            let by_goals = battle.verdict().filter(|verdict| verdict.how == VictoryKind::Goals);
            prop_assert_eq!(by_goals.and_then(|verdict| verdict.winner), winner);
            if last && order == Order::EndTurn && stage.0.map.objective == Some(Objective::Goals) && winner.is_none() {
                let wins = &stage.0.map.wins;
                let lead = points(&naive, Side::Red, battle) - points(&naive, Side::Blue, battle);
                let least = stage.0.map.victory_points.as_ref().and_then(|points| points.degrees.first()).map_or(1, |degree| degree.lead);
                let expected = match (wins.red.is_empty(), wins.blue.is_empty()) {
                    (false, true) => Some(Side::Blue),
                    (true, false) => Some(Side::Red),
                    _ if lead >= least => Some(Side::Red),
                    _ if -lead >= least => Some(Side::Blue),
                    _ => None,
                };
                prop_assert_eq!(battle.verdict().map(|verdict| verdict.winner), Some(expected));
            }
        }
    }

    /// A log and a copy tell a battle with goals as they do any other.
    #[test]
    fn battles_with_goals_are_logged(seed: u64) {
        let stage = random_stage_with_goals(seed, &classic_with(0));
        let mut game = stage.game();
        let mut onlooker = hotgates_engine::Spectator::new(game.battle.clone());
        play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 1), 60);
        game.log.iter().for_each(|event| onlooker.watch_event(event));
        prop_assert_eq!(onlooker.battle(), &game.battle);
        prop_assert_eq!(onlooker.battle().hash(), game.battle.hash());
        let mut other = stage.0.clone();
        other.map.goals[0].points = Some(other.map.goals[0].points.unwrap_or(0) + 1);
        let battle = Battle::from_scenario(&other).unwrap();
        prop_assert_ne!(battle.fingerprint(), stage.battle().fingerprint());
    }
}

/// Each fault of goals stands at its place in the text, and all are reported at once.
#[test]
fn faults_of_goals_are_reported_at_once_in_their_places() {
    let text = r#"Map(
    name: "Faults",
    rows: ["...~....#", "........."],
    objective: goals,
    red_holds: [(1, 0), (9, 9)],
    goals: [
        (key: "both", side: red, hold: [(2, 0)], take: [(2, 0)]),
        (key: "both", side: red, take: [(3, 0), (2, 0), (2, 0)], turns: 3),
        (key: "", side: blue, destroy: ["nobody"], by: 0, points: -1),
        (key: "near", side: blue, hold: [(5, 0)]),
    ],
    wins: (red: [["near"], []], blue: [["near"]]),
    victory_points: (castle: 2000000, degrees: [(lead: 0, name: " ")]),
    red: (units: [(type: "infantry", at: (0, 0), key: "a"), (type: "infantry", at: (1, 0), key: "a")]),
    blue: (units: [(type: "infantry", at: (8, 0))]),
)
"#;
    let map = MapFile::from_ron(text).expect("a text that reads well");
    let mut scenario = Scenario::classic(map);
    scenario.rules.setup.distance = 0;
    let mut faults = Battle::check_scenario(&scenario).faults;
    MapFile::locate_faults(text, &mut faults);
    assert_eq!(sentences(&faults), "red.units[1].key: `a` is there already; each may stand only once");
    scenario.map.red.as_mut().unwrap().units[1].key = None;
    let mut faults = Battle::check_scenario(&scenario).faults;
    MapFile::locate_faults(text, &mut faults);
    let places: Vec<String> = faults
        .iter()
        .map(|fault| format!("{} {fault}", fault.position.map_or(0, |position| position.line)))
        .collect();
    let expected = [
        "7 goals[0]: a goal has one of `hold`, `take`, `destroy` and `exit`",
        "8 goals[1].key: `both` is there already; each may stand only once",
        "8 goals[1].turns: `turns` goes with `hold`, `by` with the other aims, `units` and `count` with `exit`",
        "8 hex 3,0: no unit of Red can stand there",
        "8 goals[1].take[2]: `2,0` is there already; each may stand only once",
        "9 goals[2].key: a key is missing or empty",
        "9 goals[2].points: -1 is out of range; it may be 0 to 1000000",
        "9 goals[2].by: 0 is out of range; it may be 1 to 10000",
        "9 goals[2].destroy[0]: unknown key of an enemy unit `nobody`; known: a",
        "5 hex 1,0: this is no castle, and no goal names it to hold or take",
        "5 red_holds[1]: hex 9,9 is off the map; columns go to 8, rows to 1",
        "12 wins.red[0][0]: unknown goal of this side `near`; known: both",
        "12 wins.red[1]: 0 entries; there may be 1 to 32",
        "13 victory_points.castle: 2000000 is out of range; it may be 0 to 1000000",
        "13 victory_points.degrees[0].lead: 0 is out of range; it may be 1 to 1000000",
        "13 victory_points.degrees[0].name: a name is missing or empty",
    ];
    assert_eq!(places, expected);
}

#[test]
fn a_battle_is_not_won_before_it_begins() {
    let won = chain(|map| {
        map.goals = vec![hold("home", Side::Blue, 11, 0)];
        map.wins.blue = vec![vec!["home".into()]];
    });
    let faults = Battle::check_scenario(&won.0).faults;
    assert_eq!(sentences(&faults), "wins.blue: Blue meets these goals before the first move");
    let held =
        Battle::check_scenario(&chain(|map| map.goals = vec![take("home", Side::Blue, &[3])]).0).faults;
    assert_eq!(
        sentences(&held),
        "goals[0].take: Blue holds all of this at the start; `red_holds` says what Red holds, Blue holds the rest"
    );
    let nothing = Battle::check_scenario(&chain(|map| map.objective = Some(Objective::Goals)).0).faults;
    assert!(matches!(nothing[..], [ref fault] if fault.kind == FaultKind::NothingToWin));
}

/// A goal by hand knows what it asks for.
#[test]
fn a_goal_tells_its_aim() {
    let battle = chain(|map| map.goals = vec![take("hill", Side::Red, &[4])]).battle();
    let (id, goal) = battle.goals(Side::Red).next().unwrap();
    let GoalAim::Take { cells, by } = &goal.aim else { panic!("hexes to take") };
    assert_eq!((battle.grid().coord(cells[0]), *by), (at(4, 0), 10_000));
    assert_eq!((battle.goal(id).key.as_str(), battle.winning_sets(Side::Red).len()), ("hill", 0));
}
