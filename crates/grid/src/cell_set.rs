//! Sets of cells as bits.

use crate::cell::{Cell, Grid};

/// A set of cells of one map, one bit a cell.
///
/// ```
/// use hotgates_grid::{CellSet, Grid};
///
/// let grid = Grid::new(5, 4);
/// let mut set = CellSet::from_cells(&grid, grid.cells().take(3));
/// let last = grid.cells().last().expect("a grid has hexes");
/// assert!(set.insert(last) && !set.insert(last));
/// assert_eq!(set.iter().count(), 4);
/// set.remove(last);
/// assert!(!set.contains(last));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CellSet {
    words: Vec<u64>,
}

impl CellSet {
    /// Makes the empty set of cells of a grid.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        Self { words: vec![0; grid.len().div_ceil(64)] }
    }

    /// Makes the set of the given cells of a grid.
    #[must_use]
    pub fn from_cells(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Self::new(grid);
        for cell in cells {
            set.insert(cell);
        }
        set
    }

    /// Returns the given cells and all cells connected to them over cells for which `open` returns
    /// `true`; border cells must not be open.
    ///
    /// Cost: `O(cells)`. Memory: a bit for each hex of the map, and the edge of the flood, where a
    /// [`Field`](crate::Field) takes 12 bytes for each hex.
    #[must_use]
    pub fn flood_from(
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

    /// Returns the cells that are in both sets of one map.
    #[must_use]
    pub fn intersection(mut self, other: &Self) -> Self {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
        self
    }

    /// Adds a cell; returns `true` if the cell was not in the set before.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        insert_into_words(&mut self.words, cell)
    }

    /// Adds cells of one column: `first`, where the lowest of `bits` is 1, the one south of it, where the
    /// next is, and so on. Returns `true` if one of them was not in the set before.
    ///
    /// ```
    /// use hotgates_grid::{Cell, CellSet, Grid};
    ///
    /// let grid = Grid::new(5, 4);
    /// let first = grid.cells().next().expect("a grid has hexes");
    /// let mut set = CellSet::new(&grid);
    /// assert!(set.insert_column(first, 0b1011) && !set.insert_column(first, 0b0011));
    /// assert!(set.iter().eq([0, 1, 3].map(|south| Cell(first.0 + south))));
    /// ```
    #[inline]
    pub fn insert_column(&mut self, first: Cell, bits: u64) -> bool {
        let (word, shift) = (first.index() / 64, first.index() % 64);
        let low = bits << shift;
        let mut new = low & !self.words[word];
        self.words[word] |= low;
        let high = bits.unbounded_shr(64 - (first.0 % 64));
        if high != 0 {
            new |= high & !self.words[word + 1];
            self.words[word + 1] |= high;
        }
        new != 0
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.words[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// `true` if the cell is in the set. The default set, made for no grid, is empty.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / 64).is_some_and(|word| word & (1 << (cell.index() % 64)) != 0)
    }

    /// Returns the cells in the set, in ascending order. Cost: `O(hexes of the map / 64 + cells)`.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let bits = |&word: &u64| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(u64::trailing_zeros)
        };
        let words = self.words.iter().zip((0..).step_by(64));
        words.flat_map(move |(word, first)| bits(word).map(move |bit| Cell(first + bit)))
    }

    /// Makes the set of these words, the first cell as the lowest bit of the first.
    pub(crate) const fn from_words(words: Vec<u64>) -> Self {
        Self { words }
    }

    /// Returns the words of the set, the first cell as the lowest bit of the first.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Removes all cells.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
}

/// Returns the index of the word that holds a cell.
pub(crate) const fn word_of_cell(cell: Cell) -> usize {
    cell.index() / 64
}

/// Adds a cell to a set of cells in words of 64 bits; returns `true` if the cell was not in the set before.
#[inline]
pub(crate) fn insert_into_words(words: &mut [u64], cell: Cell) -> bool {
    let word = &mut words[word_of_cell(cell)];
    let bit = 1 << (cell.index() % 64);
    let new = *word & bit == 0;
    *word |= bit;
    new
}
