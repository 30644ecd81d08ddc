//! The player before a real sound server: `PulseAudio` with loudspeakers that are a recording.
//!
//! Each test has a server of its own, in a folder of its own. Without the programs `pulseaudio` and `parec` the
//! tests are skipped and say so.

#![cfg(target_os = "linux")]
#![expect(
    clippy::cast_precision_loss,
    clippy::expect_used,
    reason = "sounds last seconds, and a test may panic"
)]

mod daemon;
#[path = "../sound/measure.rs"]
#[expect(dead_code, reason = "not all of it is measured here")]
mod measure;

use std::fs;
use std::io::Write;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use daemon::{MonitorRecording, SoundDaemon, left_ear};
use hotgates_engine::Side;
use hotgates_sound::{
    PlayerTimes, PulseOutlet, Sound, SoundCue, SoundPlayer, SoundSettings, synthesise_sound,
};
use measure::{
    effective_value, energy_of_samples, samples_in, share_between, spectral_centroid, strongest_frequency,
};

const RED_HORN: Sound = Sound::Horn(Side::Red);
/// Factor for each ear of a sound in the middle.
const MIDDLE: f32 = std::f32::consts::FRAC_1_SQRT_2;

static LOG: Mutex<String> = Mutex::new(String::new());

/// Writes to [`LOG`].
struct LogWriter;

impl Write for LogWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock().unwrap_or_else(PoisonError::into_inner).push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Lets one test run at a time, with an empty log.
fn take_turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    static START: Once = Once::new();
    START.call_once(|| {
        tracing_subscriber::fmt().with_ansi(false).with_writer(|| LogWriter).init();
    });
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    LOG.lock().unwrap_or_else(PoisonError::into_inner).clear();
    turn
}

fn log_lines() -> Vec<String> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner).lines().map(str::to_owned).collect()
}

fn start_player(socket: &Path, volume: f32) -> SoundPlayer {
    let times = PlayerTimes {
        idle: Duration::from_millis(600),
        retry: Duration::from_secs(1),
        ..PlayerTimes::default()
    };
    let outlet = PulseOutlet::at_socket(socket.to_owned());
    SoundPlayer::start_with(SoundSettings { volume, is_muted: false }, Box::new(outlet), times)
}

/// Returns what is heard from the first sound on.
fn heard_part(samples: &[f32]) -> &[f32] {
    let start = samples.iter().position(|sample| sample.abs() > 1e-5).expect("nothing was heard");
    let end = samples.iter().rposition(|sample| sample.abs() > 1e-5).expect("nothing was heard");
    &samples[start..=end]
}

#[test]
fn what_is_played_arrives_sample_by_sample() {
    let _turn = take_turn();
    let Some(daemon) = SoundDaemon::start() else { return };
    let recording = daemon.record_monitor();
    let player = start_player(daemon.socket(), 1.0);
    // A stream that begins cuts into what the loudspeakers were given before; of that the recording, other than
    // the loudspeakers, has already had its part. So the sound does not begin with the stream.
    assert!(player.play(SoundCue::new(RED_HORN, 1.0).after(Duration::from_millis(30))));
    let heard = recording.listen_for(Duration::from_millis(1600));
    let heard = left_ear(&heard);
    let made: Vec<f32> = synthesise_sound(RED_HORN, 0, 1.0).iter().map(|sample| MIDDLE * sample).collect();
    let (heard, made) = (heard_part(&heard), heard_part(&made));
    // What the server had before it began to play comes in one piece on any machine, however busy it is.
    for (index, (heard, made)) in heard.iter().zip(made).take(samples_in(40)).enumerate() {
        assert!((heard - made).abs() < 1e-4, "sample {index}: {heard}, made as {made}");
    }
    let energy = energy_of_samples(heard) / energy_of_samples(made);
    assert!((energy - 1.0).abs() < 0.1, "{energy}");
    let held = &heard[samples_in(350)..samples_in(650)];
    let shares = (1..=6_u8).map(|harmonic| {
        let middle = 174.6 * f32::from(harmonic);
        share_between(held, 0.97 * middle, 1.03 * middle)
    });
    assert!(shares.sum::<f32>() > 0.8);
    assert!(log_lines().is_empty(), "{:?}", log_lines());
}

