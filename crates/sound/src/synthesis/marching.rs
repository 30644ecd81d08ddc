//! Sounds of men, horses and wheels.

use std::f32::consts::PI;

use crate::signal::{
    Knock, NoiseSource, SoundTrack, StateVariableFilter, Thump, TonePhase, count_heard, strike_envelope,
    swell_envelope,
};

/// Beats of a gallop: when each hoof comes down, in seconds, and its force.
const GALLOP: [(f32, f32); 4] = [(0.0, 0.8), (0.11, 0.75), (0.2, 1.0), (0.31, 0.9)];
/// Middle pitches of the vowel "ah", in hertz, and how strong each is.
const VOWEL: [(f32, f32); 3] = [(700.0, 1.0), (1150.0, 0.6), (2600.0, 0.25)];

fn put_foot_down(track: &mut SoundTrack, noise: &mut NoiseSource, start: f32, force: f32) {
    let pitch = noise.draw_near(95.0, 0.15);
    track.add_thump(start, Thump { force: 0.4 * force, from: 1.4 * pitch, to: 0.8 * pitch, decay: 0.03 });
    let (pitch, decay) = (noise.draw_near(520.0, 0.35), noise.draw_near(0.018, 0.3));
    track.add_knock(start, noise, Knock { force, pitch, quality: 0.8, decay });
}

fn put_hoof_down(track: &mut SoundTrack, noise: &mut NoiseSource, start: f32, force: f32) {
    let pitch = noise.draw_near(560.0, 0.12);
    track.add_thump(start, Thump { force: 0.8 * force, from: 1.15 * pitch, to: pitch, decay: 0.02 });
    track.add_thump(start, Thump { force: 0.4 * force, from: 150.0, to: 85.0, decay: 0.028 });
    let pitch = noise.draw_near(1500.0, 0.15);
    track.add_knock(start, noise, Knock { force, pitch, quality: 1.5, decay: 0.01 });
}

/// Makes two steps of a body of men who march in step, more or less.
pub(super) fn march_men(noise: &mut NoiseSource, strength: f32) -> SoundTrack {
    let mut track = SoundTrack::with_length(0.38);
    let men = count_heard(3.0, 12.0, strength);
    let second = noise.draw_near(0.19, 0.06);
    for (beat, force) in [(0.0, 1.0), (second, noise.draw_near(0.8, 0.15))] {
        for _ in 0..men {
            let start = beat + noise.draw_between(0.0, 0.045);
            let force = noise.draw_near(force, 0.4);
            put_foot_down(&mut track, noise, start, force);
        }
    }
    track
}

/// Adds one stride of a gallop.
fn add_stride(track: &mut SoundTrack, noise: &mut NoiseSource, start: f32, force: f32, horses: u8) {
    for (beat, weight) in GALLOP {
        for _ in 0..horses {
            let start = start + beat + noise.draw_between(0.0, 0.018);
            let force = noise.draw_near(force * weight, 0.2);
            put_hoof_down(track, noise, start, force);
        }
    }
}

/// Makes one stride of galloping horses.
pub(super) fn gallop_horses(noise: &mut NoiseSource, strength: f32) -> SoundTrack {
    let mut track = SoundTrack::with_length(0.5);
    add_stride(&mut track, noise, 0.0, 1.0, count_heard(1.0, 4.0, strength));
    track
}

/// Makes guns or wagons that roll over uneven ground.
pub(super) fn roll_wheels(noise: &mut NoiseSource) -> SoundTrack {
    const LENGTH: f32 = 0.6;
    let mut track = SoundTrack::with_length(LENGTH);
    let mut low = StateVariableFilter::tuned_to(noise.draw_near(150.0, 0.1), 0.9);
    let bumps = noise.draw_near(9.0, 0.15);
    track.add_part(0.0, LENGTH, |time| {
        let shake = 0.65 + 0.35 * (2.0 * PI * bumps * time).sin();
        6.0 * low.filter_sample(noise.white_sample()).low * shake * swell_envelope(time, LENGTH, 0.08, 0.2)
    });
    for _ in 0..9 {
        let start = noise.draw_between(0.04, 0.45);
        let (force, pitch) = (noise.draw_between(0.5, 1.6), noise.draw_between(700.0, 1900.0));
        track.add_knock(start, noise, Knock { force, pitch, quality: 3.0, decay: 0.012 });
    }
    track
}

