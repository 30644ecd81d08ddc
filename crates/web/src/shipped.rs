//! The maps that come with the page.

use hotgates_engine::{MapFile, Scenario};

/// Text of each shipped map, in the order of the window's list.
const SHIPPED: [&str; 17] = [
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

/// Number of shipped maps.
pub const SHIPPED_COUNT: usize = SHIPPED.len();

/// Returns a shipped map with its ruleset; `None` past the last one.
///
/// # Panics
/// Never: a test reads every map.
#[must_use]
pub fn shipped_scenario(number: usize) -> Option<Scenario> {
    let map = MapFile::from_ron(SHIPPED.get(number)?).expect("shipped maps are sound");
    Some(Scenario::by_shipped_rules(map).expect("shipped maps name shipped rules"))
}

/// Returns every shipped map with its ruleset, in the order of the window's list.
#[must_use]
pub fn shipped_scenarios() -> Vec<Scenario> {
    (0..SHIPPED_COUNT).filter_map(shipped_scenario).collect()
}
