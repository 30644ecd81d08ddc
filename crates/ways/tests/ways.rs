//! Ways over hexes: hints, searches and the path search of the grid agree.

use hotgates_grid::{Cell, Coord, Grid, PathSearch};
use hotgates_search::SearchMethod::{AStar, BreadthFirst, Greedy, UniformCost};
use hotgates_search::{Certainty, Limits, SearchMethod};
use hotgates_ways::{ShippedWay, WAY_METHODS, WayError, WayGame, WayMap, WayProspects, search_way};
use proptest::prelude::*;

/// Returns the cost of the cheapest way by the search that units' paths come from.
fn cheapest(map: &WayMap) -> Option<u32> {
    let cost = |cell: Cell| map.entry_cost(cell).unwrap_or(0);
    PathSearch::default()
        .path_between(map.grid(), cost, map.start(), map.goal(), |_| true)
        .map(|path| path.cost)
}

fn cost_along(map: &WayMap, way: &[Cell]) -> u64 {
    assert_eq!((way.first(), way.last()), (Some(&map.start()), Some(&map.goal())));
    for step in way.windows(2) {
        assert!(
            map.neighbours(step[0]).any(|beside| beside == step[1]),
            "each hex lies beside the one before"
        );
    }
    way.iter()
        .skip(1)
        .map(|&cell| u64::from(map.entry_cost(cell).expect("ways lead over hexes that can be entered")))
        .sum()
}

fn follow_hints(game: &mut WayGame) {
    while let Some(hint) = game.next_hint() {
        game.look_at_hex(hint.cell).expect("hints can be followed");
    }
}

prop_compose! {
    fn ground()(width in 1_usize..9, height in 1_usize..9)(
        // Every third hex cannot be entered.
        costs in prop::collection::vec(prop_oneof![1 => Just(0_u8), 2 => 1_u8..6], width * height),
        ends in prop::array::uniform2(0..width * height),
        order in prop::collection::vec(any::<u16>(), 0..200),
        width in Just(width),
        height in Just(height),
    ) -> (Result<WayMap, WayError>, Vec<u16>) {
        let grid = Grid::new(width, height);
        let cells: Vec<Cell> = grid.cells().collect();
        let mut by_cell = vec![0; grid.len()];
        for (cell, cost) in cells.iter().zip(costs) {
            by_cell[cell.index()] = cost;
        }
        (WayMap::new(grid, &by_cell, cells[ends[0]], cells[ends[1]]), order)
    }
}

proptest! {
    #[test]
    fn every_method_finds_a_way_where_there_is_one_and_what_is_proven_is_cheapest((map, _) in ground()) {
        let Ok(map) = map else { return Ok(()) };
        let best = cheapest(&map);
        for method in SearchMethod::ALL {
            let limits = Limits::without_limits().with_steps(20_000);
            let found = search_way(&map, method, &limits, &mut |_, _| ());
            match found.certainty {
                Certainty::Proven => prop_assert_eq!(found.cost, best.map(u64::from), "{:?}", method),
                Certainty::NoSolution => prop_assert_eq!(best, None, "{:?}", method),
                _ => prop_assert!(found.cost.is_none_or(|cost| cost >= best.unwrap().into()), "{:?}", method),
            }
            if let Some(cost) = found.cost {
                prop_assert_eq!(cost_along(&map, &found.way), cost);
            }
            let always = matches!(
                method,
                BreadthFirst | UniformCost | AStar | Greedy
            );
            prop_assert!(!always || found.cost.is_some() == best.is_some(), "{:?}", method);
        }
    }

    #[test]
    fn whatever_order_hexes_are_looked_at_the_way_that_is_proven_is_cheapest((map, order) in ground()) {
        let Ok(map) = map else { return Ok(()) };
        let mut game = WayGame::new(map.clone());
        for choice in order {
            let waiting: Vec<Cell> = game.frontier().map(|(cell, _)| cell).collect();
            if game.is_over() {
                break;
            }
            game.look_at_hex(waiting[usize::from(choice) % waiting.len()]).unwrap();
        }
        follow_hints(&mut game);
        match game.prospects() {
            WayProspects::Proven { cost } => {
                prop_assert_eq!(Some(cost), cheapest(&map));
                prop_assert_eq!(cost_along(&map, &game.way_to(map.goal())), u64::from(cost));
            }
            other => prop_assert_eq!((other, cheapest(&map)), (WayProspects::NoWay, None)),
        }
    }

    #[test]
    fn what_still_comes_at_least_is_never_too_much((map, _) in ground()) {
        let Ok(map) = map else { return Ok(()) };
        for cell in map.grid().cells().filter(|&cell| map.entry_cost(cell).is_some() && cell != map.goal()) {
            let cost = |cell: Cell| map.entry_cost(cell).unwrap_or(0);
            let mut search = PathSearch::default();
            let path = search.path_between(map.grid(), cost, cell, map.goal(), |_| true);
            prop_assert!(path.is_none_or(|path| map.least_cost_to_goal(cell) <= path.cost));
        }
    }

    #[test]
    fn looks_are_taken_back((map, order) in ground()) {
        let Ok(map) = map else { return Ok(()) };
        let mut game = WayGame::new(map);
        let mut before = Vec::new();
        for choice in order.into_iter().take(12) {
            let waiting: Vec<Cell> = game.frontier().map(|(cell, _)| cell).collect();
            if game.is_over() {
                break;
            }
            before.push(game.clone());
            game.look_at_hex(waiting[usize::from(choice) % waiting.len()]).unwrap();
        }
        while let Some(earlier) = before.pop() {
            prop_assert!(game.undo_look().is_some());
            prop_assert!(game.frontier().eq(earlier.frontier()));
            prop_assert_eq!(game.looked_at(), earlier.looked_at());
        }
        prop_assert_eq!(game.undo_look(), None);
    }
}

