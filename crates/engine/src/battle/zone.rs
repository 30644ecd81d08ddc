//! Zones of control, where a ruleset turns them on: entering a hex next to an enemy that has not broken, or
//! before its front, ends the move or costs more.

use hotgates_grid::{Cell, DirectionSet, Hex, MovementPoints, Obstacles};

use crate::battle::Battle;
use crate::battle::unit::UnitId;
use hotgates_rules::ZoneEffect;
use hotgates_text::Side;

impl Battle {
    /// Returns what zones of control do to a unit that enters one.
    #[inline]
    pub(crate) fn zone_effect_on(&self, unit: UnitId) -> ZoneEffect {
        self.combat().zone_effect(|| self.kind(unit).ignores_zones)
    }

    /// Returns `true` if entering this cell ends the move of a unit.
    #[inline]
    pub(crate) fn ends_move(&self, unit: UnitId, cell: Cell) -> bool {
        self.zone_effect_on(unit) == ZoneEffect::EndsMove && self.is_in_zone(self.info(unit).side, cell)
    }

    /// Returns the points that a unit of a side pays for a step onto a cell beyond its ground, by the enemies that
    /// the side sees now.
    #[inline]
    pub(crate) fn extra_cost_of_step(&self, side: Side, effect: ZoneEffect, to: Cell) -> MovementPoints {
        match effect {
            ZoneEffect::Costs(extra) if self.known_to(side).is_in_zone(side, to) => extra,
            ZoneEffect::Costs(_) | ZoneEffect::EndsMove | ZoneEffect::Nothing => MovementPoints(0),
        }
    }
}

/// The enemies of a unit, as they are in its way.
#[derive(Clone, Copy)]
pub(crate) struct EnemyObstacles<'a> {
    battle: &'a Battle,
    side: Side,
    effect: ZoneEffect,
}

impl<'a> EnemyObstacles<'a> {
    pub(crate) fn enemies_of_unit(battle: &'a Battle, unit: UnitId) -> Self {
        Self { battle, side: battle.info(unit).side, effect: battle.zone_effect_on(unit) }
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
        self.effect == ZoneEffect::EndsMove && self.battle.is_in_zone(self.side, cell)
    }

    /// Returns `true` if any cell ends a move.
    #[inline]
    fn have_zones(self) -> bool {
        self.effect == ZoneEffect::EndsMove
    }

    #[inline]
    fn extra_cost(self, cell: Cell) -> u32 {
        match self.effect {
            ZoneEffect::Costs(extra) if self.battle.is_in_zone(self.side, cell) => extra.0.into(),
            ZoneEffect::Costs(_) | ZoneEffect::EndsMove | ZoneEffect::Nothing => 0,
        }
    }

    #[inline]
    fn have_extra_costs(self) -> bool {
        matches!(self.effect, ZoneEffect::Costs(_))
    }

    /// Calls `see` with the hex of each enemy at most `steps` steps away from a cell, and maybe with the hexes of
    /// other enemies, each with the ways from it into its zone.
    ///
    /// Cost: `O(hexes)` within that distance, or `O(enemies)` where there are fewer.
    fn visit_near(self, centre: Cell, steps: u32, mut see: impl FnMut(Hex, DirectionSet)) {
        let (battle, enemy) = (self.battle, self.side.other());
        if !self.have_zones() && battle.is_listing_all_faster(enemy, steps) {
            // Asking how near each is would take longer than showing all.
            battle.unit_hexes(enemy).for_each(|(_, hex)| see(hex, DirectionSet::NONE));
        } else {
            // From within: an iterator of two parts is slow to be asked for one after the other.
            let near = battle.enemies_within(self.side, centre, steps);
            near.for_each(|(enemy, hex)| see(hex, battle.ways_into_zone(enemy)));
        }
    }
}