/// Makes an engine and the clatter of tracks.
pub(super) fn drive_vehicles(noise: &mut NoiseSource) -> SoundTrack {
    const LENGTH: f32 = 0.6;
    let mut track = SoundTrack::with_length(LENGTH);
    let pitch = noise.draw_near(58.0, 0.08);
    let (mut phase, mut body) = (TonePhase::default(), StateVariableFilter::tuned_to(330.0, 0.6));
    track.add_part(0.0, LENGTH, |time| {
        // A saw with some roughness: each stroke differs.
        let saw = phase.advance_phase(pitch * (1.0 + 0.1 * time)) / PI - 1.0;
        let rough = 0.35 * noise.white_sample();
        2.0 * body.filter_sample(saw + rough).band * swell_envelope(time, LENGTH, 0.08, 0.2)
    });
    let spacing = noise.draw_near(0.055, 0.1);
    let mut start = noise.draw_between(0.02, 0.05);
    while start < 0.5 {
        let (force, pitch) = (noise.draw_between(0.5, 0.9), noise.draw_near(1700.0, 0.2));
        let force = force * swell_envelope(start, LENGTH, 0.1, 0.2);
        track.add_knock(start, noise, Knock { force, pitch, quality: 2.0, decay: 0.01 });
        start += noise.draw_near(spacing, 0.1);
    }
    track
}

/// A cry of many throats: when, and how its pitch goes from `from` to `to` times the middle pitch.
struct BattleCry {
    start: f32,
    length: f32,
    force: f32,
    from: f32,
    to: f32,
}

fn add_cry(track: &mut SoundTrack, noise: &mut NoiseSource, men: u8, cry: &BattleCry) {
    let mut formants = VOWEL.map(|(pitch, force)| (StateVariableFilter::tuned_to(pitch, 6.0), force));
    let mut throats: Vec<_> = (0..men)
        .map(|_| (TonePhase::default(), noise.draw_between(130.0, 230.0), noise.draw_between(4.0, 7.0)))
        .collect();
    let loudness = cry.force / f32::from(men).sqrt();
    track.add_part(cry.start, cry.length, |time| {
        let bend = cry.from + (cry.to - cry.from) * time / cry.length;
        let breath = 0.25 * noise.white_sample();
        let voices = throats.iter_mut().map(|(phase, pitch, shake)| {
            let pitch = *pitch * bend * (1.0 + 0.03 * (2.0 * PI * *shake * time).sin());
            phase.advance_phase(pitch) / PI - 1.0
        });
        let source = voices.sum::<f32>() + breath;
        let spoken = formants.iter_mut().map(|(filter, force)| *force * filter.filter_sample(source).band);
        loudness * spoken.sum::<f32>() * swell_envelope(time, cry.length, 0.3 * cry.length, 0.4 * cry.length)
    });
}

/// Makes horses that come nearer with a battle cry.
pub(super) fn charge_horses(noise: &mut NoiseSource, strength: f32) -> SoundTrack {
    let mut track = SoundTrack::with_length(1.2);
    let horses = count_heard(2.0, 5.0, strength);
    for (start, force) in [(0.0, 0.35), (0.36, 0.7), (0.7, 1.1)] {
        add_stride(&mut track, noise, start, force, horses);
    }
    let men = count_heard(4.0, 8.0, strength);
    add_cry(&mut track, noise, men, &BattleCry { start: 0.15, length: 1.0, force: 1.6, from: 0.95, to: 1.2 });
    track
}

/// Makes men who cry out and run away.
pub(super) fn run_away(noise: &mut NoiseSource, strength: f32) -> SoundTrack {
    let mut track = SoundTrack::with_length(1.0);
    let men = count_heard(3.0, 7.0, strength);
    add_cry(&mut track, noise, men, &BattleCry { start: 0.0, length: 0.8, force: 1.6, from: 1.25, to: 0.65 });
    for _ in 0..count_heard(14.0, 26.0, strength) {
        let start = noise.draw_between(0.05, 0.85);
        let force = 1.1 * strike_envelope(start, 0.05, 0.6);
        put_foot_down(&mut track, noise, start, force);
    }
    track
}
