//! Lines of sight, where a ruleset turns them on: terrain that blocks fire stops it.

use hotgates_grid::{Cell, Hex, cell_blocking_line};

use hotgates_rules::Ruleset;
use hotgates_scenario::Map;

/// Returns the first cell on the line between two hexes whose terrain blocks fire; `None` where no
/// cell does, and where the ruleset has no lines of sight.
pub(crate) fn cell_blocking_line_of_sight(
    (rules, map): (&Ruleset, &Map),
    from: Hex,
    to: Hex,
) -> Option<Cell> {
    let blocks =
        |hex: Hex| map.grid().cell(hex).filter(|&cell| rules.terrains[map.terrain(cell)].blocks_fire);
    rules.options.line_of_sight.then(|| cell_blocking_line(from, to, blocks)).flatten()
}
