//! Namespaces: the inner process sees processes, networks and mounts of its own.

use std::{fs, io};

use nix::sched::{CloneFlags, unshare};
use rustix::process::{DumpableBehavior, getegid, geteuid, set_dumpable_behavior};
use rustix::thread::{CapabilitySet, CapabilitySets, configure_capability_in_ambient_set, set_capabilities};

/// The user and group that the administrator is inside, where the system still takes them for him.
const NOBODY: u32 = 65534;

/// Has this process and the next program that it starts keep the right to mount in their own namespaces,
/// which a program that is not started by number 0 would lose.
///
/// # Errors
/// When the system refuses.
pub fn keep_right_to_mount() -> io::Result<()> {
    let mount = CapabilitySet::SYS_ADMIN;
    let sets = CapabilitySets { effective: mount, permitted: mount, inheritable: mount };
    set_capabilities(None, sets)?;
    Ok(configure_capability_in_ambient_set(mount, true)?)
}

/// Moves this process into a user namespace, and its children into namespaces of processes, mounts, network
/// and messages. The process must have one thread.
///
/// # Errors
/// When the system does not allow it.
pub fn enter_namespaces() -> io::Result<()> {
    // After a change of user the files of a process in /proc are the administrator's.
    set_dumpable_behavior(DumpableBehavior::Dumpable)?;
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(
        CloneFlags::CLONE_NEWUSER
            | CloneFlags::CLONE_NEWPID
            | CloneFlags::CLONE_NEWNS
            | CloneFlags::CLONE_NEWNET
            | CloneFlags::CLONE_NEWIPC
            | CloneFlags::CLONE_NEWUTS,
    )?;
    // Number 0 inside would get all rights over the namespaces back when it starts a program.
    let inside = |outside: u32| if outside == 0 { NOBODY } else { outside };
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{} {user} 1", inside(user)))?;
    fs::write("/proc/self/gid_map", format!("{} {group} 1", inside(group)))
}
