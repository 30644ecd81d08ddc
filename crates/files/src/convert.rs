//! Map files by their extensions: ours, Tiled's and Wesnoth's, read with the files that they refer
//! to and written with the files that belong to them. The program converts with it, and the
//! editor's window imports and exports.

use std::path::{Path, PathBuf};

use hotgates_engine::{MapFile, Ruleset};
use hotgates_formats::tiled::{self, TilePicture};
use hotgates_formats::{ImportedMap, ReferenceFault, wesnoth};

use crate::access::{FileAccess, FileReach, NamedPlace};
use crate::error::{FileError, FileProblem};
use crate::load::{LoadedScenario, SourceText};
use crate::save::AtomicFile;
use crate::tiles;

/// Format of a map file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MapFormat {
    /// Our own: `.ron`.
    Ron,
    /// Tiled's: `.tmj` and `.tmx`.
    Tiled(tiled::TiledFormat),
    /// Wesnoth's: `.map`. Maps of Wesnoth are read, not written.
    Wesnoth,
}

impl MapFormat {
    /// Returns the format that a file has by its extension; `None` where the extension says
    /// nothing.
    #[must_use]
    pub fn by_extension(path: &Path) -> Option<Self> {
        match path.extension()?.to_string_lossy().to_lowercase().as_str() {
            "ron" => Some(Self::Ron),
            "tmj" => Some(Self::Tiled(tiled::TiledFormat::Tmj)),
            "tmx" => Some(Self::Tiled(tiled::TiledFormat::Tmx)),
            "map" => Some(Self::Wesnoth),
            _ => None,
        }
    }

    /// Returns the format of a file that is to be read.
    ///
    /// # Errors
    /// When the extension says nothing; the message names the extensions that do.
    pub fn format_to_read(path: &Path) -> Result<Self, FileError> {
        Self::by_extension(path)
            .ok_or_else(|| unknown_extension_error(path, ".ron, .tmj, .tmx (Tiled), .map (Wesnoth)"))
    }

    /// Returns the format of a file that is to be written.
    ///
    /// # Errors
    /// When the extension says nothing, or means a format that is only read.
    pub fn format_to_write(path: &Path) -> Result<Self, FileError> {
        match Self::by_extension(path) {
            Some(Self::Wesnoth) => Err(FileProblem::NotWritten { file: path.display().to_string() }.into()),
            Some(kind) => Ok(kind),
            None => Err(unknown_extension_error(path, ".ron, .tmj, .tmx (Tiled)")),
        }
    }
}

fn unknown_extension_error(path: &Path, known: &'static str) -> FileError {
    FileProblem::UnknownExtension { file: path.display().to_string(), known }.into()
}

/// Reads a map of any format, with notes on the reading for a person. Files that the map refers to
/// are looked for in its folder and below, and then in those of each of the `also`: a ruleset may lie
/// where the map came from. Time and memory are limited as `hotgates-formats` says.
///
/// # Errors
/// The fault of the file or of a file that it refers to, with its place.
pub fn read_map(path: &Path, also: &[&Path], access: FileAccess) -> Result<ImportedMap, FileError> {
    let kind = MapFormat::format_to_read(path)?;
    if kind == MapFormat::Ron {
        let loaded = LoadedScenario::open_file(path, access)?;
        loaded.read_map_ground()?;
        return Ok(ImportedMap { map: loaded.scenario.map, rules: loaded.scenario.rules, notes: Vec::new() });
    }
    let source = SourceText::read_file(path, access)?;
    let name = file_stem(path);
    let read = match kind {
        MapFormat::Tiled(format) => {
            let maps: Vec<&Path> = [path].into_iter().chain(also.iter().copied()).collect();
            tiled::read_map(&source.text, format, &name, &mut |file| read_neighbour_file(&maps, file, access))
        }
        _ => wesnoth::read_map(&source.text, &name),
    };
    read.map_err(|error| FileProblem::Import { file: source.name, error }.into())
}

