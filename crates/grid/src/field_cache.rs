//! Cost fields that are kept from one question to the next.

use crate::cell::{Cell, Grid};
use crate::cell_set::CellSet;
use crate::field::Field;
use crate::mix::{carry_bits_up, fibonacci_hash};

/// Greatest number of fields that are kept.
const MOST_FIELDS: usize = 48;

/// Cost fields towards cells, kept by their targets and the costs of the ground: where the same is asked
/// again and again, each field is searched for once. The field that was not asked for longest makes room.
///
/// ```
/// use hotgates_grid::{Coord, FieldCache, Grid};
///
/// // Four hexes in a row, 2 MP each.
/// let grid = Grid::new(4, 1);
/// let cell = |col| grid.at(Coord { col, row: 0 }).expect("on the map");
/// let mut costs = vec![0; grid.len()];
/// grid.cells().for_each(|cell| costs[cell.index()] = 2);
///
/// let mut cache = FieldCache::default();
/// let way = cache.field_towards(&grid, &costs, &[cell(3)]);
/// assert_eq!(way.cost_from(cell(1)), Some(4));
/// assert!(way.cells_of_way(cell(1)).eq([cell(2), cell(3)]));
/// costs[cell(2).index()] = 0;
/// assert_eq!(cache.field_towards(&grid, &costs, &[cell(3)]).cost_from(cell(1)), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct FieldCache {
    known: Vec<CachedField>,
    /// Number of questions so far.
    asked: u64,
}

/// The cost of the way from everywhere to the nearest of some cells.
#[derive(Debug, Clone)]
pub struct CachedField {
    /// Digest of the costs: most fields are told apart by it.
    digest: u64,
    grid: Grid,
    costs: Vec<u8>,
    targets: Vec<Cell>,
    field: Field,
    /// Number of the last question for this field.
    last_asked: u64,
}

impl FieldCache {
    /// Returns the field towards some cells over ground of these costs, which are as in
    /// [`Field::towards_targets`].
    ///
    /// Cost: a comparison of the costs with those of the fields that are kept; where it is not one of them, a
    /// search of the map.
    pub fn field_towards(&mut self, grid: &Grid, costs: &[u8], targets: &[Cell]) -> &CachedField {
        self.asked += 1;
        let digest = digest_costs(costs);
        let is_same = |way: &CachedField| {
            way.digest == digest && way.targets == targets && way.costs == costs && way.grid == *grid
        };
        let place = self.known.iter().position(is_same).unwrap_or_else(|| {
            let mut field = Field::new();
            if self.known.len() == MOST_FIELDS {
                let oldest = (0..MOST_FIELDS).min_by_key(|&place| self.known[place].last_asked);
                field = self.known.swap_remove(oldest.unwrap_or(0)).field;
            }
            field.flood_towards(grid, targets.iter().copied(), costs);
            let (costs, targets) = (costs.to_vec(), targets.to_vec());
            self.known.push(CachedField { digest, grid: *grid, costs, targets, field, last_asked: 0 });
            self.known.len() - 1
        });
        self.known[place].last_asked = self.asked;
        &self.known[place]
    }
}

/// Returns a digest of the costs of some ground.
fn digest_costs(costs: &[u8]) -> u64 {
    let (words, rest) = costs.as_chunks();
    let add =
        |digest: u64, &word: &[u8; 8]| fibonacci_hash(digest.rotate_left(23) ^ u64::from_le_bytes(word));
    let digest = words.iter().fold(0, add);
    carry_bits_up(rest.iter().fold(digest, |digest, &cost| fibonacci_hash(digest ^ u64::from(cost))))
}

impl CachedField {
    /// Returns the cost of the way from a cell, in MP; `None` where there is none.
    #[must_use]
    pub fn cost_from(&self, cell: Cell) -> Option<u32> {
        self.field.cost_to(cell, &self.costs)
    }

