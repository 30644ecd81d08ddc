//! Lines of fire of a battle.

use hotgates_grid::Cell;

use crate::battle::Battle;
use hotgates_scenario::cell_blocking_line_of_sight;

/// Returns the first cell that blocks the line of fire; `None` where no cell does.
#[inline]
pub(crate) fn cell_blocking_sight(battle: &Battle, from: Cell, to: Cell) -> Option<Cell> {
    if !battle.rules().options.line_of_sight {
        return None;
    }
    let grid = battle.grid();
    cell_blocking_line_of_sight((battle.rules(), battle.map()), grid.hex(from), grid.hex(to))
}
