//! Waves: what a few movement points pay for, found by bits, all hexes of one cost at a time.
//!
//! The hexes around a unit are a plane of bits, a word for each column. In axial coordinates the neighbours of all hexes
//! of a plane are shifts of it: north and south within a column, the other four in the columns beside it. So a cost is
//! spread from with a few operations for each column, however many hexes have it, and nothing is guessed. This is Dial's
//! search as in [`kernel`](super::kernel), with planes for buckets: a hex gets its cost from the first that reaches it.
//!
//! It is for the many short searches of a battle. What does not fit into a plane is left to the kernel.

use std::ops::Range;

use hexx::Hex;

use crate::grid::coord::Direction;
use crate::grid::{Cell, Grid};
use crate::path::ground::Ground;
use crate::path::obstacles::Obstacles;

/// A bit for each hex around the centre, which is bit [`MIDDLE`] of column [`COLUMN`]. The columns at both ends stay
/// empty, so that every column has one on either side.
type Plane = [u32; 32 + 2 * MARGIN];

const MARGIN: usize = 4;
const MIDDLE: i32 = 15;
const COLUMN: usize = MARGIN + 15;
const EMPTY: Plane = [0; 32 + 2 * MARGIN];

/// Columns are worked on in fours, which processors have instructions for.
const FOUR: usize = 4;

/// Those that hexes may be in.
const COLUMNS: Range<usize> = MARGIN..MARGIN + 32;

/// The farthest that a search may go, in hexes, so that zones of control around it still fit in.
const MOST_STEPS: u32 = 14;

/// How many binary digits costs have at most.
const DIGITS: usize = 6;

/// A search by bits, with memory that the next one uses again.
#[derive(Debug, Clone)]
pub(super) struct Wave {
    centre: Hex,
    cell: Cell,
    stride: i32,
    /// Those that a search looks at, counted from the centre's.
    columns: Range<i32>,
    /// The hexes that come to each cost, from that of the centre on.
    levels: Vec<Plane>,
    /// All of them, and their costs as binary digits, the lowest first.
    seen: Plane,
    digits: [Plane; DIGITS],
    /// The hexes that can be entered, by what that costs, and those of them that may not.
    open: Vec<(u32, Plane)>,
    barred: Plane,
}

impl Default for Wave {
    fn default() -> Self {
        Self {
            centre: Hex::ZERO,
            cell: Cell::default(),
            stride: 0,
            columns: 0..0,
            levels: Vec::new(),
            seen: EMPTY,
            digits: [EMPTY; DIGITS],
            open: Vec::new(),
            barred: EMPTY,
        }
    }
}

impl Wave {
    /// Lays a plane around a cell for a search of so many steps, of so many columns to the west and to the east, and of
    /// costs up to `most` on top of the centre's; false when it does not fit.
    pub(super) fn place(
        &mut self,
        grid: &Grid,
        grounds: &[Ground],
        centre: Cell,
        (steps, west, east): (u32, u32, u32),
        most: u32,
    ) -> bool {
        if steps > MOST_STEPS || most >> DIGITS > 0 || grounds.is_empty() {
            return false;
        }
        (self.cell, self.centre, self.stride) = (centre, grid.hex(centre), grid.stride());
        self.levels.resize(most as usize + 1, EMPTY);
        // Off the map there is nothing to read.
        let west = west.cast_signed().min(self.centre.x);
        let east = east.cast_signed().min(grid.width() - 1 - self.centre.x);
        self.open.clear();
        self.open.extend(grounds.iter().map(|ground| (ground.cost(), EMPTY)));
        self.columns = -west..east + 1;
        for column in self.columns.clone() {
            let first = self.northmost(column);
            for ((_, plane), ground) in self.open.iter_mut().zip(grounds) {
                plane[at_column(column)] = ground.strip(first);
            }
        }
        true
    }

    /// The cell of the lowest bit of a column, counted from the centre's, as a number that may lie off the map.
    #[inline]
    const fn northmost(&self, column: i32) -> i32 {
        self.cell.0.cast_signed() + column * self.stride - MIDDLE
    }

    /// Where a hex is in the plane: its column, and its bit there; `None` outside.
    #[inline]
    fn place_of(&self, hex: Hex) -> Option<(usize, u32)> {
        let apart = hex - self.centre;
        let inside = apart.x.abs() <= MIDDLE && apart.y.abs() <= MIDDLE;
        inside.then(|| (at_column(apart.x), 1 << (apart.y + MIDDLE)))
    }

