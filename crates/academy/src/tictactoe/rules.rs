//! The size of the board, the length of a winning row, and the tables that follow from both.

use super::board::{Board, BoardCell, BoardCells, Mark};
use crate::counted::count_words;

/// Greatest number of columns and rows.
const MOST_SIDE: u32 = 15;

/// A number that players are tuned by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TuningNumber {
    /// A coefficient of a scoring player.
    #[error("a coefficient")]
    Coefficient,
    /// Number of players.
    #[error("the number of players")]
    Players,
    /// Number of rounds.
    #[error("the number of rounds")]
    Rounds,
    /// Number of games of each pair of players.
    #[error("the number of games of each pair")]
    Games,
}

/// A request that is no board, no move or no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TicTacToeError {
    /// A side of 0, or too large a one.
    #[error("the board is {columns} x {rows}, each side must be 1 to {MOST_SIDE}")]
    Size {
        /// Columns asked for.
        columns: u32,
        /// Rows asked for.
        rows: u32,
    },
    /// No row of that length fits.
    #[error("{row} in a row do not fit on a board of {columns} x {rows}, it must be 1 to {most}")]
    Row {
        /// The length asked for.
        row: u32,
        /// Columns of the board.
        columns: u32,
        /// Rows of the board.
        rows: u32,
        /// The longest that fits.
        most: u32,
    },
    /// A text that is no size of a board.
    #[error("'{text}' is no size of a board; a size is columns x rows, such as 3x3")]
    NotASize {
        /// The text given.
        text: String,
    },
    /// A text that is no position.
    #[error("'{text}' is no position: {why}")]
    NotAPosition {
        /// The text given, shortened.
        text: String,
        /// The fault.
        why: String,
    },
    /// A text that is no cell, or a cell off the board.
    #[error("'{text}' is no cell of this board; a cell is a letter and a number from a1 to {last}")]
    NotACell {
        /// The text given.
        text: String,
        /// The last cell.
        last: String,
    },
    /// A mark is there already.
    #[error("{cell} is taken")]
    Taken {
        /// The cell.
        cell: String,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// Too large for the perfect player.
    #[error(
        "{columns} x {rows} are {}; the perfect player exhausts at most {most}, use mcts",
        count_words(*.cells, "cell", "cells")
    )]
    TooLarge {
        /// Columns of the board.
        columns: u8,
        /// Rows of the board.
        rows: u8,
        /// Cells of the board.
        cells: usize,
        /// The most.
        most: usize,
    },
    /// A budget ran out, or the work was cancelled, before any move was known.
    #[error("cut off before there was a result")]
    CutOff,
    /// A name of no player.
    #[error("'{name}' is no player; players are lesson, scoring, perfect, mcts and mcts:STEPS")]
    NoPlayer {
        /// The text given.
        name: String,
    },
    /// A file of coefficients that cannot be read.
    #[error("line {line}, column {column}: {why}")]
    Coefficients {
        /// Number of the line, from 1.
        line: usize,
        /// Number of the column, from 1, in characters.
        column: usize,
        /// The fault.
        why: String,
    },
    /// A number out of range.
    #[error("{what} is {found}, it must be {least} to {most}")]
    OutOfRange {
        /// The meaning of the number.
        what: TuningNumber,
        /// The text given.
        found: i64,
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
}

/// One kind of game: the board's size, the number of marks in a row that win, and tables of lines
/// and symmetries. Always possible.
#[derive(Debug, Clone)]
pub struct BoardRules {
    pub(super) columns: u8,
    pub(super) rows: u8,
    pub(super) row: u8,
    /// Every line of `row` cells.
    pub(super) lines: Vec<BoardCells>,
    /// Lines through each cell.
    pub(super) through: Vec<Vec<u16>>,
    /// Image of each cell under each symmetry.
    pub(super) symmetries: Vec<Vec<u8>>,
    /// Number of cells above which Monte Carlo tree search looks only near the marks.
    pub(super) near_only: bool,
}

