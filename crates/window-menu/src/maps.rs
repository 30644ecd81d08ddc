//! The maps to fight on: those that come with the program, and those of a player's folders.

use std::path::Path;
use std::sync::LazyLock;

use bevy::prelude::Resource;
use hotgates_engine::{MapFile, Scenario};
use hotgates_files::{FileAccess, LoadedScenario, read_ruleset};
use hotgates_maps::shipped_scenarios;
use hotgates_ui::Phrase;
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::names::shipped_map_notes;
use hotgates_ui::storage::files_with_extension;
use hotgates_ui::texts::Texts;

/// The maps to choose from, in the order of the list.
#[derive(Resource, Debug, Clone)]
pub struct PlayableMaps(pub Vec<Scenario>);

/// Maps that come with the program, read once.
static SHIPPED: LazyLock<Vec<Scenario>> = LazyLock::new(shipped_scenarios);

/// Returns the notes of a map: in the player's language of one that comes with the program, as long as nobody has
/// written other ones.
#[must_use]
pub fn notes_in_words(texts: &Texts, map: &MapFile) -> Option<String> {
    let is_shipped =
        SHIPPED.iter().any(|shipped| shipped.map.name == map.name && shipped.map.notes == map.notes);
    shipped_map_notes(texts, &map.name).filter(|_| is_shipped).or_else(|| map.notes.clone())
}

impl Default for PlayableMaps {
    /// The maps that come with the program.
    fn default() -> Self {
        Self(SHIPPED.clone())
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
        let mut problems = Vec::new();
        for path in files_with_extension(folder, "ron") {
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
