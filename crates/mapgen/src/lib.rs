//! Random maps of five kinds, always playable from the direction that is asked for.
//!
//! A map is a pure function of its [`MapPlan`]: it is made with whole numbers and the engine's
//! dice, the same on every machine. Terrains and units are those of the classic ruleset, or of another that
//! is asked for.
//!
//! ```
//! use hotgates_engine::{Battle, Direction, Scenario};
//! use hotgates_mapgen::{LandKind, MapPlan};
//!
//! let plan = MapPlan { kind: LandKind::River, width: 40, height: 30, seed: 7, from: Direction::N };
//! let map = plan.generate_map()?;
//! assert!(Battle::from_scenario(&Scenario::classic(map)).is_ok());
//! # Ok::<(), hotgates_mapgen::MapPlanError>(())
//! ```

mod army;
mod axis;
mod land;
mod noise;

mod barrier;
mod cover;
mod highlands;
mod islands;
mod roads;
mod terrains;

use hotgates_engine::{Dice, Direction, Grid, MapFile, Ruleset};
use serde::{Deserialize, Serialize};

use axis::InvasionAxis;
use land::{LandCover, MapLand};
use roads::RoadBuilder;

/// Fewest columns and rows of a random map: armies do not find room on smaller ones.
pub const MIN_SIDE: u32 = 16;

/// A kind of landscape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LandKind {
    /// A mountain range with a road through it and tracks beside it.
    Pass,
    /// A river with bridges and fords.
    River,
    /// Open country.
    Plain,
    /// Islands joined by bridges.
    Islands,
    /// Mountains with valleys between them.
    Highlands,
}

impl LandKind {
    /// All five kinds.
    pub const ALL: [Self; 5] = [Self::Pass, Self::River, Self::Plain, Self::Islands, Self::Highlands];

    /// Name of the kind: `pass`, `river`, `plain`, `islands` or `highlands`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::River => "river",
            Self::Plain => "plain",
            Self::Islands => "islands",
            Self::Highlands => "highlands",
        }
    }
}

/// The input of a map: equal plans make equal maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MapPlan {
    /// The kind of ground.
    pub kind: LandKind,
    /// Number of columns, at least [`MIN_SIDE`].
    pub width: u32,
    /// Number of rows, at least [`MIN_SIDE`].
    pub height: u32,
    /// Seed of the map; another seed makes another map.
    pub seed: u64,
    /// Direction from which Red comes.
    pub from: Direction,
}

/// An error of a plan that no map can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MapPlanError {
    /// The size is too small.
    #[error("{width}x{height} hexes are too few: a random map needs at least {MIN_SIDE}x{MIN_SIDE}")]
    TooSmall {
        /// Number of columns asked for.
        width: u32,
        /// Number of rows asked for.
        height: u32,
    },
    /// The size is too large.
    #[error(
        "{width}x{height} hexes are too many: a map has at most {} a side and {} in all",
        Grid::MAX_SIDE,
        Grid::MAX_HEXES
    )]
    TooLarge {
        /// Number of columns asked for.
        width: u32,
        /// Number of rows asked for.
        height: u32,
    },
}

/// Number of lands of one plan that are tried; so far the first has always been playable, as the
/// tests check.
const TRIES: u64 = 8;

impl MapPlan {
    /// Makes the map for the classic ruleset. Cost: time grows with the number of hexes, a few seconds for a
    /// million.
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn generate_map(&self) -> Result<MapFile, MapPlanError> {
        self.generate_map_by(&Ruleset::classic(), "classic")
    }

