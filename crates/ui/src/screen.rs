//! Screens of the window, one at a time.

use bevy::prelude::*;

/// A screen of the window.
#[derive(States, Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The main menu.
    #[default]
    Menu,
    /// Choosing map, armies and commanders.
    Setup,
    /// Fighting.
    Battle,
    /// Watching a battle again.
    Replay,
    /// Saved battles and replays, to load.
    Files,
    /// Campaigns to choose from.
    Campaigns,
    /// A campaign between its battles.
    Campaign,
    /// Lessons to choose from.
    Lessons,
    /// The link of a server's battle, and the wait for the others there.
    Join,
    /// Puzzles to choose from.
    Puzzles,
    /// Three small games and the searches behind them.
    Academy,
    /// Language, speed, size.
    Settings,
    /// Drawing a map.
    Editor,
    /// A battle that another app has mounted is not being fought: nothing is shown.
    Nothing,
}

/// The screen to which leaving a battle or its setup leads: the menu, the campaign that the battle belongs
/// to, or the editor whose map is being tried.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReturnScreen(pub Screen);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReturnScreen>()
        .add_systems(OnEnter(Screen::Menu), |mut home: ResMut<ReturnScreen>| home.0 = Screen::Menu);
}

/// Makes a column over the whole window.
#[must_use]
pub fn full_window_column() -> Node {
    Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        flex_direction: FlexDirection::Column,
        ..default()
    }
}
