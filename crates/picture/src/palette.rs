//! The look of things: colours and patterns, shared by everything that draws Hotgates.

use std::collections::BTreeMap;

use hotgates_engine::mix::hash_name;
use hotgates_engine::{BySide, Terrain};
use serde::{Deserialize, Serialize};

use crate::colour::Colour;

mod scheme;
#[cfg(test)]
pub(crate) mod tests;

pub use scheme::ColourScheme;

/// Share of the ground that a translucent fill covers, of 256.
pub const COVER: u8 = 120;

/// Every colour of a picture, and of the overlays of windows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Palette {
    /// Paper around the map.
    pub paper: Colour,
    /// Lines between hexes, numbers beside the map, outlines.
    pub ink: Colour,
    /// Terrains that have a look of their own, by their name;
    /// [`look_of_terrain`](Self::look_of_terrain) makes one for others.
    pub terrains: BTreeMap<String, TerrainLook>,
    /// Counters and flags of the sides.
    pub sides: BySide<SideColours>,
    /// Points of convergence.
    pub choke: Colour,
    /// Paths.
    pub path: Colour,
    /// Colour by which the ground of hexes within reach is multiplied: trees and castles show through.
    pub reach: Colour,
    /// Hexes within an enemy's reach, in stripes.
    pub their_reach: Colour,
    /// Frames of enemies that can be attacked, and of what is wrong.
    pub target: Colour,
    /// Frames of enemies that can be attacked after a move.
    pub beyond: Colour,
    /// Frame of what is selected.
    pub selected: Colour,
    /// Shots and blows while they fall.
    pub fire: Colour,
    /// Number of men who have just been lost.
    pub loss: Colour,
    /// Scale from little to much; [`ramp_colour`](Self::ramp_colour) has all colours between these.
    /// Each is darker than the one before, to every eye.
    pub ramp: [Colour; 5],
    /// Choke sets, one after the other.
    pub sets: [Colour; 6],
    /// The choke set that is held, positions that are filled, moves of a plan.
    pub held: Colour,
    /// Positions that no unit fills, and attacks of a plan.
    pub missing: Colour,
}

/// The look of one kind of ground. No two looks differ by colour alone: the pattern differs too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TerrainLook {
    /// Colour of the ground.
    pub ground: Colour,
    /// Colour of the pattern.
    pub ink: Colour,
    /// Colour of the whole hex where it is too small for a pattern.
    pub far: Colour,
    /// Pattern drawn on the ground.
    pub pattern: TerrainPattern,
}

impl TerrainLook {
    /// Returns `true` if words on a hex are read in a light colour: it is full of dark signs.
    #[must_use]
    pub fn needs_light_words(&self) -> bool {
        self.far.0.into_iter().map(u16::from).sum::<u16>() < 360
    }
}

/// A pattern drawn on a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TerrainPattern {
    /// Tufts of grass.
    Grass,
    /// Round trees.
    Trees,
    /// Peaks, lit from the west.
    Peaks,
    /// Rounded hills.
    Hills,
    /// A crest with hachures down either slope.
    Hachures,
    /// Furrows of ploughed or sown land.
    Furrows,
    /// Waves; the shore is lined.
    Waves,
    /// Reeds in pools.
    Reeds,
    /// Dots.
    Dots,
    /// Houses.
    Houses,
    /// Low bushes.
    Bushes,
    /// A wall with battlements across the hex.
    Rampart,
    /// A road that joins those around it.
    Road,
    /// A deck over water that joins the roads around it.
    Bridge,
    /// A keep, with the flag of who holds it.
    Castle,
    /// The terrain's own glyph.
    Glyph,
    /// The terrain's own glyph in a hatched hex that no unit enters.
    Barred,
}

/// The colours of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideColours {
    /// Counters of the side.
    pub fill: Colour,
    /// Edges of the counters, and entry hexes.
    pub edge: Colour,
    /// Symbols and numbers on the counters.
    pub ink: Colour,
    /// Words about the side on dark ground.
    pub words: Colour,
}

impl Default for Palette {
    fn default() -> Self {
        Self::from_scheme(ColourScheme::default())
    }
}

impl Palette {
    /// Returns the look of a terrain: its own, or one that is made from its name and cost, so that
    /// every ruleset's terrains can be told apart and look the same each time.
    pub fn look_of_terrain(&self, terrain: &Terrain) -> TerrainLook {
        if let Some(look) = self.terrains.get(&terrain.name) {
            return *look;
        }
        if let Some(look) = self.terrains.get("castle").filter(|_| terrain.castle) {
            return *look;
        }
        look_made_from_name(terrain)
    }

    /// Returns the colour of the line around hexes that are shaded or filled with a colour.
    #[must_use]
    pub fn border_colour(fill: Colour) -> Colour {
        fill.darker_by(140)
    }

    /// Returns the colour on the ramp for a share in ‰; a share over 1000 counts as 1000.
    #[must_use]
    pub fn ramp_colour(&self, permille: u32) -> Colour {
        let along = permille.min(1000) * 1024 / 1000;
        let step = usize::try_from(along / 256).unwrap_or(0).min(3);
        match along - 256 * u32::try_from(step).unwrap_or(0) {
            256 => self.ramp[step + 1],
            share => self.ramp[step].mixed_with(self.ramp[step + 1], u8::try_from(share).unwrap_or(u8::MAX)),
        }
    }
}

/// Makes a look from a terrain's name and cost.
fn look_made_from_name(terrain: &Terrain) -> TerrainLook {
    let hash = hash_name(&terrain.name);
    // Steps of 24 degrees: neighbours on the circle are still two colours.
    let hue = (hash >> 8) % 15 * 24;
    let anybody = terrain.cost.into_iter().chain(terrain.cost_for.values().copied());
    match anybody.map(|cost| cost.0).filter(|&cost| cost > 0).min() {
        None => TerrainLook {
            ground: Colour::from_hsl(hue, 50, 110),
            ink: Colour::from_hsl(hue, 40, 45),
            far: Colour::from_hsl(hue, 50, 90),
            pattern: TerrainPattern::Barred,
        },
        Some(cost) => {
            // Terrain that costs more is darker, as a thicket is.
            let lightness = u8::try_from(210 - 12 * cost.min(6)).unwrap_or(210);
            let ground = Colour::from_hsl(hue, 105, lightness);
            TerrainLook {
                ground,
                ink: Colour::from_hsl(hue, 120, 55),
                far: ground.darker_by(24),
                pattern: TerrainPattern::Glyph,
            }
        }
    }
}
