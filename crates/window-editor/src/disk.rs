//! Map files for the editor: opened, imported, exported, listed.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hotgates_editor::Document;
use hotgates_engine::{BattleFile, MapFile, Ruleset};
use hotgates_files::{
    AtomicFile, FileAccess, FileError, FileReach, ImportedMap, LocatedFault, MapFormat, SourceText,
    rules_named_by,
};

use hotgates_ui::Phrase;
use hotgates_ui::explain::explain_import_note;
use hotgates_ui::storage::{Storage, create_parent_folder};

/// Number of maps remembered as edited last.
const RECENT: usize = 6;

/// A file that has been read as a document to be edited.
#[derive(Debug)]
pub struct OpenedMap {
    /// The document.
    pub document: Document,
    /// The file that it is saved to; none for a map of another program, whose file keeps what it
    /// has.
    pub path: Option<PathBuf>,
    /// Remarks on how a map of another program was read.
    pub notes: Vec<Phrase>,
}

/// Opens a file, by its extension: our own maps, and those of Tiled and Wesnoth as `map convert`
/// reads them.
///
/// # Errors
/// Every fault of the file, each with its place.
pub fn open_map(path: &Path) -> Result<OpenedMap, FileError> {
    if MapFormat::format_to_read(path)? == MapFormat::Ron {
        let document = open_own_map(path, FileAccess::default())?;
        return Ok(OpenedMap { document, path: Some(path.to_owned()), notes: Vec::new() });
    }
    let ImportedMap { map, rules, notes } = hotgates_files::read_map(path, &[], FileAccess::default())?;
    let mut document = Document::from_map(map, rules).map_err(|faults| {
        let name = path.display().to_string();
        let locate = |fault| LocatedFault { fault, file: name.clone() };
        FileError::from_faults(faults.into_iter().map(locate).collect())
    })?;
    document.mark_unsaved();
    let of_file = |note| {
        let place = path.display().to_string();
        Phrase::new("said-of").with_value("place", place).with_value("what", explain_import_note(note))
    };
    let notes = notes.iter().map(of_file).collect();
    Ok(OpenedMap { document, path: None, notes })
}

/// Opens the map that was kept because it had changes, without a file that it is saved to. Its rules may lie
/// anywhere: the program has written their path, and had read them there.
///
/// # Errors
/// Every fault of the file, each with its place.
pub fn open_unsaved_map(storage: &Storage) -> Result<Document, FileError> {
    open_own_map(&storage.unsaved_map_file(), FileAccess { outside: true, ..FileAccess::default() })
}

fn open_own_map(path: &Path, access: FileAccess) -> Result<Document, FileError> {
    let source = SourceText::read_file(path, access)?;
    let map = MapFile::from_ron(&source.text).map_err(|fault| source.error_of_faults(vec![fault]))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let rules = rules_named_by(&map, &source, folder, &FileReach::of_folder(folder, access))?;
    Document::open_with_rules(&source.text, |_| Ok(rules)).map_err(|faults| source.error_of_faults(faults))
}

/// The file of the rules that a map names, for a map that lies in this folder; none for rules that come with
/// the program.
#[must_use]
pub fn rules_file_beside_map(rules: Option<&str>, folder: &Path) -> Option<PathBuf> {
    let own = |name: &&str| Ruleset::SHIPPED.iter().all(|(shipped, _)| shipped != name);
    rules.filter(own).map(|rules| folder.join(rules))
}

/// Returns the text of a document for a file in a folder where its own text would not do: rules that are named by their
/// whole path, as those of a map that was kept elsewhere are, would be out of reach of the file. They are copied beside
/// it. `None` for other documents, and where another file has the name of the rules.
///
/// # Errors
/// The reason why the rules cannot be written there.
pub fn text_with_rules_beside(
    storage: &Storage,
    document: &Document,
    folder: &Path,
) -> Result<Option<String>, FileError> {
    let mut map = document.to_map();
    let rules = map.rules.as_deref().map(Path::new).filter(|rules| rules.is_absolute());
    let Some((rules, name)) = rules.and_then(|rules| Some((rules, rules.file_name()?))) else {
        return Ok(None);
    };
    let Ok(source) = SourceText::read_file(rules, FileAccess::default()) else { return Ok(None) };
    let copy = folder.join(name);
    match SourceText::read_file(&copy, FileAccess::default()) {
        Ok(there) if there.text == source.text => {}
        _ if copy.exists() => return Ok(None),
        _ => storage.write_whole_file(&copy, source.text.as_bytes())?,
    }
    map.rules = Some(name.to_string_lossy().into_owned());
    Ok(Some(document.top_comments().to_owned() + &map.to_ron()))
}

