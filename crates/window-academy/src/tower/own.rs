//! Towers of the player's: text files in a folder beside the saved battles, read beside the frames.

use std::path::{Path, PathBuf};

use hotgates_academy::tower::{Tower, TowerError};
use hotgates_files::{FileAccess, FileError, SourceText};
use hotgates_ui::Phrase;
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::storage::files_with_extension;

use crate::explain::explain_tower_error;

/// Greatest number of towers that are offered.
const MOST: usize = 24;

/// A tower of the player's.
#[derive(Debug, Clone)]
pub struct OwnTower {
    /// Name of its file, without the extension.
    pub name: String,
    /// The tower.
    pub tower: Tower,
}

/// Reason why a file is no tower.
#[derive(Debug)]
pub(crate) enum UnreadTower {
    /// The file cannot be read.
    File(FileError),
    /// It says something else, in this place.
    Tower(PathBuf, TowerError),
}

impl UnreadTower {
    /// Returns the reason in words, with the file's name.
    pub(crate) fn explain(&self) -> Vec<Phrase> {
        match self {
            Self::File(problem) => explain_file_error(problem),
            Self::Tower(path, error) => {
                let said = Phrase::new("said-of").with_value("place", path.display().to_string());
                vec![said.with_value("what", explain_tower_error(error))]
            }
        }
    }
}

/// Reads the towers of a folder, by the names of their files.
pub(crate) fn read_towers(folder: &Path) -> Vec<Result<OwnTower, UnreadTower>> {
    files_with_extension(folder, "txt").into_iter().take(MOST).map(|path| read_tower(&path)).collect()
}

fn read_tower(path: &Path) -> Result<OwnTower, UnreadTower> {
    let source = SourceText::read_file(path, FileAccess::default()).map_err(UnreadTower::File)?;
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let tower = Tower::parse(&source.text).map_err(|error| UnreadTower::Tower(path.to_owned(), error))?;
    Ok(OwnTower { name, tower })
}
