//! Events of a scenario as far as they are fixed.

use hotgates_grid::Cell;

use crate::battle::unit::UnitId;
use hotgates_grid::mix::split_mix;
use hotgates_rules::{GoalId, ScriptedEventId, TerrainId};
use hotgates_text::Side;

/// An event that a scenario foresees. Nothing here changes while the battle is fought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptedEvent {
    /// Word by which the scenario names the event.
    pub key: String,
    /// The condition on which it happens.
    pub trigger: ScriptTrigger,
    /// Most times that it happens.
    pub repeat: u32,
    /// Text for players.
    pub message: Option<String>,
    /// Side whose players read the text; `None` for both.
    pub told: Option<Side>,
    /// Units that may come from then on, ascending.
    pub calls: Vec<UnitId>,
    /// Goals that count from then on, ascending.
    pub opens: Vec<GoalId>,
    /// Cells whose terrain becomes another, ascending, each with that terrain.
    pub changes: Vec<(Cell, TerrainId)>,
}

/// The condition on which an event of a scenario happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScriptTrigger {
    /// A half-turn begins: that of the side in this turn, and in the turns after it if the event
    /// happens more than once.
    Turn {
        /// The turn, from 1.
        turn: u32,
        /// Side whose half-turn it is.
        side: Side,
    },
    /// A unit of the side ends a move on one of these cells.
    Entered {
        /// The cells, ascending.
        cells: Vec<Cell>,
        /// Side of the unit.
        side: Side,
    },
    /// All of these units have been destroyed.
    Lost {
        /// The units, ascending.
        units: Vec<UnitId>,
    },
    /// A side has so many points.
    Points {
        /// Number of points.
        least: u32,
        /// The side.
        side: Side,
    },
    /// A goal is met.
    Met {
        /// The goal.
        goal: GoalId,
    },
}

impl ScriptedEvent {
    /// Returns a hash of what changes play: all but texts.
    fn digest(&self) -> u64 {
        let mut hash = split_mix(u64::from(self.repeat));
        let mut add = |number: u64| hash = split_mix(hash ^ number);
        let (kind, number, side, list): (u64, u32, Side, Vec<u32>) = match &self.trigger {
            ScriptTrigger::Turn { turn, side } => (0, *turn, *side, Vec::new()),
            ScriptTrigger::Entered { cells, side } => {
                (1, 0, *side, cells.iter().map(|cell| cell.0).collect())
            }
            ScriptTrigger::Lost { units } => {
                (2, 0, Side::Red, units.iter().map(|unit| unit.0.into()).collect())
            }
            ScriptTrigger::Points { least, side } => (3, *least, *side, Vec::new()),
            ScriptTrigger::Met { goal } => (4, goal.0.into(), Side::Red, Vec::new()),
        };
        add(kind << 40 | (side as u64) << 32 | u64::from(number));
        for number in list {
            add(number.into());
        }
        add(u64::MAX);
        self.calls.iter().for_each(|unit| add(unit.0.into()));
        add(u64::MAX);
        self.opens.iter().for_each(|goal| add(goal.0.into()));
        for &(cell, terrain) in &self.changes {
            add(1 << 40 | u64::from(terrain.0) << 32 | u64::from(cell.0));
        }
        hash
    }
}

/// Returns a hash of all events of a scenario; 0 where there are none.
pub(crate) fn digest_of_events(events: &[ScriptedEvent]) -> u64 {
    events.iter().fold(0, |hash, event| split_mix(hash ^ event.digest()))
}

/// Returns the number of an event by its place.
pub(crate) fn numbered_events(
    events: &[ScriptedEvent],
) -> impl Iterator<Item = (ScriptedEventId, &ScriptedEvent)> {
    events.iter().enumerate().map(|(index, event)| (ScriptedEventId::from_index(index), event))
}
