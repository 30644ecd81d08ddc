//! Paths, fields and reach against costs relaxed until nothing changes.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_engine::{
    Army, Battle, Cell, CellSet, Coord, Dice, Direction, Event, Field, Landmarks, Map, MapFile,
    MovementPoints, Order, PathFinder, PathOptions, Reach, Ruleset, Scenario, Side, UnitEntry, UnitId,
    UnitTypeId,
};
use hotgates_grid::{CostBits, CostLayer, cells_within_cost};

use crate::naive::{Naive, neighbours};
use crate::stage::{NOT_NAIVE, at, classic_with, pick, play_at_random, random_stage, some_options};

/// Entry cost of each hex in MP; hexes that cannot be entered are absent.
type Ground = BTreeMap<Coord, u32>;

/// Returns the cheapest cost from the nearest of some hexes to each hex; `through` returns `true`
/// for a hex from which a path may go on.
fn relax(ground: &Ground, from: &[Coord], through: impl Fn(Coord) -> bool) -> BTreeMap<Coord, u32> {
    let mut best: BTreeMap<Coord, u32> = from.iter().map(|&hex| (hex, 0)).collect();
    loop {
        let mut changed = false;
        for (&to, cost) in ground {
            let beside = neighbours(to).into_iter().filter(|hex| from.contains(hex) || through(*hex));
            let Some(cheapest) = beside.filter_map(|hex| best.get(&hex)).min() else { continue };
            let sum = cheapest + cost;
            if best.get(&to).is_none_or(|&known| sum < known) {
                best.insert(to, sum);
                changed = true;
            }
        }
        if !changed {
            return best;
        }
    }
}

/// Returns the cheapest cost of getting from each hex of the ground, and from one more, to one of
/// some hexes.
fn relax_back(ground: &Ground, from: Coord, to: &[Coord]) -> BTreeMap<Coord, u32> {
    let mut best: BTreeMap<Coord, u32> = to.iter().map(|&hex| (hex, 0)).collect();
    loop {
        let mut changed = false;
        for hex in ground.keys().copied().chain([from]) {
            let costs =
                neighbours(hex).into_iter().filter_map(|next| Some(best.get(&next)? + ground.get(&next)?));
            let Some(cost) = costs.min() else { continue };
            if best.get(&hex).is_none_or(|&known| cost < known) {
                best.insert(hex, cost);
                changed = true;
            }
        }
        if !changed {
            return best;
        }
    }
}

/// Returns the cheapest path whose first differing step comes first in direction order, with its
/// cost and without its start: every step goes to the first neighbour from which the rest costs
/// what it should.
fn first_way(ground: &Ground, from: Coord, to: Coord) -> Option<(u32, Vec<Coord>)> {
    let to_go = relax_back(ground, from, &[to]);
    let total = *to_go.get(&from)?;
    let (mut hex, mut rest, mut way) = (from, total, Vec::new());
    while hex != to {
        let step = |next: &Coord| {
            ground.get(next).is_some_and(|cost| to_go.get(next).is_some_and(|left| left + cost == rest))
        };
        hex = neighbours(hex).into_iter().find(step).expect("the rest of a cheapest way");
        rest -= ground[&hex];
        way.push(hex);
    }
    Some((total, way))
}

/// Returns the classic rules with terrains of random costs, and one unit type that pays otherwise
/// on some.
fn random_rules(dice: &mut Dice) -> Ruleset {
    let mut rules = Ruleset::classic();
    let most = pick(dice, &[3, 12, 250]);
    for terrain in &mut rules.terrains {
        let mut cost = || MovementPoints(1 + u16::try_from(dice.draw_below(most)).unwrap());
        terrain.cost = terrain.cost.map(|_| cost());
        if !terrain.castle {
            terrain.cost_for.insert("cavalry".into(), cost());
        }
    }
    for unit in &mut rules.units {
        unit.movement = MovementPoints(250);
    }
    rules
}

/// Returns the entry costs of a unit type on all hexes for which `open` returns `true`.
fn ground(
    naive: &Naive,
    unit: usize,
    options: PathOptions,
    battle: &Battle,
    open: impl Fn(Coord) -> bool,
) -> Ground {
    let avoided =
        |hex: Coord| options.avoid.is_some_and(|avoid| avoid.contains(battle.grid().at(hex).unwrap()));
    let cost = |hex: Coord| {
        naive.cost(&naive.units[unit], hex).map(|cost| if options.ignore_costs { 1 } else { cost })
    };
    let hexes = naive.hexes().into_iter().filter(|&hex| !avoided(hex) && open(hex));
    hexes.filter_map(|hex| cost(hex).map(|cost| (hex, cost))).collect()
}

