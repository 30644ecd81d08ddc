//! Hand-over from the map editor to the other screens: maps to choose from, and a map to fight on.

use bevy::prelude::*;
use hotgates_ui::screen::{ReturnScreen, Screen};
use hotgates_window_editor::{EditorSystems, MapFileSaved, SetUpBattleOnMap};
use hotgates_window_menu::maps::PlayableMaps;
use hotgates_window_menu::setup::model::BattleSetup;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, (add_saved_map_to_setup, open_setup_of_map).after(EditorSystems::Edit));
}

/// Puts a saved map into the list of the setup.
fn add_saved_map_to_setup(mut saved: MessageReader<MapFileSaved>, mut maps: ResMut<PlayableMaps>) {
    for MapFileSaved(scenario) in saved.read() {
        maps.put_map(scenario.clone());
    }
}

/// Opens the setup of a battle on the map of the editor; the way back leads to the editor.
fn open_setup_of_map(
    mut commands: Commands,
    mut played: MessageReader<SetUpBattleOnMap>,
    mut home: ResMut<ReturnScreen>,
    mut next: ResMut<NextState<Screen>>,
) {
    for SetUpBattleOnMap(scenario) in played.read() {
        commands.insert_resource(BattleSetup::new(scenario, BattleSetup::NO_MAP));
        home.0 = Screen::Editor;
        next.set(Screen::Setup);
    }
}
