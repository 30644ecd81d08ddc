//! Bit-parallel flood: the reach of a few movement points, found for all hexes of one cost at a
//! time.
//!
//! The hexes around a unit are a plane of bits, one word for each column. In axial coordinates the
//! neighbours of all hexes of a plane are shifts of the plane: north and south within a column, the
//! other four in the columns on either side. So a search goes on from all hexes of one cost with a
//! few operations for each column, however many the hexes, and without a branch on single hexes.
//! This is Dial's search as in [`kernel`](super::kernel), with planes for buckets: the cost of a
//! hex is the cost of the first plane that reaches the hex.
//!
//! The flood serves the many short searches of a battle. A search that does not fit into a plane is
//! left to the kernel.

use std::ops::Range;

use hexx::Hex;

use crate::cell::{Cell, Grid};
use crate::coord::Direction;
use crate::cost_bits::CostBits;
use crate::direction_set::DirectionSet;
use crate::obstacles::Obstacles;

/// A bit for each hex around the centre, which is bit [`MIDDLE`] of column [`COLUMN`]. The columns
/// at both ends stay empty, so that every column in use has a neighbour on either side.
pub(super) type BitPlane = [u32; 32 + 2 * MARGIN];

const MARGIN: usize = 4;
const MIDDLE: i32 = 15;
const COLUMN: usize = MARGIN + 15;
const EMPTY: BitPlane = [0; 32 + 2 * MARGIN];

/// Number of columns worked on together: processors have instructions for four words.
const GROUP: usize = 4;

/// Most steps of a search, so that the zones of control around its hexes still fit into a plane.
const MAX_STEPS: u32 = 14;

/// Number of binary digits of the highest cost.
const DIGITS: usize = 6;

/// A search by bits, with memory that the next search uses again.
#[derive(Debug, Clone)]
pub(super) struct BitFlood {
    centre: Hex,
    cell: Cell,
    stride: i32,
    /// Columns that a search looks at, counted from the column of the centre.
    columns: Range<i32>,
    /// Number of costs that have had hexes in the search: no hex is as many steps away.
    steps: usize,
    /// The hexes of each cost, from the cost of the centre on.
    levels: Vec<BitPlane>,
    /// The hexes of all costs. Before and during a search hexes barred by enemies count as seen.
    seen: BitPlane,
    /// The costs of the hexes as binary digits, the lowest digit first, as many as the highest cost may have.
    digits: Vec<BitPlane>,
    /// The hexes that units of the type can enter, by their cost.
    open: Vec<(u32, BitPlane)>,
}

