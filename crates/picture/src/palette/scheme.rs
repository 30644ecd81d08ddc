//! Palettes to choose from: one like a printed map, two for eyes that lack one kind of cone, one
//! that is easy to see.
//!
//! The tests beside this file say which colours each palette keeps apart, and for which eyes:
//! colours that must be told apart are compared as such an eye sees them. The colours of sets are
//! those of Okabe and Ito ("Color Universal Design", 2008), moved apart where they had to be.

use hotgates_engine::BySide;
use serde::{Deserialize, Serialize};

use super::{Palette, SideColours, TerrainLook, TerrainPattern};
use crate::colour::Colour;

/// Name of a palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ColourScheme {
    /// A printed map in daylight.
    #[default]
    Standard,
    /// Safe for eyes that mistake red and green (protanopia, deuteranopia).
    RedGreen,
    /// Safe for eyes that mistake blue and yellow (tritanopia).
    BlueYellow,
    /// Pale ground, dark ink and strong marks, safe for all of these eyes.
    HighContrast,
}

impl ColourScheme {
    /// All palettes' names.
    pub const ALL: [Self; 4] = [Self::Standard, Self::RedGreen, Self::BlueYellow, Self::HighContrast];

    /// Name of the palette, as on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::RedGreen => "red-green",
            Self::BlueYellow => "blue-yellow",
            Self::HighContrast => "high-contrast",
        }
    }

    /// Returns the scheme of this name, if there is one.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }

    /// Returns the next scheme; after the last one comes the first.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Standard => Self::RedGreen,
            Self::RedGreen => Self::BlueYellow,
            Self::BlueYellow => Self::HighContrast,
            Self::HighContrast => Self::Standard,
        }
    }
}

const fn terrain_look(pattern: TerrainPattern, ground: u32, ink: u32, far: u32) -> TerrainLook {
    TerrainLook {
        ground: Colour::from_rgb(ground),
        ink: Colour::from_rgb(ink),
        far: Colour::from_rgb(far),
        pattern,
    }
}

const fn side_colours(fill: u32, edge: u32, words: u32) -> SideColours {
    SideColours {
        fill: Colour::from_rgb(fill),
        edge: Colour::from_rgb(edge),
        ink: Colour::from_rgb(0xFF_FF_FF),
        words: Colour::from_rgb(words),
    }
}

const KNOWN: [(&str, TerrainLook); 24] = [
    ("road", terrain_look(TerrainPattern::Road, 0xC3_CF_94, 0xF3_E3_B8, 0xF6_E8_C4)),
    ("bridge", terrain_look(TerrainPattern::Bridge, 0x84_B6_D9, 0xB9_82_4A, 0x8B_4A_12)),
    ("grass", terrain_look(TerrainPattern::Grass, 0xC3_CF_94, 0x98_AB_63, 0xC3_CF_94)),
    ("castle", terrain_look(TerrainPattern::Castle, 0xD8_CB_AE, 0x57_4B_43, 0xFF_FF_FF)),
    ("forest", terrain_look(TerrainPattern::Trees, 0x98_B8_74, 0x33_66_39, 0x4B_82_46)),
    ("water", terrain_look(TerrainPattern::Waves, 0x84_B6_D9, 0x45_80_B0, 0x6F_A8_D1)),
    ("mountain", terrain_look(TerrainPattern::Peaks, 0xB0_A3_94, 0x63_57_4E, 0x6B_5F_58)),
    ("hill", terrain_look(TerrainPattern::Hills, 0xCF_C4_8A, 0x91_7C_43, 0xB4_A4_63)),
    ("ridge", terrain_look(TerrainPattern::Hachures, 0xC2_AB_72, 0x6B_55_2B, 0x93_7B_48)),
    ("field", terrain_look(TerrainPattern::Furrows, 0xDE_CF_80, 0xB0_94_3C, 0xD9_C2_6B)),
    ("swamp", terrain_look(TerrainPattern::Reeds, 0x9F_B8_9A, 0x4C_6E_63, 0x7C_98_7F)),
    ("marsh", terrain_look(TerrainPattern::Reeds, 0x9F_B8_9A, 0x4C_6E_63, 0x7C_98_7F)),
    ("ford", terrain_look(TerrainPattern::Dots, 0xA6_CB_DE, 0x6E_97_AE, 0x9C_C6_DA)),
    ("sand", terrain_look(TerrainPattern::Dots, 0xEA_DB_AE, 0xC4_AA_6C, 0xE6_D4_A0)),
    ("snow", terrain_look(TerrainPattern::Dots, 0xF2_F5_F7, 0xB4_C2_CC, 0xF0_F4_F7)),
    ("scrub", terrain_look(TerrainPattern::Bushes, 0xC9_CE_95, 0x77_8A_45, 0xA9_B4_72)),
    ("track", terrain_look(TerrainPattern::Road, 0xB7_A9_94, 0xE9_D8_B2, 0xD2_C2_A0)),
    ("wall", terrain_look(TerrainPattern::Rampart, 0xC3_CF_94, 0x57_4B_43, 0x8C_7D_6B)),
    ("river", terrain_look(TerrainPattern::Waves, 0x84_B6_D9, 0x45_80_B0, 0x6F_A8_D1)),
    ("pontoon", terrain_look(TerrainPattern::Bridge, 0x84_B6_D9, 0x7C_84_88, 0x5E_66_6B)),
    ("minefield", terrain_look(TerrainPattern::Dots, 0xC9_B9_9A, 0x8E_2F_2A, 0xB0_6E_62)),
    ("depot", terrain_look(TerrainPattern::Houses, 0xA9_B2_86, 0x4C_5A_37, 0x6C_7A_50)),
    ("town", terrain_look(TerrainPattern::Houses, 0xB8_B0_AC, 0x7A_3A_34, 0x96_62_5A)),
    ("village", terrain_look(TerrainPattern::Houses, 0xD3_C4_A4, 0x9A_4B_38, 0xB9_7A_62)),
];

