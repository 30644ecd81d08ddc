//! Where ways meet: how much of the ground has its cheapest way to a castle through a hex.

use hotgates_ai::{Cancel, Cancelled};
use hotgates_engine::{Battle, Cell, Field};

use super::hex_values::HexValues;

/// What one source sends on its way: enough to be divided, and a thousandfold of all sources fits in 64 bits.
const UNIT: u64 = 1 << 28;

/// How many cells are gone through before anybody asks whether to go on.
const CELLS_PER_CHECK: usize = 1 << 16;

/// The cheapest ways of the marching type to the nearest castle.
pub(super) struct MarchPaths {
    field: Field,
    /// Each cell with a way, the farthest first.
    order: Vec<Cell>,
}

impl MarchPaths {
    pub(super) fn new(battle: &Battle, cancel: &Cancel) -> Result<Self, Cancelled> {
        let map = battle.map();
        let costs = map.costs(battle.rules().walker());
        let mut field = Field::new();
        let castles = map.castles().iter().copied().filter(|castle| costs[castle.index()] > 0);
        field.towards(map.grid(), castles, costs, |_| true);
        cancel.check()?;
        let mut order: Vec<Cell> = field.touched().collect();
        order.sort_unstable_by_key(|&cell| (std::cmp::Reverse(field.cost(cell)), cell));
        Ok(Self { field, order })
    }

    /// For each hex how much, in ‰, of what sets out from these cells goes through it on its cheapest way; what has
    /// several shares evenly among its next hexes. Castles themselves count nothing: everything ends there.
    pub(super) fn share_through(
        &self,
        battle: &Battle,
        sets_out: impl Fn(Cell) -> bool,
        cancel: &Cancel,
    ) -> Result<HexValues<u16>, Cancelled> {
        let grid = battle.grid();
        let costs = battle.map().costs(battle.rules().walker());
        let mut flow = vec![0u64; grid.len()];
        let mut total = 0;
        for (index, &cell) in self.order.iter().enumerate() {
            if index % CELLS_PER_CHECK == 0 {
                cancel.check()?;
            }
            if sets_out(cell) {
                flow[cell.index()] += UNIT;
                total += UNIT;
            }
            let here = flow[cell.index()];
            let left = self.field.cost_to(cell, costs).unwrap_or(0);
            if here == 0 || left == 0 {
                continue;
            }
            let is_next = |next: &Cell| self.field.cost(*next) == Some(left);
            let ways = grid.around(cell).iter().filter(|next| is_next(next)).count() as u64;
            let (share, mut rest) = (here / ways.max(1), here % ways.max(1));
            for next in grid.around(cell).into_iter().filter(is_next) {
                flow[next.index()] += share + rest;
                rest = 0;
            }
        }
        let is_castle = |cell| battle.map().castles().binary_search(&cell).is_ok();
        Ok(HexValues::new(battle, |cell| {
            let permille = flow[cell.index()] * 1000 / total.max(1);
            if is_castle(cell) { 0 } else { u16::try_from(permille).unwrap_or(1000) }
        }))
    }
}
