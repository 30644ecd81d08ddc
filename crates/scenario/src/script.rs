//! Arrivals and events of a scenario as people write them; they may be wrong.

use std::collections::BTreeMap;

use hotgates_grid::{Coord, Direction};
use serde::{Deserialize, Deserializer, Serialize};

use crate::goals::MAX_GOALS;
use hotgates_rules::{MAX_KINDS, MAX_UNITS};
use hotgates_text::{AtMost, Side, read_at_most};

/// The turn and the hexes in which a unit comes onto the map.
///
/// ```
/// use hotgates_grid::Direction;
/// use hotgates_scenario::MapFile;
///
/// let map = MapFile::from_ron(r##"Map(
///     name: "Relief",
///     rows: ["..=..", ".#=.."],
///     blue: (units: [(type: "infantry"), (type: "cavalry", arrives: (turn: 5, from: n))]),
/// )"##)?;
/// let army = map.blue.expect("an army");
/// let arrival = army.units[1].arrives.as_ref().expect("the cavalry comes later");
/// assert_eq!((arrival.turn, arrival.from), (Some(5), Some(Direction::N)));
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrivalEntry {
    /// First turn in which the unit comes, at the start of its side's half; the unit waits for an
    /// event that calls it, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<i64>,
    /// Hexes on which the unit comes in, the first free one; it waits while none is free.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_UNITS, _, _>"
    )]
    pub hexes: Vec<Coord>,
    /// Direction from which the unit comes, instead of hexes: those of the map's edge, the nearest
    /// to that direction first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Direction>,
}

/// One event: a condition, and what happens when it holds.
///
/// ```
/// use hotgates_scenario::MapFile;
/// use hotgates_text::Side;
///
/// let map = MapFile::from_ron(r##"Map(
///     name: "An alarm",
///     rows: ["..=..", ".#=.."],
///     events: [(key: "alarm", enters: [(2, 1)], side: red, message: "The beacon burns.", told: blue)],
/// )"##)?;
/// assert_eq!((map.events[0].side, map.events[0].told), (Some(Side::Red), Some(Side::Blue)));
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedEventEntry {
    /// Word that stands for the event; each stands for one.
    pub key: String,
    /// Condition: the half-turn of `side` in this turn begins; the first side's, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<i64>,
    /// Side of the condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Condition: a unit of `side` ends a move on one of these hexes.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub enters: Vec<Coord>,
    /// Condition: all units of these keys have been destroyed.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub lost: Vec<String>,
    /// Condition: `side` has so many points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
    /// Condition: the goal of this key is met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<String>,
    /// Most times that the event happens; once, if not given. With `turn` it happens in so many turns
    /// in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<i64>,
    /// Text that players read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Side whose players read the text; both, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Side>,
    /// Keys of units that may come from then on.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub arrive: Vec<String>,
    /// Keys of goals that count only from then on.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub opens: Vec<String>,
    /// Terrains by their names, each with the hexes that become it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "read_ground")]
    pub terrain: BTreeMap<String, Vec<Coord>>,
}

/// Reads the ground that an event changes: as many terrains as a ruleset may have, each with as many hexes as a
/// list of an event may have.
fn read_ground<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Vec<Coord>>, D::Error> {
    let ground: BTreeMap<_, AtMost<_, MAX_GOALS>> = read_at_most::<MAX_KINDS, _, _>(deserializer)?;
    Ok(ground.into_iter().map(|(terrain, AtMost(hexes))| (terrain, hexes)).collect())
}

impl ScriptedEventEntry {
    /// Returns the lists of hexes that the event may name: for whoever moves hexes.
    pub fn hex_lists_mut(&mut self) -> impl Iterator<Item = &mut Vec<Coord>> {
        std::iter::once(&mut self.enters).chain(self.terrain.values_mut())
    }

    /// Returns `true` if nothing happens by the event.
    #[must_use]
    pub fn has_no_effect(&self) -> bool {
        let calls_nobody = self.arrive.is_empty() && self.opens.is_empty();
        self.message.is_none() && calls_nobody && self.terrain.is_empty()
    }
}
