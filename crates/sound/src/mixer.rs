//! What sounds at the same time, added up.

use std::f32::consts::FRAC_PI_4;

use crate::cues::SoundCue;
use crate::loudness::{factor_of_decibels, soft_limit};
use crate::signal::{sample_count, sample_share};
use crate::sound::Sound;

/// Largest number of sounds at the same time.
pub const MAX_VOICES: usize = 16;
/// Largest number of voices of one sound at the same time.
const MAX_VOICES_OF_SOUND: usize = 4;
/// Loudness of a sound of no strength, in decibels below one of full strength.
const FAINTEST: f32 = -20.0;
/// Amplitude from which sums are pressed together, and the largest that comes out.
const KNEE: f32 = 0.7;
const CEILING: f32 = 0.98;

/// Change of a factor from 0 to 1 in a frame: 5 milliseconds for the whole way.
const SAMPLE_STEP: f32 = 1.0 / 240.0;

/// One sound that is being played.
#[derive(Debug)]
struct MixerVoice {
    sound: Sound,
    samples: Vec<f32>,
    /// Index of the next sample.
    next: usize,
    /// Number of frames until the sound begins.
    delay: usize,
    /// Factors for the left and the right ear.
    gains: [f32; 2],
    /// Share of the sound that is still let through while it gives way to another.
    fading: Option<f32>,
}

impl MixerVoice {
    fn of_cue(cue: SoundCue, samples: Vec<f32>) -> Self {
        let strength = clean_share(cue.strength);
        let gain = factor_of_decibels(FAINTEST * (1.0 - strength));
        // Equal power: a sound is as loud at the side as in the middle.
        let pan = if cue.pan.is_finite() { cue.pan.clamp(-1.0, 1.0) } else { 0.0 };
        let (right, left) = (FRAC_PI_4 * (1.0 + pan)).sin_cos();
        let delay = sample_count(cue.delay.as_secs_f32());
        Self { sound: cue.sound, samples, next: 0, delay, gains: [gain * left, gain * right], fading: None }
    }

    fn is_over(&self) -> bool {
        self.next >= self.samples.len() || self.fading.is_some_and(|share| share <= 0.0)
    }

    /// Returns the next sample for each ear.
    fn next_frame(&mut self) -> [f32; 2] {
        if self.delay > 0 {
            self.delay -= 1;
            return [0.0; 2];
        }
        let Some(sample) = self.samples.get(self.next) else { return [0.0; 2] };
        self.next += 1;
        let share = self.fading.as_mut().map_or(1.0, |share| {
            *share = (*share - SAMPLE_STEP).max(0.0);
            *share
        });
        self.gains.map(|gain| gain * share * sample)
    }

    /// Returns what would be lost with the voice: less of a quiet one and of one that is nearly over.
    fn worth_of_rest(&self) -> f32 {
        let rest = self.samples.len() - self.next.min(self.samples.len());
        (self.gains[0] + self.gains[1]) * sample_share(rest, self.samples.len())
    }
}

/// Adds up the sounds that are played at the same time: each with its strength and direction, at most
/// [`MAX_VOICES`] of them, and never louder than loudspeakers can be.
///
/// ```
/// use hotgates_sound::{Sound, SoundCue, SoundMixer, synthesise_sound};
///
/// let mut mixer = SoundMixer::with_volume(1.0);
/// mixer.start_voice(SoundCue::new(Sound::Click, 1.0), synthesise_sound(Sound::Click, 1, 1.0));
/// let mut frames = vec![0.0; 2 * 480];
/// mixer.mix_frames(&mut frames);
/// assert!(frames.iter().any(|sample| sample.abs() > 0.01));
/// assert_eq!(mixer.voice_count(), 1);
/// ```
#[derive(Debug)]
pub struct SoundMixer {
    voices: Vec<MixerVoice>,
    /// Master volume now.
    volume: f32,
    /// Master volume to which it goes.
    wanted_volume: f32,
}

impl SoundMixer {
    /// Makes a mixer without sounds. A volume of 1 leaves sounds as loud as they are, 0 is silence.
    #[must_use]
    pub fn with_volume(volume: f32) -> Self {
        let volume = clean_share(volume);
        Self { voices: Vec::new(), volume, wanted_volume: volume }
    }

    /// Changes the master volume, within milliseconds, so that no click is heard.
    pub fn set_volume(&mut self, volume: f32) {
        self.wanted_volume = clean_share(volume);
    }

    /// Number of sounds that are played or wait for their time, those that give way left out.
    #[must_use]
    pub fn voice_count(&self) -> usize {
        self.voices.iter().filter(|voice| voice.fading.is_none()).count()
    }

    /// Returns `true` if nothing is played and nothing waits for its time.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.voices.is_empty()
    }

    /// Starts a sound with its samples, mono at [`SAMPLE_RATE`](crate::SAMPLE_RATE). Where there are too many,
    /// the one of which least would be lost gives way: the quietest, or the nearest to its end.
    pub fn start_voice(&mut self, cue: SoundCue, samples: Vec<f32>) {
        if self.voices.iter().filter(|voice| voice.is_counted_for(cue.sound)).count() >= MAX_VOICES_OF_SOUND {
            self.give_way(|voice| voice.is_counted_for(cue.sound));
        }
        if self.voice_count() >= MAX_VOICES {
            self.give_way(|voice| voice.fading.is_none());
        }
        self.voices.push(MixerVoice::of_cue(cue, samples));
    }

    /// Lets the voice of least worth among some fade away.
    fn give_way(&mut self, among: impl Fn(&MixerVoice) -> bool) {
        let voices = self.voices.iter_mut().filter(|voice| among(voice));
        let least = voices.min_by(|a, b| a.worth_of_rest().total_cmp(&b.worth_of_rest()));
        if let Some(voice) = least {
            // One that has not begun is heard by nobody.
            voice.fading = Some(if voice.delay > 0 { 0.0 } else { 1.0 });
        }
    }

    /// Fills frames of two samples, left and right, with what is heard next.
    pub fn mix_frames(&mut self, frames: &mut [f32]) {
        for frame in frames.chunks_exact_mut(2) {
            let change = self.wanted_volume - self.volume;
            self.volume += change.clamp(-SAMPLE_STEP, SAMPLE_STEP);
            let mut sums = [0.0; 2];
            for voice in &mut self.voices {
                let [left, right] = voice.next_frame();
                sums = [sums[0] + left, sums[1] + right];
            }
            frame.copy_from_slice(&sums.map(|sum| soft_limit(self.volume * sum, KNEE, CEILING)));
        }
        self.voices.retain(|voice| !voice.is_over());
    }
}

impl MixerVoice {
    fn is_counted_for(&self, sound: Sound) -> bool {
        self.sound == sound && self.fading.is_none()
    }
}

/// Returns a share between 0 and 1; 0 for what is no number.
fn clean_share(share: f32) -> f32 {
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
}
