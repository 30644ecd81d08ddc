//! Reasons why a request is refused.

use hotgates_engine::Illegal;
use hotgates_play::PlacementFault;
use hotgates_protocol::TableRefusal;

/// The reason why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableRefusalKind {
    /// Whoever watches gives no orders.
    #[error("whoever watches has nothing to order")]
    Watching,
    /// Something else is to be done first, or was done already.
    #[error("not now: {0}")]
    NotNow(&'static str),
    /// The enemy is to move.
    #[error("it is the enemy's half-turn")]
    NotYourTurn,
    /// The order was given in another position than the present one.
    #[error("the battle has gone on since: {known} orders were known of {told}")]
    Stale {
        /// Number of orders that the guest knew.
        known: u32,
        /// Number of orders that it had been told.
        told: usize,
    },
    /// A text that is no number, or too long.
    #[error("{0}")]
    Malformed(String),
    /// Units cannot be placed so before the first turn.
    #[error(transparent)]
    Misplaced(PlacementFault),
    /// The rules do not allow the order.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl TableRefusalKind {
    /// Returns the word for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Watching => "watching",
            Self::NotNow(_) => "not_now",
            Self::NotYourTurn => "not_your_turn",
            Self::Stale { .. } => "stale",
            Self::Malformed(_) => "malformed",
            Self::Misplaced(_) | Self::Illegal(_) => "illegal",
        }
    }

    /// Returns the refusal as a message, with the number of the order that was refused.
    #[must_use]
    pub fn message(&self, id: Option<String>) -> TableRefusal {
        TableRefusal { code: self.code().to_owned(), text: self.to_string(), id }
    }
}
