//! Names of commanders as people write them.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// The name by which files and options say who commands a side.
///
/// | written | means |
/// |---|---|
/// | `human` | a person |
/// | `NAME[:RANK][@DOCTRINE][+STEPS]` | a built-in commander |
/// | `NAME[:RANK][@DOCTRINE][+SECONDSs]` | a built-in commander who thinks by the clock of the window |
/// | `bot:COMMAND` | a program of the user's |
/// | `policy:FILE.onnx` | a trained policy |
///
/// Every text is a name: the grammar has no errors, and whether a name can sit down is for
/// [`Seat::make_player`](crate::Seat::make_player) to say. Displaying a name gives the text back.
///
/// ```
/// use hotgates_play::{BuiltInName, CommanderName, ThinkingLimit};
///
/// let name = CommanderName::from("warden:colonel@classic+500");
/// let CommanderName::BuiltIn(BuiltInName { commander, rank, doctrine, limit }) = &name else {
///     panic!("a built-in commander")
/// };
/// assert_eq!((commander.as_str(), rank.as_deref()), ("warden", Some("colonel")));
/// assert_eq!((doctrine.as_deref(), *limit), (Some("classic"), Some(ThinkingLimit::Steps(500))));
/// assert_eq!(name.to_string(), "warden:colonel@classic+500");
/// assert_eq!(CommanderName::from("human"), CommanderName::Human);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CommanderName {
    /// A person: `human`.
    Human,
    /// A commander of this crate.
    BuiltIn(BuiltInName),
    /// A program that the user's own words start; holds the whole command.
    Program(String),
    /// A trained policy; holds the path of its file.
    Policy(String),
}

/// The parts of a built-in commander's name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BuiltInName {
    /// Name of the commander, such as `hunter`.
    pub commander: String,
    /// Name of the rank that sets the budget; without one the highest living officer of the side
    /// counts.
    pub rank: Option<String>,
    /// Name or path of the doctrine; without one the shipped doctrine counts.
    pub doctrine: Option<String>,
    /// Limit of the thinking in each half-turn, whatever the rank.
    pub limit: Option<ThinkingLimit>,
}

/// A limit of a commander's thinking in a half-turn.
///
/// ```
/// use hotgates_play::{Seat, ThinkingLimit};
///
/// assert_eq!(ThinkingLimit::Seconds(3).to_string(), "3s");
/// assert_eq!(Seat::from_name("strategist+3s").thinking_seconds(), Some(3));
/// assert_eq!(Seat::from_name("strategist+3000").thinking_seconds(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ThinkingLimit {
    /// A number of steps: the same orders on every machine.
    Steps(u64),
    /// Seconds by the clock of the window. Where there is no clock the rank counts.
    Seconds(u32),
}

const HUMAN: &str = "human";
const PROGRAM: &str = "bot:";
const POLICY: &str = "policy:";

impl CommanderName {
    /// Returns `true` if the name asks for something outside this program to be started: then only
    /// the words of its own user count, never those of a file.
    pub const fn starts_other_program(&self) -> bool {
        match self {
            Self::Human | Self::BuiltIn(_) => false,
            Self::Program(_) | Self::Policy(_) => true,
        }
    }

    /// Returns the name of a built-in commander with this limit in place of its own; other names have
    /// no limit and stay as they are.
    #[must_use]
    pub fn with_limit(self, limit: Option<ThinkingLimit>) -> Self {
        match self {
            Self::BuiltIn(name) => Self::BuiltIn(BuiltInName { limit, ..name }),
            other => other,
        }
    }

    /// Returns the name of a built-in commander with this many steps, unless it has a limit of its own; other names stay as
    /// they are.
    ///
    /// ```
    /// use hotgates_play::CommanderName;
    ///
    /// let with_steps = |name| CommanderName::from(name).with_usual_steps(Some(60)).to_string();
    /// assert_eq!(["hunter", "hunter+5", "human"].map(with_steps), ["hunter+60", "hunter+5", "human"]);
    /// ```
    #[must_use]
    pub fn with_usual_steps(self, steps: Option<u64>) -> Self {
        match (&self, steps) {
            (Self::BuiltIn(BuiltInName { limit: None, .. }), Some(steps)) => {
                self.with_limit(Some(ThinkingLimit::Steps(steps)))
            }
            _ => self,
        }
    }

    /// Returns the name of a built-in commander with this rank in place of its own; other names
    /// have no rank and stay as they are.
    #[must_use]
    pub fn with_rank(self, rank: Option<&str>) -> Self {
        match self {
            Self::BuiltIn(name) => Self::BuiltIn(BuiltInName { rank: rank.map(str::to_owned), ..name }),
            other => other,
        }
    }
}

