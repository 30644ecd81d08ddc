//! Ground: which cells cost how much, as bits that searches read by the word.

/// The cells of a map that cost the same, one bit each.
#[derive(Debug)]
pub(crate) struct Ground {
    cost: u8,
    /// The first cell is bit 0 of the second word: strips may begin before it, and end behind the last cell.
    words: Box<[u64]>,
}

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
        let mut words = vec![0; layer.len().div_ceil(64) + 3].into_boxed_slice();
        for (word, cells) in words[1..].iter_mut().zip(layer.chunks(64)) {
            *word = cells.iter().rev().fold(0, |word, &cell| word << 1 | u64::from(cell == cost));
        }
        Self { cost, words }
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
        let bit = (first + 64).cast_unsigned() as usize;
        let (word, shift) = (bit / 64, bit % 64);
        let bits = self.words[word] >> shift | self.words[word + 1] << 1 << (63 - shift);
        #[expect(clippy::cast_possible_truncation, reason = "32 bits are asked for")]
        let strip = bits as u32;
        strip
    }
}
