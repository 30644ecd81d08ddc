//! The whole game in an app that draws into an image: keys are pressed, frames drawn, pictures taken.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use bevy::app::PluginsState;
use bevy::camera::RenderTarget;
use bevy::ecs::lifecycle::Add;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input_focus::tab_navigation::TabNavigationPlugin;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::render_resource::{PollType, TextureFormat};
use bevy::render::renderer::{RenderAdapterInfo, RenderDevice};
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::time::TimeUpdateStrategy;
use bevy::ui::IsDefaultUiCamera;
use bevy::window::{PrimaryWindow, WindowResolution};
use bevy::winit::WinitPlugin;
use hotgates_frontend::GamePlugin;
use hotgates_frontend::academy::AcademyState;
use hotgates_frontend::battle::ComputerPlayers;
use hotgates_frontend::scene::Scene;
use hotgates_frontend::ui::running_job_count;
use hotgates_frontend::ui::screen::Screen;
use hotgates_frontend::ui::storage::Storage;

/// Time between frames, for the app.
const FRAME: Duration = Duration::from_micros(16_667);
/// Frames without work or movement after which a screen is at rest: layout and uploads take a few.
const STILL_FRAMES: u32 = 8;
/// Time for which a screen is waited for that is to come to rest: an analysis takes most of it.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// The image that takes the place of the window.
#[derive(Resource, Clone)]
struct Canvas(Handle<Image>);

/// The game on an image of its own.
pub struct Stage {
    pub app: App,
    canvas: Canvas,
}

impl Stage {
    /// Opens the game in the menu, `size` pixels large.
    pub fn open(size: UVec2, storage: Storage) -> Self {
        let mut app = App::new();
        let window = Window { resolution: WindowResolution::new(size.x, size.y), ..default() };
        app.add_plugins(
            DefaultPlugins
                .set(WindowPlugin { primary_window: Some(window), ..default() })
                .disable::<WinitPlugin>()
                .disable::<LogPlugin>(),
        )
        .add_plugins((TabNavigationPlugin, GamePlugin { storage }))
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
        .add_observer(draw_on_canvas);
        let canvas = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
        let canvas = Canvas(app.world_mut().resource_mut::<Assets<Image>>().add(canvas));
        app.insert_resource(canvas.clone());
        while app.plugins_state() == PluginsState::Adding {
            bevy::tasks::tick_global_task_pools_on_main_thread();
        }
        if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
            renderer.add_systems(Render, wait_for_adapter.in_set(RenderSystems::PostCleanup));
        }
        app.finish();
        app.cleanup();
        app.update();
        Self { app, canvas }
    }

    /// Returns the name of the graphics adapter, and the way in which it is driven.
    pub fn adapter(&self) -> String {
        let info = self.app.world().resource::<RenderAdapterInfo>();
        format!("{} ({:?})", info.name, info.backend)
    }

    /// Presses a key and lets go of it, a frame each.
    ///
    /// # Panics
    /// At a name that no key has.
    pub fn press(&mut self, name: &str) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.send_key(name, state);
            self.app.update();
        }
    }

    /// Tells the app that a key goes down or up.
    pub fn send_key(&mut self, name: &str, state: ButtonState) {
        let world = self.app.world_mut();
        let window = world
            .query_filtered::<Entity, With<PrimaryWindow>>()
            .single(world)
            .expect("the app was opened with a window");
        world.write_message(KeyboardInput {
            key_code: key_of_name(name).unwrap_or_else(|| panic!("no key is called {name}")),
            logical_key: Key::Unidentified(NativeKey::Unidentified),
            state,
            text: None,
            repeat: false,
            window,
        });
    }

    /// Draws frames until nothing moves and nothing is worked out any more; returns `false` if that did not come in time.
    pub fn rest(&mut self, patience: Duration) -> bool {
        let begun = Instant::now();
        let mut still = 0;
        while still < STILL_FRAMES {
            self.app.update();
            still = if self.is_still() { still + 1 } else { 0 };
            if begun.elapsed() > patience {
                return false;
            }
        }
        true
    }

    /// Returns `true` in the menu, where a battle is thought out and shown without end.
    pub fn is_in_menu(&self) -> bool {
        *self.app.world().resource::<State<Screen>>().get() == Screen::Menu
    }

    fn is_still(&self) -> bool {
        let world = self.app.world();
        let scene = world.resource::<Scene>();
        running_job_count() == 0
            && scene
                .shown_battle()
                .is_none_or(|shown| shown.playback().is_idle() || shown.playback().stands_still())
            && world.get_resource::<ComputerPlayers>().is_none_or(|players| players.thinking_side().is_none())
            && world.get_resource::<AcademyState>().is_none_or(|academy| !academy.is_busy())
    }

    /// Writes the picture of the next frame into a PNG file.
    ///
    /// # Errors
    /// If the file is not there after a hundred frames.
    pub fn photograph(&mut self, path: &Path) -> Result<(), Box<dyn Error>> {
        let (shot, file) = (Screenshot::image(self.canvas.0.clone()), path.to_owned());
        self.app.world_mut().spawn(shot).observe(save_to_disk(file));
        for _ in 0..100 {
            self.app.update();
            if path.exists() {
                return Ok(());
            }
        }
        Err(format!("{} was not written", path.display()).into())
    }
}

/// Has a camera draw on the canvas instead of the window, and the widgets with it.
fn draw_on_canvas(added: On<Add, Camera>, canvas: Res<Canvas>, mut commands: Commands) {
    commands.entity(added.entity).insert((RenderTarget::Image(canvas.0.clone().into()), IsDefaultUiCamera));
}

/// Waits until the adapter has drawn the frame: no display sets the pace, and frames would pile up.
fn wait_for_adapter(device: Res<RenderDevice>) {
    device.poll(PollType::wait_indefinitely()).expect("the adapter draws");
}

/// Returns the key with a name; keys of letters and digits are called by these.
fn key_of_name(name: &str) -> Option<KeyCode> {
    #[expect(clippy::enum_glob_use, reason = "fifty keys stand in one list")]
    use KeyCode::*;
    const LETTERS: [KeyCode; 26] = [
        KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI, KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO, KeyP, KeyQ,
        KeyR, KeyS, KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ,
    ];
    const DIGITS: [KeyCode; 10] =
        [Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9];
    const OTHERS: [(&str, KeyCode); 12] = [
        ("F1", F1),
        ("F2", F2),
        ("F3", F3),
        ("F4", F4),
        ("F5", F5),
        ("Tab", Tab),
        ("Enter", Enter),
        ("Escape", Escape),
        ("Home", Home),
        ("End", End),
        ("Right", ArrowRight),
        ("Left", ArrowLeft),
    ];
    match *name.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(LETTERS[usize::from(letter - b'a')]),
        [digit @ b'0'..=b'9'] => Some(DIGITS[usize::from(digit - b'0')]),
        _ => OTHERS.into_iter().find(|&(known, _)| known == name).map(|(_, key)| key),
    }
}
