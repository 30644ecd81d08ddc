//! Cells: the dense numbering of the hexes of a map, with a border so that neighbours are
//! additions.
//!
//! Column `c` starts at `base + c·s − ⌊c/2⌋` with `s = height + 2`. In axial coordinates that is
//! `base + q·s + r`: linear, so that each of the six neighbours lies at the same distance in memory
//! from every cell, in odd and even columns alike. One border cell between two columns is the foot
//! of the one and the head of the next; a border column closes the map in the west and in the east.
//! Only neighbours of cells are looked up by such steps, so a search needs no checks of bounds.

use hexx::Hex;
use serde::{Deserialize, Serialize};

use crate::coord::{Coord, Direction};

/// A hex of one map as a dense index, border included. A cell has a meaning only with its [`Grid`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub u32);

impl Cell {
    /// Returns the index into arrays of [`Grid::len`] values.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The shape of a map and the numbering of its hexes.
///
/// ```
/// use hotgates_grid::{Coord, Direction, Grid};
///
/// let grid = Grid::new(4, 3);
/// let cell = grid.at(Coord { col: 1, row: 1 }).expect("on the map");
/// assert_eq!(grid.step(cell, Direction::S), grid.at(Coord { col: 1, row: 2 }).expect("on the map"));
///
/// let north_west = grid.cells().next().expect("a grid has hexes");
/// assert_eq!(grid.ring(north_west, 1).count(), 2, "a corner has two neighbours");
/// assert_eq!(grid.distance(north_west, cell), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    width: i32,
    height: i32,
    stride: i32,
    base: i32,
    steps: [i32; 6],
    /// 2⁴⁰ divided by the cells of two columns, rounded up: every event needs the column of a cell,
    /// and a division is slow.
    pair_inverse: u64,
}

impl Grid {
    /// Most columns or rows of a map.
    pub const MAX_SIDE: usize = 4096;
    /// Most hexes of a map.
    pub const MAX_HEXES: usize = 4_194_304;