fn coords(battle: &Battle, cells: &[Cell]) -> Vec<Coord> {
    cells.iter().map(|&cell| battle.grid().coord(cell)).collect()
}

/// Checks all queries of one random position; returns the number of paths found.
fn check_position(seed: u64) -> u32 {
    let mut dice = Dice::for_other_purpose(seed, 9);
    let rules = random_rules(&mut dice);
    let stage = random_stage(seed, &rules);
    let battle = stage.battle();
    let naive = Naive::new(&stage.0, battle.last_turn());
    let hexes = naive.hexes();
    let mut finder = PathFinder::new();
    let mut found = 0;
    for _ in 0..4 {
        let cells =
            hexes.iter().filter(|_| dice.draw_below(8) == 0).map(|&hex| battle.grid().at(hex).unwrap());
        let avoid = CellSet::from_cells(battle.grid(), cells);
        let options = PathOptions {
            ignore_costs: dice.draw_below(3) == 0,
            ignore_enemies: dice.draw_below(3) == 0,
            avoid: (dice.draw_below(2) == 0).then_some(&avoid),
        };
        let index = dice.draw_below(u32::try_from(naive.units.len()).unwrap()) as usize;
        let unit = UnitId(u16::try_from(index).unwrap());
        let (from, to) = (naive.units[index].hex, pick(&mut dice, &hexes));
        found += u32::from(check_path(&mut finder, &battle, &naive, unit, to, options));
        check_on_map(&mut finder, &battle, &naive, unit, (from, to), options);
        found += u32::from(check_nearest_enemy(&mut finder, &battle, &naive, unit, options));
        check_fields(&battle, &naive, unit, &mut dice);
    }
    found
}

fn enemy_on(naive: &Naive, side: Side, hex: Coord) -> bool {
    naive.units.iter().any(|unit| unit.side != side && unit.hex == hex)
}

fn check_path(
    finder: &mut PathFinder,
    battle: &Battle,
    naive: &Naive,
    unit: UnitId,
    to: Coord,
    options: PathOptions,
) -> bool {
    let own = &naive.units[unit.index()];
    let mut ground = ground(naive, unit.index(), options, battle, |hex| {
        options.ignore_enemies || !enemy_on(naive, own.side, hex)
    });
    // The target is entered even where it is avoided or an enemy stands on it; the start is left in
    // any case.
    if let Some(cost) = naive.cost(own, to) {
        ground.insert(to, if options.ignore_costs { 1 } else { cost });
    }
    let path = finder.shortest_path(battle, unit, battle.grid().at(to).unwrap(), options);
    let expected = first_way(&ground, own.hex, to);
    assert_eq!(path.map(|path| (path.cost, coords(battle, &path.cells[1..]))), expected, "{options:?}");
    if let Some(path) = path {
        assert_eq!(battle.grid().coord(path.cells[0]), own.hex);
        assert_eq!(path.cells.last().copied(), battle.grid().at(to));
        assert!(path.cells.windows(2).all(|pair| battle.grid().distance(pair[0], pair[1]) == 1));
    }
    path.is_some()
}

fn check_on_map(
    finder: &mut PathFinder,
    battle: &Battle,
    naive: &Naive,
    unit: UnitId,
    (from, to): (Coord, Coord),
    options: PathOptions,
) {
    let mut ground = ground(naive, unit.index(), options, battle, |_| true);
    if let Some(cost) = naive.cost(&naive.units[unit.index()], to) {
        ground.insert(to, if options.ignore_costs { 1 } else { cost });
    }
    let cell = |hex| battle.grid().at(hex).unwrap();
    let path = finder.path_on_map(battle.map(), battle.info(unit).kind, cell(from), cell(to), options);
    assert_eq!(path.map(|path| (path.cost, coords(battle, &path.cells[1..]))), first_way(&ground, from, to));
}

