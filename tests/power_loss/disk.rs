//! A disk that loses what it was not asked to keep.
//!
//! It takes the calls of a real program, in their order. At a loss of power every change that no later `fsync` covers may be
//! there or not, whatever has become of the others: a name that was given or taken, a length, a write, and of a write its
//! beginning alone, or zeros in its place. That is more than most file systems lose.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::trace::TracedCall;

/// Files of a folder and below, with their contents.
pub type FolderState = BTreeMap<PathBuf, Vec<u8>>;

/// A change of what is on the disk. Files are numbered: names come and go.
#[derive(Debug, Clone)]
enum DiskChange {
    Name { path: PathBuf, file: usize },
    Unname { path: PathBuf, file: usize },
    Folder { path: PathBuf },
    Write { file: usize, at: usize, bytes: Vec<u8> },
    Length { file: usize, length: usize },
}

impl DiskChange {
    /// Returns `true` if a sync makes sure of the change.
    fn is_kept_by(&self, sync: &DiskSync) -> bool {
        match (self, sync) {
            (Self::Write { file, .. } | Self::Length { file, .. }, DiskSync::File(synced)) => file == synced,
            (
                Self::Name { path, .. } | Self::Unname { path, .. } | Self::Folder { path },
                DiskSync::Folder(folder),
            ) => path.parent() == Some(folder),
            (_, DiskSync::File(_) | DiskSync::Folder(_)) => false,
        }
    }
}

#[derive(Debug, Clone)]
enum DiskSync {
    File(usize),
    Folder(PathBuf),
}

#[derive(Debug, Clone)]
enum DiskStep {
    Change(DiskChange),
    Sync(DiskSync),
}

/// What becomes of a change that nothing has made sure of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeFate {
    Kept,
    Lost,
    /// Of a write, the first thousandths; other changes are lost.
    Begun(usize),
    /// Of a write, the length without the bytes; other changes are kept.
    Zeros,
}

/// What a file descriptor stands for.
#[derive(Debug, Clone)]
enum OpenThing {
    File { file: usize, at: usize, appends: bool },
    Folder(PathBuf),
}

/// What is on the disk at a moment.
#[derive(Debug, Clone, Default)]
struct DiskContents {
    names: BTreeMap<PathBuf, usize>,
    folders: BTreeSet<PathBuf>,
    files: Vec<Vec<u8>>,
}

impl DiskContents {
    fn apply(&mut self, change: &DiskChange) {
        match change {
            DiskChange::Name { path, file } => drop(self.names.insert(path.clone(), *file)),
            DiskChange::Unname { path, file } if self.names.get(path) == Some(file) => {
                self.names.remove(path);
            }
            DiskChange::Unname { .. } => {}
            DiskChange::Folder { path } => drop(self.folders.insert(path.clone())),
            DiskChange::Write { file, at, bytes } => {
                let end = at + bytes.len();
                let contents = self.file_mut(*file);
                contents.resize(contents.len().max(end), 0);
                contents[*at..end].copy_from_slice(bytes);
            }
            DiskChange::Length { file, length } => self.file_mut(*file).resize(*length, 0),
        }
    }

    fn file_mut(&mut self, file: usize) -> &mut Vec<u8> {
        self.files.resize(self.files.len().max(file + 1), Vec::new());
        &mut self.files[file]
    }

    /// Returns the files that can be reached: their folders are there.
    fn state(&self) -> FolderState {
        let is_there = |path: &Path| path.parent().is_some_and(|folder| self.folders.contains(folder));
        let there = self.names.iter().filter(|(path, _)| is_there(path));
        there.map(|(path, &file)| (path.clone(), self.files.get(file).cloned().unwrap_or_default())).collect()
    }
}

/// A program's run as its disk saw it.
#[derive(Debug)]
pub struct DiskRun {
    before: DiskContents,
    now: DiskContents,
    open: BTreeMap<i64, OpenThing>,
    steps: Vec<DiskStep>,
}

/// Calls that change nothing that a loss of power could part: they read, or change rights.
const HARMLESS: &[&str] = &[
    "access",
    "chmod",
    "execve",
    "faccessat",
    "faccessat2",
    "fadvise64",
    "fchmod",
    "fchmodat",
    "fchown",
    "fcntl",
    "flock",
    "fstat",
    "fstatfs",
    "getdents64",
    "ioctl",
    "lstat",
    "newfstatat",
    "pread64",
    "readlink",
    "readlinkat",
    "stat",
    "statfs",
    "statx",
    "inotify_add_watch",
];

