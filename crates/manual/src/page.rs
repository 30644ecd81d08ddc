//! The page that a manual is written on: paragraphs, tables, and the units of its examples.

use std::fmt::{self, Write};

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use hotgates_engine::{Fighter, Permille, Ruleset, Terrain, TerrainId, UnitTypeId};

/// Columns of a line of the manual.
const LINE: usize = 119;

/// The manual being written.
pub(super) struct ManualWriter<'a> {
    /// Rules that the manual is about.
    pub(super) rules: &'a Ruleset,
    /// Text so far.
    pub(super) out: &'a mut String,
}

impl ManualWriter<'_> {
    /// Writes a paragraph in lines of readable length.
    pub(crate) fn write_paragraph(&mut self, text: &str) -> fmt::Result {
        writeln!(self.out, "\n{}", wrap_paragraph(text, LINE))
    }

    /// Writes a table.
    pub(crate) fn write_table(
        &mut self,
        head: &[String],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> fmt::Result {
        let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
        writeln!(self.out, "\n{}", line(head))?;
        writeln!(self.out, "|{}", "---|".repeat(head.len()))?;
        for row in rows {
            writeln!(self.out, "{}", line(&row))?;
        }
        Ok(())
    }

    /// Returns the terrains that differ in cover, the least cover first, on which units can stand.
    pub(crate) fn distinct_covers(&self) -> Vec<TerrainId> {
        let terrains = &self.rules.terrains;
        let enters =
            |terrain: &Terrain| self.rules.units.iter().any(|unit| self.rules.cost(terrain, unit).is_some());
        let mut places: Vec<TerrainId> =
            self.rules.terrain_ids().filter(|&place| enters(&terrains[place])).collect();
        places.sort_by_cached_key(|&place| (terrains[place].defence, self.covers_by_type(place), place));
        places.dedup_by_key(|place| self.covers_by_type(*place));
        places
    }

    /// Returns the cover of a terrain for each unit type.
    pub(crate) fn covers_by_type(&self, place: TerrainId) -> Vec<Permille> {
        let terrain = &self.rules.terrains[place];
        self.rules.units.iter().map(|unit| self.rules.defence(terrain, unit)).collect()
    }

    /// Returns a unit at full strength without an officer.
    pub(crate) fn typical_fighter(&self, kind: UnitTypeId, terrain: TerrainId) -> Fighter {
        Fighter::fresh(kind, self.rules.units[kind].strength, terrain)
    }
}

/// Writes values one after another, each in a column of a width.
pub(crate) fn in_columns<T: fmt::Display>(values: impl IntoIterator<Item = T>, width: usize) -> String {
    values.into_iter().map(|value| format!("{value:<width$}")).collect::<Vec<_>>().concat()
}

/// Returns a paragraph in lines of at most `width` columns, filled one after the other and broken at spaces only.
///
/// ```
/// assert_eq!(hotgates_manual::wrap_paragraph("a few-letter word", 12), "a few-letter\nword");
/// ```
#[must_use]
pub fn wrap_paragraph(text: &str, width: usize) -> String {
    let breaks = Options::new(width)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::fill(text, breaks)
}
