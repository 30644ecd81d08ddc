//! `cell`: programs that try to get out. What cannot be tried on a machine is skipped aloud.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use hotgates_cell::{BuiltWall, CellLimits, CellWalls, Wall, WallState, end_process_tree, wrap_command};
use tempfile::TempDir;

use crate::program::{json, refused, well};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hotgates");
const PYTHON: &str = "/usr/bin/python3";

/// Returns a folder for a bot, which other users may enter.
fn bot_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("its rights");
    folder
}

/// Returns the command that runs another one in a cell, in a folder.
fn in_cell(folder: &Path, limits: &CellLimits, command: &[&str]) -> Command {
    let command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
    let mut wrapped = wrap_command(Path::new(PROGRAM), limits, &command);
    wrapped.current_dir(folder).stdin(Stdio::null());
    wrapped
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// Runs a script of Python in a cell and returns what it prints; `None` without Python.
fn script_in_cell(folder: &Path, limits: &CellLimits, script: &str, arguments: &[&str]) -> Option<String> {
    has_python().then(|| {
        let command = [&[PYTHON, "-c", script], arguments].concat();
        let output: Output = in_cell(folder, limits, &command).output().expect("it starts");
        assert!(output.status.success(), "{:?}: {}", output.status, text(&output.stderr));
        text(&output.stdout)
    })
}

fn has_python() -> bool {
    let found = Path::new(PYTHON).exists();
    if !found {
        eprintln!("SKIPPED: there is no {PYTHON}");
    }
    found
}

/// Returns the walls of a cell for a bot in a folder.
fn walls_in(folder: &Path) -> CellWalls {
    CellWalls::of_this_machine(Path::new(PROGRAM), &CellLimits::default(), folder).expect("walls")
}

/// Returns `true` if a wall stands whole for a bot in a folder, and says so otherwise.
fn stands(folder: &Path, wall: Wall) -> bool {
    let state = walls_in(folder).state(wall);
    if state != WallState::Whole {
        eprintln!("SKIPPED: on this machine the wall `{}` is {}", wall.name(), state.name());
    }
    state == WallState::Whole
}

/// Returns words that only one test's processes have on their command lines.
fn unique_word() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    format!("cell-test-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// Returns how many processes have a word on their command lines and run or are stopped.
fn count_with_word(word: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("a list of processes").flatten();
    let has_word = |process: &fs::DirEntry| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        text(&line).split('\0').any(|argument| argument == word)
    };
    processes.filter(has_word).count()
}

/// A script of two survivors in sessions of their own, one of them stopped, with a word on its command line.
/// It says when both are there, and goes on if asked to.
const SURVIVORS: &str = "import os, sys, time
ready, told = os.pipe()
for stopped in (False, True):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.write(told, b'.')
                if stopped: os.kill(os.getpid(), 19)
                time.sleep(1000)
        os._exit(0)
for _ in range(2): os.read(ready, 1)
os.write(1, b'ready\\n')
if sys.argv[2] == 'stay': time.sleep(1000)";

#[test]
fn a_program_in_a_cell_ends_as_it_would_outside() {
    let (folder, limits) = (bot_folder(), CellLimits::default());
    let output = in_cell(folder.path(), &limits, &["sh", "-c", "echo out; echo err >&2; exit 7"])
        .output()
        .expect("it starts");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(7), "out"));
    assert_eq!(text(&output.stderr), "err");
    let status = in_cell(folder.path(), &limits, &["sh", "-c", "kill -9 $$"]).status().expect("it starts");
    // The first process of a namespace ignores what it sends itself.
    assert!(matches!((status.signal(), status.code()), (Some(9), None) | (None, Some(0))), "{status:?}");
    let error = refused(&["cell", "--", "./no-such-program"]);
    assert!(error.starts_with("./no-such-program: cannot be started in the cell: "), "{error}");
    assert!(refused(&["cell", "--stage", "{}", "--walls"]).contains("only for the program itself"));
}

#[test]
fn walls_are_told_in_words_and_as_json() {
    let told = json(&well(&["cell", "--walls", "--json"]));
    let words = well(&["cell", "--walls"]);
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(lines.len(), Wall::ALL.len());
    for ((line, wall), built) in lines.iter().zip(Wall::ALL).zip(told["walls"].as_array().expect("a list")) {
        assert!(line.starts_with(wall.name()), "{line}");
        let how = built["how"].as_str().expect("words");
        assert!(line.ends_with(how) && line.contains(built["state"].as_str().expect("a state")), "{line}");
    }
    let walls = walls_in(Path::new("."));
    assert_eq!(walls.state(Wall::Inheritance), WallState::Whole);
}

