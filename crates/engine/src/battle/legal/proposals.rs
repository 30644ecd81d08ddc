//! Proposals for legal orders: what rejection sampling draws from.

use std::sync::Arc;

use hotgates_grid::{Hex, Reach};

use crate::battle::order::Order;
use crate::battle::unit::UnitId;
use crate::battle::{Battle, FixedBattleData};

/// Table of all orders that could be legal for the side to move: for each unit one proposal for
/// each hex that it might move to, and one for each hex that it might attack.
///
/// Each legal order is proposed exactly once, so that a proposal drawn at random and accepted if it
/// is legal is each legal order with the same chance: rejection sampling (von Neumann, "Various
/// techniques used in connection with random digits", 1951). Proposals are counted, not listed.
///
/// **Invariant:** the table depends on the position alone. One that was kept after an order is the
/// one that would be built anew.
#[derive(Debug, Clone, Default)]
pub(super) struct ProposalTable {
    /// The battle that the table is for, with its hash and the number of units of the side to move.
    arena: Option<Arc<FixedBattleData>>,
    hash: u64,
    alive: u32,
    units: Vec<UnitProposals>,
    /// Hexes around the middle, ring by ring, the middle itself left out.
    spiral: Vec<Hex>,
    rings: u32,
}

/// The proposals of one unit.
#[derive(Debug, Clone, Copy)]
struct UnitProposals {
    unit: UnitId,
    /// Number of the proposal after its last.
    end: u32,
    /// Number of its moves, of its moves and attacks, and of these and its turns; the others are works.
    moves: u32,
    attacks_end: u32,
    turns_end: u32,
}

/// Number of ways that a unit may turn to.
const TURNS: u32 = 5;

impl ProposalTable {
    /// Returns the number of proposals for the side to move, `None` where they are too many to
    /// count. Builds the table unless it was kept for this position.
    ///
    /// Cost: `O(units)`, or nothing for a table that was kept.
    #[inline]
    pub(super) fn count_proposals(&mut self, battle: &Battle) -> Option<u32> {
        let same = self.arena.as_ref().is_some_and(|arena| Arc::ptr_eq(arena, &battle.arena));
        if !same || self.hash != battle.hash() {
            self.arena = None;
            self.build_proposal_rows(battle)?;
            (self.arena, self.hash) = (Some(Arc::clone(&battle.arena)), battle.hash());
            self.alive = battle.alive(battle.side());
        }
        Some(self.units.last().map_or(0, |last| last.end))
    }

    /// Number of units in the table, those without proposals included.
    pub(super) fn unit_count(&self) -> usize {
        self.units.len()
    }

    fn build_proposal_rows(&mut self, battle: &Battle) -> Option<()> {
        self.units.clear();
        let (mut end, mut rings) = (0_u32, 0);
        for unit in battle.living(battle.side()).filter(|&unit| !battle.is_broken(unit)) {
            let (steps, range) = farthest_distances(battle, unit);
            let (moves, attacks) = (count_hexes_around(steps)?, count_hexes_around(range)?);
            let attacks_end = moves.checked_add(attacks)?;
            let turns_end = attacks_end.checked_add(count_turns(battle, unit))?;
            end = end.checked_add(turns_end)?.checked_add(battle.count_work_proposals(unit))?;
            self.units.push(UnitProposals { unit, end, moves, attacks_end, turns_end });
            rings = rings.max(steps).max(range);
        }
        for ring in self.rings + 1..=rings {
            self.spiral.extend(Hex::ZERO.ring(ring));
            self.rings = ring;
        }
        (end < u32::MAX).then_some(())
    }

    /// Keeps the table for the position that an order drawn from it has led to, if only the
    /// proposals of the ordered unit are others now.
    #[inline]
    pub(super) fn keep_table_after_order(&mut self, battle: &Battle, order: Order) {
        let kept = self.arena.take().filter(|_| self.recount_unit_proposals(battle, order).is_some());
        (self.arena, self.hash) = (kept, battle.hash());
    }