/// Returns the text of a file that a map refers to.
fn read_neighbour_file(maps: &[&Path], file: &str, access: FileAccess) -> Result<String, ReferenceFault> {
    let mut places = Vec::new();
    for map in maps {
        let folder = map.parent().unwrap_or(Path::new(""));
        let path = folder.join(file);
        let place = FileReach::of_folder(folder, access).place_of(&path);
        if place == NamedPlace::There && !path.is_dir() {
            let source = SourceText::read_file(&path, FileAccess::default())
                .map_err(|problem| ReferenceFault::Unreadable(problem.messages().join("; ")))?;
            return Ok(source.text);
        }
        places.push((place, path));
    }
    match places.into_iter().next() {
        Some((NamedPlace::There | NamedPlace::Missing, path)) => {
            Err(ReferenceFault::Missing(path.display().to_string()))
        }
        _ => Err(ReferenceFault::Outside),
    }
}

/// Writes a map as a file of this format, Tiled's with the [picture](tiles_path) of its tiles. All
/// files can be written, or none is. `source` is the map's name in messages.
///
/// # Errors
/// When the map says something that the format cannot, or a file cannot be written.
pub fn write_map(
    map: &MapFile,
    rules: &Ruleset,
    kind: MapFormat,
    path: &Path,
    source: &str,
) -> Result<(), FileError> {
    let format = match kind {
        MapFormat::Ron => return AtomicFile::new(path)?.write_and_rename(map.to_ron().as_bytes()),
        MapFormat::Tiled(format) => format,
        MapFormat::Wesnoth => return MapFormat::format_to_write(path).map(|_| ()),
    };
    let picture = tiles_path(path);
    let (picture_file, map_file) = (AtomicFile::new(&picture)?, AtomicFile::new(path)?);
    let file = picture.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let picture = TilePicture { file: &file, width: tiles::WIDTH, height: tiles::HEIGHT, side: tiles::SIDE };
    let text = tiled::write_map(map, rules, format, &picture);
    let text = text.map_err(|error| FileProblem::Export { map: source.to_owned(), error })?;
    let drawn = Ruleset { terrains: tiled::exported_terrains(map, rules), ..rules.clone() };
    picture_file.write_and_rename(&tiles::draw_tiles_png(&drawn))?;
    map_file.write_and_rename(text.as_bytes())
}

/// Returns the path of the picture that goes with a map of Tiled: `ford-tiles.png` beside
/// `ford.tmx`.
#[must_use]
pub fn tiles_path(path: &Path) -> PathBuf {
    path.with_file_name(format!("{}-tiles.png", file_stem(path)))
}

fn file_stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_say_what_a_file_is() {
        let of = |name: &str| MapFormat::by_extension(Path::new(name));
        assert_eq!(of("a.b/Ford.TMX"), Some(MapFormat::Tiled(tiled::TiledFormat::Tmx)));
        assert_eq!((of("ford.ron"), of("ford.map")), (Some(MapFormat::Ron), Some(MapFormat::Wesnoth)));
        assert_eq!((of("ford"), of("ford.png"), of(".tmx")), (None, None, None));
        let refused = |kind: Result<MapFormat, FileError>| kind.unwrap_err().to_string();
        assert!(
            refused(MapFormat::format_to_read(Path::new("ford.png")))
                .contains("known here: .ron, .tmj, .tmx (Tiled), .map")
        );
        assert!(refused(MapFormat::format_to_write(Path::new("ford.map"))).contains("are read, not written"));
    }

    #[test]
    fn a_map_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let rules = Ruleset::classic();
        let rows = vec!["#.~".to_owned(), "..=".to_owned()];
        let map = MapFile { name: "Ford".into(), rows, ..MapFile::default() };
        for kind in [tiled::TiledFormat::Tmj, tiled::TiledFormat::Tmx] {
            let path = folder.path().join(format!("ford.{}", format!("{kind:?}").to_lowercase()));
            write_map(&map, &rules, MapFormat::Tiled(kind), &path, "ford").unwrap();
            assert!(tiles_path(&path).is_file());
            assert_eq!(read_map(&path, &[], FileAccess::default()).unwrap().map, map);
        }
        let ragged = MapFile { rows: vec!["#.".to_owned(), ".".to_owned()], ..map };
        let path = folder.path().join("ragged.tmx");
        let problem =
            write_map(&ragged, &rules, MapFormat::Tiled(tiled::TiledFormat::Tmx), &path, "the ford")
                .unwrap_err();
        assert!(problem.to_string().starts_with("the ford: "), "{problem}");
        assert!(!path.exists() && !tiles_path(&path).exists());
    }
}
