//! The look of things: colours and patterns, shared by everything that draws Hotgates.

use std::collections::BTreeMap;

use hotgates_engine::{BySide, Terrain};
use serde::{Deserialize, Serialize};

use crate::colour::Colour;

/// Every colour of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Palette {
    /// Around the map.
    pub paper: Colour,
    /// Lines between hexes, numbers beside the map, outlines.
    pub ink: Colour,
    /// Terrains that have a look of their own, by their name; [`look`](Self::look) finds one for the others.
    pub terrains: BTreeMap<String, TerrainLook>,
    /// The sides' counters and flags.
    pub sides: BySide<SideColours>,
    /// Points of convergence.
    pub choke: Colour,
    /// Ways.
    pub path: Colour,
    /// Hexes within reach.
    pub reach: Colour,
}

/// The look of one kind of ground. No two are told apart by colour alone: the pattern differs too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TerrainLook {
    /// The ground.
    pub ground: Colour,
    /// What is drawn on it.
    pub ink: Colour,
    /// The whole hex where it is too small for a pattern.
    pub far: Colour,
    /// What is drawn on it.
    pub pattern: Pattern,
}

/// What is drawn on a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pattern {
    /// Tufts of grass.
    Grass,
    /// Round trees.
    Trees,
    /// Peaks, lit from the west.
    Peaks,
    /// Rounded hills.
    Hills,
    /// Waves; the shore is lined.
    Waves,
    /// Reeds in pools.
    Reeds,
    /// Dots.
    Dots,
    /// Houses.
    Houses,
    /// A road that joins those around it.
    Road,
    /// A deck over water that joins the roads around it.
    Bridge,
    /// A keep, with the flag of who holds it.
    Castle,
    /// The terrain's own glyph.
    Glyph,
    /// The terrain's own glyph in a hatched hex that nobody enters.
    Barred,
}

/// The colours of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideColours {
    /// Its counters.
    pub fill: Colour,
    /// Their edges, and entry hexes.
    pub edge: Colour,
    /// Symbols and numbers on them.
    pub ink: Colour,
}

const fn look(pattern: Pattern, ground: u32, ink: u32, far: u32) -> TerrainLook {
    TerrainLook { ground: Colour::hex(ground), ink: Colour::hex(ink), far: Colour::hex(far), pattern }
}

const KNOWN: [(&str, TerrainLook); 13] = [
    ("road", look(Pattern::Road, 0xC3_CF_94, 0xF3_E3_B8, 0xF6_E8_C4)),
    ("bridge", look(Pattern::Bridge, 0x84_B6_D9, 0xB9_82_4A, 0x8B_4A_12)),
    ("grass", look(Pattern::Grass, 0xC3_CF_94, 0x98_AB_63, 0xC3_CF_94)),
    ("castle", look(Pattern::Castle, 0xD8_CB_AE, 0x57_4B_43, 0xFF_FF_FF)),
    ("forest", look(Pattern::Trees, 0x98_B8_74, 0x33_66_39, 0x4B_82_46)),
    ("water", look(Pattern::Waves, 0x84_B6_D9, 0x45_80_B0, 0x6F_A8_D1)),
    ("mountain", look(Pattern::Peaks, 0xB0_A3_94, 0x63_57_4E, 0x6B_5F_58)),
    ("hill", look(Pattern::Hills, 0xCF_C4_8A, 0x91_7C_43, 0xB4_A4_63)),
    ("swamp", look(Pattern::Reeds, 0x9F_B8_9A, 0x4C_6E_63, 0x7C_98_7F)),
    ("ford", look(Pattern::Dots, 0xA6_CB_DE, 0x6E_97_AE, 0x9C_C6_DA)),
    ("sand", look(Pattern::Dots, 0xEA_DB_AE, 0xC4_AA_6C, 0xE6_D4_A0)),
    ("snow", look(Pattern::Dots, 0xF2_F5_F7, 0xB4_C2_CC, 0xF0_F4_F7)),
    ("town", look(Pattern::Houses, 0xD3_C4_A4, 0x9A_4B_38, 0xB9_7A_62)),
];

impl Default for Palette {
    /// A printed map in daylight.
    fn default() -> Self {
        Self {
            paper: Colour::hex(0xF4_EE_DF),
            ink: Colour::hex(0x2B_28_24),
            terrains: KNOWN.map(|(name, look)| (name.to_owned(), look)).into(),
            sides: BySide {
                red: SideColours {
                    fill: Colour::hex(0xD8_2E_2E),
                    edge: Colour::hex(0x6E_12_0B),
                    ink: Colour::hex(0xFF_FF_FF),
                },
                blue: SideColours {
                    fill: Colour::hex(0x24_4C_9C),
                    edge: Colour::hex(0x0C_1E_4A),
                    ink: Colour::hex(0xFF_FF_FF),
                },
            },
            choke: Colour::hex(0xC7_15_85),
            path: Colour::hex(0x2B_28_24),
            reach: Colour::hex(0xFF_F3_8A),
        }
    }
}

