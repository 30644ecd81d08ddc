//! All searches of one position, side by side.

use std::sync::{Arc, Mutex, PoisonError};

use hotgates_search::Cancel;
use hotgates_ui::Job;

use super::tape::{PlayedMatch, SearchResult, SharedSearchLog};

/// A row of the comparison: one search and its result.
#[derive(Debug, Clone)]
pub struct ComparisonRow {
    /// Place of the search in the list of searches.
    pub method: usize,
    /// Result of the search.
    pub outcome: SearchResult,
    /// Result of a match of a tic-tac-toe player against another.
    pub played: Option<PlayedMatch>,
}

/// The searches made so far.
#[derive(Debug)]
pub struct SearchComparison {
    rows: Arc<Mutex<Vec<ComparisonRow>>>,
    job: Option<Job<()>>,
}

/// A search to be compared with others.
pub struct ComparedSearch {
    /// Place of the search in the list of searches.
    pub method: usize,
    /// The search.
    pub search: Box<dyn FnOnce(&SharedSearchLog, &Cancel) -> SearchResult + Send>,
    /// A match of a tic-tac-toe player against another.
    pub play_off: Option<PlayOffMatch>,
}

/// A match that is played in the background; `None` if it would take too long.
pub type PlayOffMatch = Box<dyn FnOnce(&Cancel) -> Option<PlayedMatch> + Send>;

impl SearchComparison {
    /// Begins all searches, one after the other.
    pub fn start_searches(searches: Vec<ComparedSearch>) -> Self {
        let rows = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&rows);
        let job = Job::start(move |cancel| {
            for ComparedSearch { method, search, play_off } in searches {
                if cancel.is_set() {
                    return;
                }
                let outcome = search(&SharedSearchLog::default(), cancel);
                let played = play_off.and_then(|play_off| play_off(cancel));
                let mut rows = shared.lock().unwrap_or_else(PoisonError::into_inner);
                rows.push(ComparisonRow { method, outcome, played });
            }
        });
        Self { rows, job: Some(job) }
    }

    /// Returns the rows of the searches that have ended.
    #[must_use]
    pub fn rows(&self) -> Vec<ComparisonRow> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns `true` while more rows are to come.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// Forgets the job of the searches once all of them have ended.
    pub fn forget_finished_searches(&mut self) {
        if self.job.as_mut().is_some_and(|job| job.poll().is_some()) {
            self.job = None;
        }
    }
}
