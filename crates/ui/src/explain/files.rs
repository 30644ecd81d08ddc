//! Errors of reading and writing files.

use std::io;

use hotgates_files::{FileError, FileObstacle, FileProblem, io_error_in_words};

use super::formats::{explain_export_error, explain_import_error};
use hotgates_phrases::Phrase;
use hotgates_phrases::explain::{explain_fault_in_file, explain_replay_error, prefix_phrase_with_place};

/// Returns an error about a file in words: a phrase for each fault that is told, and one that
/// counts the others.
#[must_use]
pub fn explain_file_error(error: &FileError) -> Vec<Phrase> {
    match error {
        FileError::Problem(problem) => vec![explain_file_problem(problem)],
        FileError::Faults(_) => {
            let told = error
                .listed_faults()
                .iter()
                .map(|located| explain_fault_in_file(&located.fault, &located.file));
            let untold = Some(error.unlisted_fault_count()).filter(|&count| count > 0);
            told.chain(untold.map(|count| Phrase::new("fault-untold").with_value("count", count))).collect()
        }
    }
}

/// Returns a problem with a file as a whole in words.
#[must_use]
pub fn explain_file_problem(problem: &FileProblem) -> Phrase {
    match problem {
        FileProblem::Unreadable { file, why } => Phrase::new("file-unreadable")
            .with_value("file", file.as_str())
            .with_value("why", explain_obstacle_to_file(why)),
        FileProblem::Unwritable { file, why } => Phrase::new("file-unwritable")
            .with_value("file", file.as_str())
            .with_value("why", explain_obstacle_to_file(why)),
        FileProblem::NoFolder { folder, why } => {
            prefix_phrase_with_place(folder.as_str(), quote_system_message(why))
        }
        FileProblem::TooLarge { file, bytes, max } => Phrase::new("file-too-large")
            .with_value("file", file.as_str())
            .with_value("bytes", *bytes)
            .with_value("max", *max)
            .with_value("mib", max >> 20),
        FileProblem::NotText { file, line, column, byte, offset } => Phrase::new("file-not-text")
            .with_value("place", format!("{file}:{line}:{column}"))
            .with_value("byte", format!("0x{byte:02x}"))
            .with_value("offset", *offset),
        FileProblem::UnknownExtension { file, known } => Phrase::new("file-unknown-extension")
            .with_value("file", file.as_str())
            .with_value("known", *known),
        FileProblem::NotWritten { file } => Phrase::new("file-not-written").with_value("file", file.as_str()),
        FileProblem::Import { file, error } => explain_import_error(error, file),
        FileProblem::Export { map, error } => {
            prefix_phrase_with_place(map.as_str(), explain_export_error(error))
        }
        FileProblem::Replay { file, error } => {
            prefix_phrase_with_place(file.as_str(), explain_replay_error(error))
        }
    }
}

fn explain_obstacle_to_file(obstacle: &FileObstacle) -> Phrase {
    match obstacle {
        FileObstacle::System(words) => quote_system_message(words),
        FileObstacle::FolderToRead => Phrase::new("file-is-folder"),
        FileObstacle::FolderToReplace => Phrase::new("file-taken-by-folder"),
        FileObstacle::NotPlain => Phrase::new("file-not-plain"),
        FileObstacle::ReadOnly => Phrase::new("file-read-only"),
    }
}

/// Returns an error of the system in words; the system's own words are in the system's language.
#[must_use]
pub fn explain_io_error(error: &io::Error) -> Phrase {
    quote_system_message(&io_error_in_words(error))
}

fn quote_system_message(words: &str) -> Phrase {
    Phrase::new("system-says").with_value("words", words)
}
