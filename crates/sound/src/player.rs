//! The thread that plays sounds, and the handle by which it is asked for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::cues::SoundCue;
use crate::mixer::SoundMixer;
use crate::outlet::{AudioOutlet, AudioStream, SoundError};
use crate::synthesis::synthesise_sound;
use crate::system::system_outlet;

/// Largest number of sounds that wait for the thread.
const QUEUE: usize = 32;
/// Longest time between looks into the queue while a stream is open.
const PATIENCE: Duration = Duration::from_millis(10);

/// What the player of the window has chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SoundSettings {
    /// Master volume, a factor of the amplitude from 0 to 1.
    pub volume: f32,
    /// `true` if nothing is to be heard.
    pub is_muted: bool,
}

impl Default for SoundSettings {
    fn default() -> Self {
        Self { volume: 0.7, is_muted: false }
    }
}

/// Times by which a [`SoundPlayer`] goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerTimes {
    /// Silence after which the stream is closed.
    pub idle: Duration,
    /// Shortest time between a failure and the next try.
    pub retry: Duration,
    /// Age from which a sound comes too late to be played.
    pub late: Duration,
}

impl Default for PlayerTimes {
    fn default() -> Self {
        Self { idle: Duration::from_secs(3), retry: Duration::from_secs(5), late: Duration::from_millis(300) }
    }
}

/// What handle and thread share.
#[derive(Debug)]
struct PlayerControls {
    /// The bits of the volume.
    volume: AtomicU32,
    is_muted: AtomicBool,
    next_seed: AtomicU64,
}

impl PlayerControls {
    /// Returns the volume that is to be heard: 0 while muted.
    fn heard_volume(&self) -> f32 {
        if self.is_muted.load(Ordering::Relaxed) {
            0.0
        } else {
            f32::from_bits(self.volume.load(Ordering::Relaxed))
        }
    }
}

/// A sound that waits for the thread, and when it was asked for.
#[derive(Debug)]
struct QueuedCue {
    cue: SoundCue,
    asked: Instant,
}

/// Plays sounds on a thread of its own; no method ever waits. The sound server is asked when the first sound is
/// to be played, and left after some seconds of silence; then the thread sleeps. Where there is no sound
/// server nothing is heard, the log says so once, and it is tried again some seconds later at the earliest.
/// Dropping the player ends the thread.
///
/// ```
/// use hotgates_sound::{AudioOutlet, AudioStream, PlayerTimes, Sound, SoundCue, SoundError, SoundPlayer, SoundSettings};
///
/// /// A machine without loudspeakers.
/// struct Nowhere;
///
/// impl AudioOutlet for Nowhere {
///     fn open_stream(&mut self) -> Result<Box<dyn AudioStream>, SoundError> {
///         Err(SoundError::NoServer)
///     }
/// }
///
/// let times = PlayerTimes::default();
/// let player = SoundPlayer::start_with(SoundSettings::default(), Box::new(Nowhere), times);
/// assert!(player.play(SoundCue::new(Sound::Horn(hotgates_engine::Side::Red), 1.0)));
/// player.set_muted(true);
/// // A muted player does not even take a sound.
/// assert!(!player.play(SoundCue::new(Sound::Click, 1.0)));
/// ```
#[derive(Debug)]
pub struct SoundPlayer {
    queue: SyncSender<QueuedCue>,
    controls: Arc<PlayerControls>,
}

impl SoundPlayer {
    /// Starts a player for the loudspeakers of this system.
    #[must_use]
    pub fn start(settings: SoundSettings) -> Self {
        Self::start_with(settings, system_outlet(), PlayerTimes::default())
    }

    /// Starts a player for another way to the loudspeakers, and with other times.
    #[must_use]
    pub fn start_with(settings: SoundSettings, outlet: Box<dyn AudioOutlet>, times: PlayerTimes) -> Self {
        let controls = Arc::new(PlayerControls {
            volume: AtomicU32::new(settings.volume.to_bits()),
            is_muted: AtomicBool::new(settings.is_muted),
            next_seed: AtomicU64::new(0),
        });
        let (queue, waiting) = sync_channel(QUEUE);
        let thread = PlayerThread { outlet, waiting, controls: Arc::clone(&controls), times, outage: None };
        // Without a thread nobody takes from the queue, and nothing is heard.
        if let Err(problem) = thread::Builder::new().name("sound".into()).spawn(move || thread.run()) {
            tracing::warn!("no sound: {problem}");
        }
        Self { queue, controls }
    }

