//! Zone of control, where a ruleset turns it on: entering a hex next to an enemy ends the move.

use crate::battle::Battle;
use crate::grid::Cell;
use crate::side::Side;

/// Whether entering this cell ends a move of `side`.
#[inline]
pub(crate) fn halts(battle: &Battle, side: Side, cell: Cell) -> bool {
    battle.rules().options.zone_of_control
        && battle.grid().around(cell).iter().any(|&next| battle.enemy_at(side, next))
}