impl BoardRules {
    /// Makes a board of `columns × rows` on which `row` marks in a row win.
    ///
    /// # Errors
    /// A side of 0 or more than 15, or a row of 0 or longer than the longer side.
    pub fn new(columns: u32, rows: u32, row: u32) -> Result<Self, TicTacToeError> {
        let side = |n: u32| u8::try_from(n).ok().filter(|_| (1..=MOST_SIDE).contains(&n));
        let (Some(m), Some(n)) = (side(columns), side(rows)) else {
            return Err(TicTacToeError::Size { columns, rows });
        };
        let most = columns.max(rows);
        let k = u8::try_from(row).ok().filter(|_| (1..=most).contains(&row));
        let k = k.ok_or(TicTacToeError::Row { row, columns, rows, most })?;
        let mut rules = BoardRules {
            columns: m,
            rows: n,
            row: k,
            lines: Vec::new(),
            through: vec![Vec::new(); usize::from(m) * usize::from(n)],
            symmetries: Vec::new(),
            near_only: u32::from(m) * u32::from(n) > 36,
        };
        rules.list_winning_lines();
        rules.find_symmetries();
        Ok(rules)
    }

    /// Returns the rules of three by three cells, three in a row.
    ///
    /// # Panics
    /// Never: the size is a possible one.
    pub fn classic() -> Self {
        Self::new(3, 3, 3).expect("a possible size")
    }

