//! Source files that no module names: the compiler never reads them, so that a test in one never
//! runs and nobody is told.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::dictionary::Misnomer;

/// Folders whose files are programs of their own, unless a `main.rs` among them is.
const PROGRAM_FOLDERS: [&str; 4] = ["benches", "bin", "examples", "tests"];

/// Lists the files below `crates/`, `fuzz/`, `python/`, `tests/` and `tools/` that no file beside or above them
/// declares as a module.
///
/// # Errors
/// A folder or file that cannot be read.
pub fn list_orphans(root: &Path) -> Result<Vec<Misnomer>, String> {
    let mut texts = BTreeMap::new();
    for folder in ["crates", "fuzz", "python", "tests", "tools"] {
        read_sources(root, Path::new(folder), &mut texts).map_err(|error| format!("{folder}/: {error}"))?;
    }
    Ok(find_orphans(&texts))
}

fn read_sources(root: &Path, folder: &Path, texts: &mut BTreeMap<PathBuf, String>) -> std::io::Result<()> {
    if !root.join(folder).is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(root.join(folder))? {
        let path = folder.join(entry?.file_name());
        if root.join(&path).is_dir() {
            read_sources(root, &path, texts)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(root.join(&path))?;
            texts.insert(path, text);
        }
    }
    Ok(())
}

fn find_orphans(texts: &BTreeMap<PathBuf, String>) -> Vec<Misnomer> {
    let orphans = texts.keys().filter(|path| !is_program(path, texts) && !is_declared(path, texts));
    let misnomer = |path: &PathBuf| Misnomer {
        crate_name: String::new(),
        file: path.display().to_string(),
        line: 1,
        text: "no file declares this module".to_owned(),
    };
    orphans.map(misnomer).collect()
}

/// Returns `true` if a file is the root of a library, a program, a test or a bench.
fn is_program(path: &Path, texts: &BTreeMap<PathBuf, String>) -> bool {
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_among_programs = PROGRAM_FOLDERS.iter().any(|name| folder.ends_with(name));
    match path.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "main" | "build") => true,
        _ => is_among_programs && !texts.contains_key(&folder.join("main.rs")),
    }
}

/// Returns `true` if the module of a file is declared where the compiler looks, or a file names its
/// path.
fn is_declared(path: &Path, texts: &BTreeMap<PathBuf, String>) -> bool {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let (Some(mut name), Some(mut folder)) = (stem(path), path.parent()) else { return false };
    if name == "mod" {
        let (Some(own), Some(above)) = (stem(folder), folder.parent()) else { return false };
        (name, folder) = (own, above);
    }
    let declaration = format!("mod {name};");
    let declares = |text: &str| text.lines().any(|line| line.trim_end().ends_with(&declaration));
    let by_path = format!("{name}.rs\"");
    texts.iter().any(|(other, text)| {
        let is_parent = other.parent() == Some(folder) || other.with_extension("") == *folder;
        other != path && ((is_parent && declares(text)) || text.contains(&by_path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_a_declaration_are_found() {
        let files = [
            ("crates/a/src/lib.rs", "pub(crate) mod known;\nmod folder;\n"),
            ("crates/a/src/known.rs", "// mod lost; is declared in no code\n"),
            ("crates/a/src/known/inner.rs", ""),
            ("crates/a/src/lost.rs", ""),
            ("crates/a/src/folder/mod.rs", "mod child;"),
            ("crates/a/src/folder/child.rs", ""),
            ("crates/a/tests/alone.rs", "#[path = \"data/shared.rs\"]\nmod other;"),
            ("crates/a/tests/data/shared.rs", ""),
            ("tests/main.rs", "mod listed;"),
            ("tests/listed.rs", ""),
            ("tests/unlisted.rs", ""),
        ];
        let texts = files.map(|(path, text)| (PathBuf::from(path), text.to_owned())).into();
        let found: Vec<_> = find_orphans(&texts).into_iter().map(|one| one.file).collect();
        assert_eq!(found, ["crates/a/src/known/inner.rs", "crates/a/src/lost.rs", "tests/unlisted.rs"]);
    }
}
