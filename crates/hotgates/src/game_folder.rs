//! The folder of a tournament or a tuning: its plan, and a line for each game.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hotgates_files::{
    AtomicFile, FileAccess, FileProblem, LineFile, io_error_in_words, make_folder, read_bytes,
};
use hotgates_play::ProgramLoss;
use hotgates_record::Replay;
use hotgates_tournament::{LineDefect, PlannedGame, TournamentPlan, open_line, seal_line};
use hotgates_tune::TunePlan;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::json;

const PLAN: &str = "plan.json";
const GAMES: &str = "games.jsonl";
const FAULTS: &str = "faults";
/// Ending of a replay's name.
const REPLAY: &str = "replay";

/// Longest time that a written game waits for the disk.
const SYNC_EVERY: Duration = Duration::from_millis(500);

/// A plan that a folder keeps.
pub trait FolderPlan: Serialize + DeserializeOwned {
    /// What was begun in the folder, in a word.
    const WORK: &str;

    /// Returns what makes another plan of this one, in words; `None` if both are the same.
    fn difference(&self, now: &Self) -> Option<String>;
}

impl FolderPlan for TournamentPlan {
    const WORK: &str = "tournament";

    fn difference(&self, now: &Self) -> Option<String> {
        self.what_differs(now)
    }
}

impl FolderPlan for TunePlan {
    const WORK: &str = "tuning";

    fn difference(&self, now: &Self) -> Option<String> {
        self.what_differs(now)
    }
}

/// A folder with a plan and a line for each game, held by this program alone.
pub struct GameFolder {
    folder: PathBuf,
    games: LineFile,
    synced_at: Instant,
}

impl GameFolder {
    /// File of the report.
    pub const REPORT: &str = "report.html";

    /// Opens a folder, or makes one; hands the JSON object of each line that is in it to `read_object`.
    ///
    /// # Errors
    /// When the folder holds games and is not to be resumed, or those of another plan; when a line is damaged;
    /// when another program holds the folder, or it takes no files.
    pub fn open_folder<P: FolderPlan>(
        folder: &Path,
        plan: &P,
        resume: bool,
        mut read_object: impl FnMut(&str) -> Result<(), LineDefect>,
    ) -> Result<Self, Failure> {
        let no_folder = |error: std::io::Error| {
            let folder = folder.display().to_string();
            Failure::bad_input(FileProblem::NoFolder { folder, why: io_error_in_words(&error) })
        };
        make_folder(folder).map_err(no_folder)?;
        let path = folder.join(GAMES);
        let mut games = LineFile::open_file(&path)?;
        let is_begun = !games.is_empty()?;
        if is_begun && !resume {
            return Err(Failure::bad_input(format!(
                "{} holds games already: --resume goes on with them, -o names another folder",
                folder.display()
            )));
        }
        let plan_path = folder.join(PLAN);
        if resume && (plan_path.exists() || is_begun) {
            check_plan(&plan_path, plan)?;
        } else {
            let mut text = Vec::new();
            json::print_line(&mut text, plan)?;
            AtomicFile::new(&plan_path)?.write_and_rename(&text)?;
        }
        games.read_lines(|number, line| {
            let damaged = |why: LineDefect| Failure::bad_input(format!("{}:{number}: {why}", path.display()));
            let object = open_line(line).map_err(damaged)?;
            read_object(&object).map_err(damaged)
        })?;
        Ok(Self { folder: folder.to_owned(), games, synced_at: Instant::now() })
    }

    /// Writes the line of a finished game.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn write_line(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let mut object = Vec::new();
        json::print_line(&mut object, line)?;
        let object = String::from_utf8_lossy(&object);
        let line = seal_line(object.trim_end()).expect("a line of a game is an object");
        Ok(self.games.write_line(&line)?)
    }

    /// Writes what went wrong with a program that lost a game, and the game's replay, before the game's line.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn write_loss(&self, game: &PlannedGame, loss: &ProgramLoss, replay: &Replay) -> Result<(), Failure> {
        let folder = self.folder.join(FAULTS);
        make_folder(&folder).map_err(|error| {
            let why = io_error_in_words(&error);
            Failure::bad_input(FileProblem::NoFolder { folder: folder.display().to_string(), why })
        })?;
        let name = folder.join(game.file_name());
        AtomicFile::new(&name.with_extension(REPLAY))?.write_and_rename(&replay.encode())?;
        let ProgramLoss { cause, transcript, errors } = loss;
        let text = format!("{cause}\n\nstandard error:\n{errors}\n\ntranscript:\n{transcript}");
        Ok(AtomicFile::new(&name.with_extension("txt"))?.write_and_rename(text.as_bytes())?)
    }

    /// Returns the bytes of the replay of a game that was lost by a fault; `None` if they cannot be read or are
    /// more than `most`.
    pub fn replay_of_fault(&self, game: &PlannedGame, most: usize) -> Option<Vec<u8>> {
        let path = self.folder.join(FAULTS).join(game.file_name()).with_extension(REPLAY);
        let size = std::fs::metadata(&path).ok()?.len();
        if size > most as u64 {
            return None;
        }
        read_bytes(&path, FileAccess::default()).ok()
    }

    /// Has the disk take what is written, if it has waited long enough; returns `true` if it did.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn sync_in_time(&mut self) -> Result<bool, Failure> {
        let is_due = self.synced_at.elapsed() >= SYNC_EVERY;
        if is_due {
            self.sync_now()?;
        }
        Ok(is_due)
    }

    /// Has the disk take what is written.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn sync_now(&mut self) -> Result<(), Failure> {
        self.games.sync_lines()?;
        self.synced_at = Instant::now();
        Ok(())
    }

    /// Writes a file of the folder in place of an older one.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn write_file(&self, name: &str, text: &str) -> Result<(), Failure> {
        Ok(AtomicFile::new(&self.folder.join(name))?.write_and_rename(text.as_bytes())?)
    }
}

/// Returns the plan of a folder, if it holds one that can be read; [`GameFolder::open_folder`] says what is wrong
/// with others.
pub fn plan_in_folder<P: FolderPlan>(folder: &Path) -> Option<P> {
    let bytes = read_bytes(&folder.join(PLAN), FileAccess::default()).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Checks that the plan in a folder is the one that is to go on.
fn check_plan<P: FolderPlan>(path: &Path, plan: &P) -> Result<(), Failure> {
    let wrong = |why: &dyn std::fmt::Display| Failure::bad_input(format!("{}: {why}", path.display()));
    let bytes = read_bytes(path, FileAccess::default())?;
    let then: P = serde_json::from_slice(&bytes).map_err(|error| wrong(&error))?;
    match then.difference(plan) {
        Some(difference) => Err(wrong(&format!("another {} was begun here: {difference}", P::WORK))),
        None => Ok(()),
    }
}
