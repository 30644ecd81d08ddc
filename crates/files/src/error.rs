//! Errors of reading and writing files, each with its place.

use std::fmt;
use std::io;

use hotgates_engine::Fault;
use hotgates_formats::ImportError;
use hotgates_formats::tiled::ExportError;
use hotgates_record::ReplayError;

/// Greatest number of faults of one file that an error tells.
const MAX_TOLD: usize = 10;

/// An error of reading, using or writing a file.
#[derive(Debug, Clone)]
pub enum FileError {
    /// The file as a whole.
    Problem(Box<FileProblem>),
    /// Faults in the file, at least one, each with its place.
    Faults(Vec<LocatedFault>),
}

impl FileError {
    /// Returns an error that tells the first ten of these faults and counts the others.
    ///
    /// ```
    /// use hotgates_engine::{Fault, MapFile};
    /// use hotgates_files::{FileError, LocatedFault};
    ///
    /// let fault = MapFile::from_ron("(rows: 7)").unwrap_err();
    /// let located = LocatedFault { fault, file: "ford.ron".to_owned() };
    /// let error = FileError::from_faults(vec![located; 12]);
    /// assert_eq!((error.messages().len(), error.unlisted_fault_count(), error.faults().len()), (10, 2, 12));
    /// assert!(error.messages()[0].starts_with("ford.ron:1:"));
    /// ```
    #[must_use]
    pub const fn from_faults(faults: Vec<LocatedFault>) -> Self {
        Self::Faults(faults)
    }

    /// Faults in the file; none of a problem with the file as a whole.
    #[must_use]
    pub fn faults(&self) -> &[LocatedFault] {
        match self {
            Self::Problem(_) => &[],
            Self::Faults(faults) => faults,
        }
    }

    /// The first ten faults.
    #[must_use]
    pub fn listed_faults(&self) -> &[LocatedFault] {
        let faults = self.faults();
        &faults[..faults.len().min(MAX_TOLD)]
    }

    /// Number of faults beyond the first ten.
    #[must_use]
    pub fn unlisted_fault_count(&self) -> usize {
        self.faults().len().saturating_sub(MAX_TOLD)
    }

    /// The messages: of the problem, or of the first ten faults, each with its place.
    #[must_use]
    pub fn messages(&self) -> Vec<String> {
        match self {
            Self::Problem(problem) => vec![problem.to_string()],
            Self::Faults(_) => self.listed_faults().iter().map(LocatedFault::whole_message).collect(),
        }
    }
}

impl From<FileProblem> for FileError {
    fn from(problem: FileProblem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages().join("\n"))?;
        if self.unlisted_fault_count() > 0 {
            write!(f, "\nand {} more like these", self.unlisted_fault_count())?;
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}

/// A problem with a file as a whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    /// A file that cannot be read.
    #[error("{file}: cannot be read: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// The reason.
        why: FileObstacle,
    },
    /// A file that cannot be written.
    #[error("{file}: cannot be written: {why}")]
    Unwritable {
        /// The file.
        file: String,
        /// The reason.
        why: FileObstacle,
    },
    /// A folder that cannot be made.
    #[error("{folder}: {why}")]
    NoFolder {
        /// The folder.
        folder: String,
        /// The reason in the system's words.
        why: String,
    },
    /// More bytes than a file may have.
    #[error("{file}: the file is too large: {bytes} bytes, at most {max} ({} MiB) are allowed", .max >> 20)]
    TooLarge {
        /// The file.
        file: String,
        /// Number of its bytes.
        bytes: u64,
        /// The most bytes allowed.
        max: u64,
    },
    /// Bytes that are no text.
    #[error("{file}:{line}:{column}: not UTF-8 text: byte 0x{byte:02x} at offset {offset}")]
    NotText {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The first byte that is no text.
        byte: u8,
        /// Number of bytes before it.
        offset: usize,
    },
    /// An extension of no known format.
    #[error("{file}: the extension says nothing about the format; known here: {known}")]
    UnknownExtension {
        /// The file.
        file: String,
        /// The known extensions.
        known: &'static str,
    },
    /// A map to be written in Wesnoth's format.
    #[error("{file}: maps of Wesnoth are read, not written")]
    NotWritten {
        /// The file.
        file: String,
    },
    /// A map of another program that cannot be read.
    #[error("{}", .error.message_in_file(.file))]
    Import {
        /// The file.
        file: String,
        /// The fault of the map.
        error: ImportError,
    },
    /// A map that another program's format cannot hold.
    #[error("{map}: {error}")]
    Export {
        /// Name of the map.
        map: String,
        /// The part of the map that the format cannot hold.
        error: ExportError,
    },
    /// Bytes that are no replay.
    #[error("{file}: {error}")]
    Replay {
        /// The file.
        file: String,
        /// The fault of the bytes.
        error: ReplayError,
    },
}

/// A reason why a file can be neither read nor written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileObstacle {
    /// The system refuses, in its own words.
    #[error("{0}")]
    System(String),
    /// A folder where a file is to be read.
    #[error("it is a directory, and a file is needed")]
    FolderToRead,
    /// A folder where a file is to be written.
    #[error("it is a directory")]
    FolderToReplace,
    /// A device, a pipe or a socket.
    #[error("it is not a regular file")]
    NotPlain,
    /// A file that is not to be changed.
    #[error("it is read-only")]
    ReadOnly,
}

impl From<&io::Error> for FileObstacle {
    fn from(error: &io::Error) -> Self {
        Self::System(io_error_in_words(error))
    }
}

/// A fault and the file that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedFault {
    /// The fault, with its line where the file has one.
    pub fault: Fault,
    /// The file, as messages call it.
    pub file: String,
}

impl LocatedFault {
    /// Returns the whole message: file, line, column, hex and fault.
    #[must_use]
    pub fn whole_message(&self) -> String {
        self.fault.message_in_file(&self.file)
    }
}

/// Returns the system's description of an error, in lower case and without its number.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(2);
/// # #[cfg(unix)]
/// assert_eq!(hotgates_files::io_error_in_words(&error), "no such file or directory");
/// ```
#[must_use]
pub fn io_error_in_words(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
