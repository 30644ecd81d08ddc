//! Movement points: the measure of what a path costs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Movement points (MP): pay for entering hexes and for attacks. Entering a road hex costs 1 in
/// the classic ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MovementPoints(pub u16);

impl MovementPoints {
    /// Returns the points left after paying `cost`, `None` if `cost` is higher than the points.
    #[inline]
    #[must_use]
    pub const fn points_after_paying(self, cost: Self) -> Option<Self> {
        match self.0.checked_sub(cost.0) {
            Some(left) => Some(Self(left)),
            None => None,
        }
    }
}

impl fmt::Display for MovementPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MP", self.0)
    }
}
