//! RON text: read with clear messages, and with the line of each field.
//!
//! RON's own reader gives the place where a text breaks. A mistake in a value that reads well (an
//! unknown glyph, two units on one hex) shows only later; a second, much simpler reader then finds
//! the line of the field.

use std::collections::BTreeMap;

use ron::error::{Position, SpannedError};
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::{Serialize, de::DeserializeOwned};

use crate::fault::{Fault, FaultKind, TextPosition};
use crate::format::FileFormat;
use crate::limit::limit_in_error;

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
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(source).map_err(|error| fault_of_reader(&error))
}

/// Returns the fault that RON's own reader has found.
fn fault_of_reader(error: &SpannedError) -> Fault {
    if let Some(max) = limit_in_error(&error.code) {
        // The reader has come to the entry that is too many, and has read nothing of it.
        let Position { line, col: column } = error.span.end;
        let kind = FaultKind::TooManyEntries { max };
        return Fault { position: Some(TextPosition { line, column }), ..Fault::new(kind) };
    }
    let Position { line, col: column } = error.span.start;
    let mut message = error.code.to_string();
    if let Some(first) = message.get(..1).filter(|_| !message.starts_with('`')) {
        message = first.to_lowercase() + &message[1..];
    }
    Fault { position: Some(TextPosition { line, column }), ..Fault::new(FaultKind::Syntax { message }) }
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
    let mut fields = FieldTree::of_fields(["format"]);
    fields.scan_text(source);
    let Some(start) = fields.named.get("format").and_then(|field| field.start) else { return Ok(()) };
    let value = &source[start..];
    let digits = value.find(|c: char| !c.is_ascii_digit()).map_or(value, |end| &value[..end]);
    let known = FileFormat::NEWEST;
    let fault = match digits.parse() {
        Ok(0) => Fault::fault_of_field("format", FaultKind::OutOfRange { value: 0, min: 1, max: 1 }),
        Ok(found) if found > known => Fault::new(FaultKind::NewerFormat { found, known }),
        _ => return Ok(()),
    };
    Err(Fault { position: Some(PositionCounter::new(source).position_at(start)), ..fault })
}

/// Returns a value as the RON text that [`parse_ron`] reads, with a line for each field and each
/// element of a list, down to the third level.
pub fn write_ron<T: Serialize>(value: &T) -> String {
    write_erased(value)
}

/// Writes a value of any type: one writer for all types makes a program a good deal smaller.
fn write_erased(value: &dyn erased_serde::Serialize) -> String {
    let config = PrettyConfig::new().depth_limit(3).struct_names(true).extensions(Extensions::IMPLICIT_SOME);
    // The extension is the default of all our files, so that files need not name the extension.
    let text = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .to_string_pretty(value, config)
        .expect("what serde derives for our types can always be written");
    text.strip_prefix("#![enable(implicit_some)]\n").map_or(text.clone(), str::to_owned)
}

/// Sets the line and column of each fault of a field: the place in the text of the field, or of the
/// nearest field around. Cost: one walk through the text and memory for the fields of the faults.
pub fn locate_faults(source: &str, faults: &mut [Fault]) {
    let names: Vec<String> = faults.iter().filter_map(|fault| fault.field.clone()).collect();
    let mut fields = FieldTree::of_fields(names.iter().map(String::as_str));
    fields.scan_text(source);
    let mut found = Vec::new();
    for (index, fault) in faults.iter().enumerate() {
        if let (Some(field), None) = (&fault.field, fault.position) {
            found.push((fields.offset_of_field(source, field, fault.character), index));
        }
    }
    found.sort_unstable();
    let mut counter = PositionCounter::new(source);
    for (offset, index) in found {
        faults[index].position = Some(counter.position_at(offset));
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

/// One step of a field's path.
#[derive(Debug, Clone, Copy)]
enum FieldStep<'a> {
    Name(&'a str),
    Index(usize),
}

/// Returns the steps of a path such as `red.units[2].strength`.
fn steps_of_path(path: &str) -> impl Iterator<Item = FieldStep<'_>> {
    path.split(['.', '[']).filter(|step| !step.is_empty()).map(|step| {
        let index = step.strip_suffix(']').and_then(|index| index.parse().ok());
        index.map_or(FieldStep::Name(step), FieldStep::Index)
    })
}

/// Fields whose places are asked for, with all fields around them, and their offsets in a text: memory goes by
/// what is asked for, not by what the text has.
#[derive(Default)]
struct FieldTree<'a> {
    start: Option<usize>,
    named: BTreeMap<&'a str, FieldTree<'a>>,
    numbered: BTreeMap<usize, FieldTree<'a>>,
}

