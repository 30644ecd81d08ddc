//! The window of Hotgates, put together: the screens of the game, the map editor and the academy.
//!
//! [`open_game_window`] opens the game, [`open_editor_window`] its map editor. A Bevy app of
//! somebody else mounts [`BattlePlugin`] instead, writes a [`battle::StartBattle`] and hears of the
//! end by a [`battle::BattleEnded`].

#![expect(
    clippy::needless_pass_by_value,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]

mod display;
mod hand_over;
mod loudspeaker;
mod rest;
mod window_frame;

use std::path::PathBuf;

use bevy::input_focus::tab_navigation::TabNavigationPlugin;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResizeConstraints};
use hotgates_ui::job::task_pools;
use hotgates_ui::screen::Screen;
use hotgates_ui::settings::Settings;
use hotgates_ui::storage::Storage;

pub use display::WindowObstacle;
pub use hotgates_window::{BattlePlugin, ReplayAction, insight, keys, settings, signs};
pub use hotgates_window_battle::{PuzzleAttempt, SolvingStage, battle, describe, scene, view};
pub use hotgates_window_menu::{
    MENU_LINES, MenuAction, ScreensPlugin, campaign, files, lessons, maps, puzzles, setup,
};
pub use {
    hotgates_board as board, hotgates_ui as ui, hotgates_window_academy as academy,
    hotgates_window_editor as editor, hotgates_window_join as join, hotgates_window_programs as programs,
};

/// The whole game: menu, setup, battles, replays, map editor, academy.
#[derive(Debug, Clone)]
pub struct GamePlugin {
    /// Folder that settings, saves and replays go to.
    pub storage: Storage,
}

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            ScreensPlugin { storage: self.storage.clone() },
            editor::plugin,
            academy::plugin,
            hand_over::plugin,
            join::plugin,
        ));
    }
}

/// Nobody can do anything about what these say.
const QUIET: &str = "wgpu=error,naga=warn,winit=error,bevy_render::renderer=error";

/// The parts that a program lends its window.
#[derive(Debug, Clone, Default)]
pub struct WindowHelpers {
    /// File of a program whose command `cell` puts up cells for the programs that a player starts, as
    /// `hotgates` does; without one no cell is offered.
    pub warden: Option<PathBuf>,
    /// Reads trained policies, where the program can.
    pub policies: Option<setup::policies::PolicyReader>,
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// The reason why there can be no window; then nothing has been opened.
pub fn open_game_window(helpers: WindowHelpers) -> Result<(), WindowObstacle> {
    run_app(helpers, |_| {})
}

/// Opens the window with the map editor, and a map in it if one is given.
///
/// # Errors
/// The reason why there can be no window; then nothing has been opened.
pub fn open_editor_window(map: Option<PathBuf>, helpers: WindowHelpers) -> Result<(), WindowObstacle> {
    run_app(helpers, |app| {
        app.insert_state(Screen::Editor);
        if let Some(path) = map {
            app.insert_resource(editor::MapToOpenOnEntering(path));
        }
    })
}

fn run_app(helpers: WindowHelpers, prepare: impl FnOnce(&mut App)) -> Result<(), WindowObstacle> {
    display::check_window_possible()?;
    let storage = Storage::from_user_folder();
    let window = Window {
        title: "Hotgates".to_owned(),
        name: Some("hotgates".to_owned()),
        resize_constraints: WindowResizeConstraints { min_width: 640.0, min_height: 360.0, ..default() },
        present_mode: PresentMode::AutoVsync,
        ..window_frame::window_as_left(&Settings::load(&storage))
    };
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(task_pools())
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            // `RUST_LOG=hotgates=info` says more.
            .set(LogPlugin { level: Level::WARN, filter: QUIET.to_owned(), ..default() }),
    )
    .add_plugins((TabNavigationPlugin, rest::plugin, window_frame::plugin, loudspeaker::plugin))
    .add_plugins(GamePlugin { storage: storage.clone() });
    app.insert_resource(programs::CellWarden(helpers.warden));
    app.insert_resource(setup::policies::PolicyFiles(helpers.policies));
    app.world_mut().resource_mut::<Settings>().speak_language_of_system(&storage);
    prepare(&mut app);
    app.run();
    Ok(())
}
