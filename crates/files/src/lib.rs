//! Reads and writes the files of Hotgates and converts the maps of other programs. Everything that
//! a person or a disk can get wrong becomes one clear message with its place, and a file is there
//! whole or as it was before.
//!
//! ```
//! use hotgates_files::{AtomicFile, FileAccess, LoadedScenario, MapFormat, read_map, write_map};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("ford.ron");
//! AtomicFile::new(&path)?.write_and_rename(br##"(name: "Ford", rows: ["#.", ".#"])"##)?;
//! assert_eq!(LoadedScenario::open_file(&path, FileAccess::default())?.scenario.map.name, "Ford");
//!
//! let import = read_map(&path, &[], FileAccess::default())?;
//! let for_tiled = path.with_extension("tmx");
//! let format = MapFormat::format_to_write(&for_tiled)?;
//! write_map(&import.map, &import.rules, format, &for_tiled, "ford.ron")?; // and `ford-tiles.png`
//! assert_eq!(read_map(&for_tiled, &[], FileAccess::default())?.map.rows, ["#.", ".#"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
mod campaign;
mod convert;
mod doctrine;
mod error;
mod line_file;
mod load;
mod older;
mod part;
mod save;
mod tiles;
mod unknown_fields;

pub use access::{FileAccess, FileReach, NamedPlace};
pub use campaign::LoadedCampaign;
pub use convert::{MapFormat, read_map, tiles_path, write_map};
pub use doctrine::{read_doctrine, read_doctrine_file};
pub use error::{FileError, FileObstacle, FileProblem, LocatedFault, io_error_in_words};
pub use hotgates_formats::ImportedMap;
pub use line_file::LineFile;
pub use load::{
    LoadedScenario, MAX_BYTES, SourceText, find_ruleset, read_bytes, read_ruleset, rules_name_for_map,
    rules_named_by,
};
pub use part::{make_folder, remove_unfinished_files};
pub use save::AtomicFile;
pub use unknown_fields::with_unknown_fields;
