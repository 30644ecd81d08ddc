//! Searches recorded while they run, and shown at the pace that the viewer likes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hotgates_academy::tictactoe::{BoardCell, CellThoughts};
use hotgates_academy::tower::{RouteStep, SearchPhase, TilePlace};
use hotgates_academy::{river, tictactoe};
use hotgates_engine::Cell;
use hotgates_search::SearchReport;
use hotgates_search::{Cancel, Certainty, GameEnding, Statistics};
use hotgates_ui::Job;

/// A step or move that the player, or the computer in the player's place, makes in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameStep {
    /// A step over the river.
    River(river::RiverStep),
    /// A mark.
    Mark(BoardCell),
    /// A step in the tower.
    Tower(RouteStep),
    /// A look at a hex.
    Look(Cell),
}

/// One moment of a search.
#[derive(Debug, Clone)]
pub struct SearchMoment {
    /// Counts of the search at this moment.
    pub statistics: Statistics,
    /// The cost or the life of the best answer so far.
    pub best: Option<i64>,
    /// Bound that no answer exceeds.
    pub bound: Option<i64>,
    /// State that the search was looking at.
    pub visited: VisitedState,
}

/// State that a search looks at, by game.
#[derive(Debug, Clone)]
pub enum VisitedState {
    /// A state of the crossing.
    River(SearchReport<river::RiverMoment>),
    /// Judgement of every cell.
    Board(CellThoughts),
    /// The cells that are cleared.
    Tower(SearchPhase, Vec<TilePlace>),
    /// A hex.
    Way(SearchReport<Cell>),
}

/// Result of a search.
#[derive(Debug, Clone)]
pub struct SearchResult {
    /// Value of the answer: crossings, steps or life.
    pub value: Option<i64>,
    /// Bound that no answer exceeds.
    pub bound: Option<i64>,
    /// The cell that a player of tic-tac-toe chose, and what the game then ends with, where that
    /// was found out.
    pub cell: Option<(String, Option<GameEnding>)>,
    /// Worth of the answer: proven, cut off or guessed.
    pub certainty: Certainty,
    /// Counts of the whole search.
    pub statistics: Statistics,
    /// The way, or the move.
    pub deeds: Vec<GameStep>,
}

impl SearchResult {
    /// Returns the result of a search for a cheapest path.
    pub(super) fn of_path(
        cost: Option<u64>,
        bound: Option<u64>,
        (certainty, statistics): (Certainty, Statistics),
        deeds: Vec<GameStep>,
    ) -> Self {
        let number = |number: Option<u64>| number.and_then(|number| i64::try_from(number).ok());
        Self { value: number(cost), bound: number(bound), cell: None, certainty, statistics, deeds }
    }

    /// Returns `true` if the search has proven that nothing better exists.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        matches!(self.certainty, Certainty::Proven | Certainty::NoSolution)
    }
}

/// Result of a match against another player.
pub type PlayedMatch = tictactoe::MatchReport;

/// Number of first moments of which every one is kept.
pub const ALL_KEPT: usize = 4_000;
/// Number of moments that are kept before the distance between kept moments doubles: to every
/// second moment first, then to every fourth, and so on.
pub const HALVED_AFTER: usize = 1_000;

/// Record of a running search, written by the search and read by the window.
#[derive(Debug, Default)]
pub struct SearchLog {
    /// The moments kept, in order.
    pub shots: Vec<SearchMoment>,
    noted: u64,
    /// Result of the search, once the search has ended.
    pub outcome: Option<SearchResult>,
}

impl SearchLog {
    /// Number of moments that pass for each moment that is kept.
    fn recording_stride(&self) -> u64 {
        match self.shots.len().checked_sub(ALL_KEPT) {
            None => 1,
            Some(more) => 2 << (more / HALVED_AFTER).min(40),
        }
    }
}

/// A log shared by a search and the window.
#[derive(Debug, Clone, Default)]
pub struct SharedSearchLog(Arc<Mutex<SearchLog>>);

impl SharedSearchLog {
    /// Notes a moment, if it is one of those that are kept.
    pub fn note_moment(&self, make: impl FnOnce() -> SearchMoment) {
        let mut log = self.lock_log();
        log.noted += 1;
        if log.noted.is_multiple_of(log.recording_stride()) {
            let shot = make();
            log.shots.push(shot);
        }
    }

