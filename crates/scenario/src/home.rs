//! Home: where the broken units of each side run to, and from where its supplies come.

use hotgates_grid::Coord;
use hotgates_rules::MAX_UNITS;
use hotgates_text::{Side, read_at_most};
use serde::{Deserialize, Serialize};

/// The homes that a scenario names, in place of those that follow from where Red comes from.
///
/// ```
/// use hotgates_grid::Coord;
/// use hotgates_scenario::MapFile;
/// use hotgates_text::Side;
///
/// let map = MapFile::from_ron("Map(name: \"A ford\", rows: [\"..=..\", \".#=..\"], home: (red: [(4, 0)]))")?;
/// assert_eq!(map.home.of_side(Side::Red), [Coord { col: 4, row: 0 }]);
/// assert!(map.home.of_side(Side::Blue).is_empty(), "its castles, as long as it holds any");
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedHomes {
    /// Red's home; the edge or the entry hexes by which it came, if none are given.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_UNITS, _, _>"
    )]
    pub red: Vec<Coord>,
    /// Blue's home; its castles as long as it holds any, then the edge farthest from Red's, if none are given.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_UNITS, _, _>"
    )]
    pub blue: Vec<Coord>,
}

impl NamedHomes {
    /// Returns `true` if no side has a home by name.
    pub const fn is_empty(&self) -> bool {
        self.red.is_empty() && self.blue.is_empty()
    }

    /// Returns the hexes of a side.
    pub fn of_side(&self, side: Side) -> &[Coord] {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }

    /// Returns the hexes of a side, to be changed.
    pub const fn hexes_mut(&mut self, side: Side) -> &mut Vec<Coord> {
        match side {
            Side::Red => &mut self.red,
            Side::Blue => &mut self.blue,
        }
    }
}