    /// Bars the hexes of enemies that are not more than so many steps and one away.
    pub(super) fn bar_enemies(&mut self, foes: impl Obstacles, steps: u32) {
        let (centre, mut barred) = (self.centre, EMPTY);
        foes.near(self.cell, steps + 1, |hex| {
            let apart = hex - centre;
            let inside = apart.x.unsigned_abs().max(apart.y.unsigned_abs()) <= MIDDLE.cast_unsigned();
            // Without a branch: who is near is as good as random.
            let column = if inside { at_column(apart.x) } else { 0 };
            barred[column] |= u32::from(inside).wrapping_shl((apart.y + MIDDLE).cast_unsigned());
        });
        self.barred = barred;
    }

    /// The hexes next to enemies.
    fn zones(&self) -> Plane {
        let mut zones = EMPTY;
        spread(&self.barred, &COLUMNS, &mut zones);
        zones
    }

    /// Bars the hexes next to enemies as well.
    pub(super) fn bar_zones(&mut self) {
        let zones = self.zones();
        self.barred.iter_mut().zip(zones).for_each(|(barred, zone)| *barred |= zone);
    }

    /// Spreads from the centre as far as its costs go, though not on from hexes next to enemies, if those `halt`. No
    /// hex costs less than `lowest`.
    pub(super) fn flood(&mut self, lowest: u32, halt: bool) {
        let halt = halt.then(|| self.zones());
        self.run(lowest, halt.as_ref(), |_| false);
        self.digits = [EMPTY; DIGITS];
        for (level, cost) in self.levels.iter().zip(0..) {
            let steps = (cost / lowest) as usize;
            let columns = widened(COLUMN - steps..COLUMN + steps + 1);
            for (_, plane) in self.digits.iter_mut().enumerate().filter(|(digit, _)| cost >> digit & 1 > 0) {
                for (plane, level) in fours_mut(plane, &columns).iter_mut().zip(fours(level, &columns)) {
                    *plane = each(|column| plane[column] | level[column]);
                }
            }
        }
        // They were taken for seen, so that none would be entered.
        self.seen.iter_mut().zip(self.barred).for_each(|(seen, barred)| *seen &= !barred);
    }

    /// Spreads from the centre until a neighbour of `goal` has its cost, which comes back: what the way to the goal costs
    /// without the goal itself and without the centre. `None` when that is more than was placed for.
    pub(super) fn find(&mut self, lowest: u32, goal: Hex) -> Option<u32> {
        let (column, bit) = self.place_of(goal)?;
        self.run(lowest, None, |next| next[column] & bit != 0)
    }

    /// The search: `done` sees what lies next to each cost, and ends it there.
    fn run(&mut self, lowest: u32, halt: Option<&Plane>, done: impl Fn(&Plane) -> bool) -> Option<u32> {
        let farthest = self.open.last().map_or(0, |&(step, _)| step as usize);
        // A plane is emptied when the first hexes may come to it: a search that ends early leaves the rest as they are.
        self.levels.iter_mut().take(farthest).for_each(|level| *level = EMPTY);
        self.levels[0][COLUMN] = 1 << MIDDLE;
        self.barred[COLUMN] &= !(1 << MIDDLE);
        self.seen = self.barred;
        for cost in 0..self.levels.len() {
            let (present, later) = self.levels[cost..].split_first_mut().expect("there is this level");
            if let Some(level) = later.get_mut(farthest - 1) {
                *level = EMPTY;
            }
            // In as many steps nothing has come further; one more step is to be made now.
            let steps = cost / lowest as usize + 1;
            let (west, east) = (COLUMN.saturating_sub(steps), COLUMN + steps + 1);
            let columns =
                widened(west.max(at_column(self.columns.start))..east.min(at_column(self.columns.end)));
            let mut any = [0; FOUR];
            for (present, seen) in
                fours_mut(present, &columns).iter_mut().zip(fours_mut(&mut self.seen, &columns))
            {
                *present = each(|column| present[column] & !seen[column]);
                *seen = each(|column| present[column] | seen[column]);
                any = each(|column| present[column] | any[column]);
            }
            if any == [0; FOUR] {
                continue;
            }
            let mut next = EMPTY;
            match halt.filter(|_| cost > 0) {
                None => spread(present, &columns, &mut next),
                Some(halt) => {
                    let mut through = *present;
                    through.iter_mut().zip(halt).for_each(|(through, halt)| *through &= !halt);
                    spread(&through, &columns, &mut next);
                }
            }
            if done(&next) {
                return u32::try_from(cost).ok();
            }
            for (step, open) in &self.open {
                if let Some(level) = later.get_mut(*step as usize - 1) {
                    let new = fours(&next, &columns).iter().zip(fours(open, &columns));
                    for (level, (next, open)) in fours_mut(level, &columns).iter_mut().zip(new) {
                        *level = each(|column| level[column] | next[column] & open[column]);
                    }
                }
            }
        }
        None
    }