    /// Reads columns and rows written `3x3`.
    ///
    /// # Errors
    /// A text of another shape. The numbers are checked by [`BoardRules::new`].
    pub fn parse_size(text: &str) -> Result<(u32, u32), TicTacToeError> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|_| text.len() <= 4);
        let sides = text.split_once(['x', 'X']).and_then(|(m, n)| Some((number(m)?, number(n)?)));
        sides.ok_or_else(|| TicTacToeError::NotASize { text: text.chars().take(20).collect() })
    }

    /// Columns of the board.
    pub const fn column_count(&self) -> u8 {
        self.columns
    }

    /// Rows of the board.
    pub const fn row_count(&self) -> u8 {
        self.rows
    }

    /// Number of marks in a row that win.
    pub const fn marks_to_win(&self) -> u8 {
        self.row
    }

    /// Cells of the board.
    pub const fn cell_count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Returns the empty board, crosses to move.
    pub const fn empty_board(&self) -> Board {
        Board::EMPTY
    }

    /// Returns the cell in a column and row, counted from 0; `None` off the board.
    pub fn cell_at(&self, column: i32, row: i32) -> Option<BoardCell> {
        let inside =
            (0..i32::from(self.columns)).contains(&column) && (0..i32::from(self.rows)).contains(&row);
        let index = row * i32::from(self.columns) + column;
        u8::try_from(index).ok().filter(|_| inside).map(BoardCell)
    }

    /// Returns the column and row of a cell, from 0.
    pub const fn column_and_row(&self, cell: BoardCell) -> (u8, u8) {
        (cell.0 % self.columns, cell.0 / self.columns)
    }

    /// Returns the name of a cell: `a1` is the first column of the first row.
    pub fn name(&self, cell: BoardCell) -> String {
        let (column, row) = self.column_and_row(cell);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    /// Returns the cell that `text` names.
    ///
    /// # Errors
    /// The text, if it names no cell of the board.
    pub fn parse_cell(&self, text: &str) -> Result<BoardCell, TicTacToeError> {
        let mut letters = text.trim().chars();
        let column = letters.next().map(|letter| letter.to_ascii_lowercase());
        let column = column.filter(char::is_ascii_lowercase).map(|letter| i32::from(letter as u8 - b'a'));
        let row = letters.as_str().parse::<i32>().ok().filter(|row| (1..=15).contains(row));
        let cell = column.zip(row).and_then(|(column, row)| self.cell_at(column, row - 1));
        cell.ok_or_else(|| TicTacToeError::NotACell {
            text: text.chars().take(20).collect(),
            last: self.name(BoardCell(u8::try_from(self.cell_count() - 1).unwrap_or(u8::MAX))),
        })
    }

    fn list_winning_lines(&mut self) {
        for index in 0..self.cell_count() {
            let (column, row) = (index % usize::from(self.columns), index / usize::from(self.columns));
            let (Ok(column), Ok(row)) = (i32::try_from(column), i32::try_from(row)) else { continue };
            for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let cells: Option<Vec<BoardCell>> = (0..i32::from(self.row))
                    .map(|step| self.cell_at(column + right * step, row + down * step))
                    .collect();
                // A row of one is the same in every direction.
                let Some(cells) = cells.filter(|_| self.row > 1 || (right, down) == (1, 0)) else { continue };
                let mut line = BoardCells::EMPTY;
                for cell in cells {
                    line.add_cell(cell);
                    self.through[usize::from(cell.0)]
                        .push(u16::try_from(self.lines.len()).unwrap_or(u16::MAX));
                }
                self.lines.push(line);
            }
        }
    }

    fn find_symmetries(&mut self) {
        let (m, n) = (i32::from(self.columns), i32::from(self.rows));
        for (for_other_side, right_left, upside_down) in
            (0..8).map(|bits| (bits & 4 != 0, bits & 1 != 0, bits & 2 != 0))
        {
            if for_other_side && m != n {
                continue;
            }
            let image =
                (0..n).flat_map(|row| (0..m).map(move |column| (column, row))).map(|(column, row)| {
                    let (column, row) = if for_other_side { (row, column) } else { (column, row) };
                    let column = if right_left { m - 1 - column } else { column };
                    let row = if upside_down { n - 1 - row } else { row };
                    self.cell_at(column, row).map_or(0, |cell| cell.0)
                });
            let image = image.collect();
            self.symmetries.push(image);
        }
    }

    /// Returns the board after a mark on an empty cell.
    pub(super) fn place_mark(&self, board: &Board, cell: BoardCell) -> Board {
        let mut next = board.clone();
        let side = board.side_to_move();
        next.marks[side as usize].add_cell(cell);
        next.moves += 1;
        let marks = &next.marks[side as usize];
        let lines = &self.through[usize::from(cell.0)];
        next.won = lines.iter().any(|&line| self.lines[usize::from(line)].is_subset_of(marks));
        next
    }

    /// Returns the winner's line, for a front end to mark.
    pub fn winning_line(&self, board: &Board) -> Option<Vec<BoardCell>> {
        let winner = board.winner()?;
        let marks = &board.marks[winner as usize];
        self.lines.iter().find(|line| line.is_subset_of(marks)).map(|line| line.iter().collect())
    }

    /// Returns `true` if the board is full.
    pub const fn is_full(&self, board: &Board) -> bool {
        board.moves as usize == self.cell_count()
    }

    /// Returns `true` if a side has won or the board is full.
    pub const fn is_over(&self, board: &Board) -> bool {
        board.won || self.is_full(board)
    }

    /// Returns the board that `text` shows: `x`, `o` and `.` for empty, row by row; spaces and line
    /// breaks carry no meaning.
    ///
    /// # Errors
    /// Other characters, another number of cells, or counts that cannot be: crosses move first.
    pub fn parse_board(&self, text: &str) -> Result<Board, TicTacToeError> {
        let no = |why: String| TicTacToeError::NotAPosition { text: text.chars().take(40).collect(), why };
        let marks: Vec<char> =
            text.chars().filter(|c| !c.is_whitespace()).take(self.cell_count() + 1).collect();
        if marks.len() != self.cell_count() {
            return Err(no(format!("it must have {}", count_words(self.cell_count(), "cell", "cells"))));
        }
        let mut board = Board::EMPTY;
        for (index, mark) in (0u8..).zip(marks) {
            let side = match mark.to_ascii_lowercase() {
                'x' => Mark::Crosses,
                'o' => Mark::Noughts,
                '.' | '-' | '_' => continue,
                other => return Err(no(format!("'{other}' is none of x, o and ."))),
            };
            board.marks[side as usize].add_cell(BoardCell(index));
            board.moves += 1;
        }
        let [crosses, noughts] = [0, 1].map(|side| board.marks[side].len());
        if crosses != noughts && crosses != noughts + 1 {
            return Err(no(format!(
                "{} and {}; crosses move first",
                count_words(crosses, "cross", "crosses"),
                count_words(noughts, "nought", "noughts")
            )));
        }
        let has_line = |side: usize| self.lines.iter().any(|line| line.is_subset_of(&board.marks[side]));
        let mover = board.side_to_move() as usize;
        if has_line(mover) {
            return Err(no("the side to move has a full line already".to_owned()));
        }
        board.won = has_line(1 - mover);
        Ok(board)
    }

    /// Returns the board as rows of `x`, `o` and `.`.
    pub fn board_as_text(&self, board: &Board) -> String {
        let mut text = String::new();
        for index in 0..self.cell_count() {
            let cell = BoardCell(u8::try_from(index).unwrap_or(u8::MAX));
            text.push(match board.mark_at(cell) {
                Some(Mark::Crosses) => 'x',
                Some(Mark::Noughts) => 'o',
                None => '.',
            });
            text.push(if (index + 1) % usize::from(self.columns) == 0 { '\n' } else { ' ' });
        }
        text
    }
}