    /// Makes the grid of `width` × `height` hexes.
    ///
    /// # Panics
    /// When a side is 0 or over [`MAX_SIDE`](Self::MAX_SIDE), or the product over
    /// [`MAX_HEXES`](Self::MAX_HEXES): scenarios are checked for that first.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Self {
        assert!((1..=Self::MAX_SIDE).contains(&width) && (1..=Self::MAX_SIDE).contains(&height));
        assert!(width * height <= Self::MAX_HEXES);
        let (width, height) = (length_as_i32(width), length_as_i32(height));
        let stride = height + 2;
        let steps = Direction::ALL.map(|direction| {
            let step = direction.vector();
            step.x * stride + step.y
        });
        let pair_inverse = (1_u64 << 40).div_ceil(u64::from((2 * stride - 1).cast_unsigned()));
        Self { width, height, stride, base: stride + 1, steps, pair_inverse }
    }

    /// Number of columns.
    #[inline]
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// Number of cells, border included: the length of arrays indexed by [`Cell`].
    #[inline]
    pub const fn len(&self) -> usize {
        let east_border_end = self.column_start(self.width) + self.height + 1;
        east_border_end.cast_unsigned() as usize
    }

    /// Always `false`: a grid has at least one hex.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Returns the index of the northernmost hex of column `col`.
    #[inline]
    const fn column_start(&self, col: i32) -> i32 {
        self.base + col * self.stride - (col >> 1)
    }

    /// `true` if the map has the hex.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        let Coord { col, row } = hex.into();
        (0..self.width).contains(&col) && (0..self.height).contains(&row)
    }

    /// Returns the cell of a hex, `None` off the map.
    #[inline]
    pub fn cell(&self, hex: Hex) -> Option<Cell> {
        self.contains(hex).then(|| Cell((self.base + hex.x * self.stride + hex.y).cast_unsigned()))
    }

    /// Returns the cell at a column and row, `None` off the map.
    #[inline]
    pub fn at(&self, coord: Coord) -> Option<Cell> {
        let inside = (0..self.width).contains(&coord.col) && (0..self.height).contains(&coord.row);
        inside.then(|| self.cell_inside(coord))
    }

    #[inline]
    fn cell_inside(&self, coord: Coord) -> Cell {
        Cell((self.column_start(coord.col) + coord.row).cast_unsigned())
    }

    /// Returns the column and row of a cell; off the map for a border cell.
    #[inline]
    pub fn coord(&self, cell: Cell) -> Coord {
        // Two columns take 2·stride − 1 cells together.
        let pair = 2 * self.stride - 1;
        // Counted from two columns further west, so that the first cells of the border have no
        // negative offsets.
        let offset = cell.0.cast_signed() - self.base + pair;
        // Exact: an offset is below 2²³ and a pair below 2¹⁴, so that the error stays below 2⁴⁰.
        let pairs = ((u64::from(offset.cast_unsigned()) * self.pair_inverse) >> 40) as i32;
        let rest = offset - pairs * pair;
        if rest < self.stride {
            Coord { col: 2 * pairs - 2, row: rest }
        } else {
            Coord { col: 2 * pairs - 1, row: rest - self.stride }
        }
    }

    /// Returns the hex of a cell; a hex off the map for a border cell.
    #[inline]
    pub fn hex(&self, cell: Cell) -> Hex {
        let Coord { col, row } = self.coord(cell);
        Hex::new(col, row - (col >> 1))
    }

    /// Returns every cell of the map in ascending order: column by column from the west, each
    /// column from the north. Everywhere in the game this order breaks ties between hexes.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        (0..grid.width)
            .flat_map(move |col| (0..grid.height).map(move |row| grid.cell_inside(Coord { col, row })))
    }

    /// Returns the difference of the indices of a cell and the cell of the next column at the same
    /// axial row.
    #[inline]
    pub(crate) const fn column_stride(&self) -> i32 {
        self.stride
    }

    /// Returns the differences of the indices of a cell and its neighbours in the directions of
    /// [`Direction::ALL`].
    #[inline]
    pub const fn steps(&self) -> &[i32; 6] {
        &self.steps
    }

    /// Returns the neighbour of a cell of the map; a border cell where the map ends.
    #[inline]
    pub const fn step(&self, cell: Cell, direction: Direction) -> Cell {
        Cell(cell.0.wrapping_add_signed(self.steps[direction as usize]))
    }

    /// Returns the six neighbours of a cell of the map, in direction order, border cells included.
    #[inline]
    pub fn around(&self, cell: Cell) -> [Cell; 6] {
        self.steps.map(|step| Cell(cell.0.wrapping_add_signed(step)))
    }

    /// Returns the cells of the map at a distance from `centre`, clockwise from the north; none for
    /// distance 0.
    ///
    /// Like hexx's `ring`, without allocating.
    #[inline]
    pub fn ring(&self, centre: Cell, distance: u32) -> impl Iterator<Item = Cell> + Clone + use<> {
        let grid = *self;
        let middle = grid.hex(centre);
        let radius = i32::try_from(distance).unwrap_or(i32::MAX);
        // From each corner along one side of the ring, up to the next corner.
        Direction::ALL.into_iter().flat_map(move |corner| {
            let start = middle + corner.vector() * radius;
            let along = Direction::ALL[(corner as usize + 2) % 6].vector();
            (0..radius).filter_map(move |step| grid.cell(start + along * step))
        })
    }

    /// Returns the hexes of the map at most `distance` away from `centre`, the centre included,
    /// with their cells, in ascending order.
    ///
    /// Like hexx's `range`, but hexes off the map are skipped by columns, and the cells of a column
    /// are counted up, not looked up.
    #[inline]
    pub fn within(&self, centre: Cell, distance: u32) -> impl Iterator<Item = (Hex, Cell)> + use<> {
        let (grid, middle) = (*self, self.hex(centre));
        let radius =
            i32::try_from(distance).map_or(self.width + self.height, |far| far.min(self.width + self.height));
        let columns = (middle.x - radius).max(0)..(middle.x + radius + 1).min(grid.width);
        columns.flat_map(move |x| {
            let (apart, north) = (x - middle.x, -(x >> 1));
            let first = (middle.y + (-radius).max(-radius - apart)).max(north);
            let last = (middle.y + radius.min(radius - apart)).min(north + grid.height - 1);
            let column = grid.base + x * grid.stride;
            (first..=last).map(move |y| (Hex::new(x, y), Cell((column + y).cast_unsigned())))
        })
    }

    /// Number of steps between two cells of the map over any terrain.
    #[inline]
    pub fn distance(&self, a: Cell, b: Cell) -> u32 {
        self.hex(a).unsigned_distance_to(self.hex(b))
    }
}

