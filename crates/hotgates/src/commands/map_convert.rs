//! `map convert`: a map from one program's format into another's.

use std::path::Path;

use hotgates_files::{FileAccess, ImportedMap, MapFormat, read_map, write_map};

use crate::console;
use crate::failure::Failure;

/// Converts a map by the extensions of the files. Notes for a person go to standard error.
///
/// # Errors
/// When the extensions ask for something that cannot be done, the map cannot be read, or the file
/// not be written.
pub fn convert_map(from: &Path, to: &Path, access: FileAccess) -> Result<(), Failure> {
    let source = MapFormat::format_to_read(from)?;
    if source == MapFormat::Ron && MapFormat::by_extension(to) == Some(MapFormat::Ron) {
        return Err(Failure::bad_input("both files are .ron: there is nothing to convert"));
    }
    let target = MapFormat::format_to_write(to)?;
    // The ruleset may lie where the map is going to: it came from there.
    let ImportedMap { map, rules, notes } = read_map(from, &[to], access)?;
    let name = from.display().to_string();
    write_map(&map, &rules, target, to, &name)?;
    for note in notes {
        console::print_warning(&format!("{name}: {note}"));
    }
    Ok(())
}
