//! The processes that `/proc` lists.

use std::{fs, io};

/// A process as `/proc` shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedProcess {
    pub id: u32,
    /// The letter of the first thread's state, such as `R`.
    state: char,
    pub parent: u32,
    pub group: u32,
    pub session: u32,
    /// Ticks of the clock from the start of the system to that of the process. With the number this is
    /// the name of a process that no other ever has.
    pub start: u64,
}

impl ListedProcess {
    /// Returns the process with this number, if there is one.
    pub fn by_id(id: u32) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    /// Reads a line of `/proc/…/stat`. The name in it may hold spaces, brackets and line breaks.
    fn parse(line: &str) -> Option<Self> {
        let (id, _) = line.split_once(' ')?;
        let (_, rest) = line.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse().ok();
        Some(Self {
            id: id.parse().ok()?,
            state: fields.first()?.chars().next()?,
            parent: number(1)?,
            group: number(2)?,
            session: number(3)?,
            start: fields.get(19)?.parse().ok()?,
        })
    }

    /// Returns `true` unless all threads of the process have ended. A process whose first thread has
    /// ended looks like a zombie while others run.
    pub fn lives(&self) -> bool {
        !is_end(self.state) || self.has_thread(|state| !is_end(state))
    }

    /// Returns `true` if a thread of the process runs, so that it may start another process: it is not
    /// stopped and does not wait for the system.
    pub fn may_start_others(&self) -> bool {
        self.has_thread(|state| !is_end(state) && !matches!(state, 'T' | 't' | 'D'))
    }

    /// Returns `true` if the state of one of the threads is as asked for.
    fn has_thread(&self, is_meant: impl Fn(char) -> bool) -> bool {
        let Ok(threads) = fs::read_dir(format!("/proc/{}/task", self.id)) else { return false };
        threads.flatten().any(|thread| {
            let line = fs::read_to_string(thread.path().join("stat")).ok();
            line.and_then(|line| Self::parse(&line)).is_some_and(|thread| is_meant(thread.state))
        })
    }

    /// Returns this very process, and no later one with its number, as it is listed now.
    pub fn listed_now(&self) -> Option<Self> {
        Self::by_id(self.id).filter(|now| now.start == self.start)
    }

    /// Returns `true` if this very process, and no later one with its number, is there.
    pub fn is_still_there(&self) -> bool {
        self.listed_now().is_some()
    }
}

/// Returns `true` for the states of threads that have ended.
const fn is_end(state: char) -> bool {
    matches!(state, 'Z' | 'X' | 'x')
}

/// Returns all processes that this one may see.
///
/// # Errors
/// When there is no `/proc`.
pub fn list_processes() -> io::Result<Vec<ListedProcess>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let Ok(entry) = entry else { continue };
        let id = entry.file_name().to_str().and_then(|name| name.parse().ok());
        // One that has ended since the folder was read is left out.
        found.extend(id.and_then(ListedProcess::by_id));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_confuse_the_reader_of_processes() {
        let line = "417 (a) S 1 (\nb) T 12 400 399 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 1000\n";
        let process = ListedProcess::parse(line).unwrap();
        assert_eq!((process.id, process.parent, process.group, process.session), (417, 12, 400, 399));
        assert_eq!((process.state, process.start), ('T', 98765));
        assert_eq!(ListedProcess::parse("417 (short) R 1"), None);
    }

    #[test]
    fn this_process_is_listed_once_and_lives() {
        let id = std::process::id();
        let own: Vec<_> = list_processes().unwrap().into_iter().filter(|process| process.id == id).collect();
        assert_eq!(own.len(), 1);
        assert!(own[0].lives() && own[0].is_still_there());
        assert!(!ListedProcess { start: own[0].start + 1, ..own[0] }.is_still_there());
    }
}
