//! RON text: reading it with a clear message, and finding the line of a field afterwards.
//!
//! The format's own reader says where a text breaks. What is wrong with a value that reads well (an unknown
//! glyph, two units on one hex) shows only later; a second, much simpler reader then finds that field's line.

use std::collections::BTreeMap;

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::{Serialize, de::DeserializeOwned};

use crate::file::fault::{Fault, FaultKind, Position};

/// Reads a value from RON; optional fields need no `Some`. For whoever keeps files of its own beside the rules'.
///
/// # Errors
/// What is wrong with the text, with its line and column.
pub fn parse<T: DeserializeOwned>(source: &str) -> Result<T, Fault> {
    if source.trim().is_empty() {
        return Err(Fault::new(FaultKind::EmptyFile));
    }
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME).from_str(source).map_err(
        |error| {
            let position = Position { line: error.span.start.line, column: error.span.start.col };
            let mut message = error.code.to_string();
            if let Some(first) = message.get(..1).filter(|_| !message.starts_with('`')) {
                message = first.to_lowercase() + &message[1..];
            }
            Fault { position: Some(position), ..Fault::new(FaultKind::Syntax { message }) }
        },
    )
}

/// Writes a value the way [`parse`] reads it: one field a line, one element of its lists a line, and of the lists in
/// its fields' fields.
pub(crate) fn write<T: Serialize>(value: &T) -> String {
    let config = PrettyConfig::new().depth_limit(3).struct_names(true).extensions(Extensions::IMPLICIT_SOME);
    // The extension is this project's default, so files need not name it.
    let text = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .to_string_pretty(value, config)
        .expect("what serde derives for our types can always be written");
    text.strip_prefix("#![enable(implicit_some)]\n").map_or(text.clone(), str::to_owned)
}

/// Gives each fault of a field the line and column at which the text has that field, or its nearest parent.
pub fn locate(source: &str, faults: &mut [Fault]) {
    let places = Places::of(source);
    for fault in faults {
        let Some(field) = &fault.field else { continue };
        fault.position = fault.position.or_else(|| Some(places.find(field, fault.character)));
    }
}

/// The name of the struct a RON text starts with: how a scenario is told from a map.
pub(crate) fn struct_name(source: &str) -> Option<&str> {
    let mut reader = Reader::new(source);
    // Attributes such as `#![enable(implicit_some)]` come first.
    loop {
        reader.blank();
        if reader.peek() != Some('#') {
            break;
        }
        reader.skip_to('\n');
    }
    let start = reader.at;
    reader.word();
    (reader.at > start).then(|| &source[start..reader.at])
}

/// Where each field of a text starts, by its path.
struct Places<'a> {
    source: &'a str,
    /// Where each line starts.
    lines: Vec<usize>,
    starts: BTreeMap<String, usize>,
}

impl<'a> Places<'a> {
    fn of(source: &'a str) -> Self {
        let mut starts = BTreeMap::new();
        Reader::new(source).value("", &mut starts, 0);
        let lines = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { source, lines, starts }
    }

    /// The place of a field, or of what it would be in; the whole text starts at the empty path.
    fn find(&self, field: &str, character: Option<usize>) -> Position {
        let mut path = field;
        loop {
            if let Some(&start) = self.starts.get(path) {
                let character = character.filter(|_| path == field);
                return self.position(character.map_or(start, |index| self.inside(start, index)));
            }
            path = &path[..path.rfind(['.', '[']).unwrap_or(0)];
        }
    }

    /// The place of a character of a text that starts with its quote.
    fn inside(&self, start: usize, index: usize) -> usize {
        let mut reader = Reader { source: self.source, at: start };
        reader.next();
        for _ in 0..index {
            if reader.next() == Some('\\') && reader.next() == Some('u') {
                reader.skip_to('}');
            }
        }
        reader.at
    }

    fn position(&self, at: usize) -> Position {
        let line = self.lines.partition_point(|&start| start <= at);
        Position { line, column: self.source[self.lines[line - 1]..at].chars().count() + 1 }
    }
}