#[test]
fn a_hint_looks_where_a_star_looks() {
    for shipped in ShippedWay::ALL {
        let map = shipped.parse();
        let found = search_way(&map, AStar, &Limits::without_limits(), &mut |_, _| ());
        let looks = WayGame::new(map).looks_of_hints();
        // Ties between equal promises are settled otherwise; and A* takes the goal, too, from those that wait.
        assert!(
            looks.abs_diff(usize::try_from(found.statistics.expanded).unwrap()) <= 4,
            "{}: {looks}",
            shipped.name
        );
    }
}

/// Cost of the way that each method finds, and the hexes that it looks at.
#[test]
fn each_shipped_map_teaches_what_it_is_there_for() {
    let found = |name: &str, method: SearchMethod| {
        let shipped =
            ShippedWay::ALL.into_iter().find(|shipped| shipped.name == name).expect("a shipped map");
        let limits = Limits::without_limits().with_steps(200_000);
        let answer = search_way(&shipped.parse(), method, &limits, &mut |_, _| ());
        (answer.cost.expect("a way"), answer.statistics.expanded)
    };
    for shipped in ShippedWay::ALL {
        let all: Vec<_> = WAY_METHODS.map(|method| found(shipped.name, method)).into();
        assert!(all.iter().all(|&(cost, _)| cost >= all[2].0), "{}: {all:?}", shipped.name);
        assert_eq!(all[1].0, all[2].0, "{}", shipped.name);
    }
    assert!(
        3 * found("plain", AStar).1 < found("plain", UniformCost).1,
        "an estimate saves looks on open ground"
    );
    assert!(found("road", BreadthFirst).0 > found("road", AStar).0, "the fewest steps are not the cheapest");
    assert!(found("bay", Greedy).1 < found("bay", UniformCost).1);
    assert!(found("river", Greedy).0 >= found("river", AStar).0);
}

#[test]
fn a_game_that_refuses_a_hex_has_not_changed() {
    let map = ShippedWay::ALL[2].parse();
    let grid = *map.grid();
    let cell = |col, row| grid.at(Coord { col, row }).unwrap();
    let mut game = WayGame::new(map.clone());
    let refused = |game: &mut WayGame, cell| {
        let before = game.clone();
        let why = game.look_at_hex(cell).unwrap_err();
        assert!(game.frontier().eq(before.frontier()) && game.looked_at() == before.looked_at());
        why
    };
    assert!(matches!(refused(&mut game, map.goal()), WayError::NotWaiting { .. }));
    assert!(matches!(refused(&mut game, cell(5, 1)), WayError::NotWaiting { .. }), "a mountain");
    assert!(matches!(refused(&mut game, grid.around(cell(0, 0))[0]), WayError::OffMap { .. }));
    game.look_at_hex(map.start()).unwrap();
    assert!(matches!(refused(&mut game, map.start()), WayError::LookedAt { .. }));
    follow_hints(&mut game);
    let waiting = game.frontier().next().unwrap().0;
    assert_eq!(refused(&mut game, waiting), WayError::Over);
    let same = WayMap::new(grid, &vec![1; grid.len()], map.goal(), map.goal());
    assert_eq!(same, Err(WayError::NoDistance { hex: grid.coord(map.goal()) }));
    let blocked = WayMap::new(grid, &vec![0; grid.len()], map.start(), map.goal());
    assert_eq!(blocked, Err(WayError::Blocked { hex: grid.coord(map.start()) }));
}