/// The file that a typed name means for saving: a bare name lies among the user's maps, and an
/// extension that says nothing is part of the name.
#[must_use]
pub fn path_to_save(storage: &Storage, typed: &str) -> PathBuf {
    let path = path_in_folder(storage, typed);
    if MapFormat::by_extension(&path).is_some() { path } else { with_ron_extension(path) }
}

/// The file that a typed name means for opening: the one that is there.
#[must_use]
pub fn path_to_open(storage: &Storage, typed: &str) -> PathBuf {
    let (placed, typed) = (path_in_folder(storage, typed), Path::new(typed.trim()));
    let all = [placed.clone(), with_ron_extension(placed.clone()), typed.to_owned()];
    let there = all.into_iter().find(|path| path.is_file());
    there.unwrap_or_else(|| {
        if MapFormat::by_extension(&placed).is_some() { placed } else { with_ron_extension(placed) }
    })
}

fn path_in_folder(storage: &Storage, typed: &str) -> PathBuf {
    let typed = Path::new(typed.trim());
    match typed.parent() {
        Some(folder) if folder.as_os_str().is_empty() => storage.map_folder().join(typed),
        _ => typed.to_owned(),
    }
}

fn with_ron_extension(path: PathBuf) -> PathBuf {
    let mut path = path.into_os_string();
    path.push(".ron");
    path.into()
}

/// Returns `true` if writing this file, or a picture that goes with it, would replace a file.
#[must_use]
pub fn is_file_taken(path: &Path) -> bool {
    let tiles = matches!(MapFormat::by_extension(path), Some(MapFormat::Tiled(_)))
        && hotgates_files::tiles_path(path).exists();
    tiles || path.exists()
}

/// Makes sure that a file can be written under a typed name, and makes the folder of the user's
/// maps. No other folder is made: a folder that is not there is a slip of the pen.
///
/// # Errors
/// When the file's folder is not there or takes no files.
pub fn check_file_can_be_written(storage: &Storage, path: &Path) -> Result<(), FileError> {
    if path.parent() == Some(&*storage.map_folder()) {
        create_parent_folder(path)?;
    }
    AtomicFile::new(path).map(drop)
}

/// A file name for a map of this name.
#[must_use]
pub fn suggested_file_name(name: &str) -> String {
    let plain = |c: char| match c {
        c if c.is_alphanumeric() => c.to_lowercase().collect(),
        _ => "_".to_owned(),
    };
    let stem: String = name.trim().chars().map(plain).collect();
    format!("{}.ron", if stem.is_empty() { "map" } else { &stem })
}

/// The most maps of a folder that are listed.
const MOST: usize = 200;

/// Returns `true` unless a file is known not to be a map: rulesets and scenarios lie beside maps and
/// end in `.ron`, too. A broken file is listed, since opening it says what is wrong.
fn may_be_map(path: &Path) -> bool {
    if MapFormat::by_extension(path) != Some(MapFormat::Ron) {
        return MapFormat::by_extension(path).is_some();
    }
    let Ok(source) = SourceText::read_file(path, FileAccess::default()) else { return true };
    match BattleFile::from_ron(&source.text) {
        Ok(BattleFile::Map(_)) => true,
        Ok(BattleFile::Scenario(_)) => false,
        Err(_) => Ruleset::from_ron(&source.text).is_err(),
    }
}

/// Returns the newest maps of a folder, of whatever program, the newest first.
#[must_use]
pub fn list_maps_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let dated = entries.filter_map(|entry| {
        let path = entry.path();
        let changed = entry.metadata().and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        MapFormat::by_extension(&path).map(|_| (std::cmp::Reverse(changed), path))
    });
    let mut files: Vec<_> = dated.collect();
    files.sort();
    files.into_iter().map(|(_, path)| path).filter(|path| may_be_map(path)).take(MOST).collect()
}

/// The maps that were edited last and are still there, the last one first.
#[must_use]
pub fn recent_maps(storage: &Storage) -> Vec<PathBuf> {
    let text = storage.text_of_file(&storage.recent_maps_file()).unwrap_or_default();
    let mut paths: Vec<PathBuf> = ron::from_str(&text).unwrap_or_default();
    paths.retain(|path| path.exists());
    paths
}

/// Remembers a map as the one edited last.
pub fn remember_map(storage: &Storage, path: &Path) {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut paths = recent_maps(storage);
    paths.retain(|other| *other != path);
    paths.insert(0, path);
    paths.truncate(RECENT);
    let text = ron::to_string(&paths).unwrap_or_default();
    // Nobody's work is lost where this cannot be written.
    if let Err(problem) = storage.write_whole_file(&storage.recent_maps_file(), text.as_bytes()) {
        bevy::log::warn!("{problem}");
    }
}
