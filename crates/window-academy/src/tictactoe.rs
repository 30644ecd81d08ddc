//! Tic-tac-toe at the table: the board as chosen, who plays, and the searches of a position.

mod stage;

use hotgates_academy::tictactoe::{
    Board, BoardCell, BoardPlayer, BoardRules, CellThoughts, ConsideredMove, ExhaustiveSearchRun,
    GameSampler, MOST_CELLS, Mark, TicTacToeError, TicTacToeGame, TicTacToeHint, play_match,
};
use hotgates_search::{Cancel, Certainty, GameEnding, GameValue, SpentBudget, Statistics};

use super::tape::{GameStep, PlayedMatch, SearchMoment, SearchResult, SharedSearchLog, VisitedState};
use hotgates_ui::texts::Texts;

pub(super) use stage::{mark_text_bundle, spawn_board_grid, spawn_board_options};

/// A change of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TicTacToeAction {
    /// A mark on a cell, by its number.
    Mark(u8),
    /// A mark where the cursor is.
    MarkHere,
    /// The cursor moves so many columns and rows.
    Cursor(i8, i8),
    /// Chooses another board, by its place in [`SIZES`].
    Size(usize),
    /// Chooses another opponent, by its place in [`OPPONENTS`].
    Opponent(usize),
    /// The person plays the other side.
    Side,
}

/// The boards to choose from: columns and rows, and how many in a row win.
pub const SIZES: [(u32, u32); 5] = [(3, 3), (4, 4), (5, 4), (7, 4), (15, 5)];

/// Players for the other side; the first is another person.
pub const OPPONENTS: [&str; 5] = ["human", "lesson", "scoring", "perfect", "mcts:100000"];

/// The players whose thinking can be watched.
pub const THINKERS: [&str; 4] = ["lesson", "scoring", "perfect", "mcts"];

/// Steps of a watched Monte Carlo search.
const SAMPLED: u64 = 400_000;

/// The game being played.
#[derive(Debug)]
pub struct TicTacToeSession {
    /// The game.
    pub game: TicTacToeGame,
    /// The board, by its place in [`SIZES`].
    pub size: usize,
    /// Place in [`OPPONENTS`] of the other side's player.
    pub opponent: usize,
    /// The person's side.
    pub person: Mark,
    /// Column and row of the keyboard's cursor.
    pub cursor: (u8, u8),
}

impl Default for TicTacToeSession {
    fn default() -> Self {
        let game = TicTacToeGame::new(BoardRules::classic());
        Self { game, size: 0, opponent: 3, person: Mark::Crosses, cursor: (1, 1) }
    }
}

impl TicTacToeSession {
    /// Applies a change, or a move of the player.
    ///
    /// # Errors
    /// The reason why the change cannot be made; then nothing has changed.
    pub fn apply_action(&mut self, action: TicTacToeAction) -> Result<(), TicTacToeError> {
        let (columns, rows) = (self.game.rules().column_count(), self.game.rules().row_count());
        match action {
            TicTacToeAction::Mark(cell) => return self.mark_cell(BoardCell(cell)),
            TicTacToeAction::MarkHere => {
                return self.mark_cell(BoardCell(self.cursor.1 * columns + self.cursor.0));
            }
            TicTacToeAction::Cursor(right, down) => {
                self.cursor.0 = self.cursor.0.saturating_add_signed(right).min(columns - 1);
                self.cursor.1 = self.cursor.1.saturating_add_signed(down).min(rows - 1);
            }
            TicTacToeAction::Size(size) => {
                let Some(&(length, row)) = SIZES.get(size) else { return Ok(()) };
                let rules = BoardRules::new(length, length, row)?;
                if OPPONENTS[self.opponent] == "perfect" && rules.cell_count() > MOST_CELLS {
                    self.opponent = OPPONENTS.len() - 1;
                }
                self.cursor = (rules.column_count() / 2, rules.row_count() / 2);
                (self.size, self.game) = (size, TicTacToeGame::new(rules));
            }
            TicTacToeAction::Opponent(opponent) if self.can_opponent_play(opponent) => {
                self.opponent = opponent;
            }
            TicTacToeAction::Opponent(_) => {}
            TicTacToeAction::Side => {
                self.person = self.person.other_mark();
                self.restart();
            }
        }
        Ok(())
    }

