//! What changed since somebody last looked: so that a front end draws no more again than it must.

use hotgates_engine::Coord;

/// More changed hexes than this count as all.
const MOST: usize = 1 << 16;

/// What a document changed since [`Document::take_changes`](crate::Document::take_changes) was last called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Everything may have changed: the size, what glyphs mean, or very many hexes.
    pub everything: bool,
    /// Armies, entry hexes or settings.
    pub battle: bool,
    /// Hexes whose terrain changed, some perhaps more than once; empty when everything did.
    pub hexes: Vec<Coord>,
}

impl Changes {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        !self.everything && !self.battle && self.hexes.is_empty()
    }

    pub(crate) fn mark_everything(&mut self) {
        *self = Self { everything: true, battle: true, hexes: Vec::new() };
    }

    pub(crate) fn mark_battle(&mut self) {
        self.battle = true;
    }

    pub(crate) fn mark_hex(&mut self, (width, _): (i32, i32), place: usize) {
        if self.everything {
            return;
        }
        if self.hexes.len() == MOST {
            self.mark_everything();
            return;
        }
        let width = width.cast_unsigned() as usize;
        self.hexes.push(Coord {
            col: crate::glyph_grid::to_side(place % width),
            row: crate::glyph_grid::to_side(place / width),
        });
    }
}
