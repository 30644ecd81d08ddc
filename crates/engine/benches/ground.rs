//! Seeded maps for the benches: 20 % obstacles, the rest road, grass and forest.

use hotgates_engine::{Army, Battle, Cell, Dice, Map, MapFile, Ruleset, Scenario, UnitEntry, UnitTypeId};

/// Returns the rows of a square map with a castle in the middle of its southern edge.
fn rows(side: u32, seed: u64) -> Vec<String> {
    let mut dice = Dice::new(seed);
    let mut rows: Vec<Vec<char>> = (0..side)
        .map(|_| {
            (0..side)
                .map(|_| match dice.draw_below(10) {
                    0 | 1 => '^',
                    2 | 3 => '=',
                    4 => 'f',
                    _ => '.',
                })
                .collect()
        })
        .collect();
    let (middle, south) = ((side / 2) as usize, side as usize - 1);
    rows[south][middle] = '#';
    rows.into_iter().map(String::from_iter).collect()
}

/// Returns the seeded map of `side` × `side` hexes.
pub fn map(side: u32) -> Map {
    let file = MapFile { name: "bench".into(), rows: rows(side, side.into()), ..MapFile::default() };
    Map::read_rows(&file, &Ruleset::classic()).expect("a sound map")
}

/// Returns a battle of 20 against 20 units on the seeded map.
pub fn battle(side: u32) -> Battle {
    let army = || {
        let kinds = ["infantry"; 14].into_iter().chain(["cavalry"; 4]).chain(["artillery"; 2]);
        Some(Army { commander: None, units: kinds.map(UnitEntry::new).collect() })
    };
    let file = MapFile {
        name: "bench".into(),
        rows: rows(side, side.into()),
        red: army(),
        blue: army(),
        ..MapFile::default()
    };
    Battle::from_scenario(&Scenario::classic(file)).expect("a sound battle")
}

/// Returns `count` pairs of cells that a path joins, far apart on average.
pub fn pairs(map: &Map, count: usize) -> Vec<(Cell, Cell)> {
    let cells: Vec<Cell> =
        map.grid().cells().filter(|cell| map.costs(UnitTypeId(0))[cell.index()] > 0).collect();
    let mut field = hotgates_engine::Field::new();
    field.from_sources(map.grid(), [cells[cells.len() / 2]], map.costs(UnitTypeId(0)), |_| true);
    let joined: Vec<Cell> = cells.into_iter().filter(|&cell| field.cost(cell).is_some()).collect();
    let mut dice = Dice::new(1);
    let mut draw = || joined[dice.draw_below(u32::try_from(joined.len()).expect("fits")) as usize];
    (0..count).map(|_| (draw(), draw())).collect()
}
