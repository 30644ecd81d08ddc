//! Sequential tests of two commanders: sets are looked at in the plan's order until the test can tell.

use std::borrow::Cow;

use hotgates_engine::count_words;
use hotgates_stats::{ScoreSample, SequentialTest, SetScores, TestVerdict};

use crate::game::PlannedGame;
use crate::plan::{TournamentFormat, TournamentPlan};
use crate::result::FinishedGames;

/// How far a sequential test has come.
///
/// Sets count in the plan's order, each when all sets before it are whole: so the set after which the test can tell does not
/// depend on which games were finished first. Games behind it count for nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct SequentialProgress {
    test: SequentialTest,
    strata: Vec<SetScores>,
    /// Number of the next set, and of its map.
    next: (u32, usize),
    verdict: Option<TestVerdict>,
}

impl SequentialProgress {
    /// Returns the beginning of a plan's test; `None` if the tournament is none, or its numbers make no test.
    #[must_use]
    pub fn new(plan: &TournamentPlan) -> Option<Self> {
        let TournamentFormat::Sprt { elo0, elo1, alpha, beta } = plan.tournament else { return None };
        let test = SequentialTest::new(elo0, elo1, alpha, beta)?;
        let strata = vec![SetScores::new(plan.games_per_set); plan.maps.len()];
        Some(Self { test, strata, next: (0, 0), verdict: None })
    }

    /// Looks at the sets that have become whole; returns the verdict as soon as there is one.
    pub fn look_at_games(&mut self, plan: &TournamentPlan, finished: &FinishedGames) -> Option<TestVerdict> {
        while self.verdict.is_none() && self.next.0 < plan.sets {
            let (set, map) = self.next;
            let game = |leg| PlannedGame { set, map, first: 0, second: 1, leg };
            let half_points: Option<u32> = (0..plan.games_per_set)
                .map(|leg| {
                    let game = game(leg);
                    finished.get(&game).map(|result| game.half_points_of_first(result.winner))
                })
                .sum();
            let Some(half_points) = half_points else { break };
            self.strata[map].count_set(half_points);
            self.next = if map + 1 < plan.maps.len() { (set, map + 1) } else { (set + 1, 0) };
            self.verdict = self.test.verdict(&self.sample());
        }
        self.verdict
    }

    /// Verdict of the test, once it can tell.
    pub const fn verdict(&self) -> Option<TestVerdict> {
        self.verdict
    }

    /// Returns what the sets so far say about the first commander.
    pub fn sample(&self) -> ScoreSample {
        ScoreSample::of_strata(&self.strata)
    }

    /// Returns the state of the test in a sentence; `first` and `second` are the names of the commanders.
    pub fn in_words(&self, first: &str, second: &str) -> String {
        let ((ratio, [low, high]), elo) = (self.ratio_and_bounds(), self.sample().normalised_elo());
        let verdict = match self.verdict {
            Some(TestVerdict::Stronger) => format!("{first} is stronger than {second}"),
            Some(TestVerdict::NotStronger) => format!("{first} is not stronger than {second}"),
            None => "the test cannot tell".to_owned(),
        };
        let sets = count_words(u32::try_from(self.sets()).unwrap_or(u32::MAX), "set", "sets");
        format!(
            "After {sets} {verdict}: log-likelihood ratio {ratio:.2} of {low:.2} to {high:.2}, {:+.1} normalised Elo ({:+.1} to {:+.1})",
            elo.value, elo.low, elo.high
        )
    }

    /// Number of sets that have been looked at.
    pub fn sets(&self) -> u64 {
        self.strata.iter().map(SetScores::sets).sum()
    }

    /// Returns the log-likelihood ratio, and the bounds at which the test ends.
    pub fn ratio_and_bounds(&self) -> (f64, [f64; 2]) {
        (self.test.log_likelihood_ratio(&self.sample()), self.test.bounds())
    }
}

impl TournamentPlan {
    /// Returns the finished games that count: all, but in a sequential test those of the sets that it has looked at.
    #[must_use]
    pub fn counted_games<'a>(&self, finished: &'a FinishedGames) -> Cow<'a, FinishedGames> {
        let Some(mut progress) = SequentialProgress::new(self) else { return Cow::Borrowed(finished) };
        progress.look_at_games(self, finished);
        let counts = |game: &PlannedGame| (game.set, game.map) < progress.next;
        let counted = finished.iter().filter(|(game, _)| counts(game));
        Cow::Owned(counted.map(|(game, result)| (*game, result.clone())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameResult, PlannedMap, Standings};
    use hotgates_engine::Side;

    #[test]
    fn sets_behind_a_gap_or_behind_the_end_count_for_nothing() {
        let format = TournamentFormat::Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
        let mut plan = TournamentPlan { sets: 100, ..TournamentPlan::new(format) };
        let map = |file: &str| PlannedMap {
            file: file.to_owned(),
            name: String::new(),
            sha256: String::new(),
            rules_sha256: String::new(),
            first_seed: Some(0),
        };
        plan.maps = vec![map("one"), map("two")];
        plan.commanders = ["a", "b"]
            .map(|name| crate::PlannedCommander {
                name: name.to_owned(),
                version: String::new(),
                doctrine_sha256: None,
            })
            .to_vec();
        // The first wins both games of every other set, and each side once in the others.
        let games = plan.next_games(&FinishedGames::new()).expect("few games");
        assert_eq!(games.len(), 400);
        let result = |game: &PlannedGame| {
            let winner = if game.set.is_multiple_of(2) && game.leg == 1 { Side::Blue } else { Side::Red };
            GameResult { winner: Some(winner), ..GameResult::default() }
        };
        let mut finished: FinishedGames = games.iter().map(|game| (*game, result(game))).collect();
        let gap = PlannedGame { set: 3, map: 1, first: 0, second: 1, leg: 0 };
        finished.remove(&gap);
        let mut progress = SequentialProgress::new(&plan).expect("a test");
        assert_eq!((progress.look_at_games(&plan, &finished), progress.sets()), (None, 7));
        assert_eq!(Standings::new(&plan, &finished).games, 14);
        assert_eq!(plan.next_games(&finished).expect("few games"), [gap]);

        finished.insert(gap, result(&gap));
        assert_eq!(progress.look_at_games(&plan, &finished), Some(TestVerdict::Stronger));
        let sets = progress.sets();
        assert!((8..60).contains(&sets), "{sets}");
        assert!(plan.next_games(&finished).expect("few games").is_empty());
        // With nothing behind the last set that counts, the standings are the same.
        let counted = plan.counted_games(&finished).into_owned();
        assert_eq!(counted.len() as u64, 2 * sets);
        assert_eq!(Standings::new(&plan, &counted), Standings::new(&plan, &finished));
    }
}
