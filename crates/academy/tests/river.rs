//! River crossing against the ground truth, and hints followed to the end.

use hotgates_academy::river::{
    BankState, BoardStateProspects, RiverCount, RiverError, RiverGame, RiverGoal, RiverHint, RiverMoment,
    RiverRules, RiverStep, RuleBreach, Shore, SingleSteps, WholeCrossings, river_hint_from, solve_river,
};
use hotgates_search::{Limits, StateGraph};
use serde_json::Value;

fn truth() -> Value {
    serde_json::from_str(include_str!("data/river-crossing.json")).expect("the ground truth is JSON")
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().expect("a number")).expect("a small number")
}

fn rules(n: u32, boat: u32, goal: RiverGoal, boat_rule: bool) -> RiverRules {
    RiverRules::new(n, n, boat, goal, boat_rule).expect("possible numbers")
}

/// `crossings`, and where given `shortest_solutions` and `reachable_states`, as the row says.
fn check_row(row: &Value, rules: RiverRules) {
    let solution = solve_river(rules, &mut (), &mut ()).solution;
    let crossings = row["crossings"].as_u64();
    assert_eq!(solution.crossings, crossings, "{rules:?}");
    assert_eq!(solution.solvable, crossings.is_some());
    assert_eq!(solution.way.len() as u64, crossings.unwrap_or(0));
    if let Some(ways) = row.get("shortest_solutions") {
        assert_eq!(solution.shortest_ways, Some(u128::from(number(ways))), "{rules:?}");
    }
    if let Some(states) = row.get("reachable_states") {
        assert_eq!(solution.states, number(states) as usize, "{rules:?}");
    }
    if let Some(moves) = row.get("reachable_directed_moves") {
        let graph = StateGraph::explore_from(
            &WholeCrossings(rules),
            rules.start_banks(),
            &Limits::without_limits(),
            &mut (),
        );
        assert_eq!(graph.edge_count(), number(moves) as usize, "{rules:?}");
        let stuck = graph.costs_to_goal().iter().filter(|cost| cost.is_none()).count();
        if let Some(dead_ends) = row["dead_ends"].as_u64() {
            assert_eq!(stuck as u64, dead_ends, "{rules:?}");
        }
    }
}

/// Counts the states of whole crossings that break no rule, within reach or not.
fn legal_states(rules: RiverRules) -> u32 {
    let counts = |most| 0..=most;
    let banks = counts(rules.priest_count()).flat_map(|p| counts(rules.devil_count()).map(move |d| (p, d)));
    let states = banks.flat_map(|(p, d)| [Shore::Left, Shore::Right].map(|side| (p, d, side)));
    let legal = states.filter(|&(priests, devils, side)| {
        let moment: RiverMoment = BankState { priests, devils, side }.into();
        rules.find_breach(moment).is_none()
    });
    u32::try_from(legal.count()).expect("few states")
}

#[test]
fn every_row_of_the_table_is_reproduced() {
    let truth = truth();
    let table = truth["table"].as_array().expect("a list");
    assert_eq!(table.len(), 40);
    for row in table {
        let (n, boat) = (number(&row["n"]), number(&row["boat"]));
        assert_eq!(
            legal_states(rules(n, boat, RiverGoal::All, false)),
            number(&row["legal_states"]),
            "{row}"
        );
        check_row(row, rules(n, boat, RiverGoal::All, false));
        check_row(&row["with_boat_rule"], rules(n, boat, RiverGoal::All, true));
        check_row(&row["goal_priests"], rules(n, boat, RiverGoal::Priests, false));
    }
}

#[test]
fn every_large_row_is_reproduced() {
    let truth = truth();
    let large = truth["large"].as_array().expect("a list");
    assert_eq!(large.len(), 7);
    for row in large {
        check_row(row, rules(number(&row["n"]), number(&row["boat"]), RiverGoal::All, false));
    }
}

#[test]
fn the_classic_distances_hold_for_every_legal_state() {
    let truth = truth();
    for (name, distance) in truth["classic"]["crossings_to_goal_from_legal_state"].as_object().expect("a map")
    {
        let rules = RiverRules::classic();
        let moment = rules.parse_moment(name).expect("a state");
        assert_eq!(moment.to_string(), *name);
        let hint = river_hint_from(rules, moment);
        match distance.as_u64() {
            None => assert_eq!(hint.outlook, BoardStateProspects::Stuck, "{name}"),
            Some(0) => assert_eq!(hint.outlook, BoardStateProspects::Won, "{name}"),
            Some(distance) => assert_eq!(hint.crossings_left, Some(distance), "{name}"),
        }
    }
}

#[test]
fn the_classic_way_is_one_of_the_four() {
    let truth = truth();
    let way = solve_river(RiverRules::classic(), &mut (), &mut ()).solution.way;
    let ways = truth["classic"]["shortest_paths"].as_array().expect("a list");
    assert_eq!(ways.len(), 4);
    assert!(ways.contains(&serde_json::json!(way)), "{way:?}");
}

