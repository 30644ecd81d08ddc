//! Zone of control, where a ruleset turns it on: entering a hex next to an enemy that has not broken, or
//! before its front, ends the move.

use hotgates_grid::{Cell, Hex, Obstacles, ZoneHexes};

use crate::battle::Battle;
use hotgates_text::Side;

/// Returns `true` if entering this cell ends a move of `side`.
#[inline]
pub(crate) fn ends_move(battle: &Battle, side: Side, cell: Cell) -> bool {
    battle.rules().options.zone_of_control && battle.is_in_zone(side, cell)
}

/// The enemies of a side, as they are in the way of its units.
#[derive(Clone, Copy)]
pub(crate) struct EnemyObstacles<'a> {
    battle: &'a Battle,
    side: Side,
}

impl<'a> EnemyObstacles<'a> {
    pub(crate) const fn enemies_of_side(battle: &'a Battle, side: Side) -> Self {
        Self { battle, side }
    }
}

impl Obstacles for EnemyObstacles<'_> {
    /// Returns `true` if an enemy stands on a cell.
    #[inline]
    fn is_blocked(self, cell: Cell) -> bool {
        self.battle.enemy_at(self.side, cell)
    }

    /// Returns `true` if entering a cell ends a move.
    #[inline]
    fn is_halt(self, cell: Cell) -> bool {
        ends_move(self.battle, self.side, cell)
    }

    /// Returns `true` if any cell ends a move.
    fn have_zones(self) -> bool {
        self.battle.rules().options.zone_of_control
    }

    /// Calls `see` with the hex of each enemy at most `steps` steps away from a cell, and maybe
    /// with the hexes of other enemies.
    ///
    /// Cost: `O(hexes)` within that distance, or `O(enemies)` where there are fewer.
    fn visit_near(self, centre: Cell, steps: u32, see: impl FnMut(Hex)) {
        self.battle.enemy_hexes_near(self.side, centre, steps, see);
    }

    /// Returns `true` if some enemies may have broken, have zones before them only, or none.
    fn have_zones_of_their_own(self) -> bool {
        let combat = self.battle.combat();
        combat.cohesion().is_some() || combat.some_lack_zones() || self.battle.has_zones_in_front_only()
    }

    fn visit_zones_near(self, centre: Cell, steps: u32, mut see: impl FnMut(ZoneHexes)) {
        let battle = self.battle;
        let in_front = battle.has_zones_in_front_only();
        for (enemy, hex) in battle.enemies_within(self.side, centre, steps) {
            if in_front {
                battle.zone_of_unit(enemy, hex).for_each(|hex| see(ZoneHexes::At(hex)));
            } else if battle.exerts_zone(enemy) {
                see(ZoneHexes::Around(hex));
            }
        }
    }
}
