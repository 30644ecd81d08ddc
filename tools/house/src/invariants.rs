//! Invariants of ARCHITECTURE.md: each names what keeps it, and the tests that it names are there. And paths
//! that the pages name: there is a file or folder of that name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::dictionary::Misnomer;

const OPENING: &str = "**Invariant:**";

/// Words that introduce the tests or the lint of an invariant.
const KEEPERS: &str = "Kept by";

/// Names of all functions below `crates/`, `fuzz/`, `python/`, `tests/` and `tools/`, tests included.
///
/// # Errors
/// A folder or file that cannot be read.
pub fn list_all_functions(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut names = BTreeSet::new();
    for folder in ["crates", "fuzz", "python", "tests", "tools"] {
        add_functions(&root.join(folder), &mut names).map_err(|error| format!("{folder}/: {error}"))?;
    }
    Ok(names)
}

fn add_functions(folder: &Path, names: &mut BTreeSet<String>) -> std::io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            add_functions(&path, names)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path)?;
            let declared = text.split("fn ").skip(1);
            names.extend(declared.map(|rest| {
                rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
            }));
        }
    }
    Ok(())
}

/// Lists invariants that name no keeper, and tests that are named and not there.
pub fn list_unkept(architecture: &str, functions: &BTreeSet<String>) -> Vec<Misnomer> {
    let mut found = Vec::new();
    let mut add = |line: usize, text: String| {
        let file = "ARCHITECTURE.md".to_owned();
        found.push(Misnomer { crate_name: String::new(), file, line, text });
    };
    let mut lines = architecture.lines().enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        if !line.contains(OPENING) {
            continue;
        }
        let mut paragraph = line.to_owned();
        while let Some((_, next)) =
            lines.next_if(|(_, next)| !next.trim().is_empty() && !next.contains(OPENING))
        {
            paragraph.push(' ');
            paragraph.push_str(next.trim());
        }
        match paragraph.split_once(KEEPERS) {
            None => add(index + 1, format!("an invariant without `{KEEPERS} …`")),
            Some((_, keepers)) => {
                let tests = keepers.split('`').skip(1).step_by(2).filter(|name| is_test_name(name));
                for name in tests.filter(|&name| !functions.contains(name)) {
                    add(index + 1, format!("there is no test {name}"));
                }
            }
        }
    }
    found
}

/// Pages whose paths are looked at.
const PAGES: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md"];

/// First folders of paths in this repository.
const TOP_FOLDERS: [&str; 9] =
    [".ci/", "assets/", "crates/", "docs/", "fuzz/", "maps/", "python/", "tests/", "tools/"];

/// Lists paths between backticks, and in links, that are not there.
///
/// # Errors
/// A page that cannot be read; one that does not exist is passed over.
pub fn list_missing_paths(root: &Path) -> Result<Vec<Misnomer>, String> {
    let mut found = Vec::new();
    for page in PAGES.iter().filter(|page| root.join(page).is_file()) {
        let text = fs::read_to_string(root.join(page)).map_err(|error| format!("{page}: {error}"))?;
        for (index, line) in text.lines().enumerate() {
            let missing = paths_in(line).filter(|path| !root.join(path).exists());
            found.extend(missing.map(|path| Misnomer {
                crate_name: String::new(),
                file: (*page).to_owned(),
                line: index + 1,
                text: format!("there is no {path}"),
            }));
        }
    }
    Ok(found)
}

fn paths_in(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(['`', '(', ')', ' ', ';', ',']);
    words.filter(|word| {
        TOP_FOLDERS.iter().any(|top| word.starts_with(top)) && !word.contains(['*', '<', '…', ':'])
    })
}

/// Returns `true` for a name like `a_clone_goes_its_own_way`; lints and files look otherwise.
fn is_test_name(name: &str) -> bool {
    name.contains('_')
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_between_backticks_and_in_links() {
        let line = "Read `crates/ai/src`, [a page](docs/rules.md), `maps/*.ron` and cratesy things.";
        assert_eq!(paths_in(line).collect::<Vec<_>>(), ["crates/ai/src", "docs/rules.md"]);
    }

    #[test]
    fn invariants_name_tests_that_exist() {
        let functions = BTreeSet::from(["a_test_of_it".to_owned()]);
        let text = "- **Invariant:** One.\n  Kept by `a_test_of_it` and `.ci/run`.\n- **Invariant:** Two. Kept by\n  `no_such_test`.\n\n\
            **Invariant:** Three, by itself.\n\nKept by `another_paragraph`.\n";
        let found: Vec<_> =
            list_unkept(text, &functions).into_iter().map(|one| (one.line, one.text)).collect();
        assert_eq!(
            found,
            [
                (3, "there is no test no_such_test".to_owned()),
                (6, "an invariant without `Kept by …`".to_owned())
            ]
        );
    }
}
