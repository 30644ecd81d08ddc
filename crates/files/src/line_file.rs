//! Files of lines that only grow: what was written before a crash is there after it.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{FileError, FileObstacle, FileProblem};
use crate::part::{folder_of_file, sync_folder};

/// Greatest length of a line, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// A file of lines that only grows, which one program writes at a time.
///
/// Each line is handed to the system at once, so that the end of the program loses none; a loss of power may cost
/// what was written since the last [`sync_lines`](Self::sync_lines). A last line that has no end, because the
/// program was ended while writing it, is cut off when the file is opened again.
///
/// ```
/// use hotgates_files::{FileError, LineFile};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.jsonl");
/// std::fs::write(&path, "one\ntwo\nthr")?;
/// let mut file = LineFile::open_file(&path)?;
/// assert!(LineFile::open_file(&path).is_err(), "it is being written");
/// let mut lines = Vec::new();
/// file.read_lines(|number, line| {
///     lines.push((number, line.to_owned()));
///     Ok::<(), FileError>(())
/// })?;
/// assert_eq!(lines, [(1, "one".to_owned()), (2, "two".to_owned())]);
/// file.write_line("three")?;
/// file.sync_lines()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "one\ntwo\nthree\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    file: File,
    is_synced: bool,
}

impl LineFile {
    /// Opens a file, or makes an empty one.
    ///
    /// # Errors
    /// When another program has the file open so, or it cannot be read and written.
    pub fn open_file(path: &Path) -> Result<Self, FileError> {
        let failed = |error: &io::Error| problem_of_file(path, error.into());
        let is_new = !path.exists();
        let file = File::options().read(true).append(true).create(true).open(path);
        let file = file.map_err(|error| failed(&error))?;
        if is_new {
            sync_folder(folder_of_file(path)).map_err(|error| failed(&error))?;
        }
        if !file.metadata().map_err(|error| failed(&error))?.is_file() {
            return Err(problem_of_file(path, FileObstacle::NotPlain));
        }
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let why = FileObstacle::System("another program is writing it".to_owned());
                Err(problem_of_file(path, why))
            }
            // Where there are no locks, the user has to see to it.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { path: path.to_owned(), file, is_synced: true }),
        }
    }

    /// Returns `true` if nothing is in the file.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn is_empty(&self) -> Result<bool, FileError> {
        let about = self.file.metadata().map_err(|error| problem_of_file(&self.path, (&error).into()))?;
        Ok(about.len() == 0)
    }

    /// Hands each line to `each` with its number, from 1, and cuts off what stands behind the last end of a line.
    ///
    /// # Errors
    /// When a line is no text or has no end for a mebibyte, when the file cannot be read or cut, or the first error of
    /// `each`; then the file is as it was.
    pub fn read_lines<E: From<FileError>>(
        &mut self,
        mut each: impl FnMut(usize, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = &self.path;
        let failed = |error: &io::Error| problem_of_file(path, error.into());
        self.file.seek(SeekFrom::Start(0)).map_err(|error| failed(&error))?;
        let mut reader = BufReader::new(&self.file);
        let (mut whole, mut number, mut bytes) = (0, 0, Vec::new());
        loop {
            bytes.clear();
            let read = reader.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes);
            let read = read.map_err(|error| failed(&error))? as u64;
            number += 1;
            let wrong = |what: &str| {
                let why = FileObstacle::System(format!("line {number} {what}"));
                FileError::from(FileProblem::Unreadable { file: path.display().to_string(), why })
            };
            let Some(line) = bytes.strip_suffix(b"\n") else {
                if read == MOST_BYTES {
                    return Err(wrong("has no end").into());
                }
                break;
            };
            each(number, std::str::from_utf8(line).map_err(|_| wrong("is no text"))?)?;
            whole += read;
        }
        let length = self.file.metadata().map_err(|error| failed(&error))?.len();
        let cut = if whole < length { self.file.set_len(whole) } else { Ok(()) };
        Ok(cut.map_err(|error| failed(&error))?)
    }

    /// Writes a line; its end is added.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn write_line(&mut self, line: &str) -> Result<(), FileError> {
        self.is_synced = false;
        let whole = format!("{line}\n");
        self.file.write_all(whole.as_bytes()).map_err(|error| problem_of_file(&self.path, (&error).into()))
    }

    /// Has the disk take every line that has been written.
    ///
    /// # Errors
    /// When the disk does not.
    pub fn sync_lines(&mut self) -> Result<(), FileError> {
        if !self.is_synced {
            self.file.sync_data().map_err(|error| problem_of_file(&self.path, (&error).into()))?;
            self.is_synced = true;
        }
        Ok(())
    }
}

fn problem_of_file(path: &Path, why: FileObstacle) -> FileError {
    FileProblem::Unwritable { file: path.display().to_string(), why }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a file of these bytes; returns the number of its lines and of the bytes left, or the message.
    fn read_bytes_as_lines(bytes: &[u8]) -> Result<(usize, u64), String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        std::fs::write(&path, bytes).unwrap();
        let mut file = LineFile::open_file(&path).unwrap();
        let mut lines = 0;
        let read = file.read_lines(|_, _| {
            lines += 1;
            Ok::<(), FileError>(())
        });
        let left = path.metadata().unwrap().len();
        match read {
            Ok(()) => Ok((lines, left)),
            Err(error) => {
                assert_eq!(left, bytes.len() as u64, "nothing is cut off");
                Err(error.to_string().rsplit_once("lines: ").unwrap().1.to_owned())
            }
        }
    }

    #[test]
    fn a_line_without_an_end_is_cut_off() {
        for (bytes, lines, left) in
            [("", 0, 0), ("a", 0, 0), ("a\n", 1, 2), ("a\nb", 1, 2), ("a\n\nb\nc", 3, 5)]
        {
            assert_eq!(read_bytes_as_lines(bytes.as_bytes()), Ok((lines, left)), "{bytes:?}");
        }
        assert_eq!(read_bytes_as_lines(b"a\n\xff"), Ok((1, 2)), "whatever is in it");
    }

    #[test]
    fn what_is_wrong_before_the_end_is_an_error_with_its_line() {
        let wrong = |bytes: &[u8]| read_bytes_as_lines(bytes).unwrap_err();
        assert_eq!(wrong(b"a\nb\n\xff\n"), "cannot be read: line 3 is no text");
        assert_eq!(wrong(&b"a".repeat(2 << 20)), "cannot be read: line 1 has no end");
    }
}
