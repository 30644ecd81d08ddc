use std::time::Duration;

use hotgates_sound::{MAX_VOICES, Sound, SoundCue, SoundMixer, synthesise_sound};

use crate::measure::{effective_value, energy_of_samples, samples_in};

/// Sounds that differ from each other, one for each of many voices.
const MANY: [Sound; 6] = [Sound::Steps, Sound::Gun, Sound::Melee, Sound::Rain, Sound::Volley, Sound::Wheels];

/// Returns what is heard in a time in milliseconds: left and right.
fn mix_time(mixer: &mut SoundMixer, milliseconds: usize) -> [Vec<f32>; 2] {
    let mut frames = vec![f32::NAN; 2 * samples_in(milliseconds)];
    mixer.mix_frames(&mut frames);
    [0, 1].map(|ear| frames.iter().copied().skip(ear).step_by(2).collect())
}

/// Returns a steady value for a time in milliseconds, so that factors can be read off.
fn steady_samples(value: f32, milliseconds: usize) -> Vec<f32> {
    vec![value; samples_in(milliseconds)]
}

#[test]
fn a_sound_is_heard_as_it_is_and_then_there_is_silence() {
    let mut mixer = SoundMixer::with_volume(1.0);
    let horn = synthesise_sound(Sound::Click, 3, 1.0);
    mixer.start_voice(SoundCue::new(Sound::Click, 1.0), horn.clone());
    let [left, right] = mix_time(&mut mixer, 200);
    assert_eq!(left, right);
    for (heard, sample) in left.iter().zip(&horn) {
        assert!((heard - sample * 0.5_f32.sqrt()).abs() < 1e-6);
    }
    assert!(left[horn.len()..].iter().all(|&sample| sample == 0.0));
    assert!(mixer.is_silent());
}

#[test]
fn pan_keeps_the_power_and_strength_is_a_matter_of_decibels() {
    let heard = |cue: SoundCue| {
        let mut mixer = SoundMixer::with_volume(1.0);
        mixer.start_voice(cue, steady_samples(0.2, 20));
        mix_time(&mut mixer, 10).map(|ear| ear[100])
    };
    let full = SoundCue::new(Sound::Gun, 1.0);
    for pan in [-1.0, -0.4, 0.0, 0.7, 1.0] {
        let [left, right] = heard(full.with_pan(pan));
        assert!((left.hypot(right) - 0.2).abs() < 1e-5);
        assert!((right > left) == (pan > 0.0) || pan == 0.0);
    }
    assert!(heard(full.with_pan(-1.0))[1].abs() < 1e-6);
    let ears = heard(full).into_iter().zip(heard(full.with_pan(f32::NAN)));
    assert!(ears.into_iter().all(|(one, other)| (one - other).abs() < 1e-6));
    let ratio = heard(SoundCue::new(Sound::Gun, 0.0))[0] / heard(full)[0];
    assert!((ratio - 0.1).abs() < 1e-4, "20 dB: {ratio}");
}

#[test]
fn a_delay_is_kept_to_the_sample() {
    let mut mixer = SoundMixer::with_volume(1.0);
    let cue = SoundCue::new(Sound::Gun, 1.0).after(Duration::from_millis(30));
    mixer.start_voice(cue, steady_samples(0.2, 10));
    let [left, _] = mix_time(&mut mixer, 60);
    assert_eq!(left.iter().position(|&sample| sample != 0.0), Some(samples_in(30)));
    assert_eq!(left.iter().rposition(|&sample| sample != 0.0), Some(samples_in(40) - 1));
}

#[test]
fn volume_is_a_factor_and_changes_without_a_click() {
    let mut mixer = SoundMixer::with_volume(1.0);
    mixer.start_voice(SoundCue::new(Sound::Rain, 1.0), steady_samples(0.3, 500));
    let [loud, _] = mix_time(&mut mixer, 50);
    mixer.set_volume(0.25);
    let [quiet, _] = mix_time(&mut mixer, 50);
    assert!((quiet[samples_in(20)] / loud[samples_in(20)] - 0.25).abs() < 1e-4);
    mixer.set_volume(0.0);
    let [silent, _] = mix_time(&mut mixer, 50);
    assert!(silent[samples_in(20)..].iter().all(|&sample| sample == 0.0));
    let all: Vec<f32> = [loud, quiet, silent].concat();
    let largest = all.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
    assert!(largest < 0.002, "a leap of {largest}");
    for nonsense in [f32::NAN, -3.0] {
        mixer.set_volume(nonsense);
        assert!(mix_time(&mut mixer, 20)[0].iter().all(|&sample| sample == 0.0));
    }
}

#[test]
fn too_many_sounds_never_clip_nor_pile_up() {
    let mut mixer = SoundMixer::with_volume(1.0);
    let mut largest = 0.0_f32;
    for round in 0..200 {
        let sound = MANY[round % MANY.len()];
        mixer.start_voice(SoundCue::new(sound, 1.0), synthesise_sound(sound, round as u64, 1.0));
        assert!(mixer.voice_count() <= MAX_VOICES);
        let [left, right] = mix_time(&mut mixer, 10);
        largest = left.iter().chain(&right).fold(largest, |largest, sample| largest.max(sample.abs()));
    }
    assert!((0.3..1.0).contains(&largest), "{largest}");
    // 50 loud voices at once, which add up to many times full scale.
    for round in 0..50 {
        mixer.start_voice(SoundCue::new(MANY[round % MANY.len()], 1.0), steady_samples(0.9, 100));
    }
    let [left, right] = mix_time(&mut mixer, 100);
    assert!(left.iter().chain(&right).all(|sample| sample.abs() < 1.0));
    mix_time(&mut mixer, 2000);
    assert!(mixer.is_silent());
}

#[test]
fn the_quietest_gives_way_and_not_with_a_click() {
    let mut mixer = SoundMixer::with_volume(1.0);
    // As many as there may be, of different sounds; one of them is quiet and on the right.
    let all = Sound::ALL;
    for &sound in &all[..MAX_VOICES - 1] {
        mixer.start_voice(SoundCue::new(sound, 0.5).with_pan(-1.0), steady_samples(0.05, 1000));
    }
    mixer.start_voice(SoundCue::new(all[MAX_VOICES], 0.0).with_pan(1.0), steady_samples(0.5, 1000));
    let [_, before] = mix_time(&mut mixer, 20);
    assert!(before[100] > 0.04);
    mixer.start_voice(SoundCue::new(Sound::Click, 0.6).with_pan(-1.0), steady_samples(0.05, 1000));
    assert_eq!(mixer.voice_count(), MAX_VOICES);
    let [_, after] = mix_time(&mut mixer, 20);
    assert!(after[samples_in(10)..].iter().all(|&sample| sample.abs() < 1e-6), "the quiet one has gone");
    let right: Vec<f32> = [before, after].concat();
    assert!(right.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.001));
}

#[test]
fn one_sound_alone_does_not_take_all_places() {
    let mut mixer = SoundMixer::with_volume(1.0);
    for seed in 0..30 {
        mixer.start_voice(SoundCue::new(Sound::Steps, 0.5), synthesise_sound(Sound::Steps, seed, 0.5));
        mix_time(&mut mixer, 3);
    }
    assert_eq!(mixer.voice_count(), 4);
    mixer.start_voice(SoundCue::new(Sound::Gun, 1.0), synthesise_sound(Sound::Gun, 1, 1.0));
    assert_eq!(mixer.voice_count(), 5);
    let [left, _] = mix_time(&mut mixer, 100);
    assert!(effective_value(&left) > 0.02 && energy_of_samples(&left).is_finite());
}
