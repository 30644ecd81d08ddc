//! Writing files: a crash or a full disk never costs the file that was there.

use std::fs::Metadata;
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::error::{FileError, FileObstacle, FileProblem};

/// A file that is going to be written: its folder takes files, and a temporary one is open in it.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    file: NamedTempFile,
}

impl AtomicFile {
    /// Makes sure that the file can be written, before the work for it begins.
    ///
    /// # Errors
    /// When the path is a folder, or its folder takes no files.
    pub fn new(path: &Path) -> Result<Self, FileError> {
        if let Some(why) = path.metadata().ok().and_then(|there| obstacle_to_writing(&there)) {
            return Err(unwritable_file_error(path, why));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = Builder::new();
        builder.prefix(".hotgates-").suffix(".part");
        #[cfg(unix)]
        {
            // As any new file: the system takes off what the user's mask forbids.
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        match builder.tempfile_in(folder) {
            Ok(file) => Ok(Self { path: path.to_owned(), file }),
            // The error of the library names the temporary path, which nobody asked about.
            Err(error) => {
                let error = error.raw_os_error().map_or(error, std::io::Error::from_raw_os_error);
                Err(unwritable_file_error(path, (&error).into()))
            }
        }
    }

    /// Writes the file, syncs it and puts it in place.
    ///
    /// # Errors
    /// When the disk does not take it; then the file that was there is still there.
    pub fn write_and_rename(mut self, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path;
        let failed = |error: &std::io::Error| unwritable_file_error(&path, error.into());
        self.file.write_all(bytes).map_err(|error| failed(&error))?;
        self.file.as_file().sync_all().map_err(|error| failed(&error))?;
        self.file.persist(&path).map_err(|error| failed(&error.error))?;
        Ok(())
    }
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

    #[test]
    fn a_folder_is_no_target() {
        let folder = tempfile::tempdir().unwrap();
        let problem = AtomicFile::new(folder.path()).unwrap_err();
        assert!(problem.to_string().ends_with("cannot be written: it is a directory"));
    }
}