    /// What a flood pays to a hex, `None` where it has not come to.
    #[inline]
    pub(super) fn cost(&self, hex: Hex) -> Option<u32> {
        let (column, bit) = self.place_of(hex)?;
        (self.seen[column] & bit != 0).then(|| self.cost_at(column, bit.trailing_zeros()))
    }

    /// Which neighbours of a hex a flood has reached, as bits, the first direction the lowest.
    #[inline]
    pub(super) fn around(&self, hex: Hex) -> u64 {
        let Some((column, bit)) = self.place_of(hex) else { return 0 };
        let row = bit.trailing_zeros();
        // The lowest three bits of each: north of the hex, which may lie off the plane, beside it, and south.
        let three = |column: usize| u64::from(self.seen[column]) << 1 >> row;
        let (west, here, east) = (three(column - 1), three(column), three(column + 1));
        here & 1 | (east & 3) << 1 | (here & 4) << 1 | (west & 4) << 2 | (west & 2) << 4
    }

    #[inline]
    fn cost_at(&self, column: usize, row: u32) -> u32 {
        self.digits.iter().rev().fold(0, |cost, plane| cost << 1 | plane[column] >> row & 1)
    }

    /// Every cell that a flood has reached with its cost, in ascending order.
    pub(super) fn reached(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.columns.clone().flat_map(move |column| {
            let (first, column) = (self.northmost(column), at_column(column));
            Ones(self.seen[column]).map(move |row| {
                (Cell((first + row.cast_signed()).cast_unsigned()), self.cost_at(column, row))
            })
        })
    }

    /// How many cells a flood has reached.
    pub(super) fn count(&self) -> usize {
        self.seen[at_column(self.columns.start)..at_column(self.columns.end)]
            .iter()
            .map(|bits| bits.count_ones() as usize)
            .sum()
    }

    /// Adds the way to the centre from a cell whose neighbours it costs so much to come from: at each step on to the first
    /// neighbour in direction order from which the rest costs what it should.
    pub(super) fn walk(&self, grid: &Grid, costs: &[u8], from: Cell, mut cost: u32, path: &mut Vec<Cell>) {
        let (mut cell, mut hex) = (from, grid.hex(from));
        loop {
            let next = self.neighbour(hex, cost).expect("every cell was reached from one that is nearer");
            (cell, hex) = (grid.step(cell, next), hex + next.vector());
            path.push(cell);
            if cell == self.cell {
                return;
            }
            cost -= u32::from(costs[cell.index()]);
        }
    }

    /// The neighbour of a hex, first in direction order, that came to this cost.
    fn neighbour(&self, hex: Hex, cost: u32) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| {
            self.place_of(hex + direction.vector())
                .is_some_and(|(column, bit)| self.levels[cost as usize][column] & bit != 0)
        })
    }
}

/// The hexes next to those of a plane, in these columns.
#[inline]
fn spread(from: &Plane, columns: &Range<usize>, next: &mut Plane) {
    let (west, east) = (columns.start - 1..columns.end - 1, columns.start + 1..columns.end + 1);
    let around = fours(from, &west).iter().zip(fours(from, columns)).zip(fours(from, &east));
    for (next, ((west, here), east)) in fours_mut(next, columns).iter_mut().zip(around) {
        *next = each(|column| {
            let (west, here, east) = (west[column], here[column], east[column]);
            here << 1 | here >> 1 | west | west >> 1 | east | east << 1
        });
    }
}

/// The place of a column counted from the centre's.
#[inline]
const fn at_column(column: i32) -> usize {
    COLUMN.wrapping_add_signed(column as isize)
}

/// Four columns at once.
#[inline]
fn each(make: impl FnMut(usize) -> u32) -> [u32; FOUR] {
    std::array::from_fn(make)
}

#[inline]
fn fours<'a>(plane: &'a Plane, columns: &Range<usize>) -> &'a [[u32; FOUR]] {
    plane[columns.start..columns.end].as_chunks().0
}

#[inline]
fn fours_mut<'a>(plane: &'a mut Plane, columns: &Range<usize>) -> &'a mut [[u32; FOUR]] {
    plane[columns.start..columns.end].as_chunks_mut().0
}

/// Columns widened to whole fours between the margins.
fn widened(columns: Range<usize>) -> Range<usize> {
    let start = (columns.start.max(MARGIN)) / FOUR * FOUR;
    start..(columns.end.min(MARGIN + 32)).next_multiple_of(FOUR).max(start)
}

/// The places of the bits that are 1, in ascending order.
struct Ones(u32);

impl Iterator for Ones {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let place = self.0.trailing_zeros();
        let any = self.0 != 0;
        self.0 &= self.0.wrapping_sub(1);
        any.then_some(place)
    }
}
