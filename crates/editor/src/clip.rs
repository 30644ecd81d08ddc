//! Copied ground that can be turned, mirrored and pasted.

use hotgates_engine::{Coord, Hex};
use serde::{Deserialize, Serialize};

use crate::shape::add_hex_vectors;

/// Copied hexes, each stored as its offset from the clip's middle. Pasting, turning by 60° and
/// mirroring along all six axes are exact: neighbours stay neighbours wherever the clip is pasted,
/// even where that makes a straight row zigzag. Units and entry hexes are not copied.
///
/// ```
/// use hotgates_editor::{CopiedHexes, Coord, Document, Editor, EditorTool};
///
/// let source = r##"Map(name: "Ford", rows: [".f~#.", ".....", "....."])"##;
/// let mut editor = Editor::new(Document::open(source).expect("a sound file"));
/// editor.set_tool(EditorTool::SelectRectangle);
/// editor.press_pointer(Coord { col: 1, row: 0 })?;
/// editor.release_pointer(Coord { col: 3, row: 0 })?;
/// editor.copy_selection()?;
/// let clip: CopiedHexes = editor.clip().expect("what was just copied").clone();
/// assert_eq!(clip.len(), 3);
///
/// // Half a turn exchanges the forest in the west with the castle in the east.
/// let middle = Coord { col: 2, row: 1 };
/// let turned: Vec<_> = clip.rotated_by(3).hexes_placed_at(middle).collect();
/// assert!(turned.contains(&(Coord { col: 2, row: 1 }, '~')));
/// assert!(turned.iter().any(|&(at, glyph)| glyph == '#' && at.col == 1));
/// # Ok::<(), hotgates_editor::EditRefusal>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopiedHexes {
    hexes: Vec<(Hex, char)>,
}

/// The line that a mirror stands on, named by its direction from the middle of a hex, clockwise
/// from north.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MirrorAxis {
    /// Towards the neighbour in the north: west and east change places.
    North,
    /// Towards the corner between north and north-east.
    NorthNorthEast,
    /// Towards the neighbour in the north-east.
    NorthEast,
    /// Towards the corner in the east: north and south change places.
    East,
    /// Towards the neighbour in the south-east.
    SouthEast,
    /// Towards the corner between south-east and south.
    SouthSouthEast,
}

impl MirrorAxis {
    /// All six axes.
    pub const ALL: [Self; 6] = [
        Self::North,
        Self::NorthNorthEast,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::SouthSouthEast,
    ];
}

impl CopiedHexes {
    /// Makes a clip of hexes around a middle.
    pub(crate) fn new(middle: Coord, hexes: impl Iterator<Item = (Coord, char)>) -> Self {
        let middle = middle.hex();
        Self { hexes: hexes.map(|(at, glyph)| (at.hex() - middle, glyph)).collect() }
    }

    /// Returns the hexes with their glyphs for a clip whose middle lies on `middle`; some may be
    /// off the map.
    pub fn hexes_placed_at(&self, middle: Coord) -> impl Iterator<Item = (Coord, char)> + '_ {
        let middle = middle.hex();
        self.hexes.iter().map(move |&(offset, glyph)| (Coord::from(add_hex_vectors(middle, offset)), glyph))
    }

    /// Returns the number of hexes.
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Returns `true` if the clip has no hexes.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// Returns the clip turned clockwise about its middle by `sixths` times 60°; negative numbers
    /// turn the other way.
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

    /// Returns the clip mirrored at an axis through its middle.
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

    fn star() -> CopiedHexes {
        let glyphs = ['n', 'e', 'E', 's', 'w', 'W'];
        let arms = Direction::ALL.into_iter().zip(glyphs);
        CopiedHexes { hexes: arms.map(|(direction, glyph)| (direction.vector(), glyph)).collect() }
    }

    fn glyphs_in_rectangle(clip: &CopiedHexes) -> String {
        let glyph = |direction: Direction| {
            clip.hexes.iter().find(|(hex, _)| *hex == direction.vector()).expect("a star stays a star").1
        };
        Direction::ALL.map(glyph).iter().collect()
    }

    #[test]
    fn a_turn_by_60_degrees_goes_clockwise() {
        assert_eq!(glyphs_in_rectangle(&star()), "neEswW");
        assert_eq!(glyphs_in_rectangle(&star().rotated_by(1)), "WneEsw");
        assert_eq!(glyphs_in_rectangle(&star().rotated_by(-1)), "eEswWn");
        assert_eq!(star().rotated_by(6), star());
    }

    #[test]
    fn each_axis_leaves_what_lies_on_it() {
        assert_eq!(glyphs_in_rectangle(&star().mirrored_at(MirrorAxis::North)), "nWwsEe");
        assert_eq!(glyphs_in_rectangle(&star().mirrored_at(MirrorAxis::NorthNorthEast)), "enWwsE");
        assert_eq!(glyphs_in_rectangle(&star().mirrored_at(MirrorAxis::NorthEast)), "EenWws");
        assert_eq!(glyphs_in_rectangle(&star().mirrored_at(MirrorAxis::East)), "sEenWw");
        for axis in MirrorAxis::ALL {
            assert_eq!(star().mirrored_at(axis).mirrored_at(axis), star());
        }
    }
}
