//! The terminal: output with colour where it is wanted, messages, width.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, AnsiColor, Style};
use hotgates_engine::Side;
use indicatif::ProgressBar;

use crate::cli::ColourChoice;

/// Standard output, buffered, without colour codes where they are not wanted.
pub struct ConsoleOutput {
    stream: BufWriter<AutoStream<StdoutLock<'static>>>,
    /// `true` if colour codes come through.
    pub colour: bool,
    /// `true` if work goes on when the output is closed by its reader.
    detached: bool,
    /// The first failure of a detached output.
    failed: Option<io::Error>,
}

/// Decides once for the whole program whether there is colour.
pub fn decide_colour(choice: ColourChoice) {
    match choice {
        ColourChoice::Auto => ColorChoice::Auto,
        ColourChoice::Always => ColorChoice::Always,
        ColourChoice::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Returns standard output.
pub fn standard_output() -> ConsoleOutput {
    let stream = AutoStream::auto(io::stdout().lock());
    let colour = stream.current_choice() != ColorChoice::Never;
    ConsoleOutput { stream: BufWriter::new(stream), colour, detached: false, failed: None }
}

impl ConsoleOutput {
    /// Returns the output with its failures kept for [`close_output`](Self::close_output): for work
    /// that leaves a file, which is wanted whatever happens to the words.
    #[must_use]
    pub fn into_failure_keeping(self) -> Self {
        Self { detached: true, ..self }
    }

    /// Flushes the output and returns the first failure of a detached one.
    ///
    /// # Errors
    /// The failure.
    pub fn close_output(mut self) -> io::Result<()> {
        self.flush()?;
        self.failed.map_or(Ok(()), Err)
    }

    /// Keeps a failure of a detached output for later; what is written then is taken and forgotten.
    fn keep_failure_of<T>(
        &mut self,
        forgotten: T,
        write: impl FnOnce(&mut Self) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.failed.is_some() {
            return Ok(forgotten);
        }
        match write(self) {
            Err(error) if self.detached && error.kind() != io::ErrorKind::Interrupted => {
                self.failed = Some(error);
                Ok(forgotten)
            }
            written => written,
        }
    }
}

impl Write for ConsoleOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.keep_failure_of(bytes.len(), |output| output.stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.keep_failure_of((), |output| output.stream.flush())
    }
}

/// Prints a failure on standard error.
pub fn print_error(message: &str) {
    print_message("error", AnsiColor::Red, message);
}

/// Prints a warning on standard error.
pub fn print_warning(message: &str) {
    print_message("warning", AnsiColor::Yellow, message);
}

fn print_message(word: &str, colour: AnsiColor, message: &str) {
    let style = colour.on_default().bold();
    // Whoever has closed standard error does not want to know.
    let _ = writeln!(anstream::stderr(), "{style}{word}{style:#}: {}", printable_text(message));
}

/// Returns a text that may have come from a file without control characters, which a terminal would
/// obey.
pub fn printable_text(text: &str) -> String {
    let show = |c: char| match c {
        '\n' | '\t' => c.to_string(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(show).collect()
}

/// A line on standard error, if that is a terminal, which tells that work goes on; gone when the
/// value is dropped.
pub struct Spinner(ProgressBar);

/// Starts a spinner with these words.
pub fn start_spinner(words: &'static str) -> Spinner {
    let bar = ProgressBar::new_spinner().with_message(words);
    bar.enable_steady_tick(Duration::from_millis(120));
    Spinner(bar)
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Number of columns to print in: those of the terminal, 100 where there is none.
pub fn console_width() -> usize {
    let columns = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Some(io::stdout()).filter(IsTerminal::is_terminal).and_then(|_| columns()).unwrap_or(100).max(20)
}

/// Returns the style of a side's name.
pub fn side_style(side: Side) -> Style {
    let colour = match side {
        Side::Red => Ansi256Color(203),
        Side::Blue => Ansi256Color(75),
    };
    Style::new().bold().fg_color(Some(colour.into()))
}

/// Returns a side's name in its colour, `Red ` as wide as `Blue`.
pub fn side_name(side: Side) -> String {
    let style = side_style(side);
    format!("{style}{:4}{style:#}", side.to_string())
}
