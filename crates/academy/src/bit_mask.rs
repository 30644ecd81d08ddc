//! A set of small numbers that is copied like a number.
//!
//! States of the searches are cloned, compared and hashed millions of times, and hold such a set
//! each. A set that lies on the heap costs an allocation for every state; graphs, which are made
//! once, use fixedbitset.

use std::array;

/// A set of numbers below `64 · W`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BitMask<const W: usize>([u64; W]);

impl<const W: usize> BitMask<W> {
    pub(crate) const EMPTY: Self = BitMask([0; W]);

    /// Returns `true` if `n` is in the set.
    #[inline]
    pub(crate) const fn contains(&self, n: usize) -> bool {
        self.0[n / 64] >> (n % 64) & 1 == 1
    }

    #[inline]
    pub(crate) const fn insert(&mut self, n: usize) {
        self.0[n / 64] |= 1 << (n % 64);
    }

    /// Adds all members of `other`.
    #[inline]
    pub(crate) fn union_with(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    /// Returns the members of this set that `other` does not have.
    #[inline]
    pub(crate) fn difference(self, other: &Self) -> Self {
        BitMask(array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// Returns the members that both sets have.
    #[inline]
    pub(crate) fn intersection(self, other: &Self) -> Self {
        BitMask(array::from_fn(|at| self.0[at] & other.0[at]))
    }

    /// Number of members.
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns `true` if `other` has every member.
    #[inline]
    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Returns the members in ascending order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(index, word)| set_bits_of_word(word).map(move |bit| index * 64 + bit))
    }
}

fn set_bits_of_word(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_is_the_set_of_its_members() {
        let set = |members: &[usize]| {
            let mut mask = BitMask::<2>::EMPTY;
            for &n in members {
                mask.insert(n);
            }
            mask
        };
        let (a, b) = (set(&[0, 5, 63, 64, 127]), set(&[5, 64, 100]));
        assert_eq!(a.iter().collect::<Vec<_>>(), [0, 5, 63, 64, 127]);
        assert_eq!(a.intersection(&b), set(&[5, 64]));
        assert_eq!(a.difference(&b), set(&[0, 63, 127]));
        assert!(a.contains(127) && !a.contains(100) && a.len() == 5);
        assert!(set(&[5]).is_subset(&a) && !b.is_subset(&a));
        let mut all = a;
        all.union_with(&b);
        assert_eq!(all, set(&[0, 5, 63, 64, 100, 127]));
    }
}
