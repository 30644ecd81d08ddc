//! The answer that a player is giving: a command, the words that it comes to, and what keeps it from being
//! started.

use std::path::PathBuf;

use hotgates_bots::{BotCell, CommandFault, check_words, words_of_command};
use hotgates_cell::CellLimits;
use hotgates_engine::Side;
use hotgates_ui::{Job, Phrase};

use crate::{CellState, ConfirmedProgram};

/// The answer that a player is giving.
#[derive(Debug)]
pub struct ProgramDraft {
    side: Side,
    command: String,
    /// The words of the command, or what is wrong with it.
    words: Result<Vec<String>, CommandFault>,
    warden: Option<PathBuf>,
    cell_state: CellState,
    job: Option<Job<CellState>>,
    without_walls: bool,
}

/// What keeps a program from being started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramObstacle {
    /// The command is none.
    Command(CommandFault),
    /// It is not known yet which walls stand.
    WallsUnknown,
    /// There is no cell, and the player has not said that the program is to be started without one.
    NoWalls,
}

impl ProgramObstacle {
    /// Returns the obstacle in words.
    #[must_use]
    pub const fn in_phrase(self) -> Phrase {
        Phrase::new(match self {
            Self::Command(CommandFault::Empty) => "program-empty",
            Self::Command(CommandFault::OpenQuote) => "program-open-quote",
            Self::Command(CommandFault::NotThere) => "program-not-there",
            Self::Command(CommandFault::NotStartable) => "program-not-startable",
            Self::WallsUnknown => "program-walls-asked",
            Self::NoWalls => "program-needs-choice",
        })
    }
}

impl ProgramDraft {
    /// Makes the answer with which a question begins, and begins to find out which walls stand.
    pub(crate) fn new(side: Side, command: String, warden: Option<PathBuf>) -> Self {
        let (cell_state, job) = match warden.clone() {
            Some(warden) => {
                let ask = move |_: &_| CellState::of_this_machine(&warden, &CellLimits::default());
                (CellState::Asked, Some(Job::start_file_work(ask)))
            }
            None => (CellState::NoWarden, None),
        };
        let words = checked_words(&command);
        Self { side, command, words, warden, cell_state, job, without_walls: false }
    }

    /// Returns the side that the program is to command.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the command as it stands in the field.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns the words of the command as they will be passed, the program first.
    ///
    /// # Errors
    /// What is wrong with the command.
    pub const fn words(&self) -> Result<&Vec<String>, CommandFault> {
        match &self.words {
            Ok(words) => Ok(words),
            Err(fault) => Err(*fault),
        }
    }

    /// Returns what is known of the cell.
    #[must_use]
    pub const fn cell_state(&self) -> &CellState {
        &self.cell_state
    }

    /// Returns `true` if the program is to be started without walls.
    #[must_use]
    pub const fn is_without_walls(&self) -> bool {
        self.without_walls
    }

    pub(crate) fn set_command(&mut self, command: String) {
        self.words = checked_words(&command);
        self.command = command;
    }

    pub(crate) const fn set_without_walls(&mut self, without: bool) {
        self.without_walls = without;
    }

    /// Learns which walls stand, once that is known; returns `true` at that moment.
    pub(crate) fn learn_cell_state(&mut self) -> bool {
        let Some(state) = self.job.as_mut().and_then(Job::poll) else { return false };
        (self.cell_state, self.job) = (state, None);
        true
    }

    /// Returns the program, to be started when its battle begins.
    ///
    /// # Errors
    /// What keeps it from being started.
    pub fn confirm(&self) -> Result<ConfirmedProgram, ProgramObstacle> {
        let words = self.words().map_err(ProgramObstacle::Command)?;
        let cell = match (&self.cell_state, &self.warden) {
            _ if self.without_walls => None,
            (CellState::Stands(_), Some(warden)) => {
                Some(BotCell { warden: warden.clone(), limits: CellLimits::default() })
            }
            (CellState::Asked, _) => return Err(ProgramObstacle::WallsUnknown),
            (CellState::Stands(_) | CellState::Fails(_) | CellState::NoWarden, _) => {
                return Err(ProgramObstacle::NoWalls);
            }
        };
        Ok(ConfirmedProgram::new(self.command.clone(), words.clone(), cell))
    }
}

/// Returns the words of a command whose program is there.
fn checked_words(command: &str) -> Result<Vec<String>, CommandFault> {
    let words = words_of_command(command)?;
    check_words(&words)?;
    Ok(words)
}
