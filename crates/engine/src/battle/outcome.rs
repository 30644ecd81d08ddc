//! How a battle ended, and what it gives back to whoever set it up.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::battle::unit::UnitId;
use crate::measure::Strength;
use crate::side::{BySide, Side};

/// Who won a battle, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    /// How it was won.
    pub how: How,
}

/// How a battle is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// By holding every castle.
    Castle,
    /// No enemy is left.
    Annihilation,
    /// The last turn ended.
    Dusk,
}

impl How {
    /// `castle`, `annihilation` or `dusk`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Castle => "castle",
            Self::Annihilation => "annihilation",
            Self::Dusk => "dusk",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.how) {
            (Some(side), How::Castle) => write!(f, "{side} wins: it holds every castle"),
            (Some(side), How::Annihilation) => write!(f, "{side} wins: no {} unit is left", side.other()),
            (Some(side), How::Dusk) => write!(f, "{side} wins: dusk has fallen"),
            (None, _) => f.write_str("a draw: dusk has fallen"),
        }
    }
}

/// What a battle gives back: every unit that entered it, in the order of the armies, with what it lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won, and how; none while the battle goes on.
    pub verdict: Option<Verdict>,
    /// The turn it ended in.
    pub turn: u32,
    /// Men left of each side.
    pub left: BySide<u32>,
    /// Men that each side started with.
    pub start: BySide<u32>,
    /// Castles that each side holds.
    pub castles: BySide<u32>,
    /// Every unit.
    pub units: Vec<UnitOutcome>,
}

/// What became of one unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitOutcome {
    /// Its place in the battle's roster.
    pub unit: UnitId,
    /// Whose it is.
    pub side: Side,
    /// Its type's name.
    pub kind: String,
    /// What players call it.
    pub label: String,
    /// Its officer's name.
    pub officer: Option<String>,
    /// Its officer's rank.
    pub rank: Option<String>,
    /// Its men at the start.
    pub start: Strength,
    /// Its men now; 0 when it was destroyed.
    pub left: Strength,
    /// What it lost.
    pub losses: Strength,
    /// The caller's own mark, as it was given.
    pub tag: Option<String>,
}