    /// Lists the cells of the cheapest way from a cell, without the cell itself; of equally cheap steps the
    /// first in direction order is taken.
    pub fn cells_of_way(&self, from: Cell) -> impl Iterator<Item = Cell> + '_ {
        std::iter::successors(Some(from), |&at| {
            let left = self.cost_from(at).filter(|&left| left > 0)?;
            let leads = |&next: &Cell| {
                let cost = u32::from(self.costs[next.index()]);
                cost > 0 && self.cost_from(next).is_some_and(|rest| rest + cost == left)
            };
            self.grid.around(at).into_iter().find(leads)
        })
        .skip(1)
    }

    /// Counts the ways from some cells by the cells that they lead over, but for those that they begin on: returns
    /// each with the number of ways over it, in the order in which they are come to.
    ///
    /// ```
    /// use hotgates_grid::{Coord, FieldCache, Grid};
    ///
    /// let grid = Grid::new(4, 1);
    /// let cell = |col| grid.at(Coord { col, row: 0 }).expect("on the map");
    /// let mut costs = vec![0; grid.len()];
    /// grid.cells().for_each(|cell| costs[cell.index()] = 2);
    /// let mut cache = FieldCache::default();
    /// let way = cache.field_towards(&grid, &costs, &[cell(3)]);
    /// assert_eq!(way.count_ways([cell(1), cell(0)]), [(cell(2), 2), (cell(3), 2), (cell(1), 1)]);
    /// ```
    pub fn count_ways(&self, from: impl IntoIterator<Item = Cell>) -> Vec<(Cell, usize)> {
        let mut next: Vec<Option<Cell>> = vec![None; self.grid.len()];
        let (mut counts, mut cells) = (vec![0; self.grid.len()], Vec::new());
        for from in from {
            let mut at = from;
            for step in self.cells_of_way(from) {
                // A way that is known is known to its end.
                if next[at.index()].is_some() {
                    break;
                }
                next[at.index()] = Some(step);
                at = step;
            }
            at = from;
            while let Some(step) = next[at.index()] {
                if counts[step.index()] == 0 {
                    cells.push(step);
                }
                counts[step.index()] += 1;
                at = step;
            }
        }
        cells.into_iter().map(|cell| (cell, counts[cell.index()])).collect()
    }

    /// Asks for cheapest ways around some cells.
    #[must_use]
    pub fn ways_around<'a>(&'a self, avoided: &'a [Cell]) -> WaysAround<'a> {
        let nearest = avoided.iter().filter_map(|&cell| self.cost_from(cell)).min().unwrap_or(u32::MAX);
        let none = CellSet::new(&self.grid);
        WaysAround { field: self, avoided, nearest, around: none.clone(), through: none, way: Vec::new() }
    }
}

/// Cheapest ways of a field that lead around some cells: those that stay as cheap as they are, whatever these cells
/// cost more.
///
/// ```
/// use hotgates_grid::{Coord, FieldCache, Grid};
///
/// // Three columns of five hexes, 2 MP each, from the first hex of the middle one to its last.
/// let grid = Grid::new(3, 5);
/// let cell = |col, row| grid.at(Coord { col, row }).expect("on the map");
/// let mut costs = vec![0; grid.len()];
/// grid.cells().for_each(|cell| costs[cell.index()] = 2);
/// let mut cache = FieldCache::default();
/// let way = cache.field_towards(&grid, &costs, &[cell(1, 4)]);
/// let middle = [cell(1, 2)];
/// let mut around = way.ways_around(&middle);
/// assert!(!around.lead_from(cell(1, 0)), "straight on is cheapest");
/// assert!(around.lead_from(cell(0, 0)));
/// ```
#[derive(Debug, Clone)]
pub struct WaysAround<'a> {
    field: &'a CachedField,
    avoided: &'a [Cell],
    /// The least cost of a way from one of the avoided cells: no way that costs as little leads over them.
    nearest: u32,
    /// Cells from which a cheapest way is known to lead around the avoided cells.
    around: CellSet,
    /// Cells from which every cheapest way is known to lead over them.
    through: CellSet,
    /// The way that is looked at.
    way: Vec<Cell>,
}

impl WaysAround<'_> {
    /// Returns `true` if a cheapest way from a cell leads around the avoided cells, or if there is no way.
    ///
    /// Cost: `O(cells)` on cheapest ways from the cell that were not looked at before.
    pub fn lead_from(&mut self, from: Cell) -> bool {
        let Some(cost) = self.field.cost_from(from) else { return true };
        let (field, mut left) = (self.field, cost);
        self.way.clear();
        let mut at = from;
        loop {
            if left <= self.nearest || self.around.contains(at) {
                for &cell in &self.way {
                    self.around.insert(cell);
                }
                return true;
            }
            let leads = |&next: &Cell| {
                let cost = u32::from(field.costs[next.index()]);
                cost > 0
                    && field.cost_from(next).is_some_and(|rest| rest + cost == left)
                    && !self.avoided.contains(&next)
                    && !self.through.contains(next)
            };
            let next = field.grid.around(at).into_iter().find(leads);
            if let Some(next) = next {
                self.way.push(at);
                left -= u32::from(field.costs[next.index()]);
                at = next;
            } else {
                self.through.insert(at);
                let Some(before) = self.way.pop() else { return false };
                left += u32::from(field.costs[at.index()]);
                at = before;
            }
        }
    }
}

