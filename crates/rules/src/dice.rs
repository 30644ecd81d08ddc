//! Dice: the only chance in a battle, a value that its owner passes in.

use chacha20::ChaCha20Rng;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::dice_key::{DiceKey, DiceSource};
use crate::ruleset::Combat;
use hotgates_grid::mix::split_mix;
use hotgates_text::Permille;

/// Dice of one battle: thrown, or told what to show.
///
/// Thrown dice come from a named generator, so that no release of a crate changes a battle:
/// xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021) for a
/// seed, `ChaCha20` (Bernstein, 2008; RFC 8439) for a key. Told dice are for
/// planning: at 7 and 7 every blow does what it does on average.
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
    pips: PipSource,
    /// Seed of thrown dice.
    seed: u64,
}

/// Source of the pips.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PipSource {
    Thrown(Xoshiro256PlusPlus),
    /// Sums of two dice that are shown in turn, the first one next.
    Told([u32; 2]),
    /// In a box, so that dice of a seed, which searches copy, stay as small as they are.
    Keyed(Box<KeyedDice>),
    /// Sums of two dice that are shown once each, and the number of those that have been asked for.
    Listed(Box<(Vec<u32>, usize)>),
}

/// A stream of dice that is made of a key for one purpose.
#[derive(Debug, PartialEq, Eq)]
struct KeyedDice {
    /// Key of the battle.
    key: DiceKey,
    /// Key of the stream.
    stream: DiceKey,
    generator: ChaCha20Rng,
}

impl KeyedDice {
    fn new(key: DiceKey, purpose: &str, parts: &[&[u8]]) -> Self {
        let stream = key.derived_key(purpose, parts);
        Self { key, stream, generator: ChaCha20Rng::from_seed(*stream.as_bytes()) }
    }
}

// The generator has no copy of its own.
impl Clone for KeyedDice {
    fn clone(&self) -> Self {
        let mut generator = ChaCha20Rng::from_seed(*self.stream.as_bytes());
        generator.set_word_pos(self.generator.get_word_pos());
        Self { key: self.key, stream: self.stream, generator }
    }
}

impl Dice {
    /// Makes the dice of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { pips: PipSource::Thrown(Xoshiro256PlusPlus::seed_from_u64(seed)), seed }
    }

    /// Makes the dice of a battle by their source.
    #[must_use]
    pub fn of_source(source: DiceSource) -> Self {
        match source {
            DiceSource::Seed(seed) => Self::new(seed),
            DiceSource::Key(key) => Self::by_key(key, "dice", &[]),
        }
    }

    /// Makes the dice that cut strengths before a battle begins; no roll of the battle tells of them.
    #[must_use]
    pub fn for_setup(source: DiceSource) -> Self {
        match source {
            DiceSource::Seed(seed) => Self::for_other_purpose(seed, 1),
            DiceSource::Key(key) => Self::by_key(key, "setup", &[]),
        }
    }

    fn by_key(key: DiceKey, purpose: &str, parts: &[&[u8]]) -> Self {
        Self { pips: PipSource::Keyed(Box::new(KeyedDice::new(key, purpose, parts))), seed: 0 }
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
        Self { pips: PipSource::Told(sums), seed: 0 }
    }

    /// Makes dice that show these sums of two dice in turn, and 7 from then on: who counts cases asks how many
    /// sums an order [has asked for](Self::sums_asked_for), and lists one more.
    ///
    /// ```
    /// use hotgates_rules::Dice;
    ///
    /// let mut dice = Dice::showing_list(vec![2, 12]);
    /// assert_eq!([dice.roll_sum(), dice.roll_sum(), dice.roll_sum()], [2, 12, 7]);
    /// assert_eq!(dice.sums_asked_for(), 3);
    /// ```
    ///
    /// # Panics
    /// When two dice cannot show a sum.
    #[must_use]
    pub fn showing_list(sums: Vec<u32>) -> Self {
        assert!(sums.iter().all(|sum| (2..=12).contains(sum)), "two dice show 2 to 12");
        Self { pips: PipSource::Listed(Box::new((sums, 0))), seed: 0 }
    }

    /// Number of sums of two dice that listed dice have been asked for; 0 for other dice.
    #[must_use]
    pub fn sums_asked_for(&self) -> usize {
        match &self.pips {
            PipSource::Listed(list) => list.1,
            PipSource::Thrown(_) | PipSource::Told(_) | PipSource::Keyed(_) => 0,
        }
    }

    /// Makes other dice of the same seed, for another purpose than rolling in battle.
    #[must_use]
    pub fn for_other_purpose(seed: u64, purpose: u64) -> Self {
        Self::new(split_mix(seed ^ split_mix(purpose)))
    }

    /// Makes dice of the same source for a purpose of one turn: the same, whatever has been rolled by then.
    /// Told dice stay told.
    #[must_use]
    pub(crate) fn of_turn(&self, purpose: u64, turn: u32) -> Self {
        match &self.pips {
            PipSource::Thrown(_) => Self::for_other_purpose(self.seed, purpose ^ u64::from(turn)),
            PipSource::Told(_) | PipSource::Listed(_) => self.clone(),
            PipSource::Keyed(dice) => {
                Self::by_key(dice.key, "turn", &[&purpose.to_be_bytes(), &turn.to_be_bytes()])
            }
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
        match &mut self.pips {
            PipSource::Thrown(generator) => draw_number(generator, end),
            PipSource::Told(_) | PipSource::Listed(_) => end / 2,
            PipSource::Keyed(dice) => draw_by_key(dice, end),
        }
    }

    /// Rolls two dice for one blow and returns their sum: the blow's factor is `base + step × sum`.
    #[inline]
    pub fn roll_sum(&mut self) -> u32 {
        match &mut self.pips {
            PipSource::Thrown(generator) => draw_number(generator, 6) + draw_number(generator, 6) + 2,
            PipSource::Keyed(dice) => draw_by_key(dice, 6) + draw_by_key(dice, 6) + 2,
            PipSource::Told(sums) => {
                sums.reverse();
                sums[1]
            }
            PipSource::Listed(list) => next_listed_sum(list),
        }
    }
}

