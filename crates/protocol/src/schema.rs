//! Shapes of values that the engine writes itself, for the schema.

#![expect(dead_code, reason = "only their shapes are read")]

use schemars::JsonSchema;

/// A hex: its column and row, from 0 in the north-west.
#[derive(JsonSchema)]
#[schemars(rename = "Hex")]
pub struct HexSchema(i32, i32);

/// A side of the battle.
#[derive(JsonSchema)]
#[schemars(rename = "Side", rename_all = "lowercase")]
pub enum SideSchema {
    /// The invader.
    Red,
    /// The defender.
    Blue,
}

/// One of the six directions.
#[derive(JsonSchema)]
#[schemars(rename = "Direction", rename_all = "lowercase")]
pub enum DirectionSchema {
    /// North.
    N,
    /// North-east.
    Ne,
    /// South-east.
    Se,
    /// South.
    S,
    /// South-west.
    Sw,
    /// North-west.
    Nw,
}

/// Where a unit is with regard to the map.
#[derive(JsonSchema)]
#[schemars(rename = "Presence", rename_all = "lowercase")]
pub enum PresenceSchema {
    /// It stands on the map.
    OnMap,
    /// It comes in a later turn, or when an event calls it.
    Waiting,
    /// An event has called it.
    Called,
    /// It has gone off the map by an order.
    Exited,
    /// The scenario has taken it back.
    Withdrawn,
    /// It was destroyed.
    Fallen,
    /// The side that looks does not see it.
    Unseen,
    /// It had broken and ran off the map.
    Fled,
}

/// The winner of a battle, and the manner of the victory.
#[derive(JsonSchema)]
#[schemars(rename = "Verdict")]
pub struct VerdictSchema {
    /// The winner; null for a draw.
    winner: Option<SideSchema>,
    /// Manner of the victory.
    how: VictoryKindSchema,
}

/// Manner in which a battle is won.
#[derive(JsonSchema)]
#[schemars(rename = "VictoryKind", rename_all = "lowercase")]
pub enum VictoryKindSchema {
    /// By holding every castle.
    Castle,
    /// No enemy is left.
    Annihilation,
    /// The last turn ended.
    Dusk,
    /// By meeting all goals of a set that wins.
    Goals,
    /// The last turn ended, and points decided.
    Points,
    /// The loser gave the battle up.
    Resigned,
    /// The loser's program ended before the battle did.
    Crashed,
    /// The loser took too long.
    Timeout,
    /// The loser's program said what is no message.
    Unparsable,
    /// The loser's program went on giving orders that the rules do not allow.
    Illegal,
    /// Both sides agreed to a draw.
    #[schemars(rename = "draw_agreed")]
    DrawAgreed,
}

/// A work that a unit has begun and not finished.
#[derive(JsonSchema)]
#[schemars(rename = "WorkProgress")]
pub struct WorkProgressSchema {
    /// The work: its place in the list of the ruleset.
    work: u8,
    /// Where the hex lies, seen from the unit; null for its own hex.
    toward: Option<DirectionSchema>,
    /// Number of half-turns in which the unit has worked.
    half_turns: u8,
}
