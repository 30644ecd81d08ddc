//! Failures of commands: an exit code and messages.

use std::fmt;
use std::io;
use std::process::ExitCode;

use hotgates_files::{FileError, io_error_in_words};

use crate::console;

/// The reason why a command stopped, in whole messages.
#[derive(Debug)]
pub struct Failure {
    code: ExitReason,
    messages: Vec<String>,
}

/// The exit codes of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExitReason {
    /// Nothing is wrong: the reader of the output has left.
    Done = 0,
    /// The answer is no.
    No = 1,
    /// No answer: wrong use, bad input, or a fault of this program.
    NoAnswer = 2,
}

impl Failure {
    /// Makes the failure of the answer no that the output has told already.
    pub const fn told_negative_answer() -> Self {
        Self::new(ExitReason::No, Vec::new())
    }

    /// Makes the failure of the answer no, with its reason.
    pub fn negative_answer_because(reason: impl fmt::Display) -> Self {
        Self::new(ExitReason::No, vec![reason.to_string()])
    }

    /// Makes the failure of the answer no, with all its reasons.
    pub const fn negative_answers(reasons: Vec<String>) -> Self {
        Self::new(ExitReason::No, reasons)
    }

    /// Makes the failure of wrong use or bad input.
    pub fn bad_input(message: impl fmt::Display) -> Self {
        Self::bad_inputs(vec![message.to_string()])
    }

    /// Makes the failure of bad input that is wrong in several places.
    pub const fn bad_inputs(messages: Vec<String>) -> Self {
        Self::new(ExitReason::NoAnswer, messages)
    }

    const fn new(code: ExitReason, messages: Vec<String>) -> Self {
        Self { code, messages }
    }

    /// Makes the failure of a fault of the program itself, found before a wrong answer was given.
    pub fn program_fault(message: impl fmt::Display) -> Self {
        Self::bad_input(format_args!("{message}; this is a fault of the program, and there is no answer"))
    }

    /// Prints the messages on standard error, and returns the exit code.
    pub fn print_messages(&self) -> ExitCode {
        for message in &self.messages {
            console::print_error(message);
        }
        ExitCode::from(self.code as u8)
    }
}

/// Only writing to standard output fails with a bare [`io::Error`]; files fail with their names.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::new(ExitReason::Done, Vec::new());
        }
        Self::bad_input(format!("cannot write the output: {}", io_error_in_words(&error)))
    }
}

/// A file that cannot be read, used or written is bad input.
impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::bad_inputs(error_messages(&error))
    }
}

/// Returns the messages of an error about a file; the last message counts the faults that have no
/// message.
pub fn error_messages(error: &FileError) -> Vec<String> {
    let more = |count| format!("and {count} more like these; `hotgates map check` lists them all");
    let more = (error.unlisted_fault_count() > 0).then(|| more(error.unlisted_fault_count()));
    error.messages().into_iter().chain(more).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_has_left_is_nothing_to_complain_about() {
        let failure = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!((failure.code, failure.messages.len()), (ExitReason::Done, 0));
    }

    #[test]
    fn a_fault_of_the_program_is_one_line_and_no_answer() {
        let failure = Failure::program_fault("the route found is none");
        assert_eq!(failure.code, ExitReason::NoAnswer);
        assert_eq!(
            failure.messages,
            ["the route found is none; this is a fault of the program, and there is no answer"]
        );
    }
}
