//! Systems other than Linux, where no wall stands but that the environment is small.

use std::env;
use std::ffi::OsStr;

use crate::cell::{CellEnd, CellError, CellTask, not_started, with_small_environment};
use crate::{CellLimits, CellWalls, Wall, WallState};

/// Runs the task as [`run_cell`](crate::run_cell) says, with what these systems have.
pub fn run_cell(stage: Option<&str>, _limits: &CellLimits, task: &CellTask) -> Result<CellEnd, CellError> {
    if stage.is_some() {
        return Err(CellError::WrongStage);
    }
    if let CellTask::TellWalls { .. } = task {
        let mut walls = CellWalls::none("this system has no such wall");
        walls.set(Wall::Inheritance, WallState::Partial, "small environment");
        return Ok(CellEnd::Inside(walls));
    }
    let command = task.command();
    let temporary = env::temp_dir();
    let Some(mut started) = with_small_environment(command, &temporary) else {
        return Err(CellError::WrongStage);
    };
    task.announce_walls()?;
    let failed = |error| not_started(command.first().map_or(OsStr::new(""), |name| name), error);
    #[cfg(unix)]
    {
        Err(failed(std::os::unix::process::CommandExt::exec(&mut started)))
    }
    #[cfg(not(unix))]
    {
        started.status().map(CellEnd::Ended).map_err(failed)
    }
}
