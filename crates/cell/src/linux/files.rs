//! Landlock: which files a bot reads and writes, and which ports and processes it reaches.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::{env, fs};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use crate::CellLimits;

/// The newest version of Landlock whose rights the cell knows.
const KNOWN: ABI = ABI::V6;

/// Folders of the system that hold programs, libraries and what these read, but for `/etc`.
const SYSTEM: [&str; 15] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/run/current-system",
    "/snap",
    "/sys/devices/system",
    "/sys/fs/cgroup",
    "/var/lib/alternatives",
];

/// Devices that a bot may read and write.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Devices that a bot may read.
const READ_DEVICES: [&str; 2] = ["/dev/random", "/dev/urandom"];

/// What Landlock keeps away from a bot.
#[derive(Debug, Clone, Copy, Default)]
pub struct LandlockWalls {
    /// Files.
    pub files: bool,
    /// Ports of TCP.
    pub ports: bool,
    /// Signals to processes outside.
    pub signals: bool,
}

/// Lets this process and its children read the system, the working folder, `programs` and what the limits
/// allow, and write `temporary`.
///
/// # Errors
/// When the system refuses although it has Landlock.
pub fn restrict_files(
    limits: &CellLimits,
    temporary: &Path,
    programs: &[PathBuf],
    has_own_processes: bool,
) -> Result<LandlockWalls, RulesetError> {
    let (all, read) = (AccessFs::from_all(KNOWN), AccessFs::from_read(KNOWN));
    let read_and_write: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::ReadDir;
    // Devices, sockets and links of the file system are not for bots, even in their own folder.
    let devices = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev;
    let system = SYSTEM.iter().map(PathBuf::from).chain(configuration());
    let readable = limits.readable.iter().chain(programs).cloned().chain(env::current_dir().ok());
    let mut reading = ReadablePaths::without(&limits.hidden);
    system.chain(readable).for_each(|path| reading.add_path(path));
    // Processes of others tell much: only a list of its own is a bot's to read.
    let processes = if has_own_processes { vec!["/proc"] } else { vec!["/proc/cpuinfo", "/proc/meminfo"] };
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(path_beneath_rules(reading.whole, read))?
        .add_rules(path_beneath_rules(reading.listed, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(processes, read))?
        .add_rules(path_beneath_rules(READ_DEVICES, AccessFs::ReadFile))?
        .add_rules(path_beneath_rules(DEVICES, read_and_write))?
        .add_rules(path_beneath_rules([temporary], all & !devices))?
        .restrict_self()?;
    let version = match status.landlock {
        LandlockStatus::Available { effective_abi, .. } if status.ruleset != RulesetStatus::NotEnforced => {
            effective_abi
        }
        _ => return Ok(LandlockWalls::default()),
    };
    Ok(LandlockWalls { files: true, ports: version >= ABI::V4, signals: version >= ABI::V6 })
}

/// The paths that a bot may read. Landlock allows a folder with all that is in it, so that a folder with hidden
/// parts is allowed entry by entry.
#[derive(Debug, Default)]
struct ReadablePaths {
    hidden: Vec<PathBuf>,
    /// Files and folders that are read whole.
    whole: Vec<PathBuf>,
    /// Folders of which only the names of what is in them are read.
    listed: Vec<PathBuf>,
}

impl ReadablePaths {
    /// Returns nothing to read, and what is never to be read; what is not there is not hidden.
    fn without(hidden: &[PathBuf]) -> Self {
        let hidden = hidden.iter().filter_map(|path| path.canonicalize().ok()).collect();
        Self { hidden, ..Self::default() }
    }

    /// Adds a path but for what is hidden in it. Links in a folder with hidden parts are left out: what they
    /// name is read if it may be read by itself.
    fn add_path(&mut self, path: PathBuf) {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        if self.hidden.iter().any(|hidden| real.starts_with(hidden)) {
            return;
        }
        if !self.hidden.iter().any(|hidden| hidden.starts_with(&real)) {
            self.whole.push(path);
            return;
        }
        for entry in fs::read_dir(&real).into_iter().flatten().flatten() {
            if !entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
                self.add_path(entry.path());
            }
        }
        self.listed.push(path);
    }
}

/// Returns what lies in `/etc` and is there for everybody: the administrator, too, reads no more of it.
fn configuration() -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir("/etc") else { return Vec::new() };
    let for_everybody = |path: &PathBuf| path.metadata().is_ok_and(|found| found.mode() & 0o004 != 0);
    entries.flatten().map(|entry| entry.path()).filter(for_everybody).collect()
}
