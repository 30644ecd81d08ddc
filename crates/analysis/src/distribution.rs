//! Distributions of sums: what all dice could have made of a list of attacks.

/// Greatest number of values that a distribution tells apart. Larger ones are made coarser.
const MAX_VALUES: usize = 1 << 21;

/// Share of all cases that may be left out of a distribution, at its very ends.
const NEGLIGIBLE: f64 = 1e-10;

/// The exact distribution of a sum of independent values, each with chances in 1296ths.
///
/// ```
/// use hotgates_analysis::SumDistribution;
///
/// // Two coins, each worth 3 or 5.
/// let coin = vec![(3, 648), (5, 648)];
/// let sum = SumDistribution::from_summed_values(&[coin.clone(), coin]);
/// assert!((sum.share_below(8) - 0.5).abs() < 1e-12, "6 in a quarter of cases, half of those with 8");
/// assert!(sum.is_exact());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SumDistribution {
    /// The least value.
    first: i64,
    /// Distance between neighbouring values.
    step: i64,
    /// Share of each value from the least on.
    shares: Vec<f64>,
    exact: bool,
}

impl SumDistribution {
    /// Returns the distribution of the sum of one value from each list; a list has values with
    /// their ways.
    ///
    /// Cost: `O(n log² n)` in the number of different sums, of which at most two million are told
    /// apart: beyond that, values are shared out between their two nearest neighbours, which keeps
    /// the mean, and the distribution is not [exact](Self::is_exact).
    #[must_use]
    pub fn from_summed_values(lists: &[Vec<(i64, u32)>]) -> Self {
        Self::from_values_on_lattice(lists, common_step(lists))
    }

    /// Returns the distribution of a sum on multiples of a [`common_step`] of the lists, or of a
    /// coarser one.
    pub(crate) fn from_values_on_lattice(lists: &[Vec<(i64, u32)>], (step, exact): (i64, bool)) -> Self {
        let mut first = 0_i64;
        let mut parts = Vec::with_capacity(lists.len());
        for list in lists {
            let Some((least, most)) = value_range(list) else { continue };
            first = first.saturating_add(least);
            parts.push(LatticeShares { skipped: 0, shares: spread_over_lattice(list, least, most, step) });
        }
        let negligible =
            NEGLIGIBLE / (4.0 * integer_as_float(i64::try_from(lists.len().max(1)).unwrap_or(i64::MAX)));
        let sum = convolve_all(parts, negligible);
        let skipped = i64::try_from(sum.skipped).unwrap_or(i64::MAX).saturating_mul(step);
        Self { first: first.saturating_add(skipped), step, shares: sum.shares, exact }
    }

    /// Returns the distribution of the difference of two independent values with distributions on
    /// one lattice.
    pub(crate) fn distribution_of_difference(&self, other: &Self) -> Self {
        let reversed: Vec<f64> = other.shares.iter().rev().copied().collect();
        let last = i64::try_from(other.shares.len() - 1).unwrap_or(i64::MAX).saturating_mul(self.step);
        Self {
            first: self.first.saturating_sub(other.first.saturating_add(last)),
            step: self.step,
            shares: convolve_pair(&self.shares, &reversed),
            exact: self.exact && other.exact,
        }
    }

    /// Returns the share of all cases in which the sum is less than a value, the cases in which it
    /// is equal counted half.
    #[must_use]
    pub fn share_below(&self, value: i64) -> f64 {
        let away = value - self.first;
        let place = away.div_euclid(self.step);
        let Ok(place) = usize::try_from(place) else { return 0.0 };
        let below: f64 = self.shares.iter().take(place).sum();
        let here = self.shares.get(place).copied().unwrap_or(0.0);
        let here = if away % self.step == 0 { here / 2.0 } else { here };
        (below + here).clamp(0.0, 1.0)
    }

    /// Returns the mean of the sum.
    #[must_use]
    pub fn mean(&self) -> f64 {
        (0_i32..).zip(&self.shares).map(|(place, share)| self.value_at(place) * share).sum()
    }

    /// Returns the standard deviation of the sum.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        let mean = self.mean();
        let square = |place: i32| (self.value_at(place) - mean) * (self.value_at(place) - mean);
        (0_i32..).zip(&self.shares).map(|(place, share)| square(place) * share).sum::<f64>().sqrt()
    }

    /// Returns `true` if no values had to share a place.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.exact
    }

    fn value_at(&self, place: i32) -> f64 {
        integer_as_float(self.first) + f64::from(place) * integer_as_float(self.step)
    }
}

