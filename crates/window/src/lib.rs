//! Battles and replays on the screen with everything around them: overlays, keys, settings.

#![expect(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]

pub mod insight;
pub mod keys;
mod replay;
pub mod settings;
pub mod signs;

use bevy::prelude::*;
use hotgates_ui::notices::notice_bar;
use hotgates_ui::screen::Screen;
use hotgates_ui::settings::Settings;
use hotgates_ui::storage::Storage;
use hotgates_ui::texts::Texts;
use hotgates_ui::{UiColours, theme};

pub use replay::ReplayAction;

/// A battle to be fought in an app: the board, the panels around it, and computers that think
/// beside the frames.
///
/// It needs Bevy's `DefaultPlugins`, or in tests `MinimalPlugins` with states and assets, see the
/// crate's tests. It shows nothing until a [`StartBattle`](hotgates_window_battle::battle::StartBattle) is written.
#[derive(Debug, Clone)]
pub struct BattlePlugin {
    /// Folder that saves go to.
    pub storage: Storage,
    /// The screen that is shown at first: [`Screen::Nothing`] in an app of somebody else.
    pub first: Screen,
}

/// Keeps assets of a type as long as they are used, where no renderer does so already.
fn asset_storage<A: Asset>(app: &mut App) {
    if !app.world().contains_resource::<Assets<A>>() {
        app.init_asset::<A>();
    }
}

impl Plugin for BattlePlugin {
    fn build(&self, app: &mut App) {
        let settings = Settings::load(&self.storage);
        app.insert_resource(Texts::new(settings.language))
            .insert_resource(UiColours::new(settings.palette).with_figures(settings.figures))
            .insert_resource(settings)
            .insert_resource(self.storage.clone())
            .insert_resource(ClearColor(theme::BACKGROUND))
            .insert_state(self.first)
            .add_plugins((asset_storage::<Image>, asset_storage::<Mesh>))
            .add_plugins((
                hotgates_ui::plugin,
                hotgates_board::plugin,
                hotgates_window_programs::plugin,
                hotgates_window_battle::plugin,
                (keys::plugin, signs::plugin),
                insight::plugin,
                settings::plugin,
                replay::plugin,
            ))
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn(notice_bar());
            });
    }
}
