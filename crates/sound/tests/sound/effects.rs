use hotgates_engine::Side;
use hotgates_sound::{SAMPLE_RATE, Sound, peak_loudness, synthesise_sound};

use crate::measure::{
    centroid_above, effective_value, energy_of_samples, onset_times, power_spectrum, samples_in,
    share_between, sound_envelope, spectral_centroid, strongest_frequency,
};

const SEEDS: std::ops::Range<u64> = 0..6;
const STRENGTHS: [f32; 3] = [0.0, 0.5, 1.0];

/// Calls a test for variations of a sound of all strengths.
fn for_variations(sound: Sound, mut test: impl FnMut(&[f32], f32)) {
    for seed in SEEDS {
        for strength in STRENGTHS {
            test(&synthesise_sound(sound, seed, strength), strength);
        }
    }
}

#[test]
fn every_sound_is_short_and_begins_and_ends_in_silence() {
    for sound in Sound::ALL {
        for_variations(sound, |samples, strength| {
            let name = format!("{} of strength {strength}", sound.name());
            assert!((samples_in(100)..=samples_in(1500)).contains(&samples.len()), "{name}");
            assert!(samples.iter().all(|sample| sample.abs() <= 0.9), "{name} clips");
            assert!(samples[0].abs() < 1e-4 && samples[samples.len() - 1].abs() < 1e-4, "{name} clicks");
            // The last tenth of a second dies away instead of being cut off.
            let last = effective_value(&samples[samples.len() - samples_in(5)..]);
            let largest = sound_envelope(samples, 5).into_iter().fold(0.0, f32::max);
            assert!(last < 0.2 * largest, "{name} is cut off: {last} of {largest}");
            let mean = samples.iter().sum::<f32>() / samples.len() as f32;
            assert!(mean.abs() < 0.003, "{name} is not centred: {mean}");
        });
    }
}

#[test]
fn all_sounds_are_equally_loud() {
    for sound in Sound::ALL {
        for_variations(sound, |samples, _| {
            let loudness = peak_loudness(samples);
            assert!((loudness + 20.0).abs() < 1.0, "{}: {loudness} dB", sound.name());
            // Without the ear's weights low sounds have more power; not much more, or loudspeakers would rattle.
            let plain = sound_envelope(samples, 100).into_iter().fold(0.0, f32::max);
            let decibels = 20.0 * plain.log10();
            assert!((-25.5..-14.5).contains(&decibels), "{}: {decibels} dB unweighted", sound.name());
        });
    }
}

#[test]
fn a_seed_gives_one_sound_and_another_seed_a_variation() {
    for sound in Sound::ALL {
        let variations: Vec<_> = SEEDS.map(|seed| synthesise_sound(sound, seed, 0.5)).collect();
        assert_eq!(variations[0], synthesise_sound(sound, 0, 0.5), "{}", sound.name());
        for other in &variations[1..] {
            let difference: Vec<f32> = variations[0].iter().zip(other).map(|(a, b)| a - b).collect();
            let share = energy_of_samples(&difference) / energy_of_samples(&variations[0]);
            assert!(share > 0.02, "{}: only {share} differs", sound.name());
            let [one, two] = [&variations[0], other].map(|samples| spectral_centroid(samples));
            assert!((one / two).ln().abs() < 0.6, "{}: centroids at {one} and {two} Hz", sound.name());
        }
    }
}

#[test]
fn a_strength_that_is_no_number_is_heard_as_full() {
    assert_eq!(synthesise_sound(Sound::Steps, 1, f32::NAN), synthesise_sound(Sound::Steps, 1, 1.0));
    assert_eq!(synthesise_sound(Sound::Steps, 1, 9.0), synthesise_sound(Sound::Steps, 1, 1.0));
}

