//! The same problem searched by every method: proven answers agree, guesses are never better, and
//! the steps of every answer can be played.

use hotgates_academy::river::{self, ActionSize, RiverGame, RiverGoal, RiverRules};
use hotgates_academy::tower::{self, SolveOptions, Tower, replay_route, solve_tower};
use hotgates_search::{Certainty, Limits, SearchMethod};

fn crossing(rules: RiverRules, grain: ActionSize, method: SearchMethod) -> river::RiverAnswer {
    let limits = Limits::without_limits().with_steps(300_000);
    river::search_river(rules, rules.start_banks().into(), grain, method, &limits, &mut |_, _| ())
}

#[test]
fn all_searches_of_a_crossing_agree_with_its_solution() {
    for (priests, devils, boat) in
        (1..=4).flat_map(|p| (0..=p).flat_map(move |d| (1..=3).map(move |b| (p, d, b))))
    {
        for (goal, boat_rule) in
            [(RiverGoal::All, false), (RiverGoal::All, true), (RiverGoal::Priests, false)]
        {
            let rules = RiverRules::new(priests, devils, boat, goal, boat_rule).unwrap();
            let solution = river::solve_river(rules, &mut (), &mut ()).solution;
            for method in SearchMethod::ALL {
                let case = format!("{priests}-{devils}-{boat} {goal:?} {boat_rule} {method:?}");
                let found = crossing(rules, ActionSize::Crossings, method);
                match found.certainty {
                    Certainty::Proven => assert_eq!(found.cost, solution.crossings, "{case}"),
                    Certainty::NoSolution => assert!(!solution.solvable, "{case}"),
                    _ => assert!(found.cost.is_none_or(|cost| Some(cost) >= solution.crossings), "{case}"),
                }
                if let Some(cost) = found.cost {
                    let mut game = RiverGame::new(rules);
                    found.steps.iter().for_each(|&step| game.make_step(step).expect(&case));
                    assert!(game.is_won(), "{case}");
                    let trips = found.steps.iter().filter(|step| **step == river::RiverStep::Sail).count();
                    assert_eq!(trips as u64, cost, "{case}");
                }
            }
        }
    }
}

#[test]
fn single_steps_are_found_too() {
    for method in SearchMethod::ALL {
        let found = crossing(RiverRules::classic(), ActionSize::Steps, method);
        let proven = found.certainty == Certainty::Proven;
        assert_eq!(found.cost.filter(|_| proven), proven.then_some(31), "{method:?}");
        assert_eq!(found.cost, Some(found.steps.len() as u64).filter(|steps| *steps > 0), "{method:?}");
    }
}

#[test]
fn the_estimate_of_crossings_is_never_too_high() {
    for (priests, devils, boat) in
        (1..=5).flat_map(|p| (0..=p).flat_map(move |d| (1..=4).map(move |b| (p, d, b))))
    {
        for goal in [RiverGoal::All, RiverGoal::Priests] {
            let rules = RiverRules::new(priests, devils, boat, goal, false).unwrap();
            let crossings = river::WholeCrossings(rules);
            let graph = hotgates_search::StateGraph::explore_from(
                &crossings,
                rules.start_banks(),
                &Limits::without_limits(),
                &mut (),
            );
            for (banks, cost) in graph.states().iter().zip(graph.costs_to_goal()) {
                let Some(cost) = cost else { continue };
                let least = crossings.least_crossings(*banks).expect("there is a way");
                assert!(least <= cost, "{priests}-{devils}-{boat} {goal:?} {banks}: {least} > {cost}");
            }
        }
    }
}

#[test]
fn all_searches_of_a_tower_agree() {
    for (name, best) in [("own-1-7x7", 17), ("own-7-13x13", 672), ("worked-example", 13)] {
        let path = format!("{}/assets/towers/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let tower = Tower::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
        for method in tower::TowerMethod::ALL {
            let options = SolveOptions { method, states: Some(50_000), ..SolveOptions::default() };
            let answer = solve_tower(&tower, &options).unwrap();
            let life = answer.solution.life;
            assert!(life <= Some(best), "{name} {method:?}");
            if answer.solution.optimal {
                assert_eq!(life, Some(best), "{name} {method:?}");
            }
            assert!(answer.solution.bound.is_none_or(|bound| bound >= best), "{name} {method:?}");
            if let Some(life) = life {
                assert_eq!(replay_route(&tower, &answer.route).unwrap(), life, "{name} {method:?}");
            }
        }
    }
}

#[test]
fn what_is_cleared_is_told_with_every_moment() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/towers/own-1-7x7.txt");
    let tower = Tower::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (moments, most) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let cleared = |places: &[tower::TilePlace]| {
        moments.set(moments.get() + 1);
        most.set(most.get().max(places.len()));
        assert!(places.iter().all(|place| place.row < 7 && place.column < 7 && place.floor == 0));
    };
    let options = SolveOptions { cleared: Some(&cleared), ..SolveOptions::default() };
    solve_tower(&tower, &options).unwrap();
    assert!(moments.get() >= 8 && most.get() > 10, "{} moments, {} cells", moments.get(), most.get());
}