impl Palette {
    /// The look of a terrain: its own, or one that is made from its name and from what it costs, so that every
    /// ruleset's terrains can be told apart and look the same each time.
    pub fn look(&self, terrain: &Terrain) -> TerrainLook {
        if let Some(look) = self.terrains.get(&terrain.name) {
            return *look;
        }
        if let Some(look) = self.terrains.get("castle").filter(|_| terrain.castle) {
            return *look;
        }
        made_up(terrain)
    }
}

fn made_up(terrain: &Terrain) -> TerrainLook {
    let hash = terrain
        .name
        .bytes()
        .fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    // Steps of 24 degrees: neighbours on the circle are still two colours.
    let hue = (hash >> 8) % 15 * 24;
    let anybody = terrain.cost.into_iter().chain(terrain.cost_for.values().copied());
    match anybody.map(|cost| cost.0).filter(|&cost| cost > 0).min() {
        None => TerrainLook {
            ground: Colour::from_hsl(hue, 50, 110),
            ink: Colour::from_hsl(hue, 40, 45),
            far: Colour::from_hsl(hue, 50, 90),
            pattern: Pattern::Barred,
        },
        Some(cost) => {
            // What costs more is darker, as a thicket is.
            let lightness = u8::try_from(210 - 12 * cost.min(6)).unwrap_or(210);
            let ground = Colour::from_hsl(hue, 105, lightness);
            TerrainLook {
                ground,
                ink: Colour::from_hsl(hue, 120, 55),
                far: ground.darker(24),
                pattern: Pattern::Glyph,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::{MovementPoints, Ruleset};

    /// What a colour is to an eye that lacks one kind of cone (Machado, Oliveira and Fernandes, "A physiologically-based
    /// model for simulation of color vision deficiency", 2009), in linear light.
    const EYES: [(&str, [[f64; 3]; 3]); 4] = [
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

    fn seen(colour: Colour, eye: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = colour.0.map(|level| {
            let level = f64::from(level) / 255.0;
            if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
        });
        let row =
            |row: &[f64; 3]| (row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]).clamp(0.0, 1.0);
        lab(std::array::from_fn(|index| row(&eye[index])))
    }

    /// CIE L*a*b* of linear sRGB, for daylight.
    fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
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

    /// Small pictures have colours alone: those must do for every eye. A difference of 10 is seen at a glance.
    #[test]
    fn classic_terrains_and_sides_differ_to_every_eye() {
        let palette = Palette::default();
        let rules = Ruleset::classic();
        let mut colours: Vec<(&str, Colour)> =
            rules.terrains.iter().map(|terrain| (terrain.name.as_str(), palette.look(terrain).far)).collect();
        colours.extend([("Red", palette.sides.red.fill), ("Blue", palette.sides.blue.fill)]);
        colours.push(("choke", palette.choke));
        for (eye, matrix) in &EYES {
            for (index, (a, first)) in colours.iter().enumerate() {
                for (b, second) in &colours[..index] {
                    let apart = apart(*first, *second, matrix);
                    assert!(apart > 10.0, "{a} and {b} are {apart:.1} apart to an eye with {eye}");
                }
            }
        }
    }

    #[test]
    fn classic_terrains_differ_in_their_pattern() {
        let palette = Palette::default();
        let rules = Ruleset::classic();
        let patterns: Vec<_> = rules.terrains.iter().map(|terrain| palette.look(terrain).pattern).collect();
        for (index, pattern) in patterns.iter().enumerate() {
            assert!(!patterns[..index].contains(pattern), "{pattern:?}");
        }
    }

    #[test]
    fn unknown_terrains_get_a_look_of_their_own() {
        let terrain = |name: &str, cost| Terrain {
            name: name.to_owned(),
            cost,
            ..Ruleset::classic().terrains[0].clone()
        };
        let palette = Palette::default();
        let [lava, moss] = [terrain("lava", None), terrain("moss", Some(MovementPoints(3)))];
        assert_eq!(palette.look(&lava).pattern, Pattern::Barred);
        assert_eq!(palette.look(&moss).pattern, Pattern::Glyph);
        assert_eq!(palette.look(&moss), palette.look(&moss));
        assert_ne!(palette.look(&lava).ground, palette.look(&moss).ground);
        let citadel = Terrain { castle: true, ..terrain("citadel", None) };
        assert_eq!(palette.look(&citadel).pattern, Pattern::Castle);
    }
}
