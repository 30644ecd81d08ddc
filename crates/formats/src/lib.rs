//! Maps of other programs: [`tiled`] reads and writes Tiled's hexagonal maps, [`wesnoth`] reads Wesnoth's.
//!
//! Everything is a text that goes in and a text that comes out: there are no files in here. What a map refers to (an external
//! tileset, a ruleset) is asked of the caller by its path. A map that can be read becomes a
//! [`MapFile`], which may still be wrong as a battle; the engine's check says so. Time and memory are bounded
//! whatever a file claims: sizes are compared with the limits before memory is taken, compressed data is cut off at the length
//! it should have, and nothing nests deeper than a fixed depth.
//!
//! ```
//! use hotgates_engine::{MapFile, Ruleset};
//! use hotgates_formats::tiled::{self, Format, Picture};
//!
//! let map = MapFile { name: "Ford".into(), rows: vec!["#.~".into(), "..=".into()], ..MapFile::default() };
//! let picture = Picture { file: "ford-tiles.png", width: 64, height: 56, side: 32 };
//! let text = tiled::write(&map, &Ruleset::classic(), Format::Tmx, &picture)?;
//! let mut no_files = |path: &str| Err(format!("there is no {path}"));
//! assert_eq!(tiled::read(&text, Format::Tmx, "ford", &mut no_files)?.map, map);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(clippy::result_large_err, reason = "a map is refused once, not in a loop")]

mod error;
pub mod tiled;
pub mod wesnoth;

pub use error::{ImportError, Problem};

use hotgates_engine::{MapFile, Ruleset};

/// A map that was read, and what a person should know about how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The map, complete, but not yet checked as a battle.
    pub map: MapFile,
    /// The rules that it names.
    pub rules: Ruleset,
    /// What was changed or guessed, one sentence each.
    pub notes: Vec<String>,
}
