//! Another user for bots that the administrator starts.

use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::{env, io};

use nix::unistd::{Gid, Uid, setgroups, setresgid, setresuid};

use crate::CellLimits;
use crate::cell::CellTask;

/// The user and group called `nobody` on every Linux.
const NOBODY: u32 = 65534;

/// Has the administrator become `nobody`, where `nobody` can reach this program, the folder that the bot is
/// started in, its program, and what it may read. Returns `true` if so.
///
/// # Errors
/// When the system refuses although it may not.
pub fn leave_administrator(limits: &CellLimits, task: &CellTask) -> io::Result<bool> {
    if !rustix::process::geteuid().is_root() {
        return Ok(false);
    }
    let mut needed = vec![env::current_exe()?, env::current_dir()?];
    needed.extend(limits.readable.iter().cloned());
    needed.extend(task.command().first().and_then(|name| find_program(name)));
    if !needed.iter().all(|path| others_reach(path)) {
        return Ok(false);
    }
    let (user, group) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    // Whoever lacks the right to change users, in a container for example, stays who he is.
    if setgroups(&[]).is_err() || setresgid(group, group, group).is_err() {
        return Ok(false);
    }
    setresuid(user, user, user)?;
    Ok(true)
}

/// Returns the file of a program as a shell would find it.
pub fn find_program(name: &OsStr) -> Option<PathBuf> {
    let name = Path::new(name);
    if name.components().count() > 1 {
        return Some(name.to_owned());
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Returns `true` if people who are neither owner nor of the group may read a file or folder, start it or
/// enter it, and enter all folders above it.
fn others_reach(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    let allows =
        |path: &Path, rights: u32| path.metadata().is_ok_and(|found| found.mode() & rights == rights);
    let rights = if path.is_dir() { 0o005 } else { 0o004 };
    allows(&path, rights) && path.ancestors().skip(1).all(|folder| allows(folder, 0o001))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_as_a_shell_finds_them() {
        assert!(find_program(OsStr::new("sh")).is_some_and(|file| file.is_absolute() && others_reach(&file)));
        assert_eq!(find_program(OsStr::new("./sh")), Some("./sh".into()));
        assert_eq!(find_program(OsStr::new("no-such-program-anywhere")), None);
        assert!(!others_reach(Path::new("/no-such-folder")));
    }
}
