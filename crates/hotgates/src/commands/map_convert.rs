//! `map convert`: a map from one program's format into another's.

use std::path::Path;

use hotgates_engine::{MapFile, Ruleset};
use hotgates_files::{Loaded, Source, Target};
use hotgates_formats::tiled::{self, Picture};
use hotgates_formats::{Import, wesnoth};

use crate::console;
use crate::failure::Failure;
use crate::tiles;

/// The formats, told apart by the extensions of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Ron,
    Tiled(tiled::Format),
    Wesnoth,
}

impl Format {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_string_lossy().to_lowercase().as_str() {
            "ron" => Some(Self::Ron),
            "tmj" => Some(Self::Tiled(tiled::Format::Tmj)),
            "tmx" => Some(Self::Tiled(tiled::Format::Tmx)),
            "map" => Some(Self::Wesnoth),
            _ => None,
        }
    }
}

/// Converts by the extensions of the files. What a person should know about it goes to standard error.
///
/// # Errors
/// When the extensions ask for something that cannot be done, the map cannot be read, or the file not be written.
pub fn run(from: &Path, to: &Path) -> Result<(), Failure> {
    let unknown = |path: &Path, known: &str| {
        let path = path.display();
        Failure::input(format!("{path}: the extension says nothing about the format; known here: {known}"))
    };
    let source = Format::of(from).ok_or_else(|| unknown(from, ".ron, .tmj, .tmx (Tiled), .map (Wesnoth)"))?;
    match (source, Format::of(to)) {
        (Format::Ron, Some(Format::Ron)) => {
            return Err(Failure::input("both files are .ron: there is nothing to convert"));
        }
        (_, Some(Format::Wesnoth)) => {
            return Err(Failure::input(format!("{}: maps of Wesnoth are read, not written", to.display())));
        }
        (_, None) => return Err(unknown(to, ".ron, .tmj, .tmx (Tiled)")),
        (_, Some(target)) => {
            let Import { map, rules, notes } = read(from, source, to)?;
            match target {
                Format::Tiled(format) => to_tiled(&map, &rules, format, from, to)?,
                _ => Target::new(to)?.write(map.to_ron().as_bytes())?,
            }
            for note in notes {
                console::warn(&format!("{}: {note}", from.display()));
            }
        }
    }
    Ok(())
}

fn read(from: &Path, format: Format, to: &Path) -> Result<Import, Failure> {
    if format == Format::Ron {
        let loaded = Loaded::open(from)?;
        loaded.map()?;
        return Ok(Import { map: loaded.scenario.map, rules: loaded.scenario.rules, notes: Vec::new() });
    }
    let source = Source::read(from)?;
    let stem = from.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let read = match format {
        Format::Tiled(format) => {
            tiled::read(&source.text, format, &stem, &mut |path| beside(&[from, to], path))
        }
        _ => wesnoth::read(&source.text, &stem),
    };
    read.map_err(|error| Failure::input(error.in_file(&source.name)))
}

/// The text of a file that a map refers to. A ruleset may also lie where the map is going to: it came from there. A device or a
/// pipe is no file here: a map could make the program wait for it for ever.
fn beside(maps: &[&Path], path: &str) -> Result<String, String> {
    let files: Vec<_> = maps.iter().map(|map| map.parent().unwrap_or(Path::new("")).join(path)).collect();
    let Some(file) = files.iter().find(|file| file.is_file()) else {
        return Err(format!("there is no file {}", files[0].display()));
    };
    let source = Source::read(file).map_err(|problem| problem.messages.join("; "))?;
    Ok(source.text)
}

fn to_tiled(
    map: &MapFile,
    rules: &Ruleset,
    format: tiled::Format,
    from: &Path,
    to: &Path,
) -> Result<(), Failure> {
    let stem = to.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let file = format!("{stem}-tiles.png");
    // Both files can be written, or neither is.
    let (picture_file, map_file) = (Target::new(&to.with_file_name(&file))?, Target::new(to)?);
    let picture = Picture { file: &file, width: tiles::WIDTH, height: tiles::HEIGHT, side: tiles::SIDE };
    let text = tiled::write(map, rules, format, &picture);
    let text = text.map_err(|error| Failure::input(format!("{}: {error}", from.display())))?;
    let drawn = Ruleset { terrains: tiled::tiles(map, rules), ..rules.clone() };
    picture_file.write(&tiles::picture(&drawn)?)?;
    Ok(map_file.write(text.as_bytes())?)
}
