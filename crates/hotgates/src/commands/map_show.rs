//! `map show`: a map in the terminal.

use std::io::Write;
use std::path::Path;

use crate::console;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::picture::{self, Look, Picture};

/// Draws the map, with both armies where a battle can be fought on it.
///
/// # Errors
/// When the map cannot be read.
pub fn run(file: &Path) -> Result<(), Failure> {
    let loaded = Loaded::open(file)?;
    let map = loaded.map()?;
    let mut out = console::output();
    let look = Look { colour: out.colour, width: console::width() };
    let battle = loaded.scenario.check().battle;
    let picture = match &battle {
        Some(battle) => Picture::of_battle(battle),
        None => Picture::of_map(&map, &loaded.scenario.rules),
    };
    let (width, height) = (map.grid().width(), map.grid().height());
    writeln!(out, "{}: {width} × {height} hexes", loaded.scenario.map.name)?;
    picture.draw(&mut out, look)?;
    if let Some(battle) = &battle {
        picture::legend(&mut out, battle, look)?;
    }
    Ok(out.flush()?)
}
