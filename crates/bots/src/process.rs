//! A program that runs: its pipes, and its end with all that it has started.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use hotgates_cell::end_process_tree;
use hotgates_engine::DiceKey;
use hotgates_play::{Cancel, Cancelled, LossCause};

use crate::command::{BotCell, command_of_words};
use crate::output::{ErrorLog, OutputLine, read_output};

/// Time after which a program that is waited for is looked at again.
const GLANCE: Duration = Duration::from_millis(20);
/// Most bytes that wait for a program to read them: several times the message of a new battle on a great map.
pub(crate) const MAX_UNTAKEN: usize = 16 << 20;
/// Time for which the words of a cell that has ended are waited for, at most.
const LAST_LOOK: Duration = Duration::from_secs(10);
/// Time that a program has to go when it has been told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// A program that runs, in a process group of its own. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct BotProcess {
    child: Child,
    lines: Receiver<OutputLine>,
    /// Lines for the program, written by a thread so that nobody waits for one that does not read.
    input: Sender<String>,
    /// Number of bytes that have been sent and not been taken yet.
    untaken: Arc<AtomicUsize>,
    pub(crate) errors: ErrorLog,
    /// `true` while the cell has not said that its walls stand: until then the program has not begun.
    pub(crate) awaits_cell: bool,
    /// `true` once the program has said that it is ready.
    pub(crate) ready: bool,
    /// Number of battles that it has been seated at.
    pub(crate) battles: u64,
    /// Marks of the dice of these battles, where they came from keys.
    pub(crate) seen_dice: BTreeSet<DiceKey>,
}

/// The reason why there is no line.
#[derive(Debug)]
pub(crate) enum NoLine {
    /// Nobody waits any more.
    Cancelled(Cancelled),
    /// The program has ended, or its output has.
    Ended(LossCause),
    /// The time is up.
    Late,
    /// A line is too long.
    TooLong,
    /// There is too much on standard error.
    Flooded,
    /// Too much waits for the program to read it.
    Deaf,
}

impl BotProcess {
    /// Starts a command.
    ///
    /// # Errors
    /// The system's words for why not.
    pub(crate) fn start(words: &[String], cell: Option<&BotCell>) -> Result<Self, String> {
        let mut command = command_of_words(words, cell)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| hotgates_files::io_error_in_words(&error))?;
        let pipes = "the command was given pipes";
        let lines = read_output(child.stdout.take().expect(pipes));
        let errors = ErrorLog::read_errors(child.stderr.take().expect(pipes));
        let mut stdin = child.stdin.take().expect(pipes);
        let (input, waiting) = mpsc::channel::<String>();
        let untaken = Arc::new(AtomicUsize::new(0));
        let taken = Arc::clone(&untaken);
        thread::spawn(move || {
            for line in waiting {
                // Whoever has closed its input does not want to know.
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    return;
                }
                taken.fetch_sub(line.len(), Ordering::Relaxed);
            }
        });
        let awaits_cell = cell.is_some();
        Ok(Self {
            child,
            lines,
            input,
            untaken,
            errors,
            awaits_cell,
            ready: false,
            battles: 0,
            seen_dice: BTreeSet::new(),
        })
    }

    /// Sends a line, sooner or later.
    pub(crate) fn send_line(&self, line: String) {
        self.untaken.fetch_add(line.len(), Ordering::Relaxed);
        // A program that has closed its input is noticed when it does not answer.
        let _ = self.input.send(line);
    }

    /// Waits for the next line, which may be blank.
    ///
    /// # Errors
    /// The reason why there is none.
    pub(crate) fn wait_for_line(&mut self, deadline: Instant, cancel: &Cancel) -> Result<String, NoLine> {
        loop {
            cancel.check_flag().map_err(NoLine::Cancelled)?;
            if self.untaken.load(Ordering::Relaxed) > MAX_UNTAKEN {
                return Err(NoLine::Deaf);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left.min(GLANCE));
            if self.errors.is_flooded() {
                return Err(NoLine::Flooded);
            }
            match line {
                Ok(OutputLine::Text(line)) => return Ok(line),
                Ok(OutputLine::TooLong) => return Err(NoLine::TooLong),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended(self.cause_of_end())),
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    // What it has said before its end may still be on the way, and what it has started may hold
                    // its output open; but nothing outlives the end of a cell.
                    let last_look = if self.awaits_cell { LAST_LOOK } else { FAREWELL };
                    return match self.lines.recv_timeout(last_look) {
                        Ok(OutputLine::Text(line)) => Ok(line),
                        Ok(OutputLine::TooLong) => Err(NoLine::TooLong),
                        Err(_) => Err(NoLine::Ended(self.cause_of_end())),
                    };
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoLine::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the last line on standard error of a cell that cannot be put up, else the words for its end.
    pub(crate) fn last_words_of_cell(&mut self, end: String) -> String {
        self.errors.wait_for_end(LAST_LOOK);
        let errors = self.errors.take_text();
        let last = errors.lines().rfind(|line| !line.trim().is_empty());
        last.map_or(end, |line| {
            let line = line.strip_prefix("error: ").unwrap_or(line);
            line.strip_prefix("the cell cannot be put up: ").unwrap_or(line).to_owned()
        })
    }

    /// Returns `true` if the program runs no more.
    pub(crate) fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Returns how a program went whose output has ended.
    fn cause_of_end(&mut self) -> LossCause {
        let Some(status) = self.wait_for_end(FAREWELL) else { return LossCause::ClosedOutput };
        match status.code() {
            Some(code) => LossCause::Exited { code },
            None => LossCause::Killed { status: status.to_string() },
        }
    }

    /// Waits for a program to end by itself; returns `None` if it does not.
    pub(crate) fn wait_for_end(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Ends the program, and returns what it wrote on its standard error.
    pub(crate) fn end(self) -> String {
        let errors = self.errors.clone();
        drop(self);
        errors.wait_for_end(FAREWELL);
        errors.take_text()
    }

    /// Tells the program to go, and ends it if it does not.
    pub(crate) fn dismiss(mut self, farewell: String) {
        self.send_line(farewell);
        self.wait_for_end(FAREWELL);
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        // Nothing more can be done about what does not let itself be ended.
        let _ = end_process_tree(&mut self.child);
    }
}