fn check_nearest_enemy(
    finder: &mut PathFinder,
    battle: &Battle,
    naive: &Naive,
    unit: UnitId,
    options: PathOptions,
) -> bool {
    let own = &naive.units[unit.index()];
    let ground = ground(naive, unit.index(), options, battle, |_| true);
    let costs = relax(&ground, &[own.hex], |hex| !enemy_on(naive, own.side, hex));
    let enemies = naive.units.iter().filter(|other| other.side != own.side);
    let nearest = enemies.filter_map(|enemy| Some((*costs.get(&enemy.hex)?, enemy.hex))).min();
    let found = finder.nearest_enemy(battle, unit, options);
    assert_eq!(found.map(|(enemy, path)| (path.cost, battle.hex(enemy).into())), nearest);
    if let Some((enemy, path)) = found {
        let way = coords(battle, path.cells);
        assert_eq!((way[0], *way.last().unwrap()), (own.hex, battle.hex(enemy).into()));
        assert!(way.windows(2).all(|pair| neighbours(pair[0]).contains(&pair[1])));
        assert_eq!(way[1..].iter().map(|hex| ground[hex]).sum::<u32>(), path.cost);
        assert!(
            way[1..way.len() - 1].iter().all(|&hex| !enemy_on(naive, own.side, hex)),
            "around other enemies"
        );
    }
    found.is_some()
}

/// Checks that floods of the map come to the cells that searches by a queue touch, at the same costs.
fn check_floods(
    battle: &Battle,
    unit: UnitId,
    (sources, limit): (&[Coord], u32),
    open: impl Fn(Cell) -> bool + Copy,
) {
    let (grid, costs) = (battle.grid(), battle.map().costs(battle.info(unit).kind));
    let cells = || sources.iter().map(|&hex| grid.at(hex).unwrap());
    let closed = CellSet::from_cells(grid, grid.cells().filter(|&cell| !open(cell)));
    let bits = CostBits::split_by_cost(costs);
    let layer = CostLayer { grid, costs, lowest: 1, bits: &bits };
    let (mut field, mut flood) = (Field::new(), Field::new());
    for limit in [limit, 0, u32::MAX - 1] {
        field.from_sources_within(grid, cells(), costs, limit, open);
        let flooded = cells_within_cost(layer, cells(), limit, &closed);
        assert_eq!(CellSet::from_cells(grid, field.touched_cells()), flooded, "{sources:?} for {limit}");
    }
    field.towards_targets(grid, cells(), costs, |_| true);
    flood.flood_towards(grid, cells(), costs);
    let flooded: BTreeSet<Cell> = flood.touched_cells().collect();
    assert_eq!(flood.touched_cells().count(), flooded.len(), "each cell is touched once");
    assert_eq!(field.touched_cells().collect::<BTreeSet<_>>(), flooded);
    assert!(grid.cells().all(|cell| field.cost(cell) == flood.cost(cell)), "to {sources:?}");
    assert_eq!(field.expanded_count(), flood.expanded_count());
}

