//! Files that the window keeps between runs: settings, the battle going on, saved battles and
//! replays.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy::prelude::Resource;
use directories::ProjectDirs;
use hotgates_files::{AtomicFile, FileAccess, FileError, FileObstacle, FileProblem, SourceText, read_bytes};
use hotgates_protocol::ViewLog;
use hotgates_record::Replay;

use crate::Phrase;
use crate::explain::explain_file_error;

/// The extension of saves and replays.
pub const REPLAY_EXTENSION: &str = "replay";
/// The extension of view logs.
pub const VIEW_LOG_EXTENSION: &str = "log";

/// The folder that everything is kept in. `HOTGATES_HOME` names another one than the system's.
#[derive(Resource, Debug, Clone)]
pub struct Storage {
    root: PathBuf,
}

impl Storage {
    /// Returns the user's own folder: the folder that `HOTGATES_HOME` names, else the system's
    /// folder for such data, else one in the folder for temporary files.
    #[must_use]
    pub fn from_user_folder() -> Self {
        let named = std::env::var_os("HOTGATES_HOME").map(PathBuf::from);
        let usual = || ProjectDirs::from("", "", "hotgates").map(|dirs| dirs.data_dir().to_owned());
        Self::from_folder(named.or_else(usual).unwrap_or_else(|| std::env::temp_dir().join("hotgates")))
    }

    /// Returns a storage in a folder of the caller's choice, for tests and for other apps.
    #[must_use]
    pub fn from_folder(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Returns the path of the settings' file.
    #[must_use]
    pub fn settings_file(&self) -> PathBuf {
        self.root.join("settings.ron")
    }

    /// Returns the path of the file with the battle that was going on when the window was closed.
    #[must_use]
    pub fn autosave_file(&self) -> PathBuf {
        self.root.join("autosave.replay")
    }

    /// Returns the folder of saved battles.
    #[must_use]
    pub fn save_folder(&self) -> PathBuf {
        self.root.join("saves")
    }

    /// Returns the folder of replays: of battles that are over.
    #[must_use]
    pub fn replay_folder(&self) -> PathBuf {
        self.root.join("replays")
    }

    /// Returns the folder of the maps that the user has drawn.
    #[must_use]
    pub fn map_folder(&self) -> PathBuf {
        self.root.join("maps")
    }

    /// Returns the folder of the magic towers that the user has drawn.
    #[must_use]
    pub fn tower_folder(&self) -> PathBuf {
        self.root.join("towers")
    }

    /// Returns the folder of the doctrines that the user has tuned or written.
    #[must_use]
    pub fn doctrine_folder(&self) -> PathBuf {
        self.root.join("doctrines")
    }

    /// Returns the folder of the policies that the user has trained.
    #[must_use]
    pub fn policy_folder(&self) -> PathBuf {
        self.root.join("policies")
    }

    /// Returns the folder of the armies that the user has saved.
    #[must_use]
    pub fn army_folder(&self) -> PathBuf {
        self.root.join("armies")
    }

    /// Returns the path of the file with the editor's map, which exists while the map has changes
    /// that are in no other file.
    #[must_use]
    pub fn unsaved_map_file(&self) -> PathBuf {
        self.root.join("unsaved.ron")
    }

    /// Returns the path of the list of maps that were edited last.
    #[must_use]
    pub fn recent_maps_file(&self) -> PathBuf {
        self.root.join("recent.ron")
    }

    /// Returns the path of the list of puzzles that the user has solved.
    #[must_use]
    pub fn solved_puzzles_file(&self) -> PathBuf {
        self.root.join("puzzles.txt")
    }

    /// Returns the path of the list of lessons that the user has won.
    #[must_use]
    pub fn won_lessons_file(&self) -> PathBuf {
        self.root.join("lessons.txt")
    }

    /// Returns the path of the save of a campaign.
    #[must_use]
    pub fn campaign_save_file(&self, campaign: &str) -> PathBuf {
        self.root.join("campaigns").join(file_stem_of_name(campaign)).with_extension("save")
    }

    /// Returns the text of a file; none where the file is not there or cannot be read.
    #[must_use]
    pub fn text_of_file(&self, path: &Path) -> Option<String> {
        SourceText::read_file(path, FileAccess::default()).ok().map(|source| source.text)
    }

    /// Writes a file whole, or leaves the old file as it is; makes the file's folder.
    ///
    /// # Errors
    /// The reason why the file cannot be written.
    pub fn write_whole_file(&self, path: &Path, content: &[u8]) -> Result<(), FileError> {
        create_parent_folder(path)?;
        AtomicFile::new(path)?.write_and_rename(content)
    }

    /// Removes a file. A file that is gone already is as good as removed.
    ///
    /// # Errors
    /// The reason why the file cannot be removed.
    pub fn delete_file(&self, path: &Path) -> Result<(), FileError> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                let why = FileObstacle::System(hotgates_files::io_error_in_words(&error));
                Err(FileProblem::Unwritable { file: path.display().to_string(), why }.into())
            }
            _ => Ok(()),
        }
    }

    /// Returns the path of a new file of a folder, with a number after the name.
    #[must_use]
    pub fn unused_file_path(&self, folder: &Path, name: &str, extension: &str) -> PathBuf {
        let stem = file_stem_of_name(name);
        let numbered = (1..).map(|number| folder.join(format!("{stem}-{number:03}.{extension}")));
        let unused = numbered.into_iter().find(|path| !path.exists());
        unused.unwrap_or_else(|| folder.join("unnamed").with_extension(extension))
    }

    /// Returns the battles of a folder, replays and view logs, with the times when they were written, the newest first.
    #[must_use]
    pub fn list_battles(&self, folder: &Path) -> Vec<(SystemTime, PathBuf)> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let dated = |entry: fs::DirEntry| {
            let when = entry.metadata().and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            (when, entry.path())
        };
        let mut files: Vec<_> = entries
            .map(dated)
            .filter(|(_, path)| {
                path.extension().is_some_and(|end| end == REPLAY_EXTENSION || end == VIEW_LOG_EXTENSION)
            })
            .collect();
        files.sort_by(|a, b| b.cmp(a));
        files
    }
}