/// Returns the least and the greatest value of a list.
fn value_range(list: &[(i64, u32)]) -> Option<(i64, i64)> {
    let values = list.iter().map(|&(value, _)| value);
    Some((values.clone().min()?, values.max()?))
}

/// Returns the distance between neighbouring values of sums over these lists, and `true` if all
/// values lie on that lattice: where it would have too many places, it is made coarser.
pub(crate) fn common_step(lists: &[Vec<(i64, u32)>]) -> (i64, bool) {
    let (mut width, mut step) = (0_i64, 0_i64);
    for list in lists {
        let Some((least, most)) = value_range(list) else { continue };
        width = width.saturating_add(most - least);
        step = list.iter().fold(step, |step, &(value, _)| greatest_divisor(step, value - least));
    }
    let step = step.max(1);
    let coarser = width / step / i64::try_from(MAX_VALUES).unwrap_or(i64::MAX) + 1;
    (step.saturating_mul(coarser), coarser == 1)
}

/// Returns a whole number as a float.
#[expect(clippy::cast_precision_loss, reason = "values of armies are far below 2⁵³")]
pub(crate) const fn integer_as_float(number: i64) -> f64 {
    number as f64
}

const fn greatest_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

/// Returns the shares of a list's values at multiples of `step` above `least`; a value between two
/// multiples is shared out so that the mean stays.
fn spread_over_lattice(list: &[(i64, u32)], least: i64, most: i64, step: i64) -> Vec<f64> {
    let places = usize::try_from((most - least) / step).unwrap_or(MAX_VALUES) + 1;
    // The last place is only needed for values between the last two multiples.
    let mut shares = vec![0.0; places + usize::from((most - least) % step != 0)];
    let whole: u32 = list.iter().map(|(_, ways)| ways).sum();
    for &(value, ways) in list {
        let share = f64::from(ways) / f64::from(whole);
        let (place, rest) = ((value - least) / step, (value - least) % step);
        let place = usize::try_from(place).unwrap_or(0);
        if rest == 0 {
            shares[place] += share;
        } else {
            let above = integer_as_float(rest) / integer_as_float(step);
            shares[place] += share * (1.0 - above);
            shares[place + 1] += share * above;
        }
    }
    shares
}

/// Shares of neighbouring values, those skipped before the first left out.
struct LatticeShares {
    skipped: usize,
    shares: Vec<f64>,
}

/// Returns the distribution of the sum of all parts: neighbours first, so that most convolutions
/// are short. Values at the ends that are together rarer than `negligible` are left out after each.
fn convolve_all(mut parts: Vec<LatticeShares>, negligible: f64) -> LatticeShares {
    while parts.len() > 1 {
        let mut next = Vec::with_capacity(parts.len().div_ceil(2));
        let mut rest = parts.into_iter();
        while let Some(one) = rest.next() {
            next.push(match rest.next() {
                Some(other) => trim_ends(
                    LatticeShares {
                        skipped: one.skipped + other.skipped,
                        shares: convolve_pair(&one.shares, &other.shares),
                    },
                    negligible,
                ),
                None => one,
            });
        }
        parts = next;
    }
    parts.pop().unwrap_or(LatticeShares { skipped: 0, shares: vec![1.0] })
}

/// Leaves out the values at both ends that are together rarer than `negligible`, for each end.
fn trim_ends(mut sum: LatticeShares, negligible: f64) -> LatticeShares {
    let rare = |shares: &mut dyn Iterator<Item = &f64>| {
        let mut all = 0.0;
        shares
            .take_while(|&share| {
                all += share;
                all < negligible
            })
            .count()
    };
    let low = rare(&mut sum.shares.iter());
    let high = rare(&mut sum.shares.iter().rev());
    sum.shares.truncate(sum.shares.len() - high);
    sum.shares.drain(..low.min(sum.shares.len()));
    sum.skipped += low;
    sum
}

fn convolve_pair(a: &[f64], b: &[f64]) -> Vec<f64> {
    let taken = |list: &[f64]| list.iter().filter(|share| **share > 0.0).count();
    let length = a.len() + b.len() - 1;
    // A transform does some dozens of products for each place.
    if taken(a).saturating_mul(taken(b)) > length.saturating_mul(32) {
        return convolve_by_fourier(a, b);
    }
    let (few, many) = if taken(a) < taken(b) { (a, b) } else { (b, a) };
    let many: Vec<(usize, f64)> =
        many.iter().copied().enumerate().filter(|(_, share)| *share > 0.0).collect();
    let mut sum = vec![0.0; length];
    for (place, share) in few.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        for &(further, other) in &many {
            sum[place + further] += share * other;
        }
    }
    sum
}

/// A complex number: its real and its imaginary part.
type ComplexNumber = (f64, f64);

