//! What is wrong with a link, and what links may hold.

use hotgates_phrases::Phrase;

/// How every link of this form begins.
pub const PREFIX: &str = "r1.";
/// Most characters of a link that is read.
pub const MAX_LINK: usize = 64 << 10;
/// Most bytes that a link may unpack to.
pub const MAX_REPLAY: u64 = 4 << 20;

/// The reason why a link holds no replay.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkFault {
    /// The text begins in another way.
    #[error("this is not the link of a replay: it does not begin with `#{PREFIX}`")]
    NotALink,
    /// The text begins as links of later versions do.
    #[error("this link was made by a newer version: it begins with `#{0}`")]
    Newer(String),
    /// More characters than are read.
    #[error("the link has {0} characters; at most {MAX_LINK} are read")]
    TooLong(usize),
    /// A character that does not belong, or too few of them.
    #[error("the link is damaged: some of its characters are missing or changed")]
    Damaged,
    /// More bytes than a link may hold.
    #[error("the replay in the link is larger than {MAX_REPLAY} bytes")]
    TooLarge,
    /// A map or ruleset that this page does not have.
    #[error("the battle was fought on a map, or by rules, of another version")]
    OtherScenario,
    /// Orders that lead elsewhere than the link says.
    #[error(
        "the battle does not verify: the link says the hash {recorded:016x}, playing it makes {played:016x}"
    )]
    Hash {
        /// Hash in the link.
        recorded: u64,
        /// Hash after playing.
        played: u64,
    },
}

impl LinkFault {
    /// Returns the reason as a phrase.
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::NotALink => Phrase::new("web-fault-not-a-link"),
            Self::Newer(start) => Phrase::new("web-fault-newer-link").with_value("start", start.as_str()),
            Self::TooLong(length) => {
                Phrase::new("web-fault-long-link").with_value("length", *length).with_value("most", MAX_LINK)
            }
            Self::Damaged => Phrase::new("web-fault-damaged-link"),
            Self::TooLarge => Phrase::new("web-fault-large-replay").with_value("most", MAX_REPLAY),
            Self::OtherScenario => Phrase::new("web-fault-other-scenario"),
            Self::Hash { recorded, played } => Phrase::new("web-fault-hash")
                .with_value("recorded", format!("{recorded:016x}"))
                .with_value("played", format!("{played:016x}")),
        }
    }
}
