//! Supply and ammunition: what units lack that no supplies reach, and the rounds of guns.

use hotgates_grid::MovementPoints;
use hotgates_text::Permille;
use serde::{Deserialize, Serialize};

use crate::condition::Condition;

/// Numbers of the rule of supply: units that no supplies reach grow slower, weaker, and hold together
/// less.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SupplyRule {
    /// Name of the type by whose costs supplies travel; the type whose costs stand for marching, if not
    /// given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// How far supplies travel from a source, in movement points.
    pub reach: MovementPoints,
    /// Share of its movement points that a unit without supplies does not have.
    pub movement: Permille,
    /// What the losses that it deals fall by, from its second half-turn without supplies on.
    pub power: Permille,
    /// Cohesion that it loses at the start of each half-turn from the third without supplies on.
    pub cohesion: Permille,
}

impl Default for SupplyRule {
    fn default() -> Self {
        Self {
            carrier: None,
            reach: MovementPoints(24),
            movement: Permille(250),
            power: Permille(200),
            cohesion: Permille(150),
        }
    }
}

impl SupplyRule {
    /// Returns the points that a unit of so many has left without supplies, rounded down.
    #[must_use]
    pub fn movement_without(&self, MovementPoints(full): MovementPoints) -> MovementPoints {
        let left = u32::from(full) * (1000 - self.movement.0.min(1000)) / 1000;
        MovementPoints(u16::try_from(left).expect("fewer than before"))
    }

    /// Returns what a unit in this condition adds to the situation of its blows, in ‰.
    pub(crate) fn situation(&self, condition: Condition) -> i32 {
        if condition.unsupplied >= 2 { -i32::try_from(self.power.0).unwrap_or(i32::MAX) } else { 0 }
    }

    /// Returns what a unit's cohesion falls by at the start of a half-turn that is the first, second or third
    /// in a row without supplies.
    #[must_use]
    pub const fn cohesion_lost(&self, half_turns: u8) -> Permille {
        if half_turns >= 3 { self.cohesion } else { Permille(0) }
    }
}

/// Numbers of the rule of ammunition: types with `rounds` fire so often until they get more.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AmmunitionRule {
    /// Rounds that a unit gets back at the start of each of its half-turns, unless no supplies reach it.
    pub refill: u32,
}

impl Default for AmmunitionRule {
    fn default() -> Self {
        Self { refill: 2 }
    }
}