const fn multiply_complex((a, b): ComplexNumber, (c, d): ComplexNumber) -> ComplexNumber {
    (a * c - b * d, a * d + b * c)
}

/// Returns the convolution by fast Fourier transforms (Cooley and Tukey, "An algorithm for the
/// machine calculation of complex Fourier series", 1965). The error of a share is below 10⁻¹⁴: the
/// transform of `a + ib` serves for both, and all shares are at most 1.
fn convolve_by_fourier(a: &[f64], b: &[f64]) -> Vec<f64> {
    let length = a.len() + b.len() - 1;
    let size = length.next_power_of_two();
    let real = |list: &[f64], place: usize| list.get(place).copied().unwrap_or(0.0);
    let mut both: Vec<ComplexNumber> = (0..size).map(|place| (real(a, place), real(b, place))).collect();
    let turns = roots_of_unity(size);
    fourier_transform(&mut both, &turns);
    // With z = a + ib the transform of a · b is (Z² − conj(Z(−k))²) / 4i at each frequency k.
    let mut product: Vec<ComplexNumber> = (0..size)
        .map(|at| {
            let mirror = both[(size - at) % size];
            let here = multiply_complex(both[at], both[at]);
            let there = multiply_complex((mirror.0, -mirror.1), (mirror.0, -mirror.1));
            // Conjugated, so that the same transform leads back.
            ((here.1 - there.1) / 4.0, (here.0 - there.0) / 4.0)
        })
        .collect();
    fourier_transform(&mut product, &turns);
    let scale = integer_as_float(i64::try_from(size).unwrap_or(i64::MAX));
    product.truncate(length);
    product.into_iter().map(|(share, _)| (share / scale).max(0.0)).collect()
}

/// Returns the powers of the first root of unity up to the half circle.
fn roots_of_unity(size: usize) -> Vec<ComplexNumber> {
    let count = i64::try_from(size).unwrap_or(i64::MAX);
    let angle = |part: i64| -std::f64::consts::TAU * integer_as_float(part) / integer_as_float(count);
    (0..count / 2).map(|part| (angle(part).cos(), angle(part).sin())).collect()
}

fn fourier_transform(values: &mut [ComplexNumber], turns: &[ComplexNumber]) {
    let size = values.len();
    let bits = size.trailing_zeros();
    for place in 0..size {
        let mirrored = place.reverse_bits() >> (usize::BITS - bits).min(usize::BITS - 1);
        if bits > 0 && place < mirrored {
            values.swap(place, mirrored);
        }
    }
    let mut half = 1;
    while half < size {
        let stride = size / (2 * half);
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (place, (a, b)) in low.iter_mut().zip(high).enumerate() {
                let turned = multiply_complex(*b, turns[place * stride]);
                (*a, *b) = ((a.0 + turned.0, a.1 + turned.1), (a.0 - turned.0, a.1 - turned.1));
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term_by_term(a: &[f64], b: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                sum[i + j] += x * y;
            }
        }
        sum
    }

    /// Shares that sum to one and differ wildly.
    fn some_shares(count: u32, seed: u32) -> Vec<f64> {
        let lot = |n: u32| f64::from(hotgates_engine::mix::hash_pair(n, seed) >> 12) + 1.0;
        let all: f64 = (0..count).map(lot).sum();
        (0..count).map(|n| lot(n) / all).collect()
    }

    #[test]
    fn transforms_convolve_as_term_by_term_does() {
        for (n, m) in [(1, 1), (2, 3), (64, 64), (1000, 700), (4097, 33)] {
            let (a, b) = (some_shares(n, 1), some_shares(m, 2));
            let expected = term_by_term(&a, &b);
            let found = convolve_by_fourier(&a, &b);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-14, "{n} × {m}");
            }
        }
    }

    #[test]
    fn a_sum_too_wide_for_its_places_keeps_its_mean() {
        let wide = vec![(0, 432), (1, 432), (1 << 40, 432)];
        let sum = SumDistribution::from_summed_values(&[wide.clone(), wide]);
        assert!(!sum.is_exact());
        let mean = 2.0 * (1.0 + integer_as_float(1 << 40)) / 3.0;
        assert!((sum.mean() / mean - 1.0).abs() < 1e-9);
        assert!((sum.share_below(1 << 39) - 4.0 / 9.0).abs() < 1e-6);
    }

    #[test]
    fn nothing_to_sum_is_always_nought() {
        let none = SumDistribution::from_summed_values(&[]);
        assert!((none.share_below(0) - 0.5).abs() < 1e-15);
        assert_eq!((none.share_below(-1), none.share_below(1)), (0.0, 1.0));
    }
}
