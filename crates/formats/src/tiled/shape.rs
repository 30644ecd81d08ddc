//! The places of a map's hexes, and the symmetries that turn them into ours; the documentation of
//! [`tiled`](super) says why so.

use hotgates_engine::{Coord, Direction};

use super::model::TiledMap;
use crate::detail::{ExpectedValue, ImportNote, ValueName};
use crate::error::{ImportProblem, quote_shortly};

/// The lines that are staggered: columns (`X`) or rows (`Y`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaggerAxis {
    X,
    Y,
}

/// The places of a map's hexes. Positions are Tiled's: tiles from the top left, and pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HexPlacement {
    pub axis: StaggerAxis,
    /// `true` if odd columns or rows are moved by half a hex.
    pub odd: bool,
    tile: [f64; 2],
    side: f64,
}

impl HexPlacement {
    /// Returns the placement that a map says it has.
    pub fn from_map(map: &TiledMap) -> Result<Self, ImportProblem> {
        let value = |what, value: &str, expected| ImportProblem::Value {
            what,
            value: quote_shortly(value),
            expected,
        };
        if map.orientation != "hexagonal" {
            return Err(ImportProblem::NotHexagonal { orientation: quote_shortly(&map.orientation) });
        }
        let axis = match map.stagger_axis.as_str() {
            "x" => StaggerAxis::X,
            "y" => StaggerAxis::Y,
            other => {
                return Err(value(
                    ValueName::Setting("staggeraxis"),
                    other,
                    ExpectedValue::EitherWord("x", "y"),
                ));
            }
        };
        let odd = match map.stagger_index.as_str() {
            "odd" => true,
            "even" => false,
            other => {
                return Err(value(
                    ValueName::Setting("staggerindex"),
                    other,
                    ExpectedValue::EitherWord("odd", "even"),
                ));
            }
        };
        if map.tile_width == 0 || map.tile_height == 0 {
            let size = format!("{} × {}", map.tile_width, map.tile_height);
            return Err(value(ValueName::TileSize, &size, ExpectedValue::OnePixel));
        }
        let tile = [map.tile_width, map.tile_height].map(f64::from);
        Ok(Self { axis, odd, tile, side: map.hex_side.into() })
    }

    /// Returns the pixel in the middle of a tile.
    pub fn centre_of_tile(&self, [x, y]: [i64; 2]) -> [f64; 2] {
        let [along, across] = match self.axis {
            StaggerAxis::X => [x, y],
            StaggerAxis::Y => [y, x],
        };
        let [step, size] = self.line_spacing();
        let moved = if along.rem_euclid(2) == i64::from(self.odd) { size / 2.0 } else { 0.0 };
        let [length, _] = self.tile_size_along_and_across();
        let centre = [to_f64(along) * step + length / 2.0, to_f64(across) * size + moved + size / 2.0];
        match self.axis {
            StaggerAxis::X => centre,
            StaggerAxis::Y => [centre[1], centre[0]],
        }
    }

