//! Heat map of marching: the share of the ground whose cheapest path to a castle leads through each
//! hex.

use hotgates_engine::{Battle, Cell, Field};
use hotgates_play::{Cancel, Cancelled};

use super::hex_values::HexValues;

/// Amount that one source sends along its path: large enough to be divided, and a thousandfold of
/// all sources fits in 64 bits.
const UNIT: u64 = 1 << 28;

/// Number of cells between two looks at the cancel flag.
const CELLS_PER_CHECK: usize = 1 << 16;

/// The cheapest paths of the marching type to the nearest castle.
pub(super) struct MarchPaths {
    field: Field,
    /// Cells with a path, the farthest first.
    order: Vec<Cell>,
}

impl MarchPaths {
    pub(super) fn new(battle: &Battle, cancel: &Cancel) -> Result<Self, Cancelled> {
        let map = battle.map();
        let costs = map.costs(battle.rules().marching_type());
        let mut field = Field::new();
        let castles = map.castles().iter().copied().filter(|castle| costs[castle.index()] > 0);
        field.towards_targets(map.grid(), castles, costs, |_| true);
        cancel.check_flag()?;
        let mut order: Vec<Cell> = field.touched_cells().collect();
        order.sort_unstable_by_key(|&cell| (std::cmp::Reverse(field.cost(cell)), cell));
        Ok(Self { field, order })
    }

    /// Returns, for each hex, the ‰ of the cells accepted by `sets_out` whose cheapest path leads
    /// through the hex. Where several next hexes are equally cheap, they share evenly. Castles
    /// themselves count 0, because every path ends there.
    pub(super) fn share_of_paths_through(
        &self,
        battle: &Battle,
        sets_out: impl Fn(Cell) -> bool,
        cancel: &Cancel,
    ) -> Result<HexValues<u16>, Cancelled> {
        let grid = battle.grid();
        let costs = battle.map().costs(battle.rules().marching_type());
        let mut flow = vec![0u64; grid.len()];
        let mut total = 0;
        for (index, &cell) in self.order.iter().enumerate() {
            if index % CELLS_PER_CHECK == 0 {
                cancel.check_flag()?;
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
            let next_count = grid.around(cell).iter().filter(|next| is_next(next)).count() as u64;
            let (share, mut rest) = (here / next_count.max(1), here % next_count.max(1));
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
