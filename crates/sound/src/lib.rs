//! Sound of the window: effects made by code, a mixer, and a player that talks to the sound server.
//!
//! [`cues_of_event`] says what is heard of an event of a battle, [`synthesise_sound`] makes the samples,
//! [`SoundMixer`] adds up what sounds at the same time, and [`SoundPlayer`] plays it on a thread of its own.
//! The caller never waits. Where there is no sound server, nothing is heard and the log says so once.
//!
//! ```no_run
//! use hotgates_sound::{Sound, SoundCue, SoundPlayer, SoundSettings};
//!
//! let player = SoundPlayer::start(SoundSettings { volume: 0.8, is_muted: false });
//! player.play(SoundCue::new(Sound::Gun, 1.0));
//! ```

mod cues;
mod loudness;
mod mixer;
mod movement;
mod outlet;
mod player;
#[cfg(target_os = "linux")]
mod pulse;
mod signal;
mod sound;
mod synthesis;
mod system;

pub use cues::{SoundCue, cues_of_event};
pub use loudness::peak_loudness;
pub use mixer::{MAX_VOICES, SoundMixer};
pub use movement::MovementClass;
pub use outlet::{AudioOutlet, AudioStream, SoundError};
pub use player::{PlayerTimes, SoundPlayer, SoundSettings};
#[cfg(target_os = "linux")]
pub use pulse::PulseOutlet;
pub use signal::SAMPLE_RATE;
pub use sound::Sound;
pub use synthesis::synthesise_sound;
pub use system::system_outlet;
