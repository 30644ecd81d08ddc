//! Dice: the only chance in a battle, a value that its owner passes in.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::ruleset::Combat;
use hotgates_grid::mix::split_mix;
use hotgates_text::Permille;

/// Dice of one battle: thrown, or told what to show.
///
/// Thrown dice come from a named generator, so that no release of a crate changes a battle:
/// xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021). Told
/// dice are for planning: at 7 and 7 every blow does what it does on average.
///
/// ```
/// use hotgates_rules::Dice;
///
/// let (mut dice, mut same) = (Dice::new(1), Dice::new(1));
/// assert_eq!([dice.roll_d6(), dice.roll_d6(), dice.roll_d6()], [6, 1, 6]);
/// assert_eq!(same.roll_d6(), 6);
/// assert!(same.draw_below(3) < 3);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice {
    source: DiceSource,
    /// Seed of thrown dice.
    seed: u64,
}

/// Source of the pips.
#[derive(Debug, Clone, PartialEq, Eq)]
enum DiceSource {
    Thrown(Xoshiro256PlusPlus),
    /// Sums of two dice that are shown in turn, the first one next.
    Told([u32; 2]),
}

impl Dice {
    /// Makes the dice of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { source: DiceSource::Thrown(Xoshiro256PlusPlus::seed_from_u64(seed)), seed }
    }

    /// Makes dice that show two sums of two dice in turn: the first for the blow of each attack,
    /// the second for the blow that answers the attack, as long as every attack is answered.
    ///
    /// ```
    /// use hotgates_rules::{Dice, Permille, Ruleset, factor_of_pips};
    ///
    /// let combat = Ruleset::classic().combat;
    /// let mut dice = Dice::showing_sums([7, 12]);
    /// let rolls = [dice.roll_sum(), dice.roll_sum()];
    /// assert_eq!(rolls.map(|sum| factor_of_pips(&combat, sum)), [Permille(1000), Permille(1500)]);
    /// ```
    ///
    /// # Panics
    /// When two dice cannot show a sum.
    #[must_use]
    pub fn showing_sums(sums: [u32; 2]) -> Self {
        assert!(sums.iter().all(|sum| (2..=12).contains(sum)), "two dice show 2 to 12");
        Self { source: DiceSource::Told(sums), seed: 0 }
    }

    /// Makes other dice of the same seed, for another purpose than rolling in battle.
    #[must_use]
    pub fn for_other_purpose(seed: u64, purpose: u64) -> Self {
        Self::new(split_mix(seed ^ split_mix(purpose)))
    }

    /// Makes dice of the same seed for a purpose of one turn: the same, whatever has been rolled by then. Told
    /// dice stay told.
    #[must_use]
    pub(crate) fn of_turn(&self, purpose: u64, turn: u32) -> Self {
        match self.source {
            DiceSource::Thrown(_) => Self::for_other_purpose(self.seed, purpose ^ u64::from(turn)),
            DiceSource::Told(_) => self.clone(),
        }
    }

    /// Rolls one die: 1 to 6, each equally likely.
    #[inline]
    pub fn roll_d6(&mut self) -> u32 {
        self.draw_below(6) + 1
    }

    /// Draws a number below `end`, each equally likely; told dice always give the middle number.
    /// The range is our own, so that no crate's release changes a battle.
    ///
    /// # Panics
    /// When `end` is 0.
    #[inline]
    pub fn draw_below(&mut self, end: u32) -> u32 {
        assert!(end > 0);
        let DiceSource::Thrown(generator) = &mut self.source else { return end / 2 };
        let bits = 64 - u64::from(end - 1).leading_zeros();
        loop {
            let number = if bits == 0 { 0 } else { generator.next_u64() >> (64 - bits) };
            if let Some(number) = u32::try_from(number).ok().filter(|&number| number < end) {
                return number;
            }
        }
    }

    /// Rolls two dice for one blow and returns their sum: the blow's factor is `base + step × sum`.
    #[inline]
    pub fn roll_sum(&mut self) -> u32 {
        match &mut self.source {
            DiceSource::Thrown(_) => self.roll_d6() + self.roll_d6(),
            DiceSource::Told(sums) => {
                sums.reverse();
                sums[1]
            }
        }
    }
}

/// Returns the factor that a sum of two dice makes.
#[inline]
#[must_use]
pub const fn factor_of_pips(combat: &Combat, pips: u32) -> Permille {
    Permille(combat.roll_base.0 + combat.roll_step.0 * pips)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_shows_each_side_about_equally_often() {
        let mut dice = Dice::new(7);
        let mut counts = [0; 7];
        for _ in 0..6000 {
            counts[dice.roll_d6() as usize] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_range_has_its_ends_and_no_more() {
        let mut dice = Dice::new(1);
        for end in [1, 2, 3, 8, 11] {
            let seen: std::collections::BTreeSet<_> = (0..400).map(|_| dice.draw_below(end)).collect();
            assert_eq!(seen, (0..end).collect());
        }
    }

    /// The generator and our ranges over it are part of the rules: a change would change every
    /// recorded battle. The numbers come from xoshiro256++ and `SplitMix64` written down again in
    /// another language.
    #[test]
    fn the_first_rolls_of_a_seed_never_change() {
        let mut dice = Dice::new(1);
        let rolls: Vec<_> = (0..12).map(|_| dice.roll_d6()).collect();
        assert_eq!(rolls, FIRST_ROLLS_OF_SEED_1);
    }

    const FIRST_ROLLS_OF_SEED_1: [u32; 12] = [6, 1, 6, 2, 5, 5, 1, 2, 3, 1, 4, 1];
}
