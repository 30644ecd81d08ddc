//! Orders, and the reasons for which an order cannot be followed.

use std::fmt;

use hotgates_grid::{Coord, Direction, Hex, MovementPoints};
use serde::{Deserialize, Serialize};

use crate::battle::unit::{UnitId, UnitLabel};
use hotgates_rules::WorkId;
use hotgates_text::{Permille, Side, count_words};

/// An order that a side can give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Go to a hex by the cheapest path. Of equally cheap paths the path whose first differing step
    /// comes first in direction order counts.
    Move {
        /// The unit that goes.
        unit: UnitId,
        /// The hex that it goes to.
        to: Hex,
    },
    /// Attack an enemy: in melee from the next hex, by fire from afar.
    Attack {
        /// The attacker.
        unit: UnitId,
        /// The unit attacked.
        target: UnitId,
    },
    /// Go off the map from a hex over which a goal of the side has units leave.
    Exit {
        /// The unit that goes.
        unit: UnitId,
    },
    /// Turn on the spot.
    Face {
        /// The unit that turns.
        unit: UnitId,
        /// The way that it is to face.
        way: Direction,
    },
    /// Work for a half-turn on the unit's own hex or one beside it.
    Work {
        /// The unit that works.
        unit: UnitId,
        /// The hex that it works on.
        at: Hex,
        /// The work.
        work: WorkId,
    },
    /// End this side's half-turn.
    EndTurn,
}

impl Order {
    /// Returns the unit that acts; `None` for the end of the half-turn.
    #[must_use]
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Self::Move { unit, .. }
            | Self::Attack { unit, .. }
            | Self::Exit { unit }
            | Self::Face { unit, .. }
            | Self::Work { unit, .. } => Some(unit),
            Self::EndTurn => None,
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { unit, to } => write!(f, "unit {} to {}", unit.0, Coord::from(*to)),
            Self::Attack { unit, target } => write!(f, "unit {} attacks unit {}", unit.0, target.0),
            Self::Exit { unit } => write!(f, "unit {} leaves the map", unit.0),
            Self::Face { unit, way } => write!(f, "unit {} faces {way}", unit.0),
            Self::Work { unit, at, work } => {
                write!(f, "unit {} does work {} at {}", unit.0, work.0, Coord::from(*at))
            }
            Self::EndTurn => f.write_str("end turn"),
        }
    }
}

