//! Facing: a unit faces one of six ways, and is easier to hit from where it does not look.

use hotgates_grid::{Direction, Hex, MovementPoints};
use hotgates_text::Permille;
use serde::{Deserialize, Serialize};

/// Numbers of the rule of facing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FacingRule {
    /// Movement points for turning on the spot, whatever the way.
    pub turn: MovementPoints,
    /// What the losses of an attack from the flank rise by.
    pub flank: Permille,
    /// What the losses of an attack from the rear rise by.
    pub rear: Permille,
    /// What the losses fall by that a unit deals in striking back to its flank or rear.
    pub answer: Permille,
    /// Cohesion that an attack from the flank costs its target.
    pub flank_shakes: Permille,
    /// Cohesion that an attack from the rear costs its target.
    pub rear_shakes: Permille,
    /// `true` if units have a zone of control in front of them only, where the ruleset has zones.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub front_zones: bool,
}

impl Default for FacingRule {
    fn default() -> Self {
        Self {
            turn: MovementPoints(1),
            flank: Permille(250),
            rear: Permille(500),
            answer: Permille(500),
            flank_shakes: Permille(100),
            rear_shakes: Permille(200),
            front_zones: false,
        }
    }
}

/// Side of a unit on which a hex lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// The way it faces, and one to each side of it.
    #[default]
    Front,
    /// The two ways beside the front.
    Flank,
    /// Behind it.
    Rear,
}

impl Aspect {
    /// Returns the side of a unit on `hex` that faces one way on which another hex lies. A hex between two
    /// ways counts as on the one nearer to the front.
    ///
    /// ```
    /// use hotgates_grid::{Direction, Hex};
    /// use hotgates_rules::Aspect;
    ///
    /// let north = |x, y| Aspect::of_hex(Hex::ZERO, Direction::N, Hex::new(x, y));
    /// assert_eq!((north(0, -1), north(1, -1), north(-3, 0)), (Aspect::Front, Aspect::Front, Aspect::Front));
    /// assert_eq!((north(1, 0), north(-1, 1), north(0, 2)), (Aspect::Flank, Aspect::Flank, Aspect::Rear));
    /// ```
    #[must_use]
    pub fn of_hex(hex: Hex, facing: Direction, other: Hex) -> Self {
        let turns = Direction::all_toward(hex, other).map(|way| facing.turns_to(way)).min();
        Self::after_turns(turns.unwrap_or(0))
    }

    /// Returns the side of a unit that faces one way on which a way from it leads.
    #[must_use]
    #[inline]
    pub const fn of_way(facing: Direction, way: Direction) -> Self {
        Self::after_turns(facing.turns_to(way))
    }

    /// Returns the side of a unit by the turns of 60° from the way that it faces.
    const fn after_turns(turns: u32) -> Self {
        match turns {
            0 | 1 => Self::Front,
            2 => Self::Flank,
            _ => Self::Rear,
        }
    }
}

impl FacingRule {
    /// Returns what an attack on this side of its target adds to the situation of its blow, in ‰.
    #[must_use]
    pub fn situation(&self, aspect: Aspect) -> i32 {
        let more = match aspect {
            Aspect::Front => Permille(0),
            Aspect::Flank => self.flank,
            Aspect::Rear => self.rear,
        };
        i32::try_from(more.0).unwrap_or(i32::MAX)
    }

    /// Returns what striking back to this side of the unit adds to the situation of the blow, in ‰.
    #[must_use]
    pub fn situation_of_answer(&self, aspect: Aspect) -> i32 {
        if aspect == Aspect::Front { 0 } else { -i32::try_from(self.answer.0).unwrap_or(i32::MAX) }
    }

    /// Returns the cohesion that an attack on this side costs its target.
    #[must_use]
    pub const fn shakes(&self, aspect: Aspect) -> Permille {
        match aspect {
            Aspect::Front => Permille(0),
            Aspect::Flank => self.flank_shakes,
            Aspect::Rear => self.rear_shakes,
        }
    }
}

/// Returns the way in which a unit that faces one way turns to a hex: of two ways that are as near, the one
/// nearer to where it faces, then the first. `None` for its own hex.
#[must_use]
pub fn turned_toward(from: Hex, facing: Option<Direction>, to: Hex) -> Option<Direction> {
    let turns = |way: &Direction| facing.map_or(0, |facing| facing.turns_to(*way));
    Direction::all_toward(from, to).min_by_key(turns)
}
