//! Doc comments: how each opens, and the examples that rustdoc runs.

use std::fs;

use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{AttrStyle, Attribute, Expr, Lit, Meta};

use crate::report::list_entries;
use crate::source::{SourceFile, Workspace};

const RIDDLES: &str = include_str!("../lists/riddles.txt");

/// One doc comment, all of its lines together.
pub struct DocComment {
    pub crate_name: String,
    pub file: String,
    /// Line on which the comment starts.
    pub line: usize,
    pub text: String,
    in_library: bool,
}

/// One example in a doc comment that rustdoc runs.
pub struct DocExample {
    pub crate_name: String,
    pub file: String,
    pub line: usize,
    pub code: String,
}

impl DocComment {
    /// First line that is not empty.
    pub fn opening(&self) -> &str {
        self.text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }

    /// Returns `true` if the opening is one of `lists/riddles.txt`.
    pub fn opens_with_riddle(&self) -> bool {
        let opening = self.opening().trim_start_matches(['*', '_', '(']).to_lowercase();
        list_entries(RIDDLES).any(|riddle| {
            opening
                .strip_prefix(riddle)
                .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '\''))
        })
    }

    /// Examples of the comment that rustdoc runs.
    fn examples(&self) -> Vec<DocExample> {
        let mut examples = Vec::new();
        let mut open: Option<(usize, Option<DocExample>)> = None;
        for (index, line) in self.text.lines().enumerate() {
            let line = line.trim_start();
            let ticks = line.chars().take_while(|&letter| letter == '`').count();
            match &mut open {
                None if ticks >= 3 => {
                    let example = is_run(&line[ticks..]).then(|| DocExample {
                        crate_name: self.crate_name.clone(),
                        file: self.file.clone(),
                        line: self.line + index,
                        code: String::new(),
                    });
                    open = Some((ticks, example));
                }
                Some((fence, example)) if ticks >= *fence && line[ticks..].trim().is_empty() => {
                    examples.extend(example.take());
                    open = None;
                }
                Some((_, Some(example))) => {
                    example.code.push_str(line);
                    example.code.push('\n');
                }
                None | Some((_, None)) => {}
            }
        }
        examples
    }
}

impl DocExample {
    pub fn has_assertion(&self) -> bool {
        self.code.contains("assert")
    }

    /// Returns `true` if `name` stands in the code as a whole word.
    pub fn mentions(&self, name: &str) -> bool {
        self.code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == name)
    }
}

/// Returns `true` if rustdoc compiles and runs a block with these words after its opening fence.
fn is_run(words: &str) -> bool {
    let known = |word: &str| matches!(word, "rust" | "should_panic") || word.starts_with("edition");
    words.split([',', ' ', '\t']).filter(|word| !word.is_empty()).all(known)
}

/// Lists every doc comment of the workspace.
pub fn list_comments(workspace: &Workspace) -> Vec<DocComment> {
    let files = workspace.crates.iter().flat_map(|krate| krate.files.iter().map(move |file| (krate, file)));
    files.flat_map(|(krate, file)| comments_in_file(&krate.name, file)).collect()
}

/// Lists the examples that rustdoc runs: those of libraries.
pub fn list_examples(comments: &[DocComment]) -> Vec<DocExample> {
    comments.iter().filter(|comment| comment.in_library).flat_map(DocComment::examples).collect()
}

fn comments_in_file(crate_name: &str, file: &SourceFile) -> Vec<DocComment> {
    let mut collector = DocCollector { file, found: Vec::new() };
    collector.visit_file(&file.syntax);
    collector.found.sort_by_key(|part| part.first_line);
    let mut comments: Vec<DocComment> = Vec::new();
    let mut previous: Option<(usize, bool)> = None;
    for part in collector.found {
        // Attributes of one comment stand on consecutive lines; comments of two items never do.
        match (comments.last_mut(), previous) {
            (Some(comment), Some((line, inner))) if part.first_line <= line + 1 && inner == part.inner => {
                comment.text.push('\n');
                comment.text.push_str(&part.text);
            }
            _ => comments.push(DocComment {
                crate_name: crate_name.to_owned(),
                file: file.path.display().to_string(),
                line: part.first_line,
                text: part.text,
                in_library: file.in_library,
            }),
        }
        previous = Some((part.last_line, part.inner));
    }
    comments
}

struct DocPart {
    first_line: usize,
    last_line: usize,
    inner: bool,
    text: String,
}

struct DocCollector<'a> {
    file: &'a SourceFile,
    found: Vec<DocPart>,
}

impl DocCollector<'_> {
    fn doc_text(&self, value: &Expr) -> Option<String> {
        match value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            // `#![doc = include_str!("../README.md")]`
            Expr::Macro(call) if call.mac.path.is_ident("include_str") => {
                let name: syn::LitStr = call.mac.parse_body().ok()?;
                fs::read_to_string(self.file.path.parent()?.join(name.value())).ok()
            }
            _ => None,
        }
    }
}

impl Visit<'_> for DocCollector<'_> {
    fn visit_attribute(&mut self, attribute: &Attribute) {
        let Meta::NameValue(pair) = &attribute.meta else { return };
        if !pair.path.is_ident("doc") {
            return;
        }
        let Some(text) = self.doc_text(&pair.value) else { return };
        let span = attribute.span();
        self.found.push(DocPart {
            first_line: span.start().line,
            last_line: span.end().line,
            inner: matches!(attribute.style, AttrStyle::Inner(_)),
            text,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::CrateSource;

    fn comments(text: &str) -> Vec<DocComment> {
        list_comments(&Workspace { crates: vec![CrateSource::from_texts(&[("lib.rs", &[], text)])] })
    }

    #[test]
    fn riddles_are_whole_words() {
        let text = "/// Whether it holds.\nstruct A;\n/// Whichever.\nstruct B {\n    /// In how many ways.\n    x: u8,\n}\n\
            /// Returns what is left.\n/// What more.\nfn c() {}\n/// What's left.\nfn d() {}";
        let riddles: Vec<_> = comments(text).iter().map(DocComment::opens_with_riddle).collect();
        assert_eq!(riddles, [true, false, true, false, false]);
    }

    #[test]
    fn examples_that_run_are_counted() {
        let text = "//! Module.\n//!\n//! ```\n//! assert!(Grid::new());\n//! ```\n\n\
            /// ```text\n/// a\n/// ```\n///\n/// ```no_run\n/// b\n/// ```\n///\n/// ```rust\n/// c();\n/// ```\nfn c() {}";
        let examples = list_examples(&comments(text));
        let found: Vec<_> = examples.iter().map(|one| (one.line, one.has_assertion())).collect();
        assert_eq!(found, [(3, true), (15, false)]);
        assert!(examples[0].mentions("Grid") && !examples[0].mentions("Gri"));
    }
}
