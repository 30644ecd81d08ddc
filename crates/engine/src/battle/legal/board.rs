//! The board at which legal orders are drawn by darts.

use std::sync::Arc;

use hexx::Hex;

use crate::battle::order::Order;
use crate::battle::unit::UnitId;
use crate::battle::{Arena, Battle};
use crate::path::reach::Reach;

/// The squares of a side's orders: for each unit one for each hex it might move to, and one for each hex it might attack.
///
/// It depends on the position alone: one kept from the last order is the one that would be laid out anew.
#[derive(Debug, Clone, Default)]
pub(super) struct Board {
    /// The position it is laid out for: of what battle, its hash, and how many units the side to move has.
    arena: Option<Arc<Arena>>,
    hash: u64,
    alive: u32,
    units: Vec<Squares>,
    /// Hexes around the middle, ring by ring, the middle itself left out.
    spiral: Vec<Hex>,
    rings: u32,
}

/// The squares of a unit.
#[derive(Debug, Clone, Copy)]
struct Squares {
    unit: UnitId,
    /// The square after its last.
    end: u32,
    /// How many of them are moves; the rest are attacks.
    moves: u32,
}

impl Board {
    /// How many squares the side to move has, `None` when they are too many to count. Lays the board out, unless it was
    /// kept for this position.
    ///
    /// Cost: `O(units)`, or nothing for a board that was kept.
    pub(super) fn squares(&mut self, battle: &Battle) -> Option<u32> {
        let same = self.arena.as_ref().is_some_and(|arena| Arc::ptr_eq(arena, &battle.arena));
        if !same || self.hash != battle.hash() {
            self.arena = None;
            self.lay_out(battle)?;
            (self.arena, self.hash) = (Some(Arc::clone(&battle.arena)), battle.hash());
            self.alive = battle.alive(battle.side());
        }
        Some(self.units.last().map_or(0, |last| last.end))
    }

    /// How many units it has squares for, be they none.
    pub(super) fn units(&self) -> usize {
        self.units.len()
    }

    fn lay_out(&mut self, battle: &Battle) -> Option<()> {
        self.units.clear();
        let (mut end, mut rings) = (0_u32, 0);
        for unit in battle.living(battle.side()) {
            let (steps, range) = farthest(battle, unit);
            let (moves, attacks) = (around(steps)?, around(range)?);
            end = end.checked_add(moves)?.checked_add(attacks)?;
            self.units.push(Squares { unit, end, moves });
            rings = rings.max(steps).max(range);
        }
        for ring in self.rings + 1..=rings {
            self.spiral.extend(Hex::ZERO.ring(ring));
            self.rings = ring;
        }
        (end < u32::MAX).then_some(())
    }

    /// Keeps the board for the position that an order drawn at it has led to, if only its unit's squares are others now.
    pub(super) fn keep(&mut self, battle: &Battle, order: Order) {
        let kept = self.arena.take().filter(|_| self.change(battle, order).is_some());
        (self.arena, self.hash) = (kept, battle.hash());
    }

    /// Lays out anew the squares of the unit that had an order; `None` where more has changed than that.
    fn change(&mut self, battle: &Battle, order: Order) -> Option<()> {
        let (Order::Move { unit, .. } | Order::Attack { unit, .. }) = order else { return None };
        if self.alive != battle.alive(battle.side()) {
            return None;
        }
        let index = self.units.binary_search_by_key(&unit, |squares| squares.unit).ok()?;
        let (steps, range) = farthest(battle, unit);
        let (moves, attacks) = (around(steps)?, around(range)?);
        let start = index.checked_sub(1).map_or(0, |before| self.units[before].end);
        // Points only get fewer, and squares with them.
        let fewer = self.units[index].end - (start + moves + attacks);
        self.units[index].moves = moves;
        self.units[index..].iter_mut().for_each(|squares| squares.end -= fewer);
        Some(())
    }

    /// The order on a square, if there is a legal one. The way of a move is then left in `reach`.
    pub(super) fn hit(&self, battle: &Battle, square: u32, reach: &mut Reach) -> Option<Order> {
        let index = self.units.partition_point(|squares| squares.end <= square);
        let Squares { unit, end, moves } = self.units[index];
        // Counted from the unit's last square: first its moves, then its attacks.
        let square = end - 1 - square;
        let place = if square < moves { square } else { square - moves };
        let to = battle.hex(unit) + self.spiral[place as usize];
        let cell = battle.grid().cell(to)?;
        let other = battle.at(cell);
        if square < moves {
            (other.is_none() && battle.way(unit, cell, reach)).then_some(Order::Move { unit, to })
        } else {
            let target = other.filter(|&other| battle.info(other).side != battle.side())?;
            battle.can_attack(unit, battle.unit(unit).cell, target).then_some(Order::Attack { unit, target })
        }
    }
}

/// How many hexes lie within this many steps of one, itself left out; `None` where they are too many to count.
fn around(steps: u32) -> Option<u32> {
    u32::try_from(3 * u64::from(steps) * (u64::from(steps) + 1)).ok()
}

/// How many hexes a unit might go, and how far away it might attack.
fn farthest(battle: &Battle, unit: UnitId) -> (u32, u32) {
    let (state, kind, grid) = (battle.unit(unit), battle.kind(unit), battle.grid());
    let points = if state.halted { 0 } else { state.left.0.into() };
    let lowest = battle.map().lowest_cost(battle.info(unit).kind);
    let most = grid.width().cast_unsigned() + grid.height().cast_unsigned();
    // Dividing takes longer than all the rest of this, and most maps have a road.
    let steps = if lowest == 1 { points } else { points / lowest }.min(most);
    let range = kind.ranged.as_ref().map_or(1, |ranged| ranged.max);
    (steps, if state.left >= kind.attack_cost { range } else { 0 })
}
