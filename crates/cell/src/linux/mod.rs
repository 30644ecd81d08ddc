//! Cells on Linux.
//!
//! The outer process makes what the inner one cannot (control group, namespaces, another user), starts it
//! and ends what is left in the end. The inner process raises the walls on itself and becomes the bot.

mod control_group;
mod files;
mod inside;
mod namespaces;
mod outside;
mod stage;
mod system_calls;
mod temporary;
mod user;

use crate::CellLimits;
use crate::cell::{CellEnd, CellError, CellTask};

use stage::Stage;

/// Runs the task as [`run_cell`](crate::run_cell) says.
pub fn run_cell(stage: Option<&str>, limits: &CellLimits, task: &CellTask) -> Result<CellEnd, CellError> {
    let Some(stage) = stage else {
        return outside::run_outside(limits, task).map(CellEnd::Ended);
    };
    match serde_json::from_str(stage).map_err(|_| CellError::WrongStage)? {
        Stage::TryNamespaces => {
            namespaces::enter_namespaces().map_err(CellError::at("namespaces"))?;
            Ok(CellEnd::Done)
        }
        Stage::Inside(preparation) => {
            let (walls, temporary) = inside::raise_walls(&preparation, limits, task)?;
            match task {
                CellTask::TellWalls { .. } => Ok(CellEnd::Inside(walls)),
                CellTask::Command(_) | CellTask::AnnouncedCommand(_) => {
                    task.announce_walls()?;
                    Err(inside::become_command(task.command(), &temporary))
                }
            }
        }
    }
}
