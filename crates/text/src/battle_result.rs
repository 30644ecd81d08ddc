//! The result of a battle as one side sees it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::side::Side;

/// Result of a battle or of a campaign for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BattleResult {
    /// The side has won.
    Won,
    /// The other side has won.
    Lost,
    /// Nobody has won.
    Drawn,
}

impl BattleResult {
    /// Every result.
    pub const ALL: [Self; 3] = [Self::Won, Self::Lost, Self::Drawn];

    /// Returns the word in files: `won`, `lost` or `drawn`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
        }
    }

    /// Returns the result for a side of a battle that `winner` has won.
    pub fn for_side(side: Side, winner: Option<Side>) -> Self {
        match winner {
            None => Self::Drawn,
            Some(winner) if winner == side => Self::Won,
            Some(_) => Self::Lost,
        }
    }
}

impl fmt::Display for BattleResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