/// Deep enough for every file of ours; the format's own reader has refused deeper ones before.
const MAX_DEPTH: usize = 100;

/// A reader of well-formed RON that knows only where values start and end.
struct Reader<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    const fn new(source: &'a str) -> Self {
        Self { source, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += next.map_or(0, char::len_utf8);
        next
    }

    /// Past the next `end`.
    fn skip_to(&mut self, end: char) {
        while self.next().is_some_and(|c| c != end) {}
    }

    fn blank(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                self.skip_to('\n');
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else if rest.starts_with(char::is_whitespace) {
                self.next();
            } else {
                return;
            }
        }
    }

    fn word(&mut self) {
        while self.peek().is_some_and(|c| c.is_alphanumeric() || "_.+-#!".contains(c)) {
            self.next();
        }
    }

    fn value(&mut self, path: &str, starts: &mut BTreeMap<String, usize>, depth: usize) {
        self.blank();
        starts.insert(path.to_owned(), self.at);
        if self.raw_text() {
            return;
        }
        self.word();
        self.blank();
        match self.peek() {
            Some('"') => self.text('"'),
            Some('\'') => self.text('\''),
            Some('(') => self.list(path, ')', starts, depth),
            Some('[') => self.list(path, ']', starts, depth),
            Some('{') => self.list(path, '}', starts, depth),
            _ => {}
        }
    }

    fn text(&mut self, quote: char) {
        self.next();
        while let Some(c) = self.next() {
            if c == '\\' {
                self.next();
            } else if c == quote {
                return;
            }
        }
    }

    /// Past a text without escapes, if one comes next.
    fn raw_text(&mut self) -> bool {
        let Some(rest) = self.rest().strip_prefix('r') else { return false };
        let text = rest.trim_start_matches('#');
        let hashes = rest.len() - text.len();
        let Some(text) = text.strip_prefix('"') else { return false };
        let end = format!("\"{}", "#".repeat(hashes));
        let length = text.find(&end).map_or(text.len(), |found| found + end.len());
        self.at = self.source.len() - text.len() + length;
        true
    }

    /// The elements of a list, tuple, struct or map; the reader stands at its bracket.
    fn list(&mut self, path: &str, close: char, starts: &mut BTreeMap<String, usize>, depth: usize) {
        if depth > MAX_DEPTH {
            self.at = self.source.len();
            return;
        }
        self.next();
        for index in 0.. {
            self.blank();
            match self.peek() {
                None => return,
                Some(c) if c == close => {
                    self.next();
                    return;
                }
                Some(_) => {}
            }
            let start = self.at;
            let field = self.field();
            let child = match field {
                Some(name) if path.is_empty() => name.to_owned(),
                Some(name) => format!("{path}.{name}"),
                None => format!("{path}[{index}]"),
            };
            self.value(&child, starts, depth + 1);
            self.blank();
            match self.peek() {
                Some(',' | ':') => {
                    self.next();
                }
                // Not well-formed after all: never stand still.
                _ if self.at == start => {
                    self.next();
                }
                _ => {}
            }
        }
    }

    /// The name of a field and its colon, if that is what comes next.
    fn field(&mut self) -> Option<&'a str> {
        let start = self.at;
        self.word();
        let name = &self.source[start..self.at];
        self.blank();
        if !name.is_empty() && self.peek() == Some(':') {
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
        assert_eq!(Places::of(TEXT).find(field, character), Position { line, column }, "{field}");
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
    fn the_first_word_names_the_struct() {
        assert_eq!(struct_name(TEXT), Some("Map"));
        assert_eq!(struct_name("#![enable(implicit_some)]\n Scenario (x: 1)"), Some("Scenario"));
        assert_eq!(struct_name("(name: 1)"), None);
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
            "(a b c)",
        ] {
            let _ = Places::of(text);
        }
        let _ = Places::of(&"(".repeat(100_000));
    }
}