/// Draws a number below `end`, each equally likely.
#[inline]
fn draw_number(generator: &mut impl Rng, end: u32) -> u32 {
    let bits = 64 - u64::from(end - 1).leading_zeros();
    loop {
        let number = if bits == 0 { 0 } else { generator.next_u64() >> (64 - bits) };
        if let Some(number) = u32::try_from(number).ok().filter(|&number| number < end) {
            return number;
        }
    }
}

/// Draws a number below `end`, out of the way of the dice of seeds.
#[cold]
fn draw_by_key(dice: &mut KeyedDice, end: u32) -> u32 {
    draw_number(&mut dice.generator, end)
}

/// Returns the next sum of a list, out of the way of the dice of seeds.
#[cold]
fn next_listed_sum((sums, asked): &mut (Vec<u32>, usize)) -> u32 {
    *asked += 1;
    sums.get(*asked - 1).copied().unwrap_or(7)
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

    /// A bit more for each draw would leave the rolls of a die as they are, and change all other draws.
    #[test]
    fn below_a_power_of_two_a_draw_is_the_first_bits_of_one_number() {
        let [mut drawn, mut plain] = [9, 9].map(Xoshiro256PlusPlus::seed_from_u64);
        assert_eq!(draw_number(&mut drawn, 1), 0, "nothing to draw");
        for bits in (1..32).chain(1..32) {
            let expected = plain.next_u64() >> (64 - bits);
            assert_eq!(u64::from(draw_number(&mut drawn, 1 << bits)), expected, "{bits} bits");
        }
    }

    #[test]
    fn a_sum_is_that_of_the_next_two_dice_and_told_dice_say_theirs() {
        for source in [DiceSource::Seed(3), DiceSource::Key(DiceKey::from_bytes([3; DiceKey::BYTES]))] {
            let (mut dice, mut sums) = (Dice::of_source(source), Dice::of_source(source));
            for _ in 0..100 {
                assert_eq!(sums.roll_sum(), dice.roll_d6() + dice.roll_d6());
            }
        }
        let mut told = Dice::showing_sums([4, 11]);
        assert_eq!([told.roll_sum(), told.roll_sum(), told.roll_sum()], [4, 11, 4]);
        assert_eq!([1, 2, 6, 9].map(|end| told.draw_below(end)), [0, 1, 3, 4], "the middle number");
    }

    /// Seeds, purposes and turns that differ in one bit alone have dice of their own.
    #[test]
    fn other_purposes_and_turns_have_other_dice() {
        let rolls = |mut dice: Dice| -> Vec<u32> { (0..20).map(|_| dice.draw_below(1 << 20)).collect() };
        let bits = || (0..64).map(|bit| 1_u64 << bit);
        let mut seen = std::collections::BTreeSet::new();
        for seed in bits().chain([0, u64::MAX]) {
            assert!(seen.insert(rolls(Dice::for_other_purpose(seed, 9))), "{seed:x}");
        }
        let mut seen = std::collections::BTreeSet::new();
        for purpose in bits().chain([0, u64::MAX]) {
            for turn in [0, 1, 2, 3, 1 << 31] {
                seen.insert((purpose, rolls(Dice::new(5).of_turn(purpose, turn))));
            }
        }
        assert_eq!(seen.len(), 66 * 5);
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

    /// The numbers come from HMAC-SHA256 and `ChaCha20` of another language's library, as RFC 2104 and
    /// RFC 8439 have them.
    #[test]
    fn the_first_rolls_of_a_key_never_change() {
        let mut dice = Dice::of_source(DiceSource::Key(key_of_bytes()));
        let rolls: Vec<_> = (0..12).map(|_| dice.roll_d6()).collect();
        assert_eq!(rolls, FIRST_ROLLS_OF_A_KEY);
        let mut cuts = Dice::for_setup(DiceSource::Key(key_of_bytes()));
        let cuts: Vec<_> = (0..6).map(|_| cuts.draw_below(101)).collect();
        assert_eq!(cuts, FIRST_CUTS_OF_A_KEY);
    }

    fn key_of_bytes() -> DiceKey {
        DiceKey::from_bytes(std::array::from_fn(|place| u8::try_from(place).expect("32 bytes")))
    }

    /// Whatever other stream is drawn from, in between or before, a stream goes on as it would alone.
    #[test]
    fn streams_of_a_key_are_independent() {
        let source = DiceSource::Key(key_of_bytes());
        let streams = || {
            let dice = Dice::of_source(source);
            let turns = [1, 2].map(|turn| dice.of_turn(7, turn));
            let [first, second] = turns;
            [dice, Dice::for_setup(source), first, second]
        };
        let alone = streams().map(|mut dice| (0..50).map(|_| dice.draw_below(1000)).collect::<Vec<_>>());
        for (place, one) in alone.iter().enumerate() {
            assert!(
                alone[place + 1..].iter().all(|other| one != other),
                "stream {place} is another one, too"
            );
        }
        let (mut together, mut drawn) = (streams(), [const { Vec::new() }; 4]);
        let mut order = Dice::new(3);
        while drawn.iter().any(|numbers| numbers.len() < 50) {
            let place = order.draw_below(4) as usize;
            // A copy goes its own way.
            let _ = together[place].clone().draw_below(6);
            drawn[place].push(together[place].draw_below(1000));
            let asked_in_between = together[0].of_turn(7, 1);
            assert_eq!(asked_in_between, streams()[2]);
        }
        for (place, numbers) in drawn.iter().enumerate() {
            assert_eq!(numbers[..50], alone[place], "stream {place}");
        }
    }

    #[test]
    fn dice_of_a_seed_are_no_larger_for_those_of_keys() {
        let alone = size_of::<(Xoshiro256PlusPlus, u64)>() + size_of::<u64>();
        assert!(size_of::<Dice>() <= alone, "{} bytes", size_of::<Dice>());
    }

    const FIRST_ROLLS_OF_A_KEY: [u32; 12] = [1, 4, 1, 2, 1, 1, 4, 4, 3, 6, 1, 4];
    const FIRST_CUTS_OF_A_KEY: [u32; 6] = [83, 79, 82, 68, 86, 17];
    const FIRST_ROLLS_OF_SEED_1: [u32; 12] = [6, 1, 6, 2, 5, 5, 1, 2, 3, 1, 4, 1];
}
