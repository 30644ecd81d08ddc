use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use hotgates_sound::{
    AudioOutlet, AudioStream, PlayerTimes, Sound, SoundCue, SoundError, SoundPlayer, SoundSettings,
};

/// What a sound server that is none has seen.
#[derive(Debug, Default)]
struct SeenCalls {
    tries: Vec<Instant>,
    open: usize,
    heard: Vec<f32>,
    is_dropped: bool,
    /// Time that opening takes.
    slowness: Duration,
    refuses: bool,
}

/// A sound server that is none, for a player, with what it has seen.
#[derive(Debug, Clone, Default)]
struct PretendedServer(Arc<Mutex<SeenCalls>>);

impl PretendedServer {
    fn with<T>(&self, look: impl FnOnce(&mut SeenCalls) -> T) -> T {
        look(&mut self.0.lock().expect("no test panics while it looks"))
    }

    fn start_player(&self) -> SoundPlayer {
        let times = PlayerTimes {
            idle: Duration::from_millis(150),
            retry: Duration::from_millis(400),
            late: Duration::from_millis(200),
        };
        let settings = SoundSettings { volume: 1.0, is_muted: false };
        SoundPlayer::start_with(settings, Box::new(PretendedOutlet(self.clone())), times)
    }

    /// Waits until something is seen; fails after some seconds.
    fn wait_until(&self, what: &str, mut seen: impl FnMut(&SeenCalls) -> bool) {
        let start = Instant::now();
        while !self.with(|calls| seen(calls)) {
            assert!(start.elapsed() < Duration::from_secs(10), "in vain: {what}");
            sleep(Duration::from_millis(5));
        }
    }
}

struct PretendedOutlet(PretendedServer);

impl AudioOutlet for PretendedOutlet {
    fn open_stream(&mut self) -> Result<Box<dyn AudioStream>, SoundError> {
        sleep(self.0.with(|calls| {
            calls.tries.push(Instant::now());
            calls.slowness
        }));
        self.0.with(|calls| {
            if calls.refuses {
                return Err(SoundError::Stopped);
            }
            calls.open += 1;
            Ok(Box::new(PretendedStream(self.0.clone())) as Box<dyn AudioStream>)
        })
    }
}

impl Drop for PretendedOutlet {
    fn drop(&mut self) {
        self.0.with(|calls| calls.is_dropped = true);
    }
}

struct PretendedStream(PretendedServer);

impl AudioStream for PretendedStream {
    fn feed_samples(
        &mut self,
        patience: Duration,
        fill: &mut dyn FnMut(&mut [f32]),
    ) -> Result<(), SoundError> {
        sleep(patience.min(Duration::from_millis(5)));
        let mut frames = [0.0; 2 * 480];
        fill(&mut frames);
        self.0.with(|calls| {
            calls.heard.extend(frames);
            if calls.refuses { Err(SoundError::Stopped) } else { Ok(()) }
        })
    }
}

impl Drop for PretendedStream {
    fn drop(&mut self) {
        self.0.with(|calls| calls.open -= 1);
    }
}

fn is_loud(samples: &[f32]) -> bool {
    samples.iter().any(|sample| sample.abs() > 0.01)
}

#[test]
fn a_stream_is_open_from_the_first_sound_to_silence() {
    let server = PretendedServer::default();
    let player = server.start_player();
    sleep(Duration::from_millis(50));
    server.with(|calls| assert!(calls.tries.is_empty(), "nothing was asked for"));
    for round in 1..=2 {
        assert!(player.play(SoundCue::new(Sound::Click, 1.0)));
        server.wait_until("a click", |calls| is_loud(&calls.heard));
        server.wait_until("an end", |calls| calls.open == 0);
        server.with(|calls| {
            assert_eq!(calls.tries.len(), round);
            calls.heard.clear();
        });
        // Closed, it is not fed any more.
        sleep(Duration::from_millis(50));
        server.with(|calls| assert!(calls.heard.is_empty()));
    }
}

#[test]
fn playing_never_waits_however_slow_the_server() {
    let server = PretendedServer::default();
    server.with(|calls| calls.slowness = Duration::from_millis(700));
    let player = server.start_player();
    let start = Instant::now();
    let taken = (0..5000).filter(|_| player.play(SoundCue::new(Sound::Gun, 1.0))).count();
    player.set_volume(0.5);
    assert!(start.elapsed() < Duration::from_millis(300), "{:?}", start.elapsed());
    assert!(taken < 100, "what cannot be played soon is not taken: {taken}");
    // When the server is there at last, all these sounds come too late.
    server.wait_until("a stream", |calls| !calls.heard.is_empty());
    server.wait_until("an end", |calls| calls.open == 0);
    server.with(|calls| assert!(!is_loud(&calls.heard)));
}

#[test]
fn a_server_that_refuses_is_not_asked_again_at_once() {
    let server = PretendedServer::default();
    server.with(|calls| calls.refuses = true);
    let player = server.start_player();
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(1500) {
        player.play(SoundCue::new(Sound::Steps, 1.0));
        sleep(Duration::from_millis(10));
    }
    server.with(|calls| {
        assert!((2..=4).contains(&calls.tries.len()), "{}", calls.tries.len());
        let pauses = calls.tries.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(pauses.min().is_some_and(|pause| pause >= Duration::from_millis(400)));
        calls.refuses = false;
    });
    let start = Instant::now();
    while !server.with(|calls| is_loud(&calls.heard)) {
        assert!(start.elapsed() < Duration::from_secs(10), "sound does not come back");
        player.play(SoundCue::new(Sound::Steps, 1.0));
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn mute_is_silence_and_asks_no_server() {
    let server = PretendedServer::default();
    let player = server.start_player();
    player.set_muted(true);
    assert!(!player.play(SoundCue::new(Sound::Gun, 1.0)));
    player.set_muted(false);
    player.set_volume(0.0);
    assert!(!player.play(SoundCue::new(Sound::Gun, 1.0)));
    sleep(Duration::from_millis(50));
    server.with(|calls| assert!(calls.tries.is_empty()));
    // What is heard already falls silent.
    player.set_volume(1.0);
    player.play(SoundCue::new(Sound::Victory, 1.0));
    server.wait_until("a fanfare", |calls| is_loud(&calls.heard));
    player.set_muted(true);
    sleep(Duration::from_millis(60));
    let from = server.with(|calls| calls.heard.len());
    server.wait_until("an end", |calls| calls.open == 0);
    server.with(|calls| assert!(calls.heard.len() > from && !is_loud(&calls.heard[from..])));
}

#[test]
fn the_thread_ends_with_its_player() {
    for is_playing in [false, true] {
        let server = PretendedServer::default();
        let player = server.start_player();
        if is_playing {
            player.play(SoundCue::new(Sound::Victory, 1.0));
            server.wait_until("a stream", |calls| calls.open == 1);
        }
        let start = Instant::now();
        drop(player);
        assert!(start.elapsed() < Duration::from_millis(200));
        server.wait_until("the end of the thread", |calls| calls.is_dropped && calls.open == 0);
    }
}

#[test]
fn a_player_can_be_shared_between_threads() {
    let server = PretendedServer::default();
    let player = Arc::new(server.start_player());
    let threads = [Sound::Gun, Sound::Melee].map(|sound| {
        let player = Arc::clone(&player);
        std::thread::spawn(move || player.play(SoundCue::new(sound, 1.0)))
    });
    for thread in threads {
        assert!(thread.join().expect("no panic"));
    }
    server.wait_until("sound", |calls| is_loud(&calls.heard));
}
