//! Programs that try to outlive their end.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use hotgates_cell::{adopt_orphans, end_process_tree};

/// Starts a script of Python that prints the number of a process on each of its first lines, as many as
/// asked for, as the leader of a process group; returns these numbers, too. `None` without Python.
fn start_script(script: &str, printed: usize) -> Option<(Child, Vec<u32>)> {
    let started = Command::new("/usr/bin/python3")
        .args(["-c", script])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
    let Ok(mut child) = started else {
        eprintln!("SKIPPED: /usr/bin/python3 cannot be started");
        return None;
    };
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let numbers = lines.take(printed).map(|line| line.expect("a line").parse().expect("a number"));
    let numbers: Vec<u32> = numbers.collect();
    assert_eq!(numbers.len(), printed);
    Some((child, numbers))
}

/// Returns `true` if a thread of a process runs or is stopped.
fn lives(process: u32) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return false };
    threads.flatten().any(|thread| {
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
        !matches!(state, None | Some('Z' | 'X'))
    })
}

fn assert_ends_whole(script: &str, printed: usize) {
    let Some((mut child, numbers)) = start_script(script, printed) else { return };
    assert!(numbers.iter().all(|&number| lives(number)), "{numbers:?}");
    end_process_tree(&mut child).expect("it can be ended");
    for number in numbers {
        assert!(!lives(number), "{number} has outlived its end");
    }
}

#[test]
fn a_child_and_its_children_end() {
    assert_ends_whole(
        "import os, time
os.write(1, b'%d\\n' % os.getpid())
for _ in range(3):
    if os.fork() == 0:
        os.write(1, b'%d\\n' % os.getpid())
        time.sleep(1000)
time.sleep(1000)",
        4,
    );
}

/// Asserts that a process ends that is in a new session within a new session, once it has done something first.
fn assert_session_in_session_ends(first: &str) {
    let script = format!(
        "import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        {first}
        os.write(1, b'%d\\n' % os.getpid())
        time.sleep(1000)
    time.sleep(1000)
time.sleep(1000)"
    );
    assert_ends_whole(&script, 1);
}

/// The parent of the survivor stays, and so the survivor is found whatever its session.
#[test]
fn a_new_session_in_a_new_session_is_found() {
    assert_session_in_session_ends("pass");
}

/// A process with much memory takes its time to end, and its parent ends before it.
#[test]
fn who_ends_after_its_parent_is_waited_for() {
    assert_session_in_session_ends("much = b'x' * (400 << 20)");
}

#[test]
fn who_ignores_signals_or_is_stopped_ends() {
    assert_ends_whole(
        "import os, signal, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
child = os.fork()
if child == 0:
    time.sleep(1000)
os.kill(child, signal.SIGSTOP)
os.write(1, b'%d\\n' % child)
os.write(1, b'%d\\n' % os.getpid())
os.kill(os.getpid(), signal.SIGSTOP)",
        2,
    );
}

/// A process whose first thread has ended is listed as a zombie, and runs.
#[test]
fn a_process_without_its_first_thread_ends() {
    assert_ends_whole(
        r#"import ctypes, os, threading, time
child = os.fork()
if child == 0:
    def go_on():
        while ") Z " not in open(f"/proc/{os.getpid()}/stat").read(): pass
        os.write(1, b'%d\n' % os.getpid())
        time.sleep(1000)
    threading.Thread(target=go_on).start()
    ctypes.CDLL(None).syscall(EXIT, 0)
time.sleep(1000)"#
            .replace("EXIT", if cfg!(target_arch = "x86_64") { "60" } else { "93" })
            .as_str(),
        1,
    );
}

/// A program that starts others faster than they can be killed one by one comes to its end, too.
#[test]
fn a_program_that_forks_all_the_time_ends() {
    let script = "import os, time
os.write(1, b'%d\\n' % os.getpid())
for _ in range(2000):
    if os.fork() == 0:
        time.sleep(0.01)
        os._exit(0) if os.fork() else time.sleep(1000)";
    assert_ends_whole(script, 1);
}

/// Orphans stay in the tree below an ancestor that adopts them.
#[test]
fn orphans_are_found_below_one_who_adopts_them() {
    assert_ends_whole(
        "import ctypes, os, time
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while os.getppid() == 1: pass
            time.sleep(0.2)
            os.write(1, b'%d\\n' % os.getpid())
            time.sleep(1000)
        os._exit(0)
    os._exit(0)
time.sleep(1000)",
        1,
    );
}

#[test]
fn the_group_of_a_child_that_has_ended_ends() {
    let script = "import os, time
child = os.fork()
if child == 0:
    time.sleep(1000)
os.write(1, b'%d\\n' % child)";
    let Some((mut child, numbers)) = start_script(script, 1) else { return };
    assert!(child.wait().expect("it ends").success());
    assert!(lives(numbers[0]));
    let status = end_process_tree(&mut child).expect("it can be ended");
    assert!(status.success(), "it had ended by itself");
    assert!(!lives(numbers[0]));
}

#[test]
fn orphans_can_be_adopted() {
    adopt_orphans().expect("the system lets us");
    let script = "import os, time
if os.fork() == 0:
    child = os.fork()
    if child == 0:
        time.sleep(1000)
    os.write(1, b'%d\\n' % child)
    os._exit(0)
os.wait()
time.sleep(1000)";
    let Some((mut child, numbers)) = start_script(script, 1) else { return };
    let orphan = numbers[0];
    // Its parent, which has printed, may not have ended yet.
    while fs::read_to_string(format!("/proc/{orphan}/stat"))
        .is_ok_and(|stat| !stat.contains(&format!(") S {} ", std::process::id())))
    {
        std::thread::yield_now();
    }
    end_process_tree(&mut child).expect("it can be ended");
    assert!(!lives(orphan), "it was of the child's group");
}
