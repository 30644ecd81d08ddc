//! The window drawn without a window: pictures of its screens, and the time that frames take. It needs a graphics adapter, or
//! one in software, and no display.
//!
//! ```text
//! cargo run -p hotgates-frontend --example offscreen -- pictures FOLDER [WIDTHxHEIGHT | English | Chinese]...
//! cargo run -p hotgates-frontend --example offscreen -- frames [WIDTHxHEIGHT]...
//! ```

#![expect(clippy::needless_pass_by_value, reason = "Bevy's systems take their parameters by value")]

mod frames;
mod stage;
mod tour;

use std::error::Error;
use std::path::Path;

use bevy::math::UVec2;
use hotgates_frontend::ui::texts::Language;

/// Sizes of the window unless others are asked for.
const SIZES: [UVec2; 3] = [UVec2::new(1280, 720), UVec2::new(1920, 1080), UVec2::new(3840, 2160)];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["pictures", folder, wishes @ ..] => {
            let wishes = Wishes::parse(wishes)?;
            for &size in &wishes.sizes {
                for &language in &wishes.languages {
                    tour::photograph_screens(Path::new(folder), size, language)?;
                }
            }
            Ok(())
        }
        ["frames", wishes @ ..] => {
            for size in Wishes::parse(wishes)?.sizes {
                frames::measure_frames(size)?;
            }
            Ok(())
        }
        _ => Err("usage: pictures FOLDER [WIDTHxHEIGHT | LANGUAGE]... or frames [WIDTHxHEIGHT]...".into()),
    }
}

/// Sizes and languages to draw in.
struct Wishes {
    sizes: Vec<UVec2>,
    languages: Vec<Language>,
}

impl Wishes {
    /// Reads sizes and languages; none of a kind means all of it.
    fn parse(words: &[&str]) -> Result<Self, Box<dyn Error>> {
        let mut wishes = Self { sizes: Vec::new(), languages: Vec::new() };
        for &word in words {
            let language = Language::ALL.into_iter().find(|language| format!("{language:?}") == word);
            let size = word
                .split_once('x')
                .and_then(|(width, height)| Some(UVec2::new(width.parse().ok()?, height.parse().ok()?)));
            match (language, size) {
                (Some(language), _) => wishes.languages.push(language),
                (_, Some(size)) => wishes.sizes.push(size),
                _ => return Err(format!("{word} is neither a size nor a language").into()),
            }
        }
        if wishes.sizes.is_empty() {
            wishes.sizes = SIZES.into();
        }
        if wishes.languages.is_empty() {
            wishes.languages = Language::ALL.into();
        }
        Ok(wishes)
    }
}
