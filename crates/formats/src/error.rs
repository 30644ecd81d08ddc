//! Faults of a map of another program.

use std::fmt;

use hotgates_engine::{Coord, TextPosition, count_words, visible_text};

use crate::detail::{
    ExpectedValue, LayerFault, LimitedThing, ObjectFault, ReferenceFault, TileFault, ValueName,
};

/// An error of reading a map, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportError {
    /// External tileset that the fault is in; `None` for the map itself.
    pub file: Option<String>,
    /// Line and column, where the text itself is wrong.
    pub position: Option<TextPosition>,
    /// The fault.
    pub problem: ImportProblem,
}

/// Faults of a map of another program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ImportProblem {
    #[error("not Tiled's XML: {message}")]
    Xml { message: String },
    #[error("not Tiled's JSON: {message}")]
    Json { message: String },
    #[error("not a map of Wesnoth: there are no rows of terrain codes")]
    NoCodes,
    #[error("{width} × {height} hexes with a border of {border} around them: nothing is left without it")]
    AllBorder { width: usize, height: usize, border: usize },
    #[error("`{element}` has no `{attribute}`")]
    Missing { element: String, attribute: String },
    #[error("{what} is `{value}`; expected {expected}")]
    Value { what: ValueName, value: String, expected: ExpectedValue },
    #[error("the map is {orientation}; only hexagonal maps can be read")]
    NotHexagonal { orientation: String },
    #[error("the map has {width} × {height} hexes; at most {max_side} a side and {max} in all are allowed")]
    TooLarge { width: u64, height: u64, max_side: u64, max: u64 },
    #[error("there are more than {max} {what}")]
    TooMany { what: LimitedThing, max: u64 },
    #[error("layer `{layer}`: {why}")]
    Layer { layer: String, why: LayerFault },
    #[error("no visible tile layer has a tile")]
    NoTiles,
    #[error(
        "{} no tile, and no terrain of the ruleset `{rules}` is impassable to stand for them",
        count_words(*.count, "hex has", "hexes have")
    )]
    NoFiller { count: u64, rules: String },
    #[error("hex {hex}: there is no tile {gid} in any tileset")]
    UnknownTile { hex: Coord, gid: u32 },
    #[error("hex {hex}: tile {tile} of tileset `{tileset}` {why}; known terrains: {known}")]
    NoTerrain { hex: Coord, tile: u32, tileset: String, why: TileFault, known: String },
    #[error("external tileset `{source_path}`: {why}")]
    Tileset { source_path: String, why: ReferenceFault },
    #[error("ruleset `{name}`: {why}")]
    Rules { name: String, why: ReferenceFault },
    #[error("object {id}: {why}")]
    Object { id: i64, why: ObjectFault },
    #[error("hex {hex}: unknown terrain code `{code}`")]
    UnknownCode { hex: Coord, code: String },
    #[error("row {row} has {}, the first row has {expected}", count_words(*.length, "hex", "hexes"))]
    RaggedRow { row: usize, length: usize, expected: usize },
}

impl ImportError {
    /// Returns the whole message with the file's name: `name:line:column: message`.
    pub fn message_in_file(&self, name: &str) -> String {
        let place = |name: &str| match self.position {
            Some(TextPosition { line, column }) => format!("{name}:{line}:{column}"),
            None => name.to_owned(),
        };
        match &self.file {
            Some(file) => format!("{name}: {}: {}", place(file), self.problem),
            None => format!("{}: {}", place(name), self.problem),
        }
    }

    /// Returns the error of a problem at a place in the text.
    pub(crate) const fn error_at_position(position: TextPosition, problem: ImportProblem) -> Self {
        Self { file: None, position: Some(position), problem }
    }

    /// Returns the error as one of an external tileset.
    pub(crate) fn error_in_tileset(self, file: &str) -> Self {
        Self { file: self.file.or_else(|| Some(file.to_owned())), ..self }
    }
}

impl From<ImportProblem> for ImportError {
    fn from(problem: ImportProblem) -> Self {
        Self { file: None, position: None, problem }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        if let Some(TextPosition { line, column }) = self.position {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "{}", self.problem)
    }
}

impl std::error::Error for ImportError {}

/// Returns the line and column of a byte; the column counts characters from 1.
pub(crate) fn position_of_byte(text: &str, at: usize) -> TextPosition {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = before.split(|&byte| byte == b'\n').count();
    TextPosition { line, column: String::from_utf8_lossy(&before[line_start..]).chars().count() + 1 }
}

/// Returns a text of the file as a message quotes it: at most 60 characters of it, hidden ones written out.
pub(crate) fn quote_shortly(text: &str) -> String {
    shorten_quote(text, 60)
}

/// Returns another reader's message, which may quote the file: at most 300 characters of it, hidden ones
/// written out.
pub(crate) fn quote_message(text: &str) -> String {
    shorten_quote(text, 300)
}

fn shorten_quote(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => visible_text(&text[..end]).into_owned() + "…",
        None => visible_text(text).into_owned(),
    }
}
