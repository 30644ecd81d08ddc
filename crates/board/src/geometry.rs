//! Geometry of hexes: world units are the pixels of hexes 64 wide and 56 high, x to the east, y to
//! the north, the map's upper left corner at (0, 0).

use bevy::math::{Rect, Vec2};
use hotgates_engine::{Cell, Coord, Grid};

/// The width of a hex.
pub const WIDTH: f32 = 64.0;
/// From one column to the next.
pub const ACROSS: f32 = 48.0;
/// From one row to the next.
pub const DOWN: f32 = 56.0;

/// The places of a map's hexes.
#[derive(Debug, Clone, Copy)]
pub struct Geometry<'a> {
    grid: &'a Grid,
}

/// A number of hexes or tiles as a length.
#[expect(clippy::cast_precision_loss, reason = "maps have at most 4096 columns and rows")]
pub(crate) const fn float(number: i32) -> f32 {
    number as f32
}

/// A length without what follows the point.
#[expect(clippy::cast_possible_truncation, reason = "points far from the map are on no hex either way")]
pub(crate) const fn whole(number: f32) -> i32 {
    number as i32
}

impl<'a> Geometry<'a> {
    /// The places of this grid's hexes.
    #[must_use]
    pub const fn new(grid: &'a Grid) -> Self {
        Self { grid }
    }

    /// The middle of a hex.
    #[must_use]
    pub fn middle(&self, cell: Cell) -> Vec2 {
        middle(self.grid.coord(cell))
    }

    /// The column and row of a hex.
    #[must_use]
    pub fn coord(&self, cell: Cell) -> Coord {
        self.grid.coord(cell)
    }

    /// The hex at a point.
    #[must_use]
    pub fn at(&self, point: Vec2) -> Option<Cell> {
        self.grid.at(coord_at(point))
    }

    /// Everything there is.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let half = if self.grid.width() > 1 { 0.5 } else { 0.0 };
        let size = Vec2::new(
            float(self.grid.width()) * ACROSS + WIDTH - ACROSS,
            (float(self.grid.height()) + half) * DOWN,
        );
        Rect::from_corners(Vec2::ZERO, Vec2::new(size.x, -size.y))
    }
}

/// The column and row at a point, off the map too.
#[must_use]
pub fn coord_at(point: Vec2) -> Coord {
    let near = whole((point.x / ACROSS - 2.0 / 3.0).floor());
    let candidate = |col: i32| {
        let lower = if col & 1 == 1 { 1.0 } else { 0.5 };
        Coord { col, row: whole((-point.y / DOWN - lower).round()) }
    };
    let [left, right] = [candidate(near), candidate(near + 1)];
    let far = |at: Coord| middle(at).distance_squared(point);
    if far(right) < far(left) { right } else { left }
}

/// The middle of a column and row, off the map too.
#[must_use]
pub fn middle(at: Coord) -> Vec2 {
    let lower = if at.col & 1 == 1 { 1.0 } else { 0.5 };
    Vec2::new(ACROSS * (float(at.col) + 2.0 / 3.0), -DOWN * (float(at.row) + lower))
}

/// The six corners of a hex around its middle, counterclockwise from the east, grown by `more`
/// units.
#[must_use]
pub fn corners(more: f32) -> [Vec2; 6] {
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
        let geometry = Geometry::new(&grid);
        for cell in grid.cells() {
            let middle = geometry.middle(cell);
            assert_eq!(geometry.at(middle), Some(cell));
            for corner in corners(-4.0) {
                assert_eq!(geometry.at(middle + corner), Some(cell), "{:?}", grid.coord(cell));
            }
        }
    }

    #[test]
    fn the_bounds_hold_every_corner_and_no_more() {
        let grid = Grid::new(4, 3);
        let geometry = Geometry::new(&grid);
        let corner_points =
            grid.cells().flat_map(|cell| corners(0.0).map(|corner| geometry.middle(cell) + corner));
        let all = corner_points.fold(Rect::EMPTY, |rect, point| rect.union_point(point));
        assert!((all.min - geometry.bounds().min).length() < 0.01);
        assert!((all.max - geometry.bounds().max).length() < 0.01);
    }
}
