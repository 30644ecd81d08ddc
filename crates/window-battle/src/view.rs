//! Requests that are the same for a battle that is fought and one that is watched again: the place
//! of the view, and the speed of events.

use bevy::prelude::*;

use crate::battle::{BattleSystems, ShownUnitNumbers};
use crate::scene::{HelpPanel, Scene, is_battle_shown};
use hotgates_board::{CentreViewOnHex, ZoomViewBy};
use hotgates_ui::register_emitted_message;
use hotgates_ui::settings::SPEEDS;

/// A request about the view of the map.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewAction {
    /// Look at the selected unit.
    Centre,
    /// Come closer.
    ZoomIn,
    /// Go farther away.
    ZoomOut,
    /// Show the list of keys, or hide it.
    Keys,
    /// Show the signs on counters with their meanings, or hide them.
    Signs,
    /// Show the numbers of units on the board, or hide them.
    Numbers,
}

/// A request about the showing of events.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaybackAction {
    /// Play events faster.
    Faster,
    /// Play events slower.
    Slower,
    /// Stop or go on.
    Pause,
    /// Show at once what is waiting to be shown.
    Skip,
    /// Show the next order at once, and stop.
    Step,
    /// Take back what is shown by one order, and stop.
    StepBack,
}

/// Steps of the camera for one press of a key.
const ZOOM: f32 = 1.5;

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<ViewAction>(app);
    register_emitted_message::<PlaybackAction>(app);
    app.add_systems(
        Update,
        (handle_view_actions, handle_playback_actions)
            .chain()
            .in_set(BattleSystems::Input)
            .run_if(is_battle_shown),
    );
}

fn handle_view_actions(
    mut actions: MessageReader<ViewAction>,
    mut scene: ResMut<Scene>,
    mut centre: MessageWriter<CentreViewOnHex>,
    mut zoom: MessageWriter<ZoomViewBy>,
    mut numbers: ResMut<ShownUnitNumbers>,
) {
    for action in actions.read() {
        match action {
            ViewAction::Centre => {
                let Some(scene) = scene.shown_battle() else { return };
                centre.write_batch(
                    scene
                        .selected_unit()
                        .map(|unit| CentreViewOnHex(scene.position_for_questions().unit(unit).cell)),
                );
            }
            ViewAction::ZoomIn => drop(zoom.write(ZoomViewBy(ZOOM))),
            ViewAction::ZoomOut => drop(zoom.write(ZoomViewBy(-ZOOM))),
            ViewAction::Keys => scene.toggle_help(HelpPanel::Keys),
            ViewAction::Signs => scene.toggle_help(HelpPanel::Signs),
            ViewAction::Numbers => numbers.0 = !numbers.0,
        }
    }
}

fn handle_playback_actions(mut actions: MessageReader<PlaybackAction>, mut scene: ResMut<Scene>) {
    for action in actions.read() {
        let Some(playback) = scene.playback_mut() else { return };
        let place = SPEEDS.iter().position(|&speed| speed == playback.speed).unwrap_or(0);
        match action {
            PlaybackAction::Faster => playback.speed = SPEEDS[(place + 1).min(SPEEDS.len() - 1)],
            PlaybackAction::Slower => playback.speed = SPEEDS[place.saturating_sub(1)],
            PlaybackAction::Pause => playback.paused = !playback.paused,
            PlaybackAction::Skip => {
                playback.paused = false;
                playback.skip_to_end();
            }
            PlaybackAction::Step => scene.step_orders(false),
            PlaybackAction::StepBack => scene.step_orders(true),
        }
    }
}