    /// Counts anew the proposals of the unit that had an order; `None` where more has changed than
    /// that.
    fn recount_unit_proposals(&mut self, battle: &Battle, order: Order) -> Option<()> {
        let unit = order.unit()?;
        if self.alive != battle.alive(battle.side()) || battle.is_broken(unit) {
            return None;
        }
        let index = self.units.binary_search_by_key(&unit, |row| row.unit).ok()?;
        let (steps, range) = farthest_distances(battle, unit);
        let (moves, attacks) = (count_hexes_around(steps)?, count_hexes_around(range)?);
        let start = index.checked_sub(1).map_or(0, |before| self.units[before].end);
        // Points only get fewer, and proposals with them.
        let (attacks_end, turns) = (moves + attacks, count_turns(battle, unit));
        let end = start + attacks_end + turns + battle.count_work_proposals(unit);
        let row = &mut self.units[index];
        let fewer = row.end - end;
        (row.moves, row.attacks_end, row.turns_end) = (moves, attacks_end, attacks_end + turns);
        self.units[index..].iter_mut().for_each(|row| row.end -= fewer);
        Some(())
    }

    /// Returns the order that a proposal stands for if it is legal. The path of a move is then left
    /// in `reach`.
    #[inline]
    pub(super) fn accept_proposal(&self, battle: &Battle, proposal: u32, reach: &mut Reach) -> Option<Order> {
        let index = self.units.partition_point(|row| row.end <= proposal);
        let UnitProposals { unit, end, moves, attacks_end, turns_end } = self.units[index];
        // Counted from the unit's last proposal: first its moves, then its attacks, its turns, its works.
        let proposal = end - 1 - proposal;
        if proposal >= turns_end {
            return battle.work_proposed(unit, proposal - turns_end);
        }
        if proposal >= attacks_end {
            return Some(turn_proposed(battle, unit, proposal - attacks_end));
        }
        let place = if proposal < moves { proposal } else { proposal - moves };
        let to = battle.hex(unit) + self.spiral[place as usize];
        let cell = battle.grid().cell(to)?;
        let other = battle.at(cell);
        if proposal < moves {
            (other.is_none() && battle.find_move_path(unit, cell, reach)).then_some(Order::Move { unit, to })
        } else {
            let target = other.filter(|&other| battle.info(other).side != battle.side())?;
            battle.can_attack(unit, battle.unit(unit).cell, target).then_some(Order::Attack { unit, target })
        }
    }
}

/// Number of ways that a unit may turn to now.
#[inline]
fn count_turns(battle: &Battle, unit: UnitId) -> u32 {
    if battle.cost_of_turn(unit).is_some() { TURNS } else { 0 }
}

#[cold]
fn turn_proposed(battle: &Battle, unit: UnitId, place: u32) -> Order {
    Order::Face { unit, way: battle.ways_to_turn(unit)[place as usize] }
}

/// Returns the number of hexes within this many steps of one, itself left out; `None` where they
/// are too many to count.
fn count_hexes_around(steps: u32) -> Option<u32> {
    u32::try_from(3 * u64::from(steps) * (u64::from(steps) + 1)).ok()
}

/// Returns upper bounds of how many hexes away a unit may go, and attack.
fn farthest_distances(battle: &Battle, unit: UnitId) -> (u32, u32) {
    let (state, kind, grid) = (battle.unit(unit), battle.kind(unit), battle.grid());
    let points = if state.halted { 0 } else { state.left.0.into() };
    let lowest = battle.map().lowest_cost(battle.info(unit).kind);
    let most = grid.width().cast_unsigned() + grid.height().cast_unsigned();
    // Dividing takes longer than all the rest of this, and most maps have a road.
    let steps = if lowest == 1 { points } else { points / lowest }.min(most);
    let range = kind.ranged.as_ref().map_or(1, |ranged| ranged.max);
    (steps, if state.left >= kind.attack_cost { range } else { 0 })
}
