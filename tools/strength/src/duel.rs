//! Duels: two contenders play every set twice, with the sides exchanged, and the pairs are counted.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

use hotgates_engine::Side;
use hotgates_stats::{ScoreSample, SequentialTest, SetScores, TestVerdict};

use crate::Failure;
use crate::arena::{PairedSet, play_battle, run_tasks};
use crate::contender::Contender;
use crate::terrain::BattleGround;

/// Scores of the first contender in pairs of games, those of each map and army apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DuelScores {
    /// Pairs by ground, as shipped and with armies exchanged.
    strata: BTreeMap<(usize, bool), SetScores>,
}

impl DuelScores {
    fn count_pair(&mut self, ground: usize, exchanged: bool, half_points: u32) {
        self.strata.entry((ground, exchanged)).or_default().count_set(half_points);
    }

    fn add_pairs(&mut self, other: Self) {
        for (stratum, pairs) in other.strata {
            self.strata.entry(stratum).or_default().add_sets(&pairs);
        }
    }

    /// Returns what all pairs say about the first contender.
    pub fn sample(&self) -> ScoreSample {
        ScoreSample::of_strata(self.strata.values())
    }
}

impl fmt::Display for DuelScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = SetScores::default();
        for pairs in self.strata.values() {
            all.add_sets(pairs);
        }
        let (share, elo) = (self.sample().share().map(|share| 100.0 * share), self.sample().elo());
        let counts: Vec<_> = all.counts().iter().map(u64::to_string).collect();
        write!(
            f,
            "{} | {} | {:.1} % | {:.1} … {:.1} % | {:+.0} | {:+.0} … {:+.0}",
            all.sets(),
            counts.join(" "),
            share.value,
            share.low,
            share.high,
            elo.value,
            elo.low,
            elo.high
        )
    }
}

/// Heads of the columns that [`DuelScores`] are shown in.
pub const COLUMNS: &str = "pairs | 0 ½ 1 1½ 2 | share | interval | Elo | interval";

/// Plays two contenders against each other on all sets.
///
/// # Errors
/// When a contender has no such name or gives an illegal order.
pub fn play_duel(
    grounds: &[BattleGround],
    sets: &[PairedSet],
    pair: [&Contender; 2],
    jobs: usize,
) -> Result<DuelScores, Failure> {
    let scores = Mutex::new(DuelScores::default());
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
        scores.lock().expect("no thread panics with it").count_pair(ground, exchanged, halves);
        Ok(())
    })?;
    Ok(scores.into_inner().expect("no thread panics with it"))
}

/// Plays sets until the test is decided or all are played. Returns the scores and the verdict.
///
/// # Errors
/// As [`play_duel`].
pub fn play_until_decided(
    test: SequentialTest,
    grounds: &[BattleGround],
    sets: &[PairedSet],
    pair: [&Contender; 2],
    jobs: usize,
) -> Result<(DuelScores, Option<TestVerdict>), Failure> {
    let mut scores = DuelScores::default();
    // Blocks are as long whatever the number of threads, so that a test stops at the same pair.
    for block in sets.chunks(16) {
        scores.add_pairs(play_duel(grounds, block, pair, jobs)?);
        let sample = scores.sample();
        let ratio = test.log_likelihood_ratio(&sample);
        eprintln!("{} pairs, log-likelihood ratio {ratio:+.2}", sample.sets());
        if let Some(verdict) = test.verdict(&sample) {
            return Ok((scores, Some(verdict)));
        }
    }
    Ok((scores, None))
}
