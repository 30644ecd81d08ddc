//! Duels: two contenders play every set twice, with the sides exchanged, and the pairs are counted.

use std::fmt;
use std::sync::Mutex;

use hotgates_engine::Side;

use crate::Failure;
use crate::arena::{PairedSet, play_battle, run_tasks};
use crate::contender::Contender;
use crate::terrain::BattleGround;

/// Results of pairs of games: how many brought the first contender 0, ½, 1, 1½ and 2 points.
///
/// Both games of a pair are played on one map with one seed, so that what the map gives to a side
/// cancels out. What is left spreads less than single games do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairScores([u32; 5]);

impl PairScores {
    fn count_pair(&mut self, halves: usize) {
        self.0[halves] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Returns the first contender's share of the points and the variance of a pair's share.
    fn moments(&self) -> (f64, f64) {
        let pairs = f64::from(self.pairs().max(1));
        let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
        let weighed = |worth: &dyn Fn(f64) -> f64| -> f64 {
            self.0.iter().zip(shares).map(|(&count, share)| f64::from(count) * worth(share)).sum::<f64>()
                / pairs
        };
        let mean = weighed(&|share| share);
        (mean, weighed(&|share| (share - mean).powi(2)))
    }

    /// Returns the first contender's share of the points and the ends of its interval, 95 %.
    pub fn share(&self) -> [f64; 3] {
        let (mean, variance) = self.moments();
        let spread = 1.96 * (variance / f64::from(self.pairs().max(1))).sqrt();
        [mean, mean - spread, mean + spread]
    }

    /// Returns by how many Elo the first contender is stronger, with the ends of the interval.
    pub fn elo(&self) -> [f64; 3] {
        self.share().map(elo_of_share)
    }

    /// Returns the log-likelihood ratio of `to` Elo against `from` Elo, shares taken as normally
    /// distributed: 2.94 speaks for `to` and −2.94 for `from`, each wrongly in 5 % of tests.
    pub fn log_likelihood_ratio(&self, from: f64, to: f64) -> f64 {
        let (mean, variance) = self.moments();
        // Before anything has differed, half a pair of each result keeps the test from stopping.
        let pairs = f64::from(self.pairs());
        let variance = (variance * pairs + 0.125) / (pairs + 1.0);
        let [from, to] = [from, to].map(share_of_elo);
        pairs * (to - from) * (2.0 * mean - from - to) / (2.0 * variance)
    }
}

impl fmt::Display for PairScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([share, low, high], [elo, least, most]) = (self.share(), self.elo());
        let [none, half, one, more, both] = self.0;
        write!(
            f,
            "{} | {none} {half} {one} {more} {both} | {:.1} % | {:.1} … {:.1} % | {elo:+.0} | {least:+.0} … {most:+.0}",
            self.pairs(),
            100.0 * share,
            100.0 * low.max(0.0),
            100.0 * high.min(1.0)
        )
    }
}

/// Heads of the columns that [`PairScores`] are shown in.
pub const COLUMNS: &str = "pairs | 0 ½ 1 1½ 2 | share | interval | Elo | interval";

/// Returns the difference in Elo at which the stronger gets a share of the points; shares of
/// nothing and of everything are taken as one in a thousand short of it.
fn elo_of_share(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Plays two contenders against each other on all sets.
///
/// # Errors
/// When a contender has no such name or gives an illegal order.
pub fn play_duel(
    grounds: &[BattleGround],
    sets: &[PairedSet],
    pair: [&Contender; 2],
    jobs: usize,
) -> Result<PairScores, Failure> {
    let scores = Mutex::new(PairScores::default());
    run_tasks(sets.len(), jobs, |number| {
        let PairedSet { ground, exchanged, seed } = sets[number];
        let mut halves = 0;
        for (first, by) in [(Side::Red, pair), (Side::Blue, [pair[1], pair[0]])] {
            let Some(battle) = grounds[ground].begin_battle(exchanged, seed) else { return Ok(()) };
            halves += match play_battle(battle, seed, by)?.winner() {
                Some(winner) if winner == first => 2,
                Some(_) => 0,
                None => 1,
            };
        }
        scores.lock().expect("no thread panics with it").count_pair(halves);
        Ok(())
    })?;
    Ok(scores.into_inner().expect("no thread panics with it"))
}

/// A sequential test: is the first contender stronger by `to` Elo, or only by `from`?
#[derive(Debug, Clone, Copy)]
pub struct SequentialTest {
    /// The lower hypothesis, in Elo.
    pub from: f64,
    /// The higher hypothesis, in Elo.
    pub to: f64,
}

/// Log-likelihood ratio at which a test stops: wrong in 5 % of cases either way.
const DECIDED: f64 = 2.944;

impl SequentialTest {
    /// Plays sets until the test is decided or all are played. Returns the scores and the verdict:
    /// `Some(true)` for the higher hypothesis.
    ///
    /// # Errors
    /// As [`play_duel`].
    pub fn run(
        self,
        grounds: &[BattleGround],
        sets: &[PairedSet],
        pair: [&Contender; 2],
        jobs: usize,
    ) -> Result<(PairScores, Option<bool>), Failure> {
        let mut scores = PairScores::default();
        // Blocks are as long whatever the number of threads, so that a test stops at the same pair.
        for block in sets.chunks(16) {
            let played = play_duel(grounds, block, pair, jobs)?;
            for (sum, count) in scores.0.iter_mut().zip(played.0) {
                *sum += count;
            }
            let ratio = scores.log_likelihood_ratio(self.from, self.to);
            eprintln!("{} pairs, log-likelihood ratio {ratio:+.2}", scores.pairs());
            if ratio.abs() >= DECIDED {
                return Ok((scores, Some(ratio > 0.0)));
            }
        }
        Ok((scores, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(counts: [u32; 5]) -> PairScores {
        PairScores(counts)
    }

    #[test]
    fn shares_become_elo_and_back() {
        assert!((elo_of_share(0.5)).abs() < 1e-9);
        assert!((elo_of_share(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((share_of_elo(elo_of_share(0.3)) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_cancel_out_tell_more_than_pairs_that_do_not() {
        let width = |counts| {
            let [_, low, high] = scores(counts).share();
            high - low
        };
        assert!(width([0, 0, 100, 0, 0]) < width([25, 0, 50, 0, 25]));
        assert!((width([50, 0, 0, 0, 50]) - 2.0 * 1.96 * 0.05).abs() < 1e-9);
    }

    #[test]
    fn a_test_is_decided_the_right_way_and_not_at_once() {
        let ratio = |counts| scores(counts).log_likelihood_ratio(0.0, 30.0);
        assert!(ratio([20, 0, 100, 0, 80]) > DECIDED);
        assert!(ratio([80, 0, 100, 0, 20]) < -DECIDED);
        assert!(ratio([0, 0, 0, 0, 2]).abs() < DECIDED);
    }
}