impl<'a> FieldTree<'a> {
    fn of_fields(paths: impl IntoIterator<Item = &'a str>) -> Self {
        let mut tree = Self::default();
        for path in paths {
            let mut field = &mut tree;
            for step in steps_of_path(path) {
                field = match step {
                    FieldStep::Name(name) => field.named.entry(name).or_default(),
                    FieldStep::Index(index) => field.numbered.entry(index).or_default(),
                };
            }
        }
        tree
    }

    /// Finds the fields in a text.
    fn scan_text(&mut self, source: &str) {
        RonScanner::new(source).scan_value(Some(self), 0);
    }

    /// Returns the offset of a field, or of the nearest field around; the empty path is the whole text.
    fn offset_of_field(&self, source: &str, path: &str, character: Option<usize>) -> usize {
        let (mut field, mut start, mut is_there) = (self, self.start.unwrap_or(0), true);
        for step in steps_of_path(path) {
            let child = match step {
                FieldStep::Name(name) => field.named.get(name),
                FieldStep::Index(index) => field.numbered.get(&index),
            };
            let Some((child, offset)) = child.and_then(|child| Some((child, child.start?))) else {
                is_there = false;
                break;
            };
            (field, start) = (child, offset);
        }
        character.filter(|_| is_there).map_or(start, |index| character_offset(source, start, index))
    }
}

/// Returns the offset of a character of a quoted text; `start` is the offset of the quote.
fn character_offset(source: &str, start: usize, index: usize) -> usize {
    let mut reader = RonScanner { source, at: start };
    reader.next();
    for _ in 0..index {
        if reader.next() == Some('\\') && reader.next() == Some('u') {
            reader.skip_to('}');
        }
    }
    reader.at
}

/// Counts lines and columns through a text, forwards only.
struct PositionCounter<'a> {
    source: &'a str,
    at: usize,
    position: TextPosition,
}

impl<'a> PositionCounter<'a> {
    const fn new(source: &'a str) -> Self {
        Self { source, at: 0, position: TextPosition { line: 1, column: 1 } }
    }

    /// Returns the position of an offset that is not before the offset asked for last.
    fn position_at(&mut self, offset: usize) -> TextPosition {
        for c in self.source[self.at..offset].chars() {
            if c == '\n' {
                self.position = TextPosition { line: self.position.line + 1, column: 1 };
            } else {
                self.position.column += 1;
            }
        }
        self.at = offset;
        self.position
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

    /// Scans a value, and notes where it and its fields start as far as they are asked for.
    fn scan_value(&mut self, mut field: Option<&mut FieldTree<'_>>, depth: usize) {
        self.skip_blank();
        if let Some(field) = &mut field {
            field.start = Some(self.at);
        }
        if self.skip_raw_text() {
            return;
        }
        self.skip_word();
        self.skip_blank();
        match self.peek_char() {
            Some('"') => self.skip_text('"'),
            Some('\'') => self.skip_text('\''),
            Some('(') => self.scan_list(field, ')', depth),
            Some('[') => self.scan_list(field, ']', depth),
            Some('{') => self.scan_list(field, '}', depth),
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
    fn scan_list(&mut self, mut field: Option<&mut FieldTree<'_>>, close: char, depth: usize) {
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
            let name = self.scan_field_name();
            let child = field.as_mut().and_then(|field| match name {
                Some(name) => field.named.get_mut(name),
                None => field.numbered.get_mut(&index),
            });
            self.scan_value(child, depth + 1);
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
        let mut fields = FieldTree::of_fields([field]);
        fields.scan_text(TEXT);
        let offset = fields.offset_of_field(TEXT, field, character);
        assert_eq!(PositionCounter::new(TEXT).position_at(offset), TextPosition { line, column }, "{field}");
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
        let mut fields = FieldTree::of_fields(["name"]);
        fields.scan_text(text);
        assert_eq!(fields.offset_of_field(text, "name", None), 49);
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
            FieldTree::default().scan_text(text);
        }
        FieldTree::default().scan_text(&"(".repeat(100_000));
    }
}
