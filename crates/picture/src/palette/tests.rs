use super::*;
use crate::weather::WeatherLook;
use hotgates_engine::{MovementPoints, Ruleset};

/// Colours as an eye sees them that lacks one kind of cone (Machado, Oliveira and Fernandes, "A
/// physiologically-based model for simulation of color vision deficiency", 2009), in linear light.
pub(crate) const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("all", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "no red",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "no green",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "no blue",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

pub(crate) fn seen(colour: Colour, eye: &[[f64; 3]; 3]) -> [f64; 3] {
    let linear = colour.0.map(|level| {
        let level = f64::from(level) / 255.0;
        if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
    });
    let row = |row: &[f64; 3]| (row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]).clamp(0.0, 1.0);
    cie_lab_colour(std::array::from_fn(|index| row(&eye[index])))
}

/// CIE L*a*b* of linear sRGB, for daylight.
fn cie_lab_colour([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let root = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    let y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    let z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn apart(a: Colour, b: Colour, eye: &[[f64; 3]; 3]) -> f64 {
    let (a, b) = (seen(a, eye), seen(b, eye));
    (0..3).map(|part| (a[part] - b[part]).powi(2)).sum::<f64>().sqrt()
}

/// Returns the eyes that a palette is made for, as places in [`EYES`].
pub(crate) const fn eyes_of_scheme(scheme: ColourScheme) -> &'static [usize] {
    match scheme {
        ColourScheme::Standard => &[0],
        ColourScheme::RedGreen => &[0, 1, 2],
        ColourScheme::BlueYellow => &[0, 3],
        ColourScheme::HighContrast => &[0, 1, 2, 3],
    }
}

type Named = (&'static str, Colour);

/// Small pictures have colours alone: the ground, the counters, points of convergence.
fn small(palette: &Palette) -> Vec<(String, Colour)> {
    let rules = Ruleset::classic();
    let terrains =
        rules.terrains.iter().map(|terrain| (terrain.name.clone(), palette.look_of_terrain(terrain).far));
    let sides = palette.sides;
    let others = [("Red", sides.red.fill), ("Blue", sides.blue.fill), ("choke", palette.choke)];
    terrains.chain(others.map(|(name, colour)| (name.to_owned(), colour))).collect()
}

/// The closest two of some colours to one of these eyes.
fn closest<N: AsRef<str>>(colours: &[(N, Colour)], eyes: &[usize]) -> (f64, String) {
    let mut worst = (f64::INFINITY, String::new());
    for &eye in eyes {
        let (name, matrix) = &EYES[eye];
        for (index, (a, first)) in colours.iter().enumerate() {
            for (b, second) in &colours[..index] {
                let apart = apart(*first, *second, matrix);
                if apart < worst.0 {
                    let words = format!("{} and {} are {apart:.1} apart", a.as_ref(), b.as_ref());
                    worst = (apart, format!("{words} to an eye with {name}"));
                }
            }
        }
    }
    worst
}

fn check_apart<N: AsRef<str>>(scheme: ColourScheme, colours: &[(N, Colour)], eyes: &[usize], least: f64) {
    let (apart, words) = closest(colours, eyes);
    assert!(apart >= least, "{}: {words}, not {least}", scheme.name());
}

/// Returns the colours of all marks drawn on hexes and between them.
fn marks(palette: &Palette) -> [Named; 7] {
    [
        ("target", palette.target),
        ("beyond", palette.beyond),
        ("selected", palette.selected),
        ("fire", palette.fire),
        ("choke", palette.choke),
        ("path", palette.path),
        ("hovered", Colour::from_rgb(0xFF_FF_FF)),
    ]
}

/// A difference of 10 is seen at a glance.
#[test]
fn small_pictures_can_be_read_by_every_eye_in_the_standard_palette_too() {
    check_apart(ColourScheme::Standard, &small(&Palette::default()), &[0, 1, 2, 3], 10.0);
}

#[test]
fn what_must_be_told_apart_is_apart_to_the_eyes_that_a_palette_is_made_for() {
    for scheme in ColourScheme::ALL {
        let (palette, eyes) = (Palette::from_scheme(scheme), eyes_of_scheme(scheme));
        let sides = palette.sides;
        check_apart(scheme, &[("Red", sides.red.fill), ("Blue", sides.blue.fill)], eyes, 40.0);
        check_apart(scheme, &[("Red's words", sides.red.words), ("Blue's", sides.blue.words)], eyes, 40.0);
        check_apart(scheme, &marks(&palette), eyes, 15.0);
        let sets: Vec<_> = palette.sets.into_iter().chain([palette.held]).collect();
        let sets: Vec<_> =
            (1..).zip(sets).map(|(number, colour)| (format!("set {number}"), colour)).collect();
        check_apart(scheme, &sets, eyes, 15.0);
        check_apart(scheme, &[("held", palette.held), ("missing", palette.missing)], eyes, 40.0);
        if scheme != ColourScheme::Standard {
            check_apart(scheme, &small(&palette), eyes, 15.0);
        }
    }
}

/// Where two terrains have the same pattern, their letters or their colours differ.
#[test]
fn the_terrains_of_every_shipped_ruleset_look_different() {
    for (name, _) in Ruleset::SHIPPED {
        let (palette, rules) = (Palette::default(), Ruleset::shipped(name).unwrap());
        for (index, a) in rules.terrains.iter().enumerate() {
            for b in &rules.terrains[..index] {
                let [one, other] = [a, b].map(|terrain| palette.look_of_terrain(terrain));
                let made = [one, other].iter().all(|look| look.pattern == TerrainPattern::Glyph);
                let eye = &EYES[0].1;
                // Over the same water the deck of a bridge is what is seen.
                let deck = one.pattern == TerrainPattern::Bridge && apart(one.ink, other.ink, eye) >= 20.0;
                let apart = apart(one.ground, other.ground, eye);
                let told = one.pattern != other.pattern || made || deck || apart >= 10.0;
                assert!(told, "{name}: {} and {} look alike", a.name, b.name);
            }
        }
        // What has a look of its own is known by it, but for a castle, which looks like any other.
        let known = rules.terrains.iter().filter(|terrain| palette.terrains.contains_key(&terrain.name));
        assert!(known.count() >= 7, "{name}");
    }
}

/// The ground shows through reach, and so does the line around it.
#[test]
fn reach_shows_on_every_ground_in_every_weather() {
    for scheme in ColourScheme::ALL {
        let (palette, rules) = (Palette::from_scheme(scheme), Ruleset::classic());
        for (terrain, weather) in
            rules.terrains.iter().flat_map(|terrain| WeatherLook::ALL.map(|weather| (terrain, weather)))
        {
            let ground = weather.look_of_ground(palette.look_of_terrain(terrain)).ground;
            let colours = [
                (format!("{} in {weather:?}", terrain.name), ground),
                ("reach on it".into(), ground.multiplied_with(palette.reach)),
                ("an enemy's reach on it".into(), ground.mixed_with(palette.their_reach, COVER)),
            ];
            check_apart(scheme, &colours, eyes_of_scheme(scheme), 11.0);
        }
    }
}

#[test]
fn every_step_of_a_ramp_is_darker_to_the_eyes_that_a_palette_is_made_for() {
    for scheme in ColourScheme::ALL {
        let palette = Palette::from_scheme(scheme);
        for &eye in eyes_of_scheme(scheme) {
            for (step, pair) in palette.ramp.windows(2).enumerate() {
                let [from, to] = [pair[0], pair[1]].map(|colour| seen(colour, &EYES[eye].1)[0]);
                assert!(from - to >= 12.0, "{} {step}: {from:.0} to {to:.0}", scheme.name());
            }
        }
        for (step, colour) in (0..).zip(palette.ramp) {
            assert_eq!(palette.ramp_colour(250 * step), colour);
        }
        assert_eq!(palette.ramp_colour(u32::MAX), palette.ramp[4]);
    }
}

/// Returns the contrast ratio of two colours by WCAG 2.2.
fn contrast(a: Colour, b: Colour) -> f64 {
    let light = |colour: Colour| {
        // From CIE lightness back to luminance.
        let lightness = (seen(colour, &EYES[0].1)[0] + 16.0) / 116.0;
        let cube = lightness.powi(3);
        if cube > 0.008_856 { cube } else { (lightness - 16.0 / 116.0) / 7.787 }
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Small text needs a contrast of 4.5 (WCAG 2.2, 1.4.3).
#[test]
fn words_can_be_read_on_counters_and_panels() {
    assert!((contrast(Colour::from_rgb(0), Colour::from_rgb(0xFF_FF_FF)) - 21.0).abs() < 0.1);
    for scheme in ColourScheme::ALL {
        for colours in [Palette::from_scheme(scheme).sides.red, Palette::from_scheme(scheme).sides.blue] {
            let on_counter = contrast(colours.ink, colours.fill);
            // The window's panels are of this colour.
            let in_panel = contrast(colours.words, Colour::from_rgb(0x1E_22_29));
            let least = if scheme == ColourScheme::HighContrast { 7.0 } else { 4.5 };
            assert!(on_counter >= least && in_panel >= least, "{}: {colours:?}", scheme.name());
        }
    }
}

/// The marks of the standard palette are not for every eye: the reason for the other palettes.
#[test]
fn the_standard_marks_are_not_for_every_eye() {
    let marks = marks(&Palette::from_scheme(ColourScheme::Standard));
    assert!(closest(&marks, &[0]).0 >= 15.0 && closest(&marks, &[2]).0 < 15.0);
}

#[test]
fn palettes_are_found_by_their_names() {
    for scheme in ColourScheme::ALL {
        assert_eq!(ColourScheme::by_name(scheme.name()), Some(scheme));
        let mut all: Vec<_> =
            std::iter::successors(Some(scheme), |scheme| Some(scheme.next())).take(4).collect();
        all.sort_by_key(|scheme| scheme.name());
        all.dedup();
        assert_eq!(all.len(), 4, "each comes once before the first comes again");
    }
    assert_eq!(ColourScheme::by_name("sepia"), None);
}

#[test]
fn classic_terrains_differ_in_their_pattern() {
    let (palette, rules) = (Palette::default(), Ruleset::classic());
    let patterns: Vec<_> =
        rules.terrains.iter().map(|terrain| palette.look_of_terrain(terrain).pattern).collect();
    for (index, pattern) in patterns.iter().enumerate() {
        assert!(!patterns[..index].contains(pattern), "{pattern:?}");
    }
}

#[test]
fn unknown_terrains_get_a_look_of_their_own() {
    let terrain =
        |name: &str, cost| Terrain { name: name.to_owned(), cost, ..Ruleset::classic().terrains[0].clone() };
    let palette = Palette::default();
    let [lava, moss] = [terrain("lava", None), terrain("moss", Some(MovementPoints(3)))];
    assert_eq!(palette.look_of_terrain(&lava).pattern, TerrainPattern::Barred);
    assert_eq!(palette.look_of_terrain(&moss).pattern, TerrainPattern::Glyph);
    assert_eq!(palette.look_of_terrain(&moss), palette.look_of_terrain(&moss));
    assert_ne!(palette.look_of_terrain(&lava).ground, palette.look_of_terrain(&moss).ground);
    let citadel = Terrain { castle: true, ..terrain("citadel", None) };
    assert_eq!(palette.look_of_terrain(&citadel).pattern, TerrainPattern::Castle);
}