    fn mark_cell(&mut self, cell: BoardCell) -> Result<(), TicTacToeError> {
        self.game.mark_cell(cell)
    }

    /// Returns `true` if the opponent can play on this board.
    pub fn can_opponent_play(&self, opponent: usize) -> bool {
        match OPPONENTS.get(opponent) {
            Some(&"perfect") => self.game.rules().cell_count() <= MOST_CELLS,
            name => name.is_some(),
        }
    }

    /// Returns `true` if the thinker can think about this board.
    pub fn can_thinker_play(&self, thinker: usize) -> bool {
        THINKERS[thinker] != "perfect" || self.game.rules().cell_count() <= MOST_CELLS
    }

    /// Starts the game again from the beginning.
    pub fn restart(&mut self) {
        self.game = TicTacToeGame::new(self.game.rules().clone());
    }

    /// Takes back the person's last move, and the answer to it.
    pub fn undo_moves(&mut self) -> bool {
        let mut undone = self.game.undo_move().is_some();
        while self.opponent > 0 && undone && self.game.board().side_to_move() != self.person {
            undone = self.game.undo_move().is_some();
        }
        undone
    }

    /// Returns `true` if a computer is to move.
    pub fn is_computer_to_move(&self) -> bool {
        self.opponent > 0 && !self.game.is_over() && self.game.board().side_to_move() != self.person
    }

    /// Prepares the opponent's move, to be found in the background.
    pub fn prepare_opponent_move(&self) -> impl FnOnce(&Cancel) -> Vec<GameStep> + Send + use<> {
        let (rules, board) = (self.game.rules().clone(), self.game.board().clone());
        let name = OPPONENTS[self.opponent];
        move |cancel| {
            let cancel = &|| cancel.is_set();
            let seed = u64::from(board.mark_count()) + 1;
            let player = BoardPlayer::by_name(name, &rules);
            let cell = player.and_then(|mut player| player.choose_cell(&rules, &board, seed, Some(cancel)));
            cell.into_iter().map(GameStep::Mark).collect()
        }
    }

    /// Prepares a hint: the best move, with its reason.
    pub fn prepare_hint(&self) -> impl FnOnce(&Cancel) -> Option<TicTacToeHint> + Send + use<> {
        let (rules, board) = (self.game.rules().clone(), self.game.board().clone());
        move |cancel| TicTacToeGame::from_board(rules, board).next_hint(Some(&|| cancel.is_set())).ok()
    }

    /// Prepares a search of the present position, to be run in the background.
    pub fn prepare_search(
        &self,
        method: usize,
    ) -> impl FnOnce(&SharedSearchLog, &Cancel) -> SearchResult + Send + use<> {
        let (rules, board) = (self.game.rules().clone(), self.game.board().clone());
        move |tape, cancel| {
            let cancel = &|| cancel.is_set();
            match THINKERS[method.min(THINKERS.len() - 1)] {
                "perfect" => run_exhaustive_search(&rules, &board, tape, cancel),
                "mcts" => run_sampling_search(&rules, &board, tape, cancel),
                name => run_scoring_search(name, &rules, &board, tape, cancel),
            }
        }
    }

    /// Prepares a short match of a thinker against the strongest other player of this board.
    pub fn prepare_player_match(
        &self,
        method: usize,
    ) -> impl FnOnce(&Cancel) -> Option<PlayedMatch> + Send + use<> {
        let rules = self.game.rules().clone();
        move |cancel| {
            let cancel = &|| cancel.is_set();
            let (games, against, steps) = match rules.cell_count() {
                0..=9 => (40, "perfect", "mcts:2000"),
                10..=36 => (20, "scoring", "mcts:10000"),
                _ => (4, "scoring", "mcts:20000"),
            };
            let name = if THINKERS[method] == "mcts" { steps } else { THINKERS[method] };
            let mut a = BoardPlayer::by_name(name, &rules).ok()?;
            let mut b = BoardPlayer::by_name(against, &rules).ok()?;
            if rules.cell_count() > 9 && name == "perfect" {
                return None; // a match would take minutes
            }
            play_match(&rules, &mut a, &mut b, games, 1, Some(cancel), &mut |_, _| ()).ok()
        }
    }
}