impl Default for BitFlood {
    fn default() -> Self {
        Self {
            centre: Hex::ZERO,
            cell: Cell::default(),
            stride: 0,
            columns: 0..0,
            steps: 0,
            levels: Vec::new(),
            seen: EMPTY,
            digits: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl BitFlood {
    /// Lays the plane around `centre` for a search of `steps` steps that looks at `west` and `east`
    /// columns to either side, and of costs up to `most` on top of the cost of the centre. Returns
    /// `false` if the search does not fit into a plane.
    pub(super) fn centre_plane_on(
        &mut self,
        grid: &Grid,
        cost_bits: &[CostBits],
        centre: Cell,
        (steps, west, east): (u32, u32, u32),
        most: u32,
    ) -> bool {
        if steps > MAX_STEPS || most >> DIGITS > 0 || cost_bits.is_empty() {
            return false;
        }
        (self.cell, self.centre, self.stride) = (centre, grid.hex(centre), grid.column_stride());
        self.levels.resize(most as usize + 1, EMPTY);
        // Off the map there is nothing to read.
        let west = west.cast_signed().min(self.centre.x);
        let east = east.cast_signed().min(grid.width() - 1 - self.centre.x);
        self.open.clear();
        self.open.extend(cost_bits.iter().map(|bits| (bits.entry_cost(), EMPTY)));
        self.columns = -west..east + 1;
        for column in self.columns.clone() {
            let first = self.lowest_bit_cell(column);
            for ((_, plane), bits) in self.open.iter_mut().zip(cost_bits) {
                plane[plane_column(column)] = bits.read_strip(first);
            }
        }
        true
    }

    /// Returns the cell of the lowest bit of a column, counted from the column of the centre. The
    /// number may lie off the map.
    #[inline]
    const fn lowest_bit_cell(&self, column: i32) -> i32 {
        self.cell.0.cast_signed() + column * self.stride - MIDDLE
    }

    /// Returns the column of a hex in the plane and the bit of the hex there; `None` outside.
    #[inline]
    fn plane_position(&self, hex: Hex) -> Option<(usize, u32)> {
        let apart = hex - self.centre;
        let inside = apart.x.abs() <= MIDDLE && apart.y.abs() <= MIDDLE;
        inside.then(|| (plane_column(apart.x), 1 << (apart.y + MIDDLE)))
    }

    /// Bars the hexes of enemies at most `steps + 1` steps away from the centre. Returns the hexes in their zones
    /// within that distance, where they have zones.
    #[inline]
    pub(super) fn bar_enemies(&mut self, foes: impl Obstacles, steps: u32) -> Option<BitPlane> {
        let (centre, seen) = (self.centre, &mut self.seen);
        *seen = EMPTY;
        if !foes.have_zones() {
            foes.visit_near(self.cell, steps + 1, |hex, _| mark_hex(seen, hex - centre));
            return None;
        }
        let (mut all_around, mut zones) = (EMPTY, EMPTY);
        foes.visit_near(self.cell, steps + 1, |hex, ways| {
            let apart = hex - centre;
            mark_hex(seen, apart);
            if ways == DirectionSet::ALL {
                mark_hex(&mut all_around, apart);
            } else {
                ways.iter().for_each(|way| mark_hex(&mut zones, apart + way.vector()));
            }
        });
        let far = steps as usize + 1;
        let columns = widen_to_groups(COLUMN.saturating_sub(far)..COLUMN + far + 1);
        let mut around = EMPTY;
        spread_plane(&all_around, &columns, &mut around);
        zones.iter_mut().zip(around).for_each(|(zones, around)| *zones |= around);
        Some(zones)
    }

    /// Bars some hexes, too.
    pub(super) fn bar_hexes(&mut self, hexes: &BitPlane) {
        self.seen.iter_mut().zip(hexes).for_each(|(seen, hexes)| *seen |= hexes);
    }

    /// Floods from the centre up to the highest cost, though not on from the hexes of `halt`.
    #[inline]
    pub(super) fn flood_all(&mut self, halt: Option<&BitPlane>) {
        let barred = self.seen;
        let highest = self.levels.len().saturating_sub(1);
        let mut digits = std::mem::take(&mut self.digits);
        digits.clear();
        digits.resize(highest.checked_ilog2().map_or(0, |digit| digit as usize + 1), EMPTY);
        let note = |cost: usize, columns: &Range<usize>, level: &BitPlane| {
            for (_, plane) in digits.iter_mut().enumerate().filter(|(digit, _)| cost >> digit & 1 > 0) {
                for (plane, level) in
                    column_groups_mut(plane, columns).iter_mut().zip(column_groups(level, columns))
                {
                    *plane = compute_columns(|column| plane[column] | level[column]);
                }
            }
        };
        self.run_search(halt, note, |_| false);
        self.digits = digits;
        // Barred hexes counted as seen during the search, so that none was entered.
        self.seen.iter_mut().zip(barred).for_each(|(seen, barred)| *seen &= !barred);
        self.seen[COLUMN] |= 1 << MIDDLE;
    }

    /// Floods from the centre until a neighbour of `goal` has a cost. Returns this cost: the cost
    /// of the path between the centre and the goal, without both ends. `None` when the cost is
    /// higher than the plane was placed for.
    #[inline]
    pub(super) fn find_cost(&mut self, goal: Hex) -> Option<u32> {
        let (column, bit) = self.plane_position(goal)?;
        self.run_search(None, |_, _, _| (), |next| next[column] & bit != 0)
    }

    /// Runs the search; `note` sees the hexes of each cost, in the columns that have any, and `done` sees
    /// those next to them and can end the search.
    #[inline]
    fn run_search(
        &mut self,
        halt: Option<&BitPlane>,
        mut note: impl FnMut(usize, &Range<usize>, &BitPlane),
        done: impl Fn(&BitPlane) -> bool,
    ) -> Option<u32> {
        let farthest = self.open.last().map_or(0, |&(step, _)| step as usize);
        // A plane is emptied just before hexes may be added to it, so that a search that ends early
        // spares the work on the rest.
        self.levels.iter_mut().take(farthest).for_each(|level| *level = EMPTY);
        self.levels[0][COLUMN] = 1 << MIDDLE;
        self.seen[COLUMN] &= !(1 << MIDDLE);
        // Every step of a path leads to a higher cost that has hexes: those of the next one are at most as many
        // steps away as costs have had hexes before it.
        self.steps = 0;
        for cost in 0..self.levels.len() {
            let (present, later) = self.levels[cost..].split_first_mut().expect("there is this level");
            if let Some(level) = later.get_mut(farthest - 1) {
                *level = EMPTY;
            }
            // One more step is made now.
            let steps = self.steps + 1;
            let (west, east) = (COLUMN.saturating_sub(steps), COLUMN + steps + 1);
            let columns = widen_to_groups(
                west.max(plane_column(self.columns.start))..east.min(plane_column(self.columns.end)),
            );
            let mut any = [0; GROUP];
            for (present, seen) in column_groups_mut(present, &columns)
                .iter_mut()
                .zip(column_groups_mut(&mut self.seen, &columns))
            {
                *present = compute_columns(|column| present[column] & !seen[column]);
                *seen = compute_columns(|column| present[column] | seen[column]);
                any = compute_columns(|column| present[column] | any[column]);
            }
            if any == [0; GROUP] {
                continue;
            }
            self.steps = steps;
            note(cost, &columns, present);
            let mut next = EMPTY;
            if let Some(halt) = halt.filter(|_| cost > 0) {
                // Hexes that end a move go out of their plane, which `note` has seen: nothing spreads from them.
                for (present, halt) in
                    column_groups_mut(present, &columns).iter_mut().zip(column_groups(halt, &columns))
                {
                    *present = compute_columns(|column| present[column] & !halt[column]);
                }
            }
            spread_plane(present, &columns, &mut next);
            if done(&next) {
                return u32::try_from(cost).ok();
            }
            for (step, open) in &self.open {
                if let Some(level) = later.get_mut(*step as usize - 1) {
                    let new = column_groups(&next, &columns).iter().zip(column_groups(open, &columns));
                    for (level, (next, open)) in column_groups_mut(level, &columns).iter_mut().zip(new) {
                        *level = compute_columns(|column| level[column] | next[column] & open[column]);
                    }
                }
            }
        }
        None
    }

    /// Returns the cost of a hex, `None` where the flood has not reached the hex.
    #[inline]
    pub(super) fn cost(&self, hex: Hex) -> Option<u32> {
        let (column, bit) = self.plane_position(hex)?;
        (self.seen[column] & bit != 0).then(|| self.cost_at(column, bit.trailing_zeros()))
    }

    /// Returns the neighbours of a hex that the flood has reached, one bit for each direction, the
    /// first direction as the lowest bit.
    #[inline]
    pub(super) fn neighbours_reached(&self, hex: Hex) -> u64 {
        let Some((column, bit)) = self.plane_position(hex) else { return 0 };
        let row = bit.trailing_zeros();
        // The lowest three bits of each column: north of the hex (maybe off the plane), beside the
        // hex, and south of it.
        let three = |column: usize| u64::from(self.seen[column]) << 1 >> row;
        let (west, here, east) = (three(column - 1), three(column), three(column + 1));
        here & 1 | (east & 3) << 1 | (here & 4) << 1 | (west & 4) << 2 | (west & 2) << 4
    }

    #[inline]
    fn cost_at(&self, column: usize, row: u32) -> u32 {
        self.digits.iter().rev().fold(0, |cost, plane| cost << 1 | plane[column] >> row & 1)
    }

    /// Returns every cell that the flood has reached, with its cost, in ascending order of cells.
    #[inline]
    pub(super) fn cells_reached(&self) -> impl Iterator<Item = (Cell, u32)> + '_ {
        self.columns.clone().flat_map(move |column| {
            let (first, column) = (self.lowest_bit_cell(column), plane_column(column));
            SetBitPlaces(self.seen[column]).map(move |row| {
                (Cell((first + row.cast_signed()).cast_unsigned()), self.cost_at(column, row))
            })
        })
    }

    /// Returns a number of steps from the centre that no hex reached is beyond.
    #[inline]
    pub(super) fn most_steps(&self) -> u32 {
        u32::try_from(self.steps).unwrap_or(u32::MAX).saturating_sub(1)
    }

    /// Number of cells that the flood has reached.
    pub(super) fn count_reached(&self) -> usize {
        self.seen[plane_column(self.columns.start)..plane_column(self.columns.end)]
            .iter()
            .map(|bits| bits.count_ones() as usize)
            .sum()
    }

    /// Appends to `path` the cells from a neighbour of `from` to the centre. `cost` is the cost of
    /// the neighbours of `from` on a cheapest path. Each step goes to the first neighbour in
    /// direction order that lies on a cheapest path.
    #[inline]
    pub(super) fn walk_to_centre(
        &self,
        grid: &Grid,
        costs: &[u8],
        from: Cell,
        mut cost: u32,
        path: &mut Vec<Cell>,
    ) {
        let (mut cell, mut hex) = (from, grid.hex(from));
        loop {
            let next =
                self.neighbour_at_cost(hex, cost).expect("every cell was reached from one that is nearer");
            (cell, hex) = (grid.step(cell, next), hex + next.vector());
            path.push(cell);
            if cell == self.cell {
                return;
            }
            cost -= u32::from(costs[cell.index()]);
        }
    }

    /// Returns the direction of the neighbour of a hex, first in direction order, with this cost.
    #[inline]
    fn neighbour_at_cost(&self, hex: Hex, cost: u32) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| {
            self.plane_position(hex + direction.vector())
                .is_some_and(|(column, bit)| self.levels[cost as usize][column] & bit != 0)
        })
    }
}

