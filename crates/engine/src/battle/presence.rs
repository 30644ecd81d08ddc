//! Presence of units: on the map, yet to come, or gone.

use hotgates_grid::Cell;
use serde::{Deserialize, Serialize};

use hotgates_text::Strength;

/// Place of a unit with regard to the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// The unit stands on the map.
    OnMap,
    /// The unit comes in a later turn, or when an event calls it.
    Waiting,
    /// An event has called the unit: it comes at the start of the next half-turn of its side in which
    /// one of its hexes is free.
    Called,
    /// The unit has gone off the map by an order.
    Exited,
    /// The scenario has taken the unit back.
    Withdrawn,
    /// The unit was destroyed.
    Fallen,
    /// The side that looks does not see the enemy, which may be on the map, yet to come or gone.
    Unseen,
}

impl Presence {
    /// Returns `true` for a unit that is not on the map yet and may come.
    pub const fn is_expected(self) -> bool {
        matches!(self, Self::Waiting | Self::Called)
    }
}

/// The part of a battle's state that only scenarios with arrivals, exits or events have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScriptState {
    /// Where each unit is; empty where all units are on the map until they fall.
    pub(crate) extras: Box<[UnitExtra]>,
    /// Number of times that each event of the scenario has happened.
    pub(crate) happened: Box<[u32]>,
}

/// The part of a unit's state that only some scenarios need: battles whose units all stand on the
/// map until they fall have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct UnitExtra {
    pub(crate) presence: Presence,
    /// Men of a unit that lives and is not on the map; 0 for others. Of an enemy out of sight the
    /// men that it had when it was seen last, or at the start.
    pub(crate) men_away: Strength,
    /// Cell and turn in which an enemy out of sight was seen last.
    pub(crate) last_seen: Option<(Cell, u32)>,
}

impl UnitExtra {
    /// A unit on the map.
    pub(crate) const ON_MAP: Self =
        Self { presence: Presence::OnMap, men_away: Strength(0), last_seen: None };
    /// A unit that was destroyed.
    pub(crate) const FALLEN: Self = Self { presence: Presence::Fallen, ..Self::ON_MAP };
}
