//! The logistic scale of Elo.

/// Elo for each natural unit of the logistic scale.
pub(crate) const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Returns the difference in Elo at which the stronger player gets a share of the points. Shares
/// beyond a thousandth from nothing and everything count as that thousandth: −1200 to +1200 Elo.
///
/// ```
/// assert_eq!(hotgates_stats::elo_of_share(10.0 / 11.0).round(), 400.0);
/// assert_eq!(hotgates_stats::elo_of_share(1.0).round(), 1200.0);
/// ```
pub fn elo_of_share(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

/// Returns the share of the points that a player gets who is stronger by a difference in Elo.
///
/// ```
/// assert!((hotgates_stats::share_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}
