//! The door to the cells of each system.

use crate::CellLimits;
use crate::cell::{CellEnd, CellError, CellTask};

#[cfg(not(target_os = "linux"))]
use crate::elsewhere as system;
#[cfg(target_os = "linux")]
use crate::linux as system;

/// Puts up a cell around this process and does `task` in it. The process must have one thread and have
/// opened nothing: every open file but standard input, output and error is closed.
///
/// On Linux the process starts itself again, as `cell --stage …` with the same limits and task, and stays
/// outside to end what is left of the bot; `stage` is what the inner one is told. The inner process becomes
/// the command and so does not return.
///
/// # Errors
/// When the cell cannot be put up, or the command cannot be started. A wall that this system does not have
/// is no error: [`CellWalls`](crate::CellWalls) says so.
pub fn run_cell(stage: Option<&str>, limits: &CellLimits, task: &CellTask) -> Result<CellEnd, CellError> {
    system::run_cell(stage, limits, task)
}
