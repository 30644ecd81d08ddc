//! A `PulseAudio` of a test's own, whose loudspeakers are a recording.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A sound server in a folder of its own; it ends with the test.
pub struct SoundDaemon {
    folder: TempDir,
    socket: PathBuf,
    process: Child,
}

impl SoundDaemon {
    /// Starts a server; `None`, with a word on it, where the programs for it are missing.
    pub fn start() -> Option<Self> {
        for program in ["pulseaudio", "parec", "pactl"] {
            if Command::new(program).arg("--version").output().is_err() {
                eprintln!("skipped: there is no {program} to play to");
                return None;
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let socket = folder.path().join("native");
        let process = Self::spawn_server(folder.path());
        let daemon = Self { folder, socket, process };
        daemon.wait_until("the server", Self::answers);
        Some(daemon)
    }

    fn spawn_server(folder: &Path) -> Child {
        let socket = folder.join("native");
        Self::command("pulseaudio", folder)
            .args(["-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no"])
            .args(["-L", "module-null-sink sink_name=heard rate=48000 format=float32le channels=2"])
            .arg("-L")
            .arg(format!("module-native-protocol-unix socket={} auth-anonymous=1", socket.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("pulseaudio starts")
    }

    /// Returns a command that knows no other server and writes nowhere else.
    fn command(program: &str, folder: &Path) -> Command {
        let mut command = Command::new(program);
        for variable in
            ["HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"]
        {
            command.env(variable, folder);
        }
        command.env("PULSE_SERVER", format!("unix:{}", folder.join("native").display()));
        command.env_remove("DISPLAY").env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        command
    }

    /// Returns the socket of the server.
    pub fn socket(&self) -> &Path {
        &self.socket
    }

    fn ask(&self, question: &[&str]) -> String {
        let answer = Self::command("pactl", self.folder.path()).args(question).output().expect("pactl runs");
        String::from_utf8_lossy(&answer.stdout).into_owned()
    }

    fn answers(&self) -> bool {
        self.ask(&["info"]).contains("Default Sink: heard")
    }

    /// Returns `true` while the player plays to the server.
    pub fn has_client(&self) -> bool {
        self.ask(&["list", "sink-inputs"]).contains("Hotgates")
    }

    /// Waits until something is so; fails after some seconds.
    pub fn wait_until(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < Duration::from_secs(15), "in vain: {what}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        self.process.kill().expect("a process of our own");
        self.process.wait().expect("a process of our own");
    }

    /// Starts the server again after its death.
    pub fn restart(&mut self) {
        let _ = std::fs::remove_file(&self.socket);
        self.process = Self::spawn_server(self.folder.path());
        self.wait_until("the server", Self::answers);
    }

    /// Sends the server a signal by its name.
    pub fn send_signal(&self, signal: &str) {
        let status =
            Command::new("kill").args([&format!("-{signal}"), &self.process.id().to_string()]).status();
        assert!(status.is_ok_and(|status| status.success()));
    }

    /// Records from now on what comes out of the loudspeakers.
    pub fn record_monitor(&self) -> MonitorRecording {
        let mut process = Self::command("parec", self.folder.path())
            .args(["--device=heard.monitor", "--raw", "--format=float32le", "--rate=48000", "--channels=2"])
            .args(["--latency-msec=20"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("parec starts");
        let mut output = process.stdout.take().expect("a pipe");
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let taken = Arc::clone(&bytes);
        std::thread::spawn(move || {
            let mut block = [0; 8192];
            while let Ok(count @ 1..) = output.read(&mut block) {
                taken.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&block[..count]);
            }
        });
        let recording = MonitorRecording { process, bytes };
        self.wait_until("a recording", |_| recording.byte_count() > 0);
        recording
    }
}

impl Drop for SoundDaemon {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A recording that goes on; it ends when it is dropped.
pub struct MonitorRecording {
    process: Child,
    bytes: Arc<Mutex<Vec<u8>>>,
}

impl MonitorRecording {
    fn byte_count(&self) -> usize {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Returns the frames recorded since the start and for a time from now on.
    pub fn listen_for(self, time: Duration) -> Vec<[f32; 2]> {
        sleep(time);
        self.recorded_frames()
    }

    /// Returns the frames recorded since the start.
    pub fn recorded_frames(&self) -> Vec<[f32; 2]> {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let sample = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes"));
        bytes.chunks_exact(8).map(|frame| [sample(&frame[..4]), sample(&frame[4..])]).collect()
    }
}

impl Drop for MonitorRecording {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns what the left ear hears.
pub fn left_ear(frames: &[[f32; 2]]) -> Vec<f32> {
    frames.iter().map(|frame| frame[0]).collect()
}
