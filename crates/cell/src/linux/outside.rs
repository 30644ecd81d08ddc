//! The outer process of a cell.

use std::process::{Child, Command, ExitStatus};
use std::time::Duration;
use std::{env, fs, io, thread};

use rustix::process::{Pid, getppid};

use crate::cell::{CellError, CellTask};
use crate::{CellLimits, adopt_orphans, end_descendants};

use super::control_group::ControlGroup;
use super::stage::{Preparation, Stage};
use super::{namespaces, temporary, user};

/// Time after which the outer process looks again.
const GLANCE: Duration = Duration::from_millis(10);

/// Prepares the cell, runs the inner process, and ends what that leaves behind.
pub fn run_outside(limits: &CellLimits, task: &CellTask) -> Result<ExitStatus, CellError> {
    let starter = getppid();
    close_inherited_files().map_err(CellError::at("closing inherited files"))?;
    adopt_orphans().map_err(CellError::at("adopting orphans"))?;
    let control_group = ControlGroup::enter_new(limits);
    let administrator = !user::leave_administrator(limits, task).map_err(CellError::at("another user"))?
        && rustix::process::geteuid().is_root();
    let may_have = program_at_stage(&Stage::TryNamespaces, limits, task)?
        .stderr(std::process::Stdio::null())
        .status()
        .map_err(CellError::at("starting the program again"))?
        .success();
    if may_have {
        namespaces::enter_namespaces().map_err(CellError::at("namespaces"))?;
        namespaces::keep_right_to_mount().map_err(CellError::at("the right to mount"))?;
    }
    temporary::clear_left_folders();
    let preparation = Preparation {
        namespaces: may_have,
        control_group: control_group.is_some(),
        temporary: temporary::folder_of_this_process().map_err(CellError::at("the temporary folder"))?,
        administrator,
    };
    let folder = preparation.temporary.clone();
    let mut inner = program_at_stage(&Stage::Inside(preparation), limits, task)?
        .spawn()
        .map_err(CellError::at("starting the program again"))?;
    leave_pipes_to_bot().map_err(CellError::at("leaving the pipes to the bot"))?;
    let status = wait_for_bot(&mut inner, starter).map_err(CellError::at("waiting for the bot"))?;
    end_descendants().map_err(CellError::at("ending what the bot has started"))?;
    // There is none where a file system was mounted for the bot.
    let _ = fs::remove_dir_all(folder);
    Ok(status)
}

/// Returns the command that runs this program at a stage.
fn program_at_stage(stage: &Stage, limits: &CellLimits, task: &CellTask) -> Result<Command, CellError> {
    let program = env::current_exe().map_err(CellError::at("finding the program"))?;
    let stage = serde_json::to_string(stage).map_err(CellError::at("describing the cell"))?;
    let mut command = Command::new(program);
    command.args(["cell", "--stage", &stage]).args(limits.to_arguments()).args(task.to_arguments());
    Ok(command)
}

/// Waits for the inner process to end. When whoever has started the cell ends, in whatever way, it is ended:
/// the system tells nobody whose parent ends, its signal for that is also sent when a thread of the parent
/// ends, and a process that has left its process namespace to its children cannot have threads.
fn wait_for_bot(inner: &mut Child, starter: Option<Pid>) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = inner.try_wait()? {
            return Ok(status);
        }
        if getppid() != starter {
            inner.kill()?;
            return inner.wait();
        }
        thread::sleep(GLANCE);
    }
}

/// Gives up standard input and output, so that whoever is at their other ends sees when the bot closes them.
fn leave_pipes_to_bot() -> io::Result<()> {
    let nothing = fs::OpenOptions::new().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    Ok(rustix::stdio::dup2_stdout(&nothing)?)
}

/// Closes every file but standard input, output and error.
fn close_inherited_files() -> io::Result<()> {
    let mut open: Vec<i32> = Vec::new();
    for entry in fs::read_dir("/proc/self/fd")? {
        open.extend(entry?.file_name().to_str().and_then(|name| name.parse::<i32>().ok()));
    }
    for number in open.into_iter().filter(|&number| number > 2) {
        // The folder that was just read is among them, and closed already.
        let _ = nix::unistd::close(number);
    }
    Ok(())
}
