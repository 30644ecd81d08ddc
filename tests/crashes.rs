//! Saving with everything that can go wrong: the program killed at every call to the system, and a disk that is full, fails or is
//! read-only at every one. The old file or the new one is there, whole, and nothing else.
//!
//! `strace` does the killing; without it the tests are skipped and say so.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::program::{one_error, program, root, said};

/// A call to the system: its name, and which of the calls with this name it is.
type SystemCall = (String, usize);

/// A command that saves over a file.
struct Saving {
    folder: TempDir,
    file: PathBuf,
    arguments: Vec<String>,
    old: Vec<u8>,
    new: Vec<u8>,
    /// `true` if the old file stays beside the new one.
    keeps_old: bool,
}

impl Saving {
    fn new(name: &str, arguments: &[&str], old: &[u8], keeps_old: bool) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        let mut arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
        arguments.push(file.display().to_string());
        let mut saving = Self { folder, file, arguments, old: old.to_owned(), new: Vec::new(), keeps_old };
        saving.put_back();
        assert_eq!(said(&saving.run_traced(&[])).code, 0);
        saving.new = fs::read(&saving.file).expect("the new file");
        assert_ne!(saving.new, saving.old);
        saving
    }

    /// Leaves the old file alone in the folder.
    fn put_back(&self) {
        for entry in fs::read_dir(self.folder.path()).expect("a folder") {
            fs::remove_file(entry.expect("an entry").path()).expect("removed");
        }
        fs::write(&self.file, &self.old).expect("written");
    }

    /// Saves under `strace` with these options.
    fn run_traced(&self, options: &[&str]) -> Output {
        let own = program(&self.arguments);
        let mut command = Command::new("strace");
        command.current_dir(root()).args(["-f", "-qq", "-o"]).arg(self.trace_file()).args(options);
        command.arg(own.get_program()).args(own.get_args());
        command.env("HOTGATES_HOME", self.folder.path()).env_remove("DISPLAY");
        command.output().expect("strace runs")
    }

    fn trace_file(&self) -> PathBuf {
        self.folder.path().with_extension("trace")
    }

    /// Lists the calls of the main thread from the first one on that has to do with the folder.
    fn calls(&self) -> Vec<SystemCall> {
        self.put_back();
        assert!(self.run_traced(&[]).status.success());
        let trace = fs::read_to_string(self.trace_file()).expect("a trace");
        let main = trace.split_whitespace().next().expect("the main thread comes first").to_owned();
        let folder = self.folder.path().display().to_string();
        let (mut counts, mut found, mut calls) = (BTreeMap::<String, usize>::new(), false, Vec::new());
        for line in trace.lines() {
            let Some(call) = line.strip_prefix(&main).map(str::trim_start) else { continue };
            let Some((name, _)) = call.split_once('(').filter(|(name, _)| is_name(name)) else { continue };
            let count = counts.entry(name.to_owned()).or_default();
            *count += 1;
            found |= name != "execve" && call.contains(&folder);
            if found && name != "exit_group" {
                calls.push((name.to_owned(), *count));
            }
        }
        assert!(calls.len() >= 12, "{calls:?}");
        calls
    }

    /// Fails unless the old file or the new one is there, whole; returns `true` for the new one.
    fn check_file(&self, case: &str) -> bool {
        let there = fs::read(&self.file).unwrap_or_else(|why| panic!("{case}: {why}"));
        let is_new = there == self.new;
        assert!(is_new || there == self.old, "{case}: neither the old file nor the new one");
        let kept = fs::read(self.kept_file()).ok();
        assert!(kept.as_ref().is_none_or(|kept| *kept == self.old), "{case}: half of the old file is kept");
        assert!(!is_new || !self.keeps_old || kept.is_some(), "{case}: the old file is not kept");
        is_new
    }

    fn kept_file(&self) -> PathBuf {
        let name = self.file.file_name().expect("a name").to_str().expect("a plain name");
        self.file.with_file_name(format!("{name}.bak"))
    }

    /// Fails if anything but the file and the one that is kept is in the folder.
    fn check_folder(&self, case: &str) {
        for entry in fs::read_dir(self.folder.path()).expect("a folder") {
            let path = entry.expect("an entry").path();
            assert!(path == self.file || path == self.kept_file(), "{case}: {} stays", path.display());
        }
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.trace_file());
    }
}

fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns a map that is saved over, and a replay of an older version, which stays; none where there is no `strace`.
fn savings() -> Vec<Saving> {
    if !Command::new("strace").arg("-V").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no strace to kill the program at every call");
        return Vec::new();
    }
    let map = ["map", "random", "--size", "16x16", "--seed", "3", "-o"];
    let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    let two_camps = "tests/maps/two_camps.ron";
    let battle =
        ["battle", two_camps, "--red", "random", "--blue", "random", "--json", "--key", key, "--record"];
    let replay = Path::new("tests/data/compatibility/0.1.0/keyed.replay");
    let mut old = fs::read(root().join(replay)).expect("a replay");
    // Behaviour 0, which is older than any.
    old[10..14].fill(0);
    vec![Saving::new("map.ron", &map, b"old", false), Saving::new("battle.replay", &battle, &old, true)]
}

#[test]
fn a_program_that_is_killed_at_any_call_leaves_the_old_file_or_the_new_one() {
    for saving in savings() {
        let (mut old, mut new, mut alive) = (0, 0, 0);
        for (name, count) in saving.calls() {
            let case = format!("{}: killed at {name} {count}", saving.arguments[0]);
            saving.put_back();
            let killed = saving.run_traced(&["-e", &format!("inject={name}:signal=KILL:when={count}")]);
            let is_new = saving.check_file(&case);
            match (killed.status.success(), is_new) {
                // Threads wait for one another in some runs and not in others: a call that is not made kills nobody.
                (true, true) => alive += 1,
                (true, false) => panic!("{case}: it ends well without the new file"),
                (false, true) => new += 1,
                (false, false) => old += 1,
            }
            // What the killed one has left is cleared away by the next.
            assert_eq!(said(&program(&saving.arguments).output().expect("it runs")).code, 0, "{case}");
            assert!(saving.check_file(&case), "{case}");
            saving.check_folder(&case);
        }
        assert!(old >= 8 && new >= 2, "{old} times the old file, {new} times the new one");
        assert!(alive * 10 <= old + new, "{alive} calls were not made, {} were", old + new);
    }
}

#[test]
fn a_disk_that_is_full_or_read_only_or_fails_costs_no_file() {
    let fails = [
        "openat",
        "write",
        "fsync",
        "renameat",
        "rename",
        "fchmod",
        "ftruncate",
        "linkat",
        "copy_file_range",
    ];
    for saving in savings() {
        let mut refused = 0;
        for (name, count) in saving.calls().into_iter().filter(|(name, _)| fails.contains(&name.as_str())) {
            for error in ["ENOSPC", "EROFS", "EIO"] {
                let case = format!("{}: {error} at {name} {count}", saving.arguments[0]);
                saving.put_back();
                let inject = format!("inject={name}:error={error}:when={count}");
                let output = said(&saving.run_traced(&["-e", &inject]));
                let is_new = saving.check_file(&case);
                saving.check_folder(&case);
                match output.code {
                    0 => assert!(is_new, "{case}: it says that the file is written"),
                    2 => {
                        refused += 1;
                        one_error(&output.err);
                    }
                    code => panic!("{case}: exit code {code}"),
                }
            }
        }
        assert!(refused >= 9, "{refused} refusals");
    }
}
