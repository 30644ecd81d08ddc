//! The end of a process with everything that it has started.

use std::io;
use std::process::{Child, ExitStatus};

/// Ends `child` and everything that descends from it, however it was started, and waits for `child`.
///
/// On Linux the processes are found in `/proc`: descendants by their parents, and all others of the
/// process group or session that `child` leads. They are stopped first, so that none starts another
/// while they are listed, and then killed; it makes no difference whether they were stopped before.
/// Descendants that outlive their parents are found as long as an ancestor of theirs below `child`, or
/// `child` itself, adopts orphans, as the outer process of a cell does. Elsewhere on Unix the process
/// group that `child` leads is ended, on other systems only `child`.
///
/// # Errors
/// When `child` cannot be waited for, or a descendant cannot be ended.
pub fn end_process_tree(child: &mut Child) -> io::Result<ExitStatus> {
    let ended_before = child.try_wait()?;
    #[cfg(target_os = "linux")]
    let ended = linux::end_tree_below(child.id(), ended_before.is_none());
    #[cfg(all(unix, not(target_os = "linux")))]
    let ended = end_process_group(child.id());
    #[cfg(not(unix))]
    let ended = Ok(());
    // The child itself is ended whatever became of the others.
    let status = if let Some(status) = ended_before {
        status
    } else {
        child.kill()?;
        child.wait()?
    };
    ended.map(|()| status)
}

/// Ends everything that descends from this process.
///
/// # Errors
/// When a descendant cannot be ended.
#[cfg(target_os = "linux")]
pub fn end_descendants() -> io::Result<()> {
    linux::end_all(linux::Tree::descendants_of(std::process::id()))
}

/// Has orphans among the descendants of this process become children of this process, so that
/// [`end_descendants`] finds them. Whoever calls this waits for them, or they stay as zombies.
///
/// # Errors
/// When the system refuses.
#[cfg(target_os = "linux")]
pub fn adopt_orphans() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn end_process_group(leader: u32) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process_group};
    let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) else { return Ok(()) };
    match kill_process_group(group, Signal::KILL) {
        // No such group: the child leads none, or all of the group have ended.
        Err(rustix::io::Errno::SRCH | rustix::io::Errno::PERM) | Ok(()) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::time::Duration;
    use std::{io, thread};

    use rustix::io::Errno;
    use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

    use crate::processes::{ListedProcess, list_processes};

    /// Number of times that processes are looked for before this module gives up.
    const MAX_ROUNDS: usize = 5_000;

    /// The pause between two rounds, in which the system ends or stops what was signalled.
    const ROUND: Duration = Duration::from_millis(2);

    /// The processes that are meant.
    #[derive(Debug, Clone, Copy)]
    pub struct Tree {
        root: u32,
        /// Processes of the group or session that the root leads are meant, too.
        with_group: bool,
        /// The root may be stopped.
        with_root: bool,
    }

    impl Tree {
        pub const fn descendants_of(root: u32) -> Self {
            Self { root, with_group: false, with_root: false }
        }

        /// Returns the processes of the tree that live.
        fn living(self) -> io::Result<Vec<ListedProcess>> {
            let all = list_processes()?;
            let mut found = BTreeSet::from([self.root]);
            if self.with_group {
                let of_group =
                    |process: &&ListedProcess| process.group == self.root || process.session == self.root;
                found.extend(all.iter().filter(of_group).map(|process| process.id));
            }
            loop {
                let before = found.len();
                let children = all.iter().filter(|process| found.contains(&process.parent));
                let children: Vec<u32> = children.map(|process| process.id).collect();
                found.extend(children);
                if found.len() == before {
                    break;
                }
            }
            let meant = |process: &ListedProcess| {
                found.contains(&process.id) && (self.with_root || process.id != self.root) && process.lives()
            };
            Ok(all.into_iter().filter(meant).collect())
        }
    }

    /// Ends everything below a child of this process, which has not been waited for if `unwaited`: then
    /// the child itself stays, stopped.
    pub fn end_tree_below(child: u32, unwaited: bool) -> io::Result<()> {
        if !Path::new("/proc/self/stat").exists() {
            return Ok(());
        }
        let tree = Tree { root: child, with_group: true, with_root: false };
        if unwaited {
            stop_all(Tree { with_root: true, ..tree })?;
        } else if list_processes()?.iter().any(|process| process.id == child) {
            // The number belongs to another process by now.
            return Ok(());
        }
        end_all(tree)
    }

    /// Stops all processes of a tree, and returns when none of them can start another.
    fn stop_all(tree: Tree) -> io::Result<()> {
        for _ in 0..MAX_ROUNDS {
            let running: Vec<_> =
                tree.living()?.into_iter().filter(ListedProcess::may_start_others).collect();
            if running.is_empty() {
                return Ok(());
            }
            for process in &running {
                signal(process, Signal::STOP)?;
            }
            thread::sleep(ROUND);
        }
        // What cannot be stopped may still be killed.
        Ok(())
    }

    /// Ends all processes of a tree, and returns when none of them lives.
    pub fn end_all(tree: Tree) -> io::Result<()> {
        stop_all(tree)?;
        let mut living = Vec::<ListedProcess>::new();
        for _ in 0..MAX_ROUNDS {
            // One whose parent has ended before it is in the tree no longer, and on a busy machine takes its time to end.
            let ending: Vec<_> = living.iter().filter_map(ListedProcess::listed_now).collect();
            living = tree.living()?;
            let is_new = |process: &ListedProcess| living.iter().all(|other| other.id != process.id);
            let ending: Vec<_> =
                ending.into_iter().filter(|process| process.lives() && is_new(process)).collect();
            living.extend(ending);
            if living.is_empty() {
                return Ok(());
            }
            for process in &living {
                signal(process, Signal::KILL)?;
            }
            thread::sleep(ROUND);
        }
        Err(io::Error::other("a process that a bot has started cannot be ended"))
    }

    /// Sends a signal to a process, unless it has ended and its number is another's.
    fn signal(process: &ListedProcess, signal: Signal) -> io::Result<()> {
        let Some(id) = i32::try_from(process.id).ok().and_then(Pid::from_raw) else { return Ok(()) };
        let sent = match pidfd_open(id, PidfdFlags::empty()) {
            Ok(_) if !process.is_still_there() => Ok(()),
            Ok(handle) => pidfd_send_signal(handle, signal),
            Err(Errno::NOSYS) if process.is_still_there() => kill_process(id, signal),
            Err(error) => Err(error),
        };
        match sent {
            // It has ended by itself, or is not this user's: then the caller finds it alive at the end.
            Ok(()) | Err(Errno::SRCH | Errno::PERM | Errno::INVAL | Errno::NOSYS) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
