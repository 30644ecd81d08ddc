//! Pictures of a battle in a folder.

use std::path::{Path, PathBuf};

use hotgates_engine::{Battle, Event};
use hotgates_picture::{ColourScheme, Palette, Picture};

use crate::failure::Failure;
use hotgates_files::AtomicFile;

/// Width of a hex in an album's pictures in pixels, where they do not get too large.
const HEX: f64 = 32.0;
/// The most pixels of one picture of an album: there may be many of them.
const MOST: u64 = 4 << 20;

/// A folder that gets a numbered picture of a battle after each half-turn.
#[derive(Debug)]
pub struct HalfTurnPictures {
    folder: PathBuf,
    scheme: ColourScheme,
    next: u32,
}

impl HalfTurnPictures {
    /// Makes the folder where there is none, and puts the picture of the start into it.
    ///
    /// # Errors
    /// The folder, if it cannot be made or takes no files.
    pub fn new(folder: &Path, scheme: ColourScheme, battle: &Battle) -> Result<Self, Failure> {
        let failed =
            |why: &str| Failure::bad_input(format!("{}: cannot be written: {why}", folder.display()));
        if folder.exists() && !folder.is_dir() {
            return Err(failed("it is not a directory"));
        }
        hotgates_files::make_folder(folder)
            .map_err(|error| failed(&hotgates_files::io_error_in_words(&error)))?;
        let mut album = Self { folder: folder.to_owned(), scheme, next: 0 };
        album.add_picture(battle)?;
        Ok(album)
    }

    /// Adds a picture if `events`, which have led to `battle`, ended a half-turn.
    ///
    /// # Errors
    /// The picture's file, if it cannot be written.
    pub fn add_half_turn_picture(&mut self, battle: &Battle, events: &[Event]) -> Result<(), Failure> {
        let ends = |event: &Event| matches!(event, Event::HalfTurnBegan { .. } | Event::Ended { .. });
        if events.iter().any(ends) { self.add_picture(battle) } else { Ok(()) }
    }

    fn add_picture(&mut self, battle: &Battle) -> Result<(), Failure> {
        let target = AtomicFile::new(&self.folder.join(format!("{:04}.png", self.next)))?;
        self.next += 1;
        let picture = Picture::from_battle(battle)
            .with_palette(Palette::from_scheme(self.scheme))
            .with_most_pixels(MOST);
        Ok(target.write_and_rename(&picture.draw_with_hexes(HEX).to_png())?)
    }
}
