//! A player's opinion of every cell, and Monte Carlo tree search as it grows, for front ends that
//! show both.

use std::fmt;

use hotgates_search::{
    GameValue, Limits, MonteCarloSearch, SampledAction, SampledAnswer, Statistics, TwoPlayerGame,
};

use super::board::{Board, BoardCell};
use super::moves::SamplingGame;
use super::perfect::PerfectPlayer;
use super::rules::{BoardRules, TicTacToeError};
use crate::random_numbers::RandomNumbers;

/// A move with the thoughts behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsideredMove {
    /// The cell to mark.
    pub cell: BoardCell,
    /// The player's opinion of each cell.
    pub thoughts: CellThoughts,
}

/// A player's opinion of each cell, in the order of the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellThoughts {
    /// The score of every empty cell.
    Scores(Vec<(BoardCell, i64)>),
    /// The result of best play after each empty cell, for the side to move.
    Values(Vec<(BoardCell, GameValue)>),
    /// Number of sampled games through each cell looked at, and their ends.
    Visits(Vec<SampledAction<BoardCell>>),
}

/// Monte Carlo tree search on one position, run bit by bit.
///
/// ```
/// use hotgates_academy::tictactoe::{BoardPlayer, BoardRules, GameSampler};
///
/// let rules = BoardRules::new(7, 7, 4).unwrap();
/// let mut sampler = GameSampler::new(&rules, &rules.empty_board(), 1);
/// for steps in [1_000, 2_000, 3_000] {
///     let so_far = sampler.run_until_steps(steps, None); // visits of each cell, to be shown
///     assert!(so_far.best.is_some());
/// }
/// let at_one_go = BoardPlayer::sampling_player(3_000).choose_cell(&rules, &rules.empty_board(), 1, None);
/// assert_eq!(sampler.run_until_steps(3_000, None).best, at_one_go.ok());
/// ```
pub struct GameSampler<'r> {
    game: SamplingGame<'r>,
    search: MonteCarloSearch<SamplingGame<'r>>,
    dice: RandomNumbers,
}

impl<'r> GameSampler<'r> {
    /// Makes a search that has not begun.
    pub fn new(rules: &'r BoardRules, board: &Board, seed: u64) -> Self {
        let game = SamplingGame(rules);
        GameSampler {
            search: MonteCarloSearch::new(&game, board.clone()),
            game,
            dice: RandomNumbers::new(seed),
        }
    }

    /// Plays games until `steps` steps were made in all, or `cancel` returns `true`; returns the
    /// answer so far. Points of a cell are 2 for each game won by the side to move and 1 for each
    /// drawn game.
    pub fn run_until_steps(
        &mut self,
        steps: u64,
        cancel: Option<&dyn Fn() -> bool>,
    ) -> SampledAnswer<BoardCell> {
        let limits = Limits { cancel, ..Limits::default() }.with_steps(steps);
        let dice = &mut self.dice;
        self.search.play_games(&self.game, &limits, &mut |n| dice.draw_below(n))
    }
}

/// The perfect player's search of one position, run bit by bit.
///
/// ```
/// use hotgates_academy::tictactoe::{ExhaustiveSearchRun, BoardRules};
///
/// let rules = BoardRules::classic();
/// let mut search = ExhaustiveSearchRun::new(&rules, rules.empty_board()).unwrap();
/// let mut steps = 0;
/// while !search.is_all_settled() {
///     steps += 100;
///     search.run_until_steps(steps, None); // the moves settled so far, to be shown
/// }
/// assert_eq!(search.results_of_settled_moves().len(), 9);
/// ```
#[derive(Debug)]
pub struct ExhaustiveSearchRun<'r> {
    rules: &'r BoardRules,
    board: Board,
    perfect: PerfectPlayer,
    settled: Vec<(BoardCell, GameValue)>,
}

impl<'r> ExhaustiveSearchRun<'r> {
    /// Makes a search that has not begun.
    ///
    /// # Errors
    /// A board too large to exhaust.
    pub fn new(rules: &'r BoardRules, board: Board) -> Result<Self, TicTacToeError> {
        Ok(ExhaustiveSearchRun { rules, board, perfect: PerfectPlayer::new(rules)?, settled: Vec::new() })
    }

    /// Searches on until `steps` steps were made in all, every move is settled, or `cancel` returns
    /// `true`.
    pub fn run_until_steps(&mut self, steps: u64, cancel: Option<&dyn Fn() -> bool>) {
        let limits = Limits { cancel, ..Limits::default() }.with_steps(steps);
        for cell in self.moves_in_order().skip(self.settled.len()) {
            let next = self.rules.after(&self.board, cell);
            let Ok(value) = self.perfect.best_play_value(self.rules, &next, &limits) else { return };
            self.settled.push((cell, value.one_step_earlier()));
        }
    }

    /// Returns the result of best play after each move settled so far, for the side to move, in
    /// order.
    pub fn results_of_settled_moves(&self) -> &[(BoardCell, GameValue)] {
        &self.settled
    }

    /// Returns `true` once every move is settled.
    pub fn is_all_settled(&self) -> bool {
        self.settled.len() == self.moves_in_order().count()
    }

    /// Returns the first of the best moves settled so far.
    pub fn best_settled_result(&self) -> Option<(BoardCell, GameValue)> {
        let rank = |value: GameValue| value.ranking_key(self.perfect.counts_moves());
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

impl fmt::Debug for GameSampler<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampler").finish_non_exhaustive()
    }
}
