//! Games line by line: commands that a player types, and positions that are shown in turn. Works in
//! a terminal and through pipes.

use std::io::{self, BufRead, IsTerminal, Write};

pub use hotgates_terminal::typed_command::TypedCommand;

use crate::console::{self, ConsoleOutput};
use crate::failure::Failure;

/// The longest line that is read whole.
const MOST_BYTES: u64 = 4096;

/// A game as the dialogue sees it.
pub trait TerminalGame {
    /// Shows the position of the game.
    fn show_position(&self, out: &mut ConsoleOutput) -> io::Result<()>;

    /// Follows a command and prints its result; a command that is not possible prints the reason
    /// and changes nothing.
    fn follow_command(&mut self, command: TypedCommand, out: &mut ConsoleOutput) -> Result<(), Failure>;

    /// Returns `true` once the game is won, lost or drawn.
    fn is_over(&self) -> bool;
}

/// Plays until the player has enough or the input ends.
///
/// # Errors
/// When the output cannot be written, or the game fails.
pub fn play_dialogue(game: &mut dyn TerminalGame) -> Result<(), Failure> {
    let mut out = console::standard_output();
    let mut lines = io::stdin().lock();
    let at_terminal = io::stdin().is_terminal();
    game.show_position(&mut out)?;
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = read_line(&mut lines)? else {
            writeln!(out)?;
            if !game.is_over() {
                writeln!(out, "The input has ended before the game.")?;
            }
            return Ok(out.flush()?);
        };
        if !at_terminal {
            // What was typed is not on the screen: show it, so that the dialogue can be read.
            writeln!(out, "{line}")?;
        }
        match TypedCommand::parse(&line) {
            TypedCommand::Quit => return Ok(out.flush()?),
            TypedCommand::Other(nothing) if nothing.is_empty() => {}
            command => game.follow_command(command, &mut out)?,
        }
    }
}

/// Reads one line without its end; bytes that are not UTF-8 are replaced and match no command.
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *input, MOST_BYTES).read_until(b'\n', &mut bytes);
    let read = read.map_err(|error| {
        Failure::bad_input(format!(
            "standard input: cannot be read: {}",
            hotgates_files::io_error_in_words(&error)
        ))
    })?;
    let text = String::from_utf8_lossy(&bytes);
    Ok((read > 0).then(|| text.trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_without_their_ends() {
        let mut input: &[u8] = b"one\x1b[2J\ntw\xffo\r\nlast";
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("one\u{1b}[2J"));
        assert_eq!(next().as_deref(), Some("tw\u{fffd}o"));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }
}
