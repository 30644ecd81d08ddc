//! Settings of the player, kept between runs: language, speed, size, colours, keys.

use bevy::prelude::*;
use hotgates_files::with_unknown_fields;
use hotgates_picture::ColourScheme;
use serde::{Deserialize, Serialize};

use crate::keys::ChosenKeys;
use crate::storage::Storage;
use crate::texts::Language;

/// The speeds to choose from, as factors.
pub const SPEEDS: [u8; 5] = [1, 2, 4, 8, 16];

/// The settings.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of every word.
    pub language: Language,
    /// Speed of events, as a multiple of the normal speed.
    pub speed: u8,
    /// Size of widgets, in percent; a window that is too small for it has smaller widgets.
    pub scale: u16,
    /// The colours that mean something.
    pub palette: ColourScheme,
    /// `true` for small figures on the counters instead of the symbols of military maps.
    pub figures: bool,
    /// `true` for a window as large as the screen, without a frame.
    pub full_screen: bool,
    /// Width and height that the window had last while it had a frame, in logical pixels.
    pub window_size: Option<(u16, u16)>,
    /// Volume of sounds, in percent; 0 for silence.
    pub volume: u8,
    /// `true` if the end of a turn is asked about while units can still act.
    pub warn_before_end: bool,
    /// Keys that the player has chosen instead of the usual keys.
    pub keys: ChosenKeys,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: Language::default(),
            speed: 2,
            scale: 100,
            palette: ColourScheme::default(),
            figures: false,
            full_screen: false,
            window_size: None,
            volume: 70,
            warn_before_end: true,
            keys: ChosenKeys::default(),
        }
    }
}

impl Settings {
    /// Reads the settings of the last run; the defaults where there are none or they cannot be
    /// read.
    #[must_use]
    pub fn load(storage: &Storage) -> Self {
        let text = storage.text_of_file(&storage.settings_file()).unwrap_or_default();
        let read: Self = ron::from_str(&text).unwrap_or_default();
        let speed = if SPEEDS.contains(&read.speed) { read.speed } else { 2 };
        Self { speed, scale: read.scale.clamp(50, 300), volume: read.volume.min(100), ..read }
    }

    /// Chooses the language of the system where nobody has chosen one yet.
    pub fn speak_language_of_system(&mut self, storage: &Storage) {
        if !storage.settings_file().exists() {
            self.language = Language::of_system();
        }
    }

    /// Writes the settings for the next run; a failure is only logged. Settings that a newer version has written stay.
    pub fn save(&self, storage: &Storage) {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()).unwrap_or_default();
        let there = storage.text_of_file(&storage.settings_file()).unwrap_or_default();
        let text = with_unknown_fields(&text, &there);
        if let Err(problem) = storage.write_whole_file(&storage.settings_file(), text.as_bytes()) {
            warn!("{problem}");
        }
    }
}