/// Writes into `next` the hexes next to the hexes of `from`, in these columns.
#[inline]
fn spread_plane(from: &BitPlane, columns: &Range<usize>, next: &mut BitPlane) {
    let (west, east) = (columns.start - 1..columns.end - 1, columns.start + 1..columns.end + 1);
    let around =
        column_groups(from, &west).iter().zip(column_groups(from, columns)).zip(column_groups(from, &east));
    for (next, ((west, here), east)) in column_groups_mut(next, columns).iter_mut().zip(around) {
        *next = compute_columns(|column| {
            let (west, here, east) = (west[column], here[column], east[column]);
            here << 1 | here >> 1 | west | west >> 1 | east | east << 1
        });
    }
}

/// Marks a hex so far apart from the centre, if the plane has room for it: without a branch, since
/// the nearness of an enemy is as good as random.
#[inline]
fn mark_hex(plane: &mut BitPlane, apart: Hex) {
    let inside = apart.x.unsigned_abs().max(apart.y.unsigned_abs()) <= MIDDLE.cast_unsigned();
    let column = if inside { plane_column(apart.x) } else { 0 };
    plane[column] |= u32::from(inside).wrapping_shl((apart.y + MIDDLE).cast_unsigned());
}

/// Returns the index in a plane of a column counted from the column of the centre.
#[inline]
const fn plane_column(column: i32) -> usize {
    COLUMN.wrapping_add_signed(column as isize)
}

/// Computes a group of columns.
#[inline]
fn compute_columns(make: impl FnMut(usize) -> u32) -> [u32; GROUP] {
    std::array::from_fn(make)
}

#[inline]
fn column_groups<'a>(plane: &'a BitPlane, columns: &Range<usize>) -> &'a [[u32; GROUP]] {
    plane[columns.start..columns.end].as_chunks().0
}

#[inline]
fn column_groups_mut<'a>(plane: &'a mut BitPlane, columns: &Range<usize>) -> &'a mut [[u32; GROUP]] {
    plane[columns.start..columns.end].as_chunks_mut().0
}

/// Widens a range of columns to whole groups between the margins.
#[inline]
fn widen_to_groups(columns: Range<usize>) -> Range<usize> {
    let start = (columns.start.max(MARGIN)) / GROUP * GROUP;
    start..(columns.end.min(MARGIN + 32)).next_multiple_of(GROUP).max(start)
}

/// The places of the bits of a word that are 1, in ascending order.
struct SetBitPlaces(u32);

impl Iterator for SetBitPlaces {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let place = self.0.trailing_zeros();
        let any = self.0 != 0;
        self.0 &= self.0.wrapping_sub(1);
        any.then_some(place)
    }
}
