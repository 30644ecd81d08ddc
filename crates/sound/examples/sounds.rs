//! Writes every sound as WAV files, three variations each: `cargo run -p hotgates-sound --example sounds -- FOLDER`.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use hotgates_sound::{SAMPLE_RATE, Sound, peak_loudness, synthesise_sound};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("usage: sounds FOLDER")?);
    fs::create_dir_all(&folder)?;
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: SAMPLE_RATE,
        bits_per_sample: 32,
        sample_format: hound::SampleFormat::Float,
    };
    for sound in Sound::ALL {
        for (seed, strength) in [(1, 0.3), (2, 0.6), (3, 1.0)] {
            let samples = synthesise_sound(sound, seed, strength);
            let path = folder.join(format!("{}-{seed}.wav", sound.name()));
            let mut file = hound::WavWriter::create(&path, spec)?;
            for &sample in &samples {
                file.write_sample(sample)?;
            }
            file.finalize()?;
            let milliseconds = samples.len() / (SAMPLE_RATE as usize / 1000);
            println!("{:40} {milliseconds:5} ms {:6.1} dB", path.display(), peak_loudness(&samples));
        }
    }
    Ok(())
}
