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

use crate::coord::Direction;
use crate::grid::{Cell, Grid};
use crate::ground::Ground;
use crate::zone::Foes;

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
    /// The hexes that come to each cost.
    levels: Vec<Plane>,
    /// All of them, and their costs as binary digits, the lowest first.
    seen: Plane,
    digits: [Plane; DIGITS],
    /// The hexes that can be entered, by what that costs.
    open: Vec<(u32, Plane)>,
}

/// The hexes of a window that stand for something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marks(Plane);

impl Marks {
    pub(super) const fn none() -> Self {
        Self(EMPTY)
    }

    /// These hexes and all next to one.
    pub(super) fn with_zones(mut self) -> Self {
        let mut zones = EMPTY;
        spread(&self.0, &COLUMNS, &mut zones);
        self.0.iter_mut().zip(zones).for_each(|(marks, zone)| *marks |= zone);
        self
    }
}

impl Default for Wave {
    fn default() -> Self {
        Self {
            centre: Hex::ZERO,
            cell: Cell::default(),
            stride: 0,
            levels: Vec::new(),
            seen: EMPTY,
            digits: [EMPTY; DIGITS],
            open: Vec::new(),
        }
    }
}

impl Wave {
    /// Lays a plane around a cell for a search of so many steps and for costs up to `most`; false when it does not fit.
    pub(super) fn place(
        &mut self,
        grid: &Grid,
        grounds: &[Ground],
        centre: Cell,
        steps: u32,
        most: u32,
    ) -> bool {
        if steps > MOST_STEPS || most >> DIGITS > 0 || grounds.is_empty() {
            return false;
        }
        (self.cell, self.centre, self.stride) = (centre, grid.hex(centre), grid.stride());
        self.levels.clear();
        self.levels.resize(most as usize + 1, EMPTY);
        self.seen = EMPTY;
        let steps = steps.cast_signed();
        // Off the map there is nothing to read.
        let columns = -steps.min(self.centre.x)..=steps.min(grid.width() - 1 - self.centre.x);
        self.open.clear();
        self.open.extend(grounds.iter().map(|ground| (ground.cost(), EMPTY)));
        for column in columns {
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

    /// Marks a hex, if it is in the plane.
    #[inline]
    fn mark(&self, marks: &mut Marks, hex: Hex) {
        let apart = hex - self.centre;
        let inside = apart.x.unsigned_abs().max(apart.y.unsigned_abs()) <= MIDDLE.cast_unsigned();
        // Without a branch: who is near is as good as random.
        let column = if inside { at_column(apart.x) } else { 0 };
        marks.0[column] |= u32::from(inside).wrapping_shl((apart.y + MIDDLE).cast_unsigned());
    }

    /// Takes hexes out of those that can be entered.
    pub(super) fn close(&mut self, Marks(closed): &Marks) {
        for (_, plane) in &mut self.open {
            plane.iter_mut().zip(closed).for_each(|(open, closed)| *open &= !closed);
        }
    }

    /// Spreads from the centre as far as its costs go, though not on from hexes that `halt`. No hex costs less than
    /// `lowest`.
    pub(super) fn flood(&mut self, lowest: u32, Marks(halt): &Marks) {
        self.run(0, lowest, COLUMNS, Some(halt), |_| false);
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
    }

    /// Spreads from the centre, whose cost is `first`, until a neighbour of `goal` has its cost, which comes back: what
    /// the way to the goal costs without the goal itself. `None` when that is more than `most`.
    pub(super) fn find(&mut self, first: u32, lowest: u32, goal: Hex, most: u32) -> Option<u32> {
        let (column, bit) = self.place_of(goal)?;
        let steps = ((most - first) / lowest) as usize + 1;
        let near = column.saturating_sub(steps)..column + steps + 1;
        self.run(first, lowest, near, None, |next| next[column] & bit != 0)
    }

    /// The search: `done` sees what lies next to each cost, and ends it there. Only columns of `within` matter.
    fn run(
        &mut self,
        first: u32,
        lowest: u32,
        within: Range<usize>,
        halt: Option<&Plane>,
        done: impl Fn(&Plane) -> bool,
    ) -> Option<u32> {
        self.levels[first as usize][COLUMN] = 1 << MIDDLE;
        for cost in first as usize..self.levels.len() {
            let (present, later) = self.levels[cost..].split_first_mut().expect("there is this level");
            // In as many steps nothing has come further; one more step is to be made now.
            let steps = (cost - first as usize) / lowest as usize + 1;
            let columns =
                widened(COLUMN.saturating_sub(steps).max(within.start)..(COLUMN + steps + 1).min(within.end));
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
            match halt.filter(|_| cost > first as usize) {
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

    #[inline]
    fn cost_at(&self, column: usize, row: u32) -> u32 {
        self.digits.iter().rev().fold(0, |cost, plane| cost << 1 | plane[column] >> row & 1)
    }

    /// Every cell that a flood has reached with its cost, in ascending order.
    pub(super) fn reached(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        (-MIDDLE..=MIDDLE).flat_map(move |column| {
            let (first, column) = (self.northmost(column), at_column(column));
            ones(self.seen[column]).map(move |row| {
                (Cell((first + row.cast_signed()).cast_unsigned()), self.cost_at(column, row))
            })
        })
    }

    /// How many cells a flood has reached.
    pub(super) fn count(&self) -> usize {
        self.seen.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// The hexes in the plane on which enemies stand, as far as so many steps and their zones of control matter.
    pub(super) fn enemies(&self, foes: Foes<'_>, steps: u32) -> Marks {
        let mut marks = Marks::none();
        foes.near(self.cell, steps + 1, |hex| self.mark(&mut marks, hex));
        marks
    }

    /// Adds the way to the centre from a cell whose neighbours it costs so much to come from: at each step on to the first
    /// neighbour in direction order from which the rest costs what it should.
    pub(super) fn walk(&self, grid: &Grid, costs: &[u8], from: Cell, mut cost: u32, path: &mut Vec<Cell>) {
        let (mut cell, mut hex) = (from, grid.hex(from));
        while cell != self.cell {
            let next = self.neighbour(hex, cost).expect("every cell was reached from one that is nearer");
            (cell, hex) = (grid.step(cell, next), hex + next.vector());
            path.push(cell);
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
#[inline]
fn ones(bits: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)))
        .take_while(|&bits| bits != 0)
        .map(u32::trailing_zeros)
}
