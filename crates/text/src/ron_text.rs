//! RON text: read with clear messages, and with the line of each field.
//!
//! RON's own reader gives the place where a text breaks. A mistake in a value that reads well (an
//! unknown glyph, two units on one hex) shows only later; a second, much simpler reader then finds
//! the line of the field.

use std::collections::BTreeMap;

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::{Serialize, de::DeserializeOwned};

use crate::fault::{Fault, FaultKind, TextPosition};
use crate::format::FileFormat;

/// Reads a value from RON; optional fields need no `Some`.
///
/// # Errors
/// The first mistake in the text, with its line and column.
///
/// ```
/// use hotgates_text::{TextPosition, parse_ron};
///
/// let strengths: Vec<Option<u32>> = parse_ron("[300, None]")?;
/// assert_eq!(strengths, [Some(300), None]);
///
/// let fault = parse_ron::<Vec<u32>>("[,]").expect_err("a comma without a number");
/// assert_eq!(fault.position, Some(TextPosition { line: 1, column: 2 }));
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
pub fn parse_ron<T: DeserializeOwned>(source: &str) -> Result<T, Fault> {
    if source.trim().is_empty() {
        return Err(Fault::new(FaultKind::EmptyFile));
    }
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME).from_str(source).map_err(
        |error| {
            let position = TextPosition { line: error.span.start.line, column: error.span.start.col };
            let mut message = error.code.to_string();
            if let Some(first) = message.get(..1).filter(|_| !message.starts_with('`')) {
                message = first.to_lowercase() + &message[1..];
            }
            Fault { position: Some(position), ..Fault::new(FaultKind::Syntax { message }) }
        },
    )
}

/// Reads a file that people write from RON, like [`parse_ron`], once its format is known: a newer
/// file may hold fields that this program has never heard of.
///
/// # Errors
/// A format other than the known ones, else the first mistake in the text; both with their place.
pub fn parse_file<T: DeserializeOwned>(source: &str) -> Result<T, Fault> {
    check_format(source)?;
    parse_ron(source)
}

/// Refuses a text whose outermost field `format` holds a whole number that is no known format;
/// anything else in that field is left to the reader of the whole text.
fn check_format(source: &str) -> Result<(), Fault> {
    if !source.contains("format") {
        return Ok(());
    }
    let places = FieldOffsets::scan_fields(source);
    let Some(&start) = places.starts.get("format") else { return Ok(()) };
    let value = &source[start..];
    let digits = value.find(|c: char| !c.is_ascii_digit()).map_or(value, |end| &value[..end]);
    let known = FileFormat::NEWEST;
    let fault = match digits.parse() {
        Ok(0) => Fault::fault_of_field("format", FaultKind::OutOfRange { value: 0, min: 1, max: 1 }),
        Ok(found) if found > known => Fault::new(FaultKind::NewerFormat { found, known }),
        _ => return Ok(()),
    };
    Err(Fault { position: Some(places.position_at(start)), ..fault })
}

/// Returns a value as the RON text that [`parse_ron`] reads, with a line for each field and each
/// element of a list, down to the third level.
pub fn write_ron<T: Serialize>(value: &T) -> String {
    let config = PrettyConfig::new().depth_limit(3).struct_names(true).extensions(Extensions::IMPLICIT_SOME);
    // The extension is the default of all our files, so that files need not name the extension.
    let text = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .to_string_pretty(value, config)
        .expect("what serde derives for our types can always be written");
    text.strip_prefix("#![enable(implicit_some)]\n").map_or(text.clone(), str::to_owned)
}

/// Sets the line and column of each fault of a field: the place in the text of the field, or of the
/// nearest field around.
pub fn locate_faults(source: &str, faults: &mut [Fault]) {
    let places = FieldOffsets::scan_fields(source);
    for fault in faults {
        let Some(field) = &fault.field else { continue };
        fault.position = fault.position.or_else(|| Some(places.find_position(field, fault.character)));
    }
}

/// Returns the name of the struct that a RON text starts with, which tells a scenario from a map.
pub fn leading_struct_name(source: &str) -> Option<&str> {
    let mut reader = RonScanner::new(source);
    // Attributes such as `#![enable(implicit_some)]` come first.
    loop {
        reader.skip_blank();
        if reader.peek_char() != Some('#') {
            break;
        }
        reader.skip_to('\n');
    }
    let start = reader.at;
    reader.skip_word();
    (reader.at > start).then(|| &source[start..reader.at])
}

