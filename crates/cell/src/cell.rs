//! What a cell is put up for, and what comes of it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::process::{self, Command, ExitStatus};

use crate::CellWalls;

/// The line with which a cell says on standard output that its walls stand, before it becomes the command.
pub const CELL_STANDS: &str = r#"{"cell":"stands"}"#;

/// What is done in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellTask {
    /// A command runs: the program and its arguments.
    Command(Vec<OsString>),
    /// A command runs after [`CELL_STANDS`] has been said: whoever hears nothing knows that the command has not
    /// begun, and nothing that the command does can pretend so.
    AnnouncedCommand(Vec<OsString>),
    /// The walls are told.
    TellWalls {
        /// As JSON.
        json: bool,
    },
}

impl CellTask {
    /// Returns the arguments of `hotgates cell` behind the limits that ask for the task.
    #[cfg(target_os = "linux")]
    pub(crate) fn to_arguments(&self) -> Vec<OsString> {
        match self {
            Self::Command(command) => [&["--".into()], command.as_slice()].concat(),
            Self::AnnouncedCommand(command) => {
                [&["--announce".into(), "--".into()], command.as_slice()].concat()
            }
            Self::TellWalls { json: true } => vec!["--walls".into(), "--json".into()],
            Self::TellWalls { json: false } => vec!["--walls".into()],
        }
    }

    /// Returns the command that runs; none where the walls are told.
    pub(crate) fn command(&self) -> &[OsString] {
        match self {
            Self::Command(command) | Self::AnnouncedCommand(command) => command,
            Self::TellWalls { .. } => &[],
        }
    }

    /// Says that the walls stand, if somebody waits for that.
    pub(crate) fn announce_walls(&self) -> Result<(), CellError> {
        if !matches!(self, Self::AnnouncedCommand(_)) {
            return Ok(());
        }
        let mut out = io::stdout();
        let said = writeln!(out, "{CELL_STANDS}").and_then(|()| out.flush());
        said.map_err(|source| CellError::NotBuilt { what: "saying that the walls stand", source })
    }
}

/// What came of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellEnd {
    /// The command, or the process that was to tell the walls, has ended, and with it all that it started.
    Ended(ExitStatus),
    /// This process is in the cell, to tell its walls.
    Inside(CellWalls),
    /// This process was to find something out for the cell, and is to end.
    Done,
}

/// Why there is no cell.
#[derive(Debug, thiserror::Error)]
pub enum CellError {
    /// The program cannot be started.
    #[error("{program}: cannot be started in the cell: {source}")]
    NotStarted {
        /// The program as it was named.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// A wall that every system has cannot be put up.
    #[error("the cell cannot be put up: {what}: {source}")]
    NotBuilt {
        /// What was to be done.
        what: &'static str,
        /// Why it could not be done.
        source: io::Error,
    },
    /// `stage` is not what an outer process says to an inner one.
    #[error("`--stage` is only for the program itself")]
    WrongStage,
}

impl CellError {
    /// Returns the conversion of an error at what was to be done.
    #[cfg(target_os = "linux")]
    pub(crate) fn at<E: Into<io::Error>>(what: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::NotBuilt { what, source: error.into() }
    }
}

/// Ends this process as another one ended: by the same signal, or with the same exit code.
pub fn forward_exit(status: ExitStatus) -> ! {
    #[cfg(unix)]
    if let Some(number) = std::os::unix::process::ExitStatusExt::signal(&status) {
        use rustix::process::{Signal, getpid, kill_process};
        if let Some(signal) = Signal::from_named_raw(number) {
            let _ = kill_process(getpid(), signal);
        }
        // This process ignores the signal or has a handler for it.
        process::exit(128 + number);
    }
    process::exit(status.code().unwrap_or(i32::from(u8::MAX)))
}

/// Returns the command with nothing of this process's environment but where programs and texts are found.
pub(crate) fn with_small_environment(command: &[OsString], temporary: &Path) -> Option<Command> {
    let (program, arguments) = command.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments).env_clear();
    // Windows starts hardly any program without the last two.
    for name in ["PATH", "LANG", "SYSTEMROOT", "PATHEXT"] {
        if let Some(value) = env::var_os(name) {
            command.env(name, value);
        }
    }
    for name in ["HOME", "TMPDIR", "TEMP", "TMP"] {
        command.env(name, temporary);
    }
    Some(command)
}

/// Returns the failure to start a program.
pub(crate) fn not_started(program: &OsStr, source: io::Error) -> CellError {
    CellError::NotStarted { program: program.to_string_lossy().into_owned(), source }
}
