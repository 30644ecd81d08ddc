//! Symmetries of a whole map.
//!
//! Flat-top hexes in odd-q order are no chessboard: odd columns lie half a hex lower, so a
//! rectangle of them has teeth in the north and south, and a mirror that maps hexes onto hexes
//! seldom maps the rectangle onto itself. What is used here always maps hexes onto hexes,
//! neighbours onto neighbours: roads stay connected. Where the rectangle does not fit, hexes at one
//! edge have no partner on the map and stand for themselves:
//!
//! | | all hexes have a partner | else without one |
//! |---|---|---|
//! | west–east mirror | odd number of columns | the column in the east |
//! | north–south mirror | one column | the southmost hex of each odd column |
//! | half turn (180°) | even number of columns, or one | the southmost hex of each odd column |
//!
//! Mirrors along the other axes and turns by 60° do not come near mapping a rectangle onto itself;
//! they are for [clips](crate::CopiedHexes).

use hotgates_engine::{Coord, Direction};
use serde::{Deserialize, Serialize};

/// A mapping of hexes onto hexes and neighbours onto neighbours that is its own inverse.
///
/// ```
/// use hotgates_editor::{Coord, Mirror};
///
/// let size = (5, 3);
/// let west = Coord { col: 0, row: 1 };
/// assert_eq!(Mirror::WestEast.mirror_image_of(size, west), Some(Coord { col: 4, row: 1 }));
/// assert!(Mirror::WestEast.is_complete(size));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mirror {
    /// Exchanges west and east.
    WestEast,
    /// Exchanges north and south.
    NorthSouth,
    /// Turns the map by 180°: exchanges both.
    HalfTurn,
}

impl Mirror {
    /// All three mirrors.
    pub const ALL: [Self; 3] = [Self::WestEast, Self::NorthSouth, Self::HalfTurn];

    /// Returns the image of a hex on a map of `width` × `height` hexes; `None` where the image
    /// would be off the map.
    pub fn mirror_image_of(self, (width, height): (i32, i32), at: Coord) -> Option<Coord> {
        let east_to_west = |col: i32| match self {
            Self::NorthSouth => col,
            // The axis must run through the middle of a column: an even column stays even.
            Self::WestEast => (width - 1) / 2 * 2 - col,
            Self::HalfTurn => width - 1 - col,
        };
        let south_to_north = |Coord { col, row }: Coord| match self {
            Self::WestEast => row,
            // Even columns become odd ones and their teeth change sides: nothing is left over.
            Self::HalfTurn if width % 2 == 0 => height - 1 - row,
            Self::NorthSouth | Self::HalfTurn => height - 1 - row - (col & 1),
        };
        let image = Coord { col: east_to_west(at.col), row: south_to_north(at) };
        ((0..width).contains(&image.col) && (0..height).contains(&image.row)).then_some(image)
    }

    /// Returns the image of a hex, or the hex itself where it has no partner.
    pub fn mirror_image_or_self(self, size: (i32, i32), at: Coord) -> Coord {
        self.mirror_image_of(size, at).unwrap_or(at)
    }

    /// Returns `true` if every hex of a map of this size has a partner.
    pub const fn is_complete(self, (width, _): (i32, i32)) -> bool {
        match self {
            Self::WestEast => width % 2 == 1,
            Self::NorthSouth => width == 1,
            Self::HalfTurn => width % 2 == 0 || width == 1,
        }
    }

    /// Returns the image of a direction.
    pub const fn mirror_direction(self, from: Direction) -> Direction {
        let there = match self {
            Self::WestEast => 6 - from as usize,
            Self::NorthSouth => 9 - from as usize,
            Self::HalfTurn => 3 + from as usize,
        };
        Direction::ALL[there % 6]
    }
}

/// The symmetry by which painting is repeated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Symmetry {
    /// No repetition.
    #[default]
    None,
    /// Repetition by one mirror or the half-turn.
    One(Mirror),
    /// Repetition by both mirrors, and so by a half-turn: four of each hex.
    Four,
}

