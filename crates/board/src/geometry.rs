//! Geometry of hexes: world units are the pixels of hexes 64 wide and 56 high, x to the east, y to
//! the north, the map's upper left corner at (0, 0).

use bevy::math::{Rect, Vec2};
use hotgates_engine::{Cell, Coord, Grid};
use hotgates_picture::outer_edges;

/// The width of a hex.
pub const WIDTH: f32 = 64.0;
/// From one column to the next.
pub const ACROSS: f32 = 48.0;
/// From one row to the next.
pub const DOWN: f32 = 56.0;

/// World coordinates of a map's hexes.
#[derive(Debug, Clone, Copy)]
pub struct HexGeometry<'a> {
    grid: &'a Grid,
}

/// Converts a number of hexes or tiles to a length.
#[expect(clippy::cast_precision_loss, reason = "maps have at most 4096 columns and rows")]
pub(crate) const fn i32_to_f32(number: i32) -> f32 {
    number as f32
}

/// Cuts off the digits of a length after the point.
#[expect(clippy::cast_possible_truncation, reason = "points far from the map are on no hex either way")]
pub(crate) const fn f32_to_i32(number: f32) -> i32 {
    number as i32
}

impl<'a> HexGeometry<'a> {
    /// Makes the geometry of a grid's hexes.
    #[must_use]
    pub const fn new(grid: &'a Grid) -> Self {
        Self { grid }
    }

    /// Returns the middle of a hex.
    #[must_use]
    pub fn middle_of_cell(&self, cell: Cell) -> Vec2 {
        middle_of_coord(self.grid.coord(cell))
    }

    /// Returns the column and row of a hex.
    #[must_use]
    pub fn coord_of_cell(&self, cell: Cell) -> Coord {
        self.grid.coord(cell)
    }

    /// Returns the hex at a point; `None` off the map.
    #[must_use]
    pub fn cell_at_point(&self, point: Vec2) -> Option<Cell> {
        self.grid.at(coord_at_point(point))
    }

    /// Returns the rectangle around all hexes.
    #[must_use]
    pub fn map_bounds(&self) -> Rect {
        let half = if self.grid.width() > 1 { 0.5 } else { 0.0 };
        let size = Vec2::new(
            i32_to_f32(self.grid.width()) * ACROSS + WIDTH - ACROSS,
            (i32_to_f32(self.grid.height()) + half) * DOWN,
        );
        Rect::from_corners(Vec2::ZERO, Vec2::new(size.x, -size.y))
    }

    /// Returns the ends of each outer edge of a set of hexes.
    pub(crate) fn ends_of_outer_edges(self, cells: &[Cell]) -> impl Iterator<Item = [Vec2; 2]> {
        outer_edges(self.grid, cells).into_iter().map(move |(cell, direction)| {
            // Corners go round the other way than directions.
            let first = (7 - direction as usize) % 6;
            [first, (first + 1) % 6].map(|corner| self.middle_of_cell(cell) + hex_corners(0.0)[corner])
        })
    }
}

/// Returns the column and row at a point, off the map too.
#[must_use]
pub fn coord_at_point(point: Vec2) -> Coord {
    let near = f32_to_i32((point.x / ACROSS - 2.0 / 3.0).floor());
    let candidate = |col: i32| {
        let lower = if col & 1 == 1 { 1.0 } else { 0.5 };
        Coord { col, row: f32_to_i32((-point.y / DOWN - lower).round()) }
    };
    let [left, right] = [candidate(near), candidate(near + 1)];
    let far = |at: Coord| middle_of_coord(at).distance_squared(point);
    if far(right) < far(left) { right } else { left }
}

/// Returns the middle of the hex in a column and row, off the map too.
#[must_use]
pub fn middle_of_coord(at: Coord) -> Vec2 {
    let lower = if at.col & 1 == 1 { 1.0 } else { 0.5 };
    Vec2::new(ACROSS * (i32_to_f32(at.col) + 2.0 / 3.0), -DOWN * (i32_to_f32(at.row) + lower))
}

/// Returns the six corners of a hex relative to its middle, counterclockwise from the east; the hex
/// is grown by `more` world units.
#[must_use]
pub fn hex_corners(more: f32) -> [Vec2; 6] {
    let (x, y) = (WIDTH / 2.0 + more, DOWN / 2.0 + more);
    [
        Vec2::new(x, 0.0),
        Vec2::new(x / 2.0, y),
        Vec2::new(-x / 2.0, y),
        Vec2::new(-x, 0.0),
        Vec2::new(-x / 2.0, -y),
        Vec2::new(x / 2.0, -y),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hex_is_found_at_its_middle_and_near_its_corners() {
        let grid = Grid::new(7, 5);
        let geometry = HexGeometry::new(&grid);
        for cell in grid.cells() {
            let middle = geometry.middle_of_cell(cell);
            assert_eq!(geometry.cell_at_point(middle), Some(cell));
            for corner in hex_corners(-4.0) {
                assert_eq!(geometry.cell_at_point(middle + corner), Some(cell), "{:?}", grid.coord(cell));
            }
        }
    }

    #[test]
    fn the_outer_edges_of_a_set_lie_between_a_hex_in_it_and_one_that_is_not() {
        use hotgates_engine::Direction;
        let grid = Grid::new(9, 8);
        let geometry = HexGeometry::new(&grid);
        let set: Vec<Cell> = grid.cells().filter(|cell| matches!(cell.index() % 5, 0 | 1 | 3)).collect();
        let is_within = |point: Vec2| geometry.cell_at_point(point).is_some_and(|cell| set.contains(&cell));
        let edges: Vec<_> = geometry.ends_of_outer_edges(&set).collect();
        for &[from, to] in &edges {
            let (middle, across) = ((from + to) / 2.0, (to - from).perp() / 4.0);
            assert_ne!(is_within(middle + across), is_within(middle - across), "from {from} to {to}");
        }
        let neighbours = |cell| Direction::ALL.map(|direction| grid.step(cell, direction));
        let pairs = set.iter().flat_map(|&cell| neighbours(cell)).filter(|cell| !set.contains(cell));
        assert_eq!(edges.len(), pairs.count());
    }

    #[test]
    fn the_bounds_hold_every_corner_and_no_more() {
        let grid = Grid::new(4, 3);
        let geometry = HexGeometry::new(&grid);
        let corner_points = grid
            .cells()
            .flat_map(|cell| hex_corners(0.0).map(|corner| geometry.middle_of_cell(cell) + corner));
        let all = corner_points.fold(Rect::EMPTY, |rect, point| rect.union_point(point));
        assert!((all.min - geometry.map_bounds().min).length() < 0.01);
        assert!((all.max - geometry.map_bounds().max).length() < 0.01);
    }
}