#[test]
fn a_gun_cracks_at_once_is_low_and_rolls_away() {
    for_variations(Sound::Gun, |samples, _| {
        assert!(spectral_centroid(samples) < 400.0);
        assert!(share_between(samples, 30.0, 300.0) > 0.7);
        // The crack at the start is far brighter than what follows.
        let crack = spectral_centroid(&samples[..samples_in(15)]);
        assert!(crack > 2.0 * spectral_centroid(&samples[samples_in(100)..]), "{crack} Hz");
        let envelope = sound_envelope(samples, 100);
        assert!(envelope.windows(2).take(6).all(|pair| pair[1] < 1.15 * pair[0]), "{envelope:?}");
        assert!(envelope[8] < 0.2 * envelope[0], "{envelope:?}");
        assert!(onset_times(samples).first().is_some_and(|&time| time <= 10));
    });
}

#[test]
fn hooves_have_the_four_beats_of_a_gallop_and_steps_two() {
    for_variations(Sound::Hooves, |samples, _| {
        let beats = onset_times(samples);
        assert_eq!(beats.len(), 4, "{beats:?}");
        // The second pair of hooves follows sooner than the first.
        let spaces: Vec<_> = beats.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(spaces.iter().all(|space| (65..=140).contains(space)), "{spaces:?}");
    });
    for_variations(Sound::Steps, |samples, _| {
        let beats = onset_times(samples);
        assert_eq!(beats.len(), 2, "{beats:?}");
        assert!((140..=240).contains(&(beats[1] - beats[0])), "{beats:?}");
        assert!(share_between(samples, 40.0, 1500.0) > 0.8);
    });
    for_variations(Sound::Work, |samples, _| assert_eq!(onset_times(samples).len(), 3));
}

#[test]
fn a_horn_has_the_harmonics_of_its_pitch() {
    for (side, pitch) in [(Side::Red, 174.6), (Side::Blue, 233.1)] {
        for_variations(Sound::Horn(side), |samples, _| {
            let held = &samples[samples_in(350)..samples_in(700)];
            let near = |harmonic: u8| {
                let middle = pitch * f32::from(harmonic);
                share_between(held, 0.97 * middle, 1.03 * middle)
            };
            let shares: Vec<_> = (1..=6).map(near).collect();
            assert!(shares.iter().sum::<f32>() > 0.85, "{shares:?}");
            assert!(shares[..3].iter().all(|&share| share > 0.08), "{shares:?}");
            // Half-way between two harmonics there is nothing.
            assert!(share_between(held, 1.3 * pitch, 1.7 * pitch) < 0.02);
            // It is blown, not struck.
            let envelope = sound_envelope(samples, 10);
            assert!(envelope[0] < 0.5 * envelope[8], "{envelope:?}");
        });
    }
}

#[test]
fn arrows_and_rain_hiss_and_wheels_and_engines_rumble() {
    for_variations(Sound::Arrows, |samples, _| {
        assert!((1200.0..4500.0).contains(&spectral_centroid(samples)));
    });
    // An arrow is lower when it has passed: without the strings, which are heard at first.
    let pitches = |from: usize, to: usize| -> f32 {
        let of_seed = |seed| {
            let samples = synthesise_sound(Sound::Arrows, seed, 0.0);
            centroid_above(&samples[samples_in(from)..samples_in(to)], 800.0)
        };
        SEEDS.map(of_seed).sum::<f32>() / SEEDS.count() as f32
    };
    let (early, late) = (pitches(60, 180), pitches(400, 520));
    assert!(late < 0.85 * early, "{early} Hz, then {late} Hz");
    for_variations(Sound::Rain, |samples, _| {
        assert!(spectral_centroid(samples) > 2500.0);
        let envelope = sound_envelope(&samples[samples_in(400)..samples_in(900)], 50);
        let (least, most) =
            (envelope.iter().copied().fold(1.0, f32::min), envelope.iter().copied().fold(0.0, f32::max));
        assert!(most < 2.0 * least, "rain is steady: {envelope:?}");
    });
    for_variations(Sound::Wheels, |samples, _| {
        assert!(spectral_centroid(samples) < 450.0);
        assert!(share_between(samples, 30.0, 400.0) > 0.6);
    });
    for_variations(Sound::Engines, |samples, _| {
        assert!(spectral_centroid(samples) < 600.0);
        assert!((50.0..400.0).contains(&strongest_frequency(samples)));
    });
}