fn check_fields(battle: &Battle, naive: &Naive, unit: UnitId, dice: &mut Dice) {
    let (grid, own) = (battle.grid(), &naive.units[unit.index()]);
    let costs = battle.map().costs(battle.info(unit).kind);
    let hexes = naive.hexes();
    let blocked: Vec<Coord> = hexes.iter().copied().filter(|_| dice.draw_below(10) == 0).collect();
    let open = |cell| !blocked.contains(&grid.coord(cell));
    let sources: Vec<Coord> = (0..=dice.draw_below(3)).map(|_| pick(dice, &hexes)).collect();
    let cells = || sources.iter().map(|&hex| grid.at(hex).unwrap());
    let ground = ground(naive, unit.index(), PathOptions::default(), battle, |hex| !blocked.contains(&hex));
    let mut field = Field::new();

    field.from_sources(grid, cells(), costs, open);
    let expected = relax(&ground, &sources, |_| true);
    assert_eq!(field.touched_cells().count(), expected.len());
    for &hex in &hexes {
        assert_eq!(
            field.cost(grid.at(hex).unwrap()),
            expected.get(&hex).copied(),
            "from {sources:?} to {hex}"
        );
    }

    let limit = dice.draw_below(30);
    field.from_sources_within(grid, cells(), costs, limit, open);
    for &hex in &hexes {
        let cost = expected.get(&hex).copied().filter(|&cost| cost <= limit);
        assert_eq!(field.cost(grid.at(hex).unwrap()), cost, "from {sources:?} to {hex} for {limit}");
    }
    check_floods(battle, unit, (&sources, limit), open);

    // A search that goes on only until the asked hex is known agrees with the whole field, on that
    // hex and on all that cost less.
    let (mut whole, mut part) = (Field::new(), Field::new());
    whole.towards_targets(grid, cells(), costs, open);
    part.begin_search_towards(grid, cells(), costs);
    for _ in 0..4 {
        let cell = grid.at(pick(dice, &hexes)).unwrap();
        let cost = part.cost_from(cell, costs, open);
        assert_eq!(cost, whole.cost_to(cell, costs));
        for other in hexes.iter().map(|&hex| grid.at(hex).unwrap()) {
            let (found, sought) = (part.cost_to(other, costs), whole.cost_to(other, costs));
            let near = cost.is_none_or(|cost| sought.is_some_and(|sought| sought < cost));
            assert!(found == sought || found.is_none() && !near, "{found:?} is not {sought:?}");
        }
    }

    // A target costs its entry even where `open` refuses it.
    field.towards_targets(grid, cells(), costs, open);
    let mut ground_with_targets = ground.clone();
    ground_with_targets.extend(sources.iter().filter_map(|&hex| Some((hex, naive.cost(own, hex)?))));
    let there = relax_back(&ground_with_targets, own.hex, &sources);
    for &hex in &hexes {
        let found = field.cost_to(grid.at(hex).unwrap(), costs);
        if sources.contains(&hex) {
            assert_eq!(found, Some(0));
        } else if !ground.contains_key(&hex)
            || sources.iter().any(|&target| naive.cost(own, target).is_none())
        {
            // No path begins on closed ground; targets that cannot be entered have a test of their
            // own.
        } else {
            assert_eq!(found, there.get(&hex).copied(), "to {sources:?} from {hex}");
        }
    }
}

#[test]
fn paths_cost_what_relaxing_finds_on_thousands_of_maps() {
    let found: u32 = (0..3000).map(check_position).sum();
    assert!(found > 12_000, "only {found} of 24000 queries found a way: the maps are too poor");
}

/// Returns the turn of the earliest arrival at each hex, turn by turn: each turn leads on from
/// every hex where a unit can stand at its start.
fn naive_turns(ground: &Ground, sources: &[Coord], movement: u32) -> BTreeMap<Coord, u32> {
    let mut turns: BTreeMap<Coord, u32> = sources.iter().map(|&hex| (hex, 0)).collect();
    for turn in 1.. {
        let before = turns.len();
        for start in turns.keys().copied().collect::<Vec<_>>() {
            for (hex, cost) in relax(ground, &[start], |_| true) {
                if cost <= movement {
                    turns.entry(hex).or_insert(turn);
                }
            }
        }
        if turns.len() == before {
            break;
        }
    }
    turns
}

#[test]
fn arrival_counts_turns_and_loses_what_is_left_over() {
    for seed in 0..300 {
        let mut dice = Dice::for_other_purpose(seed, 3);
        let rules = random_rules(&mut dice);
        let stage = random_stage(seed, &rules);
        let battle = stage.battle();
        let naive = Naive::new(&stage.0, battle.last_turn());
        let movement = pick(&mut dice, &[3, 8, 12, 250]);
        let mut ground = ground(&naive, 0, PathOptions::default(), &battle, |_| true);
        ground.retain(|_, cost| *cost <= movement);
        let sources = [naive.units[0].hex, pick(&mut dice, &naive.hexes())];
        let (grid, costs) = (battle.grid(), battle.map().costs(battle.info(UnitId(0)).kind));
        let mut field = Field::new();
        field.arrival_turns(grid, sources.map(|hex| grid.at(hex).unwrap()), costs, movement, |_| true);
        let expected = naive_turns(&ground, &sources, movement);
        for hex in naive.hexes() {
            let found = field.turns_to_cell(grid.at(hex).unwrap(), movement);
            assert_eq!(found, expected.get(&hex).copied(), "seed {seed}, {movement} points, {hex}");
        }
    }
}