#[test]
fn no_network_is_reached() {
    let folder = bot_folder();
    let (tcp, udp) =
        (TcpListener::bind("127.0.0.1:0").expect("a port"), UdpSocket::bind("127.0.0.1:0").expect("a port"));
    tcp.set_nonblocking(true).expect("it can");
    udp.set_nonblocking(true).expect("it can");
    let port =
        |address: std::io::Result<std::net::SocketAddr>| address.expect("an address").port().to_string();
    let (tcp_port, udp_port) = (port(tcp.local_addr()), port(udp.local_addr()));
    let script = "import socket, sys
def attempt(what):
    try: what(); print('reached')
    except OSError: print('barred')
attempt(lambda: socket.create_connection(('127.0.0.1', int(sys.argv[1])), 5))
attempt(lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', int(sys.argv[2]))))";
    if !has_python() || !stands(folder.path(), Wall::Network) {
        return;
    }
    let said = script_in_cell(folder.path(), &CellLimits::default(), script, &[&tcp_port, &udp_port]);
    assert_eq!(said.as_deref(), Some("barred\nbarred"));
    assert_eq!(tcp.accept().expect_err("nobody").kind(), ErrorKind::WouldBlock);
    assert_eq!(udp.recv(&mut [0; 9]).expect_err("nothing").kind(), ErrorKind::WouldBlock);
    let outside =
        Command::new(PYTHON).args(["-c", script, &tcp_port, &udp_port]).output().expect("it starts");
    assert_eq!(text(&outside.stdout), "reached\nreached", "the same script outside");
    assert!(tcp.accept().is_ok());
}

#[test]
fn nothing_but_the_temporary_folder_is_written() {
    let (folder, other) = (bot_folder(), bot_folder());
    for place in [folder.path(), other.path()] {
        fs::set_permissions(place, fs::Permissions::from_mode(0o777)).expect("its rights");
    }
    if !stands(folder.path(), Wall::Writing) {
        return;
    }
    let script = r#"for place in . "$1" /dev/shm; do
    (echo x > "$place/written") 2> /dev/null && echo "written in $place"
done
echo x > "$HOME/own" && cat "$TMPDIR/own""#;
    let other_path = other.path().to_str().expect("a plain name");
    let command = ["sh", "-c", script, "sh", other_path];
    let output = in_cell(folder.path(), &CellLimits::default(), &command).output().expect("it starts");
    assert_eq!(text(&output.stdout), "x", "{}", text(&output.stderr));
    for place in [folder.path(), other.path()] {
        assert_eq!(fs::read_dir(place).expect("a folder").count(), 0);
    }
}

#[test]
fn nothing_is_read_but_the_system_the_own_folder_and_what_is_allowed() {
    let (folder, other) = (bot_folder(), bot_folder());
    fs::write(folder.path().join("own"), "own").expect("it is written");
    fs::write(other.path().join("secret"), "secret").expect("it is written");
    let home = tempfile::tempdir_in("/var/tmp").expect("a folder");
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).expect("its rights");
    fs::write(home.path().join("secret"), "secret").expect("it is written");
    if !stands(folder.path(), Wall::Reading) {
        return;
    }
    let secrets = [other.path(), home.path()].map(|place| place.join("secret"));
    let cat = |limits: &CellLimits, file: &Path| {
        let file = file.to_str().expect("a plain name");
        text(&in_cell(folder.path(), limits, &["cat", file]).output().expect("it starts").stdout)
    };
    let mut limits = CellLimits::default();
    assert_eq!(cat(&limits, Path::new("own")), "own");
    for secret in &secrets {
        assert_eq!(cat(&limits, secret), "");
    }
    limits.readable.push(other.path().to_owned());
    assert_eq!(cat(&limits, &secrets[0]), "secret", "{:?}", secrets[0]);
    assert_eq!(cat(&limits, &secrets[1]), "");
    if let Some(home) = std::env::var_os("HOME") {
        let command = ["ls", home.to_str().expect("a plain name")];
        let output = in_cell(folder.path(), &CellLimits::default(), &command).output().expect("it starts");
        assert!(!output.status.success(), "{}", text(&output.stdout));
    }
}

