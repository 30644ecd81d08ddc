//! Invariants of ARCHITECTURE.md: each names what keeps it, and the tests that it names are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::dictionary::Misnomer;

const OPENING: &str = "**Invariant:**";

/// Words that introduce the tests or the lint of an invariant.
const KEEPERS: &str = "Kept by";

/// Names of all functions below `crates/` and `tests/`, tests included.
///
/// # Errors
/// A folder or file that cannot be read.
pub fn list_all_functions(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut names = BTreeSet::new();
    for folder in ["crates", "tests"] {
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

/// Returns `true` for a name like `a_clone_goes_its_own_way`; lints and files look otherwise.
fn is_test_name(name: &str) -> bool {
    name.contains('_')
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

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
