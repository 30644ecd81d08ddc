//! What can be measured of samples: nobody hears tests.

use std::f32::consts::TAU;

use hotgates_sound::SAMPLE_RATE;

/// Returns the power of each frequency, and the width of a step between frequencies in hertz.
pub fn power_spectrum(samples: &[f32]) -> (Vec<f32>, f32) {
    let size = samples.len().next_power_of_two();
    let mut parts: Vec<(f32, f32)> = samples.iter().map(|&sample| (sample, 0.0)).collect();
    parts.resize(size, (0.0, 0.0));
    transform_parts(&mut parts);
    let power = parts[..size / 2].iter().map(|(real, imaginary)| real * real + imaginary * imaginary);
    (power.collect(), SAMPLE_RATE as f32 / size as f32)
}

/// Fast Fourier transform of a number of samples that is a power of two.
fn transform_parts(parts: &mut [(f32, f32)]) {
    let size = parts.len();
    if size == 1 {
        return;
    }
    let mut even: Vec<_> = parts.iter().copied().step_by(2).collect();
    let mut odd: Vec<_> = parts.iter().copied().skip(1).step_by(2).collect();
    transform_parts(&mut even);
    transform_parts(&mut odd);
    for index in 0..size / 2 {
        let (down, along) = (-TAU * index as f32 / size as f32).sin_cos();
        let (real, imaginary) = odd[index];
        let turned = (real * along - imaginary * down, real * down + imaginary * along);
        parts[index] = (even[index].0 + turned.0, even[index].1 + turned.1);
        parts[index + size / 2] = (even[index].0 - turned.0, even[index].1 - turned.1);
    }
}

/// Returns the mean frequency, weighted by power, in hertz.
pub fn spectral_centroid(samples: &[f32]) -> f32 {
    centroid_above(samples, 0.0)
}

/// Returns the mean of the frequencies above one in hertz, weighted by power.
pub fn centroid_above(samples: &[f32], low: f32) -> f32 {
    let (power, step) = power_spectrum(samples);
    let high = || {
        power
            .iter()
            .enumerate()
            .map(|(index, power)| (index as f32 * step, power))
            .filter(|pair| pair.0 >= low)
    };
    high().map(|(frequency, power)| frequency * power).sum::<f32>()
        / high().map(|(_, power)| power).sum::<f32>()
}

/// Returns the share of the power between two frequencies in hertz.
pub fn share_between(samples: &[f32], low: f32, high: f32) -> f32 {
    let (power, step) = power_spectrum(samples);
    let inside = |index: usize| (low..high).contains(&(index as f32 * step));
    let part = power.iter().enumerate().filter(|&(index, _)| inside(index)).map(|(_, power)| power);
    part.sum::<f32>() / power.iter().sum::<f32>()
}

/// Returns the strongest frequency in hertz.
pub fn strongest_frequency(samples: &[f32]) -> f32 {
    let (power, step) = power_spectrum(samples);
    let strongest = power.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(index, _)| index);
    strongest as f32 * step
}

/// Returns the root of the mean square.
pub fn effective_value(samples: &[f32]) -> f32 {
    (energy_of_samples(samples) / samples.len().max(1) as f32).sqrt()
}

/// Returns the sum of squares.
pub fn energy_of_samples(samples: &[f32]) -> f32 {
    samples.iter().map(|sample| sample * sample).sum()
}

/// Returns the number of samples in a time in milliseconds.
pub const fn samples_in(milliseconds: usize) -> usize {
    milliseconds * SAMPLE_RATE as usize / 1000
}

/// Returns the effective values of windows of a length in milliseconds.
pub fn sound_envelope(samples: &[f32], milliseconds: usize) -> Vec<f32> {
    samples.chunks(samples_in(milliseconds)).map(effective_value).collect()
}

/// Returns when something is struck, in milliseconds: the loudness leaps up from well below it.
pub fn onset_times(samples: &[f32]) -> Vec<usize> {
    const WINDOW: usize = 10;
    let envelope = sound_envelope(samples, WINDOW);
    let largest = envelope.iter().copied().fold(0.0, f32::max);
    let mut onsets: Vec<usize> = Vec::new();
    for (index, &value) in envelope.iter().enumerate() {
        let before = &envelope[index.saturating_sub(3)..index];
        let least = if index < 3 { 0.0 } else { before.iter().copied().fold(1.0, f32::min) };
        let is_new = onsets.last().is_none_or(|last| index * WINDOW - last > 60);
        if is_new && value > 0.25 * largest && value > 2.0 * least {
            onsets.push(index * WINDOW);
        }
    }
    onsets
}
