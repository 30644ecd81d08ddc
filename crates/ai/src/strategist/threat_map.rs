//! Threat maps: about how many men the enemy could cost a unit on each cell, cheap enough for every
//! simulated half-turn.

use hotgates_engine::{Cell, Permille, Side, View};

use crate::position::closes_with_enemy;

/// For each cell the men that all enemies in striking distance could cost a unit there, if nothing
/// stood in their way.
///
/// Distance stands in for paths: a hex costs at least the lowest cost of a terrain that most maps
/// are made of, so that the map errs on the side of caution behind walls. Cost: `O(hexes)` in
/// striking distance of each enemy.
#[derive(Debug, Clone, Default)]
pub(super) struct ThreatMap {
    men: Vec<u32>,
    touched: Vec<Cell>,
}

impl ThreatMap {
    /// Draws the threats to the units of a side.
    pub(super) fn compute_for_side(&mut self, view: View<'_>, side: Side) {
        for cell in self.touched.drain(..) {
            self.men[cell.index()] = 0;
        }
        self.men.resize(view.grid().len(), 0);
        for enemy in view.living(side.other()).filter(|&enemy| !view.is_wavering(enemy)) {
            let kind = view.kind(enemy);
            let walk = u32::from(kind.movement.0.saturating_sub(kind.attack_cost.0)) / 2;
            let men = |power: Permille| u32::from(view.unit(enemy).strength.0) * power.0 / 1000;
            let (range, fire) =
                kind.ranged.as_ref().map_or((1, kind.melee), |ranged| (ranged.max, ranged.power));
            let near = if closes_with_enemy(view, enemy) { kind.melee.max(fire) } else { fire };
            let (middle, near, far) = (view.hex(enemy), men(near), men(fire));
            for (hex, cell) in view.grid().within(view.unit(enemy).cell, walk + range) {
                if self.men[cell.index()] == 0 {
                    self.touched.push(cell);
                }
                let closes = hex.unsigned_distance_to(middle) <= walk + 1;
                self.men[cell.index()] += if closes { near } else { far };
            }
        }
    }

    /// Number of men that the enemies could cost a unit on this cell.
    pub(super) fn expected_men_lost(&self, cell: Cell) -> u32 {
        self.men[cell.index()]
    }
}
