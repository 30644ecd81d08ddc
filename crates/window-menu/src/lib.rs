//! The menu and the screens that it leads to: the set-up of a battle, campaigns, saved battles and
//! replays, puzzles, and lessons. The battle itself is `hotgates-window`'s.

#![expect(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]

mod backdrop;
pub mod campaign;
pub mod files;
mod kept_lines;
pub mod lessons;
pub mod maps;
mod menu;
pub mod puzzles;
pub mod setup;

use std::path::Path;

use bevy::prelude::*;
use hotgates_ui::Notice;
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::Storage;
use hotgates_window::BattlePlugin;

pub use backdrop::MenuBattle;
pub use menu::{MENU_LINES, MenuAction};

use crate::maps::{PlayableMaps, ToldMapFaults};

/// The screens of the game: the menu and what it leads to, battles, replays and settings.
#[derive(Debug, Clone)]
pub struct ScreensPlugin {
    /// Folder that settings, saves and replays go to.
    pub storage: Storage,
}

impl Plugin for ScreensPlugin {
    fn build(&self, app: &mut App) {
        let mut maps = PlayableMaps::default();
        let mut problems = maps.add_maps_of_folder(Path::new("maps"));
        problems.extend(maps.add_maps_of_folder(&self.storage.map_folder()));
        app.add_plugins(BattlePlugin { storage: self.storage.clone(), first: Screen::Menu })
            .insert_resource(maps)
            .insert_resource(ToldMapFaults(problems))
            .add_plugins((
                menu::plugin,
                backdrop::plugin,
                lessons::plugin,
                setup::plugin,
                campaign::plugin,
                files::plugin,
                puzzles::plugin,
            ))
            .add_systems(Startup, |told: Res<ToldMapFaults>, mut notices: MessageWriter<Notice>| {
                notices.write_batch(told.0.iter().cloned().map(Notice));
            });
    }
}
