//! Magic towers against the ground truth.

use hotgates_academy::tower::{
    KeyColour, Merging, RandomTowerOptions, RouteStep, SearchPhase, ShopWare, SolveOptions, SolveProgress,
    Tile, TilePlace, Tower, TowerGame, TowerGraph, TowerMethod, WalkDirection, random_tower, replay_route,
    route_as_text, solve_tower, tower_dot, tower_svg,
};
use hotgates_search::{Certainty, SpentBudget};
use serde_json::Value;

fn truth() -> Value {
    serde_json::from_str(include_str!("data/towers.json")).expect("the ground truth is JSON")
}

fn tower(file: &str) -> Tower {
    let path = format!("{}/assets/towers/{file}", env!("CARGO_MANIFEST_DIR"));
    Tower::parse(&std::fs::read_to_string(path).expect("a file")).expect("a tower")
}

#[test]
fn every_tower_is_solved_with_proof_and_its_route_replayed() {
    for row in truth()["towers"].as_array().expect("a list") {
        let file = row["file"].as_str().expect("a name");
        let tower = tower(file);
        let answer = solve_tower(&tower, &SolveOptions::default()).expect("small");
        let solution = &answer.solution;
        let before = &row["an_exact_search"]["states_expanded"];
        assert_eq!(solution.life, row["best_life"].as_i64(), "{file}");
        assert!(solution.optimal, "{file}");
        assert_eq!(solution.bound, solution.life, "{file}");
        assert_eq!(replay_route(&tower, &answer.route), Ok(solution.life.expect("a life")), "{file}");
        assert_eq!(
            solution.nodes as u64,
            row["nodes_with_hero"]["before_merging"].as_u64().expect("a number")
        );
        assert_eq!(
            solution.merged_nodes as u64,
            row["nodes_with_hero"]["after_merging"].as_u64().expect("a number"),
            "{file}"
        );
        let graph = TowerGraph::new(&tower, tower.start_state()).expect("small");
        assert_eq!(
            graph.obstacle_count() as u64,
            row["costly_nodes"]["before_merging"].as_u64().expect("a number")
        );
        assert_eq!(
            graph.with_nodes_merged().obstacle_count() as u64,
            row["costly_nodes"]["after_merging"].as_u64().expect("a number")
        );
        // Ten times fewer states than the exact search there is the aim; with a shop seven times,
        // and on the smallest tower nine, where hardly more than one way is looked at.
        let (before, times) =
            (before.as_u64().expect("a number"), if file.contains("own-3") { 7 } else { 9 });
        assert!(solution.states * times <= before, "{file}: {} states of {before}", solution.states);
    }
}

#[test]
fn a_budget_is_kept_and_its_bound_is_honest() {
    let tower = tower("own-5-2x9x9.txt");
    for states in [1, 5, 20, 50] {
        let options = SolveOptions { states: Some(states), ..SolveOptions::default() };
        let answer = solve_tower(&tower, &options).expect("small");
        assert!(answer.statistics.seen <= 2 * states, "two searches, each within the budget");
        assert!(!answer.solution.optimal);
        assert!(answer.solution.life.is_none_or(|life| life <= 395));
        assert!(answer.solution.bound.is_some_and(|bound| bound >= 395), "{:?}", answer.solution);
    }
}

#[test]
fn cancelling_ends_the_search_with_what_it_has() {
    let options = SolveOptions { cancel: Some(&|| true), ..SolveOptions::default() };
    let answer = solve_tower(&tower("own-7-13x13.txt"), &options).expect("small");
    assert!(!answer.solution.optimal);
    assert!(answer.solution.bound.is_some_and(|bound| bound >= 672));
}

#[test]
fn forced_merging_with_a_shop_claims_nothing_it_cannot_know() {
    let tower = tower("own-3-11x11-shop.txt");
    let options = SolveOptions { merging: Merging::Always, ..SolveOptions::default() };
    let answer = solve_tower(&tower, &options).expect("small");
    assert!(!answer.solution.optimal);
    assert!(answer.solution.life <= Some(426) && answer.solution.bound >= Some(426));
    assert_eq!(replay_route(&tower, &answer.route).ok(), answer.solution.life);
}

