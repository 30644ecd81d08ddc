//! What a side knows of a battle, as a message shows it.

use hotgates_engine::{Coord, Mark, MovementPoints, Presence, Side, Strength, UnitId, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event::ConditionMessage;
use crate::schema::{HexSchema, PresenceSchema, SideSchema};

/// A battle as a side knows it at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ViewMessage {
    /// Number of the turn, from 1.
    pub turn: u32,
    /// Number of the last turn.
    pub last_turn: u32,
    /// Side whose half-turn it is.
    #[schemars(with = "SideSchema")]
    pub side_to_move: Side,
    /// All units, Red's first; a unit's place here is its number.
    pub units: Vec<UnitMessage>,
    /// Castles and other hexes of goals, with the side that holds each.
    pub flags: Vec<FlagMessage>,
    /// Points of victory of Red and Blue, 0 where none are counted.
    pub victory_points: [u64; 2],
}

/// A unit as a side knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitMessage {
    /// Its number.
    #[schemars(with = "u16")]
    pub id: UnitId,
    /// Its side.
    #[schemars(with = "SideSchema")]
    pub side: Side,
    /// Name of its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Name that players use.
    pub label: String,
    /// Name of its officer's rank now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// Number of men at the start.
    #[schemars(with = "u16")]
    pub start: Strength,
    /// Where it is with regard to the map.
    #[schemars(with = "PresenceSchema")]
    pub presence: Presence,
    /// Hex on which it stands; null for one that is not on the map or out of sight.
    #[schemars(with = "Option<HexSchema>")]
    pub at: Option<Coord>,
    /// Number of men, 0 for one that is not on the map.
    #[schemars(with = "u16")]
    pub strength: Strength,
    /// Points that it has left.
    #[schemars(with = "u16")]
    pub left: MovementPoints,
    /// True if an enemy's zone of control has ended its movement for this turn.
    pub halted: bool,
    /// Its condition, where a rule asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<ConditionMessage>,
    /// The last that was seen of an enemy that is out of sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<MarkMessage>,
}

/// The last that was seen of an enemy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarkMessage {
    /// Hex on which it stood.
    #[schemars(with = "HexSchema")]
    pub at: Coord,
    /// Turn in which it was seen.
    pub turn: u32,
    /// Number of its men then.
    #[schemars(with = "u16")]
    pub strength: Strength,
}

/// A hex that a side holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlagMessage {
    /// The hex.
    #[schemars(with = "HexSchema")]
    pub at: Coord,
    /// The side.
    #[schemars(with = "SideSchema")]
    pub owner: Side,
}

impl ViewMessage {
    /// Returns what a view shows.
    pub fn of_view(view: View<'_>) -> Self {
        let flags = view.flags().map(|(cell, owner)| FlagMessage { at: view.grid().coord(cell), owner });
        Self {
            turn: view.turn(),
            last_turn: view.last_turn(),
            side_to_move: view.side_to_move(),
            units: view.roster().map(|(unit, _)| UnitMessage::of_unit(view, unit)).collect(),
            flags: flags.collect(),
            victory_points: Side::BOTH.map(|side| view.victory_points(side)),
        }
    }
}

impl UnitMessage {
    fn of_unit(view: View<'_>, unit: UnitId) -> Self {
        let (info, state) = (view.info(unit), view.unit(unit));
        let condition = ConditionMessage::from(view.condition(unit));
        Self {
            id: unit,
            side: info.side,
            kind: view.kind(unit).name.clone(),
            label: info.label.clone(),
            rank: view.rank(unit).map(|rank| view.rules().ranks[rank].name.clone()),
            start: info.start,
            presence: view.presence(unit),
            at: state.alive().then(|| view.grid().coord(state.cell)),
            strength: state.strength,
            left: state.left,
            halted: state.halted,
            condition: (condition != ConditionMessage::default()).then_some(condition),
            last_seen: view.mark(unit).map(|Mark { hex, turn, strength }| MarkMessage {
                at: hex.into(),
                turn,
                strength,
            }),
        }
    }
}
