//! Sounds of weapons and tools, of rain and of buttons.

use std::f32::consts::PI;

use crate::signal::{
    Knock, NoiseSource, SoundTrack, StateVariableFilter, Thump, TonePhase, count_heard, strike_envelope,
    swell_envelope,
};

/// Partials of a metal bar: ratio to the lowest, force, and decay in seconds.
const BAR: [(f32, f32, f32); 4] =
    [(1.0, 1.0, 0.09), (2.76, 0.6, 0.06), (5.4, 0.4, 0.04), (8.93, 0.25, 0.025)];

/// Makes bows let go and arrows fly by.
pub(super) fn shoot_arrows(noise: &mut NoiseSource, strength: f32) -> SoundTrack {
    const FLIGHT: f32 = 0.3;
    let mut track = SoundTrack::with_length(0.6);
    for _ in 0..count_heard(3.0, 9.0, strength) {
        let start = noise.draw_between(0.0, 0.2);
        let string = noise.draw_near(185.0, 0.2);
        track.add_thump(start, Thump { force: 0.3, from: 1.1 * string, to: string, decay: 0.035 });
        let (top, mut filter) = (noise.draw_near(3200.0, 0.2), StateVariableFilter::default());
        track.add_part(start + 0.02, FLIGHT, |time| {
            filter.tune_to(top * (1.0 - 0.6 * time / FLIGHT), 3.0);
            1.2 * filter.filter_sample(noise.white_sample()).band * (PI * time / FLIGHT).sin().powi(2)
        });
    }
    track
}

/// Makes muskets fire one after the other.
pub(super) fn fire_volley(noise: &mut NoiseSource, strength: f32) -> SoundTrack {
    let mut track = SoundTrack::with_length(0.8);
    for shot in 0..count_heard(5.0, 16.0, strength) {
        let start = if shot == 0 { 0.0 } else { noise.draw_between(0.0, 0.3) };
        let (force, pitch) = (noise.draw_between(0.5, 1.0), noise.draw_near(1500.0, 0.3));
        track.add_knock(start, noise, Knock { force, pitch, quality: 0.5, decay: 0.022 });
        let pitch = noise.draw_near(330.0, 0.2);
        track.add_knock(start, noise, Knock { force: 0.6 * force, pitch, quality: 0.7, decay: 0.07 });
    }
    track
}

/// Makes a gun: a crack, a blast, and the rumble that rolls away.
pub(super) fn fire_gun(noise: &mut NoiseSource) -> SoundTrack {
    let mut track = SoundTrack::with_length(1.1);
    let size = noise.draw_near(1.0, 0.12);
    track.add_knock(0.0, noise, Knock { force: 1.2, pitch: 1800.0, quality: 0.5, decay: 0.008 });
    track.add_thump(0.0, Thump { force: 1.3, from: 150.0 * size, to: 52.0 * size, decay: 0.2 });
    let mut blast = StateVariableFilter::default();
    track.add_part(0.0, 0.8, |time| {
        blast.tune_to(140.0 + 1900.0 * (-time / 0.05).exp(), 0.7);
        3.4 * blast.filter_sample(noise.white_sample()).low * strike_envelope(time, 0.002, 0.12)
    });
    let mut rumble = StateVariableFilter::tuned_to(120.0 * size, 0.8);
    track.add_part(0.05, 1.05, |time| {
        6.0 * rumble.filter_sample(noise.white_sample()).low * strike_envelope(time, 0.08, 0.28)
    });
    track
}

/// Makes weapons strike weapons and shields.
pub(super) fn clash_weapons(noise: &mut NoiseSource, strength: f32) -> SoundTrack {
    let mut track = SoundTrack::with_length(0.75);
    for hit in 0..count_heard(4.0, 9.0, strength) {
        let start = if hit == 0 { 0.0 } else { noise.draw_between(0.02, 0.42) };
        let force = noise.draw_between(0.5, 1.0);
        if hit % 3 == 1 {
            track.add_thump(start, Thump { force, from: 180.0, to: 95.0, decay: 0.045 });
            track.add_knock(start, noise, Knock { force, pitch: 380.0, quality: 0.8, decay: 0.03 });
            continue;
        }
        let base = noise.draw_between(620.0, 1050.0);
        for (ratio, share, decay) in BAR {
            let pitch = noise.draw_near(base * ratio, 0.02);
            track.add_thump(start, Thump { force: 0.5 * force * share, from: pitch, to: pitch, decay });
        }
        track.add_knock(start, noise, Knock { force, pitch: 4200.0, quality: 0.8, decay: 0.006 });
    }
    track
}

/// Makes three blows of a hammer.
pub(super) fn hammer_thrice(noise: &mut NoiseSource) -> SoundTrack {
    let mut track = SoundTrack::with_length(0.7);
    let pitch = noise.draw_near(430.0, 0.12);
    for blow in [0.0, 0.22, 0.44] {
        let start = blow + noise.draw_between(0.0, 0.015);
        let force = noise.draw_near(1.0, 0.15);
        track.add_thump(start, Thump { force, from: 1.1 * pitch, to: pitch, decay: 0.04 });
        track.add_knock(start, noise, Knock { force, pitch: 1900.0, quality: 1.2, decay: 0.014 });
    }
    track
}

/// Makes rain: much that is far away, and drops nearby.
pub(super) fn pour_rain(noise: &mut NoiseSource) -> SoundTrack {
    const LENGTH: f32 = 1.5;
    let mut track = SoundTrack::with_length(LENGTH);
    let mut far = StateVariableFilter::tuned_to(2600.0, 0.5);
    track.add_part(0.0, LENGTH, |time| {
        far.filter_sample(noise.white_sample()).band * swell_envelope(time, LENGTH, 0.4, 0.7)
    });
    for _ in 0..70 {
        let start = noise.draw_between(0.05, 1.4);
        let (pitch, decay) = (noise.draw_between(1400.0, 4200.0), noise.draw_between(0.003, 0.007));
        let force = noise.draw_between(0.2, 0.8) * swell_envelope(start, LENGTH, 0.4, 0.7);
        track.add_thump(start, Thump { force, from: 0.8 * pitch, to: pitch, decay });
    }
    track
}

/// Makes the click of a button.
pub(super) fn click_button(noise: &mut NoiseSource) -> SoundTrack {
    let mut track = SoundTrack::with_length(0.1);
    let pitch = noise.draw_near(1250.0, 0.05);
    let mut phase = TonePhase::default();
    track.add_part(0.0, 0.1, |time| phase.advance_phase(pitch).sin() * strike_envelope(time, 0.0015, 0.012));
    track.add_knock(0.0, noise, Knock { force: 0.6, pitch: 2600.0, quality: 1.0, decay: 0.005 });
    track
}