#[test]
fn arrival_on_a_chain() {
    // 8 points over woods of 4 and grass of 2: two woods a turn, or three hexes of grass and 2
    // points lost.
    let map = MapFile { rows: vec!["ff...ff=#".into()], ..MapFile::default() };
    let rules = Ruleset::classic();
    let map = Map::read_rows(&map, &rules).unwrap();
    let grid = map.grid();
    let mut field = Field::new();
    field.arrival_turns(grid, grid.at(at(0, 0)), map.costs(UnitTypeId(0)), 8, |_| true);
    let turns: Vec<_> = grid.cells().map(|cell| field.turns_to_cell(cell, 8).unwrap()).collect();
    // Points spent on arrival, turn by turn: 4, 6, 8 | 2, 6 | 4, 5, 7. After 6, 4 are too many.
    assert_eq!(turns, [0, 1, 1, 1, 2, 2, 3, 3, 3]);
}

/// A unit's reach is what relaxing finds, with friends, enemies, zones of control and spent points; for some battles
/// with more points than fit into planes of bits.
#[test]
fn reach_costs_what_relaxing_finds() {
    for seed in 0..600 {
        let mut rules = classic_with(some_options(seed) & !NOT_NAIVE);
        if seed % 3 == 0 {
            rules.units.iter_mut().for_each(|unit| unit.movement = MovementPoints(100));
        }
        let stage = random_stage(seed, &rules);
        let mut game = stage.game();
        play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 2), (seed % 17).try_into().unwrap());
        let naive = Naive::new(&stage.0, game.battle.last_turn()).like(&game.battle);
        let mut reach = Reach::new();
        for (index, unit) in naive.units.iter().enumerate().filter(|(_, unit)| unit.alive) {
            game.battle.reach(UnitId(u16::try_from(index).unwrap()), &mut reach);
            let expected = naive.reach(unit);
            for hex in naive.hexes() {
                let cell = game.battle.grid().at(hex).unwrap();
                assert_eq!(
                    reach.cost(cell),
                    expected.get(&hex).copied(),
                    "seed {seed}, unit {index} to {hex}"
                );
            }
            assert_eq!(reach.cells_in_reach().count(), expected.len());
        }
    }
}

/// Short moves are found by bits and long moves by a queue. Both give the costs and paths of a
/// field and a finder: from few points to more than fit into planes of bits, with and without costs
/// of 1.
#[test]
fn moves_of_every_length_cost_what_fields_say() {
    let mut moves = 0;
    for seed in 0..60 {
        let mut dice = Dice::for_other_purpose(seed, 11);
        let glyphs = pick(&mut dice, &["=.f^", "==..", ".f~#", "...."]);
        let glyphs: Vec<char> = glyphs.chars().collect();
        let mut rows: Vec<String> =
            (0..26).map(|_| (0..44).map(|_| pick(&mut dice, &glyphs)).collect()).collect();
        rows[13].replace_range(20..25, "#....");
        let army = |count: usize| {
            let units = (0..count).map(|_| UnitEntry::new("cavalry")).collect();
            Some(Army { commander: None, units })
        };
        let file = MapFile { rows, red: army(9), blue: army(4), ..MapFile::default() };
        let mut scenario = Scenario::classic(file);
        let points = pick(&mut dice, &[4, 9, 13, 14, 15, 19, 22, 26, 27, 29, 40, 63, 64, 90]);
        for unit in &mut scenario.rules.units {
            unit.movement = MovementPoints(points);
        }
        scenario.rules.setup.distance = 1;
        let Ok(battle) = Battle::from_scenario(&scenario) else { continue };
        let (mut reach, mut field, mut finder) = (Reach::new(), Field::new(), PathFinder::new());
        for unit in battle.living(Side::Red).step_by(4) {
            let (kind, from) = (battle.info(unit).kind, battle.unit(unit).cell);
            let (grid, costs) = (battle.grid(), battle.map().costs(kind));
            let open = |cell| !battle.enemy_at(Side::Red, cell);
            field.from_sources_within(grid, [from], costs, points.into(), open);
            battle.reach(unit, &mut reach);
            assert_eq!(reach.cell_count(), field.touched_cells().count(), "seed {seed}, {points} MP");
            assert!(
                reach
                    .cells_in_reach()
                    .all(|(cell, left)| field.cost(cell) == Some(u32::from(points - left.0)))
            );
            for cell in grid.cells() {
                let around = Direction::ALL.map(|direction| (direction, grid.step(cell, direction)));
                let expected = around
                    .into_iter()
                    .filter_map(|(direction, next)| Some((direction, next, reach.points_left_at(next)?)));
                assert!(
                    reach.neighbours_in_reach(cell).eq(expected),
                    "seed {seed}, {points} MP around {}",
                    grid.coord(cell)
                );
            }
            for to in grid.cells().filter(|&cell| battle.at(cell).is_none()) {
                assert_eq!(reach.cost(to), field.cost(to), "seed {seed}, {points} MP to {}", grid.coord(to));
                let order = Order::Move { unit, to: grid.hex(to) };
                assert_eq!(battle.check(order).is_ok(), field.cost(to).is_some(), "seed {seed}: {order}");
                if field.cost(to).is_some() && dice.draw_below(6) == 0 {
                    let (mut ahead, mut log) = (battle.clone(), Vec::new());
                    ahead.act(order, &mut Dice::new(0), &mut log).unwrap();
                    let steps = log.iter().filter_map(|event| match event {
                        Event::Stepped { to, .. } => grid.cell(*to),
                        _ => None,
                    });
                    let way = finder.shortest_path(&battle, unit, to, PathOptions::default()).unwrap();
                    assert!(steps.eq(way.cells[1..].iter().copied()), "seed {seed}: {order}");
                    moves += 1;
                }
            }
        }
    }
    assert!(moves > 1000, "only {moves} moves were made");
}

