//! Series on several threads: many games at a time, handed over in the order of their numbers
//! whatever the number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use hotgates_play::{Cancel, PlayedGame, Series, SpoiledGame};

use crate::console;
use crate::failure::Failure;
use crate::seats::failure_of_seat;
use crate::words::count_words;

/// A game of a series, and the time that it took.
#[derive(Debug)]
pub struct TimedGame {
    /// The game.
    pub game: PlayedGame,
    /// Time from its start to its end.
    pub took: Duration,
}

/// Number of a game and its result.
type NumberedGame = (u32, Result<TimedGame, SpoiledGame>);

/// Plays the first `games` games of a series, `jobs` at a time, and hands each to `each`, in their
/// order. Ends early when the flag is set: then the games up to the first that was not finished
/// have been handed over.
///
/// # Errors
/// When a game is spoiled, or `each` fails.
pub fn play_games_in_order(
    series: &Series,
    games: u32,
    jobs: u32,
    cancel: &Cancel,
    mut each: impl FnMut(&TimedGame) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicU32::new(0);
    // Bounded, so that a slow reader of the output does not pile up games.
    let (sender, results) = mpsc::sync_channel(1024);
    let mut hand_over = |game: Result<TimedGame, SpoiledGame>| match game {
        Ok(game) => each(&game),
        Err(SpoiledGame::Cancelled(_)) => Ok(()),
        Err(SpoiledGame::Seat(error)) => Err(failure_of_seat(error)),
        Err(SpoiledGame::Foreign(foreign)) => Err(Failure::bad_input(foreign)),
        Err(spoiled) => Err(Failure::program_fault(spoiled)),
    };
    thread::scope(|scope| {
        let new_worker = || {
            let (next, sender) = (&next, sender.clone());
            move || play_next_games(series, games, next, &sender, cancel)
        };
        let started = start_workers(scope, jobs.min(games), new_worker);
        drop(sender);
        if started == 0 {
            return play_on_this_thread(series, games, cancel, hand_over);
        }
        let outcome = hand_over_in_order(results, &mut hand_over);
        if outcome.is_err() {
            cancel.set_flag();
        }
        outcome
    })
}

/// Starts up to `wanted` workers, as many as the system has threads for, and returns their number; a
/// warning tells of fewer.
pub fn start_workers<'scope, W: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    wanted: u32,
    new_worker: impl Fn() -> W,
) -> u32 {
    let start = |_: &u32| thread::Builder::new().spawn_scoped(scope, new_worker()).is_ok();
    let started = (0..wanted).take_while(start).count();
    let started = u32::try_from(started).unwrap_or(wanted);
    if started < wanted {
        let threads = count_words(wanted, "thread", "threads");
        console::print_warning(&format!("{threads} wanted, {} to be had", started.max(1)));
    }
    started
}

/// Plays the games one after the other where no thread can be had.
fn play_on_this_thread(
    series: &Series,
    games: u32,
    cancel: &Cancel,
    hand_over: impl FnMut(Result<TimedGame, SpoiledGame>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    (0..games)
        .take_while(|_| !cancel.is_set())
        .map(|number| play_timed_game(series, number, cancel))
        .try_for_each(hand_over)
}

/// Plays whichever game is next until all are played or the flag is set.
fn play_next_games(
    series: &Series,
    games: u32,
    next: &AtomicU32,
    sender: &SyncSender<NumberedGame>,
    cancel: &Cancel,
) {
    while !cancel.is_set() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= games {
            return;
        }
        if sender.send((number, play_timed_game(series, number, cancel))).is_err() {
            return;
        }
    }
}

fn play_timed_game(series: &Series, number: u32, cancel: &Cancel) -> Result<TimedGame, SpoiledGame> {
    let start = Instant::now();
    let game = series.play_game(number, cancel)?;
    Ok(TimedGame { game, took: start.elapsed() })
}

/// Hands values over in ascending numbers from 0, each as soon as all before it have come.
fn hand_over_in_order<T, E>(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_handed_over_in_their_order() {
        let mut seen = Vec::new();
        let values = [(2, 'c'), (0, 'a'), (1, 'b'), (4, 'e')];
        hand_over_in_order(values, |value| {
            seen.push(value);
            Ok::<_, ()>(())
        })
        .unwrap();
        assert_eq!(seen, ['a', 'b', 'c', 'e']);
    }
}