#[test]
fn a_volley_is_many_cracks_brighter_than_a_gun() {
    let gun = spectral_centroid(&synthesise_sound(Sound::Gun, 1, 1.0));
    for_variations(Sound::Volley, |samples, _| {
        assert!(spectral_centroid(samples) > 3.0 * gun);
        assert!(onset_times(samples).first().is_some_and(|&time| time <= 10));
        assert!(energy_of_samples(&samples[samples_in(550)..]) < 0.02 * energy_of_samples(samples));
    });
    // More muskets are more cracks: loudness leaps up more often within the same time.
    let leaps = |strength: f32| -> usize {
        let of_seed = |seed| {
            let envelope = sound_envelope(&synthesise_sound(Sound::Volley, seed, strength), 2);
            envelope.windows(2).filter(|pair| pair[1] > 1.5 * pair[0] && pair[1] > 0.01).count()
        };
        (0..20).map(of_seed).sum()
    };
    assert!(leaps(1.0) > leaps(0.0), "{} and {}", leaps(1.0), leaps(0.0));
}

#[test]
fn melee_rings_and_the_ringing_is_no_chord() {
    for_variations(Sound::Melee, |samples, _| {
        let centroid = spectral_centroid(samples);
        assert!((500.0..3500.0).contains(&centroid), "{centroid} Hz");
        assert!(onset_times(samples).first().is_some_and(|&time| time <= 10));
        // A ring is narrow: its strongest step has many times the power of an even spread.
        let (power, _) = power_spectrum(samples);
        let strongest = power.iter().copied().fold(0.0, f32::max);
        assert!(strongest > 100.0 * power.iter().sum::<f32>() / power.len() as f32);
    });
}

#[test]
fn a_charge_comes_nearer_and_a_rout_runs_away() {
    let halves = |samples: &[f32]| {
        let (first, second) = samples.split_at(samples.len() / 2);
        (energy_of_samples(first), energy_of_samples(second))
    };
    for_variations(Sound::Charge, |samples, _| {
        let (first, second) = halves(samples);
        assert!(second > 1.3 * first, "{first}, then {second}");
    });
    for_variations(Sound::Rout, |samples, _| {
        let (first, second) = halves(samples);
        assert!(second < 0.8 * first, "{first}, then {second}");
    });
}

#[test]
fn victory_rises_and_defeat_falls() {
    let notes = |samples: &[f32], first: usize, last: usize| {
        let note = |start| strongest_frequency(&samples[samples_in(start)..samples_in(start + 120)]);
        note(last) / note(first)
    };
    for_variations(Sound::Victory, |samples, _| {
        let interval = notes(samples, 40, 800);
        assert!((interval - 2.0).abs() < 0.15, "an octave up: {interval}");
    });
    for_variations(Sound::Defeat, |samples, _| {
        let interval = notes(samples, 120, 1000);
        assert!((interval - 0.667).abs() < 0.06, "a fifth down: {interval}");
    });
}

#[test]
fn a_bell_is_struck_and_rings_long_and_a_click_is_over_at_once() {
    for_variations(Sound::Flag, |samples, _| {
        let envelope = sound_envelope(samples, 100);
        assert!(envelope.windows(2).all(|pair| pair[1] < 1.05 * pair[0]), "{envelope:?}");
        assert!(envelope[7] > 0.05 * envelope[0], "{envelope:?}");
        let pitch = strongest_frequency(&samples[samples_in(50)..]);
        assert!((pitch / 520.0 - 1.0).abs() < 0.05, "{pitch} Hz");
    });
    for_variations(Sound::Click, |samples, _| {
        assert!(energy_of_samples(&samples[..samples_in(30)]) > 0.9 * energy_of_samples(samples));
        assert!(spectral_centroid(samples) > 900.0);
    });
}

#[test]
fn every_sound_has_a_name_of_its_own() {
    let names: std::collections::BTreeSet<_> = Sound::ALL.into_iter().map(Sound::name).collect();
    assert_eq!(names.len(), Sound::ALL.len());
    assert_eq!(SAMPLE_RATE, 48_000);
}