/// Returns the files of a folder with an extension, by their names; none where there is no such folder.
#[must_use]
pub fn files_with_extension(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == extension)).collect();
    paths.sort();
    paths
}

/// Returns a name that people gave as one of a file: letters and digits in lower case, `_` for the rest.
fn file_stem_of_name(name: &str) -> String {
    let plain =
        |c: char| if c.is_alphanumeric() { c.to_lowercase().collect::<String>() } else { "_".to_owned() };
    name.chars().map(plain).collect()
}

/// Makes the folder of a file that is going to be written.
///
/// # Errors
/// The reason why the folder cannot be made.
pub fn create_parent_folder(path: &Path) -> Result<(), FileError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    hotgates_files::make_folder(folder).map_err(|error| {
        let why = hotgates_files::io_error_in_words(&error);
        FileProblem::NoFolder { folder: folder.display().to_string(), why }.into()
    })
}

/// A battle in a file.
#[derive(Debug, Clone, PartialEq)]
pub enum BattleFile {
    /// A save, or the replay of a battle that is over.
    Replay(Box<Replay>),
    /// What somebody was told of a battle.
    ViewLog(Box<ViewLog>),
}

impl BattleFile {
    /// Reads a save, a replay or a view log, whatever it is called.
    ///
    /// # Errors
    /// The reasons why the file cannot be read, with the file's name.
    pub fn read(path: &Path) -> Result<Self, Vec<Phrase>> {
        let bytes = read_bytes(path, FileAccess::default()).map_err(|error| explain_file_error(&error))?;
        let file = || path.display().to_string();
        if !ViewLog::is_view_log(&bytes) {
            let replay = Replay::decode(&bytes)
                .map_err(|error| explain_file_error(&FileProblem::Replay { file: file(), error }.into()))?;
            return Ok(Self::Replay(Box::new(replay)));
        }
        let log = str::from_utf8(&bytes).map_err(|why| why.to_string());
        let log = log.and_then(|text| ViewLog::from_text(text).map_err(|why| why.to_string()));
        log.map(|log| Self::ViewLog(Box::new(log))).map_err(|why| vec![explain_unreadable_log(path, why)])
    }
}

/// Returns the reason why a view log cannot be watched.
#[must_use]
pub fn explain_unreadable_log(path: &Path, why: String) -> Phrase {
    let what = Phrase::new("view-log-unreadable").with_value("why", why);
    Phrase::new("said-of").with_value("place", path.display().to_string()).with_value("what", what)
}
