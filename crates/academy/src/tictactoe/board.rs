//! The marks on the board, and the game as the searches see it.

use hotgates_search::{Duel, Ending, Problem};
use serde::{Deserialize, Serialize};

use super::rules::Rules;

/// A cell by its number, row by row from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell(pub u8);

/// The two sides. Crosses move first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// x, who moves first.
    Crosses,
    /// o.
    Noughts,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Side::Crosses => Side::Noughts,
            Side::Noughts => Side::Crosses,
        }
    }
}

/// A set of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cells([u64; 4]);

impl Cells {
    pub(super) const EMPTY: Cells = Cells([0; 4]);

    pub(super) fn add(&mut self, cell: Cell) {
        self.0[usize::from(cell.0 / 64)] |= 1 << (cell.0 % 64);
    }

    pub(super) fn has(&self, cell: Cell) -> bool {
        self.0[usize::from(cell.0 / 64)] >> (cell.0 % 64) & 1 == 1
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn is_within(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// How many cells both have.
    pub(super) fn common(&self, other: &Cells) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones()).sum()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        (0..=224).map(Cell).filter(move |&cell| self.has(cell))
    }
}

/// A position. Whose turn it is follows from the number of marks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) marks: [Cells; 2],
    pub(super) moves: u8,
    /// The side that moved last has a full line.
    pub(super) won: bool,
}

impl Board {
    pub(super) const EMPTY: Board = Board { marks: [Cells::EMPTY; 2], moves: 0, won: false };

    /// The side to move, also of a game that is over.
    pub const fn side(&self) -> Side {
        if self.moves.is_multiple_of(2) { Side::Crosses } else { Side::Noughts }
    }

    /// How many marks there are.
    pub const fn moves(&self) -> u8 {
        self.moves
    }

    /// The side with a full line.
    pub const fn winner(&self) -> Option<Side> {
        if self.won { Some(self.side().other()) } else { None }
    }

    /// The mark on a cell.
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        [Side::Crosses, Side::Noughts].into_iter().find(|&side| self.marks[side as usize].has(cell))
    }

    pub(super) fn is_empty_at(&self, cell: Cell) -> bool {
        !self.marks[0].has(cell) && !self.marks[1].has(cell)
    }
}

impl Rules {
    /// The empty cells, in order.
    pub fn empty_cells(&self, board: &Board) -> impl Iterator<Item = Cell> {
        let cells = u8::try_from(self.cells()).unwrap_or(u8::MAX);
        (0..cells).map(Cell).filter(|&cell| board.is_empty_at(cell))
    }

    /// Empty cells that fill a line of `side` at once.
    pub(super) fn wins_now(&self, board: &Board, side: Side) -> Vec<Cell> {
        let (own, theirs) = (&board.marks[side as usize], &board.marks[side.other() as usize]);
        let mut cells = Cells::EMPTY;
        for line in &self.lines {
            if line.common(own) == u32::from(self.row) - 1 && line.common(theirs) == 0 {
                line.iter().filter(|&cell| board.is_empty_at(cell)).for_each(|cell| cells.add(cell));
            }
        }
        cells.iter().collect()
    }

    /// The same board under every symmetry; the least of them stands for all.
    pub(super) fn least_image(&self, board: &Board) -> Board {
        let image = |symmetry: &Vec<u8>| {
            board.marks.map(|marks| {
                let mut image = Cells::EMPTY;
                marks.iter().for_each(|cell| image.add(Cell(symmetry[usize::from(cell.0)])));
                image
            })
        };
        let marks = self.symmetries.iter().map(image).min().unwrap_or(board.marks);
        Board { marks, ..*board }
    }

    /// Empty cells at most two steps from a mark; the middle of an empty board.
    fn near_cells(&self, board: &Board) -> Vec<Cell> {
        let mut near = Cells::EMPTY;
        for cell in board.marks.iter().flat_map(|marks| marks.iter()) {
            let (column, row) = self.at(cell);
            for down in -2..=2 {
                for right in -2..=2 {
                    if let Some(cell) = self.cell(i32::from(column) + right, i32::from(row) + down) {
                        near.add(cell);
                    }
                }
            }
        }
        let cells: Vec<Cell> = near.iter().filter(|&cell| board.is_empty_at(cell)).collect();
        if cells.is_empty() { self.middle().filter(|&cell| board.is_empty_at(cell)).collect() } else { cells }
    }

