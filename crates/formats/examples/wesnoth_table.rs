//! Prints the results of importing a folder of Wesnoth's maps: a table for `docs/wesnoth.md`, on
//! standard output.
//!
//! ```text
//! apt-get install wesnoth-1.16-data
//! cargo run --release -p hotgates-formats --example wesnoth_table /usr/share/games/wesnoth/1.16/data/multiplayer/maps > docs/wesnoth.md
//! ```

use std::fs;
use std::path::PathBuf;

use hotgates_engine::{Battle, Fault, MapFile, Scenario};
use hotgates_formats::wesnoth;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder of .map files?")?;
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "map"));
    files.sort();
    let rows: Vec<_> = files.iter().map(|file| row(file)).collect::<Result<_, _>>()?;
    let played = rows.iter().filter(|(playable, _)| *playable).count();
    print!(
        "{}",
        INTRODUCTION.replace("{all}", &rows.len().to_string()).replace("{played}", &played.to_string())
    );
    for (_, row) in &rows {
        println!("{row}");
    }
    Ok(())
}

const INTRODUCTION: &str = "# Wesnoth's maps

What `hotgates map convert` makes of the multiplayer maps in Debian's package `wesnoth-1.16-data` (1:1.16.9-1), and what
`hotgates map check` says to it: of {all} maps {played} can be played. None of them is part of this repository. Made by
`cargo run --release -p hotgates-formats --example wesnoth_table /usr/share/games/wesnoth/1.16/data/multiplayer/maps`.

The castle stands on the lowest-numbered starting position, Red comes in at the one farthest from it by cost. Hexes are column,row,
counted from 0 without the border. Brackets hold what `map convert` warns of. Where there is no way from any starting position, Red's
army stands on the nearest hexes from which there is one. What each terrain becomes is in
[terrains.ron](../crates/formats/assets/terrains.ron).

| map | hexes | castle | Red comes in at | verdict |
|---|---|---|---|---|
";

/// Returns `true` for a map that can be played, and the map's row of the table.
fn row(file: &PathBuf) -> Result<(bool, String), Box<dyn std::error::Error>> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let import = match wesnoth::read_map(&fs::read_to_string(file)?, &name) {
        Ok(import) => import,
        Err(error) => return Ok((false, format!("| {name} | | | | not read: {error} |"))),
    };
    let MapFile { rows, entry, .. } = &import.map;
    let size = format!("{} × {}", rows[0].chars().count(), rows.len());
    let castle = rows.iter().enumerate().find_map(|(row, text)| Some(format!("{},{row}", text.find('#')?)));
    let entry = entry.first().map_or_else(|| "the farthest direction".into(), ToString::to_string);
    // What is written is what is checked.
    let map = MapFile::from_ron(&import.map.to_ron())?;
    let report = Battle::check_scenario(&Scenario::classic(map));
    let says = |faults: &[Fault]| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let verdict = match &report.battle {
        Some(battle) if report.faults.is_empty() => format!("playable, {} turns", battle.last_turn()),
        Some(battle) => format!("playable, {} turns; warning: {}", battle.last_turn(), says(&report.faults)),
        None => format!("refused: {}", says(&report.faults)),
    };
    let notes = match &import.notes[..] {
        [] => String::new(),
        notes => format!(" ({})", notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")),
    };
    let castle = castle.unwrap_or_else(|| "none".into());
    Ok((report.battle.is_some(), format!("| {name} | {size} | {castle} | {entry} | {verdict}{notes} |")))
}
