//! Positions: what a commander wants held, by what, and why.

use hotgates_engine::{Arm, Battle, Cell, Side, UnitId};

/// A hex that a commander wants one of its units on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The hex.
    pub cell: Cell,
    /// What is to stand there.
    pub arm: Arm,
    /// What for.
    pub role: Role,
    /// The fewest men that will do; a weaker unit makes way for a stronger one.
    pub strength: u16,
}

/// What a position is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// To bar a point of convergence.
    Gate,
    /// To strike whoever comes through one.
    Support,
    /// To fire from.
    Battery,
    /// To be sent where it is needed.
    Reserve,
    /// To stand in the line.
    Line,
    /// To keep a castle.
    Garrison,
}

impl Role {
    /// Whether losing the position may lose the battle.
    pub const fn is_vital(self) -> bool {
        matches!(self, Self::Gate | Self::Garrison)
    }

    /// What the position is for, in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Gate => "to bar the point of convergence",
            Self::Support => "to strike whoever comes through",
            Self::Battery => "to fire from",
            Self::Reserve => "to stand in reserve",
            Self::Line => "to stand in the line",
            Self::Garrison => "to keep the castle",
        }
    }
}

impl Position {
    /// Whether a unit is what is wanted here.
    pub fn fits(&self, battle: &Battle, unit: UnitId) -> bool {
        battle.kind(unit).arm == self.arm && battle.unit(unit).strength.0 >= self.strength
    }
}

/// The units of a side on the map that belong to an arm.
pub(crate) fn of_arm(battle: &Battle, side: Side, arm: Arm) -> impl Iterator<Item = UnitId> + Clone + '_ {
    battle.living(side).filter(move |&unit| battle.kind(unit).arm == arm)
}
