//! Losses by programs: what a program did that cost it its battle, with the numbers, so that each front end can
//! say it in its own words.

use hotgates_engine::{Illegal, Order, VictoryKind};

/// What a program did that cost it its battle. The words are those of the command line, of JSON and of files.
///
/// ```
/// use hotgates_engine::VictoryKind;
/// use hotgates_play::LossCause;
///
/// let cause = LossCause::Late { ms: 5000 };
/// assert_eq!(cause.victory_kind(), VictoryKind::Timeout);
/// assert_eq!(cause.to_string(), "there was no answer within 5000 ms");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LossCause {
    /// The program ended by itself.
    #[error("it ended with exit status: {code}")]
    Exited {
        /// Code of its end.
        code: i32,
    },
    /// The system ended the program, by a signal for example.
    #[error("it ended with {status}")]
    Killed {
        /// The system's words, such as `signal: 9 (SIGKILL)`.
        status: String,
    },
    /// The program closed its standard output, and runs on.
    #[error("it closed its standard output")]
    ClosedOutput,
    /// The program has been ended already.
    #[error("it has been ended")]
    Gone,
    /// The program said nothing in time.
    #[error("there was no answer within {ms} ms")]
    Late {
        /// Milliseconds that it was waited for.
        ms: u64,
    },
    /// The program does not read its standard input.
    #[error("it does not read what it is told: more than {mebibytes} MiB wait")]
    NotReading {
        /// Most mebibytes that wait for a program.
        mebibytes: usize,
    },
    /// A line of the program is too long.
    #[error("a line has more than {mebibytes} MiB")]
    LongLine {
        /// Most mebibytes of a line.
        mebibytes: usize,
    },
    /// The program said too much in one half-turn.
    #[error("it said more than {mebibytes} MiB in a half-turn")]
    LongHalfTurn {
        /// Most mebibytes of a half-turn.
        mebibytes: usize,
    },
    /// The program wrote too much on its standard error.
    #[error("it wrote more than {mebibytes} MiB on standard error")]
    LongErrors {
        /// Most mebibytes of standard error.
        mebibytes: usize,
    },
    /// A line of the program is no message.
    #[error("its line means nothing: {why}")]
    NoMessage {
        /// The reader's words.
        why: String,
    },
    /// The program answered with an error.
    #[error("it answered with an error, {code}: {text}")]
    Complaint {
        /// The program's word for the error.
        code: String,
        /// The error in the program's words.
        text: String,
    },
    /// The program said something else than it was asked for.
    #[error("it said `{message}` where {wanted} was wanted")]
    Unwanted {
        /// Name of the message.
        message: String,
        /// Names of the messages that were wanted, such as `` `ok` ``.
        wanted: &'static str,
    },
    /// The program gave too many illegal orders.
    #[error("its orders are illegal, the last one, {order}, since {why}")]
    IllegalOrders {
        /// The last order.
        order: Order,
        /// Rule that the last order breaks.
        why: Box<Illegal>,
    },
    /// The program gave the battle up without a word.
    #[error("it resigned")]
    Resigned,
    /// The program gave the battle up and said why.
    #[error("{words}")]
    ResignedSaying {
        /// The program's words.
        words: String,
    },
}

impl LossCause {
    /// Kind of the enemy's victory: one that [is a concession](VictoryKind::is_concession).
    #[must_use]
    pub const fn victory_kind(&self) -> VictoryKind {
        match self {
            Self::Exited { .. } | Self::Killed { .. } | Self::ClosedOutput | Self::Gone => {
                VictoryKind::Crashed
            }
            Self::Late { .. } | Self::NotReading { .. } => VictoryKind::Timeout,
            Self::LongLine { .. }
            | Self::LongHalfTurn { .. }
            | Self::LongErrors { .. }
            | Self::NoMessage { .. }
            | Self::Complaint { .. }
            | Self::Unwanted { .. } => VictoryKind::Unparsable,
            Self::IllegalOrders { .. } => VictoryKind::Illegal,
            Self::Resigned | Self::ResignedSaying { .. } => VictoryKind::Resigned,
        }
    }
}

/// A battle that a program lost by what it did at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramLoss {
    /// What it did.
    pub cause: LossCause,
    /// All that was said between it and its arbiter, a message a line.
    pub transcript: String,
    /// What it wrote on its standard error.
    pub errors: String,
}

impl ProgramLoss {
    /// Kind of the enemy's victory.
    #[must_use]
    pub const fn how(&self) -> VictoryKind {
        self.cause.victory_kind()
    }

    /// Returns what happened in the words of the command line.
    #[must_use]
    pub fn why_in_words(&self) -> String {
        self.cause.to_string()
    }
}
