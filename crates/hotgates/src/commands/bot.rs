//! `bot`: a built-in commander that speaks the protocol on standard input and output.

use std::io::{self, BufRead, Write};

use hotgates_protocol::{ArbiterMessage, BotAnswer, BotMessage, BuiltInBot, read_line};

use crate::console;
use crate::failure::Failure;
use crate::json;
use crate::seats::seat_of_bot;

/// Answers each line of standard input until the arbiter says `quit` or closes it.
///
/// # Errors
/// When there is no such commander, or a pipe breaks.
pub fn speak_protocol(name: &str) -> Result<(), Failure> {
    let mut bot = BuiltInBot::new(seat_of_bot(name)?);
    let (mut input, mut out) = (io::stdin().lock(), console::standard_output());
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line).map_err(|error| {
            let why = hotgates_files::io_error_in_words(&error);
            Failure::bad_input(format!("standard input: cannot be read: {why}"))
        })?;
        if read == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        let answer = match read_line::<ArbiterMessage>(text.trim()) {
            Ok(message) => match bot.hear(message) {
                BotAnswer::Say(answer) => answer,
                BotAnswer::Wait => continue,
                BotAnswer::Leave => return Ok(()),
            },
            Err(complaint) => BotMessage::Error(complaint),
        };
        json::print_line(&mut out, &answer)?;
        out.flush()?;
    }
}
