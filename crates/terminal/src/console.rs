//! The terminal: output with colour where it is wanted, messages, width.
//!
//! Text and colour go out by doors of their own. Text may hold names that came from outside, so no
//! character of it is obeyed: what a terminal would obey is written out. Colours are styles, never text.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, AnsiColor, Style};
use hotgates_engine::{Side, visible_lines, visible_text};
use indicatif::ProgressBar;

/// An output that takes text, and text in a style.
pub trait StyledWrite: Write {
    /// Writes a text within a line in a style; nothing in the text is obeyed.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    fn write_styled(&mut self, style: Style, text: &str) -> io::Result<()>;
}

/// Standard output, buffered, without colour codes where they are not wanted.
///
/// Text formatted into the output, by `writeln!` and `write!`, is one line: every hidden character in
/// it is written out, such as `\u{1b}`, and so is every line end but the last. What is written as bytes
/// may have many lines; hidden characters but line ends and tabs are written out.
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
pub fn decide_colour(choice: ColorChoice) {
    choice.write_global();
}

/// Returns standard output.
#[must_use]
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

    /// Writes bytes in which nothing is from outside, or nothing that hides.
    fn write_own_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.keep_failure_of((), |output| output.stream.write_all(bytes))
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
        let text = String::from_utf8_lossy(bytes);
        self.write_own_bytes(visible_lines(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn write_fmt(&mut self, args: fmt::Arguments) -> io::Result<()> {
        self.write_own_bytes(visible_line(&args.to_string()).as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.keep_failure_of((), |output| output.stream.flush())
    }
}

impl StyledWrite for ConsoleOutput {
    fn write_styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        self.write_own_bytes(styled_text(style, text).as_bytes())
    }
}

/// An output in memory, which takes text as it is.
impl StyledWrite for Vec<u8> {
    fn write_styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        self.write_all(styled_text(style, text).as_bytes())
    }
}

/// Returns a text between the codes of a style.
fn styled_text(style: Style, text: &str) -> String {
    format!("{style}{}{style:#}", visible_text(text))
}

/// Returns a text with every hidden character written out but a line end at its end.
fn visible_line(text: &str) -> String {
    match text.strip_suffix('\n') {
        Some(line) => visible_text(line).into_owned() + "\n",
        None => visible_text(text).into_owned(),
    }
}

/// Writes a text of the program's own that has several lines, each on a line of its own.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_lines(out: &mut impl Write, text: &str) -> io::Result<()> {
    text.lines().try_for_each(|line| writeln!(out, "{line}"))
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
    let _ = writeln!(anstream::stderr(), "{style}{word}{style:#}: {}", visible_text(message));
}

/// A line on standard error, if that is a terminal, which tells that work goes on; gone when the
/// value is dropped.
pub struct Spinner(ProgressBar);

/// Starts a spinner with these words.
#[must_use]
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

/// Writes a side's name in its colour, `Red ` as wide as `Blue`.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_side_name(out: &mut impl StyledWrite, side: Side) -> io::Result<()> {
    out.write_styled(side_style(side), &format!("{:4}", side.to_string()))
}
