//! The window's frame: its size and whether it fills the screen, remembered from run to run.

use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode, WindowResized, WindowResolution};
use hotgates_ui::settings::Settings;
use hotgates_ui::storage::Storage;
use hotgates_window::settings::SettingsAction;

/// Width and height of the window at first, in logical pixels.
const USUAL_SIZE: (u16, u16) = (1280, 720);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (switch_by_key, remember_size, fill_screen_or_not.run_if(resource_changed::<Settings>)).chain(),
    )
    .add_systems(Last, save_size_at_exit);
}

/// Returns a window of the size that it was left with.
pub(crate) fn window_as_left(settings: &Settings) -> Window {
    let (width, height) = settings.window_size.unwrap_or(USUAL_SIZE);
    Window {
        resolution: WindowResolution::new(width.max(640).into(), height.max(360).into()),
        mode: wanted_mode(settings),
        ..default()
    }
}

const fn wanted_mode(settings: &Settings) -> WindowMode {
    if settings.full_screen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    }
}

fn switch_by_key(
    keys: Res<ButtonInput<KeyCode>>,
    settings: Res<Settings>,
    mut actions: MessageWriter<SettingsAction>,
) {
    if keys.just_pressed(KeyCode::F11) {
        actions.write(SettingsAction::FullScreen(!settings.full_screen));
    }
}

fn fill_screen_or_not(settings: Res<Settings>, window: Option<Single<&mut Window, With<PrimaryWindow>>>) {
    let Some(mut window) = window else { return };
    let wanted = wanted_mode(&settings);
    if window.mode != wanted {
        window.mode = wanted;
    }
}

/// Keeps the size of a window that has a frame.
fn remember_size(mut resized: MessageReader<WindowResized>, mut settings: ResMut<Settings>) {
    let Some(last) = resized.read().last() else { return };
    if settings.full_screen || last.width < 1.0 || last.height < 1.0 {
        return;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a window's side")]
    let size = (last.width as u16, last.height as u16);
    if settings.window_size.unwrap_or(USUAL_SIZE) != size {
        settings.bypass_change_detection().window_size = Some(size);
    }
}

fn save_size_at_exit(mut exits: MessageReader<AppExit>, settings: Res<Settings>, storage: Res<Storage>) {
    if exits.read().last().is_some() && settings.window_size != Settings::load(&storage).window_size {
        settings.save(&storage);
    }
}
