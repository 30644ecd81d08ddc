//! The window of Hotgates: Bevy plugins for the menu, the setup of battles, battles, replays, the map editor and the academy.
//!
//! [`run`] opens the game, [`edit`] its map editor. A Bevy app of somebody else mounts [`BattlePlugin`] instead, writes a
//! [`battle::StartBattle`] and hears of the end by a [`battle::BattleEnded`].

#![expect(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    clippy::too_many_arguments,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]
#![expect(clippy::single_match_else, reason = "both cases stand side by side")]

pub mod academy;
pub mod battle;
pub mod board;
pub mod describe;
mod display;
pub mod editor;
mod files;
pub mod insight;
pub mod keys;
mod menu;
mod replay;
mod rest;
pub mod screen;
pub mod settings;
pub mod setup;
pub mod storage;
pub mod texts;
pub mod tutorial;
pub mod ui;

use std::path::{Path, PathBuf};

use bevy::input_focus::tab_navigation::TabNavigationPlugin;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};

pub use display::NoWindow;
pub use replay::{ReplayAction, Replaying};

use crate::battle::Notice;
use crate::screen::Screen;
use crate::settings::Settings;
use crate::setup::Maps;
use crate::storage::Storage;

/// A battle to be fought in an app: the board, the panels around it, and computers that think beside the frames.
///
/// It needs Bevy's `DefaultPlugins`, or in tests `MinimalPlugins` with states and assets, see the crate's tests.
/// It shows nothing until a [`battle::StartBattle`] is written.
#[derive(Debug, Clone)]
pub struct BattlePlugin {
    /// Where saves go.
    pub storage: Storage,
    /// The screen that is shown at first: [`Screen::Nothing`] in an app of somebody else.
    pub first: Screen,
}

impl Plugin for BattlePlugin {
    fn build(&self, app: &mut App) {
        let settings = Settings::load(&self.storage);
        app.insert_resource(texts::Texts::new(settings.language))
            .insert_resource(ui::Colours::new(settings.palette))
            .insert_resource(settings)
            .insert_resource(self.storage.clone())
            .insert_resource(ClearColor(ui::theme::BACKGROUND))
            .insert_state(self.first)
            .init_resource::<Assets<Image>>()
            .init_resource::<Assets<Mesh>>()
            .add_plugins((
                ui::plugin,
                board::plugin,
                battle::plugin,
                insight::plugin,
                describe::plugin,
                settings::plugin,
                replay::plugin,
            ))
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn(battle::notice_bar());
            });
    }
}

/// The whole game: menu, setup, battles, replays, map editor.
#[derive(Debug, Clone)]
pub struct GamePlugin {
    /// Where settings, saves and replays go.
    pub storage: Storage,
}

impl Plugin for GamePlugin {
    fn build(&self, app: &mut App) {
        let mut maps = Maps::default();
        let mut problems = maps.add_folder(Path::new("maps"));
        problems.extend(maps.add_folder(&self.storage.maps()));
        app.add_plugins(BattlePlugin { storage: self.storage.clone(), first: Screen::Menu })
            .insert_resource(maps)
            .add_plugins((
                menu::plugin,
                tutorial::plugin,
                setup::plugin,
                files::plugin,
                editor::plugin,
                academy::plugin,
            ))
            .add_systems(Startup, move |mut notices: MessageWriter<Notice>| {
                notices.write_batch(problems.iter().cloned().map(Notice));
            });
    }
}

/// Nobody can do anything about what these say.
const QUIET: &str = "wgpu=error,naga=warn,winit=error,bevy_render::renderer=error";

/// Opens the window and stays until it is closed.
///
/// # Errors
/// Why there can be no window; then nothing has been opened.
pub fn run() -> Result<(), NoWindow> {
    open(|_| {})
}

/// Opens the window with the map editor, and a map in it if one is given.
///
/// # Errors
/// Why there can be no window; then nothing has been opened.
pub fn edit(map: Option<PathBuf>) -> Result<(), NoWindow> {
    open(|app| {
        app.insert_state(Screen::Editor);
        if let Some(path) = map {
            app.insert_resource(editor::OpenFirst(path));
        }
    })
}

fn open(prepare: impl FnOnce(&mut App)) -> Result<(), NoWindow> {
    display::check()?;
    let window = Window {
        title: "Hotgates".to_owned(),
        name: Some("hotgates".to_owned()),
        resolution: WindowResolution::new(1280, 720),
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            // `RUST_LOG=hotgates_frontend=info` says more.
            .set(LogPlugin { level: Level::WARN, filter: QUIET.to_owned(), ..default() }),
    )
    .add_plugins((TabNavigationPlugin, rest::plugin))
    .add_plugins(GamePlugin { storage: Storage::of_user() });
    prepare(&mut app);
    app.run();
    Ok(())
}
