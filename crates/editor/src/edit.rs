//! Edits: every change to a document is one of these, and applying one gives the one that takes it back.

use std::collections::BTreeMap;
use std::sync::Arc;

use hotgates_engine::{Army, BySide, Coord, Direction, Hex, MapFile, Objective, Ruleset, Side, UnitEntry};

use crate::changes::Changes;
use crate::ground::{Ground, area};
use crate::palette::Palette;
use crate::patch::{Packed, Patch};

/// What a document is made of.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    pub(crate) ground: Ground,
    /// Everything but the rows.
    pub(crate) file: MapFile,
    pub(crate) rules: Arc<Ruleset>,
    pub(crate) palette: Palette,
}

impl Sheet {
    pub(crate) fn army_mut(&mut self, side: Side) -> &mut Option<Army> {
        match side {
            Side::Red => &mut self.file.red,
            Side::Blue => &mut self.file.blue,
        }
    }

    /// The units of a side that has an army of its own.
    fn units(&mut self, side: Side) -> &mut Vec<UnitEntry> {
        &mut self.army_mut(side).as_mut().expect("edits of units follow the making of their army").units
    }
}

/// One change. What it holds is exchanged with what the sheet has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Edit {
    Ground(Patch),
    Shape(Shape),
    Setting(Setting),
    /// A side's whole order of battle.
    Army(Side, Option<Army>),
    Commander(Side, Option<String>),
    /// One unit.
    Unit(Side, usize, UnitEntry),
    /// Where one unit starts.
    Place(Side, usize, Option<Coord>),
    /// A unit more, before the one at that place.
    UnitIn(Side, usize, UnitEntry),
    UnitOut(Side, usize),
    Entries(Vec<Coord>),
    EntryIn(usize, Coord),
    EntryOut(usize),
}

/// A setting of a map file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Setting {
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
}

/// Another size, and where the old hexes lie on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// What leads from a hex's old place to its new one.
    pub(crate) by: Hex,
    /// The glyphs of hexes that were not there before, row by row.
    pub(crate) outside: Packed,
}

impl Shape {
    fn apply(self, ground: &mut Ground) -> Self {
        let mut glyphs = Vec::with_capacity(area(self.width, self.height));
        let mut outside = self.outside.glyphs();
        let new = Ground::of(self.width, self.height, {
            for row in 0..self.height {
                for col in 0..self.width {
                    let old = Coord::from(Coord { col, row }.hex() - self.by);
                    let glyph = ground.glyph(old).or_else(|| outside.next());
                    glyphs.push(glyph.expect("a shape brings a glyph for each new hex"));
                }
            }
            glyphs
        });
        let mut lost = Packed::default();
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

impl Edit {
    /// Makes the change and gives the one that takes it back.
    pub(crate) fn apply(self, sheet: &mut Sheet, changes: &mut Changes) -> Self {
        match self {
            Self::Ground(patch) => {
                let shape = (sheet.ground.width(), sheet.ground.height());
                return Self::Ground(patch.apply(&mut sheet.ground, |place| changes.hex(shape, place)));
            }
            Self::Shape(shape) => {
                changes.everything();
                return Self::Shape(shape.apply(&mut sheet.ground));
            }
            _ => changes.battle(),
        }
        match self {
            Self::Setting(setting) => Self::Setting(setting.apply(sheet, changes)),
            Self::Army(side, mut army) => {
                std::mem::swap(sheet.army_mut(side), &mut army);
                Self::Army(side, army)
            }
            Self::Commander(side, mut commander) => {
                let army =
                    sheet.army_mut(side).as_mut().expect("commanders are given to armies that are there");
                std::mem::swap(&mut army.commander, &mut commander);
                Self::Commander(side, commander)
            }
            Self::Unit(side, index, mut unit) => {
                std::mem::swap(&mut sheet.units(side)[index], &mut unit);
                Self::Unit(side, index, unit)
            }
            Self::Place(side, index, mut at) => {
                std::mem::swap(&mut sheet.units(side)[index].at, &mut at);
                Self::Place(side, index, at)
            }
            Self::UnitIn(side, index, unit) => {
                sheet.units(side).insert(index, unit);
                Self::UnitOut(side, index)
            }
            Self::UnitOut(side, index) => Self::UnitIn(side, index, sheet.units(side).remove(index)),
            Self::Entries(mut entries) => {
                std::mem::swap(&mut sheet.file.entry, &mut entries);
                Self::Entries(entries)
            }
            Self::EntryIn(index, at) => {
                sheet.file.entry.insert(index, at);
                Self::EntryOut(index)
            }
            Self::EntryOut(index) => Self::EntryIn(index, sheet.file.entry.remove(index)),
            Self::Ground(_) | Self::Shape(_) => unreachable!("handled above"),
        }
    }

    /// Bytes that it takes, as nearly as matters.
    pub(crate) fn memory(&self) -> usize {
        let own = match self {
            Self::Ground(patch) => patch.memory(),
            Self::Shape(shape) => shape.outside.memory(),
            Self::Army(_, Some(army)) => army.units.len() * size_of::<UnitEntry>(),
            Self::Entries(entries) => entries.len() * size_of::<Coord>(),
            _ => 0,
        };
        size_of::<Self>() + own
    }
}

impl Setting {
    fn apply(self, sheet: &mut Sheet, changes: &mut Changes) -> Self {
        let Sheet { file, rules, palette, .. } = sheet;
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
                *palette = Palette::new(file, rules);
                changes.everything();
                before
            }
            Self::Glyphs(glyphs) => {
                let before = Self::Glyphs(std::mem::replace(&mut file.glyphs, glyphs));
                *palette = Palette::new(file, rules);
                changes.everything();
                before
            }
            Self::From(from) => Self::From(std::mem::replace(&mut file.from, from)),
            Self::Turns(turns) => Self::Turns(std::mem::replace(&mut file.turns, turns)),
            Self::Seed(seed) => Self::Seed(std::mem::replace(&mut file.seed, seed)),
            Self::Variation(variation) => Self::Variation(std::mem::replace(&mut file.variation, variation)),
            Self::Objective(objective) => Self::Objective(std::mem::replace(&mut file.objective, objective)),
        }
    }
}

/// Both armies' units, for whoever only reads.
pub(crate) fn units(file: &MapFile) -> BySide<&[UnitEntry]> {
    BySide::new(|side| file.army(side).map_or(&[][..], |army| &army.units))
}
