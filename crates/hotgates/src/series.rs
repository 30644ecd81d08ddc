//! Series on several threads: many games at a time, handed over in the order of their numbers
//! whatever the number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use hotgates_play::{Cancel, PlayedGame, Series, SpoiledGame};

use crate::console;
use crate::failure::Failure;
use crate::seats::failure_of_game;
use crate::words::count_words;

/// A game of a series, and the time that it took.
#[derive(Debug)]
pub struct TimedGame {
    /// The game.
    pub game: PlayedGame,
    /// Time from its start to its end.
    pub took: Duration,
}

/// Longest time that passes without a word while work goes on.
const TICK: Duration = Duration::from_millis(250);

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
    let mut hand_over = |game: Result<TimedGame, SpoiledGame>| match game {
        Ok(game) => each(&game),
        Err(SpoiledGame::Cancelled(_)) => Ok(()),
        Err(spoiled) => Err(failure_of_game(spoiled)),
    };
    let mut waiting = WaitingValues::default();
    let play = |number| play_timed_game(series, number, cancel);
    work_on_threads(games, jobs, cancel, play, |result| match result {
        Some((number, game)) => waiting.hand_over_in_order(number, game, &mut hand_over),
        None => Ok(()),
    })?;
    waiting.hand_over_rest(hand_over)
}

/// Does `count` pieces of work, numbered from 0, `jobs` at a time, and hands each number with its result
/// to `each` as soon as the result is there; `each` also gets `None` now and then while there is none.
/// Nothing is begun once the flag is set.
///
/// # Errors
/// The first failure of `each`, which sets the flag.
pub fn work_on_threads<T: Send>(
    count: u32,
    jobs: u32,
    cancel: &Cancel,
    work: impl Fn(u32) -> T + Sync,
    mut each: impl FnMut(Option<(u32, T)>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = AtomicU32::new(0);
    // Bounded, so that a slow reader of the output does not pile up results.
    let (sender, results) = mpsc::sync_channel(256);
    thread::scope(|scope| {
        let new_worker = || {
            let (next, sender, work) = (&next, sender.clone(), &work);
            move || work_until_done(count, next, &sender, work, cancel)
        };
        let started = start_workers(scope, jobs.min(count), new_worker);
        drop(sender);
        let outcome = if started == 0 {
            drop(results);
            let numbers = (0..count).take_while(|_| !cancel.is_set());
            numbers.map(|number| Some((number, work(number)))).try_for_each(&mut each)
        } else {
            hand_over_results(results, &mut each)
        };
        if outcome.is_err() {
            cancel.set_flag();
        }
        outcome
    })
}

/// Hands over what comes. Once it returns, nobody who still works waits for room.
#[expect(clippy::needless_pass_by_value, reason = "workers stop when there is no receiver any more")]
fn hand_over_results<T>(
    results: Receiver<(u32, T)>,
    mut each: impl FnMut(Option<(u32, T)>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    loop {
        match results.recv_timeout(TICK) {
            Ok(result) => each(Some(result))?,
            Err(RecvTimeoutError::Timeout) => each(None)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
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

/// Does whichever piece of work is next until all are done or the flag is set.
fn work_until_done<T>(
    count: u32,
    next: &AtomicU32,
    sender: &SyncSender<(u32, T)>,
    work: impl Fn(u32) -> T,
    cancel: &Cancel,
) {
    while !cancel.is_set() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= count || sender.send((number, work(number))).is_err() {
            return;
        }
    }
}

fn play_timed_game(series: &Series, number: u32, cancel: &Cancel) -> Result<TimedGame, SpoiledGame> {
    let start = Instant::now();
    let game = series.play_game(number, cancel)?;
    Ok(TimedGame { game, took: start.elapsed() })
}

/// Values that wait for those with lower numbers.
struct WaitingValues<T> {
    waiting: BTreeMap<u32, T>,
    next: u32,
}

impl<T> Default for WaitingValues<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), next: 0 }
    }
}

impl<T> WaitingValues<T> {
    /// Takes a value, and hands those over, in ascending numbers from 0, that have nothing to wait for.
    fn hand_over_in_order<E>(
        &mut self,
        number: u32,
        value: T,
        mut each: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        self.waiting.insert(number, value);
        while let Some(value) = self.waiting.remove(&self.next) {
            each(value)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Hands over what came after a gap that nothing has filled.
    fn hand_over_rest<E>(self, each: impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
        self.waiting.into_values().try_for_each(each)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_handed_over_in_their_order() {
        let mut seen = Vec::new();
        let mut each = |value| {
            seen.push(value);
            Ok::<_, ()>(())
        };
        let mut waiting = WaitingValues::default();
        for (number, value) in [(2, 'c'), (0, 'a'), (1, 'b'), (4, 'e')] {
            waiting.hand_over_in_order(number, value, &mut each).unwrap();
        }
        waiting.hand_over_rest(each).unwrap();
        assert_eq!(seen, ['a', 'b', 'c', 'e']);
    }
}
