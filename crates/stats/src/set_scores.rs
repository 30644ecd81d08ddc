//! Sets of games, counted by their scores.

/// Sets of one map, counted by the half points that a player made in each.
///
/// A game gives 0, 1 or 2 half points, so that a set of two games has one of five scores and a set of
/// four one of nine.
///
/// ```
/// use hotgates_stats::SetScores;
///
/// let mut pairs = SetScores::new(2);
/// pairs.count_set(4); // both won
/// pairs.count_set(2); // one won, one lost
/// assert_eq!((pairs.sets(), pairs.counts()), (2, &[0, 0, 1, 0, 1][..]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetScores {
    /// How many sets there are of each number of half points, 0 to twice the games of a set.
    counts: Vec<u64>,
}

impl Default for SetScores {
    /// Returns no pairs yet.
    fn default() -> Self {
        Self::new(2)
    }
}

impl SetScores {
    /// Returns no sets yet, each to be of so many games.
    ///
    /// # Panics
    /// If sets have no games.
    pub fn new(games_per_set: u32) -> Self {
        assert!(games_per_set > 0, "a set has games");
        Self { counts: vec![0; 2 * games_per_set as usize + 1] }
    }

    /// Returns sets by how many there are of each number of half points, from none to all.
    ///
    /// # Panics
    /// If the counts are not an odd number, at least three.
    pub fn from_counts(counts: &[u64]) -> Self {
        assert!(counts.len() >= 3 && counts.len() % 2 == 1, "scores go from 0 to twice the games");
        Self { counts: counts.to_vec() }
    }

    /// Counts a set by the half points that the player made in it.
    ///
    /// # Panics
    /// If a set cannot give so many.
    pub fn count_set(&mut self, half_points: u32) {
        self.counts[half_points as usize] += 1;
    }

    /// Adds the sets of another match.
    ///
    /// # Panics
    /// If their sets are of another number of games.
    pub fn add_sets(&mut self, other: &Self) {
        assert_eq!(self.counts.len(), other.counts.len(), "sets of as many games");
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// Number of games of a set.
    pub fn games_per_set(&self) -> usize {
        self.counts.len() / 2
    }

    /// Number of sets.
    pub fn sets(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many sets there are of each number of half points, from none to all.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of sets and the mean of their shares of the points; ½ without sets.
    pub(crate) fn number_and_mean(&self) -> (f64, f64) {
        let (number, sum) =
            self.shares().fold((0.0, 0.0), |sum, (count, share)| (sum.0 + count, sum.1 + count * share));
        (number, if number > 0.0 { sum / number } else { 0.5 })
    }

    /// Returns the sums of the squares, cubes and fourth powers of the deviations from a mean.
    pub(crate) fn powers_about(&self, mean: f64) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for (count, share) in self.shares() {
            for (sum, power) in sums.iter_mut().zip(2..) {
                *sum += count * (share - mean).powi(power);
            }
        }
        sums
    }

    /// Number of sets of each share of the points.
    #[expect(clippy::cast_precision_loss, reason = "no match has 2⁵² sets")]
    fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        let most = (self.counts.len() - 1) as f64;
        self.counts.iter().enumerate().map(move |(points, &count)| (count as f64, points as f64 / most))
    }
}
