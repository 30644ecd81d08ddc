//! Shapes of hexes: brushes, lines and rectangles. Hexes off the map are included; callers that
//! paint leave them out.

use hotgates_engine::{Coord, Hex};

/// The largest brush size.
pub const MAX_BRUSH: u32 = 5;

/// Returns the hexes that a brush of a size covers: 1, 7, 19, 37 or 61.
///
/// ```
/// use hotgates_editor::{Coord, brush_hexes};
///
/// let middle = Coord { col: 4, row: 4 };
/// assert_eq!(brush_hexes(middle, 1).collect::<Vec<_>>(), [middle]);
/// assert_eq!(brush_hexes(middle, 3).count(), 19);
/// ```
pub fn brush_hexes(centre: Coord, size: u32) -> impl Iterator<Item = Coord> {
    let radius = i32::try_from(size.clamp(1, MAX_BRUSH)).expect("a small number") - 1;
    (-radius..=radius).flat_map(move |q| {
        let rows = (-radius).max(-q - radius)..=radius.min(radius - q);
        rows.map(move |r| Coord::from(add_hex_vectors(centre.hex(), Hex::new(q, r))))
    })
}

/// Returns the hexes on the straight line between two hexes, both included, each beside the one
/// before. Where the line runs between two hexes, the hex in the south or south-east is taken, so
/// that a line along a row stays in its row.
///
/// Points at even distances, each rounded to the hex that contains it (Patel, "Hexagonal Grids",
/// 2013), in integers.
///
/// ```
/// use hotgates_editor::{Coord, line_hexes};
///
/// let row: Vec<Coord> = (0..4).map(|col| Coord { col, row: 2 }).collect();
/// assert_eq!(line_hexes(row[0], row[3]), row);
/// ```
///
/// # Panics
/// Hexes that are farther apart than any map is wide.
pub fn line_hexes(from: Coord, to: Coord) -> Vec<Coord> {
    // Small enough to decide nothing but a tie, and different for each pair of neighbours.
    const NUDGE: [i64; 3] = [1, 2, -3];
    let cube = |hex: Hex| [i64::from(hex.x), i64::from(hex.y), -i64::from(hex.x) - i64::from(hex.y)];
    let (a, b) = (cube(from.hex()), cube(to.hex()));
    let steps = (0..3).map(|axis| (a[axis] - b[axis]).abs()).max().unwrap_or(0);
    assert!(steps <= 1 << 16, "lines are drawn on maps");
    let unit = 16 * steps.max(1);
    let point = |step: i64| {
        let exact: [i64; 3] =
            std::array::from_fn(|axis| 16 * (a[axis] * (steps - step) + b[axis] * step) + NUDGE[axis]);
        if steps == 0 { from } else { round_to_hex(exact, unit) }
    };
    (0..=steps).map(point).collect()
}

/// Returns the hex that contains a point in cube coordinates: each coordinate rounded, and the one
/// that changed most computed from the others.
fn round_to_hex(exact: [i64; 3], unit: i64) -> Coord {
    let [mut q, mut r, s] = exact.map(|value| (2 * value + unit).div_euclid(2 * unit));
    let [dq, dr, ds] = [(q, 0), (r, 1), (s, 2)].map(|(value, axis)| (value * unit - exact[axis]).abs());
    if dq > dr && dq > ds {
        q = -r - s;
    } else if dr > ds {
        r = -q - s;
    }
    let narrow = |value: i64| i32::try_from(value).expect("it lies between two hexes");
    Coord::from(Hex::new(narrow(q), narrow(r)))
}

/// Returns the sum of two hexes. Far off every map the sum wraps around, as the engine's
/// coordinates do.
pub(crate) const fn add_hex_vectors(a: Hex, b: Hex) -> Hex {
    Hex::new(a.x.wrapping_add(b.x), a.y.wrapping_add(b.y))
}

/// Returns the hexes between two corners, by columns and rows.
pub fn rectangle_hexes(a: Coord, b: Coord) -> impl Iterator<Item = Coord> {
    let (cols, rows) = (a.col.min(b.col)..=a.col.max(b.col), a.row.min(b.row)..=a.row.max(b.row));
    rows.flat_map(move |row| cols.clone().map(move |col| Coord { col, row }))
}

/// Returns the hex nearest to `at` that lies on the map or at most a brush away from the map. A
/// pointer far off the map is taken to be there, so that no line is longer than the map.
pub(crate) fn clamp_near_map((width, height): (i32, i32), at: Coord) -> Coord {
    const MARGIN: i32 = 8;
    Coord { col: at.col.clamp(-MARGIN, width + MARGIN), row: at.row.clamp(-MARGIN, height + MARGIN) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brushes_have_the_sizes_of_hexagons() {
        for (size, hexes) in [(1, 1), (2, 7), (3, 19), (4, 37), (5, 61)] {
            let centre = Coord { col: 3, row: 4 };
            let disc: Vec<Coord> = brush_hexes(centre, size).collect();
            assert_eq!(disc.len(), hexes);
            assert!(disc.iter().all(|at| at.hex().unsigned_distance_to(centre.hex()) < size));
        }
    }

    #[test]
    fn a_line_along_a_row_stays_in_it_and_is_the_same_both_ways() {
        let at = |col| Coord { col, row: 3 };
        let expected: Vec<Coord> = (0..9).map(at).collect();
        assert_eq!(line_hexes(at(0), at(8)), expected);
        let mut back = line_hexes(at(8), at(0));
        back.reverse();
        assert_eq!(back, expected);
    }

    #[test]
    fn each_hex_of_a_line_lies_beside_the_one_before() {
        for (col, row) in [(0, 0), (9, 0), (0, -7), (13, 5), (-6, 11)] {
            let from = Coord { col: 2, row: 3 };
            let line = line_hexes(from, Coord { col, row });
            assert_eq!((line[0], line[line.len() - 1]), (from, Coord { col, row }));
            assert!(line.len() == 1 + from.hex().unsigned_distance_to(line[line.len() - 1].hex()) as usize);
            assert!(line.windows(2).all(|two| two[0].hex().unsigned_distance_to(two[1].hex()) == 1));
        }
    }
}
