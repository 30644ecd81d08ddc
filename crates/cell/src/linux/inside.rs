//! The inner process of a cell, which becomes the bot.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use nix::mount::{MsFlags, mount};
use rustix::process::{
    Resource, Rlimit, Signal, geteuid, getrlimit, set_parent_process_death_signal, setrlimit,
};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, set_capabilities, set_capabilities_secure_bits,
    set_no_new_privs,
};

use crate::cell::{CellError, CellTask, not_started, with_small_environment};
use crate::processes::list_processes;
use crate::{CellLimits, CellWalls, Wall, WallState};

use super::files::restrict_files;
use super::stage::Preparation;
use super::system_calls::restrict_system_calls;
use super::temporary::mount_temporary;
use super::user::find_program;

/// Multiple of its memory that a process may reserve, share and map from files.
const RESERVED_MEMORY: u64 = 4;

/// Raises all walls that the system has around this process, and returns them with the temporary folder.
pub fn raise_walls(
    preparation: &Preparation,
    limits: &CellLimits,
    task: &CellTask,
) -> Result<(CellWalls, PathBuf), CellError> {
    let mut walls = CellWalls::none("this system has none");
    // Whoever kills the outer process has the bot end, too.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(CellError::at("the end with its starter"))?;
    // In its starter's process group the bot could stop that group, and in its session write to its terminal.
    rustix::process::setsid().map_err(CellError::at("a session of its own"))?;
    let own_list = preparation.namespaces && mount_own_processes().is_ok();
    let programs = programs_of(task);
    let needed = [limits.readable.as_slice(), &programs, &files_named_by(task)].concat();
    let temporary = take_temporary_folder(preparation, limits, &needed, &mut walls)?;
    limit_resources(preparation, limits, &mut walls).map_err(CellError::at("limits"))?;
    drop_privileges(preparation, &mut walls)?;
    let landlock = restrict_files(limits, &temporary, &programs, own_list)
        .map_err(|error| CellError::at("Landlock")(io::Error::other(error)))?;
    let filtered = restrict_system_calls();
    if landlock.files {
        walls.set(Wall::Reading, WallState::Whole, "Landlock");
        walls.set(Wall::Writing, WallState::Whole, "Landlock");
    }
    let calls = matches!(filtered, Ok(true));
    if calls {
        walls.set(Wall::SystemCalls, WallState::Whole, "seccomp");
    }
    match (preparation.namespaces, calls, landlock.ports) {
        (true, _, _) => walls.set(Wall::Network, WallState::Whole, "network namespace"),
        (_, true, _) => walls.set(Wall::Network, WallState::Whole, "seccomp: no sockets"),
        (_, _, true) => walls.set(Wall::Network, WallState::Partial, "Landlock: TCP only"),
        _ => {}
    }
    match (own_list, preparation.namespaces, landlock.signals) {
        (true, _, _) => walls.set(Wall::Processes, WallState::Whole, "process namespace"),
        (_, true, _) if landlock.files => {
            walls.set(Wall::Processes, WallState::Whole, "process namespace, and Landlock before the list");
        }
        (_, true, _) => {
            walls.set(Wall::Processes, WallState::Partial, "process namespace: seen, not signalled");
        }
        (_, _, true) => walls.set(Wall::Processes, WallState::Whole, "Landlock: signals and the list"),
        _ => {}
    }
    walls.set(Wall::Inheritance, WallState::Whole, "files closed, small environment");
    Ok((walls, temporary))
}

/// Becomes the command; returns only why that failed.
pub fn become_command(command: &[OsString], temporary: &Path) -> CellError {
    let Some(mut started) = with_small_environment(command, temporary) else {
        return CellError::WrongStage;
    };
    let name = command.first().map_or(OsStr::new(""), |name| name);
    not_started(name, started.exec())
}

/// Mounts a list of processes that has those of the namespace only.
fn mount_own_processes() -> nix::Result<()> {
    // Nothing that is mounted here is seen outside.
    let private = MsFlags::MS_REC | MsFlags::MS_PRIVATE;
    mount(None::<&str>, "/", None::<&str>, private, None::<&str>)?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("proc"), "/proc", Some("proc"), flags, None::<&str>)
}

