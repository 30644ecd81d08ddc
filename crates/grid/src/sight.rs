//! Sight on a grid: what can be seen from a cell, and what lies on a line between two hexes.
//!
//! A line is drawn between the centres of two hexes. Where it runs along the edge between two hexes
//! it is blocked only when both block. Whole numbers throughout, and the same both ways.

use crate::Hex;
use crate::cell::{Cell, Grid};

/// Returns the first cell that blocks the line between two hexes, which themselves never do; `None`
/// where no cell does. `blocks` returns the cell of a hex if it blocks.
///
/// ```
/// use hotgates_grid::{Coord, Grid, cell_blocking_line};
///
/// let grid = Grid::new(5, 1);
/// let [from, wall, to] = [0, 2, 4].map(|col| Coord { col, row: 0 }.hex());
/// let blocks = |hex| grid.cell(hex).filter(|_| hex == wall);
/// assert_eq!(cell_blocking_line(from, to, blocks), grid.cell(wall));
/// assert_eq!(cell_blocking_line(from, wall, blocks), None);
/// ```
pub fn cell_blocking_line(from: Hex, to: Hex, blocks: impl Fn(Hex) -> Option<Cell>) -> Option<Cell> {
    let steps = from.distance_to(to);
    (1..steps).find_map(|step| {
        let [left, right] = hexes_on_line(from, to, step, steps);
        // Both blocking, or the one and only hex blocking.
        blocks(left).and_then(|cell| blocks(right).map(|_| cell))
    })
}

/// The hexes in sight from one cell.
///
/// ```
/// use hotgates_grid::{Coord, Grid, VisibleHexes};
///
/// let grid = Grid::new(7, 1);
/// let forest = grid.at(Coord { col: 2, row: 0 }).expect("a hex of the map");
/// let cost = |cell| if cell == forest { 2 } else { 1 };
/// let from = grid.at(Coord { col: 0, row: 0 }).expect("a hex of the map");
/// let visible = VisibleHexes::look_around(&grid, 4, from, cost, |_| true);
/// let sees = |col| visible.contains(Coord { col, row: 0 }.hex());
/// assert_eq!([1, 2, 3, 4].map(sees), [true, true, true, false], "points of sight: 1, 3, 4, 5");
/// ```
#[derive(Debug)]
pub struct VisibleHexes {
    centre: Hex,
    range: u32,
    /// For each column of the rhombus around the middle a bit for each hex.
    columns: Box<[u64]>,
}

impl VisibleHexes {
    /// Farthest that can be looked, in hexes: a column is a word.
    pub const MAX_RANGE: u32 = (u64::BITS - 1) / 2;

    /// Looks around from a cell, as far as `range` points of sight pay for; the hexes beside the cell
    /// are always in sight. `cost` gives the points for looking into a cell, at least 1, and `is_clear`
    /// returns `false` for a hex that something hides all the same.
    ///
    /// Cost: `O(range²)`.
    ///
    /// # Panics
    /// When `range` is over [`MAX_RANGE`](Self::MAX_RANGE).
    #[must_use]
    pub fn look_around(
        grid: &Grid,
        range: u32,
        from: Cell,
        cost: impl Fn(Cell) -> u32,
        is_clear: impl Fn(Hex) -> bool,
    ) -> Self {
        assert!(range <= Self::MAX_RANGE);
        let centre = grid.hex(from);
        let side = 2 * range as usize + 1;
        let mut visible = Self { centre, range, columns: vec![0; side].into() };
        let mut costs = vec![u32::MAX; side * side];
        let mut rings: Vec<Vec<Hex>> = vec![Vec::new(); range as usize + 1];
        rings[0].push(centre);
        costs[visible.place(centre).expect("the centre is in range")] = 0;
        for spent in 0..=range {
            for hex in std::mem::take(&mut rings[spent as usize]) {
                if costs[visible.place(hex).expect("hexes in range are queued")] != spent {
                    continue;
                }
                for next in hex.all_neighbors() {
                    let (Some(cell), Some(place)) = (grid.cell(next), visible.place(next)) else { continue };
                    let cost = spent + cost(cell);
                    if cost <= range && cost < costs[place] {
                        costs[place] = cost;
                        rings[cost as usize].push(next);
                    }
                }
            }
        }
        for hex in centre.range(range).filter(|&hex| grid.contains(hex)) {
            let place = visible.place(hex).expect("hexes in range have a place");
            let near = hex.unsigned_distance_to(centre) <= 1;
            if near || (costs[place] != u32::MAX && is_clear(hex)) {
                visible.columns[place / side] |= 1 << (place % side);
            }
        }
        visible
    }

