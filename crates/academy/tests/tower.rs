//! Magic towers against the ground truth.

use hotgates_academy::tower::{
    Colour, Direction, Game, Graph, Merging, Place, RandomOptions, RouteStep, SolveOptions, Tile, Tower,
    Ware, compact, dot, random, replay, solve,
};
use serde_json::Value;

fn truth() -> Value {
    serde_json::from_str(include_str!("data/magic-tower/expected.json")).expect("the ground truth is JSON")
}

fn tower(file: &str) -> Tower {
    let path = format!("{}/tests/data/magic-tower/{file}", env!("CARGO_MANIFEST_DIR"));
    Tower::parse(&std::fs::read_to_string(path).expect("a file")).expect("a tower")
}

#[test]
fn every_tower_is_solved_with_proof_and_its_route_replayed() {
    for row in truth()["towers"].as_array().expect("a list") {
        let file = row["file"].as_str().expect("a name");
        let tower = tower(file);
        let answer = solve(&tower, &SolveOptions::default()).expect("small");
        let solution = &answer.solution;
        let before = &row["an_exact_search"]["states_expanded"];
        assert_eq!(solution.life, row["best_life"].as_i64(), "{file}");
        assert!(solution.optimal, "{file}");
        assert_eq!(solution.bound, solution.life, "{file}");
        assert_eq!(replay(&tower, &answer.route), Ok(solution.life.expect("a life")), "{file}");
        assert_eq!(
            solution.nodes as u64,
            row["nodes_with_hero"]["before_merging"].as_u64().expect("a number")
        );
        assert_eq!(
            solution.merged_nodes as u64,
            row["nodes_with_hero"]["after_merging"].as_u64().expect("a number"),
            "{file}"
        );
        let graph = Graph::new(&tower, tower.start()).expect("small");
        assert_eq!(
            graph.obstacles() as u64,
            row["costly_nodes"]["before_merging"].as_u64().expect("a number")
        );
        assert_eq!(
            graph.merged().obstacles() as u64,
            row["costly_nodes"]["after_merging"].as_u64().expect("a number")
        );
        assert!(solution.states <= before.as_u64().expect("a number"), "{file}");
    }
}

#[test]
fn a_budget_is_kept_and_its_bound_is_honest() {
    let tower = tower("own-5-2x9x9.txt");
    for states in [1, 10, 100, 300] {
        let options = SolveOptions { states: Some(states), ..SolveOptions::default() };
        let answer = solve(&tower, &options).expect("small");
        assert!(answer.statistics.seen <= 2 * states, "two searches, each within the budget");
        assert!(!answer.solution.optimal);
        assert!(answer.solution.life.is_none_or(|life| life <= 395));
        assert!(answer.solution.bound.is_some_and(|bound| bound >= 395), "{:?}", answer.solution);
    }
}

#[test]
fn cancelling_ends_the_search_with_what_it_has() {
    let options = SolveOptions { cancel: Some(&|| true), ..SolveOptions::default() };
    let answer = solve(&tower("own-7-13x13.txt"), &options).expect("small");
    assert!(!answer.solution.optimal);
    assert!(answer.solution.bound.is_some_and(|bound| bound >= 672));
}

#[test]
fn forced_merging_with_a_shop_claims_nothing_it_cannot_know() {
    let tower = tower("own-3-11x11-shop.txt");
    let options = SolveOptions { merging: Merging::Always, ..SolveOptions::default() };
    let answer = solve(&tower, &options).expect("small");
    assert!(!answer.solution.optimal);
    assert!(answer.solution.life <= Some(426) && answer.solution.bound >= Some(426));
    assert_eq!(replay(&tower, &answer.route).ok(), answer.solution.life);
}

#[test]
fn a_boss_that_is_too_strong_is_an_answer_and_no_fault() {
    let text = "1  1 4  0 201 31 299  0 0 0 50 0 0 0 0 0  2  201 10 6 0 0 0  299 10 9 90 0 0  0 0 0 0 0 0
                20 5 2 0 0 0 0 0 0 0 0";
    let answer = solve(&Tower::parse(text).expect("a tower"), &SolveOptions::default()).expect("small");
    assert_eq!((answer.solution.life, answer.solution.optimal, answer.solution.bound), (None, true, None));
    assert_eq!(answer.route, []);
}

