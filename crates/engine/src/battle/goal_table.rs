//! Goals of a battle as far as they are fixed: what they ask, the ways to win with them, and points.

use hotgates_grid::Cell;

use crate::battle::unit::UnitId;
use hotgates_grid::mix::split_mix;
use hotgates_rules::{GoalId, ScriptedEventId};
use hotgates_text::{BySide, Side};

/// A goal of a side in a battle. Nothing here changes while the battle is fought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// Word by which the scenario refers to the goal.
    pub key: String,
    /// Name that players read, if the scenario gives one.
    pub name: Option<String>,
    /// Side that has the goal.
    pub side: Side,
    /// The hexes or units that it is about.
    pub aim: GoalAim,
    /// Points for the side while the goal is met.
    pub points: u32,
    /// Events of which one must have happened before the goal counts; none for a goal that counts
    /// from the start.
    pub opened_by: Vec<ScriptedEventId>,
}

/// Aim of a goal: hexes or units, and limits of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalAim {
    /// Hold these cells, all at once; met as long as the side does.
    Hold {
        /// The cells, ascending.
        cells: Vec<Cell>,
        /// Number of the enemy's half-turns through which they must have been held.
        turns: u32,
    },
    /// Hold these cells at one moment; met for good.
    Take {
        /// The cells, ascending.
        cells: Vec<Cell>,
        /// Last turn in which that counts.
        by: u32,
    },
    /// Destroy these units of the enemy; met for good.
    Destroy {
        /// The units, ascending.
        units: Vec<UnitId>,
        /// Last turn in which that counts.
        by: u32,
    },
    /// Bring units off the map over these cells; met for good.
    Exit {
        /// The cells, ascending.
        cells: Vec<Cell>,
        /// The units that may go, ascending.
        units: Vec<UnitId>,
        /// Number of them that must have gone.
        count: u32,
        /// Last turn in which that counts.
        by: u32,
    },
}

impl GoalAim {
    /// Returns the cells to hold, to take or to go off the map over; none for units to destroy.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Hold { cells, .. } | Self::Take { cells, .. } | Self::Exit { cells, .. } => cells,
            Self::Destroy { .. } => &[],
        }
    }

    /// Returns the cells to hold or take, which change hands.
    pub fn flags(&self) -> &[Cell] {
        if matches!(self, Self::Exit { .. }) { &[] } else { self.cells() }
    }

    /// Returns the units to destroy or to bring off the map.
    pub fn units(&self) -> &[UnitId] {
        match self {
            Self::Destroy { units, .. } | Self::Exit { units, .. } => units,
            Self::Hold { .. } | Self::Take { .. } => &[],
        }
    }
}

/// The goals of a battle, the ways to win with them, and what counts points.
#[derive(Debug, Clone, Default)]
pub(crate) struct GoalTable {
    pub(crate) goals: Vec<Goal>,
    pub(crate) wins: BySide<Vec<Vec<GoalId>>>,
    /// Cells of goals that are no castles, ascending: hexes with a flag, as castles have.
    pub(crate) hexes: Vec<Cell>,
    /// Cells over which units go off the map, each with its goal.
    pub(crate) exits: Vec<(Cell, GoalId)>,
    /// Points for each castle that a side holds.
    pub(crate) castle: u32,
    /// Points for all of the enemy's men.
    pub(crate) losses: u32,
    /// Degrees of victory with the leads that they need, ascending.
    pub(crate) degrees: Vec<(u32, String)>,
}

impl GoalTable {
    /// Returns `true` if something counts points.
    pub(crate) fn counts_victory_points(&self) -> bool {
        self.castle > 0 || self.losses > 0 || self.goals.iter().any(|goal| goal.points > 0)
    }

    /// Returns `true` if units may go off the map for a goal.
    #[inline]
    pub(crate) fn has_exits(&self) -> bool {
        !self.exits.is_empty()
    }

    /// Returns a hash of all numbers; 0 where there are no goals and no points.
    pub(crate) fn digest(&self) -> u64 {
        if self.goals.is_empty() && !self.counts_victory_points() {
            return 0;
        }
        let mut hash = split_mix(u64::from(self.castle) << 32 | u64::from(self.losses));
        let mut add = |number: u64| hash = split_mix(hash ^ number);
        for goal in &self.goals {
            let (kind, limit) = match goal.aim {
                GoalAim::Hold { turns, .. } => (0, turns),
                GoalAim::Take { by, .. } => (1, by),
                GoalAim::Destroy { by, .. } => (2, by),
                GoalAim::Exit { count, by, .. } => (3 | u64::from(count) << 8, by),
            };
            add(kind << 1 | goal.side as u64);
            add(u64::from(limit) << 32 | u64::from(goal.points));
            for unit in goal.aim.units() {
                add(u64::from(unit.0));
            }
            for cell in goal.aim.cells() {
                add(u64::from(cell.0));
            }
        }
        for side in Side::BOTH {
            for set in &self.wins[side] {
                add(set.len() as u64);
                for goal in set {
                    add(u64::from(goal.0));
                }
            }
            add(u64::MAX);
        }
        for &(lead, _) in &self.degrees {
            add(u64::from(lead));
        }
        hash
    }
}