    /// Returns `true` if a hex is in sight.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        let [x, y] = self.place_in_rhombus(hex);
        self.columns.get(x as usize).is_some_and(|bits| bits.unbounded_shr(y) & 1 == 1)
    }

    /// Lists the columns in sight, each as its northernmost hex in sight and a bit for that hex and each
    /// one south of it.
    #[inline]
    pub fn columns(&self) -> impl Iterator<Item = (Hex, u64)> + '_ {
        let corner = self.centre - Hex::new(1, 1) * self.range.cast_signed();
        let columns = (0..).zip(&self.columns).filter(|&(_, &bits)| bits != 0);
        columns.map(move |(x, &bits)| {
            let north = bits.trailing_zeros();
            (corner + Hex::new(x, north.cast_signed()), bits >> north)
        })
    }

    /// Returns column and row of a hex in the rhombus; large numbers for hexes outside.
    #[inline]
    fn place_in_rhombus(&self, hex: Hex) -> [u32; 2] {
        let away = hex - self.centre;
        [away.x, away.y].map(|at| at.wrapping_add_unsigned(self.range).cast_unsigned())
    }

    fn place(&self, hex: Hex) -> Option<usize> {
        let side = 2 * self.range + 1;
        let [x, y] = self.place_in_rhombus(hex);
        (x < side && y < side).then(|| (x * side + y) as usize)
    }
}

/// Returns the hexes that the line crosses after `step` of `steps`: twice the same hex, or the two
/// hexes along whose edge the line runs.
fn hexes_on_line(from: Hex, to: Hex, step: i32, steps: i32) -> [Hex; 2] {
    [1, -1].map(|nudge| {
        // Cube coordinates in units of 1/(6·steps) hex, moved a little to one side of the line.
        let scale = 6 * steps;
        let along = |a: i32, b: i32| 6 * (a * (steps - step) + b * step);
        let (q, r) = (along(from.x, to.x) + nudge, along(from.y, to.y) + nudge);
        nearest_hex(q, r, scale)
    })
}

/// Returns the hex that contains a point given in units of 1/`scale` hex.
fn nearest_hex(q: i32, r: i32, scale: i32) -> Hex {
    let s = -q - r;
    let nearest = |value: i32| (2 * value + scale).div_euclid(2 * scale);
    let off = |value: i32| (nearest(value) * scale - value).abs();
    let (rq, rr, rs) = (nearest(q), nearest(r), nearest(s));
    if off(q) > off(r) && off(q) > off(s) {
        Hex::new(-rr - rs, rr)
    } else if off(r) > off(s) {
        Hex::new(rq, -rq - rs)
    } else {
        Hex::new(rq, rr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_line_crosses_one_hex_at_a_time() {
        let to = Hex::new(4, 0);
        for step in 1..4 {
            assert_eq!(hexes_on_line(Hex::ZERO, to, step, 4), [Hex::new(step, 0); 2]);
        }
    }

    #[test]
    fn a_line_along_an_edge_touches_both_hexes() {
        // Two hexes on, one of them sideways: the line leaves along the edge between two
        // neighbours.
        let mut both = hexes_on_line(Hex::ZERO, Hex::new(1, 1), 1, 2);
        both.sort_by_key(|hex| hex.x);
        assert_eq!(both, [Hex::new(0, 1), Hex::new(1, 0)]);
    }

    #[test]
    fn the_line_back_crosses_the_same_hexes() {
        for target in Hex::ZERO.range(5) {
            let steps = Hex::ZERO.distance_to(target);
            for step in 1..steps {
                let mut there = hexes_on_line(Hex::ZERO, target, step, steps);
                let mut back = hexes_on_line(target, Hex::ZERO, steps - step, steps);
                there.sort_by_key(|hex| (hex.x, hex.y));
                back.sort_by_key(|hex| (hex.x, hex.y));
                assert_eq!(there, back, "{target:?} {step}");
            }
        }
    }
}