impl BuiltInName {
    /// Reads `NAME[:RANK][@DOCTRINE][+LIMIT]`. A text with a part that says nothing, such as
    /// `hunter+` or `hunter@`, is a name as a whole, which no commander has.
    fn parse(text: &str) -> Self {
        let (rest, limit) = match text.rsplit_once('+') {
            Some((rest, limit)) => (rest, ThinkingLimit::parse(limit)),
            None => (text, None),
        };
        let rest = if limit.is_some() { rest } else { text };
        let (rest, doctrine) = match rest.split_once('@') {
            Some((rest, doctrine)) if !doctrine.is_empty() => (rest, Some(doctrine.to_owned())),
            _ => (rest, None),
        };
        let (commander, rank) = match rest.split_once(':') {
            Some((commander, rank)) => (commander, Some(rank.to_owned())),
            None => (rest, None),
        };
        Self { commander: commander.to_owned(), rank, doctrine, limit }
    }
}

impl ThinkingLimit {
    /// Reads `500` as steps and `3s` as seconds.
    fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_suffix('s');
        if !digits.unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        match digits {
            Some(seconds) => seconds.parse().ok().filter(|&seconds| seconds > 0).map(Self::Seconds),
            None => text.parse().ok().map(Self::Steps),
        }
    }
}

impl fmt::Display for ThinkingLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(steps) => write!(f, "{steps}"),
            Self::Seconds(seconds) => write!(f, "{seconds}s"),
        }
    }
}

impl From<&str> for CommanderName {
    fn from(text: &str) -> Self {
        if text == HUMAN {
            Self::Human
        } else if let Some(command) = text.strip_prefix(PROGRAM) {
            Self::Program(command.to_owned())
        } else if let Some(file) = text.strip_prefix(POLICY) {
            Self::Policy(file.to_owned())
        } else {
            Self::BuiltIn(BuiltInName::parse(text))
        }
    }
}

impl FromStr for CommanderName {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from(text))
    }
}

impl fmt::Display for CommanderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str(HUMAN),
            Self::BuiltIn(name) => name.fmt(f),
            Self::Program(command) => write!(f, "{PROGRAM}{command}"),
            Self::Policy(file) => write!(f, "{POLICY}{file}"),
        }
    }
}

impl fmt::Display for BuiltInName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.commander)?;
        if let Some(rank) = &self.rank {
            write!(f, ":{rank}")?;
        }
        if let Some(doctrine) = &self.doctrine {
            write!(f, "@{doctrine}")?;
        }
        if let Some(limit) = self.limit {
            write!(f, "+{limit}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The four parts of a name, `-` for one that is missing.
    fn check_parts(text: &str, expected: &str) {
        let CommanderName::BuiltIn(name) = CommanderName::from(text) else { panic!("{text}") };
        let part = |part: &Option<String>| part.clone().unwrap_or_else(|| "-".to_owned());
        let limit = name.limit.map(|limit| limit.to_string());
        let parts = [name.commander.clone(), part(&name.rank), part(&name.doctrine), part(&limit)];
        assert_eq!(parts.join(" "), expected, "{text}");
        assert_eq!(name.to_string(), text);
    }

    #[test]
    fn names_have_up_to_four_parts() {
        check_parts("hunter", "hunter - - -");
        check_parts("hunter:colonel", "hunter colonel - -");
        check_parts("hunter+5000", "hunter - - 5000");
        check_parts("strategist:major+10s", "strategist major - 10s");
        check_parts("warden@classic", "warden - classic -");
        check_parts("warden:major@my/own+1.ron+0", "warden major my/own+1.ron 0");
        check_parts("warden-exact:general@a:b@c", "warden-exact general a:b@c -");
    }

    #[test]
    fn a_part_that_says_nothing_makes_a_name_that_nobody_has() {
        check_parts("", " - - -");
        check_parts("hunter+", "hunter+ - - -");
        check_parts("hunter+many", "hunter+many - - -");
        check_parts("hunter+s", "hunter+s - - -");
        check_parts("hunter+0s", "hunter+0s - - -");
        check_parts("hunter@", "hunter@ - - -");
        check_parts("hunter+99999999999999999999", "hunter+99999999999999999999 - - -");
        check_parts("hunter:", "hunter  - -");
    }

    #[test]
    fn programs_and_policies_take_the_rest_whole() {
        let command = "bot:python3 my bot.py --rank=a:b@c+1";
        assert_eq!(CommanderName::from(command), CommanderName::Program(command[4..].to_owned()));
        assert_eq!(CommanderName::from(command).to_string(), command);
        assert_eq!(CommanderName::from("policy:a+1.onnx"), CommanderName::Policy("a+1.onnx".to_owned()));
        assert!(CommanderName::from("bot:").starts_other_program());
        assert!(!CommanderName::from("robot:").starts_other_program());
    }
}
