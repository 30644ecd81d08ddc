//! Presence of units: on the map, yet to come, or gone.

use hotgates_grid::Cell;
use hotgates_rules::{Condition, WeatherId};
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
    /// The unit had broken and ran off the map.
    Fled,
}

impl Presence {
    /// Returns `true` for a unit that is not on the map yet and may come.
    pub const fn is_expected(self) -> bool {
        matches!(self, Self::Waiting | Self::Called)
    }

    /// Returns `true` for a unit that is lost to its side: destroyed, or run off the map.
    pub const fn is_lost(self) -> bool {
        matches!(self, Self::Fallen | Self::Fled)
    }
}

/// The part of a battle's state that only some battles need: with arrivals, exits or events, or with rules
/// by which units have a condition.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ExtraState {
    /// Where each unit is; empty where all units are on the map until they fall.
    pub(crate) units: Box<[UnitExtra]>,
    /// Number of times that each event of the scenario has happened.
    pub(crate) happened: Box<[u32]>,
    /// State of the weather; the first where there is none.
    pub(crate) weather: WeatherId,
}

impl Clone for ExtraState {
    fn clone(&self) -> Self {
        Self { units: self.units.clone(), happened: self.happened.clone(), weather: self.weather }
    }

    fn clone_from(&mut self, source: &Self) {
        self.units.clone_from(&source.units);
        self.happened.clone_from(&source.happened);
        self.weather = source.weather;
    }
}

/// The part of a unit's state that only some battles need: those whose units all stand on the map until
/// they fall and have no condition have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct UnitExtra {
    pub(crate) presence: Presence,
    /// Men of a unit that lives and is not on the map; 0 for others. Of an enemy out of sight the
    /// men that it had when it was seen last, or at the start.
    pub(crate) men_away: Strength,
    /// Cell and turn in which an enemy out of sight was seen last.
    pub(crate) last_seen: Option<(Cell, u32)>,
    /// Condition of the unit; of an enemy out of sight the one in which it was seen last.
    pub(crate) condition: Condition,
    /// Key of all this in the hash of the position, kept by
    /// [`change_extra`](crate::battle::Battle::change_extra).
    pub(crate) key: u64,
}

impl UnitExtra {
    /// A unit on the map to which nothing has happened.
    pub(crate) const ON_MAP: Self = Self {
        presence: Presence::OnMap,
        men_away: Strength(0),
        last_seen: None,
        condition: Condition::FRESH,
        key: 0,
    };
    /// A unit that was destroyed.
    pub(crate) const FALLEN: Self = Self { presence: Presence::Fallen, ..Self::ON_MAP };
}
