//! A player's opinion of every cell, and Monte Carlo tree search as it grows, for front ends that
//! show both.

use std::fmt;

use hotgates_search::{Limits, MonteCarlo, Sampled, Statistics, Tried, TwoPlayerGame, Value};

use super::board::{Board, BoardCell};
use super::moves::Sampling;
use super::perfect::Perfect;
use super::rules::{BoardRules, TicTacToeError};
use crate::random_numbers::RandomNumbers;

/// A move with the thoughts behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Considered {
    /// The cell to mark.
    pub cell: BoardCell,
    /// The player's opinion of each cell.
    pub thoughts: Thoughts,
}

/// A player's opinion of each cell, in the order of the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Thoughts {
    /// The score of every empty cell.
    Scores(Vec<(BoardCell, i64)>),
    /// The result of best play after each empty cell, for the side to move.
    Values(Vec<(BoardCell, Value)>),
    /// Number of sampled games through each cell looked at, and their ends.
    Visits(Vec<Tried<BoardCell>>),
}

/// Monte Carlo tree search on one position, run bit by bit.
///
/// ```
/// use hotgates_academy::tictactoe::{BoardPlayer, BoardRules, Sampler};
///
/// let rules = BoardRules::new(7, 7, 4).unwrap();
/// let mut sampler = Sampler::new(&rules, &rules.empty_board(), 1);
/// for steps in [1_000, 2_000, 3_000] {
///     let so_far = sampler.run_until(steps, None); // visits of each cell, to be shown
///     assert!(so_far.best.is_some());
/// }
/// let at_one_go = BoardPlayer::monte_carlo(3_000).choose_cell(&rules, &rules.empty_board(), 1, None);
/// assert_eq!(sampler.run_until(3_000, None).best, at_one_go.ok());
/// ```
pub struct Sampler<'r> {
    game: Sampling<'r>,
    search: MonteCarlo<Sampling<'r>>,
    dice: RandomNumbers,
}

impl<'r> Sampler<'r> {
    /// A search that has not begun.
    pub fn new(rules: &'r BoardRules, board: &Board, seed: u64) -> Self {
        let game = Sampling(rules);
        Sampler { search: MonteCarlo::new(&game, board.clone()), game, dice: RandomNumbers::new(seed) }
    }

    /// Plays games until `steps` steps were made in all, or `cancel` returns `true`; returns what
    /// is known then. Points of a cell are 2 for each game won by the side to move and 1 for each
    /// drawn one.
    pub fn run_until(&mut self, steps: u64, cancel: Option<&dyn Fn() -> bool>) -> Sampled<BoardCell> {
        let limits = Limits { cancel, ..Limits::default() }.with_steps(steps);
        let dice = &mut self.dice;
        self.search.play_games(&self.game, &limits, &mut |n| dice.draw_below(n))
    }
}

/// The perfect player's search of one position, run bit by bit.
///
/// ```
/// use hotgates_academy::tictactoe::{Exhaustion, BoardRules};
///
/// let rules = BoardRules::classic();
/// let mut search = Exhaustion::new(&rules, rules.empty_board()).unwrap();
/// let mut steps = 0;
/// while !search.is_done() {
///     steps += 100;
///     search.run_until(steps, None); // the moves settled so far, to be shown
/// }
/// assert_eq!(search.settled_moves().len(), 9);
/// ```
#[derive(Debug)]
pub struct Exhaustion<'r> {
    rules: &'r BoardRules,
    board: Board,
    perfect: Perfect,
    settled: Vec<(BoardCell, Value)>,
}

impl<'r> Exhaustion<'r> {
    /// A search that has not begun.
    ///
    /// # Errors
    /// A board too large to exhaust.
    pub fn new(rules: &'r BoardRules, board: Board) -> Result<Self, TicTacToeError> {
        Ok(Exhaustion { rules, board, perfect: Perfect::new(rules)?, settled: Vec::new() })
    }

    /// Goes on until `steps` steps were made in all, every move is settled, or `cancel` says so.
    pub fn run_until(&mut self, steps: u64, cancel: Option<&dyn Fn() -> bool>) {
        let limits = Limits { cancel, ..Limits::default() }.with_steps(steps);
        for cell in self.moves_in_order().skip(self.settled.len()) {
            let next = self.rules.after(&self.board, cell);
            let Ok(value) = self.perfect.best_play_value(self.rules, &next, &limits) else { return };
            self.settled.push((cell, value.one_step_earlier()));
        }
    }

    /// Returns the result of best play after each move settled so far, for the side to move, in
    /// order.
    pub fn settled_moves(&self) -> &[(BoardCell, Value)] {
        &self.settled
    }

    /// Returns `true` once every move is settled.
    pub fn is_done(&self) -> bool {
        self.settled.len() == self.moves_in_order().count()
    }

    /// The first of the best moves settled so far.
    pub fn best_settled(&self) -> Option<(BoardCell, Value)> {
        let rank = |value: Value| value.rank_key(self.perfect.counts_moves());
        let most = self.settled.iter().map(|(_, value)| rank(*value)).max()?;
        self.settled.iter().copied().find(|(_, value)| rank(*value) == most)
    }

    /// Returns the work so far; `seen` is the size of the table.
    pub fn statistics(&self) -> Statistics {
        self.perfect.statistics()
    }

    fn moves_in_order(&self) -> impl Iterator<Item = BoardCell> + use<> {
        let moves: Vec<BoardCell> = if self.rules.is_over(&self.board) {
            Vec::new()
        } else {
            self.rules.empty_cells(&self.board).collect()
        };
        moves.into_iter()
    }
}

impl fmt::Debug for Sampler<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampler").finish_non_exhaustive()
    }
}
