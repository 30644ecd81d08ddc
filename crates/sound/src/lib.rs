//! Sound of the window: effects made by code, a mixer, and what is heard of the events of a battle.

mod cues;
mod loudness;
mod mixer;
mod movement;
mod signal;
mod sound;
mod synthesis;

pub use cues::{SoundCue, cues_of_event};
pub use loudness::peak_loudness;
pub use mixer::{MAX_VOICES, SoundMixer};
pub use movement::MovementClass;
pub use signal::SAMPLE_RATE;
pub use sound::Sound;
pub use synthesis::synthesise_sound;
