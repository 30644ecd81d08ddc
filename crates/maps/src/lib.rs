//! The maps that come with the program: window and page have them within, so that they need no folder.
//!
//! ```
//! use hotgates_engine::Battle;
//! use hotgates_maps::shipped_scenarios;
//!
//! let scenarios = shipped_scenarios();
//! assert_eq!(scenarios[0].map.name, "Hot Gates");
//! assert!(scenarios.iter().all(|scenario| Battle::from_scenario(scenario).is_ok()));
//! ```

use hotgates_engine::{MapFile, Scenario};

/// Text of each shipped map, in the order in which maps are listed.
pub const SHIPPED_MAPS: [&str; 17] = [
    include_str!("../../../maps/hot_gates.ron"),
    include_str!("../../../maps/open_field.ron"),
    include_str!("../../../maps/two_bridges.ron"),
    include_str!("../../../maps/goat_path.ron"),
    include_str!("../../../maps/forest_fords.ron"),
    include_str!("../../../maps/three_castles.ron"),
    include_str!("../../../maps/labyrinth.ron"),
    include_str!("../../../maps/great_plain.ron"),
    include_str!("../../../maps/hoplite/thermopylae.ron"),
    include_str!("../../../maps/hoplite/marathon.ron"),
    include_str!("../../../maps/hoplite/leuctra.ron"),
    include_str!("../../../maps/musket/sallow_ridge.ron"),
    include_str!("../../../maps/musket/linden_bridge.ron"),
    include_str!("../../../maps/musket/four_roads.ron"),
    include_str!("../../../maps/panzer/vell_crossing.ron"),
    include_str!("../../../maps/panzer/crossmarket.ron"),
    include_str!("../../../maps/panzer/barrow_heights.ron"),
];

/// Returns a shipped map with its ruleset; `None` past the last one.
///
/// # Panics
/// Never: a test reads every map.
#[must_use]
pub fn shipped_scenario(number: usize) -> Option<Scenario> {
    let map = MapFile::from_ron(SHIPPED_MAPS.get(number)?).expect("shipped maps are sound");
    Some(Scenario::by_shipped_rules(map).expect("shipped maps name shipped rules"))
}

/// Returns every shipped map with its ruleset, in the order in which maps are listed.
#[must_use]
pub fn shipped_scenarios() -> Vec<Scenario> {
    (0..SHIPPED_MAPS.len()).filter_map(shipped_scenario).collect()
}
