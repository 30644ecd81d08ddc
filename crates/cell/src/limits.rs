//! What a bot may use.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Number of bytes in a mebibyte, the unit of the options.
const MEBIBYTE: u64 = 1 << 20;

/// What a bot may use, and what it may read beside the system and its own folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellLimits {
    /// Memory in MiB: of all processes together where a control group can be made, of each otherwise.
    pub memory: u64,
    /// Number of processes and threads at a time.
    pub processes: u64,
    /// Number of open files of each process.
    pub open_files: u64,
    /// Size of the temporary folder in MiB, or of each file where the folder has no size of its own.
    pub temporary_folder: u64,
    /// Seconds of processor time of each process; `None` is no limit.
    pub processor_seconds: Option<u64>,
    /// Files and folders that the bot may read and start programs from, beside the system and the folder
    /// that it is started in.
    pub readable: Vec<PathBuf>,
    /// Files and folders that the bot does not read although they lie in a folder that it reads.
    pub hidden: Vec<PathBuf>,
}

impl Default for CellLimits {
    fn default() -> Self {
        Self {
            memory: 2048,
            processes: 64,
            open_files: 256,
            temporary_folder: 64,
            processor_seconds: None,
            readable: Vec::new(),
            hidden: Vec::new(),
        }
    }
}

impl CellLimits {
    /// Returns the options of `hotgates cell` that say these limits.
    pub fn to_arguments(&self) -> Vec<OsString> {
        let numbers = [
            ("--memory", Some(self.memory)),
            ("--processes", Some(self.processes)),
            ("--open-files", Some(self.open_files)),
            ("--temporary", Some(self.temporary_folder)),
            ("--cpu", self.processor_seconds),
        ];
        let mut arguments = Vec::new();
        for (option, number) in numbers {
            if let Some(number) = number {
                arguments.extend([option.into(), number.to_string().into()]);
            }
        }
        for path in &self.readable {
            arguments.extend(["--read".into(), path.into()]);
        }
        for path in &self.hidden {
            arguments.extend(["--hide".into(), path.into()]);
        }
        arguments
    }

    /// Returns the limit of memory in bytes.
    pub const fn memory_bytes(&self) -> u64 {
        self.memory.saturating_mul(MEBIBYTE)
    }

    /// Returns the size of the temporary folder in bytes.
    pub const fn temporary_bytes(&self) -> u64 {
        self.temporary_folder.saturating_mul(MEBIBYTE)
    }
}

/// Returns the command that runs `command` in a cell, as the leader of a process group.
///
/// `program` is the file of a program whose command `cell` calls [`run_cell`](crate::run_cell), as
/// `hotgates` does. The bot is started in the folder of the returned command, which is the one of this
/// process unless the caller sets another, and reads it.
pub fn wrap_command(program: &Path, limits: &CellLimits, command: &[String]) -> Command {
    wrap_with(program, limits, &["--"], command)
}

/// Returns the command of [`wrap_command`] that says [`CELL_STANDS`](crate::CELL_STANDS) on its standard output
/// before it becomes `command`.
pub fn wrap_announced_command(program: &Path, limits: &CellLimits, command: &[String]) -> Command {
    wrap_with(program, limits, &["--announce", "--"], command)
}

fn wrap_with(program: &Path, limits: &CellLimits, before: &[&str], command: &[String]) -> Command {
    let mut wrapped = Command::new(program);
    wrapped.arg("cell").args(limits.to_arguments()).args(before).args(command);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut wrapped, 0);
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_wrapped_with_its_limits() {
        let limits = CellLimits {
            processor_seconds: Some(9),
            readable: vec!["/opt/a b".into()],
            hidden: vec!["/opt/a b/c".into()],
            ..CellLimits::default()
        };
        let command = ["python3", "--fast"].map(str::to_owned);
        let wrapped = wrap_command(Path::new("/bin/hotgates"), &limits, &command);
        let arguments: Vec<_> = wrapped.get_args().map(|text| text.to_str().unwrap()).collect();
        let expected = "cell --memory 2048 --processes 64 --open-files 256 --temporary 64 --cpu 9 --read";
        assert_eq!(arguments[..12].join(" "), expected);
        assert_eq!(arguments[12..], ["/opt/a b", "--hide", "/opt/a b/c", "--", "python3", "--fast"]);
        let announced = wrap_announced_command(Path::new("/bin/hotgates"), &limits, &command);
        assert_eq!(announced.get_args().nth(15), Some("--announce".as_ref()));
    }
}