/// A reason for which an order cannot be followed. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Illegal {
    /// There is nothing left to order.
    #[error("the battle is over")]
    Over,
    /// No such unit in this battle.
    #[error("there is no unit {unit}; they go from 0 to {last}")]
    NoSuchUnit {
        /// The number given.
        unit: u16,
        /// The highest there is.
        last: u16,
    },
    /// A unit that has left the map.
    #[error("{unit} has been destroyed")]
    Destroyed {
        /// The unit.
        unit: UnitLabel,
    },
    /// A unit of the side that is not to move.
    #[error("{unit} is {owner}'s, and it is {mover}'s turn")]
    NotYours {
        /// The unit.
        unit: UnitLabel,
        /// Side of the unit.
        owner: Side,
        /// Side to move.
        mover: Side,
    },
    /// A hex that the map does not have.
    #[error("hex {to} is off the map")]
    OffMap {
        /// The hex.
        to: Coord,
    },
    /// A move to where the unit stands.
    #[error("it stands on {to} already")]
    AlreadyThere {
        /// The hex.
        to: Coord,
    },
    /// A hex that this type of unit cannot enter.
    #[error("{terrain} at {to} cannot be entered")]
    Impassable {
        /// The hex.
        to: Coord,
        /// Name of the hex's terrain.
        terrain: String,
    },
    /// A hex with a unit on it.
    #[error("{unit} stands on {to}")]
    Occupied {
        /// The hex.
        to: Coord,
        /// The unit that stands there.
        unit: UnitLabel,
    },
    /// No path that the unit's points pay for.
    #[error("no way to {to} for {left}")]
    OutOfReach {
        /// The hex.
        to: Coord,
        /// Points that the unit has.
        left: MovementPoints,
    },
    /// An enemy's zone of control has ended its movement.
    #[error("an enemy next to it has ended its movement for this turn")]
    Halted,
    /// A unit that has broken.
    #[error("{unit} has broken and takes no orders")]
    Broken {
        /// The unit.
        unit: UnitLabel,
    },
    /// A unit that holds together too little to attack.
    #[error("{unit} wavers and does not attack: its cohesion is {cohesion}, an attack needs {need}")]
    Wavering {
        /// The unit.
        unit: UnitLabel,
        /// Its cohesion.
        cohesion: Permille,
        /// The cohesion from which on a unit attacks.
        need: Permille,
    },
    /// An enemy that the side does not see, wherever it is.
    #[error("{unit} is not in sight")]
    NotInSight {
        /// The unit.
        unit: UnitLabel,
    },
    /// A unit that has not come yet.
    #[error("{unit} has not come yet")]
    NotHereYet {
        /// The unit.
        unit: UnitLabel,
    },
    /// A unit that has left the map alive.
    #[error("{unit} has left the map")]
    Gone {
        /// The unit.
        unit: UnitLabel,
    },
    /// A hex over which the unit cannot leave the map.
    #[error("no goal has this unit leave the map at {at}")]
    NoExit {
        /// Hex on which the unit stands.
        at: Coord,
    },
    /// Too few points to leave the map.
    #[error("to leave the map needs {need}, it has {left}")]
    TooTiredToLeave {
        /// Points that leaving costs.
        need: MovementPoints,
        /// Points that the unit has.
        left: MovementPoints,
    },
    /// An order to face a way where units face none.
    #[error("by the rules of this battle units do not face a way")]
    NoFacing,
    /// A turn to the way that the unit faces.
    #[error("it faces {way} already")]
    FacesAlready {
        /// The way.
        way: Direction,
    },
    /// Too few points to turn.
    #[error("to turn needs {need}, it has {left}")]
    TooTiredToTurn {
        /// Points that a turn costs.
        need: MovementPoints,
        /// Points that the unit has.
        left: MovementPoints,
    },
    /// A work that the ruleset does not have.
    #[error("by the rules of this battle there is no work {work}")]
    NoSuchWork {
        /// The number given.
        work: u8,
    },
    /// A work that units of the type do not do.
    #[error("{kind} cannot do this work: {work}")]
    NotItsWork {
        /// Name of the unit's type.
        kind: String,
        /// Name of the work.
        work: String,
    },
    /// A hex to work on that the unit is not on nor beside.
    #[error("units work on their own hex or one beside it, and {at} is neither")]
    WorkTooFar {
        /// The hex.
        at: Coord,
    },
    /// Terrain on which the work cannot be done.
    #[error("{terrain} at {at} is nothing for this work: {work}")]
    NothingToWorkOn {
        /// Name of the work.
        work: String,
        /// Name of the terrain.
        terrain: String,
        /// The hex.
        at: Coord,
    },
    /// A hex that works leave as it is.
    #[error("{at} stays as it is: it is a castle, a goal's hex, or one over which units come or go")]
    FixedGround {
        /// The hex.
        at: Coord,
    },
    /// A unit on the hex that could not stand on what the work makes of it.
    #[error("{unit} stands on {at}, and could not stand there after the work")]
    CouldNotStand {
        /// The unit.
        unit: UnitLabel,
        /// The hex.
        at: Coord,
    },
    /// Too few points to work.
    #[error("to work takes all the points of a half-turn, {need}; it has {left}")]
    TooTiredToWork {
        /// Points that the unit has at the start of a half-turn.
        need: MovementPoints,
        /// Points that the unit has.
        left: MovementPoints,
    },
    /// Too few points to attack.
    #[error("an attack needs {need}, it has {left}")]
    TooTired {
        /// Points that an attack costs.
        need: MovementPoints,
        /// Points that the unit has.
        left: MovementPoints,
    },
    /// An attack on a unit of the same side.
    #[error("{unit} is on the same side")]
    Friend {
        /// The unit.
        unit: UnitLabel,
    },
    /// A gun without ammunition.
    #[error("{unit} has no rounds left")]
    NoRounds {
        /// The unit.
        unit: UnitLabel,
    },
    /// A target that its weapons do not reach.
    #[error(
        "{unit} is {} away; it attacks the next hex{}",
        count_words(*.distance, "hex", "hexes"),
        match .fires { Some((min, max)) => format!(", or fires {min} to {max}"), None => " only".to_owned() }
    )]
    OutOfRange {
        /// The target.
        unit: UnitLabel,
        /// Distance of the target, in hexes.
        distance: u32,
        /// Least and greatest distance at which the attacker fires; `None` if it does not.
        fires: Option<(u32, u32)>,
    },
    /// Something stands in the line of fire.
    #[error("{terrain} at {at} blocks the line of sight")]
    NoLineOfSight {
        /// The hex that blocks.
        at: Coord,
        /// Name of the hex's terrain.
        terrain: String,
    },
}
