//! Writing files: a crash or a full disk never costs the file that was there.

use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::{FileError, FileObstacle, FileProblem};
use crate::older::keep_older_file;
use crate::part::{PartFile, folder_of_file, sync_folder};

/// Most links that are followed from a name to a file.
const MAX_LINKS: usize = 40;

/// A file that is going to be written: its folder takes files, and a part file is open in it.
///
/// A link is followed, and stays: the file that it leads to is written. The file keeps its rights and its owner; what
/// else a system may know of a file, such as lists of rights, goes with the old one. A file that has several names
/// (hard links), or an owner whom the system does not let us give, could not be replaced by a new one without losing
/// that: it is written in place once the part file is whole on the disk. Whoever cuts the power in that moment may
/// leave such a file half written.
#[derive(Debug)]
pub struct AtomicFile {
    /// The file as the person named it.
    path: PathBuf,
    /// The file that is written, which links may lead to.
    target: PathBuf,
    part: PartFile,
    /// The file itself, if it is written in place.
    in_place: Option<File>,
}

impl AtomicFile {
    /// Makes sure that the file can be written, before the work for it begins.
    ///
    /// # Errors
    /// When the path is a folder, or its folder takes no files.
    pub fn new(path: &Path) -> Result<Self, FileError> {
        // The error of the library names the temporary path, which nobody asked about.
        let failed = |error: io::Error| {
            let error = error.raw_os_error().map_or(error, io::Error::from_raw_os_error);
            unwritable_file_error(path, (&error).into())
        };
        let there = path.metadata().ok();
        if let Some(why) = there.as_ref().and_then(obstacle_to_writing) {
            return Err(unwritable_file_error(path, why));
        }
        let target = follow_links(path).map_err(failed)?;
        let part = PartFile::new(folder_of_file(&target), there.is_none()).map_err(failed)?;
        let is_replaceable = there.is_none_or(|there| keep_rights(&there, part.as_file()).is_ok());
        let in_place = (!is_replaceable).then(|| File::options().write(true).open(&target)).transpose();
        Ok(Self { path: path.to_owned(), part, in_place: in_place.map_err(failed)?, target })
    }

    /// Writes the file, syncs it and puts it in place. A file of an older version that is replaced stays beside it, once,
    /// under the name with `.bak` behind it.
    ///
    /// # Errors
    /// When the disk does not take it; then the file that was there is still there.
    pub fn write_and_rename(self, bytes: &[u8]) -> Result<(), FileError> {
        let Self { path, target, part, in_place } = self;
        let write = || {
            part.as_file().write_all(bytes)?;
            part.as_file().sync_all()?;
            keep_older_file(&target, bytes)?;
            if let Some(mut file) = in_place {
                file.write_all(bytes)?;
                file.set_len(bytes.len() as u64)?;
                return file.sync_all();
            }
            part.rename_to(&target)?;
            sync_folder(folder_of_file(&target))
        };
        write().map_err(|error| unwritable_file_error(&path, (&error).into()))
    }
}

/// Returns the file that a path leads to by links, whether or not it is there yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match target.read_link() {
            Ok(to) => target = folder_of_file(&target).join(to),
            Err(_) => return Ok(target),
        }
    }
    // The system says so, too.
    path.metadata().map(|_| target)
}

