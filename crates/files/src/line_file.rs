//! Files of lines that only grow: what was written before a crash is there after it.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{FileError, FileObstacle, FileProblem};

/// Greatest length of a line, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// A file of lines that only grows, which one program writes at a time.
///
/// Each line is handed to the system at once, so that the end of the program loses none; a loss of power may cost
/// what was written since the last [`sync_lines`](Self::sync_lines). A last line that has no end, because the
/// program was ended while writing it, is cut off when the file is opened again.
///
/// ```
/// use hotgates_files::LineFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.jsonl");
/// std::fs::write(&path, "one\ntwo\nthr")?;
/// let mut lines = Vec::new();
/// let mut file = LineFile::open_file(&path, |number, line| {
///     lines.push((number, line.to_owned()));
///     Ok(())
/// })?;
/// assert_eq!(lines, [(1, "one".to_owned()), (2, "two".to_owned())]);
/// assert!(LineFile::open_file(&path, |_, _| Ok(())).is_err(), "it is being written");
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
    /// Opens a file, or makes an empty one, and hands each of its lines to `each` with its number, from 1.
    ///
    /// # Errors
    /// When another program has the file open so, when it cannot be read and written, when a line is no text or
    /// endless, or the first message of `each`, with the line that it is about.
    pub fn open_file(
        path: &Path,
        mut each: impl FnMut(usize, &str) -> Result<(), String>,
    ) -> Result<Self, FileError> {
        let failed = |error: &io::Error| problem_of_file(path, error.into());
        let mut file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| failed(&error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let why = FileObstacle::System("another program is writing it".to_owned());
                return Err(problem_of_file(path, why));
            }
            // Where there are no locks, the user has to see to it.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let about = file.metadata().map_err(|error| failed(&error))?;
        if !about.is_file() {
            return Err(problem_of_file(path, FileObstacle::NotPlain));
        }
        let mut reader = BufReader::new(&mut file);
        let (mut whole, mut number, mut bytes) = (0, 0, Vec::new());
        loop {
            bytes.clear();
            let read = reader.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes);
            let read = read.map_err(|error| failed(&error))? as u64;
            number += 1;
            let wrong = |what: &str| {
                let why = FileObstacle::System(format!("line {number}: {what}"));
                FileProblem::Unreadable { file: path.display().to_string(), why }
            };
            let Some(line) = bytes.strip_suffix(b"\n") else {
                if read == MOST_BYTES {
                    return Err(wrong("a line without an end").into());
                }
                break;
            };
            let line = std::str::from_utf8(line).map_err(|_| wrong("it is no text"))?;
            each(number, line).map_err(|message| wrong(&message))?;
            whole += read;
        }
        drop(reader);
        let cut = if whole < about.len() { file.set_len(whole) } else { Ok(()) };
        cut.and_then(|()| file.seek(SeekFrom::End(0))).map_err(|error| failed(&error))?;
        Ok(Self { path: path.to_owned(), file, is_synced: true })
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

    /// Opens a file of these bytes; returns its lines and what is left of it, or the message.
    fn open_bytes(bytes: &[u8]) -> Result<(usize, u64), String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        std::fs::write(&path, bytes).unwrap();
        let mut lines = 0;
        let opened = LineFile::open_file(&path, |_, line| {
            lines += 1;
            if line == "bad" { Err("it is bad".to_owned()) } else { Ok(()) }
        });
        match opened {
            Ok(file) => Ok((lines, file.file.metadata().unwrap().len())),
            Err(error) => Err(error.to_string().rsplit_once("lines: ").unwrap().1.to_owned()),
        }
    }

    #[test]
    fn a_line_without_an_end_is_cut_off() {
        for (bytes, lines, left) in
            [("", 0, 0), ("a", 0, 0), ("a\n", 1, 2), ("a\nb", 1, 2), ("a\n\nb\nc", 3, 5)]
        {
            assert_eq!(open_bytes(bytes.as_bytes()), Ok((lines, left)), "{bytes:?}");
        }
        assert_eq!(open_bytes(b"a\n\xff"), Ok((1, 2)), "whatever is in it");
    }

    #[test]
    fn what_is_wrong_before_the_end_is_an_error_with_its_line() {
        let wrong = |bytes: &[u8]| open_bytes(bytes).unwrap_err();
        assert_eq!(wrong(b"a\nbad\nc\n"), "cannot be read: line 2: it is bad");
        assert_eq!(wrong(b"a\nb\n\xff\n"), "cannot be read: line 3: it is no text");
        assert_eq!(wrong(&b"a".repeat(2 << 20)), "cannot be read: line 1: a line without an end");
    }
}
