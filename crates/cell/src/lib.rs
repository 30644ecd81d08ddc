//! Cells: walls between a program of somebody else and the machine.
//!
//! A bot is started through [`wrap_command`], which has the program of the game put itself into a cell
//! ([`run_cell`]) and then become the bot. [`end_process_tree`] ends it with everything that it has
//! started. [`CellWalls`] says which walls stand on a machine.

mod cell;
mod limits;
mod process_tree;
mod run;
mod walls;

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod processes;

pub use cell::{CELL_STANDS, CellEnd, CellError, CellTask, forward_exit};
pub use limits::{CellLimits, wrap_announced_command, wrap_command};
pub use process_tree::end_process_tree;
#[cfg(target_os = "linux")]
pub use process_tree::{adopt_orphans, end_descendants};
pub use run::run_cell;
pub use walls::{BuiltWall, CellWalls, Wall, WallState};
