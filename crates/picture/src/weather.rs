//! What weather and the time of day make of the ground: every colour is a little of another, and signs fall on the
//! hexes. As with terrains, states that players know by name have a look of their own, others one of what they do.

use hotgates_engine::{Permille, Terrain, WeatherState};

use crate::canvas::{DrawingSurface, HexDrawingPlace, disc_around, open_line, shape_drawn_by};
use crate::colour::Colour;
use crate::palette::{TerrainLook, TerrainPattern};

/// The look of a state of the weather.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeatherLook {
    /// As on a map without weather.
    Clear,
    /// Strokes of rain on darker ground.
    Rain,
    /// Flakes on paler ground.
    Snow,
    /// Bands on pale ground.
    Mist,
    /// Puddles where movement costs more than in other weather.
    Mud,
    /// Dark ground.
    Night,
}

/// Names with a look, among them those of the shipped rulesets.
const NAMED: [(&str, WeatherLook); 20] = [
    ("clear", WeatherLook::Clear),
    ("day", WeatherLook::Clear),
    ("sun", WeatherLook::Clear),
    ("wind", WeatherLook::Clear),
    ("rain", WeatherLook::Rain),
    ("storm", WeatherLook::Rain),
    ("drizzle", WeatherLook::Rain),
    ("snow", WeatherLook::Snow),
    ("blizzard", WeatherLook::Snow),
    ("frost", WeatherLook::Snow),
    ("ice", WeatherLook::Snow),
    ("mist", WeatherLook::Mist),
    ("fog", WeatherLook::Mist),
    ("haze", WeatherLook::Mist),
    ("mud", WeatherLook::Mud),
    ("thaw", WeatherLook::Mud),
    ("night", WeatherLook::Night),
    ("dusk", WeatherLook::Night),
    ("dawn", WeatherLook::Night),
    ("evening", WeatherLook::Night),
];

impl WeatherLook {
    #[cfg(test)]
    pub const ALL: [Self; 6] = [Self::Clear, Self::Rain, Self::Snow, Self::Mist, Self::Mud, Self::Night];

    /// Returns the look of a state: by its name if that is known, else mist where it shortens sight, mud where
    /// ground costs more, rain where it lessens fire.
    pub fn look_of_state(state: &WeatherState) -> Self {
        let named = NAMED.iter().find(|(name, _)| state.name.eq_ignore_ascii_case(name));
        match named {
            Some(&(_, look)) => look,
            None if state.sight < Permille::ONE => Self::Mist,
            None if state.costs.values().any(|&factor| factor > Permille::ONE) => Self::Mud,
            None if state.fire < Permille::ONE => Self::Rain,
            None => Self::Clear,
        }
    }

    /// Returns what this weather makes of a terrain's look. Terrains that share a ground still do.
    pub fn look_of_ground(self, look: TerrainLook) -> TerrainLook {
        let is_wet = matches!(look.pattern, TerrainPattern::Waves | TerrainPattern::Bridge);
        let (tint, share) = match self {
            Self::Snow | Self::Mud if is_wet => return look,
            Self::Clear => return look,
            Self::Rain => (Colour::from_rgb(0x3E_50_66), 56),
            Self::Snow => (Colour::from_rgb(0xEC_F2_FA), 56),
            Self::Mist => (Colour::from_rgb(0xD8_DC_DE), 96),
            Self::Mud => (Colour::from_rgb(0x7A_5A_3A), 64),
            Self::Night => (Colour::from_rgb(0x14_1C_3C), 96),
        };
        // Patterns keep more of their colour: terrains are told apart by them. Where a hex is too small for a pattern,
        // its colour is all there is.
        TerrainLook {
            ground: look.ground.mixed_with(tint, share),
            ink: look.ink.mixed_with(tint, share / 3),
            ..look
        }
    }

