//! The unit on each cell: a hash table from cells to units, as large as the armies and not as the
//! map.

use hotgates_grid::Cell;

use crate::battle::unit::UnitId;
use hotgates_grid::mix::fibonacci_hash;

/// A hash table from cells to units. Open addressing with linear probing; never more than a quarter
/// full, so that looking where nobody stands, as searches mostly do, nearly always ends at the
/// first slot. Cloning copies 8 bytes for each slot, and there are 4 to 8 slots a unit: a battle on
/// a million hexes is as cheap to clone as one on a hundred.
#[derive(Debug)]
pub(crate) struct Occupancy {
    slots: Box<[OccupancySlot]>,
    shift: u32,
}

#[derive(Debug, Clone, Copy)]
struct OccupancySlot {
    cell: u32,
    unit: UnitId,
}

const FREE: OccupancySlot = OccupancySlot { cell: u32::MAX, unit: UnitId(u16::MAX) };

impl Clone for Occupancy {
    fn clone(&self) -> Self {
        Self { slots: self.slots.clone(), shift: self.shift }
    }

    fn clone_from(&mut self, source: &Self) {
        self.slots.clone_from(&source.slots);
        self.shift = source.shift;
    }
}

impl Occupancy {
    /// Makes a table for at most `units` units.
    pub(crate) fn new(units: usize) -> Self {
        let size = (4 * units).next_power_of_two().max(8);
        Self { slots: vec![FREE; size].into_boxed_slice(), shift: 64 - size.trailing_zeros() }
    }

    /// Returns the unit on a cell.
    #[inline]
    pub(crate) fn get(&self, cell: Cell) -> Option<UnitId> {
        let slot = self.slots[self.find_slot(cell)];
        (slot.cell == cell.0).then_some(slot.unit)
    }

    /// Puts a unit on a cell that no unit holds.
    pub(crate) fn put_unit(&mut self, cell: Cell, unit: UnitId) {
        let place = self.find_slot(cell);
        debug_assert_eq!(self.slots[place].cell, FREE.cell, "one unit to a hex");
        self.slots[place] = OccupancySlot { cell: cell.0, unit };
    }

    /// Takes the unit off a cell.
    pub(crate) fn take_unit(&mut self, cell: Cell) {
        let mask = self.slots.len() - 1;
        let mut gap = self.find_slot(cell);
        debug_assert_eq!(self.slots[gap].cell, cell.0, "a unit stands here");
        self.slots[gap] = FREE;
        // Close the gap: move back what was pushed past it, so that every probe still finds its
        // slot.
        let mut at = gap;
        loop {
            at = (at + 1) & mask;
            let slot = self.slots[at];
            if slot.cell == FREE.cell {
                return;
            }
            let home = self.home_slot(Cell(slot.cell));
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(gap) & mask {
                self.slots[gap] = slot;
                self.slots[at] = FREE;
                gap = at;
            }
        }
    }

    /// Returns the slot that holds the cell, or the free one where it belongs.
    #[inline]
    fn find_slot(&self, cell: Cell) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.home_slot(cell);
        while self.slots[at].cell != cell.0 && self.slots[at].cell != FREE.cell {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    fn home_slot(&self, cell: Cell) -> usize {
        // Fibonacci hashing: the high bits of a product with 2⁶⁴ / golden ratio.
        let product = fibonacci_hash(u64::from(cell.0));
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the shift leaves fewer bits than there are slots"
        )]
        let home = (product >> self.shift) as usize;
        home
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_answers_like_an_ordered_map(moves in prop::collection::vec((0_u32..60, any::<bool>()), 0..300)) {
            let mut table = Occupancy::new(20);
            let mut model = BTreeMap::new();
            for (index, (cell, put)) in moves.into_iter().enumerate() {
                let cell = Cell(cell);
                if put && model.len() < 20 && !model.contains_key(&cell) {
                    let unit = UnitId(u16::try_from(index).unwrap());
                    table.put_unit(cell, unit);
                    model.insert(cell, unit);
                } else if model.remove(&cell).is_some() {
                    table.take_unit(cell);
                }
                for cell in (0..60).map(Cell) {
                    prop_assert_eq!(table.get(cell), model.get(&cell).copied());
                }
            }
        }
    }
}