/// Runs the search of a scoring player, which looks at each cell once.
fn run_scoring_search(
    name: &str,
    rules: &BoardRules,
    board: &Board,
    tape: &SharedSearchLog,
    cancel: &dyn Fn() -> bool,
) -> SearchResult {
    let considered = BoardPlayer::by_name(name, rules)
        .and_then(|mut player| player.consider_cells(rules, board, 1, Some(cancel)));
    let Ok(ConsideredMove { cell, thoughts }) = considered else {
        return result_of_move(rules, None, None, Certainty::NoSolution, Statistics::default());
    };
    let cells = rules.empty_cells(board).count() as u64;
    let statistics =
        Statistics { seen: cells, expanded: cells, steps: cells, deepest: 1, ..Statistics::default() };
    if let CellThoughts::Scores(scores) = &thoughts {
        for last in 0..scores.len() {
            let visited = VisitedState::Board(CellThoughts::Scores(scores[..=last].to_vec()));
            let looked = last as u64 + 1;
            let so_far = Statistics { seen: looked, expanded: looked, steps: looked, ..statistics };
            tape.note_moment(|| SearchMoment { statistics: so_far, best: None, bound: None, visited });
        }
    }
    result_of_move(rules, Some(cell), None, Certainty::Unproven, statistics)
}

fn run_exhaustive_search(
    rules: &BoardRules,
    board: &Board,
    tape: &SharedSearchLog,
    cancel: &dyn Fn() -> bool,
) -> SearchResult {
    let Ok(mut search) = ExhaustiveSearchRun::new(rules, board.clone()) else {
        return result_of_move(rules, None, None, Certainty::NoSolution, Statistics::default());
    };
    let mut steps = 0;
    while !search.is_all_settled() && !cancel() {
        // Evenly at first, then ever more at a time: some hundred moments, however long it takes.
        steps += 25 + steps / 40;
        search.run_until_steps(steps, Some(cancel));
        let thoughts = CellThoughts::Values(search.results_of_settled_moves().to_vec());
        let statistics = search.statistics();
        tape.note_moment(|| SearchMoment {
            statistics,
            best: None,
            bound: None,
            visited: VisitedState::Board(thoughts),
        });
    }
    let best = search.best_settled_result();
    let certainty = if search.is_all_settled() { Certainty::Proven } else { Certainty::Cancelled };
    result_of_move(rules, best.map(|best| best.0), best.map(|best| best.1), certainty, search.statistics())
}

fn run_sampling_search(
    rules: &BoardRules,
    board: &Board,
    tape: &SharedSearchLog,
    cancel: &dyn Fn() -> bool,
) -> SearchResult {
    let mut search = GameSampler::new(rules, board, 1);
    let mut steps = 0;
    loop {
        steps = (steps + 60 + steps / 30).min(SAMPLED);
        let so_far = search.run_until_steps(steps, Some(cancel));
        let (statistics, thoughts) = (so_far.statistics, CellThoughts::Visits(so_far.tried));
        tape.note_moment(|| SearchMoment {
            statistics,
            best: None,
            bound: None,
            visited: VisitedState::Board(thoughts),
        });
        if steps >= SAMPLED || cancel() || so_far.best.is_none() {
            let certainty =
                if cancel() { Certainty::Cancelled } else { Certainty::CutOff(SpentBudget::Steps) };
            return result_of_move(rules, so_far.best, None, certainty, so_far.statistics);
        }
    }
}

fn result_of_move(
    rules: &BoardRules,
    cell: Option<BoardCell>,
    value: Option<GameValue>,
    certainty: Certainty,
    statistics: Statistics,
) -> SearchResult {
    SearchResult {
        value: None,
        bound: None,
        cell: cell.map(|cell| (rules.name(cell), value.map(|value| value.ending))),
        certainty,
        statistics,
        deeds: cell.into_iter().map(GameStep::Mark).collect(),
    }
}

/// Returns a hint in words.
pub(super) fn board_hint_words(texts: &Texts, hint: &TicTacToeHint) -> String {
    let cell = ("cell", hint.name.clone().into());
    let key = match hint.value.map(|value| value.ending) {
        None => "board-hint-sampled",
        Some(GameEnding::Win) => "board-hint-wins",
        Some(GameEnding::Draw) => "board-hint-draws",
        Some(GameEnding::Loss) => "board-hint-loses",
    };
    texts.text_with_values(key, &[cell])
}
