//! Tic-tac-toe and its bigger sisters: `m × n` boards, `k` in a row.
//!
//! Three players: one that scores cells ([`Coefficients`]), one that knows all ([`Perfect`]), one
//! that samples ([`BoardPlayer::monte_carlo`]). They [play each other](play_match), the scoring one
//! [learns](tune_coefficients()) from it, and on small boards [`count_lines`] proves what a player
//! can be made to lose.

mod board;
mod moves;
mod rules;

mod count;
mod draw;

mod perfect;
mod player;
mod scoring;
mod thoughts;

mod lines;
mod matches;
mod tune;

mod game;

pub use board::{Board, BoardCell, Mark};
pub use count::{Counts, count_positions};
pub use draw::thoughts_svg;
pub use game::{Grade, TicTacToeGame, TicTacToeHint};
pub use lines::{EndingTally, Opponent, PairSurvey, count_lines, is_safe_with_some_ties, survey_pairs};
pub use matches::{MatchReport, play_match, wilson_interval};
pub use perfect::{MOST_CELLS, Perfect};
pub use player::BoardPlayer;
pub use rules::{BoardRules, TicTacToeError, TuningNumber};
pub use scoring::{Coefficients, Ties};
pub use thoughts::{Considered, Exhaustion, Sampler, Thoughts};
pub use tune::{TuneOptions, TuneReport, TuneRow, tune_coefficients};
