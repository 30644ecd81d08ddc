//! The one folder that a bot writes.

use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

use nix::mount::{MsFlags, mount};

use crate::processes::ListedProcess;

/// Beginning of the names of folders for bots, before number and start of the process that made them.
const PREFIX: &str = "hotgates-cell-";

/// Returns the folder for a bot of this process, where no file system can be mounted; it is not made.
///
/// # Errors
/// When this process is not listed.
pub fn folder_of_this_process() -> io::Result<PathBuf> {
    Ok(env::temp_dir().join(format!("{PREFIX}{}", name_of_this_process()?)))
}

/// Returns number and start of this process, which no other process ever has.
///
/// # Errors
/// When this process is not listed.
pub fn name_of_this_process() -> io::Result<String> {
    let process = ListedProcess::by_id(process::id()).ok_or(io::ErrorKind::NotFound)?;
    Ok(format!("{}-{}", process.id, process.start))
}

/// Returns `true` if a name is one of [`name_of_this_process`] whose process has ended.
pub fn is_of_ended_process(name: &str) -> bool {
    let Some((id, start)) = name.split_once('-') else { return false };
    let (Ok(id), Ok(start)) = (id.parse(), start.parse::<u64>()) else { return false };
    ListedProcess::by_id(id).is_none_or(|process| process.start != start)
}

/// Removes folders of bots whose outer process was killed.
pub fn clear_left_folders() {
    let Ok(entries) = fs::read_dir(env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if name.is_some_and(is_of_ended_process) {
            // Another user's stays.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Mounts an empty file system of `bytes` over one of the system's temporary folders, where only this process
/// and its children see it, and returns the folder. Those that hold the working folder or one of the files
/// `needed` are not taken.
///
/// # Errors
/// When the system does not allow it.
pub fn mount_temporary(bytes: u64, needed: &[PathBuf]) -> io::Result<PathBuf> {
    let working = env::current_dir()?;
    let hidden = |folder: &str| needed.iter().chain([&working]).any(|path| path.starts_with(folder));
    let free = |folder: &&str| Path::new(folder).is_dir() && !hidden(folder);
    let folder = ["/tmp", "/var/tmp", "/dev/shm"].into_iter().find(free).ok_or(io::ErrorKind::NotFound)?;
    let options = format!("size={bytes},nr_inodes=16384,mode=700");
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(Some("tmpfs"), folder, Some("tmpfs"), flags, Some(options.as_str()))?;
    Ok(folder.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_ended_processes_are_known_by_name() {
        let own = name_of_this_process().unwrap();
        assert!(!is_of_ended_process(&own));
        assert!(is_of_ended_process(&format!("{own}0")), "its number is another process's by now");
        for other in ["", "17", "17-", "a-b", "-1-5"] {
            assert!(!is_of_ended_process(other), "{other}");
        }
    }
}
