//! The three players behind one face.

use hotgates_search::{Limits, monte_carlo_search};

use super::board::{Board, BoardCell};
use super::moves::SamplingGame;
use super::perfect::PerfectPlayer;
use super::rules::{BoardRules, TicTacToeError};
use super::scoring::{Coefficients, TieRule, best_scores};
use super::thoughts::{CellThoughts, ConsideredMove};
use crate::random_numbers::RandomNumbers;

/// Number of steps of a search where none is given.
const STEPS: u64 = 100_000;

/// Greatest number of steps for one move.
const MOST_STEPS: u64 = 1_000_000_000;

/// A player of one kind of game, with everything that the player has learned so far.
#[derive(Debug)]
pub struct BoardPlayer {
    name: String,
    kind: PlayerKind,
}

#[derive(Debug)]
enum PlayerKind {
    Scoring(Coefficients, TieRule),
    Perfect(Box<PerfectPlayer>),
    MonteCarlo { steps: u64 },
}

impl BoardPlayer {
    /// Returns the player of a name: `lesson`, `scoring` (with tuned coefficients for the board),
    /// `perfect`, `mcts`, or `mcts:STEPS` with that number of steps a move.
    ///
    /// # Errors
    /// Another name, or a board that the player cannot play.
    pub fn by_name(name: &str, rules: &BoardRules) -> Result<Self, TicTacToeError> {
        let unknown = || TicTacToeError::NoPlayer { name: name.chars().take(40).collect() };
        match name.split_once(':') {
            None if name == "lesson" => {
                Ok(Self::scoring_player("lesson", Coefficients::LESSON, TieRule::Dice))
            }
            None if name == "scoring" => Ok(Self::scoring_player(
                "scoring",
                Coefficients::best_known_coefficients(rules),
                TieRule::Dice,
            )),
            None if name == "perfect" => Self::perfect_player(rules),
            None if name == "mcts" => Ok(Self::sampling_player(STEPS)),
            Some(("mcts", steps)) => {
                let steps = steps.parse::<u64>().ok().filter(|steps| (1..=MOST_STEPS).contains(steps));
                steps.map(Self::sampling_player).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }

    /// Makes a scoring player.
    pub fn scoring_player(name: &str, coefficients: Coefficients, ties: TieRule) -> Self {
        BoardPlayer { name: name.to_owned(), kind: PlayerKind::Scoring(coefficients, ties) }
    }

    /// Makes the perfect player.
    ///
    /// # Errors
    /// A board too large to exhaust.
    pub fn perfect_player(rules: &BoardRules) -> Result<Self, TicTacToeError> {
        Ok(BoardPlayer {
            name: "perfect".to_owned(),
            kind: PlayerKind::Perfect(Box::new(PerfectPlayer::new(rules)?)),
        })
    }

    /// Makes a player by Monte Carlo tree search with `steps` steps a move.
    pub fn sampling_player(steps: u64) -> Self {
        BoardPlayer { name: format!("mcts:{steps}"), kind: PlayerKind::MonteCarlo { steps } }
    }

    /// Returns the player's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the cell to mark. Equal boards and seeds give equal cells.
    ///
    /// # Errors
    /// A game that is over, or a search that `cancel` ended before it knew a move.
    pub fn choose_cell(
        &mut self,
        rules: &BoardRules,
        board: &Board,
        seed: u64,
        cancel: Option<&dyn Fn() -> bool>,
    ) -> Result<BoardCell, TicTacToeError> {
        self.choose_cell_with(rules, board, &mut RandomNumbers::new(seed), cancel)
    }

    /// Returns the cell that [`BoardPlayer::choose_cell`] marks, with the player's opinion of every
    /// other cell.
    ///
    /// # Errors
    /// As [`BoardPlayer::choose_cell`].
    pub fn consider_cells(
        &mut self,
        rules: &BoardRules,
        board: &Board,
        seed: u64,
        cancel: Option<&dyn Fn() -> bool>,
    ) -> Result<ConsideredMove, TicTacToeError> {
        self.consider_cells_with(rules, board, &mut RandomNumbers::new(seed), cancel)
    }

    pub(super) fn choose_cell_with(
        &mut self,
        rules: &BoardRules,
        board: &Board,
        dice: &mut RandomNumbers,
        cancel: Option<&dyn Fn() -> bool>,
    ) -> Result<BoardCell, TicTacToeError> {
        self.consider_cells_with(rules, board, dice, cancel).map(|considered| considered.cell)
    }

    fn consider_cells_with(
        &mut self,
        rules: &BoardRules,
        board: &Board,
        dice: &mut RandomNumbers,
        cancel: Option<&dyn Fn() -> bool>,
    ) -> Result<ConsideredMove, TicTacToeError> {
        if rules.is_over(board) {
            return Err(TicTacToeError::Over);
        }
        let limits = Limits { cancel, ..Limits::default() };
        match &mut self.kind {
            PlayerKind::Scoring(coefficients, ties) => {
                let scores = coefficients.score_empty_cells(rules, board);
                let best = best_scores(&scores);
                let first = *best.first().ok_or(TicTacToeError::Over)?;
                let cell = if *ties == TieRule::First { first } else { dice.pick_random_element(&best) };
                Ok(ConsideredMove { cell, thoughts: CellThoughts::Scores(scores) })
            }
            PlayerKind::Perfect(perfect) => {
                let best = perfect.best_moves(rules, board, &limits)?;
                let cell = if best.is_empty() {
                    Err(TicTacToeError::Over)
                } else {
                    Ok(dice.pick_random_element(&best))
                }?;
                let thoughts = CellThoughts::Values(perfect.grade_moves(rules, board, &limits)?);
                Ok(ConsideredMove { cell, thoughts })
            }
            PlayerKind::MonteCarlo { steps } => {
                let limits = limits.with_steps(*steps);
                let found =
                    monte_carlo_search(&SamplingGame(rules), board, &limits, &mut |n| dice.draw_below(n));
                let cell = found.best.ok_or(TicTacToeError::CutOff)?;
                Ok(ConsideredMove { cell, thoughts: CellThoughts::Visits(found.tried) })
            }
        }
    }
}