    /// Draws what falls or lies on a hex of a terrain, above its pattern.
    pub fn draw_on_hex(
        self,
        canvas: &mut dyn DrawingSurface,
        at: HexDrawingPlace,
        (state, terrain): (&WeatherState, &Terrain),
        variant: u32,
    ) {
        let shift = PLACES[variant as usize % PLACES.len()];
        let at = at.shifted_by(shift);
        match self {
            Self::Clear | Self::Night => {}
            Self::Rain => draw_rain(canvas, at),
            Self::Snow => draw_flakes(canvas, at),
            Self::Mist => draw_mist(canvas, at),
            Self::Mud => {
                if state.costs.get(&terrain.name).is_some_and(|&factor| factor > Permille::ONE) {
                    draw_puddles(canvas, at);
                }
            }
        }
    }
}

/// Steps by which the signs of neighbours lie elsewhere, in units of the hex.
const PLACES: [(f32, f32); 8] =
    [(0.0, 0.0), (4.0, -3.0), (-5.0, 2.0), (2.0, 5.0), (-3.0, -4.0), (6.0, 1.0), (-1.0, 3.0), (3.0, -6.0)];

fn draw_rain(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace) {
    let drops = [(-20.0, -8.0), (-7.0, -17.0), (8.0, -10.0), (20.0, -2.0), (-12.0, 10.0), (5.0, 15.0_f32)];
    for (x, y) in drops {
        let drop = open_line(&[(x + 2.5, y - 5.0), (x - 2.5, y + 5.0)]);
        canvas.stroke_translucent(at, &drop, Colour::from_rgb(0xEE_F4_FA), 1.5, 190);
    }
}

fn draw_flakes(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace) {
    let flakes = [
        (-18.0, -6.0),
        (-4.0, -16.0),
        (12.0, -11.0),
        (19.0, 5.0),
        (-10.0, 12.0),
        (5.0, 3.0),
        (9.0, 18.0_f32),
    ];
    for (x, y) in flakes {
        canvas.fill_translucent(at, &disc_around(x, y, 2.6), Colour::from_rgb(0x8C_A0_B8), 120);
        canvas.fill_shape(at, &disc_around(x, y, 1.9), Colour::from_rgb(0xFF_FF_FF));
    }
}

fn draw_mist(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace) {
    for (x, y, half) in [(-6.0, -13.0, 12.0), (6.0, 0.0, 16.0), (-4.0, 13.0, 13.0_f32)] {
        let band = shape_drawn_by(|path| {
            path.move_to(x - half, y);
            path.cubic_to(x - half / 2.0, y - 4.0, x + half / 2.0, y + 4.0, x + half, y);
        });
        canvas.stroke_translucent(at, &band, Colour::from_rgb(0xFF_FF_FF), 4.5, 105);
    }
}