/// What is hidden in a folder that a bot reads is not read: nothing of it, by no way, and all beside it is.
#[test]
fn what_is_hidden_is_not_read() {
    let folder = bot_folder();
    if !stands(folder.path(), Wall::Reading) {
        return;
    }
    let at = |path: &str| folder.path().join(path);
    fs::create_dir_all(at("games/evening/faults")).expect("folders");
    for file in ["own", "games/other", "games/evening/plan.json", "games/evening/faults/one"] {
        fs::write(at(file), "read").expect("a file");
    }
    std::os::unix::fs::symlink(at("games/evening/plan.json"), at("link")).expect("a link");
    let limits = CellLimits {
        hidden: vec![at("games/evening"), at("nothing")],
        readable: vec![at("games")],
        ..CellLimits::default()
    };
    let script = "import os, sys
for path in sys.argv[1:]:
    try:
        print(open(path).read())
    except OSError as error:
        print(type(error).__name__)
print(*sorted(os.listdir('.')))";
    let files = [
        "own",
        "games/other",
        "games/evening/plan.json",
        "games/evening/faults/one",
        "link",
        "games/../games/evening/plan.json",
    ];
    let Some(said) = script_in_cell(folder.path(), &limits, script, &files) else { return };
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines[..2], ["read"; 2]);
    assert_eq!(lines[2..6], ["PermissionError"; 4]);
    assert_eq!(lines[6], "games link own");
}

#[test]
fn the_temporary_folder_is_bounded() {
    let folder = bot_folder();
    let limits = CellLimits { temporary_folder: 8, ..CellLimits::default() };
    let script = "import os
written = 0
for number in range(12):
    try:
        with open(os.environ['HOME'] + f'/{number}', 'wb', buffering=0) as file:
            while file.tell() < 3 << 20: written += file.write(bytes(1 << 16))
    except OSError: pass
print(written)";
    let Some(said) = script_in_cell(folder.path(), &limits, script, &[]) else { return };
    let written: u64 = said.parse().expect("a number");
    assert!(written >= 3 << 20, "{written}");
    if stands(folder.path(), Wall::TemporaryFolder) {
        assert!(written <= 8 << 20, "{written}");
    }
    let large = "import os, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with open(os.environ['HOME'] + '/large', 'wb', buffering=0) as file:
        while file.write(bytes(1 << 20)): pass
except OSError: print(os.path.getsize(os.environ['HOME'] + '/large') <= 8 << 20)";
    assert_eq!(script_in_cell(folder.path(), &limits, large, &[]).as_deref(), Some("True"));
}

#[test]
fn a_memory_hog_gets_no_more_than_its_limit() {
    let folder = bot_folder();
    let limits = CellLimits { memory: 256, ..CellLimits::default() };
    let script = "import mmap
print(len(bytearray(64 << 20)))
for hog in (lambda: bytearray(300 << 20), lambda: mmap.mmap(-1, 1100 << 20)):
    try: print(len(hog()))
    except (MemoryError, OSError): print('refused')";
    let Some(said) = script_in_cell(folder.path(), &limits, script, &[]) else { return };
    assert_eq!(said, "67108864\nrefused\nrefused");
}

#[test]
fn a_fork_bomb_stays_small() {
    let folder = bot_folder();
    let limits = CellLimits { processes: 20, ..CellLimits::default() };
    if !stands(folder.path(), Wall::ProcessCount) {
        return;
    }
    let script = "import os, time
count = 1
for _ in range(200):
    try:
        if os.fork() == 0: time.sleep(1000)
        count += 1
    except OSError: break
print(count)";
    let Some(said) = script_in_cell(folder.path(), &limits, script, &[]) else { return };
    let count: u32 = said.parse().expect("a number");
    assert!((10..=20).contains(&count), "{count} processes");
}

#[test]
fn survivors_of_a_bot_that_leaves_are_ended() {
    let (folder, word) = (bot_folder(), unique_word());
    let Some(said) = script_in_cell(folder.path(), &CellLimits::default(), SURVIVORS, &[&word, "leave"])
    else {
        return;
    };
    assert_eq!((said.as_str(), count_with_word(&word)), ("ready", 0));
}

/// Starts a bot with survivors that stays, and waits until all of it is there.
fn start_survivors(folder: &Path, word: &str) -> Option<Child> {
    if !has_python() {
        return None;
    }
    let command = [PYTHON, "-c", SURVIVORS, word, "stay"];
    let mut command = in_cell(folder, &CellLimits::default(), &command);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert_eq!(line, "ready\n");
    assert!(count_with_word(word) >= 3, "the bot and two survivors");
    Some(child)
}

#[test]
fn a_bot_is_ended_with_all_its_survivors() {
    let (folder, word) = (bot_folder(), unique_word());
    let Some(mut child) = start_survivors(folder.path(), &word) else { return };
    end_process_tree(&mut child).expect("it can be ended");
    assert_eq!(count_with_word(&word), 0);
}

