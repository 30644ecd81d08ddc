//! Entry costs as short searches read them: a byte for each cell, and the cells of each cost as bits,
//! a word at a time.

use crate::cell::{Cell, Grid};

/// A grid and what entering each of its cells costs: the ground of a [`Reach`](crate::Reach).
#[derive(Debug, Clone, Copy)]
pub struct CostLayer<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// Cost of entering each cell in MP, 0 where nothing may enter; all border cells have 0.
    pub costs: &'a [u8],
    /// A cost in MP, at least 1, that no cell is below.
    pub lowest: u32,
    /// The same costs as bits, from [`CostBits::split_by_cost`]; empty where there are too many
    /// different costs.
    pub bits: &'a [CostBits],
}

impl CostLayer<'_> {
    /// Returns a number of steps that no path for so many points exceeds: as many cells as they pay for, the
    /// cheapest of the map first.
    ///
    /// ```
    /// use hotgates_grid::{CostBits, CostLayer, Grid};
    ///
    /// // Ten hexes in a row, of which two cost 1 MP and the others 3.
    /// let grid = Grid::new(10, 1);
    /// let mut costs = vec![0; grid.len()];
    /// grid.cells().enumerate().for_each(|(place, cell)| costs[cell.index()] = if place < 2 { 1 } else { 3 });
    /// let bits = CostBits::split_by_cost(&costs);
    /// let layer = CostLayer { grid: &grid, costs: &costs, lowest: 1, bits: &bits };
    /// assert_eq!([0, 1, 4, 5, 8].map(|points| layer.most_steps(points)), [0, 1, 2, 3, 4]);
    /// ```
    #[inline]
    #[must_use]
    pub fn most_steps(&self, points: u32) -> u32 {
        if self.bits.is_empty() {
            return points / self.lowest;
        }
        let (mut steps, mut left) = (0, points);
        for bits in self.bits {
            let paid = (left / bits.entry_cost()).min(bits.count);
            steps += paid;
            left -= paid * bits.entry_cost();
            if paid < bits.count {
                break;
            }
        }
        steps
    }

    /// Returns the cost of entering a cell in MP, 0 where nothing may enter.
    #[inline]
    pub(crate) fn entry_cost(&self, cell: Cell) -> u32 {
        self.costs[cell.index()].into()
    }
}

/// The cells of a grid that are entered for one cost in MP, one bit a cell.
#[derive(Debug, Clone)]
pub struct CostBits {
    cost: u8,
    /// Number of cells.
    count: u32,
    /// The bits of the cells from byte [`BYTES_BEFORE`] on, the first cell as the lowest bit. A
    /// strip may begin before the first cell and end behind the last cell.
    bytes: Box<[u8]>,
}

/// Number of empty bytes, and of bits, before the first cell.
const BYTES_BEFORE: usize = 8;
const BITS_BEFORE: i32 = 64;

/// Number of empty bytes behind the last cell, so that a strip can be read as one number.
const BYTES_BEHIND: usize = 16;

/// Most costs kept as bits: a search looks at the bits of each cost at every step.
const MAX_COSTS: usize = 8;

impl CostBits {
    /// Splits a layer of costs into the bits of each cost, the lowest cost first; none at all where
    /// the layer has over 8 costs.
    #[must_use]
    pub fn split_by_cost(layer: &[u8]) -> Vec<Self> {
        let mut found = [false; 256];
        for &cost in layer {
            found[usize::from(cost)] = true;
        }
        let costs = (1..=u8::MAX).filter(|&cost| found[usize::from(cost)]);
        let count = BYTES_BEFORE + layer.len().div_ceil(8) + BYTES_BEHIND;
        let mut all: Vec<_> =
            costs.map(|cost| Self { cost, count: 0, bytes: vec![0; count].into_boxed_slice() }).collect();
        if all.len() > MAX_COSTS {
            return Vec::new();
        }
        // Cells of cost 0 go where nothing is read.
        let mut places = [MAX_COSTS; 256];
        for (place, bits) in all.iter().enumerate() {
            places[usize::from(bits.cost)] = place;
        }
        for (index, cells) in layer.chunks(8).enumerate() {
            let mut bytes = [0; MAX_COSTS + 1];
            for (bit, &cost) in cells.iter().enumerate() {
                bytes[places[usize::from(cost)]] |= 1_u8 << bit;
            }
            for (bits, byte) in all.iter_mut().zip(bytes) {
                bits.bytes[BYTES_BEFORE + index] = byte;
                bits.count += byte.count_ones();
            }
        }
        all
    }

    /// Moves a cell from the bits of one cost to those of another; returns `false`, and changes nothing, where
    /// they have to be split anew: where no cell has the other cost so far.
    pub fn change_cost(all: &mut [Self], cell: Cell, from: u8, to: u8) -> bool {
        let has_bits = |cost: u8| cost == 0 || all.iter().any(|bits| bits.cost == cost);
        if !has_bits(from) || !has_bits(to) {
            return false;
        }
        let bit = 1_u8 << (cell.index() % 8);
        for bits in all {
            let byte = &mut bits.bytes[BYTES_BEFORE + cell.index() / 8];
            bits.count = bits.count + u32::from(bits.cost == to) - u32::from(*byte & bit != 0);
            *byte = if bits.cost == to { *byte | bit } else { *byte & !bit };
        }
        true
    }

    /// Returns the cost of entering one of the cells, in MP.
    #[inline]
    pub(crate) fn entry_cost(&self) -> u32 {
        self.cost.into()
    }

    /// Returns the bits of all cells, 64 a word.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.bytes[BYTES_BEFORE..].as_chunks().0.iter().map(|&eight| u64::from_le_bytes(eight))
    }

    /// Returns the bits of 32 cells from `first` on, `first` as the lowest bit. The strip may begin
    /// up to 64 cells before the first cell of the map and end up to 64 cells behind its last cell.
    #[inline]
    pub(crate) fn read_strip(&self, first: i32) -> u32 {
        let bit = (first + BITS_BEFORE).cast_unsigned() as usize;
        let eight = self.bytes[bit / 8..].first_chunk().expect("there are bytes behind the last cell");
        let bits = u64::from_le_bytes(*eight) >> (bit % 8);
        #[expect(clippy::cast_possible_truncation, reason = "32 bits are asked for")]
        let strip = bits as u32;
        strip
    }
}
