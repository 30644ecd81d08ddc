//! The errors of ways over hexes.

use hotgates_grid::Coord;

/// A map on which no way can be looked for, or a hex that cannot be looked at.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WayError {
    /// A start or a goal that nobody can enter.
    #[error("hex {hex} cannot be entered, so that no way begins or ends there")]
    Blocked {
        /// The hex.
        hex: Coord,
    },
    /// A start that is the goal.
    #[error("the way begins and ends at hex {hex}")]
    NoDistance {
        /// The hex.
        hex: Coord,
    },
    /// A hex off the map.
    #[error("there is no hex {hex}")]
    OffMap {
        /// The hex.
        hex: Coord,
    },
    /// A hex that no way leads to yet.
    #[error("hex {hex} does not wait: only hexes beside those looked at do, where they can be entered")]
    NotWaiting {
        /// The hex.
        hex: Coord,
    },
    /// A hex that has been looked at, and to which no cheaper way has been found since.
    #[error("hex {hex} has been looked at")]
    LookedAt {
        /// The hex.
        hex: Coord,
    },
    /// A game that is over.
    #[error("the game is over: nothing that waits can lead to a cheaper way")]
    Over,
}
