//! Map files for the editor: opened, saved, listed.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hotgates_editor::Document;
use hotgates_engine::MapFile;
use hotgates_files::{Problem, Source, rules_of};

use crate::storage::Storage;

/// How many maps are remembered as edited last.
const RECENT: usize = 6;

/// Opens a file as a document, by what its name ends in: everything that can be edited comes in here.
///
/// # Errors
/// Everything that is wrong with it, each with its place.
pub fn open(path: &Path) -> Result<Document, Problem> {
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    match end.as_deref() {
        Some("ron") => open_ron(path),
        _ => Err(Problem::new(format!("{}: the editor opens maps whose names end in .ron", path.display()))),
    }
}

fn open_ron(path: &Path) -> Result<Document, Problem> {
    let source = Source::read(path)?;
    let map = MapFile::from_ron(&source.text).map_err(|fault| source.problem(vec![fault]))?;
    let rules = rules_of(&map, &source, path.parent().unwrap_or(Path::new("")))?;
    Document::open_with(&source.text, |_| Ok(rules)).map_err(|faults| source.problem(faults))
}

/// The file that a typed name means: a bare name lies among the user's maps, and `.ron` need not be typed.
#[must_use]
pub fn named(storage: &Storage, typed: &str) -> PathBuf {
    let typed = Path::new(typed.trim());
    let mut path = match typed.parent() {
        Some(folder) if folder.as_os_str().is_empty() => storage.maps().join(typed),
        _ => typed.to_owned(),
    };
    if path.extension().is_none() {
        path.set_extension("ron");
    }
    path
}

/// A file name for a map of this name.
#[must_use]
pub fn suggested(name: &str) -> String {
    let plain = |c: char| match c {
        c if c.is_alphanumeric() => c.to_lowercase().collect(),
        _ => "_".to_owned(),
    };
    let stem: String = name.trim().chars().map(plain).collect();
    format!("{}.ron", if stem.is_empty() { "map" } else { &stem })
}

/// The maps of a folder, the newest first.
#[must_use]
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let dated = entries.filter_map(|entry| {
        let path = entry.path();
        let changed = entry.metadata().and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        (path.extension()? == "ron").then_some((std::cmp::Reverse(changed), path))
    });
    let mut files: Vec<_> = dated.collect();
    files.sort();
    files.into_iter().map(|(_, path)| path).collect()
}

/// The maps that were edited last and are still there, the last one first.
#[must_use]
pub fn recent(storage: &Storage) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(storage.recent_maps()).unwrap_or_default();
    let mut paths: Vec<PathBuf> = ron::from_str(&text).unwrap_or_default();
    paths.retain(|path| path.exists());
    paths
}

/// Remembers a map as the one edited last.
pub fn remember(storage: &Storage, path: &Path) {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut paths = recent(storage);
    paths.retain(|other| *other != path);
    paths.insert(0, path);
    paths.truncate(RECENT);
    let text = ron::to_string(&paths).unwrap_or_default();
    // Nobody's work is lost where this cannot be written.
    if let Err(problem) = storage.write(&storage.recent_maps(), text.as_bytes()) {
        bevy::log::warn!("{problem}");
    }
}
