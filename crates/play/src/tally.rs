//! Results of many games, counted.

use hotgates_engine::{Battle, BySide, Side, VictoryKind};
use hotgates_stats::{Estimate, ScoreSample, SetScores, wilson_interval};

use crate::series::PlayedGame;

/// Results of many games: the number of wins of each side and of each commander, and the ways in
/// which the games ended.
///
/// ```
/// use hotgates_play::Tally;
/// use hotgates_engine::{BySide, Side};
///
/// let tally = Tally { games: 10, wins: BySide { red: 5, blue: 4 }, draws: 1, ..Tally::default() };
/// let share = tally.share_of_wins(Side::Red);
/// assert!(share.value == 0.5 && share.low > 0.23 && share.high < 0.77);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games.
    pub games: u32,
    /// Number of games won by each side.
    pub wins: BySide<u32>,
    /// Number of games won by nobody.
    pub draws: u32,
    /// Number of games won by the commander that sits on Red's seat while nothing is swapped.
    pub first_wins: u32,
    /// Number of games won by the other commander.
    pub second_wins: u32,
    /// Each way in which games ended with its number of games, in the order in which the ways came
    /// up first.
    pub endings: Vec<(BattleEnding, u32)>,
    /// Number of turns of all games together.
    pub turns: u64,
    /// Men of each side at the end and at the start of all games together.
    pub men: BySide<[u64; 2]>,
    /// Pairs of games that have both been played, by the half points of the first commander.
    pub pairs: SetScores,
    /// Pairs with one game played: number, and half points of the first commander.
    pub begun_pairs: Vec<(u32, u32)>,
}

/// One way in which a battle ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BattleEnding {
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    /// The rule by which the battle ended.
    pub how: VictoryKind,
}

impl Tally {
    /// Counts a game of a series.
    pub fn count_game(&mut self, game: &PlayedGame) {
        let battle = game.record.battle();
        self.count_battle(battle, game.swapped);
        let Some(pair) = game.pair else { return };
        let half_points = match battle.verdict().and_then(|verdict| verdict.winner) {
            None => 1,
            Some(winner) if (winner == Side::Red) != game.swapped => 2,
            Some(_) => 0,
        };
        match self.begun_pairs.iter().position(|&(begun, _)| begun == pair) {
            Some(place) => self.pairs.count_set(self.begun_pairs.swap_remove(place).1 + half_points),
            None => self.begun_pairs.push((pair, half_points)),
        }
    }

    /// Counts a battle as it stands at its end; `swapped` if the commanders sat on each other's
    /// seats. A battle without a verdict counts as one that nobody won.
    pub fn count_battle(&mut self, battle: &Battle, swapped: bool) {
        self.games += 1;
        self.turns += u64::from(battle.turn());
        for side in Side::BOTH {
            self.men[side][0] += u64::from(battle.living_strength(side));
            self.men[side][1] += u64::from(battle.start_strength(side));
        }
        let verdict = battle.verdict();
        if let Some(end) = verdict.map(|verdict| BattleEnding { winner: verdict.winner, how: verdict.how }) {
            match self.endings.iter_mut().find(|(other, _)| *other == end) {
                Some((_, count)) => *count += 1,
                None => self.endings.push((end, 1)),
            }
        }
        let Some(winner) = verdict.and_then(|verdict| verdict.winner) else {
            self.draws += 1;
            return;
        };
        self.wins[winner] += 1;
        if (winner == Side::Red) == swapped {
            self.second_wins += 1;
        } else {
            self.first_wins += 1;
        }
    }

    /// Returns the share of all games that a side won, draws not counted, with Wilson's interval. It
    /// takes the games as independent: right where each has a seed of its own.
    pub fn share_of_wins(&self, side: Side) -> Estimate {
        let share = wilson_interval(2 * u64::from(self.wins[side]), self.games.into());
        if self.games == 0 { Estimate { value: 0.0, ..share } } else { share }
    }

    /// Returns the first commander's share of the points in all whole pairs, a draw being half a point,
    /// with the interval of paired sets. Games of pairs are not independent, so that Wilson's interval
    /// would be wrong for them: mostly too wide.
    pub fn first_share_of_pairs(&self) -> Estimate {
        ScoreSample::of_sets(&self.pairs).share()
    }

    /// Returns the mean number of turns of a game; `None` before the first game.
    pub fn mean_turns(&self) -> Option<f64> {
        // Turns of all games are far fewer than an f64 counts exactly.
        #[expect(clippy::cast_precision_loss, reason = "at most 10,000 turns for each of 2³² battles")]
        (self.games > 0).then(|| self.turns as f64 / f64::from(self.games))
    }
}
