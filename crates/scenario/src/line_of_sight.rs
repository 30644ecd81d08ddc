//! Lines of sight, where a ruleset turns them on: terrain that blocks fire stops it.

use hotgates_grid::{Cell, Hex, cell_blocking_line};

use crate::map::Map;
use hotgates_rules::{Ruleset, TerrainId};

/// Returns the first cell on the line between two hexes whose terrain blocks fire, and where heights count,
/// is higher than both hexes then; `None` where no cell does, and where the ruleset has no lines of sight.
pub fn cell_blocking_line_of_sight((rules, map): (&Ruleset, &Map), from: Hex, to: Hex) -> Option<Cell> {
    let terrain = |cell: Cell| &rules.terrains[map.terrain(cell)];
    let heights = rules.options.height.is_some();
    let height = |hex: Hex| map.grid().cell(hex).filter(|_| heights).map_or(0, |cell| terrain(cell).height);
    let ends = height(from).max(height(to));
    let blocks = |hex: Hex| {
        let top = |cell: Cell| height(hex) + u8::from(terrain(cell).blocks_fire);
        map.grid().cell(hex).filter(|&cell| top(cell) > ends)
    };
    rules.options.line_of_sight.then(|| cell_blocking_line(from, to, blocks)).flatten()
}

/// Returns `true` if a cell of this terrain blocks lines of sight between some hexes.
pub(crate) fn may_block_line_of_sight(rules: &Ruleset, terrain: TerrainId) -> bool {
    let terrain = &rules.terrains[terrain];
    let rises = rules.options.height.is_some() && terrain.height > 0;
    rules.options.line_of_sight && (terrain.blocks_fire || rises)
}
