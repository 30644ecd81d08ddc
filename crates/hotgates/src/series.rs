//! Series: many battles at a time, reported in the order of their seeds whatever the number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use hotgates_ai::{Match, Stopped, UnknownPlayer, wilson};
use hotgates_engine::{Battle, BySide, GameRecord, How, Scenario, Side};
use hotgates_search::Cancel;

use crate::failure::Failure;
use crate::seats::{self, Names};

/// What to play.
#[derive(Debug)]
pub struct Series<'a> {
    /// The battle; each game has a seed of its own.
    pub scenario: &'a Scenario,
    /// Who commands, the first one Red.
    pub names: &'a Names,
    /// The seed of the first game.
    pub seed: u64,
    /// How many.
    pub games: u32,
    /// Whether each seed is played twice, the second time with the commanders exchanged.
    pub swap: bool,
    /// How many at a time.
    pub jobs: u32,
}

/// One game of a series.
#[derive(Debug)]
pub struct Game {
    /// Its course to the end.
    pub course: GameRecord,
    /// Whether the commanders were exchanged.
    pub swapped: bool,
    /// How long it took.
    pub took: Duration,
}

/// Why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum Spoiled {
    /// The work was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// With another seed the scenario is not sound: the engine says it always is.
    #[error("seed {0} makes another battle than the first")]
    Scenario(u64),
    /// A commander is not there any more.
    #[error(transparent)]
    Unknown(#[from] UnknownPlayer),
    /// A commander broke the rules.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Plays a match to its end, unless the flag is set first.
///
/// # Errors
/// When a commander breaks the rules, or the flag is set.
pub fn finish(game: &mut Match, cancel: &Cancel) -> Result<(), Spoiled> {
    while game.step()?.is_some() {
        if cancel.is_set() && game.course().battle().verdict().is_none() {
            return Err(Spoiled::Cancelled);
        }
    }
    Ok(())
}

impl Series<'_> {
    /// Plays the games and hands each to `each`, in their order. Ends early when the flag is set: then the games up
    /// to the first that was not finished have been handed over.
    ///
    /// # Errors
    /// When a game is spoiled, or `each` fails.
    pub fn play(
        &self,
        cancel: &Cancel,
        mut each: impl FnMut(&Game) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let next = AtomicU32::new(0);
        // Bounded, so that a slow reader of the output does not pile up games.
        let (sender, results) = mpsc::sync_channel(1024);
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(self.games) {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || self.work(next, &sender, cancel));
            }
            drop(sender);
            let outcome = in_order(results, |game| match game {
                Ok(game) => each(&game),
                Err(Spoiled::Cancelled) => Ok(()),
                Err(spoiled) => Err(Failure::bug(spoiled)),
            });
            if outcome.is_err() {
                cancel.set();
            }
            outcome
        })
    }

    fn work(&self, next: &AtomicU32, sender: &SyncSender<(u32, Result<Game, Spoiled>)>, cancel: &Cancel) {
        let mut scenario = self.scenario.clone();
        let exchanged = BySide { red: self.names.blue.clone(), blue: self.names.red.clone() };
        while !cancel.is_set() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                return;
            }
            let swapped = self.swap && number % 2 == 1;
            scenario.map.seed = Some(self.seed + u64::from(if self.swap { number / 2 } else { number }));
            let names = if swapped { &exchanged } else { self.names };
            if sender.send((number, play_one(&scenario, names, swapped, cancel))).is_err() {
                return;
            }
        }
    }
}

fn play_one(scenario: &Scenario, names: &Names, swapped: bool, cancel: &Cancel) -> Result<Game, Spoiled> {
    let start = Instant::now();
    let battle = Battle::from_scenario(scenario)
        .map_err(|_| Spoiled::Scenario(scenario.map.seed.unwrap_or_default()))?;
    let mut game = seats::seat(names, battle, scenario.seed())?;
    finish(&mut game, cancel)?;
    Ok(Game { course: game.course().clone(), swapped, took: start.elapsed() })
}

/// Hands values over in ascending numbers from 0, each as soon as all before it have come.
fn in_order<T, E>(
    values: impl IntoIterator<Item = (u32, T)>,
    mut each: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (number, value) in values {
        waiting.insert(number, value);
        while let Some(value) = waiting.remove(&next) {
            each(value)?;
            next += 1;
        }
    }
    // What came after a gap that nothing has filled.
    waiting.into_values().try_for_each(each)
}

/// Who won how often.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Games played.
    pub games: u32,
    /// By side.
    pub wins: BySide<u32>,
    /// Won by nobody.
    pub draws: u32,
    /// By the commander given as `--red`.
    pub first_wins: u32,
    /// By the other one.
    pub second_wins: u32,
    /// How games ended, with how often.
    pub endings: BTreeMap<(Side, &'static str), u32>,
    /// Turns of all games.
    pub turns: u64,
    /// Men left and at the start, in all games.
    pub left: BySide<[u64; 2]>,
    /// Whether the interval is about commanders instead of sides.
    pub by_commander: bool,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, game: &Game) {
        let battle = game.course.battle();
        self.games += 1;
        self.turns += u64::from(battle.turn());
        for side in Side::BOTH {
            self.left[side][0] += u64::from(battle.strength(side));
            self.left[side][1] += u64::from(battle.start_strength(side));
        }
        let Some((winner, how)) = battle.verdict().and_then(|verdict| Some((verdict.winner?, verdict.how)))
        else {
            self.draws += 1;
            return;
        };
        self.wins[winner] += 1;
        *self.endings.entry((winner, How::name(how))).or_default() += 1;
        if (winner == Side::Red) == game.swapped {
            self.second_wins += 1;
        } else {
            self.first_wins += 1;
        }
    }

    /// The share of all games won by Red, or by the first commander where commanders were exchanged, as an interval
    /// that holds the true share in 95 of 100 series.
    pub fn interval(&self) -> (f64, f64) {
        wilson(if self.by_commander { self.first_wins } else { self.wins.red }, self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_handed_over_in_their_order() {
        let mut seen = Vec::new();
        let values = [(2, 'c'), (0, 'a'), (1, 'b'), (4, 'e')];
        in_order(values, |value| {
            seen.push(value);
            Ok::<_, ()>(())
        })
        .unwrap();
        assert_eq!(seen, ['a', 'b', 'c', 'e']);
    }
}