    /// Returns a function that notes each report of a search for a cheapest path, with the cost of the best one so far.
    pub fn note_reports<S: Copy>(
        &self,
        visited: fn(SearchReport<S>) -> VisitedState,
    ) -> impl FnMut(SearchReport<S>, &Statistics) {
        let mut best = None;
        move |report, statistics| {
            if let SearchReport::Improved(_, Some(cost)) = report {
                best = i64::try_from(cost).ok();
            }
            self.note_moment(|| SearchMoment {
                statistics: *statistics,
                best,
                bound: None,
                visited: visited(report),
            });
        }
    }

    /// Locks the log, to be read or written for a moment only.
    pub fn lock_log(&self) -> MutexGuard<'_, SearchLog> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The speeds to choose from, in moments a second.
pub const PACES: [u16; 9] = [1, 2, 4, 8, 16, 32, 64, 256, 1024];

/// A search being watched.
#[derive(Debug)]
pub struct WatchedSearch {
    tape: SharedSearchLog,
    job: Option<Job<()>>,
    /// The moves of the game when it began: a way found is only good for that position.
    pub of: u64,
    /// Place of the search in the list of searches.
    pub method: usize,
    at: usize,
    /// Number of moments that the last frame knew of.
    len: usize,
    /// Part of a moment that has passed.
    part: f32,
    /// `true` if the latest moment is shown while the search goes on.
    latest: bool,
    /// `true` while time stands still.
    pub paused: bool,
    /// The place of the speed in [`PACES`].
    pub pace: usize,
}

impl WatchedSearch {
    /// Begins a search of the position `of`.
    pub fn start_search(
        of: u64,
        method: usize,
        pace: usize,
        work: impl FnOnce(&SharedSearchLog, &Cancel) -> SearchResult + Send + 'static,
    ) -> Self {
        let tape = SharedSearchLog::default();
        let shared = tape.clone();
        let job = Job::start(move |cancel| {
            let outcome = work(&shared, cancel);
            shared.lock_log().outcome = Some(outcome);
        });
        Self {
            tape,
            job: Some(job),
            of,
            method,
            at: 0,
            len: 0,
            part: 0.0,
            latest: false,
            paused: false,
            pace,
        }
    }

    /// Locks the log, to be read or written for a moment only.
    pub fn lock_log(&self) -> MutexGuard<'_, SearchLog> {
        self.tape.lock_log()
    }

    /// Returns `true` while the search runs.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// Returns `true` once the whole search has been shown.
    #[must_use]
    pub const fn is_shown_to_end(&self) -> bool {
        !self.is_running() && self.at + 1 >= self.len
    }

    /// Number of moments recorded so far.
    #[must_use]
    pub const fn moment_count(&self) -> usize {
        self.len
    }

    /// Number of the moment that is shown, counted from 0.
    #[must_use]
    pub const fn shown_moment_number(&self) -> usize {
        self.at
    }

    /// Ends the search soon, with what it has.
    pub fn stop_search(&mut self) {
        if let Some(job) = &self.job {
            job.cancel();
        }
    }

    /// Stops time, or lets it go on.
    pub fn toggle_pause(&mut self) {
        self.paused = !self.paused;
        self.latest = false;
    }

    /// Shows a moment; time stands still then.
    pub fn jump_to_moment(&mut self, to: usize) {
        let last = self.len.saturating_sub(1);
        self.at = to.min(last);
        self.latest = false;
        self.paused = true;
    }

    /// Shows the latest moment, now and as long as more come.
    pub fn show_latest_moment(&mut self) {
        self.latest = true;
        self.at = self.len.saturating_sub(1);
    }

    /// Lets time pass.
    pub fn advance_time(&mut self, passed: Duration) {
        if let Some(job) = &mut self.job
            && job.poll().is_some()
        {
            self.job = None;
        }
        let len = self.lock_log().shots.len();
        self.len = len;
        let last = self.len.saturating_sub(1);
        if self.latest {
            self.at = last;
        } else if !self.paused && self.at < last {
            self.part += passed.as_secs_f32() * f32::from(PACES[self.pace]);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a small number of moments"
            )]
            let whole = self.part as usize;
            self.part -= self.part.floor();
            self.at = (self.at + whole).min(last);
        }
    }
}
