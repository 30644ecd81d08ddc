//! What is wrong with a file, in whole messages.

use std::fmt;
use std::io;

use hotgates_engine::Fault;

/// The most faults of one file that an error tells.
const MAX_TOLD: usize = 10;

/// An error of reading, using or writing a file.
#[derive(Debug, Clone, Default)]
pub struct FileError {
    /// The messages: at least one, each with its place.
    pub messages: Vec<String>,
    /// Number of faults beyond the first ten, which have no message.
    pub untold: usize,
    /// All faults that the messages are about, where their places are known.
    pub faults: Vec<LocatedFault>,
}

impl FileError {
    /// An error of one message.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { messages: vec![message.to_string()], ..Self::default() }
    }

    /// An error that tells the first ten of these faults and counts the others.
    ///
    /// ```
    /// use hotgates_engine::{Fault, MapFile};
    /// use hotgates_files::{FileError, LocatedFault};
    ///
    /// let fault = MapFile::from_ron("(rows: 7)").unwrap_err();
    /// let located = LocatedFault { fault, file: "ford.ron".to_owned() };
    /// let error = FileError::from_faults(vec![located; 12]);
    /// assert_eq!((error.messages.len(), error.untold, error.faults.len()), (10, 2, 12));
    /// assert!(error.messages[0].starts_with("ford.ron:1:"));
    /// ```
    #[must_use]
    pub fn from_faults(faults: Vec<LocatedFault>) -> Self {
        let messages: Vec<_> = faults.iter().take(MAX_TOLD).map(LocatedFault::message).collect();
        Self { untold: faults.len() - messages.len(), messages, faults }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages.join("\n"))?;
        if self.untold > 0 {
            write!(f, "\nand {} more like these", self.untold)?;
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}

/// A fault and the file that has it.
#[derive(Debug, Clone)]
pub struct LocatedFault {
    /// The fault, with its line where the file has one.
    pub fault: Fault,
    /// The file, as messages call it.
    pub file: String,
}

impl LocatedFault {
    /// Returns the whole message: file, line, column, hex and what is wrong.
    #[must_use]
    pub fn message(&self) -> String {
        self.fault.in_file(&self.file)
    }
}

/// Returns what the system says went wrong, in lower case and without its number.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(2);
/// # #[cfg(unix)]
/// assert_eq!(hotgates_files::io_reason(&error), "no such file or directory");
/// ```
#[must_use]
pub fn io_reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
