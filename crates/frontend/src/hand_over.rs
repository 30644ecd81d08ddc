//! What the map editor hands to the other screens: maps to choose from, and a map to fight on.

use bevy::prelude::*;
use hotgates_ui::screen::{Home, Screen};
use hotgates_window::maps::Maps;
use hotgates_window::setup::model::Setup;
use hotgates_window_editor::{EditorSystems, MapSaved, PlayMap};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, (keep_map, set_up_battle).after(EditorSystems::Edit));
}

/// Puts a map that was saved into the list of the setup.
fn keep_map(mut saved: MessageReader<MapSaved>, mut maps: ResMut<Maps>) {
    for MapSaved(scenario) in saved.read() {
        maps.put(scenario.clone());
    }
}

/// Opens the setup of a battle on the map of the editor; the way back leads to the editor.
fn set_up_battle(
    mut commands: Commands,
    mut played: MessageReader<PlayMap>,
    mut home: ResMut<Home>,
    mut next: ResMut<NextState<Screen>>,
) {
    for PlayMap(scenario) in played.read() {
        commands.insert_resource(Setup::new(scenario, Setup::NO_MAP));
        home.0 = Screen::Editor;
        next.set(Screen::Setup);
    }
}
