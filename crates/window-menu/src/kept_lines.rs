//! Sets of words that are kept between runs, a line each: puzzles that have been solved, lessons that have been won.

use std::collections::BTreeSet;
use std::path::PathBuf;

use bevy::prelude::warn;
use hotgates_ui::storage::Storage;

/// A set of words in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KeptLines {
    file: PathBuf,
    lines: BTreeSet<String>,
}

impl KeptLines {
    /// Reads the words of the last run; none where there is no file.
    pub(crate) fn load(storage: &Storage, file: PathBuf) -> Self {
        let text = storage.text_of_file(&file).unwrap_or_default();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        Self { file, lines }
    }

    pub(crate) fn has_line(&self, line: &str) -> bool {
        self.lines.contains(line)
    }

    /// Adds a word and writes the file; a failure to write it is only logged.
    pub(crate) fn add_line(&mut self, line: &str, storage: &Storage) {
        if self.lines.insert(line.to_owned()) {
            let lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
            let text = lines.join("\n") + "\n";
            if let Err(problem) = storage.write_whole_file(&self.file, text.as_bytes()) {
                warn!("{problem}");
            }
        }
    }
}
