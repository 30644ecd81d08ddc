//! Samples of sounds, made from a seed.

mod fighting;
mod marching;
mod music;

use hotgates_engine::Side;
use hotgates_engine::mix::split_mix;

use crate::loudness::level_sound;
use crate::signal::NoiseSource;
use crate::sound::Sound;

/// Returns the samples of a sound, mono at [`SAMPLE_RATE`](crate::SAMPLE_RATE), from −1 to 1. All sounds are
/// equally loud. Another seed is another variation; `strength`, from 0 to 1, is how many men, horses or shots
/// are heard in it.
///
/// ```
/// use hotgates_sound::{Sound, synthesise_sound};
///
/// let gun = synthesise_sound(Sound::Gun, 7, 1.0);
/// assert_eq!(gun, synthesise_sound(Sound::Gun, 7, 1.0));
/// assert_ne!(gun, synthesise_sound(Sound::Gun, 8, 1.0));
/// ```
#[must_use]
pub fn synthesise_sound(sound: Sound, seed: u64, strength: f32) -> Vec<f32> {
    let strength = if strength.is_finite() { strength.clamp(0.0, 1.0) } else { 1.0 };
    let mut noise = NoiseSource::from_seed(split_mix(seed));
    let noise = &mut noise;
    let track = match sound {
        Sound::Steps => marching::march_men(noise, strength),
        Sound::Hooves => marching::gallop_horses(noise, strength),
        Sound::Wheels => marching::roll_wheels(noise),
        Sound::Engines => marching::drive_vehicles(noise),
        Sound::Arrows => fighting::shoot_arrows(noise, strength),
        Sound::Volley => fighting::fire_volley(noise, strength),
        Sound::Gun => fighting::fire_gun(noise),
        Sound::Melee => fighting::clash_weapons(noise, strength),
        Sound::Charge => marching::charge_horses(noise, strength),
        Sound::Rout => marching::run_away(noise, strength),
        Sound::Horn(Side::Red) => music::blow_horn(noise, 174.6),
        Sound::Horn(Side::Blue) => music::blow_horn(noise, 233.1),
        Sound::Flag => music::ring_bell(noise),
        Sound::Work => fighting::hammer_thrice(noise),
        Sound::Rain => fighting::pour_rain(noise),
        Sound::Victory => music::play_fanfare(noise),
        Sound::Defeat => music::play_lament(noise),
        Sound::Click => fighting::click_button(noise),
    };
    level_sound(track.into_samples())
}