/// A map mirrored upside down or left to right keeps its costs. Hexes of odd-q maps of odd width
/// mirror left to right; upside down they need a row that the other columns lack, here of mountain.
#[test]
fn a_mirrored_map_gives_mirrored_costs() {
    let rules = Ruleset::classic();
    for seed in 0..200 {
        let mut dice = Dice::for_other_purpose(seed, 5);
        let (width, height) = (2 * (1 + dice.draw_below(5)) + 1, 2 + dice.draw_below(8));
        let rows: Vec<String> = (0..height)
            .map(|_| (0..width).map(|_| pick(&mut dice, &['.', '.', '=', 'f', '#', '~', '^'])).collect())
            .collect();
        let mirrored: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
        let read =
            |rows: Vec<String>| Map::read_rows(&MapFile { rows, ..MapFile::default() }, &rules).unwrap();
        let (here, there) = (read(rows), read(mirrored));
        let mirror = |hex: Coord| at(here.grid().width() - 1 - hex.col, hex.row);
        let source = pick(&mut dice, &here.grid().cells().collect::<Vec<_>>());
        let source = here.grid().coord(source);
        let (mut a, mut b) = (Field::new(), Field::new());
        a.from_sources(here.grid(), here.grid().at(source), here.costs(UnitTypeId(0)), |_| true);
        b.from_sources(there.grid(), there.grid().at(mirror(source)), there.costs(UnitTypeId(0)), |_| true);
        for cell in here.grid().cells() {
            let image = there.grid().at(mirror(here.grid().coord(cell))).unwrap();
            assert_eq!(a.cost(cell), b.cost(image), "seed {seed}");
        }
    }
}

/// Memory that is used again, also for another map, gives the answers of new memory.
#[test]
fn used_memory_answers_like_new() {
    let mut used = (PathFinder::new(), Reach::new());
    for seed in 0..100 {
        let battle = random_stage(seed, &Ruleset::classic()).battle();
        let mut new = (PathFinder::new(), Reach::new());
        for to in battle.grid().cells() {
            let options = PathOptions::default();
            let path = |finder: &mut PathFinder| {
                finder
                    .shortest_path(&battle, UnitId(0), to, options)
                    .map(|path| (path.cost, path.cells.to_vec(), path.expanded))
            };
            assert_eq!(path(&mut used.0), path(&mut new.0));
        }
        battle.reach(UnitId(0), &mut used.1);
        battle.reach(UnitId(0), &mut new.1);
        assert!(used.1.cells_in_reach().eq(new.1.cells_in_reach()));
    }
}

fn random_map(dice: &mut Dice, rules: &Ruleset) -> Map {
    let (width, height) = (1 + dice.draw_below(24), 1 + dice.draw_below(24));
    let glyphs =
        pick(dice, &[&['.', '=', 'f', '^'][..], &['.', '.', '.', '^'], &['.', '=', '=', 'f', 'H', '#']]);
    let row = |dice: &mut Dice| (0..width).map(|_| pick(dice, glyphs)).collect();
    let rows = (0..height).map(|_| row(dice)).collect();
    Map::read_rows(&MapFile { rows, ..MapFile::default() }, rules).unwrap()
}

