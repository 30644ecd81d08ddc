//! Tests that stop as soon as they can tell.

use crate::sample::ScoreSample;

/// A sequential probability ratio test: is a player stronger by `elo1` or only by `elo0` normalised
/// Elo?
///
/// After each set the log-likelihood ratio is looked at; the match ends once it leaves the bounds,
/// which errs in at most a share of `alpha` where `elo0` is true, and of `beta` where `elo1` is.
///
/// ```
/// use hotgates_stats::{ScoreSample, SequentialTest, SetScores, TestVerdict};
///
/// let test = SequentialTest::new(0.0, 30.0, 0.05, 0.05).expect("two hypotheses");
/// let sample = |counts| ScoreSample::of_sets(&SetScores::from_counts(counts));
/// assert_eq!(test.verdict(&sample(&[20, 0, 100, 0, 80])), Some(TestVerdict::Stronger));
/// assert_eq!(test.verdict(&sample(&[80, 0, 100, 0, 20])), Some(TestVerdict::NotStronger));
/// assert_eq!(test.verdict(&sample(&[0, 0, 0, 0, 2])), None);
/// ```
///
/// Source: A. Wald, "Sequential tests of statistical hypotheses", 1945.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SequentialTest {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// How a sequential test ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestVerdict {
    /// The player is stronger by `elo1`.
    Stronger,
    /// The player is stronger by `elo0` at most.
    NotStronger,
}

impl SequentialTest {
    /// Degrees of freedom before which a test does not stop: with fewer the spread is hardly known. Eight
    /// sets on one map, seven more than maps on several.
    pub const LEAST_FREEDOM: u32 = 7;

    /// Returns the test; `None` unless `elo0 < elo1` and both errors lie above 0 and below ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Option<Self> {
        let is_error = |share: f64| share > 0.0 && share < 0.5;
        let sound = elo0.is_finite() && elo1.is_finite() && elo0 < elo1 && is_error(alpha) && is_error(beta);
        sound.then_some(Self { elo0, elo1, alpha, beta })
    }

    /// Returns the log-likelihood ratios at which the test ends: at or below the first the player is
    /// not stronger, at or above the second stronger.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Returns the log-likelihood ratio of a sample.
    pub fn log_likelihood_ratio(&self, sample: &ScoreSample) -> f64 {
        sample.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// Returns how the test ends with these sets; `None` while it must go on.
    pub fn verdict(&self, sample: &ScoreSample) -> Option<TestVerdict> {
        let ([low, high], ratio) = (self.bounds(), self.log_likelihood_ratio(sample));
        match () {
            () if sample.freedom() < f64::from(Self::LEAST_FREEDOM) => None,
            () if ratio >= high => Some(TestVerdict::Stronger),
            () if ratio <= low => Some(TestVerdict::NotStronger),
            () => None,
        }
    }
}
