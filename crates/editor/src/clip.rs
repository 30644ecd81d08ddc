//! Copied ground, to be turned, mirrored and pasted.

use hotgates_engine::{Coord, Hex};
use serde::{Deserialize, Serialize};

use crate::shape::add_hexes;

/// Copied hexes, each by what leads to it from the clip's middle. Pasting, turning by 60° and mirroring along all six
/// axes are exact: neighbours stay neighbours, wherever it is pasted, even where that makes a straight row zigzag.
/// Units and entry hexes are not copied.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clip {
    hexes: Vec<(Hex, char)>,
}

/// The line that a mirror stands on, by the way it runs from the middle of a hex: clockwise from north.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MirrorAxis {
    /// To the neighbour in the north: west and east change places.
    North,
    /// To the corner between north and north-east.
    NorthNorthEast,
    /// To the neighbour in the north-east.
    NorthEast,
    /// To the corner in the east: north and south change places.
    East,
    /// To the neighbour in the south-east.
    SouthEast,
    /// To the corner between south-east and south.
    SouthSouthEast,
}

impl MirrorAxis {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::North,
        Self::NorthNorthEast,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::SouthSouthEast,
    ];
}

impl Clip {
    /// A clip of these hexes around its middle.
    pub(crate) fn new(middle: Coord, hexes: impl Iterator<Item = (Coord, char)>) -> Self {
        let middle = middle.hex();
        Self { hexes: hexes.map(|(at, glyph)| (at.hex() - middle, glyph)).collect() }
    }

    /// The hexes with their glyphs when its middle lies on one; some may be off the map.
    pub fn placed_at(&self, middle: Coord) -> impl Iterator<Item = (Coord, char)> + '_ {
        let middle = middle.hex();
        self.hexes.iter().map(move |&(offset, glyph)| (Coord::from(add_hexes(middle, offset)), glyph))
    }

    /// How many hexes it has.
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// Turned clockwise about its middle, by so many times 60°; negative turns go the other way.
    #[must_use]
    pub fn rotated_by(mut self, sixths: i32) -> Self {
        for (hex, _) in &mut self.hexes {
            for _ in 0..sixths.rem_euclid(6) {
                // In cube coordinates q, r, s become −r, −s, −q.
                *hex = Hex::new(-hex.y, hex.x + hex.y);
            }
        }
        self
    }

    /// Mirrored at an axis through its middle.
    #[must_use]
    pub fn mirrored_at(mut self, axis: MirrorAxis) -> Self {
        for (hex, _) in &mut self.hexes {
            *hex = Hex::new(-hex.x, hex.x + hex.y);
        }
        // A mirror after which one turns by 60° is a mirror at an axis 30° further on.
        self.rotated_by(axis as i32)
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::Direction;

    use super::*;

    fn star() -> Clip {
        let glyphs = ['n', 'e', 'E', 's', 'w', 'W'];
        let arms = Direction::ALL.into_iter().zip(glyphs);
        Clip { hexes: arms.map(|(direction, glyph)| (direction.vector(), glyph)).collect() }
    }

    fn glyphs_around(clip: &Clip) -> String {
        let glyph = |direction: Direction| {
            clip.hexes.iter().find(|(hex, _)| *hex == direction.vector()).expect("a star stays a star").1
        };
        Direction::ALL.map(glyph).iter().collect()
    }

    #[test]
    fn a_turn_by_60_degrees_goes_clockwise() {
        assert_eq!(glyphs_around(&star()), "neEswW");
        assert_eq!(glyphs_around(&star().rotated_by(1)), "WneEsw");
        assert_eq!(glyphs_around(&star().rotated_by(-1)), "eEswWn");
        assert_eq!(star().rotated_by(6), star());
    }

    #[test]
    fn each_axis_leaves_what_lies_on_it() {
        assert_eq!(glyphs_around(&star().mirrored_at(MirrorAxis::North)), "nWwsEe");
        assert_eq!(glyphs_around(&star().mirrored_at(MirrorAxis::NorthNorthEast)), "enWwsE");
        assert_eq!(glyphs_around(&star().mirrored_at(MirrorAxis::NorthEast)), "EenWws");
        assert_eq!(glyphs_around(&star().mirrored_at(MirrorAxis::East)), "sEenWw");
        for axis in MirrorAxis::ALL {
            assert_eq!(star().mirrored_at(axis).mirrored_at(axis), star());
        }
    }
}
