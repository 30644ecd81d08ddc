//! Edits: every change to a document is one of these, and applying an edit gives the edit that
//! takes it back.

use std::collections::BTreeMap;
use std::sync::Arc;

use hotgates_engine::{
    AllowedTypes, Army, BySide, ContingentEntry, Coord, Direction, Hex, MapFile, Objective, Ruleset, Side,
    SideFactors, UnitEntry,
};

use crate::changes::DocumentChanges;
use crate::glyph_grid::{GlyphGrid, hex_count};
use crate::glyph_table::GlyphTable;
use crate::goals::GoalSettings;
use crate::patch::{GroundPatch, PackedGlyphs};

/// The content of a document, without its history.
#[derive(Debug, Clone)]
pub(crate) struct DocumentContent {
    pub(crate) ground: GlyphGrid,
    /// Everything but the rows.
    pub(crate) file: MapFile,
    pub(crate) rules: Arc<Ruleset>,
    pub(crate) palette: GlyphTable,
}

impl DocumentContent {
    pub(crate) fn army_mut(&mut self, side: Side) -> &mut Option<Army> {
        match side {
            Side::Red => &mut self.file.red,
            Side::Blue => &mut self.file.blue,
        }
    }

    /// Returns the units of a side that has an army of its own.
    fn units_mut(&mut self, side: Side) -> &mut Vec<UnitEntry> {
        &mut self.army_mut(side).as_mut().expect("edits of units follow the making of their army").units
    }
}

/// A change of a document. The value of an edit is exchanged with the value in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DocumentEdit {
    Ground(GroundPatch),
    Reshape(MapReshaping),
    Setting(MapSetting),
    /// A side's whole order of battle.
    Army(Side, Option<Army>),
    Commander(Side, Option<String>),
    /// A unit of an army.
    Unit(Side, usize, UnitEntry),
    /// The starting hex of one unit.
    Place(Side, usize, Option<Coord>),
    /// A new unit, inserted before the unit at that place.
    UnitIn(Side, usize, UnitEntry),
    UnitOut(Side, usize),
    Entries(Vec<Coord>),
    EntryIn(usize, Coord),
    EntryOut(usize),
}

/// A setting of a map file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MapSetting {
    Name(String),
    Author(Option<String>),
    Notes(Option<String>),
    Rules(Option<String>, Arc<Ruleset>),
    Glyphs(BTreeMap<char, String>),
    From(Option<Direction>),
    Turns(Option<i64>),
    Seed(Option<u64>),
    Variation(Option<i64>),
    Objective(Option<Objective>),
    FirstSide(Option<Side>),
    Goals(Box<GoalSettings>),
    Contingents(Vec<ContingentEntry>),
    Types(AllowedTypes),
    Factors(SideFactors),
}

/// A new size, and the place of the old hexes on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MapReshaping {
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// Offset from a hex's old place to its new one.
    pub(crate) by: Hex,
    /// Glyphs of hexes that were not there before, row by row.
    pub(crate) outside: PackedGlyphs,
}

impl MapReshaping {
    fn apply(self, ground: &mut GlyphGrid) -> Self {
        let mut glyphs = Vec::with_capacity(hex_count(self.width, self.height));
        let mut outside = self.outside.glyphs();
        let new = GlyphGrid::from_glyphs(self.width, self.height, {
            for row in 0..self.height {
                for col in 0..self.width {
                    let old = Coord::from(Coord { col, row }.hex() - self.by);
                    let glyph = ground.glyph_at(old).or_else(|| outside.next());
                    glyphs.push(glyph.expect("a shape brings a glyph for each new hex"));
                }
            }
            glyphs
        });
        let mut lost = PackedGlyphs::default();
        for (at, &glyph) in ground.coords().zip(&ground.glyphs) {
            if !new.contains(Coord::from(at.hex() + self.by)) {
                lost.push(glyph);
            }
        }
        let back = Self { width: ground.width(), height: ground.height(), by: -self.by, outside: lost };
        *ground = new;
        back
    }
}