#[test]
fn sounds_come_in_their_order_and_from_their_side() {
    let _turn = take_turn();
    let Some(daemon) = SoundDaemon::start() else { return };
    let recording = daemon.record_monitor();
    let player = start_player(daemon.socket(), 1.0);
    player.play(SoundCue::new(Sound::Gun, 1.0).with_pan(-1.0));
    player.play(SoundCue::new(Sound::Rain, 1.0).with_pan(1.0).after(Duration::from_millis(1400)));
    let heard = recording.listen_for(Duration::from_millis(3600));
    let [left, right] = [0, 1].map(|ear| -> Vec<f32> { heard.iter().map(|frame| frame[ear]).collect() });
    let first = |samples: &[f32]| samples.iter().position(|sample| sample.abs() > 1e-4).expect("heard");
    let between = first(&right) - first(&left);
    assert!((samples_in(1350)..samples_in(1650)).contains(&between), "{between}");
    assert!(spectral_centroid(heard_part(&left)) < 500.0);
    assert!(spectral_centroid(heard_part(&right)) > 2000.0);
}

#[test]
fn volume_is_a_ratio_and_mute_is_silence() {
    let _turn = take_turn();
    let Some(daemon) = SoundDaemon::start() else { return };
    let loudness = |volume: f32| {
        let recording = daemon.record_monitor();
        let player = start_player(daemon.socket(), volume);
        player.play(SoundCue::new(RED_HORN, 1.0));
        effective_value(heard_part(&left_ear(&recording.listen_for(Duration::from_millis(1500)))))
    };
    let (full, quarter) = (loudness(1.0), loudness(0.25));
    assert!((quarter / full - 0.25).abs() < 0.02, "{quarter} of {full}");

    let recording = daemon.record_monitor();
    let player = start_player(daemon.socket(), 1.0);
    player.play(SoundCue::new(Sound::Rain, 1.0));
    sleep(Duration::from_millis(500));
    player.set_muted(true);
    assert!(!player.play(SoundCue::new(Sound::Gun, 1.0)));
    let heard = left_ear(&recording.listen_for(Duration::from_millis(1500)));
    let heard = heard_part(&heard);
    // Half a second of rain and what was on its way; the whole rain takes a second and a half.
    assert!((samples_in(300)..samples_in(1000)).contains(&heard.len()), "{}", heard.len());
}

#[test]
fn after_silence_the_server_is_left_and_the_thread_sleeps() {
    let _turn = take_turn();
    let Some(daemon) = SoundDaemon::start() else { return };
    let player = start_player(daemon.socket(), 1.0);
    assert!(!daemon.has_client(), "nobody has asked for a sound");
    player.play(SoundCue::new(Sound::Click, 1.0));
    daemon.wait_until("a client", SoundDaemon::has_client);
    daemon.wait_until("no client", |daemon| !daemon.has_client());
    // Switches of the thread that bears the name: each is a moment in which it was awake.
    let switches = || {
        let tasks = fs::read_dir("/proc/self/task").expect("the threads of this program");
        let read = |folder: &Path, file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
        let sound: Vec<String> = tasks
            .filter_map(|task| Some(task.ok()?.path()))
            .filter(|task| read(task, "comm").trim() == "sound")
            .map(|task| read(&task, "status").lines().filter(|line| line.contains("ctxt_switches")).collect())
            .collect();
        assert!(!sound.is_empty(), "the thread is there");
        sound
    };
    sleep(Duration::from_millis(100));
    let before = switches();
    sleep(Duration::from_secs(2));
    assert_eq!(switches(), before, "an idle player is never awake");
}

