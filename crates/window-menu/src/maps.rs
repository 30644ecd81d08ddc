//! The maps to fight on: those that come with the program, and those of a player's folders.

use std::path::Path;
use std::sync::LazyLock;

use bevy::prelude::{MessageWriter, Res, ResMut, Resource};
use hotgates_engine::{MapFile, Scenario};
use hotgates_files::{FileAccess, LoadedScenario, read_ruleset};
use hotgates_maps::shipped_scenarios;
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::names::shipped_map_notes;
use hotgates_ui::storage::{Storage, files_with_extension};
use hotgates_ui::texts::Texts;
use hotgates_ui::{Notice, Phrase};

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

    /// Adds the maps and scenarios of a folder; the rulesets that lie beside them are none. Of maps that come with
    /// the program none is replaced. Returns the faults of the files that cannot be read.
    pub fn add_maps_of_folder(&mut self, folder: &Path) -> Vec<Phrase> {
        let mut problems = Vec::new();
        for path in files_with_extension(folder, "ron") {
            match LoadedScenario::open_file(&path, FileAccess::default()) {
                Ok(LoadedScenario { scenario, .. }) => {
                    if SHIPPED.iter().all(|shipped| shipped.map.name != scenario.map.name) {
                        self.put_map(scenario);
                    }
                }
                Err(_) if read_ruleset(&path, FileAccess::default()).is_ok() => {}
                Err(problem) => problems.extend(explain_file_error(&problem)),
            }
        }
        problems
    }
}

/// Faults of the files in the folders of maps, which the player has been told.
#[derive(Resource, Debug, Clone, Default)]
pub(crate) struct ToldMapFaults(pub(crate) Vec<Phrase>);

/// Looks for maps that the player has put into the folder, or changed there, since the last time.
pub(crate) fn find_maps_of_player(
    storage: Res<Storage>,
    mut maps: ResMut<PlayableMaps>,
    mut told: ResMut<ToldMapFaults>,
    mut notices: MessageWriter<Notice>,
) {
    let faults = maps.add_maps_of_folder(&storage.map_folder());
    let new = faults.iter().filter(|fault| !told.0.contains(fault));
    notices.write_batch(new.cloned().map(Notice));
    told.0 = faults;
}
