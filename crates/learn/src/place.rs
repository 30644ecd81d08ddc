//! Places: the hexes of a map numbered row by row, as pictures and networks have them.

use hotgates_engine::{Cell, Coord, Grid};

/// The numbers of a map's hexes row by row: `row × width + column`. The engine's own cells go by columns and count
/// a border.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceTable {
    width: u32,
    height: u32,
    places: Box<[u32]>,
    cells: Box<[Cell]>,
}

impl PlaceTable {
    /// Makes the table of a grid.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let [width, height] = [grid.width(), grid.height()].map(i32::cast_unsigned);
        let mut places = vec![u32::MAX; grid.len()].into_boxed_slice();
        let mut cells = vec![Cell(0); (width * height) as usize].into_boxed_slice();
        for cell in grid.cells() {
            let Coord { col, row } = grid.coord(cell);
            let place = row.cast_unsigned() * width + col.cast_unsigned();
            places[cell.index()] = place;
            cells[place as usize] = cell;
        }
        Self { width, height, places, cells }
    }

    /// Number of columns.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Number of hexes.
    pub const fn hex_count(&self) -> u32 {
        self.width * self.height
    }

    /// Returns the place of a cell of the map.
    #[inline]
    pub fn place(&self, cell: Cell) -> u32 {
        self.places[cell.index()]
    }

    /// Returns the cell at a place; `None` past the last hex.
    #[inline]
    pub fn cell(&self, place: u32) -> Option<Cell> {
        self.cells.get(place as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_row_by_row() {
        let grid = Grid::new(5, 3);
        let table = PlaceTable::new(&grid);
        let cell = grid.at(Coord { col: 3, row: 1 }).unwrap();
        assert_eq!((table.place(cell), table.cell(8), table.cell(15)), (8, Some(cell), None));
    }
}
