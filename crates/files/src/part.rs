//! Part files: what is being written lies under a name of its own until it is whole. A part file is locked by the program
//! that writes it, so that what a killed program has left can be told from what another one is writing.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".hotgates-";
const SUFFIX: &str = ".part";

/// Times that a part file is made anew because somebody has cleared it away before it was locked.
const TRIES: usize = 8;

/// Part files that this program has open.
static OPEN_PARTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// Folders in which this program has looked for what others have left. Once is enough: those who are killed later leave
/// little, and a folder of pictures is not to be read again for each of them.
static CLEARED_FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Returns the folder that a file lies in.
pub fn folder_of_file(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Has the disk take a folder's list of names, so that a file that has been renamed is there after a loss of power.
///
/// # Errors
/// When the disk fails; a folder that cannot be opened or synced is passed over.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Elsewhere folders are no files.
    #[cfg(unix)]
    if let Err(error) = File::open(folder).and_then(|folder| folder.sync_all()) {
        use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
        if !matches!(error.kind(), PermissionDenied | Unsupported | InvalidInput) {
            return Err(error);
        }
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Makes a folder, and those above it that are missing, and has the disk take their names: what is saved there would
/// be lost with them.
///
/// # Errors
/// When the system does not make them, or the disk fails.
///
/// ```
/// let home = tempfile::tempdir()?;
/// let folder = home.path().join("games/of today");
/// hotgates_files::make_folder(&folder)?;
/// assert!(folder.is_dir() && hotgates_files::make_folder(&folder).is_ok());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn make_folder(folder: &Path) -> io::Result<()> {
    // The parent of a plain name is the empty path: the folder at hand.
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let above = folder_of_file(folder);
    if above != folder {
        make_folder(above)?;
    }
    match std::fs::create_dir(folder) {
        // Another program may have made it just now.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
        made => made?,
    }
    sync_folder(above)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the part files that this program has open, because it is about to end without finishing them. No file can be
/// begun afterwards: whoever tries waits for the end.
pub fn remove_unfinished_files() {
    let parts = lock(&OPEN_PARTS);
    for part in &*parts {
        // One that has just got its own name is no part any more.
        drop(std::fs::remove_file(part));
    }
    std::mem::forget(parts);
}

/// A part file, which is gone once this is dropped unless it has got its name.
#[derive(Debug)]
pub struct PartFile {
    file: Option<NamedTempFile>,
    path: PathBuf,
}

impl PartFile {
    /// Makes a part file in a folder, and clears away there what programs have left that are gone. A file that is new
    /// gets the rights of any new file; what is to replace a file is nobody else's to read before it has that file's.
    ///
    /// # Errors
    /// When the folder takes no files.
    pub fn new(folder: &Path, is_new: bool) -> io::Result<Self> {
        clear_leftovers_once(folder);
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        if is_new {
            // The system takes off what the user's mask forbids.
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        #[cfg(not(unix))]
        let _ = is_new;
        let mut parts = lock(&OPEN_PARTS);
        for _ in 0..TRIES {
            let file = builder.tempfile_in(folder)?;
            let locked = file.as_file().try_lock();
            // Another program may be just about to clear it away. Where there are no locks, nobody clears.
            if matches!(locked, Err(TryLockError::WouldBlock)) || !file.path().exists() {
                continue;
            }
            let path = file.path().to_owned();
            parts.insert(path.clone());
            return Ok(Self { file: Some(file), path });
        }
        Err(io::Error::other("another program keeps clearing the folder"))
    }

    /// The open file.
    pub fn as_file(&self) -> &File {
        self.file.as_ref().expect("only renaming takes the file").as_file()
    }

    /// Gives the file its name, in place of the file that has it.
    ///
    /// # Errors
    /// When the system does not take the name; then the file that was there is still there.
    pub fn rename_to(mut self, target: &Path) -> io::Result<()> {
        let file = self.file.take().expect("only renaming takes the file");
        file.persist(target).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        drop(self.file.take());
        lock(&OPEN_PARTS).remove(&self.path);
    }
}

fn clear_leftovers_once(folder: &Path) {
    let known = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    if lock(&CLEARED_FOLDERS).insert(known) {
        clear_leftovers(folder);
    }
}

/// Removes the part files of a folder that nobody has locked. What cannot be read or removed stays: it is in nobody's way.
fn clear_leftovers(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_part = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if !is_part || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        {
            use rustix::fs::OFlags;
            use std::os::unix::fs::OpenOptionsExt;
            options.custom_flags((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits().cast_signed());
        }
        let Ok(file) = options.open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            drop(std::fs::remove_file(entry.path()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_program_has_left_is_cleared_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".hotgates-killed.part", ".hotgates-other", "hotgates-x.part", "map.ron"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        fs::create_dir(folder.path().join(".hotgates-folder.part")).unwrap();
        let living = File::create(folder.path().join(".hotgates-living.part")).unwrap();
        living.try_lock().unwrap();
        let part = PartFile::new(folder.path(), true).unwrap();
        let mut expected = [
            ".hotgates-folder.part",
            ".hotgates-living.part",
            ".hotgates-other",
            "hotgates-x.part",
            "map.ron",
            part.path.file_name().unwrap().to_str().unwrap(),
        ];
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
        // Nor does this program clear away what it writes itself.
        clear_leftovers(folder.path());
        assert!(part.path.exists());
        let path = part.path.clone();
        drop(part);
        assert!(!path.exists() && !lock(&OPEN_PARTS).contains(&path));
        drop(living);
        clear_leftovers(folder.path());
        assert_eq!(names(folder.path()).len(), 4);
    }

    #[test]
    fn a_part_file_has_a_lock_until_it_has_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let part = PartFile::new(folder.path(), true).unwrap();
        let other = File::open(&part.path).unwrap();
        assert!(matches!(other.try_lock(), Err(TryLockError::WouldBlock)));
        let target = folder.path().join("map.ron");
        part.rename_to(&target).unwrap();
        assert_eq!(names(folder.path()), ["map.ron"]);
        assert!(other.try_lock().is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_is_not_there_cannot_be_synced() {
        let folder = tempfile::tempdir().unwrap();
        assert!(sync_folder(folder.path()).is_ok());
        assert!(sync_folder(&folder.path().join("none")).is_err());
    }
}
