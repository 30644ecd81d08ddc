//! The game as the searches see it: empty cells, threats, symmetric boards.

use hotgates_search::{GameEnding, Problem, TwoPlayerGame};

use super::board::{Board, BoardCell, BoardCells, Mark};
use super::rules::BoardRules;

impl BoardRules {
    /// Returns the empty cells, in order.
    pub fn empty_cells(&self, board: &Board) -> impl Iterator<Item = BoardCell> {
        let cells = u8::try_from(self.cell_count()).unwrap_or(u8::MAX);
        (0..cells).map(BoardCell).filter(|&cell| board.is_empty_at(cell))
    }

    /// Returns the empty cells that fill a line of `side` at once.
    pub(super) fn cells_that_win_now(&self, board: &Board, side: Mark) -> Vec<BoardCell> {
        let (own, theirs) = (&board.marks[side as usize], &board.marks[side.other_mark() as usize]);
        let mut cells = BoardCells::EMPTY;
        for line in &self.lines {
            if line.count_common(own) == u32::from(self.row) - 1 && line.count_common(theirs) == 0 {
                line.iter().filter(|&cell| board.is_empty_at(cell)).for_each(|cell| cells.add_cell(cell));
            }
        }
        cells.iter().collect()
    }

    /// Returns the least of the boards that equal this board up to symmetry: one stands for all.
    pub(super) fn least_image(&self, board: &Board) -> Board {
        let image = |symmetry: &Vec<u8>| {
            board.marks.map(|marks| {
                let mut image = BoardCells::EMPTY;
                marks.iter().for_each(|cell| image.add_cell(BoardCell(symmetry[usize::from(cell.0)])));
                image
            })
        };
        let marks = self.symmetries.iter().map(image).min().unwrap_or(board.marks);
        Board { marks, ..*board }
    }

    /// Returns the empty cells at most two steps from a mark; the middle of an empty board.
    fn cells_near_marks(&self, board: &Board) -> Vec<BoardCell> {
        let mut near = BoardCells::EMPTY;
        for cell in board.marks.iter().flat_map(|marks| marks.iter()) {
            let (column, row) = self.column_and_row(cell);
            for down in -2..=2 {
                for right in -2..=2 {
                    if let Some(cell) = self.cell_at(i32::from(column) + right, i32::from(row) + down) {
                        near.add_cell(cell);
                    }
                }
            }
        }
        let cells: Vec<BoardCell> = near.iter().filter(|&cell| board.is_empty_at(cell)).collect();
        if cells.is_empty() {
            self.middle_cells().filter(|&cell| board.is_empty_at(cell)).collect()
        } else {
            cells
        }
    }

    fn middle_cells(&self) -> impl Iterator<Item = BoardCell> {
        self.cell_at(i32::from(self.columns / 2), i32::from(self.rows / 2)).into_iter()
    }
}

/// The game with every move: for exhaustive search.
impl TwoPlayerGame for BoardRules {
    type State = Board;
    type Action = BoardCell;

    fn actions(&self, board: &Board, into: &mut Vec<BoardCell>) {
        into.extend(self.empty_cells(board));
    }

    fn after(&self, board: &Board, cell: BoardCell) -> Board {
        self.place_mark(board, cell)
    }

    fn ending(&self, board: &Board) -> Option<GameEnding> {
        if board.won {
            return Some(GameEnding::Loss);
        }
        self.is_full(board).then_some(GameEnding::Draw)
    }

    fn canonical(&self, board: &Board) -> Board {
        self.least_image(board)
    }
}

/// The game for Monte Carlo tree search: a win is taken and a threat is met at once, and on large
/// boards only cells near the marks are looked at. Games are played out over all empty cells.
pub(super) struct SamplingGame<'r>(pub(super) &'r BoardRules);

impl TwoPlayerGame for SamplingGame<'_> {
    type State = Board;
    type Action = BoardCell;

    fn actions(&self, board: &Board, into: &mut Vec<BoardCell>) {
        let rules = self.0;
        into.extend(rules.cells_that_win_now(board, board.side_to_move()).into_iter().take(1));
        if into.is_empty() {
            into.extend(rules.cells_that_win_now(board, board.side_to_move().other_mark()));
        }
        if into.is_empty() {
            if rules.near_only {
                into.extend(rules.cells_near_marks(board));
            }
            if into.is_empty() {
                into.extend(rules.empty_cells(board));
            }
        }
    }

    fn after(&self, board: &Board, cell: BoardCell) -> Board {
        self.0.place_mark(board, cell)
    }

    fn ending(&self, board: &Board) -> Option<GameEnding> {
        TwoPlayerGame::ending(self.0, board)
    }

    fn play_out(&self, board: &Board, pick: &mut dyn FnMut(usize) -> usize) -> (GameEnding, u64) {
        let mut empty: Vec<BoardCell> = self.0.empty_cells(board).collect();
        let mut board = board.clone();
        let mut steps = 0;
        loop {
            if let Some(ending) = self.ending(&board) {
                return (if steps % 2 == 0 { ending } else { ending.for_other_side() }, steps);
            }
            let cell = empty.swap_remove(pick(empty.len()));
            let side = board.side_to_move() as usize;
            board.marks[side].add_cell(cell);
            board.moves += 1;
            board.won = self.0.has_winning_row_through(&board.marks[side], cell);
            steps += 1;
        }
    }
}

impl BoardRules {
    /// Returns `true` if `marks` has a full row through `cell`, counted outwards from it.
    fn has_winning_row_through(&self, marks: &BoardCells, cell: BoardCell) -> bool {
        let (column, row) = self.column_and_row(cell);
        let (column, row) = (i32::from(column), i32::from(row));
        [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().any(|(right, down)| {
            let reach = |sign: i32| {
                let there = |step| self.cell_at(column + sign * right * step, row + sign * down * step);
                (1..i32::from(self.row))
                    .take_while(|&step| there(step).is_some_and(|c| marks.has_cell(c)))
                    .count()
            };
            reach(1) + reach(-1) + 1 >= usize::from(self.row)
        })
    }
}

/// All positions of the game, for counting: nobody wins or loses here.
pub(super) struct AllPositionsSpace<'r> {
    pub(super) rules: &'r BoardRules,
    /// Symmetric positions count as one.
    pub(super) up_to_symmetry: bool,
}

impl Problem for AllPositionsSpace<'_> {
    type State = Board;
    type Action = BoardCell;

    fn actions(&self, board: &Board, into: &mut Vec<BoardCell>) {
        if !self.rules.is_over(board) {
            into.extend(self.rules.empty_cells(board));
        }
    }

    fn step(&self, board: &Board, cell: BoardCell) -> (Board, u32) {
        let next = self.rules.place_mark(board, cell);
        (if self.up_to_symmetry { self.rules.least_image(&next) } else { next }, 1)
    }

    fn is_goal(&self, _: &Board) -> bool {
        false
    }
}
