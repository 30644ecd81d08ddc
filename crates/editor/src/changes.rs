//! The record of what changed between two looks at a document, so that a front end redraws no more
//! than it must.

use hotgates_engine::Coord;

/// Largest number of changed hexes that are listed; more count as the whole map.
const MOST: usize = 1 << 16;

/// The parts of a document that changed since
/// [`Document::take_changes`](crate::Document::take_changes) was last called.
///
/// ```
/// use hotgates_editor::{Coord, Document};
///
/// let source = r##"Map(name: "Pass", rows: ["..#", "..."])"##;
/// let mut document = Document::open(source).expect("a sound file");
/// assert!(document.take_changes().everything, "all of a new document is new");
/// let forest = document.rules().terrain("forest").expect("a classic terrain");
/// document.paint_hexes([Coord { col: 1, row: 1 }], forest)?;
/// assert_eq!(document.take_changes().hexes, [Coord { col: 1, row: 1 }]);
/// assert!(document.take_changes().is_empty());
/// # Ok::<(), hotgates_editor::EditRefusal>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentChanges {
    /// `true` if everything may have changed: the size, the meaning of glyphs, or very many hexes.
    pub everything: bool,
    /// `true` if armies, entry hexes or settings changed.
    pub battle: bool,
    /// Hexes whose terrain changed, some perhaps more than once; empty if everything changed.
    pub hexes: Vec<Coord>,
}

impl DocumentChanges {
    /// Returns `true` if nothing changed.
    pub fn is_empty(&self) -> bool {
        !self.everything && !self.battle && self.hexes.is_empty()
    }

    pub(crate) fn mark_everything_changed(&mut self) {
        *self = Self { everything: true, battle: true, hexes: Vec::new() };
    }

    pub(crate) fn mark_battle_changed(&mut self) {
        self.battle = true;
    }

    pub(crate) fn mark_hex_changed(&mut self, (width, _): (i32, i32), place: usize) {
        if self.everything {
            return;
        }
        if self.hexes.len() == MOST {
            self.mark_everything_changed();
            return;
        }
        let width = width.cast_unsigned() as usize;
        self.hexes.push(Coord {
            col: crate::glyph_grid::side_to_i32(place % width),
            row: crate::glyph_grid::side_to_i32(place / width),
        });
    }
}