    /// Returns the tile whose middle is nearest to a pixel; `None` for pixels far off every map.
    pub fn tile_at(&self, pixel: [f64; 2]) -> Option<[i64; 2]> {
        const FAR: f64 = 1e9;
        if !pixel.iter().all(|part| part.abs() < FAR) {
            return None;
        }
        let [step, size] = self.line_spacing();
        let [along, across] = match self.axis {
            StaggerAxis::X => pixel,
            StaggerAxis::Y => [pixel[1], pixel[0]],
        };
        let (along, across) = (floor_to_i64(along / step), floor_to_i64(across / size));
        let near = |middle: i64| middle - 2..=middle + 1;
        let tiles = near(along).flat_map(|along| near(across).map(move |across| [along, across]));
        let tiles = tiles.map(|[along, across]| match self.axis {
            StaggerAxis::X => [along, across],
            StaggerAxis::Y => [across, along],
        });
        let distance = |tile: &[i64; 2]| {
            let [x, y] = self.centre_of_tile(*tile);
            (x - pixel[0]).powi(2) + (y - pixel[1]).powi(2)
        };
        tiles.min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Returns the distance from one staggered line to the next, and between neighbours within a
    /// line, in pixels.
    fn line_spacing(&self) -> [f64; 2] {
        let [length, size] = self.tile_size_along_and_across();
        [f64::midpoint(length, self.side).max(1.0), size]
    }

    /// Returns the size of a tile along the staggered axis and across it, in pixels.
    const fn tile_size_along_and_across(&self) -> [f64; 2] {
        let [width, height] = self.tile;
        match self.axis {
            StaggerAxis::X => [width, height],
            StaggerAxis::Y => [height, width],
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "tiles are far fewer than 2^52")]
const fn to_f64(n: i64) -> f64 {
    n as f64
}

#[expect(clippy::cast_possible_truncation, reason = "pixels off the map were refused")]
fn floor_to_i64(x: f64) -> i64 {
    x.floor() as i64
}

/// A symmetry that turns a rectangle of tiles into one of our maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridSymmetry {
    pub axis: StaggerAxis,
    /// `true` if odd lines of the rectangle itself are moved by half a hex.
    pub odd: bool,
    pub width: i32,
    pub height: i32,
}

impl GridSymmetry {
    /// Number of columns and rows of our map.
    pub const fn columns_and_rows(&self) -> [i32; 2] {
        match self.axis {
            StaggerAxis::X => [self.width, self.height],
            StaggerAxis::Y => [self.height, self.width],
        }
    }

    /// Returns the hex of our map on which a tile of the rectangle lies.
    pub const fn hex_of_tile(&self, [x, y]: [i32; 2]) -> Coord {
        let [col, row] = match self.axis {
            StaggerAxis::X => [x, y],
            StaggerAxis::Y => [y, x],
        };
        Coord { col, row: if self.odd { row } else { self.columns_and_rows()[1] - 1 - row } }
    }

    /// Returns the direction that a direction's name stands for after the turn. Maps with pointed
    /// tops have east and west, but no north and south.
    pub fn turn_direction(&self, property: &str, name: &str) -> Result<Direction, ImportProblem> {
        let names = match self.axis {
            StaggerAxis::X => ["n", "ne", "se", "s", "sw", "nw"],
            // The same six steps after the turn that makes rows columns.
            StaggerAxis::Y => ["w", "sw", "se", "e", "ne", "nw"],
        };
        let Some(index) = names.iter().position(|&other| other == name) else {
            let (what, expected) =
                (ValueName::Property(property.to_owned()), ExpectedValue::OneOf(names.to_vec()));
            return Err(ImportProblem::Value { what, value: quote_shortly(name), expected });
        };
        // Clockwise from north; mirrored, the same angle the other way round from south.
        Ok(Direction::ALL[if self.odd { index } else { (9 - index) % 6 }])
    }