#[test]
fn a_bot_whose_cell_is_stopped_is_ended_all_the_same() {
    let (folder, word) = (bot_folder(), unique_word());
    let Some(mut child) = start_survivors(folder.path(), &word) else { return };
    let stopped = Command::new("sh").args(["-c", &format!("kill -STOP {}", child.id())]).status();
    assert!(stopped.expect("it starts").success());
    end_process_tree(&mut child).expect("it can be ended");
    assert_eq!(count_with_word(&word), 0);
}

#[test]
fn a_bot_that_closes_its_output_and_lives_on_is_ended() {
    let (folder, word) = (bot_folder(), unique_word());
    let command = ["sh", "-c", "exec >&- 2>&-; sleep 1000; sleep 1000", word.as_str()];
    let mut command = in_cell(folder.path(), &CellLimits::default(), &command);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut said = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("the end, which is seen outside");
    assert_eq!(said, "");
    assert!(count_with_word(&word) >= 2, "the process outside and the bot");
    assert!(child.try_wait().expect("a child").is_none(), "it lives on");
    end_process_tree(&mut child).expect("it can be ended");
    assert_eq!(count_with_word(&word), 0);
}

#[test]
fn a_bot_ends_with_the_process_outside() {
    let (folder, word) = (bot_folder(), unique_word());
    let has_namespace = |built: &BuiltWall| built.how.starts_with("process namespace");
    if !walls_in(folder.path()).walls.iter().any(has_namespace) {
        eprintln!("SKIPPED: this machine gives no namespaces, whose processes end together");
        return;
    }
    let Some(mut child) = start_survivors(folder.path(), &word) else { return };
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    // The system ends all of the namespace, in its own time.
    while count_with_word(&word) > 0 {
        std::thread::yield_now();
    }
}

#[test]
fn no_process_outside_is_signalled() {
    let folder = bot_folder();
    if !stands(folder.path(), Wall::Processes) {
        return;
    }
    let script = "import os, sys
for process in (int(sys.argv[1]), os.getppid()):
    try: process and os.kill(process, 0); print('reached' if process else 'unseen')
    except (ProcessLookupError, PermissionError): print('barred')
print(os.getpgid(0) == os.getpid())";
    let own = std::process::id().to_string();
    let Some(said) = script_in_cell(folder.path(), &CellLimits::default(), script, &[&own]) else { return };
    assert!(!said.contains("reached") && said.ends_with("True"), "{said}");
}

/// A starter that leaks a socket to its children, in Python because Rust leaks none.
#[test]
fn inherited_sockets_are_closed() {
    let folder = bot_folder();
    if !has_python() {
        return;
    }
    let script = "import socket, subprocess, sys
ours, leaked = socket.socketpair()
see = 'import os, sys\\ntry: os.fstat(int(sys.argv[1])); print(True)\\nexcept OSError: print(False)'
see = [sys.executable, '-c', see, str(leaked.fileno())]
for command in (see, sys.argv[1:] + see):
    print(subprocess.run(command, pass_fds=[leaked.fileno()], capture_output=True, text=True).stdout.strip())";
    let mut command = Command::new(PYTHON);
    command.args(["-c", script, PROGRAM, "cell", "--"]).current_dir(folder.path());
    let output = command.output().expect("it starts");
    assert_eq!(text(&output.stdout), "True\nFalse", "without a cell and in one");
}

#[test]
fn a_bot_gets_a_small_environment_and_no_rights() {
    let folder = bot_folder();
    let mut command = in_cell(folder.path(), &CellLimits::default(), &["env"]);
    let output = command.env("SECRET", "1").output().expect("it starts");
    let said = text(&output.stdout);
    for line in said.lines() {
        let (name, _) = line.split_once('=').expect("a variable");
        assert!(["PATH", "LANG", "HOME", "TMPDIR", "TEMP", "TMP"].contains(&name), "{line}");
    }
    assert!(said.contains("HOME=") && said.contains("PATH="), "{said}");
    if stands(folder.path(), Wall::SystemCalls) {
        let script = "import ctypes, socket
socket.socketpair()
print(ctypes.CDLL(None).unshare(0x10000000))
try: socket.socket(socket.AF_UNIX)
except PermissionError: print('barred')";
        let said = script_in_cell(folder.path(), &CellLimits::default(), script, &[]);
        assert!(said.is_none_or(|said| said == "-1\nbarred"));
    }
}
