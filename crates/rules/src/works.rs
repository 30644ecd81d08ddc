//! Works: units that change the ground, as engineers do who lay a bridge or blow it up.

use hotgates_grid::Direction;
use hotgates_text::read_at_most;
use serde::{Deserialize, Serialize};

use crate::ids::WorkId;
use crate::limits::{MAX_KINDS, MAX_SELECTORS};
use crate::selector::TypeSelector;

/// A work that units of some types can do: it makes one terrain of another, on the hex of the unit or on one
/// beside it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkRule {
    /// What the work is called, for people.
    pub name: String,
    /// Names of the terrains on which it can be done.
    #[serde(deserialize_with = "read_at_most::<MAX_KINDS, _, _>")]
    pub from: Vec<String>,
    /// Name of the terrain that it makes of them.
    pub to: String,
    /// Types that can do it.
    #[serde(deserialize_with = "read_at_most::<MAX_SELECTORS, _, _>")]
    pub by: Vec<TypeSelector>,
    /// Number of half-turns that a unit has to work in a row, from 1; 1, if not given.
    #[serde(default = "one_turn", skip_serializing_if = "is_one_turn")]
    pub turns: u8,
}

const fn one_turn() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_one_turn(turns: &u8) -> bool {
    *turns == one_turn()
}

/// Most half-turns that a work takes.
pub(crate) const MAX_WORK_TURNS: u8 = 20;

/// A work that a unit has begun and not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WorkProgress {
    /// The work.
    pub work: WorkId,
    /// Where the hex lies that it is done on, seen from the unit; `None` for the unit's own hex.
    pub toward: Option<Direction>,
    /// Number of half-turns in which the unit has worked.
    pub half_turns: u8,
}
