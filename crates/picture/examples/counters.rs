//! Writes a picture of counters in every state, at several widths and in all palettes: for whoever changes
//! how they look.
//!
//! `cargo run -p hotgates-picture --example counters -- /tmp/counters.png`

use std::error::Error;

use hotgates_engine::{Direction, RankId, Ruleset, Side};
use hotgates_picture::{ColourScheme, Counter, CounterCohesion, Image, Palette, Steadiness};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("which file?")?;
    let rules = Ruleset::classic();
    let mut rows = Vec::new();
    for scheme in ColourScheme::ALL {
        let palette = Palette::from_scheme(scheme);
        for side in Side::BOTH {
            for width in [24, 40, 64, 112] {
                let counters = states(&rules, side);
                let drawn: Vec<Image> =
                    counters.iter().map(|counter| counter.draw_alone(width, &palette.sides[side])).collect();
                rows.push(Image::from_row_of_images(&drawn));
            }
        }
    }
    let width = rows.iter().map(|row| row.width).max().unwrap_or(1);
    let mut rgba = Vec::new();
    for row in &rows {
        for line in row.rgba.chunks(4 * row.width as usize) {
            rgba.extend_from_slice(line);
            rgba.resize(rgba.len() + 4 * (width - row.width) as usize, 0);
        }
    }
    let height = rows.iter().map(|row| row.height).sum();
    std::fs::write(file, Image { width, height, rgba }.to_png())?;
    Ok(())
}

/// Returns one counter of each kind and state.
fn states(rules: &Ruleset, side: Side) -> Vec<Counter> {
    let plain = |kind: usize| Counter::new(rules, side, &rules.units[kind]);
    let cohesion = |permille, steadiness| Some(CounterCohesion { permille, steadiness });
    let active =
        |counter: Counter| Counter { movement: Some((8, 12)), can_move: true, can_attack: true, ..counter };
    let worn = Counter { strength: (640, 1000), ..active(plain(0)) };
    vec![
        plain(0),
        active(plain(1)),
        active(plain(2)),
        worn.clone().with_officer(Some(RankId(0)), true),
        Counter { movement: Some((3, 12)), can_attack: false, ..worn.clone() }
            .with_officer(Some(RankId(5)), true),
        Counter { movement: Some((0, 12)), can_move: false, can_attack: false, ..worn.clone() },
        Counter { figures: true, ..worn.clone() },
        Counter { figures: true, ..active(plain(1)) },
        Counter { figures: true, ..active(plain(2)) },
        Counter { cohesion: cohesion(600, Steadiness::Wavering), can_attack: false, ..worn.clone() },
        Counter { cohesion: cohesion(200, Steadiness::Broken), can_attack: false, ..worn.clone() },
        Counter { unsupplied: true, facing: Some(Direction::Ne), ..worn.clone() }
            .with_officer(Some(RankId(3)), true),
        Counter { dug_in: (2, 3), ready: true, works: true, facing: Some(Direction::Sw), ..worn },
    ]
}
