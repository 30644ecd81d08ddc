//! Commands as people write them.

/// The reason why a text is no command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandFault {
    /// There is no word in it.
    #[error("there is no command")]
    Empty,
    /// A quotation mark has no partner.
    #[error("a quotation mark is not closed")]
    OpenQuote,
}

/// Splits a command into words by a shell's rules of quoting. Nothing else of a shell is there.
///
/// # Errors
/// When the text is no command.
pub fn words_of_command(command: &str) -> Result<Vec<String>, CommandFault> {
    let words = shlex::split(command).ok_or(CommandFault::OpenQuote)?;
    if words.is_empty() { Err(CommandFault::Empty) } else { Ok(words) }
}
