//! Sounds with a pitch: brass and bells.

use std::f32::consts::PI;

use crate::signal::{NoiseSource, SoundTrack, TonePhase, strike_envelope, swell_envelope};

/// Number of harmonics of a brass note.
const HARMONICS: u8 = 12;
/// Partials of a bell: ratio to the pitch, force, and decay in seconds (hum, prime, tierce, quint, nominal and
/// two above).
const BELL: [(f32, f32, f32); 7] = [
    (0.5, 0.6, 0.5),
    (1.0, 1.0, 0.4),
    (1.2, 0.7, 0.3),
    (1.5, 0.4, 0.25),
    (2.0, 0.8, 0.22),
    (2.67, 0.35, 0.12),
    (3.0, 0.25, 0.1),
];

/// A note of a brass instrument.
#[derive(Debug, Clone, Copy)]
struct BrassNote {
    /// Seconds from the start of the sound.
    start: f32,
    /// Length in seconds.
    length: f32,
    /// Pitch in hertz.
    pitch: f32,
    /// Force of the breath, from 0 to 1: a note blown more strongly is brighter.
    breath: f32,
}

fn add_note(track: &mut SoundTrack, note: BrassNote) {
    let mut phase = TonePhase::default();
    track.add_part(note.start, note.length, |time| {
        // The pitch comes up from below, and trembles once the note stands.
        let scoop = 1.0 - 0.03 * (-time / 0.03).exp();
        let tremble = 0.004 * (2.0 * PI * 5.2 * time).sin() * (time / 0.4).min(1.0);
        let angle = phase.advance_phase(note.pitch * (scoop + tremble));
        let swell = swell_envelope(time, note.length, 0.07, 0.3 * note.length);
        let brightness = 0.45 + 0.4 * note.breath * swell;
        swell * sum_of_harmonics(angle, brightness)
    });
}

/// Returns the sum of harmonics, each `brightness` times as strong as the one below it.
fn sum_of_harmonics(angle: f32, brightness: f32) -> f32 {
    // sin(n·x) = 2·cos(x)·sin((n − 1)·x) − sin((n − 2)·x)
    let (sine, twice_cosine) = (angle.sin(), 2.0 * angle.cos());
    let (mut before, mut this, mut force, mut sum) = (0.0, sine, 1.0, 0.0);
    for _ in 0..HARMONICS {
        sum += force * this;
        (before, this) = (this, twice_cosine * this - before);
        force *= brightness;
    }
    sum
}

/// Makes the signal of a horn: a short note and a long one of the same pitch.
pub(super) fn blow_horn(noise: &mut NoiseSource, pitch: f32) -> SoundTrack {
    let mut track = SoundTrack::with_length(0.95);
    let (pitch, second) = (noise.draw_near(pitch, 0.006), noise.draw_near(0.2, 0.06));
    add_note(&mut track, BrassNote { start: 0.0, length: second, pitch, breath: 0.7 });
    add_note(&mut track, BrassNote { start: second, length: 0.95 - second, pitch, breath: 0.9 });
    track
}

/// Makes the stroke of a bell.
pub(super) fn ring_bell(noise: &mut NoiseSource) -> SoundTrack {
    const LENGTH: f32 = 1.3;
    let mut track = SoundTrack::with_length(LENGTH);
    let pitch = noise.draw_near(520.0, 0.02);
    for (ratio, force, decay) in BELL {
        let pitch = noise.draw_near(pitch * ratio, 0.003);
        let mut phase = TonePhase::default();
        track.add_part(0.0, LENGTH, |time| {
            force * phase.advance_phase(pitch).sin() * strike_envelope(time, 0.002, decay)
        });
    }
    track
}

/// Plays notes one after the other, the last one to the end of the sound.
fn play_notes(noise: &mut NoiseSource, notes: &[(f32, f32)], breath: f32) -> SoundTrack {
    const LENGTH: f32 = 1.5;
    let mut track = SoundTrack::with_length(LENGTH);
    let (tune, tempo) = (noise.draw_near(1.0, 0.004), noise.draw_near(1.0, 0.04));
    let ends = notes.iter().skip(1).map(|&(start, _)| tempo * start).chain([LENGTH]);
    for (&(start, pitch), end) in notes.iter().zip(ends) {
        let start = tempo * start;
        add_note(&mut track, BrassNote { start, length: end - start, pitch: tune * pitch, breath });
    }
    track
}

/// Makes a fanfare: a chord of C major that rises.
pub(super) fn play_fanfare(noise: &mut NoiseSource) -> SoundTrack {
    play_notes(noise, &[(0.0, 261.6), (0.17, 329.6), (0.34, 392.0), (0.52, 523.3)], 0.9)
}

/// Makes slow notes that fall: a chord of D minor.
pub(super) fn play_lament(noise: &mut NoiseSource) -> SoundTrack {
    play_notes(noise, &[(0.0, 220.0), (0.38, 174.6), (0.76, 146.8)], 0.35)
}
