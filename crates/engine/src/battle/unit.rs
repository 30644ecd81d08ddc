//! Units: the fixed and the changing part of each.

use std::fmt;

use hotgates_grid::{Cell, Direction, MovementPoints, mix::split_mix};
use serde::{Deserialize, Serialize};

use hotgates_rules::{RankId, UnitTypeId};
use hotgates_text::{Side, Strength};

/// A unit of a battle: its place in the roster, Red's units first, each side's in the order of its
/// army.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u16);

impl UnitId {
    /// Returns the place in the roster.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The fixed part of a unit: nothing here changes in a battle.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnitInfo {
    /// Side of the unit.
    pub side: Side,
    /// Type of the unit.
    pub kind: UnitTypeId,
    /// Rank of the unit's officer.
    pub rank: Option<RankId>,
    /// Name of the unit's officer.
    pub officer: Option<String>,
    /// Name that players use: the one that the scenario gives, such as `Spartans`, else its type and a number,
    /// such as `infantry 3`.
    pub label: String,
    /// Number of men at the start of the battle.
    pub start: Strength,
    /// Cell on which the unit starts, or the first on which it may arrive.
    pub cell: Cell,
    /// Turn and cells of the arrival of a unit that is not on the map at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrival: Option<Arrival>,
    /// Turn at whose start the scenario takes the unit back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdraws: Option<u32>,
    /// Experience that the unit brings.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub experience: u16,
    /// The way that it faces at first; `None` where units face no ways, and of an enemy that the side that
    /// looks has not seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// Name of the unit's contingent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contingent: Option<String>,
    /// Word by which goals and events refer to the unit.
    pub key: Option<String>,
    /// The caller's own mark.
    pub tag: Option<String>,
}

/// Returns `true` for 0, which files leave out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(crate) const fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// The name by which messages call a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitLabel {
    /// Side of the unit.
    pub side: Side,
    /// Name of its type.
    pub kind: String,
    /// Name that players use.
    pub label: String,
}

impl fmt::Display for UnitLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s {}", self.side, self.label)
    }
}

/// The changing part of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnitState {
    /// Cell on which the unit stands, or fell, once its strength is 0.
    pub cell: Cell,
    /// Number of men; 0 when the unit has left the map.
    pub strength: Strength,
    /// Movement points that the unit has left this turn.
    pub left: MovementPoints,
    /// `true` if an enemy's zone of control has ended its movement for this turn.
    pub halted: bool,
}

impl UnitState {
    /// Returns `true` if the unit is still on the map.
    #[inline]
    pub const fn alive(&self) -> bool {
        self.strength.0 > 0
    }
}

/// The turn and the hexes in which a unit comes onto the map.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    /// First turn in which the unit comes; `None` for a unit that an event calls.
    pub turn: Option<u32>,
    /// Cells on which it comes in, the first free one; at least one.
    pub cells: Vec<Cell>,
}

impl Arrival {
    /// Returns a hash of the arrival; never 0 but by chance.
    pub(crate) fn digest(&self) -> u64 {
        let turn = self.turn.map_or(0, u64::from);
        self.cells.iter().fold(split_mix(turn), |hash, cell| split_mix(hash ^ u64::from(cell.0)))
    }
}
