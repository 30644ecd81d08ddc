//! `map convert`: a map from one program's format into another's.

use std::path::Path;

use hotgates_convert::{Import, Kind, read, write};

use crate::console;
use crate::failure::Failure;

/// Converts by the extensions of the files. What a person should know about it goes to standard error.
///
/// # Errors
/// When the extensions ask for something that cannot be done, the map cannot be read, or the file not be written.
pub fn run(from: &Path, to: &Path) -> Result<(), Failure> {
    let source = Kind::to_read(from)?;
    if source == Kind::Ron && Kind::of(to) == Some(Kind::Ron) {
        return Err(Failure::input("both files are .ron: there is nothing to convert"));
    }
    let target = Kind::to_write(to)?;
    // The ruleset may lie where the map is going to: it came from there.
    let Import { map, rules, notes } = read(from, &[to])?;
    let name = from.display().to_string();
    write(&map, &rules, target, to, &name)?;
    for note in notes {
        console::warn(&format!("{name}: {note}"));
    }
    Ok(())
}
