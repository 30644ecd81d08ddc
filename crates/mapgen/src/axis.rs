//! The line of invasion, and the distances of hexes along it and off it.

use hotgates_engine::{Cell, Coord, Direction, Grid};

/// The line from Red's entry to the castle, and straight on. Lengths are in thousandths of a hex.
#[derive(Debug, Clone, Copy)]
pub struct InvasionAxis {
    grid: Grid,
    start: (i64, i64),
    along: (i64, i64),
    /// Length from Red's anchor to the castle.
    pub length: i64,
    /// Red's anchor.
    pub anchor: Cell,
    /// The castle.
    pub castle: Cell,
}

/// Distance of the castle from Red's anchor, in thousandths of the distance to the opposite one.
const CASTLE: i32 = 820;

impl InvasionAxis {
    /// Returns the line of an invasion from this direction, with the castle `aside` thousandths of
    /// a hex off the line's middle.
    pub fn new(grid: Grid, from: Direction, aside: i64) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let (near, far) = (from.anchor(width, height), from.opposite().anchor(width, height));
        let part = |near: i32, far: i32| near + (far - near) * CASTLE / 1000;
        let middle = Coord { col: part(near.col, far.col), row: part(near.row, far.row) };
        let (start, end) = (to_thousandths(near), to_thousandths(middle));
        let along = (end.0 - start.0, end.1 - start.1);
        let length = integer_square_root(along.0 * along.0 + along.1 * along.1).max(1);
        let anchor = grid.at(near).expect("anchors lie on the map");
        let mut axis = Self { grid, start, along, length, anchor, castle: anchor };
        axis.castle = axis.nearest_cell_to_point(length, aside);
        axis
    }

    /// Returns the distances of a hex along the line and to its left.
    pub fn distances_along_and_aside(&self, cell: Cell) -> (i64, i64) {
        let (x, y) = to_thousandths(self.grid.coord(cell));
        let (x, y) = (x - self.start.0, y - self.start.1);
        let (along, aside) = (x * self.along.0 + y * self.along.1, x * self.along.1 - y * self.along.0);
        (along / self.length, aside / self.length)
    }

    /// Returns the hex of the map at a point, or the nearest one to the point, at least two hexes
    /// from the map's edges where there is room.
    pub fn nearest_cell_to_point(&self, along: i64, aside: i64) -> Cell {
        let x = self.start.0 + (along * self.along.0 + aside * self.along.1) / self.length;
        let y = self.start.1 + (along * self.along.1 - aside * self.along.0) / self.length;
        let keep = |number: i64, side: i32| {
            let margin = 2.min((side - 1) / 2);
            i32::try_from(number).unwrap_or(i32::MAX).clamp(margin, side - 1 - margin)
        };
        let col = keep((x + ACROSS / 2).div_euclid(ACROSS), self.grid.width());
        let row = keep((y - column_drop_in_thousandths(col) + 500).div_euclid(1000), self.grid.height());
        self.grid.at(Coord { col, row }).expect("kept on the map")
    }

    /// Returns the least and the greatest distance to the left of the hexes between two points of
    /// the line.
    pub fn sideways_range(&self, from: i64, to: i64) -> (i64, i64) {
        let sides = self
            .grid
            .cells()
            .map(|cell| self.distances_along_and_aside(cell))
            .filter(|(along, _)| (from..=to).contains(along));
        sides.fold((0, 0), |(least, most), (_, aside)| (least.min(aside), most.max(aside)))
    }
}

/// Distance from column to column, where rows lie 1000 apart.
const ACROSS: i64 = 866;

/// Returns the place of a hex across and down the map, in thousandths of a hex.
fn to_thousandths(Coord { col, row }: Coord) -> (i64, i64) {
    (i64::from(col) * ACROSS, i64::from(row) * 1000 + column_drop_in_thousandths(col))
}

/// Returns the distance that a column's hexes lie lower, in thousandths of a hex.
fn column_drop_in_thousandths(col: i32) -> i64 {
    if col & 1 == 1 { 500 } else { 0 }
}

/// Returns the square root, rounded down.
fn integer_square_root(number: i64) -> i64 {
    number.max(0).unsigned_abs().isqrt().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_are_found_again_by_their_place() {
        let grid = Grid::new(40, 30);
        for from in Direction::ALL {
            let axis = InvasionAxis::new(grid, from, 0);
            for at in [(20, 15), (5, 5), (30, 22), (2, 27)] {
                let cell = grid.at(at.into()).unwrap();
                let (along, aside) = axis.distances_along_and_aside(cell);
                assert!(grid.distance(axis.nearest_cell_to_point(along, aside), cell) <= 1, "{from} {at:?}");
            }
            let (along, _) = axis.distances_along_and_aside(axis.castle);
            assert!(
                (along - axis.length).abs() < 1500 && axis.length > 12_000,
                "{from} {along} {}",
                axis.length
            );
        }
    }
}
