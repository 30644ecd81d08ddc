//! Offset coordinates of hexes, and the six directions.

use std::cmp::Ordering;
use std::fmt;

use hexx::Hex;
use serde::{Deserialize, Serialize};

/// Odd-q offset coordinates of a flat-top hex: columns from the west, rows from the north, both
/// from 0; odd columns lie half a hex lower. Written `(col, row)` in files and `col,row` in
/// messages.
///
/// ```
/// use hotgates_grid::{Coord, Direction};
///
/// let south_east = |from: Coord| Coord::from(from.hex() + Direction::Se.vector());
/// assert_eq!(south_east(Coord { col: 0, row: 0 }), Coord { col: 1, row: 0 });
/// assert_eq!(south_east(Coord { col: 1, row: 0 }), Coord { col: 2, row: 1 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Coord {
    /// Column, 0 in the west.
    pub col: i32,
    /// Row, 0 in the north.
    pub row: i32,
}

/// Returns `true` if a hex is at most `range` hexes away from another: without counting how many they are, which
/// takes twice as long.
///
/// ```
/// use hotgates_grid::{Hex, is_within};
///
/// let near = Hex::new(5, -3);
/// assert!(is_within(near, Hex::new(2, -1), 3) && !is_within(near, Hex::new(2, -1), 2));
/// ```
#[inline]
#[must_use]
pub fn is_within(hex: Hex, centre: Hex, range: u32) -> bool {
    let (x, y) = (hex.x - centre.x, hex.y - centre.y);
    // No two hexes of a map, or beside one, are farther apart.
    let range = range.min(1 << 20).cast_signed();
    let most = 2 * range.cast_unsigned();
    let is_far = |axis: i32| (axis + range).cast_unsigned() > most;
    // Without a branch: processors guess wrong which axis is too long.
    !(is_far(x) | is_far(y) | is_far(x + y))
}

impl Coord {
    /// Returns the hex in the column and row.
    #[inline]
    #[must_use]
    pub const fn hex(self) -> Hex {
        // Hexx's own conversion overflows far off any map, where files and bots may point; here the
        // subtraction wraps, so that each coordinate still has a hex of its own.
        Hex::new(self.col, self.row.wrapping_sub(self.col >> 1))
    }
}

impl From<(i32, i32)> for Coord {
    fn from((col, row): (i32, i32)) -> Self {
        Self { col, row }
    }
}

impl From<Coord> for (i32, i32) {
    fn from(Coord { col, row }: Coord) -> Self {
        (col, row)
    }
}

impl From<Hex> for Coord {
    #[inline]
    fn from(hex: Hex) -> Self {
        Self { col: hex.x, row: hex.y.wrapping_add(hex.x >> 1) }
    }
}

impl From<Coord> for Hex {
    #[inline]
    fn from(coord: Coord) -> Self {
        coord.hex()
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.col, self.row)
    }
}

/// One of the six directions. Their order breaks ties everywhere in the game.
///
/// ```
/// use hotgates_grid::{Coord, Direction};
///
/// assert_eq!(Direction::by_name("ne"), Some(Direction::Ne));
/// assert_eq!(Direction::Ne.opposite(), Direction::Sw);
/// assert_eq!(Direction::S.anchor(11, 6), Coord { col: 5, row: 5 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// North.
    N,
    /// North-east.
    Ne,
    /// South-east.
    Se,
    /// South.
    S,
    /// South-west.
    Sw,
    /// North-west.
    Nw,
}

impl Direction {
    /// All six directions, clockwise from north.
    pub const ALL: [Self; 6] = [Self::N, Self::Ne, Self::Se, Self::S, Self::Sw, Self::Nw];

    /// Returns the step to the neighbour in the direction, in axial coordinates.
    #[inline]
    #[must_use]
    pub const fn vector(self) -> Hex {
        match self {
            Self::N => Hex::new(0, -1),
            Self::Ne => Hex::new(1, -1),
            Self::Se => Hex::new(1, 0),
            Self::S => Hex::new(0, 1),
            Self::Sw => Hex::new(-1, 1),
            Self::Nw => Hex::new(-1, 0),
        }
    }

