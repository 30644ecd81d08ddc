//! Win chances: shares of rollouts, calibrated by battles between commanders.

use hotgates_engine::{Battle, Side};

use crate::rollout::RolloutSamples;

/// Red's chance to win, a draw counted half.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChanceEstimate {
    /// Chance from 0 to 1.
    pub red: f64,
    /// Standard error of the chance, from the number of rollouts.
    pub error: f64,
}

impl ChanceEstimate {
    /// Returns the chance of a side.
    #[must_use]
    pub const fn chance_of_side(self, side: Side) -> f64 {
        match side {
            Side::Red => self.red,
            Side::Blue => 1.0 - self.red,
        }
    }

    /// Returns the chance in a position from rollouts; a battle that is over has no doubt left.
    #[must_use]
    pub fn from_rollout_samples(battle: &Battle, samples: &RolloutSamples) -> Self {
        if let Some(verdict) = battle.verdict() {
            let red = match verdict.winner {
                Some(Side::Red) => 1.0,
                None => 0.5,
                Some(Side::Blue) => 0.0,
            };
            return Self { red, error: 0.0 };
        }
        let weight = weight_of_share(battle, samples);
        let red = logistic_curve(BIAS + weight * (2.0 * samples.red_share() - 1.0));
        Self { red, error: samples.error() * calibration_slope(weight, red) }
    }

    /// Returns the share of the rollouts as it is, not calibrated.
    #[must_use]
    pub fn from_uncalibrated_share(samples: &RolloutSamples) -> Self {
        Self { red: samples.red_share(), error: samples.error() }
    }

    /// Returns Red's chance after one line of orders beyond that after another, in one position,
    /// with the standard error of the difference: the samples of both are paired.
    #[must_use]
    pub fn chance_difference(battle: &Battle, one: &RolloutSamples, other: &RolloutSamples) -> (f64, f64) {
        let (a, b) = (Self::from_rollout_samples(battle, one), Self::from_rollout_samples(battle, other));
        let weight = weight_of_share(battle, one).midpoint(weight_of_share(battle, other));
        let (_, error) = one.paired_difference(other);
        (a.red - b.red, error * calibration_slope(weight, a.red.midpoint(b.red)))
    }
}

/// Fitted by `examples/calibrate.rs` on battles between commanders.
const BIAS: f64 = -1.4;
/// Weight of the share at the start of a battle.
const WEIGHT_AT_START: f64 = 1.2;
/// Weight that it gains until the end.
const WEIGHT_GAIN: f64 = 2.3;

/// Returns the weight of what the rollouts say: the nearer the end, the surer they are.
fn weight_of_share(battle: &Battle, samples: &RolloutSamples) -> f64 {
    WEIGHT_AT_START + WEIGHT_GAIN * progress_of(battle, samples)
}

/// Returns how far a battle has got, from 0 to 1: the turn by the mean last turn of its rollouts.
#[must_use]
pub fn progress_of(battle: &Battle, samples: &RolloutSamples) -> f64 {
    (f64::from(battle.turn()) / samples.mean_turn().max(1.0)).clamp(0.0, 1.0)
}

fn logistic_curve(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns by how much the chance grows with the share.
const fn calibration_slope(weight: f64, chance: f64) -> f64 {
    2.0 * weight * chance * (1.0 - chance)
}
