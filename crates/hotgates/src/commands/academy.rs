//! `academy`: four small games on the searches that commanders use.

mod river;
mod tictactoe;
mod tictactoe_play;
mod tower;
mod tower_play;
mod tower_random;
mod ways;

use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::academy::AcademyCommand;
use crate::failure::Failure;

/// Plays, solves or draws one of the games.
///
/// # Errors
/// Bad input, or that the answer is no.
pub fn run_academy(game: &AcademyCommand) -> Result<(), Failure> {
    match game {
        AcademyCommand::River(args) => river::run_river(args),
        AcademyCommand::TicTacToe(args) => tictactoe::run_tictactoe(args),
        AcademyCommand::Tower(args) => tower::run_tower(args),
        AcademyCommand::Ways(args) => ways::run_ways(args),
    }
}

/// The formats of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GraphFormat {
    Dot,
    Svg,
}

impl GraphFormat {
    fn by_extension(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("dot" | "gv") => Ok(Self::Dot),
            Some("svg") => Ok(Self::Svg),
            _ => Err(Failure::bad_input(format!(
                "{}: a graph is written as .dot (Graphviz) or .svg, by the extension of the file",
                path.display()
            ))),
        }
    }
}

/// Makes a line on standard error that tells the progress of work, if standard error is a terminal.
fn new_spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
