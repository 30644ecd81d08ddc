//! Arguments of `cell`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueHint, value_parser};
use hotgates_cell::{CellLimits, CellTask};

/// Arguments of `cell`.
#[derive(Debug, Args)]
#[command(after_help = "\
The program reads the system and the folder that it is started in, and writes one temporary folder, which HOME and TMPDIR \
name. It reaches no network. The exit code is that of the program; docs/cells.md says what stands on which system.

Examples:
  hotgates cell -- python3 mybot.py --fast
  hotgates cell --memory 4096 --read /home/me/python -- /home/me/python/bin/python3 mybot.py
  hotgates cell --walls")]
pub struct CellArgs {
    /// Memory in MiB: of all processes together where the system can, else of each
    #[arg(long, value_name = "MIB", default_value_t = CellLimits::default().memory)]
    #[arg(value_parser = value_parser!(u64).range(1..=1 << 24))]
    pub memory: u64,
    /// Number of processes and threads at a time
    #[arg(long, value_name = "N", default_value_t = CellLimits::default().processes)]
    #[arg(value_parser = value_parser!(u64).range(1..=1 << 20))]
    pub processes: u64,
    /// Number of open files of each process
    #[arg(long, value_name = "N", default_value_t = CellLimits::default().open_files)]
    #[arg(value_parser = value_parser!(u64).range(8..=1 << 20))]
    pub open_files: u64,
    /// Size of the temporary folder in MiB
    #[arg(long, value_name = "MIB", default_value_t = CellLimits::default().temporary_folder)]
    #[arg(value_parser = value_parser!(u64).range(1..=1 << 24))]
    pub temporary: u64,
    /// Seconds of processor time of each process [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = value_parser!(u64).range(1..=1 << 32))]
    pub cpu: Option<u64>,
    /// A file or folder that the program may read and start programs from, too; may be given again
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub read: Vec<PathBuf>,
    /// A file or folder that the program may not read although it lies in a folder that it reads; may be given again
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub hide: Vec<PathBuf>,
    /// Say which walls stand on this machine instead of running a program
    #[arg(long, conflicts_with = "command")]
    pub walls: bool,
    /// Print JSON
    #[arg(long, requires = "walls")]
    pub json: bool,
    /// Say on standard output that the walls stand, before the program begins: for whoever plays against it
    #[arg(long, conflicts_with = "walls", hide = true)]
    pub announce: bool,
    /// What the program tells itself when it starts itself again
    #[arg(long, value_name = "TEXT", hide = true)]
    pub stage: Option<String>,
    /// The program and its arguments
    #[arg(value_name = "COMMAND", last = true, required_unless_present = "walls", value_hint = ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
}

impl CellArgs {
    /// Returns the limits.
    pub fn limits(&self) -> CellLimits {
        CellLimits {
            memory: self.memory,
            processes: self.processes,
            open_files: self.open_files,
            temporary_folder: self.temporary,
            processor_seconds: self.cpu,
            readable: self.read.clone(),
            hidden: self.hide.clone(),
        }
    }

    /// Returns what is to be done in the cell.
    pub fn task(&self) -> CellTask {
        if self.walls {
            CellTask::TellWalls { json: self.json }
        } else if self.announce {
            CellTask::AnnouncedCommand(self.command.clone())
        } else {
            CellTask::Command(self.command.clone())
        }
    }
}