#[test]
fn single_steps_number_31_for_all_and_21_for_the_priests() {
    assert_eq!(solve_river(rules(3, 2, RiverGoal::All, false), &mut (), &mut ()).solution.steps, Some(31));
    assert_eq!(
        solve_river(rules(3, 2, RiverGoal::Priests, false), &mut (), &mut ()).solution.steps,
        Some(21)
    );
    let graph = steps_of(RiverRules::classic());
    assert_eq!(graph.states().len(), 70);
}

fn steps_of(rules: RiverRules) -> StateGraph<SingleSteps> {
    StateGraph::explore_from(
        &SingleSteps(rules),
        rules.start_banks().into(),
        &Limits::without_limits(),
        &mut (),
    )
}

/// Following the hint from every state a player can be in wins in the fewest steps, by exploring
/// everything.
fn check_hints(rules: RiverRules) {
    let graph = steps_of(rules);
    let fewest = graph.costs_to_goal();
    for (&moment, fewest) in graph.states().iter().zip(fewest) {
        let mut game = RiverGame::from_moment(rules, moment);
        while let Some(step) = game.next_hint().step {
            game.make_step(step).expect("a hint can be followed");
            assert_eq!(game.losing_breach(), None);
        }
        match fewest {
            Some(fewest) => {
                assert!(game.is_won(), "{moment}");
                assert_eq!(game.steps_made().len() as u64, fewest, "{moment}");
            }
            None => assert_eq!(game.next_hint().outlook, BoardStateProspects::Stuck, "{moment}"),
        }
        // One false step further: lost states are named.
        for step in SingleSteps(rules).possible_steps(moment) {
            let next = SingleSteps(rules).moment_after(moment, step);
            if rules.find_breach(next).is_some() {
                assert!(
                    matches!(river_hint_from(rules, next).outlook, BoardStateProspects::Lost(_)),
                    "{next}"
                );
            }
        }
    }
}

#[test]
fn hints_followed_from_every_state_win_in_the_fewest_steps() {
    for (priests, devils, boat) in
        [(3, 3, 2), (2, 2, 2), (4, 4, 2), (4, 3, 2), (5, 5, 3), (4, 4, 4), (3, 0, 2), (1, 1, 1)]
    {
        for goal in [RiverGoal::All, RiverGoal::Priests] {
            for boat_rule in [false, true] {
                check_hints(
                    RiverRules::new(priests, devils, boat, goal, boat_rule).expect("possible numbers"),
                );
            }
        }
    }
}

#[test]
fn both_grains_agree_on_whether_there_is_a_way() {
    for priests in 1..6 {
        for devils in 0..=priests {
            for boat in 1..6 {
                for (goal, boat_rule) in
                    [(RiverGoal::All, false), (RiverGoal::All, true), (RiverGoal::Priests, true)]
                {
                    let rules =
                        RiverRules::new(priests, devils, boat, goal, boat_rule).expect("possible numbers");
                    let solution = solve_river(rules, &mut (), &mut ()).solution;
                    let fewest = steps_of(rules).costs_to_goal()[0];
                    assert_eq!(solution.steps, fewest, "{rules:?}");
                    assert_eq!(solution.solvable, fewest.is_some(), "{rules:?}");
                }
            }
        }
    }
}

#[test]
fn a_hundred_of_each_is_solved_and_more_devils_than_priests_is_not() {
    let solution = solve_river(rules(100, 4, RiverGoal::All, false), &mut (), &mut ()).solution;
    assert_eq!((solution.crossings, solution.shortest_ways), (Some(197), Some(361)));
    let lost = RiverRules::new(3, 4, 2, RiverGoal::All, false).expect("possible numbers");
    assert!(!solve_river(lost, &mut (), &mut ()).solution.solvable);
    assert_eq!(RiverGame::new(lost).next_hint().outlook, BoardStateProspects::Lost(RuleBreach::LeftBank));
}

#[test]
fn impossible_numbers_are_refused() {
    let new = |priests, devils, boat| RiverRules::new(priests, devils, boat, RiverGoal::All, false);
    assert_eq!(new(0, 3, 2), Err(RiverError::NoPriests));
    assert_eq!(new(3, 3, 0), Err(RiverError::NoBoat));
    assert_eq!(new(3, 201, 2), Err(RiverError::TooMany { what: RiverCount::Devils, got: 201 }));
    assert_eq!(new(u32::MAX, 3, 2), Err(RiverError::TooMany { what: RiverCount::Priests, got: u32::MAX }));
    assert_eq!(
        new(3, 3, 256).unwrap_err().to_string(),
        "the number of seats in the boat is 256, it must be at most 200"
    );
}

