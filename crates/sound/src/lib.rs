//! Sound of the window: effects made by code.

mod loudness;
mod signal;
mod sound;
mod synthesis;

pub use loudness::peak_loudness;
pub use signal::SAMPLE_RATE;
pub use sound::Sound;
pub use synthesis::synthesise_sound;