#[test]
fn a_boss_that_is_too_strong_is_an_answer_and_no_fault() {
    let text = "1  1 4  0 201 31 299  0 0 0 50 0 0 0 0 0  2  201 10 6 0 0 0  299 10 9 90 0 0  0 0 0 0 0 0
                20 5 2 0 0 0 0 0 0 0 0";
    let answer = solve_tower(&Tower::parse(text).expect("a tower"), &SolveOptions::default()).expect("small");
    assert_eq!((answer.solution.life, answer.solution.optimal, answer.solution.bound), (None, true, None));
    assert_eq!(answer.route, []);
}

#[test]
fn more_than_64_obstacles_on_several_floors_are_told_apart() {
    let mut large = 0;
    for seed in 0..4 {
        let options = RandomTowerOptions { floors: 3, rows: 11, columns: 13, seed, shop: seed == 3 };
        let tower = random_tower(&options).expect("a possible size");
        assert_eq!(random_tower(&options), Ok(tower.clone()), "equal seeds make equal towers");
        assert_eq!(Tower::parse(&tower.to_text()), Ok(tower.clone()));
        let graph = TowerGraph::new(&tower, tower.start_state()).expect("a small tower");
        large += usize::from(graph.obstacle_count() > 64);
        let options = SolveOptions { states: Some(20_000), ..SolveOptions::default() };
        let answer = solve_tower(&tower, &options).expect("a small tower");
        let life = answer.solution.life.expect("a random tower can be won");
        assert_eq!(replay_route(&tower, &answer.route), Ok(life));
        assert!(answer.solution.bound >= Some(life));
        assert!(route_as_text(&answer.route, true).len() > answer.solution.route.len());
    }
    assert!(large >= 3, "{large} towers with more than 64 obstacles");
}

#[test]
fn hints_followed_to_the_end_reach_the_best_life() {
    for file in ["own-1-7x7.txt", "own-2-11x11.txt", "worked-example.txt"] {
        let tower = tower(file);
        let best = solve_tower(&tower, &SolveOptions::default()).expect("small").solution.life;
        let mut game = TowerGame::new(tower.clone());
        let mut route = Vec::new();
        while let Some(step) = game.next_hint(&SolveOptions::default()).expect("small").step {
            assert!(game.legal_steps().contains(&step), "{step}");
            game.make_step(step).expect("a hint can be followed");
            route.push(step);
        }
        assert!(game.is_won(), "{file}");
        assert_eq!(Some(game.current_state().hero.hp), best, "{file}");
        assert_eq!(replay_route(&tower, &route).ok(), best, "{file}");
        let steps = route.len();
        assert!((0..steps).all(|_| game.undo_step()) && !game.undo_step());
        assert_eq!(game.current_state(), tower.start_state());
    }
}

#[test]
fn the_game_refuses_what_cannot_be_done_and_changes_nothing() {
    let tower = tower("own-1-7x7.txt");
    let mut game = TowerGame::new(tower);
    let before = game.current_state().clone();
    let place = |row, column| TilePlace { floor: 0, row, column };
    let boss = RouteStep::Clear { place: place(6, 0), tile: Tile::Monster(299) };
    assert!(game.make_step(boss).is_err());
    assert!(game.make_step(RouteStep::Buy(ShopWare::Atk)).is_err());
    assert!(game.make_step(RouteStep::Clear { place: place(99, 0), tile: Tile::Shop }).is_err());
    assert!(game.climb_stairs().is_err());
    assert_eq!(*game.current_state(), before);
    assert_eq!(game.walk_one_cell(WalkDirection::West), Ok(None));
    assert_eq!(game.current_state().hero.place, place(3, 5));
    assert!(game.walk_one_cell(WalkDirection::South).is_ok());
    assert!(game.walk_one_cell(WalkDirection::North).is_ok());
}

#[test]
fn the_graph_is_drawn_before_and_after_merging() {
    let tower = tower("worked-example.txt");
    let graph = TowerGraph::new(&tower, tower.start_state()).expect("small");
    let merged = graph.with_nodes_merged();
    for graph in [&graph, &merged] {
        let text = tower_dot(&tower, tower.start_state(), graph);
        assert_eq!(text.matches("[label=").count(), graph.len());
        let joins: usize = (0..graph.len()).map(|node| graph.joined_nodes(node).count()).sum();
        assert_eq!(text.matches(" -- ").count(), joins / 2);
    }
    assert_eq!((graph.len(), merged.len()), (38, 23));
}

