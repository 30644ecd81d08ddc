//! Three small games that teach the searches the commanders use.
//!
//! [`river`] crossing is state-space search, [`tictactoe`] is search against an opponent, and the
//! magic [`tower`] is optimisation with bounds, dominance and a merged graph. Each can be played,
//! gives hints and can be solved; each is a plain client of [`hotgates_search`]. No window, no
//! files, no clock, no threads: pictures and reports come back as text.

mod bit_mask;
mod counted;
mod random_numbers;

pub mod river;
pub mod tictactoe;
pub mod tower;