    /// Makes the map for a ruleset, by the name under which the map is to find it: the same land in the terrains of
    /// the ruleset, with its hills, fields, scrub and villages if it has them, and its standard armies.
    ///
    /// ```
    /// use hotgates_engine::{Battle, Direction, Ruleset, Scenario};
    /// use hotgates_mapgen::{LandKind, MapPlan};
    ///
    /// let plan = MapPlan { kind: LandKind::River, width: 40, height: 30, seed: 7, from: Direction::N };
    /// let rules = Ruleset::shipped("musket").expect("it comes with the engine");
    /// let map = plan.generate_map_by(&rules, "musket")?;
    /// assert_eq!(map.rules.as_deref(), Some("musket"));
    /// assert!(Battle::from_scenario(&Scenario::new(map, rules)).is_ok());
    /// # Ok::<(), hotgates_mapgen::MapPlanError>(())
    /// ```
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn generate_map_by(&self, rules: &Ruleset, name: &str) -> Result<MapFile, MapPlanError> {
        let Self { width, height, .. } = *self;
        if width < MIN_SIDE || height < MIN_SIDE {
            return Err(MapPlanError::TooSmall { width, height });
        }
        let (columns, rows) = (width as usize, height as usize);
        if columns > Grid::MAX_SIDE || rows > Grid::MAX_SIDE || columns * rows > Grid::MAX_HEXES {
            return Err(MapPlanError::TooLarge { width, height });
        }
        let rules = (rules, name);
        let playable = self.first_playable_map(rules, columns, rows);
        Ok(playable.unwrap_or_else(|| self.grass_map_with_road(rules, columns, rows)))
    }

    /// Returns the map of the first land on which the engine, which has the last word, can start a
    /// battle without any fault; `None` if none of the first [`TRIES`] lands will do.
    fn first_playable_map(&self, rules: (&Ruleset, &str), columns: usize, rows: usize) -> Option<MapFile> {
        let maps =
            (0..TRIES).map(|attempt| self.write_map_file(rules, &self.shape_land(attempt, columns, rows)));
        maps.into_iter().find_map(|map| army::with_largest_armies(&map, self.kind, rules.0))
    }

    /// Returns a map of grass, a road and the castle, which can always be played.
    fn grass_map_with_road(&self, rules: (&Ruleset, &str), columns: usize, rows: usize) -> MapFile {
        let mut land = MapLand::new(columns, rows);
        let axis = InvasionAxis::new(land.grid, self.from, 0);
        RoadBuilder::new(&land, &mut Dice::new(self.seed)).build_road(&mut land, axis.anchor, axis.castle);
        land.set_terrain_cover(axis.castle, LandCover::Castle);
        let map = self.write_map_file(rules, &land);
        army::with_largest_armies(&map, self.kind, rules.0).unwrap_or(map)
    }

    /// Shapes the land of an attempt.
    fn shape_land(&self, attempt: u64, columns: usize, rows: usize) -> MapLand {
        let dice = &mut Dice::for_other_purpose(self.seed, attempt << 8 | self.kind as u64);
        let mut land = MapLand::new(columns, rows);
        let grid = land.grid;
        let sway = i64::from(grid.width().min(grid.height())) * 60;
        let aside = i64::from(dice.draw_below(1001)) * 2 * sway / 1000 - sway;
        let axis = InvasionAxis::new(grid, self.from, aside);
        match self.kind {
            LandKind::Plain => cover::shape_open_country(&mut land, &axis, dice),
            LandKind::Pass => barrier::raise_mountain_range(&mut land, &axis, dice),
            LandKind::River => barrier::draw_river_across_land(&mut land, &axis, dice),
            LandKind::Islands => islands::raise_islands(&mut land, &axis, dice),
            LandKind::Highlands => highlands::raise_ridges(&mut land, &axis, dice),
        }
        land.set_terrain_cover(axis.castle, LandCover::Castle);
        land
    }

    /// Returns the map file of a land, without armies.
    fn write_map_file(&self, (rules, rules_name): (&Ruleset, &str), land: &MapLand) -> MapFile {
        let Self { kind, width, height, seed, from } = *self;
        // Dice of their own for hills, fields and villages: with those of the land its woods would lie elsewhere.
        let dice = &mut Dice::for_other_purpose(seed, u64::from(u8::MAX) << 8 | kind as u64);
        let rows = terrains::rows_in_terrains(land, rules, dice);
        let (kind, from_name) = (kind.name(), from.name());
        let is_classic = rules_name == "classic";
        let by_rules = if is_classic { String::new() } else { format!(" --rules {rules_name}") };
        let mut name = kind.to_owned();
        name[..1].make_ascii_uppercase();
        MapFile {
            name: format!("{name} {seed}"),
            notes: Some(format!(
                "Made by hotgates map random --size {width}x{height} --kind {kind} --seed {seed} --from {from_name}{by_rules}"
            )),
            rules: (!is_classic).then(|| rules_name.to_owned()),
            rows,
            from: Some(from),
            variation: Some(100),
            ..MapFile::default()
        }
    }
}

#[cfg(test)]
mod tests;