#[test]
fn a_server_that_dies_is_missed_in_silence_and_heard_again() {
    let _turn = take_turn();
    let Some(mut daemon) = SoundDaemon::start() else { return };
    let player = start_player(daemon.socket(), 1.0);
    player.play(SoundCue::new(Sound::Rain, 1.0));
    daemon.wait_until("a client", SoundDaemon::has_client);
    daemon.kill();
    let start = Instant::now();
    let mut waited = 0;
    for _ in 0..150 {
        let asked = Instant::now();
        player.play(SoundCue::new(Sound::Steps, 1.0));
        waited += u32::from(asked.elapsed() >= Duration::from_millis(250));
        sleep(Duration::from_millis(10));
    }
    // A loaded machine may stop the test itself once or twice.
    assert!(waited <= 3, "play waits for a dead server: {waited} of 150 times");
    assert!(start.elapsed() > Duration::from_millis(1500), "more than one try");
    assert_eq!(log_lines().len(), 1, "{:?}", log_lines());
    daemon.restart();
    let recording = daemon.record_monitor();
    daemon.wait_until("sound", |daemon| player.play(SoundCue::new(RED_HORN, 1.0)) && daemon.has_client());
    let heard = left_ear(&recording.listen_for(Duration::from_millis(1500)));
    let pitch = strongest_frequency(heard_part(&heard));
    let harmonic = pitch / 174.6;
    assert!((harmonic - harmonic.round()).abs() < 0.05, "{pitch} Hz");
    assert_eq!(log_lines().len(), 1, "{:?}", log_lines());
}

#[test]
fn a_server_that_hangs_delays_nobody() {
    let _turn = take_turn();
    let Some(daemon) = SoundDaemon::start() else { return };
    let player = start_player(daemon.socket(), 1.0);
    player.play(SoundCue::new(Sound::Rain, 1.0));
    daemon.wait_until("a client", SoundDaemon::has_client);
    daemon.send_signal("STOP");
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(3500) {
        let asked = Instant::now();
        player.play(SoundCue::new(Sound::Steps, 1.0));
        assert!(asked.elapsed() < Duration::from_millis(250), "play waits for a server that hangs");
        sleep(Duration::from_millis(10));
    }
    assert_eq!(log_lines().len(), 1, "{:?}", log_lines());
    daemon.send_signal("CONT");
    let recording = daemon.record_monitor();
    let is_heard = |recording: &MonitorRecording| {
        left_ear(&recording.recorded_frames()).iter().any(|sample| sample.abs() > 0.01)
    };
    daemon.wait_until("sound", |_| player.play(SoundCue::new(RED_HORN, 1.0)) && is_heard(&recording));
    assert_eq!(log_lines().len(), 1, "{:?}", log_lines());
}

#[test]
fn without_a_server_there_is_one_line_in_the_log_and_no_delay() {
    let _turn = take_turn();
    let folder = tempfile::tempdir().expect("a folder");
    let player = start_player(&folder.path().join("native"), 1.0);
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(2500) {
        let asked = Instant::now();
        player.play(SoundCue::new(Sound::Gun, 1.0));
        assert!(asked.elapsed() < Duration::from_millis(250));
        sleep(Duration::from_millis(20));
    }
    let lines = log_lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].contains("WARN") && lines[0].ends_with("no sound: there is no sound server"),
        "{lines:?}"
    );
}

#[test]
fn a_server_that_talks_nonsense_is_left() {
    let _turn = take_turn();
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("native");
    let listener = UnixListener::bind(&socket).expect("a socket");
    let nonsense = std::thread::Builder::new().spawn(move || {
        for stream in listener.incoming().take(2) {
            let _ = stream.and_then(|mut stream| stream.write_all(&[0xA5; 4096]));
        }
    });
    let player = start_player(&socket, 1.0);
    for _ in 0..25 {
        player.play(SoundCue::new(Sound::Click, 1.0));
        sleep(Duration::from_millis(100));
    }
    assert_eq!(log_lines().len(), 1, "{:?}", log_lines());
    drop(player);
    let _ = std::os::unix::net::UnixStream::connect(&socket);
    nonsense.expect("a thread").join().expect("no panic");
}

#[test]
fn a_server_that_ends_after_its_player_is_not_missed() {
    let _turn = take_turn();
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("native");
    let listener = UnixListener::bind(&socket).expect("a socket");
    let player = start_player(&socket, 1.0);
    player.play(SoundCue::new(Sound::Click, 1.0));
    let (stream, _) = listener.accept().expect("a player");
    player.play(SoundCue::new(Sound::Click, 1.0));
    drop(player);
    // The player's thread waits for an answer; what it gets is the end.
    drop(stream);
    sleep(Duration::from_millis(200));
    assert!(log_lines().is_empty(), "{:?}", log_lines());
}