#[test]
fn a_replay_names_the_step_that_cannot_be_made() {
    let tower = tower("own-1-7x7.txt");
    let mut route = solve_tower(&tower, &SolveOptions::default()).expect("small").route;
    let last = route.len();
    let error = replay_route(&tower, &route[..last - 1]).expect_err("the boss stands");
    assert_eq!((error.number, error.why.as_str()), (last, "the boss still stands"));
    route.remove(0);
    assert!(replay_route(&tower, &route).is_err() || route.len() + 1 == last);
    let door = RouteStep::Clear {
        place: TilePlace { floor: 0, row: 1, column: 6 },
        tile: Tile::Door(KeyColour::Blue),
    };
    let error = replay_route(&tower, &[door]).expect_err("no key");
    assert!(error.to_string().starts_with("step 1 of the route (door2@0,1,6): "), "{error}");
}

#[test]
fn the_search_can_be_watched_at_work() {
    use std::cell::RefCell;
    for (file, best) in [("worked-example.txt", 13), ("own-3-11x11-shop.txt", 426)] {
        let seen = RefCell::new(Vec::new());
        let watch = |progress: &SolveProgress| seen.borrow_mut().push(*progress);
        let options = SolveOptions { watch: Some(&watch), ..SolveOptions::default() };
        let answer = solve_tower(&tower(file), &options).expect("small");
        let unwatched = solve_tower(&tower(file), &SolveOptions::default()).expect("small");
        assert_eq!(answer.solution, unwatched.solution, "watching changes nothing");
        let seen = seen.into_inner();
        assert!(seen.iter().any(|progress| progress.statistics.frontier > 1));
        assert!(seen.windows(2).all(|pair| pair[0].states <= pair[1].states && pair[0].life <= pair[1].life));
        let bounds: Vec<i64> = seen.iter().filter_map(|progress| progress.bound).collect();
        assert!(bounds.windows(2).all(|pair| pair[0] >= pair[1]), "the bound only falls");
        assert!(bounds.len() > 3 && bounds.iter().all(|&bound| bound >= best), "{bounds:?}");
        let last = seen.last().expect("something");
        assert_eq!((last.life, last.phase), (Some(best), SearchPhase::First));
        assert_eq!(last.states, answer.solution.states);
    }
}

#[test]
fn a_large_tower_is_watched_through_all_its_phases() {
    use std::cell::RefCell;
    let tower = random_tower(&RandomTowerOptions { floors: 3, rows: 13, columns: 13, seed: 1, shop: true })
        .expect("a size");
    let phases = RefCell::new(Vec::new());
    let watch = |progress: &SolveProgress| {
        let mut phases = phases.borrow_mut();
        if phases.last() != Some(&progress.phase) {
            phases.push(progress.phase);
        }
    };
    let options = SolveOptions { watch: Some(&watch), states: Some(25_000), ..SolveOptions::default() };
    let answer = solve_tower(&tower, &options).expect("not too large");
    assert!(!answer.solution.optimal && answer.solution.bound > answer.solution.life);
    assert_eq!(phases.into_inner(), [SearchPhase::First, SearchPhase::Beam, SearchPhase::Full]);
}

#[test]
fn the_graph_is_drawn_over_the_map() {
    let tower = tower("own-5-2x9x9.txt");
    let graph = TowerGraph::new(&tower, tower.start_state()).expect("small");
    for graph in [&graph, &graph.with_nodes_merged()] {
        let text = tower_svg(&tower, tower.start_state(), graph);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        let joins: usize = (0..graph.len()).map(|node| graph.joined_nodes(node).count()).sum();
        assert_eq!(text.matches("stroke=\"#1a56b0\"").count(), joins / 2);
        let parts: usize = graph.nodes().iter().map(|node| node.places.len()).sum();
        assert_eq!(text.matches("<title>").count(), parts);
        assert_eq!(
            text.matches("stroke=\"#f4b400\"").count(),
            parts - graph.len(),
            "one band for each merged part"
        );
    }
}

