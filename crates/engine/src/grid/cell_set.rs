//! Sets of cells.

use crate::grid::{Cell, Grid};

/// A set of cells of one map, one bit each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CellSet {
    words: Vec<u64>,
}

impl CellSet {
    /// The empty set of cells of this grid.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        Self { words: vec![0; grid.len().div_ceil(64)] }
    }

    /// The set of these cells.
    #[must_use]
    pub fn of(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Self::new(grid);
        for cell in cells {
            set.insert(cell);
        }
        set
    }

    /// These cells and all that can be got to from them over cells that are `open`; border cells must not be.
    ///
    /// Cost: `O(cells)`. It holds a bit for each hex of the map, and the edge of what it has come to, where a
    /// [`Field`](crate::Field) holds 12 bytes for each hex.
    pub(crate) fn joined(
        grid: &Grid,
        cells: impl IntoIterator<Item = Cell>,
        open: impl Fn(Cell) -> bool,
    ) -> Self {
        let mut set = Self::new(grid);
        let mut edge: Vec<Cell> = cells.into_iter().filter(|&cell| set.insert(cell)).collect();
        let mut beyond = Vec::new();
        while !edge.is_empty() {
            for next in edge.drain(..).flat_map(|cell| grid.around(cell)) {
                if open(next) && set.insert(next) {
                    beyond.push(next);
                }
            }
            std::mem::swap(&mut edge, &mut beyond);
        }
        set
    }

    /// The cells that are in both sets of one map.
    pub(crate) fn intersection(mut self, other: &Self) -> Self {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
        self
    }

    /// Adds a cell; whether it was new.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let word = &mut self.words[cell.index() / 64];
        let bit = 1 << (cell.index() % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: Cell) {
        self.words[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Whether the cell is in the set. The default set, made for no grid, has none.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / 64).is_some_and(|word| word & (1 << (cell.index() % 64)) != 0)
    }

    /// The cells in the set, in ascending order. Cost: `O(hexes of the map / 64 + cells)`.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let bits = |&word: &u64| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(u64::trailing_zeros)
        };
        let words = self.words.iter().zip((0..).step_by(64));
        words.flat_map(move |(word, first)| bits(word).map(move |bit| Cell(first + bit)))
    }

    /// Takes all cells out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
}
