//! `map show`: a map in the terminal, or as a picture.

use std::io::Write;

use hotgates_choke::choose_choke_set;
use hotgates_engine::{Battle, Cell, Side, View};
use hotgates_picture::{ChokeMark, Palette, PictureMarks};

use crate::block_map::{self, TerminalMap, TerminalMapStyle};
use crate::cli::MapShowArgs;
use crate::commands::map_chokes;
use crate::console::{self, write_side_name};
use crate::failure::Failure;
use crate::words::{army_words, count_words};
use hotgates_files::{AtomicFile, LoadedScenario};

/// Draws the map, with both armies where a battle can be fought on it, and with `--chokes` the
/// points of convergence that Blue would hold.
///
/// # Errors
/// When the map cannot be read, or the picture not be written.
pub fn show_map(args: &MapShowArgs) -> Result<(), Failure> {
    let loaded = LoadedScenario::open_file(&args.file, args.access.file_access())?;
    let map = loaded.read_map_ground()?;
    let target = args.png.as_deref().map(AtomicFile::new).transpose()?;
    let battle = Battle::check_scenario(&loaded.scenario).battle;
    let marks = battle.as_ref().filter(|_| args.chokes).map(held_hexes).unwrap_or_default();
    if let Some(target) = target {
        let picture = match &battle {
            Some(battle) => hotgates_picture::Picture::from_battle(battle),
            None => hotgates_picture::Picture::from_map(&map, &loaded.scenario.rules),
        };
        let chokes = vec![ChokeMark { hexes: marks, held: true }];
        let picture = picture
            .with_palette(Palette::from_scheme(args.palette))
            .with_marks(PictureMarks { chokes, ..PictureMarks::default() });
        return Ok(target.write_and_rename(&picture.draw_with_hexes(args.hex.into()).to_png())?);
    }
    let mut out = console::standard_output();
    let look = TerminalMapStyle { colour: out.colour, width: console::console_width() };
    let picture = match &battle {
        Some(battle) => TerminalMap::from_battle(battle).with_marks(&marks),
        None => TerminalMap::from_map(&map, &loaded.scenario.rules),
    };
    let (width, height) = (map.grid().width(), map.grid().height());
    writeln!(out, "{}: {width} × {height} hexes", loaded.scenario.map.name)?;
    picture.write_map(&mut out, look)?;
    if !marks.is_empty() {
        writeln!(out, "* point of convergence that Blue would hold")?;
    }
    if let Some(battle) = &battle {
        for side in Side::BOTH {
            let (men, army) = (battle.start_strength(side), army_words(battle, side));
            let price = battle.army_price(&loaded.scenario, side);
            let price = price.map(|points| count_words(points, "point", "points"));
            let parts: Vec<String> = price.into_iter().chain([count_words(men, "man", "men")]).collect();
            write_side_name(&mut out, side)?;
            writeln!(out, "  {}: {army}", parts.join(", "))?;
        }
        block_map::write_legend(&mut out, battle, look)?;
    }
    Ok(out.flush()?)
}

/// Returns the hexes of the choke set that Blue would hold.
fn held_hexes(battle: &Battle) -> Vec<Cell> {
    let mut sets = map_chokes::find_choke_sets(battle, false);
    choose_choke_set(View::new(battle, Side::Blue), &sets)
        .map(|index| sets.swap_remove(index).hexes)
        .unwrap_or_default()
}
