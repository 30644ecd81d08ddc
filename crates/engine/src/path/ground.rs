//! Ground: which cells cost how much, as bits that searches read by the word.

/// The cells of a map that cost the same, one bit each.
#[derive(Debug)]
pub(crate) struct Ground {
    cost: u8,
    /// The first cell is the lowest bit of byte [`BEFORE`]: strips may begin before it, and end behind the last cell.
    bytes: Box<[u8]>,
}

/// How many bytes lie before the first cell, and how many bits.
const BEFORE: usize = 8;
const BITS_BEFORE: i32 = 64;

/// How many lie behind the last, so that a strip can be read as one number.
const BEHIND: usize = 16;

/// More costs than this are not kept as bits: a search would have to look at each of them at every step.
const MOST: usize = 8;

impl Ground {
    /// One for each cost of a layer, the lowest first; none at all where there are too many.
    pub(crate) fn of(layer: &[u8]) -> Vec<Self> {
        let mut found = [false; 256];
        for &cost in layer {
            found[usize::from(cost)] = true;
        }
        let costs = (1..=u8::MAX).filter(|&cost| found[usize::from(cost)]);
        if costs.clone().count() > MOST {
            return Vec::new();
        }
        costs.map(|cost| Self::new(layer, cost)).collect()
    }

    fn new(layer: &[u8], cost: u8) -> Self {
        let mut bytes = vec![0; BEFORE + layer.len().div_ceil(8) + BEHIND].into_boxed_slice();
        for (byte, cells) in bytes[BEFORE..].iter_mut().zip(layer.chunks(8)) {
            *byte = cells.iter().rev().fold(0, |byte, &cell| byte << 1 | u8::from(cell == cost));
        }
        Self { cost, bytes }
    }

    /// What it costs to enter its cells.
    #[inline]
    pub(crate) fn cost(&self) -> u32 {
        self.cost.into()
    }

    /// 32 cells from one on, the first as the lowest bit. It may lie up to 64 before the first cell of the map, and the
    /// last up to 64 behind its last.
    #[inline]
    pub(crate) fn strip(&self, first: i32) -> u32 {
        let bit = (first + BITS_BEFORE).cast_unsigned() as usize;
        let eight = self.bytes[bit / 8..].first_chunk().expect("there are bytes behind the last cell");
        let bits = u64::from_le_bytes(*eight) >> (bit % 8);
        #[expect(clippy::cast_possible_truncation, reason = "32 bits are asked for")]
        let strip = bits as u32;
        strip
    }
}
