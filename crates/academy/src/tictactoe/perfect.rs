//! The player who knows the value of every position, and grades moves.

use hotgates_search::{GameValue, Limits, Negamax, SolvingDetail, Statistics, TwoPlayerGame};

use super::board::{Board, BoardCell};
use super::rules::{BoardRules, TicTacToeError};

/// Greatest number of cells that are exhausted.
pub const MOST_CELLS: usize = 16;

/// Greatest number of cells up to which the number of moves to the end is computed, too.
const MOST_CELLS_IN_FULL: usize = 12;

/// Exhaustive search with symmetry and a table that grows with use.
#[derive(Debug)]
pub struct PerfectPlayer {
    search: Negamax<BoardRules>,
    in_full: bool,
}

impl PerfectPlayer {
    /// Makes a player with an empty table.
    ///
    /// # Errors
    /// A board of more than 16 cells.
    pub fn new(rules: &BoardRules) -> Result<Self, TicTacToeError> {
        let cells = rules.cell_count();
        if cells > MOST_CELLS {
            let BoardRules { columns, rows, .. } = *rules;
            return Err(TicTacToeError::TooLarge { columns, rows, cells, most: MOST_CELLS });
        }
        let in_full = cells <= MOST_CELLS_IN_FULL;
        let detail = if in_full { SolvingDetail::Plies } else { SolvingDetail::Ending };
        Ok(PerfectPlayer { search: Negamax::new(detail), in_full })
    }

    /// Returns `true` if the number of moves to the end is exact, and not only the ending.
    pub const fn counts_moves(&self) -> bool {
        self.in_full
    }

    /// Returns the result of best play from a position, for the side to move.
    ///
    /// # Errors
    /// The limits ended the search.
    pub fn best_play_value(
        &mut self,
        rules: &BoardRules,
        board: &Board,
        limits: &Limits,
    ) -> Result<GameValue, TicTacToeError> {
        self.search.best_play_value(rules, board, limits).map_err(|_| TicTacToeError::CutOff)
    }

    /// Returns the result of best play after each move, for the side that moves, in order; none
    /// where the game is over.
    ///
    /// # Errors
    /// The limits ended the search.
    pub fn grade_moves(
        &mut self,
        rules: &BoardRules,
        board: &Board,
        limits: &Limits,
    ) -> Result<Vec<(BoardCell, GameValue)>, TicTacToeError> {
        if rules.is_over(board) {
            return Ok(Vec::new());
        }
        let mut grades = Vec::new();
        for cell in rules.empty_cells(board) {
            let value = self.best_play_value(rules, &rules.after(board, cell), limits)?;
            grades.push((cell, value.one_step_earlier()));
        }
        Ok(grades)
    }

    /// Returns the best moves, all equally good, in order.
    ///
    /// # Errors
    /// The limits ended the search.
    pub fn best_moves(
        &mut self,
        rules: &BoardRules,
        board: &Board,
        limits: &Limits,
    ) -> Result<Vec<BoardCell>, TicTacToeError> {
        let grades = self.grade_moves(rules, board, limits)?;
        let in_full = self.in_full;
        let rank = |value: &GameValue| value.ranking_key(in_full);
        let most = grades.iter().map(|(_, value)| rank(value)).max();
        let best = grades.iter().filter(|(_, value)| Some(rank(value)) == most);
        Ok(best.map(|(cell, _)| *cell).collect())
    }

    /// Returns the work of all searches so far; `seen` is the size of the table.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }
}
