//! The cells of each entry cost as bits, which searches read a word at a time.

/// The cells of a map that units of a type enter for one cost in MP, one bit a cell.
#[derive(Debug)]
pub(crate) struct CostBits {
    cost: u8,
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
    /// the layer has over [`MAX_COSTS`] costs.
    pub(crate) fn split_by_cost(layer: &[u8]) -> Vec<Self> {
        let mut found = [false; 256];
        for &cost in layer {
            found[usize::from(cost)] = true;
        }
        let costs = (1..=u8::MAX).filter(|&cost| found[usize::from(cost)]);
        if costs.clone().count() > MAX_COSTS {
            return Vec::new();
        }
        costs.map(|cost| Self::new(layer, cost)).collect()
    }

    fn new(layer: &[u8], cost: u8) -> Self {
        let mut bytes = vec![0; BYTES_BEFORE + layer.len().div_ceil(8) + BYTES_BEHIND].into_boxed_slice();
        for (byte, cells) in bytes[BYTES_BEFORE..].iter_mut().zip(layer.chunks(8)) {
            *byte = cells.iter().rev().fold(0, |byte, &cell| byte << 1 | u8::from(cell == cost));
        }
        Self { cost, bytes }
    }

    /// Returns the cost of entering one of the cells, in MP.
    #[inline]
    pub(crate) fn entry_cost(&self) -> u32 {
        self.cost.into()
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