/// Returns the folder that the bot may write: a file system of its own, or a folder.
fn take_temporary_folder(
    preparation: &Preparation,
    limits: &CellLimits,
    needed: &[PathBuf],
    walls: &mut CellWalls,
) -> Result<PathBuf, CellError> {
    if preparation.namespaces {
        let private = MsFlags::MS_REC | MsFlags::MS_PRIVATE;
        let mounted = mount(None::<&str>, "/", None::<&str>, private, None::<&str>)
            .map_err(io::Error::from)
            .and_then(|()| mount_temporary(limits.temporary_bytes(), needed));
        if let Ok(folder) = mounted {
            let how = format!("{} MiB in memory at {}", limits.temporary_folder, folder.display());
            walls.set(Wall::TemporaryFolder, WallState::Whole, how);
            return Ok(folder);
        }
    }
    let folder = preparation.temporary.clone();
    fs::DirBuilder::new().mode(0o700).create(&folder).map_err(CellError::at("the temporary folder"))?;
    let how = format!("{} MiB for each file, with no limit for all", limits.temporary_folder);
    walls.set(Wall::TemporaryFolder, WallState::Partial, how);
    Ok(folder)
}

/// Sets the limits that hold for each process, and notes what bounds all together.
fn limit_resources(preparation: &Preparation, limits: &CellLimits, walls: &mut CellWalls) -> io::Result<()> {
    // Nobody raises a limit that was set for him before.
    let set = |resource, most: u64| {
        let most = getrlimit(resource).maximum.map_or(most, |before| before.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
    };
    set(Resource::Data, limits.memory_bytes())?;
    // Runtimes reserve several times the memory that they use, and what is shared counts here only.
    set(Resource::As, limits.memory_bytes().saturating_mul(RESERVED_MEMORY))?;
    set(Resource::Nofile, limits.open_files)?;
    set(Resource::Fsize, limits.temporary_bytes())?;
    set(Resource::Core, 0)?;
    set(Resource::Memlock, 0)?;
    set(Resource::Msgqueue, 0)?;
    // Without a namespace the limit counts all processes of the user.
    let others = if preparation.namespaces { 0 } else { count_own_threads()? };
    set(Resource::Nproc, limits.processes.saturating_add(others))?;
    if let Some(seconds) = limits.processor_seconds {
        set(Resource::Cpu, seconds)?;
    }
    if preparation.control_group {
        walls.set(Wall::Memory, WallState::Whole, format!("{} MiB, control group", limits.memory));
        walls.set(Wall::ProcessCount, WallState::Whole, format!("{}, control group", limits.processes));
        return Ok(());
    }
    walls.set(Wall::Memory, WallState::Partial, format!("{} MiB for each process", limits.memory));
    match (preparation.administrator, preparation.namespaces) {
        (true, _) => {
            walls.set(Wall::ProcessCount, WallState::Missing, "the administrator has no such limit");
        }
        (_, true) => walls.set(Wall::ProcessCount, WallState::Whole, limits.processes.to_string()),
        (_, false) => walls.set(
            Wall::ProcessCount,
            WallState::Whole,
            format!("{} more than the user has", limits.processes),
        ),
    }
    Ok(())
}

/// Counts the threads of all processes of this user.
fn count_own_threads() -> io::Result<u64> {
    let user = geteuid().as_raw();
    let mut count = 0;
    for process in list_processes()? {
        let folder = format!("/proc/{}", process.id);
        if fs::metadata(&folder).is_ok_and(|found| found.uid() == user) {
            let threads = fs::read_dir(format!("{folder}/task")).map_or(1, Iterator::count);
            count += u64::try_from(threads).unwrap_or(u64::MAX);
        }
    }
    Ok(count)
}

/// Gives up all rights of an administrator for good.
fn drop_privileges(preparation: &Preparation, walls: &mut CellWalls) -> Result<(), CellError> {
    set_no_new_privs(true).map_err(CellError::at("no new privileges"))?;
    if geteuid().is_root() {
        // The user number alone gives no rights from here on.
        set_capabilities_secure_bits(
            CapabilitiesSecureBits::NO_ROOT
                | CapabilitiesSecureBits::NO_ROOT_LOCKED
                | CapabilitiesSecureBits::NO_SETUID_FIXUP
                | CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED,
        )
        .map_err(CellError::at("the administrator's rights"))?;
    }
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, sets).map_err(CellError::at("the administrator's rights"))?;
    if preparation.administrator {
        let how = "no rights, but the administrator's own files are the bot's: start it as another user";
        walls.set(Wall::Privileges, WallState::Partial, how);
    } else {
        walls.set(Wall::Privileges, WallState::Whole, "no rights, and none to be had");
    }
    Ok(())
}

/// Returns the files of the command's program: the one that is named, and the one that links lead to.
fn programs_of(task: &CellTask) -> Vec<PathBuf> {
    let Some(program) = task.command().first().and_then(|name| find_program(name)) else { return Vec::new() };
    program.canonicalize().into_iter().chain([program]).collect()
}

/// Returns the files and folders that the command's arguments name from the root of the file system.
fn files_named_by(task: &CellTask) -> Vec<PathBuf> {
    task.command().iter().map(PathBuf::from).filter(|path| path.is_absolute() && path.exists()).collect()
}