/// A search by landmarks finds the path that the plain search finds, and expands no more cells in
/// the end.
#[test]
fn landmarks_change_neither_cost_nor_way() {
    let mut finder = PathFinder::new();
    let (mut found, mut by_landmarks, mut plainly) = (0, 0, 0);
    for seed in 0..3000 {
        let mut dice = Dice::for_other_purpose(seed, 11);
        let rules = if seed % 3 == 0 { Ruleset::classic() } else { random_rules(&mut dice) };
        let map = random_map(&mut dice, &rules);
        let kind = UnitTypeId::from_index(dice.draw_below(3) as usize);
        let landmarks = Landmarks::new(map.grid(), map.costs(kind));
        let cells: Vec<Cell> = map.grid().cells().collect();
        for _ in 0..6 {
            let (from, to) = (pick(&mut dice, &cells), pick(&mut dice, &cells));
            let avoid =
                CellSet::from_cells(map.grid(), cells.iter().copied().filter(|_| dice.draw_below(8) == 0));
            let options = PathOptions {
                ignore_costs: dice.draw_below(6) == 0,
                ignore_enemies: false,
                avoid: (dice.draw_below(2) == 0).then_some(&avoid),
            };
            let plain = finder.path_on_map(&map, kind, from, to, options);
            let plain = plain.map(|path| (path.cost, path.cells.to_vec(), path.expanded));
            let path = finder.path_by_landmarks(&landmarks, from, to, options);
            assert_eq!(
                path.map(|path| (path.cost, path.cells)),
                plain.as_ref().map(|(cost, cells, _)| (*cost, cells.as_slice())),
                "seed {seed} from {from:?} to {to:?} {options:?}"
            );
            if let (Some(path), Some((_, _, expanded))) = (path, plain) {
                found += 1;
                by_landmarks += path.expanded;
                plainly += expanded;
            }
        }
    }
    assert!(found > 9000, "only {found} of 18000 queries found a way: the maps are too poor");
    assert!(2 * by_landmarks < plainly, "{by_landmarks} cells expanded against {plainly}");
}

/// Costs too high for the landmarks' 16 bits are capped, and the paths stay the same.
#[test]
fn landmarks_hold_where_costs_are_higher_than_they_can_count() {
    let mut rules = Ruleset::classic();
    rules.units.iter_mut().for_each(|unit| unit.movement = MovementPoints(250));
    rules.terrains.iter_mut().for_each(|terrain| terrain.cost = terrain.cost.map(|_| MovementPoints(250)));
    let map =
        Map::read_rows(&MapFile { rows: vec![".".repeat(700); 3], ..MapFile::default() }, &rules).unwrap();
    let landmarks = Landmarks::new(map.grid(), map.costs(UnitTypeId(0)));
    let cell = |col, row| map.grid().at(at(col, row)).unwrap();
    let (mut plain, mut finder) = (PathFinder::new(), PathFinder::new());
    for (from, to) in [((0, 0), (699, 2)), ((699, 0), (0, 1)), ((350, 1), (20, 2)), ((300, 0), (690, 0))] {
        let (from, to) = (cell(from.0, from.1), cell(to.0, to.1));
        let expected = plain.path_on_map(&map, UnitTypeId(0), from, to, PathOptions::default()).unwrap();
        let path = finder.path_by_landmarks(&landmarks, from, to, PathOptions::default()).unwrap();
        assert_eq!((path.cost, path.cells), (expected.cost, expected.cells));
    }
}

#[test]
fn landmarks_of_a_map_that_nobody_can_enter() {
    let map = Map::read_rows(&MapFile { rows: vec!["^^".into()], ..MapFile::default() }, &Ruleset::classic())
        .unwrap();
    let cell = |col| map.grid().at(at(col, 0)).unwrap();
    let landmarks = Landmarks::new(map.grid(), map.costs(UnitTypeId(0)));
    assert_eq!(
        PathFinder::new().path_by_landmarks(&landmarks, cell(0), cell(1), PathOptions::default()),
        None
    );
    assert!(landmarks.memory_bytes() > 0);
}
