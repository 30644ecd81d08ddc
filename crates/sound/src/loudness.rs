//! How loud a sound is to people, and sounds brought to one loudness.

use crate::signal::{SAMPLE_RATE, StateVariableFilter, sample_count, sample_share};

/// Loudness that every sound has in its loudest tenth of a second, in decibels below full scale.
pub(crate) const TARGET_LOUDNESS: f32 = -20.0;
/// Largest sample of a levelled sound.
const CEILING: f32 = 0.9;
const WINDOW: usize = SAMPLE_RATE as usize / 10;

/// A filter of second order: three factors of the input, two of the output.
struct Biquad {
    input: [f32; 3],
    output: [f32; 2],
    state: [f32; 2],
}

impl Biquad {
    const fn with_factors(input: [f32; 3], output: [f32; 2]) -> Self {
        Self { input, output, state: [0.0; 2] }
    }

    fn filter_sample(&mut self, sample: f32) -> f32 {
        let out = self.input[0] * sample + self.state[0];
        self.state[0] = self.input[1] * sample - self.output[0] * out + self.state[1];
        self.state[1] = self.input[2] * sample - self.output[1] * out;
        out
    }
}

/// Returns the samples as the ear weights them: by the two filters of ITU-R BS.1770 at 48 kHz.
fn weighted_samples(samples: &[f32]) -> impl Iterator<Item = f32> {
    let mut shelf =
        Biquad::with_factors([1.535_124_9, -2.691_696_2, 1.198_392_8], [-1.690_659_3, 0.732_480_8]);
    let mut pass = Biquad::with_factors([1.0, -2.0, 1.0], [-1.990_047_5, 0.990_072_25]);
    samples.iter().map(move |&sample| pass.filter_sample(shelf.filter_sample(sample)))
}

/// Returns the loudness of the loudest tenth of a second, in decibels below full scale, weighted as in ITU-R
/// BS.1770. Silence has −100.
///
/// ```
/// use hotgates_sound::peak_loudness;
///
/// let quiet: Vec<f32> = (0..4800_u16).map(|index| 0.1 * (f32::from(index) * 0.13).sin()).collect();
/// let loud: Vec<f32> = quiet.iter().map(|sample| 2.0 * sample).collect();
/// assert!((peak_loudness(&loud) - peak_loudness(&quiet) - 6.02).abs() < 0.01);
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a window is 4800 samples")]
pub fn peak_loudness(samples: &[f32]) -> f32 {
    let hop = WINDOW / 10;
    let energies: Vec<f32> = weighted_samples(samples)
        .collect::<Vec<_>>()
        .chunks(hop)
        .map(|chunk| chunk.iter().map(|sample| sample * sample).sum())
        .collect();
    let windows = (0..energies.len().saturating_sub(9).max(1))
        .map(|start| energies[start..energies.len().min(start + 10)].iter().sum::<f32>());
    let largest = windows.fold(0.0, f32::max) / WINDOW as f32;
    10.0 * largest.max(1e-10).log10()
}

/// Returns the factor of an amplitude for a difference in decibels.
pub(crate) fn factor_of_decibels(decibels: f32) -> f32 {
    10.0_f32.powf(decibels / 20.0)
}

/// Returns a sample below a ceiling: unchanged up to `knee`, more and more pressed above it.
pub(crate) fn soft_limit(sample: f32, knee: f32, ceiling: f32) -> f32 {
    let above = sample.abs() - knee;
    if above <= 0.0 {
        return sample;
    }
    let room = ceiling - knee;
    (knee + room * (above / room).tanh()).copysign(sample)
}

/// Brings a sound to [`TARGET_LOUDNESS`], without clicks at its ends and without clipping.
pub(crate) fn level_sound(mut samples: Vec<f32>) -> Vec<f32> {
    let mut rumble = StateVariableFilter::tuned_to(30.0, 0.7);
    for sample in &mut samples {
        *sample = rumble.filter_sample(*sample).high;
    }
    fade_ends(&mut samples);
    // Limiting takes loudness from sounds of short peaks: some of it is given back.
    for _ in 0..3 {
        let factor = factor_of_decibels(TARGET_LOUDNESS - peak_loudness(&samples));
        for sample in &mut samples {
            *sample = soft_limit(*sample * factor, 0.6, CEILING);
        }
    }
    samples
}

/// Lets a sound begin within a millisecond and end within 15.
fn fade_ends(samples: &mut [f32]) {
    let length = samples.len();
    let (rise, fall) = (sample_count(0.001), sample_count(0.015));
    for (index, sample) in samples.iter_mut().enumerate() {
        *sample *= sample_share(index, rise).min(1.0) * sample_share(length - 1 - index, fall).min(1.0);
    }
}