    /// Plays a sound, and returns `true` if it was taken. It is not while the player is muted, nor when too many
    /// wait.
    #[expect(clippy::must_use_candidate, reason = "a sound that is not heard is no loss")]
    pub fn play(&self, cue: SoundCue) -> bool {
        if self.controls.heard_volume() <= 0.0 {
            return false;
        }
        self.queue.try_send(QueuedCue { cue, asked: Instant::now() }).is_ok()
    }

    /// Changes the master volume, a factor of the amplitude from 0 to 1.
    pub fn set_volume(&self, volume: f32) {
        self.controls.volume.store(volume.to_bits(), Ordering::Relaxed);
    }

    /// Makes everything silent, or no longer.
    pub fn set_muted(&self, is_muted: bool) {
        self.controls.is_muted.store(is_muted, Ordering::Relaxed);
    }
}

/// The thread: it sleeps until a sound is asked for, and plays until there is silence.
struct PlayerThread {
    outlet: Box<dyn AudioOutlet>,
    waiting: Receiver<QueuedCue>,
    controls: Arc<PlayerControls>,
    times: PlayerTimes,
    /// When sound may be tried again, from the first failure to the next success.
    outage: Option<Instant>,
}

/// Reason for which the thread stops playing without a failure.
enum PlayEnd {
    /// Nothing was to be heard for some time.
    Silence,
    /// The player was dropped.
    Dropped,
}

impl PlayerThread {
    fn run(mut self) {
        while let Ok(queued) = self.waiting.recv() {
            let waits = self.outage.is_some_and(|until| Instant::now() < until);
            if waits || self.is_late(&queued) || self.controls.heard_volume() <= 0.0 {
                continue;
            }
            match self.play_until_silent(&queued) {
                Ok(PlayEnd::Silence) => {}
                Ok(PlayEnd::Dropped) => return,
                Err(_) if self.is_dropped() => return,
                Err(problem) => self.note_failure(&problem),
            }
        }
    }

    /// Returns `true` if nobody can ask for sounds any more; the sounds that wait are lost. A failure after that,
    /// as of a server that ended first when everything was closed, concerns nobody.
    fn is_dropped(&self) -> bool {
        loop {
            match self.waiting.try_recv() {
                Ok(_) => {}
                Err(reason) => return reason == TryRecvError::Disconnected,
            }
        }
    }

    fn is_late(&self, queued: &QueuedCue) -> bool {
        queued.asked.elapsed() > self.times.late
    }

    /// Tells the log of the first failure since sound was last heard, and keeps still for a while.
    fn note_failure(&mut self, problem: &SoundError) {
        if self.outage.is_none() {
            tracing::warn!("no sound: {problem}");
        }
        self.outage = Some(Instant::now() + self.times.retry);
    }

    fn play_until_silent(&mut self, first: &QueuedCue) -> Result<PlayEnd, SoundError> {
        let mut stream = self.outlet.open_stream()?;
        let mut mixer = SoundMixer::with_volume(self.controls.heard_volume());
        // Opening may have taken its time.
        self.start_queued(&mut mixer, first);
        let mut heard = Instant::now();
        while heard.elapsed() < self.times.idle {
            // Sounds are made one by one, so that the server does not run dry when many are asked for at once.
            let patience = match self.waiting.try_recv() {
                Ok(queued) => {
                    self.start_queued(&mut mixer, &queued);
                    Duration::ZERO
                }
                Err(TryRecvError::Empty) => PATIENCE,
                Err(TryRecvError::Disconnected) => return Ok(PlayEnd::Dropped),
            };
            mixer.set_volume(self.controls.heard_volume());
            self.feed_stream(&mut *stream, &mut mixer, patience)?;
            if !mixer.is_silent() {
                heard = Instant::now();
            }
        }
        Ok(PlayEnd::Silence)
    }

    fn feed_stream(
        &mut self,
        stream: &mut dyn AudioStream,
        mixer: &mut SoundMixer,
        patience: Duration,
    ) -> Result<(), SoundError> {
        let mut has_fed = false;
        stream.feed_samples(patience, &mut |frames| {
            mixer.mix_frames(frames);
            has_fed = true;
        })?;
        if has_fed {
            self.outage = None;
        }
        Ok(())
    }

    /// Starts a sound, unless it comes too late.
    fn start_queued(&self, mixer: &mut SoundMixer, queued: &QueuedCue) {
        if !self.is_late(queued) {
            let seed = self.controls.next_seed.fetch_add(1, Ordering::Relaxed);
            let SoundCue { sound, strength, .. } = queued.cue;
            mixer.start_voice(queued.cue, synthesise_sound(sound, seed, strength));
        }
    }
}
