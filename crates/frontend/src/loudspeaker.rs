//! Sounds played: those that screens ask for, and the click of buttons.

use bevy::prelude::*;
use bevy::ui_widgets::{Activate, Button};
use hotgates_sound::{Sound, SoundCue, SoundPlayer, SoundSettings};
use hotgates_ui::settings::Settings;
use hotgates_window_battle::battle::PlaySound;

/// How strong the click of a button is.
const CLICK: f32 = 0.25;

/// The player of sounds.
#[derive(Resource)]
struct Loudspeaker(SoundPlayer);

pub(crate) fn plugin(app: &mut App) {
    app.add_observer(click_button).add_systems(Startup, start_player).add_systems(
        Last,
        (follow_settings.run_if(resource_changed::<Settings>), play_sounds)
            .chain()
            .run_if(resource_exists::<Loudspeaker>),
    );
}

fn start_player(mut commands: Commands, settings: Res<Settings>) {
    commands.insert_resource(Loudspeaker(SoundPlayer::start(sound_settings(&settings))));
}

fn sound_settings(settings: &Settings) -> SoundSettings {
    SoundSettings { volume: f32::from(settings.volume) / 100.0, is_muted: settings.volume == 0 }
}

fn follow_settings(settings: Res<Settings>, loudspeaker: Res<Loudspeaker>) {
    let SoundSettings { volume, is_muted } = sound_settings(&settings);
    loudspeaker.0.set_volume(volume);
    loudspeaker.0.set_muted(is_muted);
}

/// Plays what was asked for; what comes while too much waits is dropped.
fn play_sounds(mut sounds: MessageReader<PlaySound>, loudspeaker: Res<Loudspeaker>) {
    for &PlaySound(cue) in sounds.read() {
        let _ = loudspeaker.0.play(cue);
    }
}

fn click_button(
    activate: On<Activate>,
    buttons: Query<(), With<Button>>,
    mut sounds: MessageWriter<PlaySound>,
) {
    if buttons.contains(activate.entity) {
        sounds.write(PlaySound(SoundCue::new(Sound::Click, CLICK)));
    }
}
