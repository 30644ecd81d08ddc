//! The fixed part of an encoding: how large its arrays are and what each number in them means.

use hotgates_engine::{Battle, Side, Strength};

use crate::place::PlaceTable;

/// Names of the columns of a unit table, in their order.
pub const UNIT_FEATURES: [&str; 18] = [
    "known",
    "on_map",
    "type",
    "col",
    "row",
    "men",
    "men_at_start",
    "points",
    "halted",
    "rank",
    "cohesion",
    "broken",
    "unsupplied",
    "rounds",
    "dug_in",
    "facing",
    "seen_col",
    "seen_row",
];

/// Sizes of the arrays of one battle and the names of what is in them. The same for every seed of a scenario.
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Scenario};
/// use hotgates_learn::EncodingShape;
///
/// let map = MapFile::from_ron(r##"(name: "A castle", rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##)?;
/// let shape = EncodingShape::of_battle(&Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario"));
/// assert_eq!((shape.plane_count(), shape.places().height(), shape.places().width()), (22, 2, 10));
/// assert_eq!(shape.plane_names()[0], "terrain: road");
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodingShape {
    places: PlaceTable,
    terrains: usize,
    types: usize,
    slots: usize,
    red_units: usize,
    most_men: u32,
    names: Vec<String>,
}

impl EncodingShape {
    /// Returns the shape for a battle.
    #[must_use]
    pub fn of_battle(battle: &Battle) -> Self {
        let rules = battle.rules();
        let count_units = |side| battle.roster().filter(|(_, info)| info.side == side).count();
        let terrains = rules.terrains.iter().map(|terrain| format!("terrain: {}", terrain.name));
        let own = rules.units.iter().map(|kind| format!("own type: {}", kind.name));
        let enemy = rules.units.iter().map(|kind| format!("enemy type: {}", kind.name));
        let words = |names: &'static [&'static str]| names.iter().map(|&name| name.to_owned());
        let names = terrains
            .chain(words(&["own flag", "enemy flag", "in sight"]))
            .chain(own)
            .chain(words(&["own men", "own points"]))
            .chain(enemy)
            .chain(words(&["enemy men", "picked unit", "half-turns left", "side is red"]))
            .collect();
        let kinds = rules.units.iter().map(|kind| kind.strength);
        let men =
            battle.roster().map(|(_, info)| info.start).chain(kinds).map(|Strength(men)| u32::from(men));
        Self {
            places: PlaceTable::new(battle.grid()),
            terrains: rules.terrains.len(),
            types: rules.units.len(),
            red_units: count_units(Side::Red),
            slots: Side::BOTH.map(count_units).into_iter().max().unwrap_or(0),
            most_men: men.max().unwrap_or(1).max(1),
            names,
        }
    }

    /// Returns the numbering of the hexes.
    pub const fn places(&self) -> &PlaceTable {
        &self.places
    }

    /// Number of planes of an observation.
    pub const fn plane_count(&self) -> usize {
        self.names.len()
    }

    /// Names of the planes, in their order.
    pub fn plane_names(&self) -> &[String] {
        &self.names
    }

    /// Number of bytes of all planes.
    pub const fn plane_bytes(&self) -> usize {
        self.plane_count() * self.places.hex_count() as usize
    }

    /// Number of a side's rows in the unit table: the units of the larger army.
    pub const fn slots_of_side(&self) -> usize {
        self.slots
    }

    /// Number of Red's units, which come first in the roster.
    pub(crate) const fn red_units(&self) -> usize {
        self.red_units
    }

    /// Number of numbers in the unit table: own rows first, then as many of the enemy.
    pub const fn unit_numbers(&self) -> usize {
        2 * self.slots * UNIT_FEATURES.len()
    }

    /// Number of men that a plane shows as 255: the strongest unit's.
    pub const fn most_men(&self) -> u32 {
        self.most_men
    }

    /// Number of the terrains, whose planes come first.
    pub(crate) const fn terrain_count(&self) -> usize {
        self.terrains
    }

    /// Number of the unit types.
    pub(crate) const fn type_count(&self) -> usize {
        self.types
    }

    /// Returns the plane of the flags of the side that looks, of the enemy's, or of what is in sight, in this order.
    pub(crate) const fn flag_plane(&self, number: usize) -> usize {
        self.terrains + number
    }

    /// Returns the first plane of the units of the side that looks, or of the enemy.
    pub(crate) const fn unit_plane(&self, own: bool) -> usize {
        self.terrains + 3 + if own { 0 } else { self.types + 2 }
    }

    /// Returns the plane of the picked unit; two planes of one number each follow it.
    pub(crate) const fn picked_plane(&self) -> usize {
        self.unit_plane(false) + self.types + 1
    }

    /// Returns a number of men as planes show it: 255 for the strongest unit, at least 1 for a living one.
    #[inline]
    pub(crate) fn men_as_byte(&self, Strength(men): Strength) -> u8 {
        u8::try_from((u32::from(men) * 255).div_ceil(self.most_men)).unwrap_or(u8::MAX)
    }
}
