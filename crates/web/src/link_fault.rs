//! What is wrong with a link, and what links may hold.

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