impl DiskRun {
    /// Follows the calls of a trace that have to do with a folder, which held these files before.
    ///
    /// # Panics
    /// At a call that the disk does not know.
    pub fn follow_trace(folder: &Path, before: &FolderState, trace: &str) -> Self {
        let mut contents =
            DiskContents { folders: BTreeSet::from([folder.to_owned()]), ..DiskContents::default() };
        for (number, (path, bytes)) in before.iter().enumerate() {
            contents.names.insert(path.clone(), number);
            contents.files.push(bytes.clone());
            contents.folders.extend(path.parent().map(Path::to_owned));
        }
        let mut run =
            Self { now: contents.clone(), before: contents, open: BTreeMap::new(), steps: Vec::new() };
        let folder = folder.display().to_string();
        for call in TracedCall::read_all(trace) {
            if call.result >= 0 && call.line.contains(&folder) {
                run.follow_call(&call);
            }
        }
        run
    }

    /// Returns the number of steps: changes and syncs.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// Returns what is on the disk if no power is lost.
    pub fn last_state(&self) -> FolderState {
        self.now.state()
    }

    /// Returns the changes that may be lost if the power is lost after so many steps.
    pub fn unsure_changes(&self, after: usize) -> Vec<usize> {
        let steps = &self.steps[..after];
        let is_unsure = |number: &usize| match &steps[*number] {
            DiskStep::Change(change) => !steps[*number..]
                .iter()
                .any(|step| matches!(step, DiskStep::Sync(sync) if change.is_kept_by(sync))),
            DiskStep::Sync(_) => false,
        };
        (0..after).filter(is_unsure).collect()
    }

    /// Returns what is there when the power is lost after so many steps, with the fates of the unsure changes.
    pub fn state_after_loss(&self, after: usize, fates: &BTreeMap<usize, ChangeFate>) -> FolderState {
        let mut contents = self.before.clone();
        for (number, step) in self.steps[..after].iter().enumerate() {
            let DiskStep::Change(change) = step else { continue };
            match (fates.get(&number).unwrap_or(&ChangeFate::Kept), change) {
                (ChangeFate::Begun(thousandths), DiskChange::Write { file, at, bytes }) => {
                    let bytes = bytes[..bytes.len() * thousandths / 1000].to_vec();
                    contents.apply(&DiskChange::Write { file: *file, at: *at, bytes });
                }
                (ChangeFate::Zeros, DiskChange::Write { file, at, bytes }) => {
                    contents.apply(&DiskChange::Write { file: *file, at: *at, bytes: vec![0; bytes.len()] });
                }
                (ChangeFate::Kept | ChangeFate::Zeros, _) => contents.apply(change),
                (ChangeFate::Lost | ChangeFate::Begun(_), _) => {}
            }
        }
        contents.state()
    }

    /// Has every write to a file be lost that comes behind one to the same file which is not kept whole.
    pub fn lose_all_behind_a_lost_write(&self, fates: &mut BTreeMap<usize, ChangeFate>) {
        let mut cut = BTreeSet::new();
        for (&number, fate) in fates {
            if let DiskStep::Change(DiskChange::Write { file, .. }) = &self.steps[number] {
                if cut.contains(file) {
                    *fate = ChangeFate::Lost;
                } else if *fate != ChangeFate::Kept {
                    cut.insert(*file);
                }
            }
        }
    }

    fn change(&mut self, change: DiskChange) {
        self.now.apply(&change);
        self.steps.push(DiskStep::Change(change));
    }

