//! The maps to fight on: those that come with the program, and those of a player's folders.

use std::path::Path;

use bevy::prelude::Resource;
use hotgates_engine::{MapFile, Scenario};
use hotgates_files::{FileAccess, LoadedScenario, read_ruleset};
use hotgates_ui::Phrase;
use hotgates_ui::explain::explain_file_error;

/// The maps that come with the program: they are in it, so that it needs no folder.
pub const SHIPPED: [&str; 17] = [
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

/// The maps to choose from, in the order of the list.
#[derive(Resource, Debug, Clone)]
pub struct PlayableMaps(pub Vec<Scenario>);

impl Default for PlayableMaps {
    /// The maps that come with the program.
    fn default() -> Self {
        let shipped = SHIPPED.iter().map(|text| MapFile::from_ron(text).expect("shipped maps are sound"));
        let with_rules = |map| Scenario::by_shipped_rules(map).expect("shipped maps name shipped rules");
        Self(shipped.map(with_rules).collect())
    }
}

impl PlayableMaps {
    /// Adds a map in place of a map with the same name.
    pub fn put_map(&mut self, scenario: Scenario) {
        match self.0.iter_mut().find(|known| known.map.name == scenario.map.name) {
            Some(known) => *known = scenario,
            None => self.0.push(scenario),
        }
    }

    /// Adds the maps and scenarios of a folder whose names are new; the rulesets that lie beside
    /// them are none. Returns the faults of the files that cannot be read.
    pub fn add_maps_of_folder(&mut self, folder: &Path) -> Vec<Phrase> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|end| end == "ron"));
        paths.sort();
        let mut problems = Vec::new();
        for path in paths {
            match LoadedScenario::open_file(&path, FileAccess::default()) {
                Ok(loaded) if self.0.iter().all(|known| known.map.name != loaded.scenario.map.name) => {
                    self.0.push(loaded.scenario);
                }
                Ok(_) => {}
                Err(_) if read_ruleset(&path, FileAccess::default()).is_ok() => {}
                Err(problem) => problems.extend(explain_file_error(&problem)),
            }
        }
        problems
    }
}