/// Gives a new file the owner and the rights of the file that it is to replace.
///
/// # Errors
/// When the new file would not be the same to everybody: the old one has other names, or an owner who cannot be given.
#[cfg(unix)]
fn keep_rights(there: &Metadata, new: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    if there.nlink() > 1 {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let own = new.metadata()?;
    if (own.uid(), own.gid()) != (there.uid(), there.gid()) {
        fchown(new, Some(there.uid()), Some(there.gid()))?;
    }
    // Last: a new owner takes some rights off.
    new.set_permissions(std::fs::Permissions::from_mode(there.mode() & 0o7777))
}

/// Gives a new file the rights of the file that it is to replace.
///
/// # Errors
/// When the system refuses.
#[cfg(not(unix))]
fn keep_rights(there: &Metadata, new: &File) -> io::Result<()> {
    new.set_permissions(there.permissions())
}

fn unwritable_file_error(path: &Path, why: FileObstacle) -> FileError {
    FileProblem::Unwritable { file: path.display().to_string(), why }.into()
}

/// Returns the reason why what is there may not be replaced; `None` if it may.
fn obstacle_to_writing(there: &Metadata) -> Option<FileObstacle> {
    match () {
        () if there.is_dir() => Some(FileObstacle::FolderToReplace),
        // A device or a pipe would be lost: the new file takes its name.
        () if !there.is_file() => Some(FileObstacle::NotPlain),
        () if there.permissions().readonly() => Some(FileObstacle::ReadOnly),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "old").unwrap();
        let target = AtomicFile::new(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        drop(target);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing half written stays");
        AtomicFile::new(&path).unwrap().write_and_rename(b"new").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_what_it_leads_to_is_written() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("far")).unwrap();
        std::fs::write(at("far/map"), "old").unwrap();
        symlink("far/map", at("one")).unwrap();
        symlink(at("one"), at("two")).unwrap();
        symlink("far/new", at("nowhere")).unwrap();
        for (link, file) in [("two", "far/map"), ("nowhere", "far/new")] {
            AtomicFile::new(&at(link)).unwrap().write_and_rename(link.as_bytes()).unwrap();
            assert!(at(link).is_symlink() && !at(file).is_symlink());
            assert_eq!(std::fs::read_to_string(at(file)).unwrap(), link);
        }
        symlink("round", at("round")).unwrap();
        let problem = AtomicFile::new(&at("round")).unwrap_err().to_string();
        assert!(problem.contains("round: cannot be written: "), "{problem}");
        let left = [std::fs::read_dir(folder.path()), std::fs::read_dir(at("far"))];
        assert_eq!(left.map(|entries| entries.unwrap().count()), [5, 2], "no part file stays");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_rights_and_its_names() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["map", "other"].map(|name| folder.path().join(name));
        let save = |text: &str| AtomicFile::new(&path).unwrap().write_and_rename(text.as_bytes()).unwrap();
        for mode in [0o600, 0o640, 0o664, 0o755] {
            std::fs::write(&path, "old").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            save("new");
            assert_eq!(path.metadata().unwrap().mode() & 0o7777, mode);
        }
        // Only root may give a file away; the others keep theirs.
        let owner =
            if chown(&path, Some(1234), Some(1235)).is_ok() { 1234 } else { path.metadata().unwrap().uid() };
        save("owned");
        assert_eq!(
            (path.metadata().unwrap().uid(), path.metadata().unwrap().mode() & 0o7777),
            (owner, 0o755)
        );

        std::fs::hard_link(&path, &other).unwrap();
        let before = path.metadata().unwrap().ino();
        for text in ["a longer text", "short"] {
            save(text);
            assert_eq!([&path, &other].map(|path| std::fs::read_to_string(path).unwrap()), [text; 2]);
        }
        assert_eq!([&path, &other].map(|path| path.metadata().unwrap().ino()), [before; 2]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no part file stays");
    }

    #[test]
    fn a_file_of_an_older_version_is_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let [map, kept] = ["map.ron", "map.ron.bak"].map(|name| folder.path().join(name));
        let save = |text: &str| AtomicFile::new(&map).unwrap().write_and_rename(text.as_bytes()).unwrap();
        let format = |number: u32| format!("Map(format: {number})");
        // Neither what does not say its version, nor the same version, nor a newer one, is older.
        for text in ["Map()".to_owned(), format(2), format(2), "text".to_owned(), format(3), format(2)] {
            save(&text);
            assert!(!kept.exists(), "{text}");
        }
        save(&format(4));
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), format(2));
        save(&format(5));
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), format(2), "the first one stays");
        assert_eq!(std::fs::read_to_string(&map).unwrap(), format(5));
        // Replays and campaigns say it in bytes.
        let replay = |behaviour: u32| [b"HOTGATES\x03\0", &behaviour.to_le_bytes()[..]].concat();
        let campaign = |format: u16| [b"HOTCAMPAIGN", &format.to_le_bytes()[..]].concat();
        for (name, old, new) in [("a", replay(0), replay(1)), ("b", campaign(0), campaign(1))] {
            let path = folder.path().join(name);
            for bytes in [&old, &new] {
                AtomicFile::new(&path).unwrap().write_and_rename(bytes).unwrap();
            }
            assert_eq!(std::fs::read(path.with_extension("bak")).unwrap(), old);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 6, "nothing else is left");
    }

    #[test]
    fn a_folder_is_no_target() {
        let folder = tempfile::tempdir().unwrap();
        let problem = AtomicFile::new(folder.path()).unwrap_err();
        assert!(problem.to_string().ends_with("cannot be written: it is a directory"));
    }
}
