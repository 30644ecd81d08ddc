//! `map convert`: a map in another program's format.

use std::path::Path;

use crate::failure::Failure;
use crate::tiled;
use crate::tiles;
use hotgates_files::Loaded;
use hotgates_files::Target;

/// Converts by the extensions of the files.
///
/// # Errors
/// When the extensions ask for something that cannot be done, the map cannot be read, or the file not be written.
pub fn run(from: &Path, to: &Path) -> Result<(), Failure> {
    match (extension(from).as_str(), extension(to).as_str()) {
        ("ron", "tmj") => to_tiled(from, to),
        ("ron", "ron") => Err(Failure::input("both files are .ron: there is nothing to convert")),
        ("ron", "tmx") => Err(not_yet(to, "written")),
        ("ron", _) => Err(unknown(to, ".tmj (Tiled)")),
        ("tmj" | "tmx" | "map", _) => Err(not_yet(from, "read")),
        _ => Err(unknown(from, ".ron")),
    }
}

fn extension(path: &Path) -> String {
    path.extension().map_or_else(String::new, |extension| extension.to_string_lossy().to_lowercase())
}

fn not_yet(path: &Path, done: &str) -> Failure {
    Failure::input(format!(
        "{}: .{} files cannot be {done} yet; for now .ron becomes .tmj",
        path.display(),
        extension(path)
    ))
}

fn unknown(path: &Path, known: &str) -> Failure {
    Failure::input(format!(
        "{}: the extension says nothing about the format; known here: {known}",
        path.display()
    ))
}

fn to_tiled(from: &Path, to: &Path) -> Result<(), Failure> {
    let loaded = Loaded::open(from)?;
    let map = loaded.map()?;
    let stem = to.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let picture = to.with_file_name(format!("{stem}-tiles.png"));
    // Both files can be written, or neither is.
    let (picture_file, map_file) = (Target::new(&picture)?, Target::new(to)?);
    let picture_name =
        picture.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let text = tiled::export(&loaded.scenario, &map, &picture_name).map_err(Failure::bug)?;
    let image = tiles::picture(&loaded.scenario.rules).map_err(Failure::bug)?;
    picture_file.write(&image)?;
    Ok(map_file.write(text.as_bytes())?)
}
