//! Tic-tac-toe and its bigger sisters: `m × n` boards, `k` in a row.
//!
//! Three players: one that scores cells ([`Coefficients`]), one that knows all ([`PerfectPlayer`]),
//! one that samples ([`BoardPlayer::sampling_player`]). They [play each other](play_match), the
//! scoring one [learns](tune_coefficients()) from it, and on small boards [`count_lines`] proves
//! what a player can be made to lose.

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
pub use count::{GameCounts, count_positions};
pub use draw::thoughts_svg;
pub use game::{GradedMove, TicTacToeGame, TicTacToeHint};
pub use lines::{
    CoefficientPairSurvey, EndingTally, OpponentReplies, count_lines, is_safe_with_some_ties,
    survey_coefficient_pairs,
};
pub use matches::{MatchReport, play_match};
pub use perfect::{MOST_CELLS, PerfectPlayer};
pub use player::BoardPlayer;
pub use rules::{BoardRules, TicTacToeError, TuningNumber};
pub use scoring::{Coefficients, TieRule};
pub use thoughts::{CellThoughts, ConsideredMove, ExhaustiveSearchRun, GameSampler};
pub use tune::{TuneOptions, TuneReport, TunedPlayer, tune_coefficients};