/// Offsets of the fields of a text, by their paths.
struct FieldOffsets<'a> {
    source: &'a str,
    /// Offset of each line.
    lines: Vec<usize>,
    starts: BTreeMap<String, usize>,
}

impl<'a> FieldOffsets<'a> {
    fn scan_fields(source: &'a str) -> Self {
        let mut starts = BTreeMap::new();
        RonScanner::new(source).scan_value("", &mut starts, 0);
        let lines = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { source, lines, starts }
    }

    /// Returns the position of a field, or of the nearest field around; the empty path is the whole
    /// text.
    fn find_position(&self, field: &str, character: Option<usize>) -> TextPosition {
        let mut path = field;
        loop {
            if let Some(&start) = self.starts.get(path) {
                let character = character.filter(|_| path == field);
                return self
                    .position_at(character.map_or(start, |index| self.character_offset(start, index)));
            }
            path = &path[..path.rfind(['.', '[']).unwrap_or(0)];
        }
    }

    /// Returns the offset of a character of a quoted text; `start` is the offset of the quote.
    fn character_offset(&self, start: usize, index: usize) -> usize {
        let mut reader = RonScanner { source: self.source, at: start };
        reader.next();
        for _ in 0..index {
            if reader.next() == Some('\\') && reader.next() == Some('u') {
                reader.skip_to('}');
            }
        }
        reader.at
    }

    fn position_at(&self, at: usize) -> TextPosition {
        let line = self.lines.partition_point(|&start| start <= at);
        TextPosition { line, column: self.source[self.lines[line - 1]..at].chars().count() + 1 }
    }
}

/// Most levels of brackets: enough for every file of ours. RON's own reader refuses deeper texts
/// before.
const MAX_DEPTH: usize = 100;

