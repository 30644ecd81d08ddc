//! Writing a map file in the layout that people write by hand, and always the same: what did not change keeps its line.
//!
//! Fields come in the order of [`MapFile`]; every row, unit, entry hex and glyph has a line of its own. The format's own
//! pretty printer would give each field of a unit a line or put whole lists on one.

use std::fmt::{self, Display, Write};

use crate::file::scenario::{Army, MapFile, Objective, UnitEntry};
use crate::grid::coord::{Coord, Direction};

impl MapFile {
    /// Writes the map as people write it, always in the same layout: every row of hexes, unit and entry hex has its
    /// line, so that small changes make small differences. Comments are not part of a map. Reading the text gives the
    /// same map.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let mut text = Text { out: String::from("Map(\n"), depth: 1 };
        text.map(self).expect("a String takes every character");
        text.out + ")\n"
    }
}

/// A text in the making.
struct Text {
    out: String,
    depth: usize,
}

impl Text {
    fn map(&mut self, map: &MapFile) -> fmt::Result {
        let MapFile { name, author, notes, rules, glyphs, rows, .. } = map;
        self.field("name", Some(quoted(name)))?;
        self.field("author", author.as_deref().map(quoted))?;
        self.field("notes", notes.as_deref().map(quoted))?;
        self.field("rules", rules.as_deref().map(quoted))?;
        if !glyphs.is_empty() {
            let glyphs = glyphs.iter().map(|(glyph, name)| format!("{glyph:?}: {}", quoted(name)));
            self.list("glyphs", ['{', '}'], glyphs)?;
        }
        self.list("rows", ['[', ']'], rows.iter().map(|row| quoted(row)))?;
        self.battle(map)
    }

    fn battle(&mut self, map: &MapFile) -> fmt::Result {
        let MapFile { from, entry, turns, seed, variation, objective, red, blue, .. } = map;
        self.field("from", from.map(Direction::name))?;
        if !entry.is_empty() {
            self.list("entry", ['[', ']'], entry.iter().copied().map(hex))?;
        }
        self.field("turns", *turns)?;
        self.field("seed", *seed)?;
        self.field("variation", *variation)?;
        self.field("objective", objective.map(Objective::name))?;
        self.army("red", red.as_ref())?;
        self.army("blue", blue.as_ref())
    }

    fn army(&mut self, name: &str, army: Option<&Army>) -> fmt::Result {
        let Some(Army { commander, units }) = army else { return Ok(()) };
        self.line(format_args!("{name}: ("))?;
        self.depth += 1;
        self.field("commander", commander.as_deref().map(quoted))?;
        self.list("units", ['[', ']'], units.iter().map(unit))?;
        self.depth -= 1;
        self.line("),")
    }

    fn field(&mut self, name: &str, value: Option<impl Display>) -> fmt::Result {
        value.map_or(Ok(()), |value| self.line(format_args!("{name}: {value},")))
    }

    /// A list with an element a line; an empty one takes one line.
    fn list(
        &mut self,
        name: &str,
        [open, close]: [char; 2],
        mut elements: impl ExactSizeIterator<Item = String>,
    ) -> fmt::Result {
        if elements.len() == 0 {
            return self.line(format_args!("{name}: {open}{close},"));
        }
        self.line(format_args!("{name}: {open}"))?;
        self.depth += 1;
        elements.try_for_each(|element| self.line(format_args!("{element},")))?;
        self.depth -= 1;
        self.line(format_args!("{close},"))
    }

    fn line(&mut self, content: impl Display) -> fmt::Result {
        writeln!(self.out, "{:indent$}{content}", "", indent = 4 * self.depth)
    }
}

/// A text in quotes, with escapes where the format asks for them.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            // In a glyph's quotes it needs an escape, in a text's it does not.
            '\'' => out.push(c),
            _ => out.extend(c.escape_debug()),
        }
    }
    out + "\""
}

fn hex(Coord { col, row }: Coord) -> String {
    format!("({col}, {row})")
}

/// A unit on one line.
fn unit(unit: &UnitEntry) -> String {
    let UnitEntry { kind, strength, rank, name, at, tag } = unit;
    let fields = [
        ("strength", strength.map(|men| men.to_string())),
        ("rank", rank.as_deref().map(quoted)),
        ("name", name.as_deref().map(quoted)),
        ("at", at.map(hex)),
        ("tag", tag.as_deref().map(quoted)),
    ];
    let given = fields.into_iter().filter_map(|(name, value)| Some(format!(", {name}: {}", value?)));
    format!("(type: {}{})", quoted(kind), given.collect::<String>())
}