fn draw_puddles(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace) {
    for (x, y, half) in [(-12.0, -8.0, 6.5), (12.0, 2.0, 7.5), (-5.0, 14.0, 5.5_f32)] {
        let puddle = shape_drawn_by(|path| {
            path.move_to(x - half, y);
            path.cubic_to(x - half, y - 3.6, x + half, y - 4.2, x + half, y);
            path.cubic_to(x + half, y + 3.4, x - half, y + 3.8, x - half, y);
            path.close();
        });
        canvas.fill_translucent(at, &puddle, Colour::from_rgb(0x8E_A4_AE), 200);
        canvas.stroke_translucent(at, &puddle, Colour::from_rgb(0x5A_42_2C), 1.2, 170);
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{Battle, MapFile, Ruleset, Scenario, parse_ron};

    use super::*;
    use crate::{ColourScheme, Palette, Picture, PictureLayers};

    const ROWS: [&str; 6] = ["..f^..=.", "..#~..=.", "..f^..H.", "........", "..f.....", "........"];
    const STATES: [(&str, &str); 6] = [
        ("clear", ""),
        ("rain", ", fire: 800"),
        ("snow", ", costs: {\"grass\": 2000}"),
        ("mist", ", sight: 500"),
        ("mud", ", costs: {\"grass\": 2000}"),
        ("night", ", sight: 400"),
    ];

    fn scenario() -> Scenario {
        Scenario::classic(MapFile { rows: ROWS.map(str::to_owned).to_vec(), ..MapFile::default() })
    }

    fn battle_in(name: &str, effect: &str) -> Battle {
        let mut scenario = scenario();
        let rule = format!("(states: [(name: \"{name}\"{effect})])");
        scenario.rules.options.weather = Some(parse_ron(&rule).unwrap());
        Battle::from_scenario(&scenario).unwrap()
    }

    fn drawn(battle: &Battle) -> crate::Image {
        let layers = PictureLayers { grid: false, labels: false, units: false };
        Picture::from_battle(battle).with_layers(layers).draw_with_hexes(48.0)
    }

    #[test]
    fn each_weather_is_another_picture_and_clear_is_that_of_no_weather() {
        let plain = drawn(&Battle::from_scenario(&scenario()).unwrap());
        let pictures = STATES.map(|(name, effect)| drawn(&battle_in(name, effect)).rgba);
        assert!(pictures[0] == plain.rgba);
        for (index, picture) in pictures.iter().enumerate() {
            assert!(!pictures[..index].contains(picture), "{} looks like another", STATES[index].0);
        }
    }

    #[test]
    fn a_state_of_any_name_looks_like_what_it_does() {
        let looks = [
            (("smoke", ", sight: 500"), WeatherLook::Mist),
            (("heavy ground", ", costs: {\"grass\": 1500}"), WeatherLook::Mud),
            (("wet powder", ", fire: 500"), WeatherLook::Rain),
            (("hard ground", ", costs: {\"grass\": 500}"), WeatherLook::Clear),
            (("Night", ""), WeatherLook::Night),
        ];
        for ((name, effect), look) in looks {
            let battle = battle_in(name, effect);
            assert_eq!(WeatherLook::look_of_state(battle.weather().unwrap()), look, "{name}");
        }
    }

    #[test]
    fn terrains_that_share_a_ground_share_it_in_every_weather_and_keep_their_patterns() {
        let rules = Ruleset::classic();
        for scheme in ColourScheme::ALL {
            let palette = Palette::from_scheme(scheme);
            for weather in WeatherLook::ALL {
                let looks: Vec<_> =
                    rules.terrains.iter().map(|terrain| palette.look_of_terrain(terrain)).collect();
                let drawn: Vec<_> = looks.iter().map(|&look| weather.look_of_ground(look)).collect();
                for (one, first) in looks.iter().zip(&drawn) {
                    assert_eq!(one.pattern, first.pattern);
                    for (two, second) in looks.iter().zip(&drawn) {
                        assert_eq!(one.ground == two.ground, first.ground == second.ground, "{weather:?}");
                    }
                }
            }
        }
    }
    /// The table of names in the page of the window.
    #[test]
    fn the_page_lists_every_name_with_what_is_drawn() {
        let page = include_str!("../../../docs/window.md");
        let section = page.split("\n## ").find(|section| section.starts_with("Weather\n")).unwrap();
        let rows = section
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "))
            .skip(1);
        let look_of_words = |drawn: &str| match drawn {
            "nothing" => WeatherLook::Clear,
            "rain" => WeatherLook::Rain,
            "snow" => WeatherLook::Snow,
            "mist" => WeatherLook::Mist,
            "puddles where entering costs more" => WeatherLook::Mud,
            "dark ground" => WeatherLook::Night,
            _ => panic!("no look is called {drawn}"),
        };
        let mut listed: Vec<(&str, WeatherLook)> = rows
            .flat_map(|(drawn, names)| names.split(", ").map(move |name| (name, look_of_words(drawn))))
            .collect();
        let mut known = NAMED.to_vec();
        listed.sort_unstable_by_key(|(name, _)| *name);
        known.sort_unstable_by_key(|(name, _)| *name);
        assert_eq!(listed, known);
    }
}
