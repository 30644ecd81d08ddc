//! The reasons why there is no line to a server.

use std::io;

/// The reason why there is no line to a table.
#[derive(Debug, thiserror::Error)]
pub enum LineFault {
    /// The server does not answer.
    #[error("{server} cannot be reached: {}", io_reason(why))]
    Unreachable {
        /// The server.
        server: String,
        /// The system's reason.
        why: io::Error,
    },
    /// Nobody vouches for the server's certificate.
    #[error("{server} does not prove that it is who it says: {why}")]
    Untrusted {
        /// The server.
        server: String,
        /// The reason.
        why: String,
    },
    /// The server has no such battle.
    #[error("{0} has no such battle")]
    NoBattle(String),
    /// The server answers, but not with a table.
    #[error("{server} answers with {code} instead of the battle")]
    Answer {
        /// The server.
        server: String,
        /// Code of the answer.
        code: u16,
    },
    /// Whatever answers is no server of battles.
    #[error("{0} is no server of battles")]
    NoServer(String),
}

impl LineFault {
    /// Returns `true` if waiting may help: the server is away, or too busy.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Answer { code, .. } => *code == 429 || *code >= 500,
            Self::Untrusted { .. } | Self::NoBattle(_) | Self::NoServer(_) => false,
        }
    }
}

/// Returns the reason of the system in plain words, where it gives none but a number.
fn io_reason(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => "it does not answer".to_owned(),
        io::ErrorKind::UnexpectedEof => "it has ended the connection".to_owned(),
        _ => hotgates_files::io_error_in_words(why),
    }
}