    /// Returns a note on the change for a person; `None` where there is none.
    pub const fn change_note(&self) -> Option<ImportNote> {
        match (self.axis, self.odd) {
            (StaggerAxis::X, true) => None,
            (StaggerAxis::X, false) => Some(ImportNote::Mirrored),
            (StaggerAxis::Y, true) => Some(ImportNote::Transposed),
            (StaggerAxis::Y, false) => Some(ImportNote::TurnedLeft),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(axis: StaggerAxis, odd: bool) -> HexPlacement {
        let tile = if axis == StaggerAxis::X { [64.0, 56.0] } else { [56.0, 64.0] };
        HexPlacement { axis, odd, tile, side: 32.0 }
    }

    const ALL: [(StaggerAxis, bool); 4] =
        [(StaggerAxis::X, true), (StaggerAxis::X, false), (StaggerAxis::Y, true), (StaggerAxis::Y, false)];

    #[test]
    fn hexes_lie_where_tiled_draws_them() {
        let check = |axis, odd, tile, expected: &str| {
            let [x, y] = shape(axis, odd).centre_of_tile(tile);
            assert_eq!(format!("{x:.1} {y:.1}"), expected);
        };
        check(StaggerAxis::X, true, [0, 0], "32.0 28.0");
        check(StaggerAxis::X, true, [1, 0], "80.0 56.0");
        check(StaggerAxis::X, true, [2, 3], "128.0 196.0");
        check(StaggerAxis::X, false, [0, 0], "32.0 56.0");
        check(StaggerAxis::Y, true, [0, 1], "56.0 80.0");
        check(StaggerAxis::Y, false, [3, 2], "224.0 128.0");
        check(StaggerAxis::X, true, [-1, 0], "-16.0 56.0");
    }

    #[test]
    fn a_tile_is_found_by_any_pixel_near_its_middle() {
        for (axis, odd) in ALL {
            let shape = shape(axis, odd);
            for tile in (-3..5).flat_map(|x| (-3..5).map(move |y| [x, y])) {
                let [x, y] = shape.centre_of_tile(tile);
                for pixel in [[x, y], [x + 20.0, y], [x - 20.0, y], [x, y + 20.0], [x, y - 20.0]] {
                    assert_eq!(shape.tile_at(pixel), Some(tile), "{axis:?} {odd} {pixel:?}");
                }
            }
        }
        for far in [f64::NAN, f64::INFINITY, -1e300] {
            assert_eq!(shape(StaggerAxis::X, true).tile_at([far, 0.0]), None);
        }
    }

    /// Two tiles are neighbours where Tiled draws them exactly if their hexes are.
    #[test]
    fn neighbours_stay_neighbours() {
        for (axis, odd) in ALL {
            for (width, height) in [(5, 4), (4, 5)] {
                let (shape, turn) = (shape(axis, odd), GridSymmetry { axis, odd, width, height });
                let tiles: Vec<_> = (0..width).flat_map(|x| (0..height).map(move |y| [x, y])).collect();
                for &a in &tiles {
                    for &b in &tiles {
                        let [[ax, ay], [bx, by]] =
                            [a, b].map(|tile| shape.centre_of_tile(tile.map(i64::from)));
                        let drawn = (ax - bx).hypot(ay - by) < 60.0;
                        let near =
                            turn.hex_of_tile(a).hex().unsigned_distance_to(turn.hex_of_tile(b).hex()) <= 1;
                        assert_eq!(drawn, near, "{axis:?} {odd} {a:?} {b:?}");
                    }
                }
            }
        }
    }

    /// The step that Tiled draws towards a direction is the step to the direction's new name.
    #[test]
    fn directions_turn_with_the_map() {
        let angle = |name: &str| match name {
            "n" => [0.0, -1.0],
            "s" => [0.0, 1.0],
            "e" => [1.0, 0.0],
            "w" => [-1.0, 0.0],
            "ne" => [0.7, -0.7],
            "se" => [0.7, 0.7],
            "sw" => [-0.7, 0.7],
            _ => [-0.7, -0.7],
        };
        for (axis, odd) in ALL {
            let (shape, turn) = (shape(axis, odd), GridSymmetry { axis, odd, width: 6, height: 6 });
            let names = match axis {
                StaggerAxis::X => ["n", "ne", "se", "s", "sw", "nw"],
                StaggerAxis::Y => ["e", "ne", "nw", "w", "sw", "se"],
            };
            for name in names {
                let [x, y] = shape.centre_of_tile([2, 2]);
                let [dx, dy] = angle(name);
                let beside = shape.tile_at([x + 50.0 * dx, y + 50.0 * dy]).unwrap();
                let beside = beside.map(|part| i32::try_from(part).unwrap());
                let step = turn.hex_of_tile(beside).hex() - turn.hex_of_tile([2, 2]).hex();
                assert_eq!(
                    turn.turn_direction("from", name).unwrap().vector(),
                    step,
                    "{axis:?} {odd} {name}"
                );
            }
        }
        assert!(
            GridSymmetry { axis: StaggerAxis::Y, odd: true, width: 6, height: 6 }
                .turn_direction("from", "n")
                .is_err()
        );
        assert!(
            GridSymmetry { axis: StaggerAxis::X, odd: true, width: 6, height: 6 }
                .turn_direction("from", "e")
                .is_err()
        );
    }
}