impl DocumentEdit {
    /// Makes the change, and returns the edit that takes it back.
    pub(crate) fn apply(self, content: &mut DocumentContent, changes: &mut DocumentChanges) -> Self {
        match self {
            Self::Ground(patch) => {
                let shape = (content.ground.width(), content.ground.height());
                return Self::Ground(
                    patch.apply(&mut content.ground, |place| changes.mark_hex_changed(shape, place)),
                );
            }
            Self::Reshape(shape) => {
                changes.mark_everything_changed();
                return Self::Reshape(shape.apply(&mut content.ground));
            }
            _ => changes.mark_battle_changed(),
        }
        match self {
            Self::Setting(setting) => Self::Setting(setting.apply(content, changes)),
            Self::Army(side, mut army) => {
                std::mem::swap(content.army_mut(side), &mut army);
                Self::Army(side, army)
            }
            Self::Commander(side, mut commander) => {
                let army =
                    content.army_mut(side).as_mut().expect("commanders are given to armies that are there");
                std::mem::swap(&mut army.commander, &mut commander);
                Self::Commander(side, commander)
            }
            Self::Unit(side, index, mut unit) => {
                std::mem::swap(&mut content.units_mut(side)[index], &mut unit);
                Self::Unit(side, index, unit)
            }
            Self::Place(side, index, mut at) => {
                std::mem::swap(&mut content.units_mut(side)[index].at, &mut at);
                Self::Place(side, index, at)
            }
            Self::UnitIn(side, index, unit) => {
                content.units_mut(side).insert(index, unit);
                Self::UnitOut(side, index)
            }
            Self::UnitOut(side, index) => Self::UnitIn(side, index, content.units_mut(side).remove(index)),
            Self::Entries(mut entries) => {
                std::mem::swap(&mut content.file.entry, &mut entries);
                Self::Entries(entries)
            }
            Self::EntryIn(index, at) => {
                content.file.entry.insert(index, at);
                Self::EntryOut(index)
            }
            Self::EntryOut(index) => Self::EntryIn(index, content.file.entry.remove(index)),
            Self::Ground(_) | Self::Reshape(_) => unreachable!("handled above"),
        }
    }

    /// Returns the approximate memory of the edit, in bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        let own = match self {
            Self::Ground(patch) => patch.memory_bytes(),
            Self::Reshape(shape) => shape.outside.memory_bytes(),
            Self::Army(_, Some(army)) => army.units.len() * size_of::<UnitEntry>(),
            Self::Entries(entries) => entries.len() * size_of::<Coord>(),
            _ => 0,
        };
        size_of::<Self>() + own
    }
}

impl MapSetting {
    fn apply(self, content: &mut DocumentContent, changes: &mut DocumentChanges) -> Self {
        let DocumentContent { file, rules, palette, .. } = content;
        match self {
            Self::Name(mut name) => {
                std::mem::swap(&mut file.name, &mut name);
                Self::Name(name)
            }
            Self::Author(author) => Self::Author(std::mem::replace(&mut file.author, author)),
            Self::Notes(notes) => Self::Notes(std::mem::replace(&mut file.notes, notes)),
            Self::Rules(reference, numbers) => {
                let before = std::mem::replace(&mut file.rules, reference);
                let before = Self::Rules(before, std::mem::replace(rules, numbers));
                *palette = GlyphTable::new(file, rules);
                changes.mark_everything_changed();
                before
            }
            Self::Glyphs(glyphs) => {
                let before = Self::Glyphs(std::mem::replace(&mut file.glyphs, glyphs));
                *palette = GlyphTable::new(file, rules);
                changes.mark_everything_changed();
                before
            }
            Self::From(from) => Self::From(std::mem::replace(&mut file.from, from)),
            Self::Turns(turns) => Self::Turns(std::mem::replace(&mut file.turns, turns)),
            Self::Seed(seed) => Self::Seed(std::mem::replace(&mut file.seed, seed)),
            Self::Variation(variation) => Self::Variation(std::mem::replace(&mut file.variation, variation)),
            Self::Goals(mut goals) => {
                goals.swap_with_map(file);
                Self::Goals(goals)
            }
            Self::Contingents(contingents) => {
                Self::Contingents(std::mem::replace(&mut file.contingents, contingents))
            }
            Self::Types(types) => Self::Types(std::mem::replace(&mut file.types, types)),
            Self::Factors(factors) => Self::Factors(std::mem::replace(&mut file.factor, factors)),
            Self::FirstSide(first) => Self::FirstSide(std::mem::replace(&mut file.first, first)),
            Self::Objective(objective) => Self::Objective(std::mem::replace(&mut file.objective, objective)),
        }
    }
}

/// Returns both armies' units, read-only.
pub(crate) fn units_by_side(file: &MapFile) -> BySide<&[UnitEntry]> {
    BySide::new(|side| file.army(side).map_or(&[][..], |army| &army.units))
}