    fn middle(&self) -> impl Iterator<Item = Cell> {
        self.cell(i32::from(self.columns / 2), i32::from(self.rows / 2)).into_iter()
    }
}

/// The game with every move: for exhaustive search.
impl Duel for Rules {
    type State = Board;
    type Action = Cell;

    fn actions(&self, board: &Board, into: &mut Vec<Cell>) {
        into.extend(self.empty_cells(board));
    }

    fn after(&self, board: &Board, cell: Cell) -> Board {
        self.put(board, cell)
    }

    fn ending(&self, board: &Board) -> Option<Ending> {
        if board.won {
            return Some(Ending::Loss);
        }
        self.is_full(board).then_some(Ending::Draw)
    }

    fn canonical(&self, board: &Board) -> Board {
        self.least_image(board)
    }
}

/// The game for Monte Carlo tree search: a win is taken and a threat is met at once, and on large boards only cells near
/// the marks are looked at. Games are played out over all empty cells.
pub(super) struct Sampling<'r>(pub(super) &'r Rules);

impl Duel for Sampling<'_> {
    type State = Board;
    type Action = Cell;

    fn actions(&self, board: &Board, into: &mut Vec<Cell>) {
        let rules = self.0;
        into.extend(rules.wins_now(board, board.side()).into_iter().take(1));
        if into.is_empty() {
            into.extend(rules.wins_now(board, board.side().other()));
        }
        if into.is_empty() {
            if rules.near_only {
                into.extend(rules.near_cells(board));
            }
            if into.is_empty() {
                into.extend(rules.empty_cells(board));
            }
        }
    }

    fn after(&self, board: &Board, cell: Cell) -> Board {
        self.0.put(board, cell)
    }

    fn ending(&self, board: &Board) -> Option<Ending> {
        Duel::ending(self.0, board)
    }

    fn play_out(&self, board: &Board, pick: &mut dyn FnMut(usize) -> usize) -> (Ending, u64) {
        let mut empty: Vec<Cell> = self.0.empty_cells(board).collect();
        let mut board = board.clone();
        let mut steps = 0;
        loop {
            if let Some(ending) = self.ending(&board) {
                return (if steps % 2 == 0 { ending } else { ending.turned() }, steps);
            }
            let cell = empty.swap_remove(pick(empty.len()));
            let side = board.side() as usize;
            board.marks[side].add(cell);
            board.moves += 1;
            board.won = self.0.has_row_through(&board.marks[side], cell);
            steps += 1;
        }
    }
}

impl Rules {
    /// True where `marks` has a full row through `cell`, counted outwards from it.
    fn has_row_through(&self, marks: &Cells, cell: Cell) -> bool {
        let (column, row) = self.at(cell);
        let (column, row) = (i32::from(column), i32::from(row));
        [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().any(|(right, down)| {
            let reach = |sign: i32| {
                let there = |step| self.cell(column + sign * right * step, row + sign * down * step);
                (1..i32::from(self.row)).take_while(|&step| there(step).is_some_and(|c| marks.has(c))).count()
            };
            reach(1) + reach(-1) + 1 >= usize::from(self.row)
        })
    }
}

/// All positions of the game, for counting: nobody wins or loses here.
pub(super) struct Positions<'r> {
    pub(super) rules: &'r Rules,
    /// Symmetric positions count as one.
    pub(super) up_to_symmetry: bool,
}

impl Problem for Positions<'_> {
    type State = Board;
    type Action = Cell;

    fn actions(&self, board: &Board, into: &mut Vec<Cell>) {
        if !self.rules.is_over(board) {
            into.extend(self.rules.empty_cells(board));
        }
    }

    fn step(&self, board: &Board, cell: Cell) -> (Board, u32) {
        let next = self.rules.put(board, cell);
        (if self.up_to_symmetry { self.rules.least_image(&next) } else { next }, 1)
    }

    fn is_goal(&self, _: &Board) -> bool {
        false
    }
}