    /// Returns the opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// Number of steps of 60° between two directions, 0 to 3.
    ///
    /// ```
    /// use hotgates_grid::Direction;
    ///
    /// let turns = Direction::ALL.map(|other| Direction::Nw.turns_to(other));
    /// assert_eq!(turns, [1, 2, 3, 2, 1, 0]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn turns_to(self, other: Self) -> u32 {
        let apart = (self as u32).abs_diff(other as u32);
        if apart > 3 { 6 - apart } else { apart }
    }

    /// Lists the directions that lead most nearly to another hex: one, or two where it lies just between
    /// them; none to the hex itself.
    ///
    /// ```
    /// use hotgates_grid::{Direction, Hex};
    ///
    /// let toward = |x, y| Direction::all_toward(Hex::ZERO, Hex::new(x, y)).collect::<Vec<_>>();
    /// assert_eq!(toward(0, -1), [Direction::N]);
    /// assert_eq!(toward(3, -2), [Direction::Ne], "nearer to it than the direction south-east");
    /// assert_eq!(toward(2, -4), [Direction::N, Direction::Ne]);
    /// assert!(toward(0, 0).is_empty());
    /// ```
    #[inline]
    pub fn all_toward(from: Hex, to: Hex) -> impl Iterator<Item = Self> {
        let away = to - from;
        let (x, y, z) = (away.x, away.y, away.z());
        // Of the two directions between which the hex lies the first, and the steps along each.
        let between = match () {
            () if x >= 0 && z > 0 => Some((Self::N, z, x)),
            () if y < 0 && z <= 0 => Some((Self::Ne, -y, -z)),
            () if x > 0 && y >= 0 => Some((Self::Se, x, y)),
            () if x <= 0 && z < 0 => Some((Self::S, -z, -x)),
            () if y > 0 && z >= 0 => Some((Self::Sw, y, z)),
            () if x < 0 && y <= 0 => Some((Self::Nw, -x, -y)),
            () => None,
        };
        let nearest = between.map_or([None; 2], |(way, along, beyond)| {
            let next = Self::ALL[(way as usize + 1) % 6];
            match along.cmp(&beyond) {
                Ordering::Greater => [Some(way), None],
                Ordering::Equal => [Some(way.min(next)), Some(way.max(next))],
                Ordering::Less => [Some(next), None],
            }
        });
        nearest.into_iter().flatten()
    }

    /// Returns the word in files and options: `n`, `ne`, `se`, `s`, `sw` or `nw`.
    pub const fn name(self) -> &'static str {
        ["n", "ne", "se", "s", "sw", "nw"][self as usize]
    }

    /// Returns the direction of a [`name`](Self::name).
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// Returns the hex on the edge of a map of `width` × `height` hexes where an invasion from the
    /// direction starts.
    #[must_use]
    pub const fn anchor(self, width: i32, height: i32) -> Coord {
        let (east, south) = (width - 1, height - 1);
        match self {
            Self::N => Coord { col: width / 2, row: 0 },
            Self::Ne => Coord { col: east, row: height / 4 },
            Self::Se => Coord { col: east, row: 3 * height / 4 },
            Self::S => Coord { col: width / 2, row: south },
            Self::Sw => Coord { col: 0, row: 3 * height / 4 },
            Self::Nw => Coord { col: 0, row: height / 4 },
        }
    }
}

impl fmt::Display for Direction {
    /// Writes the word in sentences: `north`, `north-east` …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            ["north", "north-east", "south-east", "south", "south-west", "north-west"][*self as usize],
        )
    }
}

#[cfg(test)]
mod tests {
    use hexx::{HexOrientation, OffsetHexMode};

    use super::*;

    #[test]
    fn odd_columns_lie_half_a_hex_lower() {
        let at = |col, row| Coord { col, row };
        let south_east = |from: Coord| Coord::from(from.hex() + Direction::Se.vector());
        assert_eq!(south_east(at(0, 0)), at(1, 0));
        assert_eq!(south_east(at(1, 0)), at(2, 1));
    }

    #[test]
    fn the_offset_coordinates_are_those_of_hexx() {
        for (col, row) in (-9..9).flat_map(|col| (-9..9).map(move |row| (col, row))) {
            let hex = Hex::from_offset_coordinates([col, row], OffsetHexMode::Odd, HexOrientation::Flat);
            assert_eq!(Coord { col, row }.hex(), hex);
            assert_eq!(Coord::from(hex), Coord { col, row });
        }
    }

    #[test]
    fn coordinates_far_off_any_map_come_back_too() {
        let far = [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX];
        for (col, row) in far.into_iter().flat_map(|col| far.map(|row| (col, row))) {
            assert_eq!(Coord::from(Coord { col, row }.hex()), Coord { col, row });
        }
    }

    #[test]
    fn six_steps_clockwise_come_back() {
        let end = Direction::ALL.iter().fold(Hex::ZERO, |hex, direction| hex + direction.vector());
        assert_eq!(end, Hex::ZERO);
        for direction in Direction::ALL {
            assert_eq!(direction.vector() + direction.opposite().vector(), Hex::ZERO);
        }
    }

    #[test]
    fn the_directions_to_a_hex_are_those_that_lead_past_it_most_nearly() {
        let from = Hex::new(3, -2);
        for to in from.range(9) {
            let steps = from.distance_to(to);
            let missed = |way: &Direction| (from + way.vector() * steps).distance_to(to);
            let nearest = Direction::ALL.iter().map(missed).min();
            let expected = Direction::ALL.into_iter().filter(|way| steps > 0 && Some(missed(way)) == nearest);
            assert!(Direction::all_toward(from, to).eq(expected), "{to:?}");
        }
    }
}
