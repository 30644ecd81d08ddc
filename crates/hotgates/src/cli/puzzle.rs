//! Arguments of `puzzle`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

/// The commands about puzzles.
#[derive(Debug, Subcommand)]
pub enum PuzzleCommand {
    /// List the puzzles that ship, the easiest first
    #[command(after_help = "Example:
  hotgates puzzle list")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a puzzle: the task, the map and the units, and on request the solution
    #[command(after_help = "\
Examples:
  hotgates puzzle show 7
  hotgates puzzle show 7 --solution")]
    Show(PuzzleShow),
    /// Judge orders for a puzzle: solved, nearly or missed
    #[command(after_help = "\
Orders are separated by blanks: `3@5,6` sends unit 3 to column 5, row 6, and `3x8` has it attack unit 8; by rules that have \
them, `3^ne` turns it to the north-east, and `3*5,6:0` has it do the first work on that hex. The half-turn \
ends after the last. Every attack does what it does at mean dice; the plan is judged over all dice.

Examples:
  hotgates puzzle solve 7 --orders \"3@5,6 3x8\"
  hotgates puzzle solve 7 --orders \"\"

Exits with 1 where the puzzle is not solved.")]
    Solve(PuzzleSolve),
    /// Check that files are puzzles, and that their solutions are what they say
    #[command(after_help = "\
Exits with 1 where a solution is not what the file says, and with 2 where a file is no puzzle.

Example:
  hotgates puzzle check puzzle.ron")]
    Check {
        /// Puzzles (.ron)
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// Arguments of `puzzle show`.
#[derive(Debug, Args)]
pub struct PuzzleShow {
    /// The number of a puzzle of `puzzle list`, or a file (.ron)
    #[arg(value_name = "N|FILE", value_hint = ValueHint::FilePath)]
    pub puzzle: String,
    /// Say the solution, and why other plans fail
    #[arg(long)]
    pub solution: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `puzzle solve`.
#[derive(Debug, Args)]
pub struct PuzzleSolve {
    /// The number of a puzzle of `puzzle list`, or a file (.ron)
    #[arg(value_name = "N|FILE", value_hint = ValueHint::FilePath)]
    pub puzzle: String,
    /// The orders of the half-turn
    #[arg(long, value_name = "ORDERS")]
    pub orders: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
