//! The castle and Red's entry hex.

use std::collections::BTreeMap;

use hotgates_engine::{Coord, Field, Map, MapFile, Ruleset, TerrainId};

use crate::detail::ImportNote;

/// Returns the starting position that is farthest by cost from the first, which is the castle;
/// `None` where there is no other.
///
/// Where no other position can be reached, the answer is the farthest as the crow flies, and a note
/// says so. Such a map can be played if there is room for Red's army nearby from which a castle can
/// be reached.
pub fn farthest_start(
    file: &MapFile,
    rules: &Ruleset,
    starts: &BTreeMap<u32, Coord>,
    notes: &mut Vec<ImportNote>,
) -> Option<Coord> {
    let mut starts = starts.iter().map(|(&number, &hex)| (number, hex));
    let (first, castle) = starts.next()?;
    let others: Vec<_> = starts.filter(|&(_, hex)| hex != castle).collect();
    let map = Map::read_rows(file, rules)
        .expect("every glyph is one of the ruleset's, and every row as long as the first");
    let grid = map.grid();
    let costs = map.costs(rules.marching_type());
    let mut field = Field::new();
    field.from_sources(grid, grid.at(castle), costs, |_| true);
    let cost = |hex: Coord| field.cost(grid.at(hex)?);
    let reached = others.iter().filter_map(|&(number, hex)| Some((cost(hex)?, number, hex)));
    // Of equally far ones the lowest-numbered.
    let far = reached.max_by_key(|&(cost, number, _)| (cost, u32::MAX - number)).map(|(.., hex)| hex);
    far.or_else(|| {
        let distance = |hex: Coord| hex.hex().unsigned_distance_to(castle.hex());
        let (number, hex) =
            others.into_iter().max_by_key(|&(number, hex)| (distance(hex), u32::MAX - number))?;
        notes.push(ImportNote::NoPath { number, at: hex, first, castle });
        Some(hex)
    })
}

/// Returns the hex farthest from all edges that infantry can enter; of equally far ones the first
/// from the north, then from the west.
pub fn most_central_hex(ground: &[Vec<TerrainId>], rules: &Ruleset) -> Option<Coord> {
    let walker = &rules.units[rules.marching_type()];
    let passable: Vec<_> =
        rules.terrains.iter().map(|terrain| rules.cost(terrain, walker).is_some()).collect();
    let mut best: Option<(usize, usize, usize)> = None;
    for (row, terrains) in ground.iter().enumerate() {
        for (col, _) in terrains.iter().enumerate().filter(|&(_, &terrain)| passable[terrain.index()]) {
            let far = col.min(terrains.len() - 1 - col).min(row).min(ground.len() - 1 - row);
            if best.is_none_or(|(most, ..)| far > most) {
                best = Some((far, col, row));
            }
        }
    }
    let (_, col, row) = best?;
    Some(Coord { col: i32::try_from(col).ok()?, row: i32::try_from(row).ok()? })
}
