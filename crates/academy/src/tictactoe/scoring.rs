//! The player who gives every empty cell a score.

use serde::{Deserialize, Serialize};

use super::board::{Board, BoardCell};
use super::rules::{BoardRules, TicTacToeError, TuningNumber};

/// Coefficients of the score: the worth of marks, as a file gives them.
///
/// ```
/// use hotgates_academy::tictactoe::Coefficients;
///
/// let text = "(own: 2, theirs: 1, win_now: 1000, block_now: 500, open_lines_only: true)";
/// let coefficients = Coefficients::from_ron(text).unwrap();
/// assert_eq!(Coefficients::from_ron(&coefficients.to_ron()), Ok(coefficients));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coefficients {
    /// Points for each own mark on a line through the cell.
    pub own: i32,
    /// Points for each mark of the other side on a line through the cell.
    pub theirs: i32,
    /// Points for a cell that wins at once.
    pub win_now: i32,
    /// Points for a cell on which the other side would win at once.
    pub block_now: i32,
    /// Count marks only on lines that are still open: own ones where the other side has no mark,
    /// theirs where the mover has none.
    pub open_lines_only: bool,
}

/// The largest coefficient.
const MOST: i32 = 1_000_000;

/// The choice among cells of equal score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// The first cell, row by row.
    First,
    /// The dice of the game settle ties.
    Dice,
}

impl Coefficients {
    /// The player of the lesson: one point for each mark on a line through the cell.
    pub const LESSON: Coefficients =
        Coefficients { own: 1, theirs: 1, win_now: 0, block_now: 0, open_lines_only: false };

    /// Reads the coefficients that a RON text holds.
    ///
    /// # Errors
    /// The mistake with its line and column; coefficients beyond a million.
    pub fn from_ron(text: &str) -> Result<Self, TicTacToeError> {
        let read: Coefficients = ron::from_str(text).map_err(|error| {
            let ron::error::Position { line, col } = error.span.start;
            TicTacToeError::Coefficients { line, column: col, why: error.code.to_string() }
        })?;
        for number in [read.own, read.theirs, read.win_now, read.block_now] {
            if !(-MOST..=MOST).contains(&number) {
                let (least, most) = (i64::from(-MOST), i64::from(MOST));
                return Err(TicTacToeError::OutOfRange {
                    what: TuningNumber::Coefficient,
                    found: i64::from(number),
                    least,
                    most,
                });
            }
        }
        Ok(read)
    }

    /// Returns the text that [`Coefficients::from_ron`] reads back.
    pub fn to_ron(&self) -> String {
        let Coefficients { own, theirs, win_now, block_now, open_lines_only } = self;
        format!(
            "(own: {own}, theirs: {theirs}, win_now: {win_now}, block_now: {block_now}, open_lines_only: {open_lines_only})\n"
        )
    }

    /// Returns the score of an empty cell for the side to move.
    pub fn score_cell(&self, rules: &BoardRules, board: &Board, cell: BoardCell) -> i64 {
        let side = board.side_to_move();
        let (own, theirs) = (&board.marks[side as usize], &board.marks[side.other_mark() as usize]);
        let (mut of_own, mut of_theirs, mut wins, mut blocks) = (0, 0, false, false);
        for &line in &rules.through[usize::from(cell.0)] {
            let line = &rules.lines[usize::from(line)];
            let (mine, others) = (line.count_common(own), line.count_common(theirs));
            if others == 0 || !self.open_lines_only {
                of_own += i64::from(mine);
            }
            if mine == 0 || !self.open_lines_only {
                of_theirs += i64::from(others);
            }
            wins |= mine + 1 == u32::from(rules.row);
            blocks |= others + 1 == u32::from(rules.row);
        }
        let term = |coefficient: i32, applies: bool| if applies { i64::from(coefficient) } else { 0 };
        i64::from(self.own) * of_own
            + i64::from(self.theirs) * of_theirs
            + term(self.win_now, wins)
            + term(self.block_now, blocks)
    }

    /// Returns every empty cell with its score, in order.
    pub fn score_empty_cells(&self, rules: &BoardRules, board: &Board) -> Vec<(BoardCell, i64)> {
        rules.empty_cells(board).map(|cell| (cell, self.score_cell(rules, board, cell))).collect()
    }

    /// Returns the cells with the highest score, in order; none on a full board.
    pub fn best_cells(&self, rules: &BoardRules, board: &Board) -> Vec<BoardCell> {
        best_scores(&self.score_empty_cells(rules, board))
    }
}

/// Returns the cells with the highest of `scores`, in order.
pub(super) fn best_scores(scores: &[(BoardCell, i64)]) -> Vec<BoardCell> {
    let most = scores.iter().map(|(_, score)| *score).max();
    scores.iter().filter(|(_, score)| Some(*score) == most).map(|(cell, _)| *cell).collect()
}
