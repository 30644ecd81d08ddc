//! Material of sounds: noise, filters, envelopes, and tracks on which they are laid over each other.

use std::f32::consts::{PI, TAU};

use hotgates_engine::mix::split_mix;

/// Number of samples in a second.
pub const SAMPLE_RATE: u32 = 48_000;
const RATE: f32 = 48_000.0;

/// Returns the number of samples in a time in seconds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sounds last seconds: a cast of a float saturates"
)]
pub(crate) fn sample_count(seconds: f32) -> usize {
    (seconds * RATE).round() as usize
}

/// Returns the time in seconds at which a sample is heard.
#[expect(clippy::cast_precision_loss, reason = "sounds last seconds")]
pub(crate) fn sample_time(index: usize) -> f32 {
    index as f32 / RATE
}

/// Returns the share of a number of samples in another.
#[expect(clippy::cast_precision_loss, reason = "sounds last seconds")]
pub(crate) fn sample_share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

/// Returns a number of men, horses or shots: `few` at no strength, `many` at full strength.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small counts")]
pub(crate) fn count_heard(few: f32, many: f32, strength: f32) -> u8 {
    (few + (many - few) * strength).round() as u8
}

/// Numbers that look random and follow from a seed.
#[derive(Debug)]
pub(crate) struct NoiseSource(u64);

impl NoiseSource {
    /// Makes the source of a seed.
    pub(crate) fn from_seed(seed: u64) -> Self {
        Self(split_mix(seed))
    }

    /// Draws a number from −1 to 1: a sample of white noise.
    #[expect(clippy::cast_precision_loss, reason = "24 bits are a float's")]
    pub(crate) fn white_sample(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(1);
        (split_mix(self.0) >> 40) as f32 / 8_388_608.0 - 1.0
    }

    /// Draws a number between two others.
    pub(crate) fn draw_between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.white_sample().mul_add(0.5, 0.5)
    }

    /// Draws a number that differs from another by at most a share of it.
    pub(crate) fn draw_near(&mut self, middle: f32, share: f32) -> f32 {
        middle * share.mul_add(self.white_sample(), 1.0)
    }
}

/// Parts of a sample that a filter lets through: low, middle and high frequencies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FilteredSample {
    /// Frequencies below the cutoff.
    pub(crate) low: f32,
    /// Frequencies about the cutoff.
    pub(crate) band: f32,
    /// Frequencies above the cutoff.
    pub(crate) high: f32,
}

/// A state variable filter of second order that may be tuned anew at every sample (Zavalishin, "The Art of VA
/// Filter Design", 2012).
#[derive(Debug, Default)]
pub(crate) struct StateVariableFilter {
    gain: f32,
    damping: f32,
    first: f32,
    second: f32,
}

impl StateVariableFilter {
    /// Makes a filter of a cutoff in hertz and a quality.
    pub(crate) fn tuned_to(cutoff: f32, quality: f32) -> Self {
        let mut filter = Self::default();
        filter.tune_to(cutoff, quality);
        filter
    }

    /// Changes the cutoff, in hertz, and the quality.
    pub(crate) fn tune_to(&mut self, cutoff: f32, quality: f32) {
        self.gain = (PI * cutoff.clamp(5.0, 0.45 * RATE) / RATE).tan();
        self.damping = 1.0 / quality;
    }

    /// Filters the next sample.
    pub(crate) fn filter_sample(&mut self, sample: f32) -> FilteredSample {
        let scale = 1.0 / (1.0 + self.gain * (self.gain + self.damping));
        let rest = sample - self.second;
        let band = scale * (self.first + self.gain * rest);
        let low = self.second + self.gain * band;
        self.first = 2.0 * band - self.first;
        self.second = 2.0 * low - self.second;
        let band = self.damping * band;
        FilteredSample { low, band, high: sample - band - low }
    }
}

/// The phase of a tone whose pitch may change at every sample.
#[derive(Debug, Default)]
pub(crate) struct TonePhase(f32);

impl TonePhase {
    /// Goes on by a sample of a pitch in hertz, and returns the phase in radians.
    pub(crate) fn advance_phase(&mut self, pitch: f32) -> f32 {
        let phase = self.0;
        self.0 = (self.0 + TAU * pitch / RATE) % TAU;
        phase
    }
}

/// Returns how loud something struck is after a time: it rises within `attack` and falls to a third in each
/// `decay`, all in seconds.
pub(crate) fn strike_envelope(time: f32, attack: f32, decay: f32) -> f32 {
    (time / attack).min(1.0) * (-time / decay).exp()
}

/// Returns how loud something held is after a time: it rises smoothly within `rise`, and falls within `fall`
/// before its `length` is over, all in seconds.
pub(crate) fn swell_envelope(time: f32, length: f32, rise: f32, fall: f32) -> f32 {
    let ease = |share: f32| 0.5 - 0.5 * (PI * share.clamp(0.0, 1.0)).cos();
    ease(time / rise) * ease((length - time) / fall)
}

/// Samples on which parts of a sound are laid over each other.
#[derive(Debug)]
pub(crate) struct SoundTrack {
    samples: Vec<f32>,
}

impl SoundTrack {
    /// Makes a silent track of a length in seconds.
    pub(crate) fn with_length(seconds: f32) -> Self {
        Self { samples: vec![0.0; sample_count(seconds)] }
    }

    /// Adds a part from `start` on, for `length` seconds or to the end of the track. The part is a function of
    /// the time since its start.
    pub(crate) fn add_part(&mut self, start: f32, length: f32, mut part: impl FnMut(f32) -> f32) {
        let rest = self.samples.iter_mut().skip(sample_count(start)).take(sample_count(length));
        for (index, sample) in rest.enumerate() {
            *sample += part(sample_time(index));
        }
    }

    /// Adds a short noise about a pitch, as of something struck.
    pub(crate) fn add_knock(&mut self, start: f32, noise: &mut NoiseSource, knock: Knock) {
        let mut filter = StateVariableFilter::tuned_to(knock.pitch, knock.quality);
        self.add_part(start, 8.0 * knock.decay, |time| {
            let sample = filter.filter_sample(noise.white_sample()).band;
            knock.force * sample * strike_envelope(time, 0.0005, knock.decay)
        });
    }

    /// Adds a tone that falls from one pitch to another, as of a drum.
    pub(crate) fn add_thump(&mut self, start: f32, thump: Thump) {
        let mut phase = TonePhase::default();
        self.add_part(start, 8.0 * thump.decay, |time| {
            let pitch = thump.to + (thump.from - thump.to) * (-time / (0.3 * thump.decay)).exp();
            thump.force * phase.advance_phase(pitch).sin() * strike_envelope(time, 0.001, thump.decay)
        });
    }

    /// Returns the samples.
    pub(crate) fn into_samples(self) -> Vec<f32> {
        self.samples
    }
}

/// A short noise about a pitch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Knock {
    /// Amplitude.
    pub(crate) force: f32,
    /// Middle of the frequencies, in hertz.
    pub(crate) pitch: f32,
    /// Quality of the filter: the higher, the more the knock is a tone.
    pub(crate) quality: f32,
    /// Time in which the knock falls to a third, in seconds.
    pub(crate) decay: f32,
}

/// A tone that falls in pitch and dies away.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Thump {
    /// Amplitude.
    pub(crate) force: f32,
    /// First pitch, in hertz.
    pub(crate) from: f32,
    /// Last pitch, in hertz.
    pub(crate) to: f32,
    /// Time in which the thump falls to a third, in seconds.
    pub(crate) decay: f32,
}
