//! Rest: a turn-based game mostly waits for its player, and draws few frames while nothing moves.

use std::time::Duration;

use bevy::input::mouse::AccumulatedMouseMotion;
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};

use hotgates_window::battle::Thinking;
use hotgates_window::insight::{Advice, WhatIf};
use hotgates_window::scene::Scene;
use hotgates_window_academy::Academy;

/// How long frames are drawn one after the other after somebody has done something.
const AWAKE: Duration = Duration::from_secs(2);
/// The time between frames afterwards; input ends it at once.
const NAP: Duration = Duration::from_millis(100);

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings::game()).add_systems(Last, rest);
}

fn rest(
    time: Res<Time<Real>>,
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scene: Res<Scene>,
    thinking: Option<Res<Thinking>>,
    advice: Option<Res<Advice>>,
    what_if: Option<Res<WhatIf>>,
    academy: Option<Res<Academy>>,
    mut settings: ResMut<WinitSettings>,
    mut last: Local<Duration>,
) {
    let input = keys.get_pressed().len() + buttons.get_pressed().len() > 0 || motion.delta != Vec2::ZERO;
    let busy = scene.on_screen().is_some_and(|scene| !scene.playback().is_idle() && !scene.playback().paused)
        || thinking.is_some_and(|thinking| thinking.who().is_some())
        || advice.is_some_and(|advice| advice.thinking() || advice.auto)
        || academy.is_some_and(|academy| academy.is_busy())
        || what_if.is_some_and(|what_if| what_if.working());
    if input || busy {
        *last = time.elapsed();
    }
    let awake = time.elapsed() < *last + AWAKE;
    let mode = if awake { UpdateMode::Continuous } else { UpdateMode::reactive(NAP) };
    if settings.focused_mode != mode {
        settings.focused_mode = mode;
    }
}