/// A reader of well-formed RON that knows only the starts and ends of values.
struct RonScanner<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> RonScanner<'a> {
    const fn new(source: &'a str) -> Self {
        Self { source, at: 0 }
    }

    fn rest_of_text(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek_char(&self) -> Option<char> {
        self.rest_of_text().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek_char();
        self.at += next.map_or(0, char::len_utf8);
        next
    }

    /// Moves past the next `end`.
    fn skip_to(&mut self, end: char) {
        while self.next().is_some_and(|c| c != end) {}
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest_of_text();
            if rest.starts_with("//") {
                self.skip_to('\n');
            } else if rest.starts_with("/*") {
                self.skip_block_comment();
            } else if rest.starts_with(char::is_whitespace) {
                self.next();
            } else {
                return;
            }
        }
    }

    /// Moves past a block comment and those within it; the scanner is at its start.
    fn skip_block_comment(&mut self) {
        let mut depth = 0_usize;
        loop {
            let rest = self.rest_of_text();
            if rest.starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                self.at += 2;
            } else if self.next().is_none() {
                return;
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn skip_word(&mut self) {
        while self.peek_char().is_some_and(|c| c.is_alphanumeric() || "_.+-#!".contains(c)) {
            self.next();
        }
    }

    fn scan_value(&mut self, path: &str, starts: &mut BTreeMap<String, usize>, depth: usize) {
        self.skip_blank();
        starts.insert(path.to_owned(), self.at);
        if self.skip_raw_text() {
            return;
        }
        self.skip_word();
        self.skip_blank();
        match self.peek_char() {
            Some('"') => self.skip_text('"'),
            Some('\'') => self.skip_text('\''),
            Some('(') => self.scan_list(path, ')', starts, depth),
            Some('[') => self.scan_list(path, ']', starts, depth),
            Some('{') => self.scan_list(path, '}', starts, depth),
            _ => {}
        }
    }

    fn skip_text(&mut self, quote: char) {
        self.next();
        while let Some(c) = self.next() {
            if c == '\\' {
                self.next();
            } else if c == quote {
                return;
            }
        }
    }

    /// Moves past a raw text, without escapes, if one comes next; returns `true` if so.
    fn skip_raw_text(&mut self) -> bool {
        let Some(rest) = self.rest_of_text().strip_prefix('r') else { return false };
        let text = rest.trim_start_matches('#');
        let hashes = rest.len() - text.len();
        let Some(text) = text.strip_prefix('"') else { return false };
        let end = format!("\"{}", "#".repeat(hashes));
        let length = text.find(&end).map_or(text.len(), |found| found + end.len());
        self.at = self.source.len() - text.len() + length;
        true
    }

    /// Scans the elements of a list, tuple, struct or map; the scanner is at the opening bracket.
    fn scan_list(&mut self, path: &str, close: char, starts: &mut BTreeMap<String, usize>, depth: usize) {
        if depth > MAX_DEPTH {
            self.at = self.source.len();
            return;
        }
        self.next();
        for index in 0.. {
            self.skip_blank();
            match self.peek_char() {
                None => return,
                Some(c) if c == close => {
                    self.next();
                    return;
                }
                Some(_) => {}
            }
            let start = self.at;
            let field = self.scan_field_name();
            let child = match field {
                Some(name) if path.is_empty() => name.to_owned(),
                Some(name) => format!("{path}.{name}"),
                None => format!("{path}[{index}]"),
            };
            self.scan_value(&child, starts, depth + 1);
            self.skip_blank();
            match self.peek_char() {
                Some(',' | ':') => {
                    self.next();
                }
                // The text is not well-formed after all; the scanner must move on all the same.
                _ if self.at == start => {
                    self.next();
                }
                _ => {}
            }
        }
    }

    /// Moves past the name of a field and its colon, if these come next, and returns the name.
    fn scan_field_name(&mut self) -> Option<&'a str> {
        let start = self.at;
        self.skip_word();
        let name = &self.source[start..self.at];
        self.skip_blank();
        if !name.is_empty() && self.peek_char() == Some(':') {
            self.next();
            return Some(name);
        }
        self.at = start;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// a comment (with a bracket\nMap(\n  name: \"a, (b\", /* x: 1 */ size: (3, 4),\n  rows: [\n    \"ab\\\"c\",\n    \"déf\",\n  ],\n  red: Army(units: [(at: (1, 2), strength: 5), (strength: 6)]),\n)\n";

    fn check(field: &str, character: Option<usize>, line: usize, column: usize) {
        assert_eq!(
            FieldOffsets::scan_fields(TEXT).find_position(field, character),
            TextPosition { line, column },
            "{field}"
        );
    }

    #[test]
    fn fields_are_found_by_their_path() {
        check("name", None, 3, 9);
        check("size[1]", None, 3, 39);
        check("rows[1]", None, 6, 5);
        check("red.units[0].strength", None, 8, 44);
        check("red.units[1].strength", None, 8, 59);
    }

    #[test]
    fn a_character_is_found_past_escapes_and_accents() {
        check("rows[0]", Some(0), 5, 6);
        check("rows[0]", Some(3), 5, 10);
        check("rows[1]", Some(2), 6, 8);
    }

    #[test]
    fn an_absent_field_is_found_at_its_parent() {
        check("red.units[1].at", None, 8, 48);
        check("blue.units", None, 2, 1);
    }

    #[test]
    fn a_field_is_found_behind_comments_in_comments() {
        let text = "( /* one /* two */ name: 1, /*/ */ */ name: /**/ 2)";
        ron::from_str::<ron::Value>(text).expect("RON's own reader knows comments in comments");
        let position = FieldOffsets::scan_fields(text).find_position("name", None);
        assert_eq!(position, TextPosition { line: 1, column: 50 });
    }

    #[test]
    fn the_first_word_names_the_struct() {
        assert_eq!(leading_struct_name(TEXT), Some("Map"));
        assert_eq!(leading_struct_name("#![enable(implicit_some)]\n Scenario (x: 1)"), Some("Scenario"));
        assert_eq!(leading_struct_name("(name: 1)"), None);
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        for text in [
            "",
            "r",
            "r#",
            "r#é",
            "(r#é: r#\"x",
            "(",
            "[[[",
            "(a:",
            "r#\"",
            "\"\\",
            "(,,,:",
            "}{",
            "'",
            "/*",
            "/*/",
            "(/* /* */",
            "(a b c)",
        ] {
            let _ = FieldOffsets::scan_fields(text);
        }
        let _ = FieldOffsets::scan_fields(&"(".repeat(100_000));
    }
}