impl Palette {
    /// Returns the palette of a scheme.
    #[must_use]
    pub fn from_scheme(scheme: ColourScheme) -> Self {
        match scheme {
            ColourScheme::Standard => standard_palette(),
            ColourScheme::RedGreen => red_green_palette(),
            ColourScheme::BlueYellow => blue_yellow_palette(),
            ColourScheme::HighContrast => high_contrast_palette(),
        }
    }

    /// Sets the colour of a terrain in small pictures.
    fn set_colour_in_small_pictures(&mut self, terrain: &str, colour: u32) {
        if let Some(look) = self.terrains.get_mut(terrain) {
            look.far = Colour::from_rgb(colour);
        }
    }
}

fn standard_palette() -> Palette {
    Palette {
        paper: Colour::from_rgb(0xF4_EE_DF),
        ink: Colour::from_rgb(0x2B_28_24),
        terrains: KNOWN.map(|(name, look)| (name.to_owned(), look)).into(),
        sides: BySide {
            red: side_colours(0xD8_2E_2E, 0x6E_12_0B, 0xF3_6D_62),
            blue: side_colours(0x24_4C_9C, 0x0C_1E_4A, 0x71_A6_F6),
        },
        choke: Colour::from_rgb(0xC7_15_85),
        path: Colour::from_rgb(0x2B_28_24),
        reach: Colour::from_rgb(0xFF_F2_B0),
        their_reach: Colour::from_rgb(0xFF_8C_66),
        target: Colour::from_rgb(0xDE_14_0D),
        beyond: Colour::from_rgb(0xF5_9A_1A),
        selected: Colour::from_rgb(0xFF_DE_33),
        fire: Colour::from_rgb(0xF2_59_0D),
        loss: Colour::from_rgb(0xBF_00_00),
        ramp: [0xFC_E8_9E, 0xF5_B0_61, 0xDE_6B_52, 0x99_33_66, 0x40_14_61].map(Colour::from_rgb),
        sets: [0xE6_9F_00, 0x56_B4_E9, 0xCC_79_A7, 0x00_9E_73, 0xF0_E4_42, 0xD5_5E_00].map(Colour::from_rgb),
        held: Colour::from_rgb(0x00_73_B3),
        missing: Colour::from_rgb(0xD5_5E_00),
    }
}

/// Returns the palette without pairs of red and green: red becomes a vermilion that is not mistaken
/// for green or brown; points of convergence are violet.
fn red_green_palette() -> Palette {
    let mut palette = Palette {
        sides: BySide {
            red: side_colours(0xB8_4A_00, 0x4A_1E_00, 0xF2_9A_4A),
            blue: side_colours(0x1B_3A_9C, 0x0C_1E_4A, 0x6F_A8_FF),
        },
        choke: Colour::from_rgb(0x8E_40_D2),
        their_reach: Colour::from_rgb(0x6A_3D_9A),
        target: Colour::from_rgb(0xB0_2A_00),
        beyond: Colour::from_rgb(0xF6_AD_18),
        selected: Colour::from_rgb(0xFD_F2_62),
        fire: Colour::from_rgb(0xE0_5A_00),
        loss: Colour::from_rgb(0x8A_20_00),
        sets: [0xE6_9F_00, 0x56_B4_E9, 0xCC_79_A7, 0x05_A2_70, 0xF6_E8_36, 0xD5_5E_00].map(Colour::from_rgb),
        ..standard_palette()
    };
    palette.set_colour_in_small_pictures("grass", 0xA9_BC_74);
    palette.set_colour_in_small_pictures("bridge", 0x4A_24_08);
    palette.set_colour_in_small_pictures("forest", 0x32_72_42);
    palette.set_colour_in_small_pictures("mountain", 0x74_52_5F);
    palette
}