impl Symmetry {
    /// Returns a hex and its images, each once, the hex first.
    pub fn hex_and_mirror_images(self, size: (i32, i32), at: Coord) -> impl Iterator<Item = Coord> + use<> {
        let mut images = [Some(at), None, None, None];
        match self {
            Self::None => {}
            Self::One(mirror) => images[1] = mirror.mirror_image_of(size, at),
            Self::Four => {
                images[1] = Mirror::NorthSouth.mirror_image_of(size, at);
                images[2] = Mirror::WestEast.mirror_image_of(size, at);
                images[3] = images[1].and_then(|other| Mirror::WestEast.mirror_image_of(size, other));
            }
        }
        for index in 1..images.len() {
            if images[..index].contains(&images[index]) {
                images[index] = None;
            }
        }
        images.into_iter().flatten()
    }

    /// Returns `true` if every hex of a map of this size has all its partners.
    pub const fn is_complete(self, size: (i32, i32)) -> bool {
        match self {
            Self::None => true,
            Self::One(mirror) => mirror.is_complete(size),
            Self::Four => Mirror::WestEast.is_complete(size) && Mirror::NorthSouth.is_complete(size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coords((width, height): (i32, i32)) -> impl Iterator<Item = Coord> {
        (0..width).flat_map(move |col| (0..height).map(move |row| Coord { col, row }))
    }

    fn sizes() -> impl Iterator<Item = (i32, i32)> {
        (1..8).flat_map(|width| (1..7).map(move |height| (width, height)))
    }

    #[test]
    fn a_mirror_is_its_own_inverse_and_keeps_neighbours() {
        for size in sizes() {
            for mirror in Mirror::ALL {
                for at in coords(size) {
                    let Some(image) = mirror.mirror_image_of(size, at) else { continue };
                    assert_eq!(mirror.mirror_image_of(size, image), Some(at), "{mirror:?} {size:?} {at}");
                    for direction in Direction::ALL {
                        let beside = Coord::from(at.hex() + direction.vector());
                        let Some(there) =
                            mirror.mirror_image_of(size, beside).filter(|_| is_in_map_of_size(size, beside))
                        else {
                            continue;
                        };
                        let expected = image.hex() + mirror.mirror_direction(direction).vector();
                        assert_eq!(there.hex(), expected, "{mirror:?} {size:?} {at} {direction}");
                    }
                }
            }
        }
    }

    fn is_in_map_of_size((width, height): (i32, i32), at: Coord) -> bool {
        (0..width).contains(&at.col) && (0..height).contains(&at.row)
    }

    #[test]
    fn the_table_says_which_hexes_have_no_partner() {
        for size @ (width, height) in sizes() {
            for mirror in Mirror::ALL {
                let alone: Vec<Coord> =
                    coords(size).filter(|&at| mirror.mirror_image_of(size, at).is_none()).collect();
                assert_eq!(alone.is_empty(), mirror.is_complete(size), "{mirror:?} {size:?} {alone:?}");
                let at_edge = |at: &Coord| match mirror {
                    Mirror::WestEast => at.col == width - 1,
                    _ => at.col % 2 == 1 && at.row == height - 1,
                };
                assert!(alone.iter().all(at_edge), "{mirror:?} {size:?} {alone:?}");
            }
        }
    }

    #[test]
    fn the_images_of_an_image_are_the_same_hexes() {
        let symmetries = Mirror::ALL.map(Symmetry::One).into_iter().chain([Symmetry::None, Symmetry::Four]);
        for symmetry in symmetries {
            for size in sizes() {
                for at in coords(size) {
                    let mut images: Vec<Coord> = symmetry.hex_and_mirror_images(size, at).collect();
                    assert_eq!(images[0], at);
                    images.sort_unstable();
                    for &image in &images {
                        let mut again: Vec<Coord> = symmetry.hex_and_mirror_images(size, image).collect();
                        again.sort_unstable();
                        assert_eq!(again, images, "{symmetry:?} {size:?} {at} {image}");
                    }
                }
            }
        }
    }
}
