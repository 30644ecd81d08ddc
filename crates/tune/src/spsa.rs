//! Simultaneous perturbation stochastic approximation: a search that knows its target by noisy comparisons only.

use hotgates_engine::Dice;

/// A search for the best point of a cube by comparing two points at a time.
///
/// Each iteration compares a point moved up and down in all coordinates at once, each by lot one way or the other, and moves
/// the point towards the better of the two. Two comparisons tell as much of two coordinates as of twenty. Moves and
/// distances become smaller by powers of 5/8 and 1/8, which are near those that Spall recommends and are made of square roots.
///
/// Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", 1998.
#[derive(Debug, Clone, PartialEq)]
pub struct SpsaSearch {
    /// Points after each iteration; the first is the start.
    points: Vec<Vec<f64>>,
    grains: Vec<f64>,
    iterations: u32,
    seed: u64,
}

/// Distance of the first trial, as a share of the whole range.
const FIRST_DISTANCE: f64 = 0.15;
/// Movement of the first iteration for a difference of one.
const FIRST_RATE: f64 = 0.5;
/// Part of the iterations after which moves are halved, roughly.
const SLOW_PART: f64 = 0.1;

impl SpsaSearch {
    /// Returns the search from a point whose coordinates go from 0 to 1. Trials differ by half of `grains` at least, in which
    /// numbers are whole.
    #[must_use]
    pub fn new(start: Vec<f64>, grains: &[f64], iterations: u32, seed: u64) -> Self {
        Self { points: vec![start], grains: grains.to_vec(), iterations, seed }
    }

    /// Number of iterations done.
    pub fn iteration(&self) -> u32 {
        u32::try_from(self.points.len() - 1).unwrap_or(u32::MAX)
    }

    /// Returns the two points to be compared next, up and down.
    #[must_use]
    pub fn trial_points(&self) -> [Vec<f64>; 2] {
        let distance = FIRST_DISTANCE / eighth_root(f64::from(self.iteration()) + 1.0);
        let (point, signs) = (self.point(), self.signs());
        [1.0, -1.0].map(|way| {
            let moved = point
                .iter()
                .zip(&signs)
                .zip(&self.grains)
                .map(|((at, sign), grain)| (at + way * sign * distance.max(grain / 2.0)).clamp(0.0, 1.0));
            moved.collect()
        })
    }

    /// Takes the difference by which the point up was better than the point down, and moves.
    pub fn learn_difference(&mut self, difference: f64) {
        let age = 1.0 + f64::from(self.iteration()) / (SLOW_PART * f64::from(self.iterations.max(1)));
        let rate = FIRST_RATE / (age.sqrt() * eighth_root(age));
        let next = self.point().iter().zip(self.signs());
        let next = next.map(|(at, sign)| (at + rate * difference * sign).clamp(0.0, 1.0)).collect();
        self.points.push(next);
    }

    /// Returns the mean of the points of the later half of the iterations, in which noise cancels out.
    #[must_use]
    pub fn mean_point(&self) -> Vec<f64> {
        let late = &self.points[self.points.len() / 2..];
        let mut sums = vec![0.0; self.grains.len()];
        for point in late {
            sums.iter_mut().zip(point).for_each(|(sum, at)| *sum += at);
        }
        #[expect(clippy::cast_precision_loss, reason = "no search has 2⁵² iterations")]
        let count = late.len() as f64;
        sums.into_iter().map(|sum| sum / count).collect()
    }

    fn point(&self) -> &[f64] {
        self.points.last().expect("a search has a start")
    }

    /// Ways of the coordinates in the iteration, by its lot.
    fn signs(&self) -> Vec<f64> {
        let mut dice = Dice::for_other_purpose(self.seed, self.iteration().into());
        self.grains.iter().map(|_| if dice.draw_below(2) == 0 { 1.0 } else { -1.0 }).collect()
    }
}

/// Returns the eighth root of a number. Square roots are exact to the last bit everywhere; powers are not.
fn eighth_root(number: f64) -> f64 {
    number.sqrt().sqrt().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches the top of a quadratic whose values are known up to noise; returns the greatest error of a
    /// coordinate.
    fn search_noisy_quadratic(seed: u64, noise: f64) -> f64 {
        let best = [0.15, 0.8, 0.5, 0.35];
        let mut dice = Dice::new(seed);
        // The sum of a few rolls is close to a normal distribution: its deviation is that of four dice.
        let mut error = || (f64::from(dice.roll_sum()) - 7.0) / 2.4 * noise;
        let worth = |point: &[f64]| -> f64 {
            -point.iter().zip(best).map(|(at, best)| (at - best) * (at - best)).sum::<f64>()
        };
        let mut search = SpsaSearch::new(vec![0.5; 4], &[0.001; 4], 400, seed);
        for _ in 0..400 {
            let [up, down] = search.trial_points();
            let difference = worth(&up) + error() - worth(&down) - error();
            search.learn_difference(difference);
        }
        let found = search.mean_point();
        found.iter().zip(best).map(|(at, best)| (at - best).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn the_top_of_a_noisy_quadratic_is_found() {
        // Without noise nearly exactly; with noise as large as half of what there is to gain by a coordinate, well.
        let errors: Vec<_> = (1..=20).map(|seed| search_noisy_quadratic(seed, 0.0)).collect();
        assert!(errors.iter().all(|&error| error < 0.03), "{errors:?}");
        let errors: Vec<_> = (1..=20).map(|seed| search_noisy_quadratic(seed, 0.05)).collect();
        let mean = errors.iter().sum::<f64>() / 20.0;
        assert!(mean < 0.12 && errors.iter().all(|&error| error < 0.25), "{mean}: {errors:?}");
    }

    #[test]
    fn trials_differ_by_a_whole_number_and_stay_in_bounds() {
        let mut search = SpsaSearch::new(vec![0.0, 1.0, 0.5], &[0.001, 0.001, 1.0 / 3.0], 1000, 3);
        for _ in 0..1000 {
            let [up, down] = search.trial_points();
            assert!(up.iter().chain(&down).all(|at| (0.0..=1.0).contains(at)));
            let whole = |at: f64| (3.0 * at).round();
            assert!((whole(up[2]) - whole(down[2])).abs() > 0.5, "{up:?} {down:?}");
            search.learn_difference(0.0);
        }
        assert_eq!(search.mean_point(), [0.0, 1.0, 0.5]);
    }

    #[test]
    fn the_same_comparisons_make_the_same_search() {
        let run = |seed| {
            let mut search = SpsaSearch::new(vec![0.5; 3], &[0.01; 3], 50, seed);
            for _ in 0..50 {
                let [up, down] = search.trial_points();
                search.learn_difference(up[0] - down[0] + up[2] - down[2]);
            }
            search
        };
        assert_eq!(run(4), run(4));
        assert_ne!(run(4), run(5));
    }
}
