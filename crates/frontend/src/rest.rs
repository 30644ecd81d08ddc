//! Rest: a turn-based game mostly waits for its player, and draws few frames while nothing moves.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::AccumulatedMouseMotion;
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};

use hotgates_window::battle::ComputerPlayers;
use hotgates_window::insight::{Advice, BattleAftermath, WhatIfQuestion};
use hotgates_window::scene::{Scene, ShownBattle};
use hotgates_window_academy::AcademyState;

/// Time for which frames are drawn one after the other after an input.
const AWAKE: Duration = Duration::from_secs(2);
/// Time between frames afterwards; input ends the wait at once.
const NAP: Duration = Duration::from_millis(100);

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings::game()).add_systems(Last, adapt_frame_rate);
}

/// The parts of the window that move by themselves.
#[derive(SystemParam)]
struct ScreenActivity<'w> {
    scene: Res<'w, Scene>,
    thinking: Option<Res<'w, ComputerPlayers>>,
    advice: Option<Res<'w, Advice>>,
    what_if: Option<Res<'w, WhatIfQuestion>>,
    aftermath: Option<Res<'w, BattleAftermath>>,
    academy: Option<Res<'w, AcademyState>>,
}

impl ScreenActivity<'_> {
    /// Returns `true` while something moves or is being worked out, so that frames must be drawn.
    fn is_busy(&self) -> bool {
        let playback = self.scene.shown_battle().map(ShownBattle::playback);
        playback.is_some_and(|playback| !playback.is_idle() && !playback.paused)
            || self.thinking.as_ref().is_some_and(|thinking| thinking.thinking_side().is_some())
            || self.advice.as_ref().is_some_and(|advice| advice.is_thinking() || advice.auto)
            || self.academy.as_ref().is_some_and(|academy| academy.is_busy())
            || self.what_if.as_ref().is_some_and(|what_if| what_if.is_working())
            || self.aftermath.as_ref().is_some_and(|aftermath| aftermath.is_working())
    }
}

fn adapt_frame_rate(
    time: Res<Time<Real>>,
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    activity: ScreenActivity,
    mut settings: ResMut<WinitSettings>,
    mut last: Local<Duration>,
) {
    let input = keys.get_pressed().len() + buttons.get_pressed().len() > 0 || motion.delta != Vec2::ZERO;
    if input || activity.is_busy() {
        *last = time.elapsed();
    }
    let awake = time.elapsed() < *last + AWAKE;
    let mode = if awake { UpdateMode::Continuous } else { UpdateMode::reactive(NAP) };
    if settings.focused_mode != mode {
        settings.focused_mode = mode;
    }
}
