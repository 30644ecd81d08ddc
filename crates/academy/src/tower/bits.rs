//! Sets of nodes as bits: of any size for graphs, of a fixed size for search states.

/// A set of small numbers that fits into `W` words; copied like a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Mask<const W: usize>([u64; W]);

impl<const W: usize> Mask<W> {
    pub(super) const EMPTY: Self = Mask([0; W]);

    #[inline]
    pub(super) const fn has(&self, n: usize) -> bool {
        self.0[n / 64] >> (n % 64) & 1 == 1
    }

    #[inline]
    pub(super) const fn add(&mut self, n: usize) {
        self.0[n / 64] |= 1 << (n % 64);
    }

    #[inline]
    pub(super) fn unite(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    #[inline]
    pub(super) fn without(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
        self
    }

    #[inline]
    pub(super) fn within(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        self
    }

    /// The members in rising order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| ones(word).map(move |bit| index * 64 + bit))
    }
}

/// A set of numbers below a size fixed when it is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn new(size: usize) -> Self {
        Bits(vec![0; size.div_ceil(64)])
    }

    pub(super) fn has(&self, n: usize) -> bool {
        self.0[n / 64] >> (n % 64) & 1 == 1
    }

    pub(super) fn add(&mut self, n: usize) {
        self.0[n / 64] |= 1 << (n % 64);
    }

    pub(super) fn remove(&mut self, n: usize) {
        self.0[n / 64] &= !(1 << (n % 64));
    }

    pub(super) fn unite(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| ones(word).map(move |bit| index * 64 + bit))
    }
}

fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}