/// The ways from one cell, searched as far as they are asked for, and kept while cell and ground stay the same.
///
/// ```
/// use hotgates_grid::{Coord, Grid, WaysFromCell};
///
/// let grid = Grid::new(4, 1);
/// let cell = |col| grid.at(Coord { col, row: 0 }).expect("on the map");
/// let mut costs = vec![0; grid.len()];
/// grid.cells().for_each(|cell| costs[cell.index()] = 2);
/// let mut ways = WaysFromCell::default();
/// assert_eq!(ways.cost_to((&grid, &costs), cell(0), cell(2)), Some(4));
/// costs[cell(1).index()] = 0;
/// assert_eq!(ways.cost_to((&grid, &costs), cell(0), cell(2)), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct WaysFromCell {
    /// Map and cell of the search, and what the ground cost then; `None` before the first one.
    searched: Option<(Grid, Cell, Vec<u8>)>,
    field: Field,
}

impl WaysFromCell {
    /// Returns the cost of the way from a cell to another over ground of these costs; `None` where there is none.
    ///
    /// Cost: `O(cells)` with a cost no higher that no earlier call has reached.
    pub fn cost_to(&mut self, (grid, costs): (&Grid, &[u8]), from: Cell, to: Cell) -> Option<u32> {
        let is_known =
            |(map, cell, ground): &(Grid, Cell, Vec<u8>)| (map, *cell) == (grid, from) && ground == costs;
        if !self.searched.as_ref().is_some_and(is_known) {
            self.searched = Some((*grid, from, costs.to_vec()));
            self.field.begin_search_towards(grid, [from], costs);
        }
        // The search counts the cost of where it begins, as if it came there.
        self.field.cost_from(to, costs, |_| true)?;
        self.field.cost(to).map(|cost| cost - u32::from(costs[from.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::hash_cell;

    #[test]
    fn ways_around_cells_stay_as_cheap_when_these_cost_more() {
        let grid = Grid::new(13, 11);
        let (mut kept, mut longer) = (0, 0);
        for seed in 0..200 {
            let drawn = |cell: Cell, below: u32| hash_cell(cell.0, seed) >> 16 & 0xFF & (below - 1);
            let mut costs = vec![0; grid.len()];
            for cell in grid.cells() {
                costs[cell.index()] = [1, 2, 2, 2, 2, 4, 0, 0][drawn(cell, 8) as usize];
            }
            let cells: Vec<Cell> = grid.cells().collect();
            let target = cells[seed as usize % cells.len()];
            let avoided: Vec<Cell> =
                cells.iter().copied().filter(|&cell| cell != target && drawn(cell, 256) < 4).collect();
            let mut cache = FieldCache::default();
            let now: Vec<Option<u32>> = {
                let way = cache.field_towards(&grid, &costs, &[target]);
                cells.iter().map(|&cell| way.cost_from(cell)).collect()
            };
            let mut dearer = costs.clone();
            for cell in &avoided {
                let cost = &mut dearer[cell.index()];
                *cost += u8::from(*cost > 0);
            }
            let then: Vec<Option<u32>> = {
                let way = cache.field_towards(&grid, &dearer, &[target]);
                cells.iter().map(|&cell| way.cost_from(cell)).collect()
            };
            let mut around = cache.field_towards(&grid, &costs, &[target]).ways_around(&avoided);
            for ((&cell, now), then) in cells.iter().zip(now).zip(then) {
                if costs[cell.index()] == 0 {
                    continue;
                }
                assert_eq!(around.lead_from(cell), now == then, "seed {seed}, {cell:?}");
                *(if now == then { &mut kept } else { &mut longer }) += 1;
            }
        }
        assert!(kept > 1000 && longer > 1000, "{kept} ways kept, {longer} longer");
    }
}