#[test]
fn states_are_read_as_they_are_written() {
    let rules = RiverRules::classic();
    for text in ["3P2DL", "0P0DR", "3P1DL+1D", "2P2DL+1P1D", "1P1DR+2D"] {
        assert_eq!(rules.parse_moment(text).expect("a state").to_string(), text);
    }
    assert_eq!(
        rules.parse_moment("3P1DL+1D").expect("a state").as_banks(),
        BankState { priests: 3, devils: 2, side: Shore::Left }
    );
    for text in
        ["", "3P2D", "P2DL", "3P2DL+", "3P2DX", "-1P2DL", "3P2DL+1", "99999999999P1DL", "3P2DL+1D+1D", "é"]
    {
        assert!(matches!(rules.parse_moment(text), Err(RiverError::NotAState { .. })), "{text}");
    }
    for text in ["4P2DL", "3P3DL+1D", "1P1DL+2P1D"] {
        assert!(matches!(rules.parse_moment(text), Err(RiverError::ImpossibleState { .. })), "{text}");
    }
}

#[test]
fn a_game_refuses_impossible_steps_and_ends_when_lost() {
    let mut game = RiverGame::new(RiverRules::classic());
    let before = game.current_moment();
    assert!(matches!(game.make_step(RiverStep::Sail), Err(RiverError::ImpossibleStep { .. })));
    assert_eq!(game.current_moment(), before);
    for step in ["board P", "b p", "SAIL"] {
        game.make_step(step.parse().expect("a step")).expect("a possible step");
    }
    assert_eq!(game.losing_breach(), Some(RuleBreach::LeftBank));
    assert!(game.legal_steps().is_empty());
    assert!(matches!(game.make_step(RiverStep::Sail), Err(RiverError::Over { won: false, .. })));
    assert_eq!(
        game.next_hint().to_string(),
        "1P3DR+2P is lost: on the left bank priests are fewer than devils"
    );
    assert_eq!(game.undo_step(), Some(RiverStep::Sail));
    assert_eq!(game.losing_breach(), None);
}

#[test]
fn a_hint_says_why() {
    let RiverHint { crossing, .. } = RiverGame::new(RiverRules::classic()).next_hint();
    assert!(crossing.is_some_and(|crossing| ["2D>", "1P1D>"].contains(&crossing.as_str())));
    let text = RiverGame::new(RiverRules::classic()).next_hint().to_string();
    assert!(text.contains("31 steps") && text.contains("11 crossings"), "{text}");
}

#[test]
fn the_pictures_show_every_state_and_mark_the_shortest_ways() {
    use hotgates_academy::river::{river_dot, river_svg};
    let dot = river_dot(RiverRules::classic()).expect("a small graph");
    assert_eq!(dot.matches("fillcolor=\"#").count(), 16);
    assert_eq!(dot.matches(" -> ").count(), 17); // 34 directed moves
    assert_eq!(dot.matches("penwidth").count(), 15); // 4 in the fork at each end, 7 between
    let svg = river_svg(RiverRules::classic()).expect("a small graph");
    assert_eq!(svg.matches("rx=\"6\"").count(), 16);
    assert_eq!(svg.matches("stroke-width=\"3\"><title>").count(), 15);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let large = RiverRules::new(200, 100, 50, RiverGoal::All, false).expect("possible numbers");
    assert!(matches!(river_dot(large), Err(RiverError::TooLargeToDraw { .. })));
}

#[test]
fn the_solution_has_the_documented_shape() {
    let solution = solve_river(RiverRules::classic(), &mut (), &mut ()).solution;
    let json = serde_json::to_string(&solution).expect("plain data");
    assert!(
        json.starts_with(
            r#"{"solvable":true,"crossings":11,"steps":31,"shortest_ways":4,"states":16,"way":["#
        ),
        "{json}"
    );
}

#[test]
fn the_search_can_be_watched_and_its_frontier_drawn() {
    use hotgates_search::{SearchEvent, SearchRecorder, StatisticsTimeline};
    let mut recorder = SearchRecorder::new(1_000);
    let mut timeline = StatisticsTimeline::new(32);
    let solved = solve_river(RiverRules::classic(), &mut recorder, &mut timeline);
    let met =
        recorder.recorded_events().iter().filter(|(glimpse, _)| matches!(glimpse, SearchEvent::Seen(_)));
    assert_eq!(met.count(), solved.solution.states);
    let samples = timeline.noted_samples();
    assert_eq!(samples.last().map(|last| last.expanded), Some(solved.step_work.expanded));
    assert!(samples.iter().any(|sample| sample.frontier > 1));
    let large = rules(100, 4, RiverGoal::All, false);
    let mut timeline = StatisticsTimeline::new(32);
    solve_river(large, &mut timeline, &mut ());
    assert!((32..=64).contains(&timeline.noted_samples().len()));
}

#[test]
fn a_hundred_of_each_needs_few_states() {
    // Under a second on any machine: a few thousand states, far from the 20,402 there could be.
    let solved = solve_river(rules(100, 4, RiverGoal::All, false), &mut (), &mut ());
    assert!(solved.crossing_work.seen < 5_000, "{:?}", solved.crossing_work);
    assert!(solved.step_work.seen < 20_000, "{:?}", solved.step_work);
}
