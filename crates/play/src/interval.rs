//! Intervals for shares of wins.

/// Returns Wilson's score interval at 95 % for `wins` of `games`: it holds the true share in 95 of
/// 100 series. Without games the interval is the whole range, 0 to 1.
///
/// ```
/// let (low, high) = hotgates_play::wilson_interval(5, 10);
/// assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4);
/// ```
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
/// 1927.
#[must_use]
pub fn wilson_interval(wins: u32, games: u32) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (f64::from(games), f64::from(wins) / f64::from(games));
    let scale = 1.0 + Z * Z / n;
    let centre = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    // At the ends rounding could leave out the share itself.
    ((centre - half).clamp(0.0, p), (centre + half).clamp(p, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_s_interval_is_that_of_the_textbooks() {
        let close = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 1e-4 && (b - d).abs() < 1e-4;
        assert!(close(wilson_interval(5, 10), (0.2366, 0.7634)));
        assert!(close(wilson_interval(0, 10), (0.0, 0.2775)));
        assert!(close(wilson_interval(10, 10), (0.7225, 1.0)));
        assert!(close(wilson_interval(430, 1000), (0.3996, 0.4609)));
        assert!(close(wilson_interval(0, 0), (0.0, 1.0)));
    }
}
