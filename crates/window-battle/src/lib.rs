//! A battle on the screen: the subject of the window, orders of people, computers that think beside the
//! frames, and the panels around the board. Screens send messages, and one system for each acts on
//! them, so that buttons, keys and tests speak one language.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]
#![expect(clippy::single_match_else, reason = "both cases stand side by side")]

mod attempt;
pub mod battle;
pub mod describe;
pub mod scene;
pub mod view;

use bevy::prelude::*;

pub use attempt::{PuzzleAttempt, SolvingStage};

/// Adds the screen of a battle, its orders, its panels and its keys' messages.
pub fn plugin(app: &mut App) {
    app.add_plugins((scene::plugin, view::plugin, battle::plugin, describe::plugin));
}
