//! What a battle keeps under fog of war: the battle as each side knows it, and what was told.

use hotgates_grid::{CellSet, Hex};
use serde::{Deserialize, Serialize};

use crate::battle::event::Event;
use hotgates_text::{BySide, Side, Strength};

/// The owner of the knowledge that a known battle is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Knower {
    /// A side, which knows its own units and the enemies that it sees.
    Side(Side),
    /// Whoever knows only what both sides know, and know of each other.
    Both,
}

impl Knower {
    /// Returns `true` if units of a side can be hidden.
    pub(crate) fn is_kept_from(self, of: Side) -> bool {
        self != Self::Side(of)
    }
}

/// The last that a side has seen of an enemy that is out of its sight now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mark {
    /// Hex on which the unit stood.
    pub hex: Hex,
    /// Turn in which it was seen last.
    pub turn: u32,
    /// Number of its men then.
    pub strength: Strength,
}

/// The knowledge of both sides beside a battle that hides units; `B` is the battle.
#[derive(Debug, Clone)]
pub(super) struct Fog<B> {
    /// The battle as each side knows it.
    pub(super) known: BySide<B>,
    /// Events of the last order, as each side was told them.
    pub(super) news: BySide<Vec<Event>>,
    /// `true` for a side that saw the unit go that has just left the map.
    pub(super) saw_departure: BySide<bool>,
    /// Cells that the side to move has seen in this half-turn.
    pub(super) seen: CellSet,
    /// `true` if the last order has shown its side a cell that it had not seen in this half-turn.
    pub(super) has_revealed: bool,
}
