//! The academy's own dice: a named generator and our own range, so that a seed means the same on
//! every machine and with every release of every crate.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Dice that repeat with their seed.
#[derive(Debug, Clone)]
pub(crate) struct RandomNumbers(Xoshiro256PlusPlus);

impl RandomNumbers {
    pub(crate) fn new(seed: u64) -> Self {
        RandomNumbers(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Draws a number below `n`, all equally likely; 0 where `n` is 0.
    ///
    /// Lemire, "Fast random integer generation in an interval" (2019).
    pub(crate) fn draw_below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n == 0 {
            return 0;
        }
        let reject = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(n);
            let low = u64::try_from(product & u128::from(u64::MAX)).unwrap_or(0);
            if low >= reject {
                return usize::try_from(product >> 64).unwrap_or(0);
            }
        }
    }

    /// Returns `true` with a chance of `percent` in a hundred.
    pub(crate) fn draw_chance(&mut self, percent: usize) -> bool {
        self.draw_below(100) < percent
    }

    /// Draws one element of `from`, which has at least one.
    pub(crate) fn pick_random_element<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.draw_below(from.len())]
    }

    /// Draws 64 fresh bits, for the seed of other dice.
    pub(crate) fn fresh_seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_and_every_number_comes_equally_often() {
        let mut counts = [0; 6];
        let (mut a, mut b) = (RandomNumbers::new(7), RandomNumbers::new(7));
        for _ in 0..60_000 {
            let n = a.draw_below(6);
            assert_eq!(n, b.draw_below(6));
            counts[n] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
        assert_eq!(RandomNumbers::new(1).draw_below(1_000_000), 811_612, "the generator must not change");
    }
}
