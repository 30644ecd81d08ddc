//! The marks on the board.

use serde::{Deserialize, Serialize};

use crate::bit_mask::BitMask;

/// A cell by its number, row by row from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BoardCell(pub u8);

/// The two sides. Crosses move first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// x, who moves first.
    Crosses,
    /// o.
    Noughts,
}

impl Mark {
    /// Returns the other side.
    #[must_use]
    pub const fn other_mark(self) -> Self {
        match self {
            Mark::Crosses => Mark::Noughts,
            Mark::Noughts => Mark::Crosses,
        }
    }
}

/// A set of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct BoardCells(BitMask<4>);

impl BoardCells {
    pub(super) const EMPTY: BoardCells = BoardCells(BitMask::EMPTY);

    pub(super) fn add_cell(&mut self, cell: BoardCell) {
        self.0.insert(cell.0.into());
    }

    pub(super) fn has_cell(&self, cell: BoardCell) -> bool {
        self.0.contains(cell.0.into())
    }

    pub(super) fn len(&self) -> u32 {
        self.0.len()
    }

    pub(super) fn is_subset_of(&self, other: &BoardCells) -> bool {
        self.0.is_subset(&other.0)
    }

    /// Number of cells in both sets.
    pub(super) fn count_common(&self, other: &BoardCells) -> u32 {
        self.0.intersection(&other.0).len()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = BoardCell> {
        self.0.iter().map(|cell| BoardCell(u8::try_from(cell).unwrap_or(u8::MAX)))
    }
}

/// A position. The side to move follows from the number of marks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) marks: [BoardCells; 2],
    pub(super) moves: u8,
    /// `true` if the side that moved last has a full line.
    pub(super) won: bool,
}

impl Board {
    pub(super) const EMPTY: Board = Board { marks: [BoardCells::EMPTY; 2], moves: 0, won: false };

    /// Returns the side to move, also of a game that is over.
    pub const fn side_to_move(&self) -> Mark {
        if self.moves.is_multiple_of(2) { Mark::Crosses } else { Mark::Noughts }
    }

    /// Number of marks on the board.
    pub const fn mark_count(&self) -> u8 {
        self.moves
    }

    /// Returns the side with a full line.
    pub const fn winner(&self) -> Option<Mark> {
        if self.won { Some(self.side_to_move().other_mark()) } else { None }
    }

    /// Returns the mark on a cell.
    pub fn mark_at(&self, cell: BoardCell) -> Option<Mark> {
        [Mark::Crosses, Mark::Noughts].into_iter().find(|&side| self.marks[side as usize].has_cell(cell))
    }

    pub(super) fn is_empty_at(&self, cell: BoardCell) -> bool {
        !self.marks[0].has_cell(cell) && !self.marks[1].has_cell(cell)
    }
}
