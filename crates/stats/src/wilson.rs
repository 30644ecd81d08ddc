//! Intervals of shares of independent games.

use crate::estimate::Estimate;

/// Bound of the standard normal distribution at 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// Returns a share of the points of independent games with Wilson's score interval at 95 %. A draw
/// gives one half point, a win two: `half_points` is at most twice `games`. Without games the share
/// is ½ and the interval the whole range, 0 to 1.
///
/// ```
/// let share = hotgates_stats::wilson_interval(2 * 5, 10);
/// assert!((share.low - 0.2366).abs() < 1e-4 && (share.high - 0.7634).abs() < 1e-4);
/// ```
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
/// 1927.
#[expect(clippy::cast_precision_loss, reason = "no match has 2⁵² games")]
pub fn wilson_interval(half_points: u64, games: u64) -> Estimate {
    if games == 0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let (n, p) = (games as f64, half_points as f64 / (2 * games) as f64);
    let scale = 1.0 + Z * Z / n;
    let centre = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    // At the ends rounding could leave out the share itself.
    Estimate { value: p, low: (centre - half).clamp(0.0, p), high: (centre + half).clamp(p, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_s_interval_is_that_of_the_textbooks() {
        let check = |wins: u64, games: u64, low: f64, high: f64| {
            let share = wilson_interval(2 * wins, games);
            assert!((share.low - low).abs() < 1e-4 && (share.high - high).abs() < 1e-4, "{wins} {share:?}");
        };
        check(5, 10, 0.2366, 0.7634);
        check(0, 10, 0.0, 0.2775);
        check(10, 10, 0.7225, 1.0);
        check(430, 1000, 0.3996, 0.4609);
        check(0, 0, 0.0, 1.0);
    }

    #[test]
    fn a_draw_is_half_a_win() {
        assert_eq!(wilson_interval(10, 10), wilson_interval(2 * 5, 10));
    }
}