#[test]
fn more_than_64_obstacles_on_several_floors_are_told_apart() {
    let mut large = 0;
    for seed in 0..4 {
        let options = RandomOptions { floors: 3, rows: 11, columns: 13, seed, shop: seed == 3 };
        let tower = random(&options).expect("a possible size");
        assert_eq!(random(&options), Ok(tower.clone()), "equal seeds make equal towers");
        assert_eq!(Tower::parse(&tower.to_text()), Ok(tower.clone()));
        let graph = Graph::new(&tower, tower.start()).expect("a small tower");
        large += usize::from(graph.obstacles() > 64);
        let options = SolveOptions { states: Some(20_000), ..SolveOptions::default() };
        let answer = solve(&tower, &options).expect("a small tower");
        let life = answer.solution.life.expect("a random tower can be won");
        assert_eq!(replay(&tower, &answer.route), Ok(life));
        assert!(answer.solution.bound >= Some(life));
        assert!(compact(&answer.route, true).len() > answer.solution.route.len());
    }
    assert!(large >= 3, "{large} towers with more than 64 obstacles");
}

#[test]
fn hints_followed_to_the_end_reach_the_best_life() {
    for file in ["own-1-7x7.txt", "own-2-11x11.txt", "worked-example.txt"] {
        let tower = tower(file);
        let best = solve(&tower, &SolveOptions::default()).expect("small").solution.life;
        let mut game = Game::new(tower.clone());
        let mut route = Vec::new();
        while let Some(step) = game.hint(&SolveOptions::default()).expect("small").step {
            assert!(game.legal_steps().contains(&step), "{step}");
            game.step(step).expect("a hint can be followed");
            route.push(step);
        }
        assert!(game.is_won(), "{file}");
        assert_eq!(Some(game.position().hero.hp), best, "{file}");
        assert_eq!(replay(&tower, &route).ok(), best, "{file}");
        let steps = route.len();
        assert!((0..steps).all(|_| game.undo()) && !game.undo());
        assert_eq!(game.position(), tower.start());
    }
}

#[test]
fn the_game_refuses_what_cannot_be_done_and_changes_nothing() {
    let tower = tower("own-1-7x7.txt");
    let mut game = Game::new(tower);
    let before = game.position().clone();
    let place = |row, column| Place { floor: 0, row, column };
    let boss = RouteStep::Clear { place: place(6, 0), tile: Tile::Monster(299) };
    assert!(game.step(boss).is_err());
    assert!(game.step(RouteStep::Buy(Ware::Atk)).is_err());
    assert!(game.step(RouteStep::Clear { place: place(99, 0), tile: Tile::Shop }).is_err());
    assert!(game.climb().is_err());
    assert_eq!(*game.position(), before);
    assert_eq!(game.walk(Direction::West), Ok(None));
    assert_eq!(game.position().hero.place, place(3, 5));
    assert!(game.walk(Direction::South).is_ok());
    assert!(game.walk(Direction::North).is_ok());
}

#[test]
fn the_graph_is_drawn_before_and_after_merging() {
    let tower = tower("worked-example.txt");
    let graph = Graph::new(&tower, tower.start()).expect("small");
    let merged = graph.merged();
    for graph in [&graph, &merged] {
        let text = dot(&tower, tower.start(), graph);
        assert_eq!(text.matches("[label=").count(), graph.len());
        let joins: usize = (0..graph.len()).map(|node| graph.neighbours(node).count()).sum();
        assert_eq!(text.matches(" -- ").count(), joins / 2);
    }
    assert_eq!((graph.len(), merged.len()), (38, 23));
}

#[test]
fn a_replay_names_the_step_that_cannot_be_made() {
    let tower = tower("own-1-7x7.txt");
    let mut route = solve(&tower, &SolveOptions::default()).expect("small").route;
    let last = route.len();
    let error = replay(&tower, &route[..last - 1]).expect_err("the boss stands");
    assert_eq!((error.number, error.why.as_str()), (last, "the boss still stands"));
    route.remove(0);
    assert!(replay(&tower, &route).is_err() || route.len() + 1 == last);
    let door =
        RouteStep::Clear { place: Place { floor: 0, row: 1, column: 6 }, tile: Tile::Door(Colour::Blue) };
    let error = replay(&tower, &[door]).expect_err("no key");
    assert!(error.to_string().starts_with("step 1 of the route (door2@0,1,6): "), "{error}");
}
