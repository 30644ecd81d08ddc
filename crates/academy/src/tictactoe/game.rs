//! One game being played.

use std::fmt;

use hotgates_search::{GameEnding, GameValue, Limits};

use super::board::{Board, BoardCell, Mark};
use super::perfect::{MOST_CELLS, PerfectPlayer};
use super::player::BoardPlayer;
use super::rules::{BoardRules, TicTacToeError};

/// A move with its value, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GradedMove {
    /// The cell.
    pub cell: BoardCell,
    /// The result of best play after the move, for the side that moves.
    pub value: GameValue,
}

/// Advice for one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicTacToeHint {
    /// The cell to mark.
    pub cell: BoardCell,
    /// Name of the cell.
    pub name: String,
    /// The result of best play; `None` on boards too large to exhaust.
    pub value: Option<GameValue>,
    /// `true` if `value` counts the moves exactly.
    pub counts_moves: bool,
}

impl fmt::Display for TicTacToeHint {
    /// Writes one sentence that names the cell and the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.value {
            None => write!(f, "{name}: most of the games sampled from here went well with it"),
            Some(GameValue { ending: GameEnding::Win, plies }) if self.counts_moves => {
                write!(f, "{name}: it wins, at the latest with move {plies} from now")
            }
            Some(GameValue { ending: GameEnding::Loss, plies }) if self.counts_moves => {
                write!(f, "{name}: everything loses against best play; this holds out longest, {plies} moves")
            }
            Some(GameValue { ending: GameEnding::Win, .. }) => write!(f, "{name}: it wins against any play"),
            Some(GameValue { ending: GameEnding::Loss, .. }) => {
                write!(f, "{name}: everything loses against best play")
            }
            Some(GameValue { ending: GameEnding::Draw, .. }) => {
                write!(f, "{name}: it keeps the draw, and nothing wins against best play")
            }
        }
    }
}

/// Steps of a sampled hint.
const HINT_STEPS: u64 = 400_000;

/// A game, for a terminal or a window to drive; players are asked with
/// [`BoardPlayer::choose_cell`].
#[derive(Debug)]
pub struct TicTacToeGame {
    rules: BoardRules,
    board: Board,
    before: Vec<(Board, BoardCell)>,
    perfect: Option<PerfectPlayer>,
}

impl TicTacToeGame {
    /// Makes a game on an empty board.
    pub fn new(rules: BoardRules) -> Self {
        let board = rules.empty_board();
        Self::from_board(rules, board)
    }

    /// Makes a game that goes on from `board`, which must be a board of `rules`.
    pub fn from_board(rules: BoardRules, board: Board) -> Self {
        let perfect = if rules.cell_count() <= MOST_CELLS { PerfectPlayer::new(&rules).ok() } else { None };
        TicTacToeGame { board, before: Vec::new(), perfect, rules }
    }

    /// Returns the rules of the game.
    pub const fn rules(&self) -> &BoardRules {
        &self.rules
    }

    /// Returns the position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the moves so far.
    pub fn moves_made(&self) -> Vec<BoardCell> {
        self.before.iter().map(|(_, cell)| *cell).collect()
    }

    /// Returns `true` once a side has won or the board is full.
    pub const fn is_over(&self) -> bool {
        self.rules.is_over(&self.board)
    }

    /// Returns the winner; `None` while no side has won.
    pub const fn winner(&self) -> Option<Mark> {
        self.board.winner()
    }

    /// Returns the cells that can be marked; none once the game is over.
    pub fn legal_steps(&self) -> Vec<BoardCell> {
        if self.is_over() { Vec::new() } else { self.rules.empty_cells(&self.board).collect() }
    }

    /// Marks a cell for the side to move.
    ///
    /// # Errors
    /// The game is over, or the cell is taken or off the board; nothing has changed then.
    pub fn mark_cell(&mut self, cell: BoardCell) -> Result<(), TicTacToeError> {
        if self.is_over() {
            return Err(TicTacToeError::Over);
        }
        if usize::from(cell.0) >= self.rules.cell_count() {
            self.rules.parse_cell("")?;
        }
        if !self.board.is_empty_at(cell) {
            return Err(TicTacToeError::Taken { cell: self.rules.name(cell) });
        }
        let next = self.rules.place_mark(&self.board, cell);
        self.before.push((std::mem::replace(&mut self.board, next), cell));
        Ok(())
    }

    /// Takes the last move back, and returns its cell.
    pub fn undo_move(&mut self) -> Option<BoardCell> {
        let (board, cell) = self.before.pop()?;
        self.board = board;
        Some(cell)
    }

    /// Returns the result of best play after every move; `None` on boards of more than 16 cells.
    ///
    /// # Errors
    /// The limits ended the search.
    pub fn grade_moves(&mut self, limits: &Limits) -> Result<Option<Vec<GradedMove>>, TicTacToeError> {
        let Some(perfect) = &mut self.perfect else { return Ok(None) };
        let grades = perfect.grade_moves(&self.rules, &self.board, limits)?;
        Ok(Some(grades.into_iter().map(|(cell, value)| GradedMove { cell, value }).collect()))
    }

    /// Returns the best move: exact up to 16 cells, sampled beyond.
    ///
    /// # Errors
    /// The game is over, or `cancel`.
    pub fn next_hint(&mut self, cancel: Option<&dyn Fn() -> bool>) -> Result<TicTacToeHint, TicTacToeError> {
        if self.is_over() {
            return Err(TicTacToeError::Over);
        }
        let limits = Limits { cancel, ..Limits::default() };
        let (cell, value, counts_moves) = if let Some(perfect) = &mut self.perfect {
            let best = perfect.best_moves(&self.rules, &self.board, &limits)?;
            let grades = perfect.grade_moves(&self.rules, &self.board, &limits)?;
            let cell = best.first().copied().ok_or(TicTacToeError::Over)?;
            let value = grades.iter().find(|(graded, _)| *graded == cell).map(|(_, value)| *value);
            (cell, value, perfect.counts_moves())
        } else {
            let seed = u64::from(self.board.mark_count());
            (
                BoardPlayer::sampling_player(HINT_STEPS).choose_cell(
                    &self.rules,
                    &self.board,
                    seed,
                    cancel,
                )?,
                None,
                false,
            )
        };
        Ok(TicTacToeHint { cell, name: self.rules.name(cell), value, counts_moves })
    }
}
