//! Goals, ways to win and points of a scenario as people write them; they may be wrong.

use hotgates_grid::Coord;
use serde::{Deserialize, Deserializer, Serialize};

use hotgates_text::{AtMost, Side, read_at_most};

/// Most goals, events, sets of a side and degrees of victory of a scenario, and most hexes, units or goals that
/// each of them names.
pub const MAX_GOALS: usize = 32;

/// One goal of a side: hexes to hold, hexes to take, enemies to destroy, or own units to bring off
/// the map.
///
/// ```
/// use hotgates_scenario::MapFile;
/// use hotgates_text::Side;
///
/// let map = MapFile::from_ron(r##"Map(
///     name: "Two fords",
///     rows: ["..=..", ".#=.."],
///     goals: [(key: "fords", side: red, take: [(2, 0), (2, 1)], by: 6, points: 20)],
///     wins: (red: [["fords"]]),
/// )"##)?;
/// assert_eq!((map.goals[0].side, map.goals[0].take.len()), (Side::Red, 2));
/// assert_eq!(map.wins.red, [["fords"]]);
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalEntry {
    /// Word by which `wins` refers to the goal; each stands for one goal.
    pub key: String,
    /// Name that players read; made from the hexes and units, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Side that has the goal.
    pub side: Side,
    /// Hexes to hold all at once: the goal is met as long as the side does.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub hold: Vec<Coord>,
    /// Number of the enemy's half-turns through which the hexes must have been held; none, if not
    /// given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<i64>,
    /// Hexes to take: the goal is met for good once the side holds all of them at one moment.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub take: Vec<Coord>,
    /// Keys of enemy units: the goal is met for good once none of them is left.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub destroy: Vec<String>,
    /// Hexes over which units of the side are to go off the map: the goal is met for good once
    /// enough have gone.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub exit: Vec<Coord>,
    /// Keys of the units that may go off the map; all units of the side, if not given.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub units: Vec<String>,
    /// Number of units that must have gone off the map; all that `units` names, or one, if not
    /// given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// Last turn in which hexes can be taken, units destroyed or brought off the map for the goal;
    /// the last of the battle, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<i64>,
    /// Points for the side while the goal is met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
}

impl GoalEntry {
    /// Makes a goal without an aim.
    #[must_use]
    pub fn new(key: impl Into<String>, side: Side) -> Self {
        Self {
            key: key.into(),
            name: None,
            side,
            hold: Vec::new(),
            turns: None,
            take: Vec::new(),
            destroy: Vec::new(),
            exit: Vec::new(),
            units: Vec::new(),
            count: None,
            by: None,
            points: None,
        }
    }

    /// Returns the lists of hexes that the goal may name: for whoever moves hexes.
    pub const fn hex_lists_mut(&mut self) -> [&mut Vec<Coord>; 3] {
        [&mut self.hold, &mut self.take, &mut self.exit]
    }

    /// Returns `true` if the goal asks for nothing.
    #[must_use]
    pub const fn has_no_aim(&self) -> bool {
        self.hold.is_empty() && self.take.is_empty() && self.destroy.is_empty() && self.exit.is_empty()
    }
}

/// The ways in which each side wins at once: sets of goals by their keys. A side wins when it meets
/// all goals of one of its sets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinningSets {
    /// Red's sets.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "read_sets")]
    pub red: Vec<Vec<String>>,
    /// Blue's sets.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "read_sets")]
    pub blue: Vec<Vec<String>>,
}

/// Reads the sets of a side, as many as there may be, each with as many goals as it may have.
fn read_sets<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<String>>, D::Error> {
    let sets: Vec<AtMost<_, MAX_GOALS>> = read_at_most::<MAX_GOALS, _, _>(deserializer)?;
    Ok(sets.into_iter().map(|AtMost(set)| set).collect())
}

impl WinningSets {
    /// Returns `true` if no side has a way to win of its own.
    pub const fn is_empty(&self) -> bool {
        self.red.is_empty() && self.blue.is_empty()
    }

    /// Returns the sets of a side.
    pub fn of_side(&self, side: Side) -> &[Vec<String>] {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }

    /// Returns the sets of a side, to be changed.
    pub const fn sets_mut(&mut self, side: Side) -> &mut Vec<Vec<String>> {
        match side {
            Side::Red => &mut self.red,
            Side::Blue => &mut self.blue,
        }
    }
}

/// Points for castles and losses, and names of leads in points.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryPointValues {
    /// Points for each castle that a side holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub castle: Option<i64>,
    /// Points for all of the enemy's men; for a part of them that part, rounded down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<i64>,
    /// Degrees of victory, by the lead that they need. With a smaller lead than any, a battle that
    /// points decide is a draw.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub degrees: Vec<DegreeEntry>,
}

/// A degree of victory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DegreeEntry {
    /// Least lead in points, from 1.
    pub lead: i64,
    /// Name that players read, such as `decisive victory`.
    pub name: String,
}
