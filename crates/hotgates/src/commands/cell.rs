//! `cell`: a program behind walls.

use std::io::Write;

use hotgates_cell::{CellEnd, CellWalls, forward_exit, run_cell};

use crate::cli::cell::CellArgs;
use crate::console;
use crate::failure::Failure;
use crate::json;

/// Runs a program in a cell and ends as that ended, or says which walls stand.
///
/// # Errors
/// When the cell cannot be put up, the program cannot be started, or nobody reads the output.
pub fn run_in_cell(args: &CellArgs) -> Result<(), Failure> {
    match run_cell(args.stage.as_deref(), &args.limits(), &args.task()).map_err(Failure::bad_input)? {
        CellEnd::Ended(status) => forward_exit(status),
        CellEnd::Done => Ok(()),
        CellEnd::Inside(walls) => {
            let mut out = console::standard_output();
            if args.json {
                json::print_line(&mut out, &walls)?;
            } else {
                print_walls(&mut out, &walls)?;
            }
            Ok(out.flush()?)
        }
    }
}

fn print_walls(out: &mut impl Write, walls: &CellWalls) -> Result<(), Failure> {
    for built in &walls.walls {
        writeln!(out, "{:<20} {:<8} {}", built.wall.name(), built.state.name(), built.how)?;
    }
    Ok(())
}
