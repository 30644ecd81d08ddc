//! What is wrong with a file, in whole messages.

use std::fmt;
use std::io;

use crate::load::Located;

/// Why a file cannot be read, used or written.
#[derive(Debug, Clone, Default)]
pub struct Problem {
    /// What to say about it: at least one message, each with its place.
    pub messages: Vec<String>,
    /// The faults that the messages are about, where their places are known; messages tell only the first of many.
    pub faults: Vec<Located>,
}

impl Problem {
    /// One message.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { messages: vec![message.to_string()], faults: Vec::new() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages.join("\n"))
    }
}

impl std::error::Error for Problem {}

/// What the system says went wrong, without its number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_s_words_come_without_their_number() {
        let error = io::Error::from_raw_os_error(2);
        assert_eq!(reason(&error), "no such file or directory");
    }
}
