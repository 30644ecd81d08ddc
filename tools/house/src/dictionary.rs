//! The dictionary: names that GLOSSARY.md gives and the code lacks, and names with words that the glossary
//! has replaced.

use std::collections::BTreeSet;

use crate::functions::FunctionName;
use crate::report::list_entries;
use crate::source::{SourceFile, Workspace};
use crate::types::TypeDefinition;

const RETIRED_WORDS: &str = include_str!("../lists/retired_words.txt");

/// A name that breaks the dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misnomer {
    /// Name of the crate; empty for the glossary itself.
    pub crate_name: String,
    pub file: String,
    pub line: usize,
    /// The name and what is wrong about it.
    pub text: String,
}

/// Lists names in the third column of the glossary's tables that no code without tests has.
pub fn list_unknown_names(workspace: &Workspace, glossary: &str) -> Vec<Misnomer> {
    let files = workspace.crates.iter().flat_map(|krate| &krate.files);
    let words: BTreeSet<&str> =
        files.flat_map(SourceFile::code_lines).flat_map(|(_, line)| words_of(line)).collect();
    let mut found = Vec::new();
    for (index, row) in glossary.lines().enumerate() {
        let Some(names) = row.strip_prefix('|').and_then(|row| row.split('|').nth(2)) else { continue };
        // Between backticks stands every second part.
        let missing = names
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|name| !words_of(name).all(|word| words.contains(word)));
        found.extend(missing.map(|name| Misnomer {
            crate_name: String::new(),
            file: "GLOSSARY.md".to_owned(),
            line: index + 1,
            text: format!("{name} is not in the code"),
        }));
    }
    found
}

/// Lists types, functions and modules that have a retired word in their names.
pub fn list_retired_words(
    workspace: &Workspace,
    types: &[TypeDefinition],
    functions: &[FunctionName],
) -> Vec<Misnomer> {
    let types = types.iter().map(|row| (&row.crate_name, &row.file, row.line, row.name.as_str()));
    let functions = functions.iter().map(|row| (&row.crate_name, &row.file, row.line, row.name.as_str()));
    let mut found: Vec<Misnomer> = types
        .chain(functions)
        .filter_map(|(crate_name, file, line, name)| misnomer(crate_name, file, line, name))
        .collect();
    for krate in &workspace.crates {
        found.extend(krate.files.iter().filter_map(|file| {
            misnomer(&krate.name, &file.path.display().to_string(), 1, file.module_path.last()?)
        }));
    }
    found.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    found
}

fn misnomer(crate_name: &str, file: &str, line: usize, name: &str) -> Option<Misnomer> {
    let words = name_words(name);
    let (_, better) = list_entries(RETIRED_WORDS)
        .filter_map(|entry| entry.split_once(':'))
        .find(|(retired, _)| words.iter().any(|word| word == retired))?;
    Some(Misnomer {
        crate_name: crate_name.to_owned(),
        file: file.to_owned(),
        line,
        text: format!("{name}: say{better}"),
    })
}

/// Splits `snake_case` and `CamelCase` into words in lower case.
fn name_words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if letter == '_' || letter.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter != '_') {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::list_functions;
    use crate::source::CrateSource;
    use crate::types::list_types;

    #[test]
    fn names_of_the_glossary_are_in_the_code() {
        let source =
            CrateSource::from_texts(&[("lib.rs", &[], "pub struct Grid;\n#[cfg(test)]\nstruct Gone;")]);
        let glossary = "| Term | Meaning | In code | Source |\n|---|---|---|---|\n\
            | grid | Shape. | `Grid`, `Gone` | `Patel` |\n| none | Ours. | | |\n";
        let found = list_unknown_names(&Workspace { crates: vec![source] }, glossary);
        assert_eq!(found.iter().map(|one| one.line).collect::<Vec<_>>(), [3]);
        assert_eq!(found[0].text, "Gone is not in the code");
    }

    #[test]
    fn retired_words_are_found_in_every_case() {
        let text = "struct WaveFront; fn find_duel() {} fn kitchen() {} struct Workshop;";
        let source = CrateSource::from_texts(&[("lib.rs", &[], text), ("wave.rs", &["wave"], "")]);
        let workspace = Workspace { crates: vec![source] };
        let found = list_retired_words(&workspace, &list_types(&workspace), &list_functions(&workspace));
        let texts: Vec<_> = found.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "WaveFront: say flood (bit-parallel flood)",
                "find_duel: say two-player game",
                "wave: say flood (bit-parallel flood)"
            ]
        );
    }
}
