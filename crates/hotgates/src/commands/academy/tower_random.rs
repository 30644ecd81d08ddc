//! `academy tower --random_tower`: new towers.

use std::io::Write;

use hotgates_academy::tower::{RandomTowerOptions, TowerGraph, random_tower};
use serde::Serialize;

use crate::cli::academy::TowerArgs;
use crate::console;
use crate::failure::Failure;
use crate::json;
use crate::words;
use hotgates_files::AtomicFile;

/// The document of `--random --json`.
#[derive(Debug, Serialize)]
struct RandomTowerDocument {
    file: String,
    floors: u32,
    rows: u32,
    columns: u32,
    seed: u64,
    shop: bool,
    nodes: usize,
    obstacles: usize,
}

/// Makes a tower and writes it.
///
/// # Errors
/// A size that cannot be, or a file that cannot be written.
pub fn make_random_tower(args: &TowerArgs) -> Result<(), Failure> {
    let (rows, columns) = parse_size(&args.size)?;
    let options = RandomTowerOptions { floors: args.floors, rows, columns, seed: args.seed, shop: args.shop };
    let path = args.output.as_deref().ok_or_else(|| Failure::bad_input("--random needs -o OUT"))?;
    let target = AtomicFile::new(path)?;
    let tower = random_tower(&options).map_err(Failure::bad_input)?;
    target.write_and_rename(tower.to_text().as_bytes())?;
    let graph = TowerGraph::new(&tower, tower.start_state()).map_err(Failure::program_fault)?;
    let made = RandomTowerDocument {
        file: path.display().to_string(),
        floors: args.floors,
        rows,
        columns,
        seed: args.seed,
        shop: args.shop,
        nodes: graph.len(),
        obstacles: graph.obstacle_count(),
    };
    let mut out = console::standard_output();
    if args.json {
        json::print_line(&mut out, &made)?;
    } else {
        writeln!(
            out,
            "{}: {}, {} with the hero",
            made.file,
            words::count_words(made.obstacles, "door or monster", "doors and monsters"),
            words::count_words(made.nodes, "node", "nodes")
        )?;
    }
    Ok(out.flush()?)
}

/// Reads rows and columns written `11x13`.
fn parse_size(text: &str) -> Result<(u32, u32), Failure> {
    let number = |text: &str| text.parse::<u32>().ok();
    let sides =
        text.split_once(['x', 'X']).and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    sides.ok_or_else(|| {
        Failure::bad_input(format!("--size: '{text}' is no size; a size is rows x columns, such as 11x11"))
    })
}
