//! What a program writes, read on threads of its own so that nothing waits for a program that goes on
//! for ever.

use std::io::{BufRead, BufReader, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Most bytes of a line.
pub(crate) const MAX_LINE: usize = 1 << 20;
/// Most bytes that a program may write on its standard error in a battle.
pub(crate) const MAX_ERRORS: usize = 1 << 20;
/// Number of lines that wait to be heard; a program that writes more waits itself.
const WAITING_LINES: usize = 8;

/// A line that a program has written.
#[derive(Debug)]
pub(crate) enum OutputLine {
    /// A whole line, without its end.
    Text(String),
    /// A line with more bytes than are read.
    TooLong,
}

/// Reads lines until the output ends: then nobody sends any more.
pub(crate) fn read_output(stdout: ChildStdout) -> Receiver<OutputLine> {
    let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
    thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        let mut line = Vec::new();
        loop {
            line.clear();
            let mut rest = reader.by_ref().take(MAX_LINE as u64 + 1);
            // A line without an end was cut off with its program.
            if rest.read_until(b'\n', &mut line).is_err()
                || (line.len() <= MAX_LINE && !line.ends_with(b"\n"))
            {
                return;
            }
            let too_long = !line.ends_with(b"\n");
            let said = if too_long {
                OutputLine::TooLong
            } else {
                OutputLine::Text(String::from_utf8_lossy(&line).trim().to_owned())
            };
            if sender.send(said).is_err() || too_long {
                return;
            }
        }
    });
    lines
}

/// What a program has written on its standard error in its present battle.
#[derive(Debug, Clone, Default)]
pub(crate) struct ErrorLog(Arc<Mutex<ErrorText>>);

#[derive(Debug, Default)]
struct ErrorText {
    /// The first bytes.
    kept: Vec<u8>,
    /// `true` if there were more than are allowed.
    flooded: bool,
    /// `true` once nothing more can come.
    ended: bool,
}

impl ErrorLog {
    /// Keeps what comes until it ends.
    pub(crate) fn read_errors(stderr: ChildStderr) -> Self {
        let log = Self::default();
        let kept = log.clone();
        thread::spawn(move || {
            let mut reader = BufReader::new(stderr);
            loop {
                let read = match reader.fill_buf() {
                    Ok([]) | Err(_) => return kept.text().ended = true,
                    Ok(bytes) => {
                        kept.keep(bytes);
                        bytes.len()
                    }
                };
                reader.consume(read);
            }
        });
        log
    }

    fn keep(&self, bytes: &[u8]) {
        let mut text = self.text();
        let room = MAX_ERRORS - text.kept.len();
        text.flooded |= bytes.len() > room;
        text.kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Returns `true` if the program has written more than it may.
    pub(crate) fn is_flooded(&self) -> bool {
        self.text().flooded
    }

    /// Waits until nothing more can come, since whoever could write has ended, or until the time is up.
    pub(crate) fn wait_for_end(&self, time: Duration) {
        let deadline = Instant::now() + time;
        while !self.text().ended && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Takes what has been written, for the next battle to begin with nothing.
    pub(crate) fn take_text(&self) -> String {
        let mut text = self.text();
        text.flooded = false;
        String::from_utf8_lossy(&std::mem::take(&mut text.kept)).into_owned()
    }

    fn text(&self) -> MutexGuard<'_, ErrorText> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
