//! Rest: a turn-based game mostly waits for its player, and draws nothing while nothing changes.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::AccumulatedMouseMotion;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowOccluded};
use bevy::winit::{UpdateMode, WinitSettings};

use hotgates_ui::screen::Screen;
use hotgates_ui::{ShownNotices, running_job_count};
use hotgates_window::insight::Advice;
use hotgates_window_academy::AcademyState;
use hotgates_window_battle::battle::ComputerPlayers;
use hotgates_window_battle::scene::{Scene, ShownBattle};
use hotgates_window_join::TableVisit;
use hotgates_window_menu::MenuBattle;

/// Time for which frames are drawn one after the other after the last input or movement: what waits for
/// a moment, as a tooltip does, comes within it.
const AWAKE: Duration = Duration::from_millis(700);
/// Time between frames while work goes on that will show something.
const WATCH: Duration = Duration::from_millis(50);
/// Time between frames while nothing but a clock goes.
const TICK: Duration = Duration::from_secs(1);
/// Time between frames while nothing goes on: what is forgotten here is late, not lost. Input ends the
/// wait at once.
const NAP: Duration = Duration::from_secs(8);

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings::game())
        .add_systems(Last, adapt_frame_rate)
        .add_systems(Update, draw_only_what_is_seen);
}

/// The parts of the window that move by themselves.
#[derive(SystemParam)]
struct ScreenActivity<'w> {
    scene: Res<'w, Scene>,
    thinking: Option<Res<'w, ComputerPlayers>>,
    advice: Option<Res<'w, Advice>>,
    academy: Option<Res<'w, AcademyState>>,
    menu: Option<Res<'w, MenuBattle>>,
    visit: Option<Res<'w, TableVisit>>,
    notices: Option<Res<'w, ShownNotices>>,
    screen: Res<'w, State<Screen>>,
}

impl ScreenActivity<'_> {
    /// Returns `true` while something moves, so that each frame shows something new.
    fn is_moving(&self) -> bool {
        let playback = self.scene.shown_battle().map(ShownBattle::playback);
        playback.is_some_and(|playback| !playback.is_idle() && !playback.stands_still())
            || self.academy.as_ref().is_some_and(|academy| academy.is_busy())
    }

    /// Returns `true` while something is being worked out that frames must ask for, or ends by itself.
    fn is_at_work(&self) -> bool {
        running_job_count() > 0
            || self.thinking.as_ref().is_some_and(|thinking| thinking.thinking_side().is_some())
            || self.advice.as_ref().is_some_and(|advice| advice.auto)
            || self.notices.as_ref().is_some_and(|notices| !notices.is_empty())
            || *self.screen.get() == Screen::Menu && self.menu.as_ref().is_some_and(|menu| menu.is_moving())
    }
}

/// The time of the last input or movement, and since when nothing has gone on.
#[derive(Default)]
struct FrameRateState {
    last: Duration,
    /// Time and number of the first frame of the rest.
    rest: Option<(Duration, u32)>,
    frames: u32,
}

fn adapt_frame_rate(
    time: Res<Time<Real>>,
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    activity: ScreenActivity,
    mut settings: ResMut<WinitSettings>,
    mut state: Local<FrameRateState>,
) {
    state.frames = state.frames.wrapping_add(1);
    let now = time.elapsed();
    let input = keys.get_pressed().len() + buttons.get_pressed().len() > 0 || motion.delta != Vec2::ZERO;
    if input || activity.is_moving() {
        state.last = now;
    }
    let mode = if now < state.last + AWAKE {
        UpdateMode::Continuous
    } else if activity.is_at_work() {
        UpdateMode::reactive(WATCH)
    } else if activity.visit.as_ref().is_some_and(|visit| visit.has_running_clock()) {
        UpdateMode::reactive(TICK)
    } else {
        UpdateMode::reactive(NAP)
    };
    let rests = mode == UpdateMode::reactive(NAP);
    match state.rest {
        None if rests => state.rest = Some((now, state.frames)),
        Some((since, first)) if !rests => {
            let (frames, seconds) =
                (state.frames.wrapping_sub(first + 1), now.saturating_sub(since).as_secs_f32());
            info!("rest: {frames} frames in {seconds:.1} s");
            state.rest = None;
        }
        _ => {}
    }
    if settings.focused_mode != mode || settings.unfocused_mode != mode {
        (settings.focused_mode, settings.unfocused_mode) = (mode, mode);
    }
}

/// Draws nothing while the window is hidden behind others or minimized.
fn draw_only_what_is_seen(
    mut hidden: MessageReader<WindowOccluded>,
    primary: Option<Single<Entity, With<PrimaryWindow>>>,
    mut cameras: Query<&mut Camera>,
) {
    let Some(primary) = primary else { return };
    let Some(last) = hidden.read().filter(|message| message.window == *primary).last() else { return };
    for mut camera in &mut cameras {
        camera.is_active = !last.occluded;
    }
}
