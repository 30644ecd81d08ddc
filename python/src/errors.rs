//! Exceptions, with the engine's own words.

use hotgates_engine::{Illegal, visible_text};
use hotgates_learn::EpisodeError;
use hotgates_play::SeatError;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    hotgates,
    HotgatesError,
    PyValueError,
    "What Hotgates refuses; the base of its exceptions."
);
create_exception!(
    hotgates,
    IllegalOrder,
    HotgatesError,
    "An order that the rules do not allow; nothing has changed."
);
create_exception!(
    hotgates,
    IllegalAction,
    HotgatesError,
    "An action that the mask does not allow; nothing has changed."
);
create_exception!(
    hotgates,
    BadFile,
    HotgatesError,
    "A map, scenario, ruleset or replay that cannot be read, with the place of each fault."
);

/// Returns the exception of an order that is illegal.
pub fn illegal_order(why: Illegal) -> PyErr {
    IllegalOrder::new_err(visible_text(&why.to_string()).to_string())
}

/// Returns the exception of a seat on which nobody can sit.
pub fn seat_error(why: SeatError) -> PyErr {
    HotgatesError::new_err(visible_text(&why.to_string()).to_string())
}

/// Returns the exception of an episode that cannot begin or go on.
pub fn episode_error(why: EpisodeError) -> PyErr {
    let words = visible_text(&why.to_string()).to_string();
    match why {
        EpisodeError::Illegal { .. } => IllegalAction::new_err(words),
        EpisodeError::Seat(_)
        | EpisodeError::Scenario { .. }
        | EpisodeError::Over
        | EpisodeError::Commander { .. } => HotgatesError::new_err(words),
    }
}

/// Returns the exception of a file or text that cannot be read.
pub fn bad_file(words: &str) -> PyErr {
    BadFile::new_err(words.to_owned())
}
