//! `map path`: the cheapest way between two hexes of a map without units.

use std::io::Write;

use hotgates_engine::{Cell, Coord, Map, Path, PathFinder, PathOptions, Ruleset, UnitTypeId};

use crate::cli;
use crate::console::{self, ConsoleOutput};
use crate::failure::Failure;
use crate::json::{self, PathDocument};
use crate::words;
use hotgates_files::LoadedScenario;

/// Finds and prints the path.
///
/// # Errors
/// When there is none, or the map cannot be read.
pub fn print_path(args: &cli::MapPathArgs) -> Result<(), Failure> {
    let loaded = LoadedScenario::open_file(&args.file, args.access.file_access())?;
    let map = loaded.read_map_ground()?;
    let rules = &loaded.scenario.rules;
    let kind = parse_unit_type(rules, args.unit.as_deref())?;
    let from = cell_of_option(&map, "--from", args.from)?;
    let to = cell_of_option(&map, "--to", args.to)?;
    let mut finder = PathFinder::new();
    let path = finder.path_on_map(&map, kind, from, to, PathOptions::default());
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &path_document(&map, path))?;
    } else if let Some(path) = path {
        write_path(&mut out, &map, rules, kind, path)?;
    }
    out.flush()?;
    match path {
        Some(_) => Ok(()),
        None if args.json => Err(Failure::told_negative_answer()),
        None => {
            let unit = &rules.units[kind].name;
            Err(Failure::negative_answer_because(format!(
                "there is no way for {unit} from {} to {}",
                args.from, args.to
            )))
        }
    }
}

fn parse_unit_type(rules: &Ruleset, unit: Option<&str>) -> Result<UnitTypeId, Failure> {
    let Some(name) = unit else { return Ok(rules.marching_type()) };
    rules.unit(name).ok_or_else(|| {
        let known: Vec<_> = rules.units.iter().map(|unit| unit.name.as_str()).collect();
        Failure::bad_input(format!("--unit: unknown unit type `{name}`; known: {}", known.join(", ")))
    })
}

/// Returns the cell of the hex that an option names.
pub(super) fn cell_of_option(map: &Map, option: &str, hex: Coord) -> Result<Cell, Failure> {
    let grid = map.grid();
    grid.at(hex).ok_or_else(|| {
        let (columns, rows) = (grid.width() - 1, grid.height() - 1);
        Failure::bad_input(format!(
            "{option}: hex {hex} is off the map; columns go to {columns}, rows to {rows}"
        ))
    })
}

fn path_document(map: &Map, path: Option<Path>) -> PathDocument {
    let Some(path) = path else { return PathDocument::None { cells: () } };
    let coord = |&cell: &Cell| {
        let Coord { col, row } = map.grid().coord(cell);
        [col, row]
    };
    PathDocument::Found {
        cells: path.cells.iter().map(coord).collect(),
        cost: path.cost,
        expanded: path.expanded,
    }
}

fn write_path(
    out: &mut ConsoleOutput,
    map: &Map,
    rules: &Ruleset,
    kind: UnitTypeId,
    path: Path,
) -> Result<(), Failure> {
    writeln!(out, "{:>11}  {:10} {:>5} {:>6}", "hex", "terrain", "MP", "sum")?;
    let mut sum = 0;
    for (index, &cell) in path.cells.iter().enumerate() {
        let cost = if index == 0 { 0 } else { u32::from(map.costs(kind)[cell.index()]) };
        sum += cost;
        let terrain = &rules.terrains[map.terrain(cell)].name;
        writeln!(out, "{:>11}  {terrain:10} {cost:>5} {sum:>6}", map.grid().coord(cell).to_string())?;
    }
    let unit = &rules.units[kind];
    let hexes = words::count_words(path.cells.len(), "hex", "hexes");
    let searched = words::count_words(path.expanded, "hex", "hexes");
    writeln!(out, "{hexes}, {} MP for {}; {searched} searched", path.cost, unit.name)?;
    Ok(())
}