/// Returns the palette without pairs of blue and yellow: everything is red, pink, white or a blue
/// that has much green in it.
fn blue_yellow_palette() -> Palette {
    let mut palette = Palette {
        sides: BySide {
            red: side_colours(0xC4_18_2C, 0x5A_06_12, 0xFF_7A_85),
            blue: side_colours(0x0A_54_68, 0x03_22_2C, 0x4F_C3_D9),
        },
        reach: Colour::from_rgb(0xFF_D0_A0),
        their_reach: Colour::from_rgb(0xD0_30_5A),
        target: Colour::from_rgb(0xFC_00_28),
        beyond: Colour::from_rgb(0xE8_8C_A0),
        selected: Colour::from_rgb(0xFF_D0_EC),
        fire: Colour::from_rgb(0xF3_4E_46),
        loss: Colour::from_rgb(0x9A_00_1C),
        sets: [0xE0_50_5A, 0x35_B8_C8, 0xF2_A0_B5, 0x0A_7A_70, 0xF0_F0_E0, 0x8C_1A_30].map(Colour::from_rgb),
        held: Colour::from_rgb(0x00_4A_5C),
        missing: Colour::from_rgb(0xD5_30_3C),
        ..standard_palette()
    };
    palette.set_colour_in_small_pictures("grass", 0xA9_BC_74);
    palette.set_colour_in_small_pictures("road", 0xF2_DE_B0);
    palette.set_colour_in_small_pictures("forest", 0x58_7F_4A);
    palette
}

/// Returns the palette of strong contrast: the ground is half as strong, its patterns darker.
fn high_contrast_palette() -> Palette {
    let mut palette = Palette {
        paper: Colour::from_rgb(0xFF_FF_FF),
        ink: Colour::from_rgb(0x00_00_00),
        sides: BySide {
            red: side_colours(0xB0_00_00, 0x2E_00_00, 0xFE_A6_78),
            blue: side_colours(0x00_21_8A, 0x00_08_2E, 0x8F_C4_FF),
        },
        choke: Colour::from_rgb(0xB0_00_8A),
        path: Colour::from_rgb(0x00_00_00),
        reach: Colour::from_rgb(0xFF_E0_60),
        their_reach: Colour::from_rgb(0x7A_2A_10),
        target: Colour::from_rgb(0xC0_05_18),
        beyond: Colour::from_rgb(0xFF_B0_36),
        selected: Colour::from_rgb(0xFF_EB_00),
        fire: Colour::from_rgb(0xE5_66_1F),
        loss: Colour::from_rgb(0x8A_00_00),
        ramp: [0xFF_FF_E1, 0xEE_BE_4D, 0xE0_60_2A, 0x8C_1A_50, 0x20_00_30].map(Colour::from_rgb),
        sets: [0xF3_A7_00, 0x4E_C9_EE, 0xBF_83_AA, 0x05_A2_70, 0xEA_FA_58, 0xD5_5E_00].map(Colour::from_rgb),
        held: Colour::from_rgb(0x00_70_B3),
        missing: Colour::from_rgb(0xD5_5E_00),
        ..standard_palette()
    };
    for look in palette.terrains.values_mut() {
        // Roads and dots lighter than their ground stay lighter than it.
        let light = look.ink.0.iter().map(|&part| u16::from(part)).sum::<u16>() > 3 * 200;
        look.ground = look.ground.lighter_by(130);
        look.ink = if light { look.ink.lighter_by(60) } else { look.ink.darker_by(90) };
    }
    palette.set_colour_in_small_pictures("grass", 0xA9_BC_74);
    palette.set_colour_in_small_pictures("road", 0xF2_DE_B0);
    palette.set_colour_in_small_pictures("bridge", 0x8D_61_35);
    palette.set_colour_in_small_pictures("forest", 0x3B_8B_65);
    palette.set_colour_in_small_pictures("mountain", 0x4B_4E_4B);
    palette
}
