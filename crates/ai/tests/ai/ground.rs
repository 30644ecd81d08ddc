//! Small battles from pictures, random ones, and a second opinion on the ground that shares no code
//! with the crate.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hotgates_engine::{Army, Battle, Coord, Dice, Direction, MapFile, Ruleset, Scenario, Side, UnitEntry};

/// Returns a battle from rows of terrain and units placed by hand: `(type, col, row)`.
pub fn battle(rows: &[&str], red: &[(&str, i32, i32)], blue: &[(&str, i32, i32)]) -> Battle {
    Battle::from_scenario(&scenario(rows, red, blue)).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Returns a scenario of three units a side and a river with a bridge and two fords between them.
pub fn bridge() -> Scenario {
    let rows =
        ["....f.......", "...ff...f...", "....==......", "~~~~~.H~~~.~", "..f...=...f.", "......#....."];
    let red = [("infantry", 4, 1), ("cavalry", 8, 1), ("artillery", 5, 0)];
    let blue = [("infantry", 6, 5), ("cavalry", 9, 5), ("artillery", 7, 4)];
    scenario(&rows, &red, &blue)
}

/// Returns a scenario with a gap one hex wide between both sides, under fire from guns of both, before which
/// units queue and pass through each other.
pub fn gap_under_guns() -> Scenario {
    let rows = [".........", ".........", "^^^^.^^^^", "^^^^.^^^^", ".........", "....#...."];
    let red =
        [("infantry", 3, 1), ("infantry", 4, 1), ("infantry", 5, 1), ("cavalry", 4, 0), ("artillery", 2, 1)];
    let blue =
        [("infantry", 4, 4), ("infantry", 3, 4), ("cavalry", 5, 4), ("artillery", 4, 5), ("artillery", 6, 4)];
    scenario(&rows, &red, &blue)
}

pub fn scenario(rows: &[&str], red: &[(&str, i32, i32)], blue: &[(&str, i32, i32)]) -> Scenario {
    let army = |units: &[(&str, i32, i32)]| Army {
        commander: None,
        units: units
            .iter()
            .map(|&(kind, col, row)| UnitEntry { at: Some(Coord { col, row }), ..UnitEntry::new(kind) })
            .collect(),
    };
    let map = MapFile {
        name: "test".into(),
        rows: rows.iter().map(|&row| row.to_owned()).collect(),
        red: Some(army(red)),
        blue: Some(army(blue)),
        ..MapFile::default()
    };
    let mut rules = Ruleset::classic();
    // Small pictures have no room for the classic distance.
    rules.setup.distance = 0;
    Scenario::new(map, rules)
}

/// The battles of all shipped maps, by name.
pub fn shipped() -> Vec<(String, Battle)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let map = MapFile::from_ron(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let name = map.name.clone();
            (
                name,
                Battle::from_scenario(&Scenario::classic(map)).unwrap_or_else(|faults| panic!("{faults:?}")),
            )
        })
        .collect()
}

/// A random battle: terrain of which `blocked` in 100 hexes bar the way, Red in the north, Blue
/// around a castle in the south. `None` when the castle is cut off.
pub fn random(dice: &mut Dice, width: i32, height: i32, blocked: u32, units: usize) -> Option<Battle> {
    random_with(dice, (width, height), blocked, units, |_| ())
}

