//! The meaning of each glyph of a document.

use hotgates_engine::{MapFile, Ruleset, TerrainId};

use crate::refusal::EditRefusal;

/// Stands for "no terrain".
const NONE: u8 = u8::MAX;

/// The glyphs and terrains of one document: the ruleset's own, and those to which the file gives
/// another meaning.
#[derive(Debug, Clone)]
pub struct GlyphTable {
    ascii: [u8; 128],
    others: Vec<(char, u8)>,
    /// Glyph with which each terrain of the ruleset is written.
    glyphs: Vec<Option<char>>,
}

impl GlyphTable {
    /// Makes the table of a file under its rules. Names of terrains that the rules do not have
    /// stand for nothing.
    pub(crate) fn new(file: &MapFile, rules: &Ruleset) -> Self {
        let mut table =
            Self { ascii: [NONE; 128], others: Vec::new(), glyphs: vec![None; rules.terrains.len()] };
        for kind in rules.terrain_ids() {
            table.assign_glyph(rules.terrains[kind].glyph, kind);
        }
        for (&glyph, name) in &file.glyphs {
            if let Some(kind) = rules.terrain(name) {
                table.assign_glyph(glyph, kind);
            }
        }
        let own = rules.terrains.iter().map(|terrain| terrain.glyph);
        for glyph in own.chain(file.glyphs.keys().copied()) {
            if let Some(kind) = table.terrain_of(glyph) {
                // The ruleset's own glyph comes first, unless the file gives it away.
                table.glyphs[kind.index()].get_or_insert(glyph);
            }
        }
        table
    }

    fn assign_glyph(&mut self, glyph: char, TerrainId(kind): TerrainId) {
        match self.ascii.get_mut(glyph as usize) {
            Some(place) => *place = kind,
            None => self.others.insert(0, (glyph, kind)),
        }
    }

    /// Returns the terrain that a glyph stands for; `None` for an unknown glyph.
    pub fn terrain_of(&self, glyph: char) -> Option<TerrainId> {
        let kind = match self.ascii.get(glyph as usize) {
            Some(&kind) => kind,
            None => self.others.iter().find(|(other, _)| *other == glyph)?.1,
        };
        (kind != NONE).then_some(TerrainId(kind))
    }

    /// Returns the glyph with which a terrain is written.
    ///
    /// # Errors
    /// A terrain that the ruleset does not have, or one whose glyph the file gives to another
    /// terrain without giving it another glyph.
    pub(crate) fn glyph_for(&self, terrain: TerrainId, rules: &Ruleset) -> Result<char, EditRefusal> {
        let kind = rules
            .terrains
            .get(terrain.index())
            .ok_or(EditRefusal::NoSuchTerrain { place: terrain.index(), count: rules.terrains.len() })?;
        self.glyphs[terrain.index()]
            .ok_or_else(|| EditRefusal::NoGlyph { terrain: kind.name.clone(), glyph: kind.glyph })
    }
}
