//! What a player types in games line by line.

/// Commands that all games understand; everything else is a game's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedCommand {
    /// Advice for this moment.
    Hint,
    /// Let the computer play a number of moves, or to the end.
    Auto(Option<u32>),
    /// Take back.
    Undo,
    /// From the beginning.
    Restart,
    /// Words that can be typed, with their meaning.
    Help,
    /// Enough.
    Quit,
    /// A move, or a mistake.
    Other(String),
}

impl TypedCommand {
    /// Reads a line as a command.
    pub fn parse(line: &str) -> Self {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["hint" | "h"] => Self::Hint,
            ["auto" | "a"] => Self::Auto(None),
            ["auto" | "a", moves] if moves.parse::<u32>().is_ok() => Self::Auto(moves.parse().ok()),
            ["undo" | "u"] => Self::Undo,
            ["restart"] => Self::Restart,
            ["help" | "?"] => Self::Help,
            ["quit" | "q" | "exit"] => Self::Quit,
            words => Self::Other(words.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_short_forms_and_do_not_care_about_case() {
        for (line, command) in [
            ("hint", TypedCommand::Hint),
            (" H ", TypedCommand::Hint),
            ("auto", TypedCommand::Auto(None)),
            ("a 3", TypedCommand::Auto(Some(3))),
            ("auto x", TypedCommand::Other("auto x".to_owned())),
            ("Board  P", TypedCommand::Other("board p".to_owned())),
            ("", TypedCommand::Other(String::new())),
        ] {
            assert_eq!(TypedCommand::parse(line), command, "{line}");
        }
    }
}
