//! `map show`: a map in the terminal.

use std::io::Write;
use std::path::Path;

use hotgates_ai::choke::chosen;
use hotgates_engine::Side;

use crate::commands::map_chokes;
use crate::console;
use crate::failure::Failure;
use crate::picture::{self, Look, Picture};
use hotgates_files::Loaded;

/// Draws the map, with both armies where a battle can be fought on it, and with `chokes` the points of convergence
/// that Blue would hold.
///
/// # Errors
/// When the map cannot be read.
pub fn run(file: &Path, chokes: bool) -> Result<(), Failure> {
    let loaded = Loaded::open(file)?;
    let map = loaded.map()?;
    let mut out = console::output();
    let look = Look { colour: out.colour, width: console::width() };
    let battle = loaded.scenario.check().battle;
    let marks = match &battle {
        Some(battle) if chokes => {
            let mut sets = map_chokes::sets(battle, false);
            chosen(battle, Side::Blue, &sets).map(|index| sets.swap_remove(index).hexes).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let picture = match &battle {
        Some(battle) => Picture::of_battle(battle).marked(&marks),
        None => Picture::of_map(&map, &loaded.scenario.rules),
    };
    let (width, height) = (map.grid().width(), map.grid().height());
    writeln!(out, "{}: {width} × {height} hexes", loaded.scenario.map.name)?;
    picture.draw(&mut out, look)?;
    if !marks.is_empty() {
        writeln!(out, "* point of convergence that Blue would hold")?;
    }
    if let Some(battle) = &battle {
        picture::legend(&mut out, battle, look)?;
    }
    Ok(out.flush()?)
}
