//! Battles to try orders on, counted, with memory that is used again.

use hotgates_engine::{Dice, Event, KnownBattle, Order};

use crate::answer::Unsolved;
use crate::phase::CastleTrip;
use hotgates_search::Budget;

/// Battles to try orders on, and the number of positions that a search may still look at.
pub(crate) struct ScratchBattles<'a> {
    nodes: u64,
    limit: u64,
    budget: &'a Budget,
    /// Battles that are not in use.
    spare: Vec<KnownBattle>,
    log: Vec<Event>,
}

impl<'a> ScratchBattles<'a> {
    pub(crate) const fn new(limit: u64, budget: &'a Budget) -> Self {
        Self { nodes: 0, limit, budget, spare: Vec::new(), log: Vec::new() }
    }

    /// Number of positions looked at.
    pub(crate) const fn node_count(&self) -> u64 {
        self.nodes
    }

    /// Counts a position.
    pub(crate) fn count_node(&mut self) -> Result<(), Unsolved> {
        if self.nodes >= self.limit {
            return Err(Unsolved::Nodes { nodes: self.nodes });
        }
        if self.nodes.is_multiple_of(256) && self.budget.is_stopped() {
            return Err(Unsolved::Cancelled);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Returns a copy of a battle, which counts as a position looked at.
    pub(crate) fn copy_counted_battle(&mut self, battle: &KnownBattle) -> Result<KnownBattle, Unsolved> {
        self.count_node()?;
        Ok(match self.spare.pop() {
            Some(mut copy) => {
                copy.clone_from(battle);
                copy
            }
            None => battle.clone(),
        })
    }

    pub(crate) fn follow_order(&mut self, battle: &mut KnownBattle, order: Order, sums: [u32; 2]) {
        self.log.clear();
        battle.act(order, &mut Dice::showing_sums(sums), &mut self.log).expect("only legal orders are tried");
    }

    pub(crate) fn make_trip(&mut self, battle: &mut KnownBattle, trip: &CastleTrip) {
        for cell in trip.stopping_cells() {
            let to = battle.view().grid().hex(cell);
            self.follow_order(battle, Order::Move { unit: trip.unit, to }, [7, 7]);
        }
    }

    /// Follows a move, if it is legal.
    pub(crate) fn try_move(&mut self, battle: &mut KnownBattle, order: Order) -> bool {
        self.log.clear();
        battle.act(order, &mut Dice::showing_sums([7, 7]), &mut self.log).is_ok()
    }

    /// Takes back a battle that is not needed any more.
    pub(crate) fn give_back(&mut self, battle: KnownBattle) {
        self.spare.push(battle);
    }
}
