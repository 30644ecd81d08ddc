//! Tic-tac-toe and its bigger sisters: `m × n` boards, `k` in a row.
//!
//! Three players: one that scores cells ([`Coefficients`]), one that knows all ([`Perfect`]), one that samples
//! ([`Player::monte_carlo`]). They [play each other](play_match), the scoring one [learns](tune()) from it, and
//! on small boards [`lines`] proves what a player can be made to lose.

mod board;
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

pub use board::{Board, Cell, Side};
pub use count::{Counts, counts};
pub use draw::svg;
pub use game::{Game, Grade, TicTacToeHint};
pub use lines::{Opponent, Survey, Tally, is_safe_with_some_ties, lines, survey};
pub use matches::{MatchReport, play_match, wilson};
pub use perfect::{MOST_CELLS, Perfect};
pub use player::Player;
pub use rules::{Rules, TicTacToeError};
pub use scoring::{Coefficients, Ties};
pub use thoughts::{Considered, Exhaustion, Sampler, Thoughts};
pub use tune::{TuneOptions, TuneReport, TuneRow, tune};