#[test]
fn hard_towers_of_13_by_13_are_proven_with_few_states() {
    let (mut hard, mut most) = (0, 0);
    for seed in 0..40 {
        let options = RandomTowerOptions { floors: 1, rows: 13, columns: 13, seed, shop: false };
        let tower = random_tower(&options).expect("a possible size");
        let graph = TowerGraph::new(&tower, tower.start_state()).expect("a small tower");
        if graph.obstacle_count() < 34 {
            continue;
        }
        let answer = solve_tower(&tower, &SolveOptions::default()).expect("a small tower");
        assert!(answer.solution.optimal, "seed {seed}: {:?}", answer.solution);
        assert_eq!(replay_route(&tower, &answer.route).ok(), answer.solution.life, "seed {seed}");
        hard += 1;
        most = answer.statistics.seen.max(most);
    }
    // Some hundred bytes a state: far from 300 MB.
    assert!(hard >= 15 && most < 50_000, "{hard} towers, at most {most} states kept");
}

#[test]
fn the_memory_limit_ends_the_search_with_an_honest_bound() {
    let options = RandomTowerOptions { floors: 2, rows: 13, columns: 13, seed: 1, shop: true };
    let tower = random_tower(&options).expect("a possible size");
    let options = SolveOptions { memory: 3_000_000, ..SolveOptions::default() };
    let answer = solve_tower(&tower, &options).expect("not too large");
    assert_eq!(answer.certainty, Certainty::CutOff(SpentBudget::States));
    assert!(answer.statistics.seen < 60_000, "{:?}", answer.statistics);
    let life = answer.solution.life.expect("a random tower can be won");
    assert!(!answer.solution.optimal && answer.solution.bound > Some(life));
    assert_eq!(replay_route(&tower, &answer.route), Ok(life));
}

/// Checks the best life of a tower in one row of text and more, by every search method.
fn check_best(text: &str, life: i64) {
    let tower = Tower::parse(text).expect("a tower");
    for method in TowerMethod::ALL {
        let answer = solve_tower(&tower, &SolveOptions { method, ..SolveOptions::default() }).expect("small");
        assert_eq!(answer.solution.life, Some(life), "{method:?}: {:?}", answer.solution);
        assert!(answer.solution.optimal || method == TowerMethod::Beam, "{method:?}: {:?}", answer.solution);
        assert_eq!(replay_route(&tower, &answer.route), Ok(life), "{method:?}");
    }
}

#[test]
fn a_gem_behind_the_boss_makes_a_fight_before_it_free() {
    // The monster in the first row costs the hero's whole life until the green gem is taken. The
    // purifier on the other side of the gem is free only until then, so that taking the gem is a
    // choice.
    check_best(
        "1  3 7  0 0 0 0 0 204 1  0 1 1 1 1 31 0  299 0 29 207 1 0 0
         0 0 1 1 0 0 0 0 0  3  204 1 1 0 0 1  207 1 0 0 0 9  299 1 0 0 0 0  0 0 0 0 0 0  1 1 0 0 0 0 0 0 0 0 0",
        2,
    );
}

#[test]
fn a_potion_that_is_free_after_the_boss_is_worth_a_key_before() {
    // One key and two doors: a potion of 5 at once, or one of 50 behind a monster that is free with
    // the gem behind the boss. No monster here costs more as the hero grows.
    check_best(
        "1  3 7  31 81 0 81 201 32 1  1 1 299 1 1 1 1  1 1 29 1 1 1 1
         0 0 100 5 50 0 0 0 0  2  201 1 100 0 0 1  299 1 0 0 0 0  0 0 0 0 0 0  1 1 0 0 0 1 0 0 0 0 2",
        51,
    );
}

#[test]
fn a_search_cut_off_at_the_boss_still_takes_what_is_free_then() {
    let text = "1  3 7  0 0 0 0 0 204 1  0 1 1 1 1 31 0  299 0 29 207 1 0 0
        0 0 1 1 0 0 0 0 0  3  204 1 1 0 0 1  207 1 0 0 0 9  299 1 0 0 0 0  0 0 0 0 0 0  1 1 0 0 0 0 0 0 0 0 0";
    let tower = Tower::parse(text).expect("a tower");
    for states in 1..6 {
        let answer = solve_tower(&tower, &SolveOptions { states: Some(states), ..SolveOptions::default() })
            .expect("small");
        if let Some(life) = answer.solution.life {
            assert_eq!(replay_route(&tower, &answer.route), Ok(life), "{states} states");
            assert_eq!(life, 2, "{states} states");
        }
    }
}
