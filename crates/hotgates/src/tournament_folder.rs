//! The folder of a tournament: its plan, and a line for each game.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hotgates_files::{AtomicFile, FileAccess, FileProblem, LineFile, io_error_in_words, read_bytes};
use hotgates_play::ProgramLoss;
use hotgates_tournament::{
    FinishedGames, GameLine, GameResult, PlannedGame, TournamentPlan, open_line, seal_line,
};

use crate::failure::Failure;
use crate::json;

const PLAN: &str = "plan.json";
const GAMES: &str = "games.jsonl";
const FAULTS: &str = "faults";
const REPORT: &str = "report.html";

/// Longest time that a written game waits for the disk.
const SYNC_EVERY: Duration = Duration::from_millis(500);

/// The folder of a tournament, held by this program alone.
pub struct TournamentFolder {
    folder: PathBuf,
    games: LineFile,
    synced_at: Instant,
}

impl TournamentFolder {
    /// Opens the folder of a tournament, or makes one; returns the games that are in it.
    ///
    /// # Errors
    /// When the folder holds games and is not to be resumed, or those of another plan; when a line is damaged;
    /// when another program holds the folder, or it takes no files.
    pub fn open_folder(
        folder: &Path,
        plan: &TournamentPlan,
        resume: bool,
    ) -> Result<(Self, FinishedGames), Failure> {
        let no_folder = |error: std::io::Error| {
            let folder = folder.display().to_string();
            Failure::bad_input(FileProblem::NoFolder { folder, why: io_error_in_words(&error) })
        };
        std::fs::create_dir_all(folder).map_err(no_folder)?;
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
        let mut finished = FinishedGames::new();
        games.read_lines(|number, line| {
            let damaged = |why: &dyn std::fmt::Display| {
                Failure::bad_input(format!("{}:{number}: {why}", path.display()))
            };
            let object = open_line(line).map_err(|why| damaged(&why))?;
            let (game, result) = GameLine::read_game(plan, &object).map_err(|why| damaged(&why))?;
            match finished.insert(game, result) {
                Some(_) => Err(damaged(&"the game is there already")),
                None => Ok(()),
            }
        })?;
        Ok((Self { folder: folder.to_owned(), games, synced_at: Instant::now() }, finished))
    }

    /// Writes the line of a finished game.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn write_game(
        &mut self,
        plan: &TournamentPlan,
        game: &PlannedGame,
        result: &GameResult,
    ) -> Result<(), Failure> {
        let mut object = Vec::new();
        json::print_line(&mut object, &GameLine::new(plan, game, result))?;
        let object = String::from_utf8_lossy(&object);
        let line = seal_line(object.trim_end()).expect("a line of a game is an object");
        Ok(self.games.write_line(&line)?)
    }

    /// Writes what went wrong with a program that lost a game, before the game's line.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn write_loss(&self, game: &PlannedGame, loss: &ProgramLoss) -> Result<(), Failure> {
        let folder = self.folder.join(FAULTS);
        std::fs::create_dir_all(&folder).map_err(|error| {
            let why = io_error_in_words(&error);
            Failure::bad_input(FileProblem::NoFolder { folder: folder.display().to_string(), why })
        })?;
        let PlannedGame { set, map, first, second, leg } = game;
        let file = folder.join(format!("{first}-{second}-map{map}-set{set}-leg{leg}.txt"));
        let ProgramLoss { why, transcript, errors, .. } = loss;
        let text = format!("{why}\n\nstandard error:\n{errors}\n\ntranscript:\n{transcript}");
        Ok(AtomicFile::new(&file)?.write_and_rename(text.as_bytes())?)
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

    /// Writes the report in place of an older one.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn write_report(&self, html: &str) -> Result<(), Failure> {
        Ok(AtomicFile::new(&self.folder.join(REPORT))?.write_and_rename(html.as_bytes())?)
    }
}

/// Checks that the plan in a folder is the one that is to go on.
/// Returns the plan of a folder, if it holds one that can be read; [`TournamentFolder::open_folder`] says what
/// is wrong with others.
pub fn plan_in_folder(folder: &Path) -> Option<TournamentPlan> {
    let bytes = read_bytes(&folder.join(PLAN), FileAccess::default()).ok()?;
    serde_json::from_slice(&bytes).ok()
}

fn check_plan(path: &Path, plan: &TournamentPlan) -> Result<(), Failure> {
    let wrong = |why: &dyn std::fmt::Display| Failure::bad_input(format!("{}: {why}", path.display()));
    let bytes = read_bytes(path, FileAccess::default())?;
    let then: TournamentPlan = serde_json::from_slice(&bytes).map_err(|error| wrong(&error))?;
    match then.what_differs(plan) {
        Some(difference) => Err(wrong(&format!("another tournament was begun here: {difference}"))),
        None => Ok(()),
    }
}