fn length_as_i32(side: usize) -> i32 {
    i32::try_from(side).expect("a side is at most 4096")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_within_a_distance_are_those_of_hexx_on_the_map() {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (4, 7), (13, 12)] {
            let grid = Grid::new(width, height);
            for (centre, distance) in
                grid.cells().flat_map(|cell| [0, 1, 2, 5, 30, u32::MAX].map(|far| (cell, far)))
            {
                let middle = grid.hex(centre);
                let mut expected: Vec<_> = grid.cells().map(|cell| (grid.hex(cell), cell)).collect();
                expected.retain(|&(hex, _)| hex.unsigned_distance_to(middle) <= distance);
                assert_eq!(grid.within(centre, distance).collect::<Vec<_>>(), expected);
            }
        }
    }

    /// Checks that every hex of a `width` × `height` map has a cell of its own, that a step leads
    /// to the cell of the neighbour, and off the map to a cell without a hex.
    fn check_grid(width: usize, height: usize) {
        let grid = Grid::new(width, height);
        let mut is_hex = vec![false; grid.len()];
        for cell in grid.cells() {
            assert!(!is_hex[cell.index()], "two hexes share cell {cell:?}");
            is_hex[cell.index()] = true;
            assert_eq!(grid.cell(grid.hex(cell)), Some(cell));
            assert_eq!(grid.at(grid.coord(cell)), Some(cell));
        }
        for cell in grid.cells() {
            for direction in Direction::ALL {
                let neighbour = grid.step(cell, direction);
                match grid.cell(grid.hex(cell) + direction.vector()) {
                    Some(expected) => assert_eq!(neighbour, expected),
                    None => assert!(!is_hex[neighbour.index()], "{width}×{height} {cell:?} {direction}"),
                }
            }
        }
    }

    #[test]
    fn neighbours_are_constant_offsets_on_every_shape() {
        for width in 1..8 {
            for height in 1..8 {
                check_grid(width, height);
            }
        }
        check_grid(31, 40);
    }

    #[test]
    fn border_cells_lie_off_the_map() {
        for (width, height) in [(1, 1), (2, 1), (1, 5), (8, 6), (7, 9), (4096, 1), (3, 4096)] {
            let grid = Grid::new(width, height);
            let cells = (0..u32::try_from(grid.len()).unwrap()).map(Cell);
            let inside: Vec<_> = cells.filter(|&cell| grid.at(grid.coord(cell)) == Some(cell)).collect();
            assert_eq!(inside, grid.cells().collect::<Vec<_>>());
            let aliases = (0..u32::try_from(grid.len()).unwrap())
                .map(Cell)
                .filter(|&cell| grid.cell(grid.hex(cell)).is_some_and(|other| other != cell));
            assert_eq!(aliases.count(), 0);
        }
    }

    #[test]
    fn a_ring_is_all_cells_at_its_distance() {
        let grid = Grid::new(9, 8);
        for centre in grid.cells() {
            assert_eq!(grid.ring(centre, 0).count(), 0);
            for distance in 1..12 {
                let mut ring: Vec<_> = grid.ring(centre, distance).collect();
                ring.sort_unstable();
                let there = grid.cells().filter(|&cell| grid.distance(centre, cell) == distance);
                assert_eq!(ring, there.collect::<Vec<_>>(), "{distance} from {centre:?}");
            }
        }
        let clockwise: Vec<_> = grid.ring(grid.at(Coord { col: 4, row: 4 }).unwrap(), 1).collect();
        assert_eq!(clockwise, grid.around(grid.at(Coord { col: 4, row: 4 }).unwrap()));
    }

    #[test]
    fn a_large_grid_is_barely_larger_than_its_hexes() {
        assert!(Grid::new(1000, 1000).len() < 1_005_000);
    }
}