    fn follow_call(&mut self, call: &TracedCall) {
        match call.name.as_str() {
            "open" => self.follow_open(call, 0),
            "openat" => self.follow_open(call, 1),
            "close" => drop(self.open.remove(&call.descriptor(0))),
            "lseek" => self.move_to(call.descriptor(0), length_of(call.result)),
            "read" => drop(self.next_bytes(call.descriptor(0), length_of(call.result))),
            "write" => {
                let mut bytes = call.bytes(1);
                bytes.truncate(length_of(call.result));
                self.write_bytes(call.descriptor(0), bytes);
            }
            "copy_file_range" if call.arguments[1] == "NULL" && call.arguments[3] == "NULL" => {
                let bytes = self.next_bytes(call.descriptor(0), length_of(call.result));
                self.write_bytes(call.descriptor(2), bytes);
            }
            "ftruncate" => {
                let file = self.open_file(call.descriptor(0)).unwrap_or_else(|| panic!("{}", call.line));
                self.change(DiskChange::Length { file, length: call.number(1) });
            }
            "fsync" | "fdatasync" => {
                let sync = match &self.open[&call.descriptor(0)] {
                    OpenThing::File { file, .. } => DiskSync::File(*file),
                    OpenThing::Folder(path) => DiskSync::Folder(path.clone()),
                };
                self.steps.push(DiskStep::Sync(sync));
            }
            "rename" => self.follow_rename(&call.path(0), call.path(1)),
            "renameat" | "renameat2" => self.follow_rename(&call.path(1), call.path(3)),
            "unlink" => self.follow_unlink(call.path(0)),
            "unlinkat" => self.follow_unlink(call.path(1)),
            "mkdir" => self.change(DiskChange::Folder { path: call.path(0) }),
            "mkdirat" => self.change(DiskChange::Folder { path: call.path(1) }),
            name => assert!(HARMLESS.contains(&name), "the disk does not know {}", call.line),
        }
    }

    fn follow_open(&mut self, call: &TracedCall, place: usize) {
        let (path, flags) = (call.path(place), &call.arguments[place + 1]);
        let known = self.now.names.get(&path).copied();
        let thing = if self.now.folders.contains(&path) {
            OpenThing::Folder(path)
        } else if known.is_none() && !flags.contains("O_CREAT") {
            // A link, or a file that was removed in another thread: it is only read.
            assert!(!flags.contains("O_WRONLY") && !flags.contains("O_RDWR"), "{}", call.line);
            return;
        } else {
            let file = known.unwrap_or(self.now.files.len());
            if known.is_none() {
                self.now.files.push(Vec::new());
                self.change(DiskChange::Name { path, file });
            } else if flags.contains("O_TRUNC") {
                self.change(DiskChange::Length { file, length: 0 });
            }
            OpenThing::File { file, at: 0, appends: flags.contains("O_APPEND") }
        };
        self.open.insert(call.result, thing);
    }

    fn follow_rename(&mut self, from: &Path, to: PathBuf) {
        let file = self.now.names[from];
        self.change(DiskChange::Name { path: to, file });
        self.change(DiskChange::Unname { path: from.to_owned(), file });
    }

    fn follow_unlink(&mut self, path: PathBuf) {
        let file = self.now.names[&path];
        self.change(DiskChange::Unname { path, file });
    }

    fn open_file(&self, descriptor: i64) -> Option<usize> {
        match self.open.get(&descriptor)? {
            OpenThing::File { file, .. } => Some(*file),
            OpenThing::Folder(_) => None,
        }
    }

    fn move_to(&mut self, descriptor: i64, place: usize) {
        if let Some(OpenThing::File { at, .. }) = self.open.get_mut(&descriptor) {
            *at = place;
        }
    }

    /// Returns the bytes that are read next, which moves the place.
    fn next_bytes(&mut self, descriptor: i64, count: usize) -> Vec<u8> {
        let Some(OpenThing::File { file, at, .. }) = self.open.get_mut(&descriptor) else {
            return Vec::new();
        };
        let start = *at;
        *at += count;
        self.now.files[*file][start..start + count].to_vec()
    }

    fn write_bytes(&mut self, descriptor: i64, bytes: Vec<u8>) {
        let thing = self.open.get_mut(&descriptor).expect("a file that was opened");
        let OpenThing::File { file, at, appends } = thing else { panic!("a folder is written") };
        if *appends {
            *at = self.now.files[*file].len();
        }
        let change = DiskChange::Write { file: *file, at: *at, bytes };
        if let DiskChange::Write { bytes, .. } = &change {
            *at += bytes.len();
        }
        self.change(change);
    }
}

fn length_of(result: i64) -> usize {
    usize::try_from(result).expect("a call that did well")
}

/// Returns the files in a folder and below.
pub fn state_of_folder(folder: &Path) -> FolderState {
    let mut state = FolderState::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            state.extend(state_of_folder(&path));
        } else {
            state.insert(path.clone(), fs::read(&path).expect("a file"));
        }
    }
    state
}