/// A [random](random) battle by changed rules.
pub fn random_with(
    dice: &mut Dice,
    (width, height): (i32, i32),
    blocked: u32,
    units: usize,
    change: impl FnOnce(&mut Scenario),
) -> Option<Battle> {
    let castle = (dice.draw_below(width.cast_unsigned()).cast_signed(), height - 1);
    let mut rows: Vec<Vec<char>> = (0..height)
        .map(|_| {
            (0..width)
                .map(|_| match dice.draw_below(100) {
                    n if n < blocked => '^',
                    n if n < blocked + 15 => 'f',
                    n if n < blocked + 30 => '=',
                    _ => '.',
                })
                .collect()
        })
        .collect();
    rows[castle.1 as usize][castle.0 as usize] = '#';
    let mut place = |rows: &[Vec<char>], north: bool, count: usize| {
        let mut places = BTreeSet::new();
        for _ in 0..200 {
            let col = dice.draw_below(width.cast_unsigned()).cast_signed();
            let row = dice.draw_below((height / 3).cast_unsigned()).cast_signed();
            let row = if north { row } else { height - 1 - row };
            if !"^~".contains(rows[row as usize][col as usize]) && places.len() < count {
                places.insert((col, row));
            }
        }
        places
    };
    let (red, blue) = (place(&rows, true, 2), place(&rows, false, units));
    let kinds = ["infantry", "cavalry", "infantry", "artillery"];
    let army = |places: BTreeSet<(i32, i32)>| -> Vec<(&str, i32, i32)> {
        places.into_iter().zip(kinds.iter().cycle()).map(|((col, row), kind)| (*kind, col, row)).collect()
    };
    if red.is_empty() || blue.is_empty() {
        return None;
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut scenario = scenario(&rows, &army(red), &army(blue));
    change(&mut scenario);
    Battle::from_scenario(&scenario).ok()
}

/// The cost to enter each passable hex, by coordinates: read from the terrain, not from the path
/// kernel's layers.
pub fn costs(battle: &Battle) -> BTreeMap<Coord, u32> {
    let grid = battle.grid();
    grid.cells()
        .filter_map(|cell| {
            let terrain = &battle.rules().terrains[battle.map().terrain(cell)];
            terrain.cost.map(|cost| (grid.coord(cell), u32::from(cost.0)))
        })
        .collect()
}

pub fn around(at: Coord) -> impl Iterator<Item = Coord> {
    Direction::ALL.into_iter().map(move |direction| Coord::from(at.hex() + direction.vector()))
}

/// Returns `true` if these hexes block every path from any Red unit to any castle.
pub fn cuts(battle: &Battle, blocked: &BTreeSet<Coord>) -> bool {
    let open = costs(battle);
    let castles: BTreeSet<Coord> =
        battle.map().castles().iter().map(|&cell| battle.grid().coord(cell)).collect();
    let mut seen: BTreeSet<Coord> =
        battle.living(Side::Red).map(|unit| battle.grid().coord(battle.unit(unit).cell)).collect();
    let mut waiting: VecDeque<Coord> = seen.iter().copied().collect();
    while let Some(at) = waiting.pop_front() {
        if castles.contains(&at) {
            return false;
        }
        for next in around(at) {
            if open.contains_key(&next) && !blocked.contains(&next) && seen.insert(next) {
                waiting.push_back(next);
            }
        }
    }
    true
}

/// Number of turns that a unit with `movement` points a turn needs to each hex: turn by turn, by
/// relaxation.
pub fn arrival(battle: &Battle, from: Coord, movement: u32) -> BTreeMap<Coord, u32> {
    let open = costs(battle);
    let mut turns = BTreeMap::from([(from, 0)]);
    let mut starts: BTreeSet<Coord> = BTreeSet::from([from]);
    for turn in 1.. {
        // Everything that can be reached this turn from wherever the unit could have stood at its
        // start.
        let mut left: BTreeMap<Coord, u32> = starts.iter().map(|&at| (at, movement)).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (at, points) in left.clone() {
                for next in around(at) {
                    if let Some(rest) = open.get(&next).and_then(|&cost| points.checked_sub(cost))
                        && left.get(&next).is_none_or(|&old| rest > old)
                    {
                        left.insert(next, rest);
                        changed = true;
                    }
                }
            }
        }
        let new: Vec<Coord> = left.keys().copied().filter(|at| !turns.contains_key(at)).collect();
        if new.is_empty() {
            return turns;
        }
        turns.extend(new.iter().map(|&at| (at, turn)));
        starts = left.into_keys().collect();
    }
    unreachable!("every map is explored in the end")
}
