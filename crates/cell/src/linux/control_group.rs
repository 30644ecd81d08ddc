//! Control groups (version 2), which bound a bot with all its processes together.

use std::path::{Path, PathBuf};
use std::{fs, io, process};

use crate::CellLimits;

use super::temporary::{is_of_ended_process, name_of_this_process};

/// Beginning of the names of groups, before number and start of the process that made them.
const PREFIX: &str = "hotgates-cell-";

/// A control group of this process.
#[derive(Debug)]
pub struct ControlGroup;

impl ControlGroup {
    /// Moves this process into a new group with the limits. `None` where this user cannot make one whose
    /// limits hold. The group is removed by the next cell after the process has ended.
    pub fn enter_new(limits: &CellLimits) -> Option<Self> {
        let membership = fs::read_to_string("/proc/self/cgroup").ok()?;
        let own = own_group(Path::new("/sys/fs/cgroup"), &membership)?;
        // A group that has processes of its own seldom may have limited groups in it: then one beside it.
        let parents = [Some(own.as_path()), own.parent()];
        parents.into_iter().flatten().find_map(|parent| Self::enter_new_in(parent, limits).ok())
    }

    fn enter_new_in(parent: &Path, limits: &CellLimits) -> io::Result<Self> {
        clear_left_groups(parent);
        let folder = parent.join(format!("{PREFIX}{}", name_of_this_process()?));
        fs::create_dir(&folder)?;
        let entered = set_limits(&folder, limits)
            .and_then(|()| fs::write(folder.join("cgroup.procs"), process::id().to_string()));
        if entered.is_err() {
            let _ = fs::remove_dir(&folder);
        }
        entered.map(|()| Self)
    }
}

/// Returns the folder of the group that a process is in by the text of `/proc/…/cgroup`.
fn own_group(root: &Path, membership: &str) -> Option<PathBuf> {
    let path = membership.lines().find_map(|line| line.strip_prefix("0::/"))?;
    root.join("cgroup.controllers").is_file().then(|| root.join(path))
}

/// Writes the limits of a group. The outer process is in it and counts as one.
fn set_limits(folder: &Path, limits: &CellLimits) -> io::Result<()> {
    for needed in ["memory.max", "pids.max"] {
        // Writing would make a missing file where this is no group.
        folder.join(needed).metadata()?;
    }
    fs::write(folder.join("memory.max"), limits.memory_bytes().to_string())?;
    fs::write(folder.join("pids.max"), (limits.processes.saturating_add(1)).to_string())?;
    for (file, text) in [("memory.swap.max", "0"), ("memory.oom.group", "1")] {
        if folder.join(file).exists() {
            fs::write(folder.join(file), text)?;
        }
    }
    Ok(())
}

/// Removes groups of cells that have ended.
fn clear_left_groups(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if name.is_some_and(is_of_ended_process) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ordinary files stand for those of the system here.
    #[test]
    fn limits_are_written_where_the_system_offers_them() {
        let folder = tempfile::tempdir().unwrap();
        let limits = CellLimits { memory: 3, processes: 7, ..CellLimits::default() };
        set_limits(folder.path(), &limits).expect_err("no controllers");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is made");
        for name in ["memory.max", "pids.max", "memory.oom.group"] {
            fs::write(folder.path().join(name), "max").unwrap();
        }
        set_limits(folder.path(), &limits).unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!((text("memory.max").as_str(), text("pids.max").as_str()), ("3145728", "8"));
        assert_eq!(text("memory.oom.group"), "1");
        assert!(!folder.path().join("memory.swap.max").exists());
    }

    #[test]
    fn the_own_group_is_that_of_version_2() {
        let root = tempfile::tempdir().unwrap();
        let membership = "4:memory:/a\n0::/user.slice/b\n";
        assert_eq!(own_group(root.path(), membership), None, "version 1 or none");
        fs::write(root.path().join("cgroup.controllers"), "memory pids").unwrap();
        assert_eq!(own_group(root.path(), membership), Some(root.path().join("user.slice/b")));
        assert_eq!(own_group(root.path(), "4:memory:/a\n"), None);
    }

    #[test]
    fn groups_of_ended_processes_are_cleared_and_no_others() {
        let parent = tempfile::tempdir().unwrap();
        let own = format!("{PREFIX}{}", name_of_this_process().unwrap());
        let left = format!("{own}0");
        for name in [own.as_str(), left.as_str(), "hotgates-cells", "17-4"] {
            fs::create_dir(parent.path().join(name)).unwrap();
        }
        clear_left_groups(parent.path());
        assert!(!parent.path().join(&left).exists());
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 3);
    }
}
