//! Colours as three bytes, and the arithmetic that looks are made with.

use serde::{Deserialize, Serialize};

/// An opaque colour in sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// Returns the colour written `0xRRGGBB`.
    #[must_use]
    pub const fn from_rgb(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Self([red, green, blue])
    }

    /// Returns the colour as SVG and CSS write it: `#c3cf94`.
    #[must_use]
    pub fn in_svg(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Returns this colour with `share` parts in 256 of another.
    #[must_use]
    pub fn mixed_with(self, other: Self, share: u8) -> Self {
        let part = |a: u8, b: u8| {
            let [a, b, share] = [a, b, share].map(u16::from);
            u8::try_from((a * (256 - share) + b * share) >> 8).unwrap_or(u8::MAX)
        };
        Self(std::array::from_fn(|index| part(self.0[index], other.0[index])))
    }

    /// Returns the colour whose parts are the products of those of two colours, of which 255 stands for 1.
    #[must_use]
    pub fn multiplied_with(self, other: Self) -> Self {
        let part = |a: u8, b: u8| u8::try_from(u16::from(a) * u16::from(b) / 255).unwrap_or(u8::MAX);
        Self(std::array::from_fn(|index| part(self.0[index], other.0[index])))
    }

    /// Returns the colour with `share` parts in 256 of black.
    #[must_use]
    pub fn darker_by(self, share: u8) -> Self {
        self.mixed_with(Self::from_rgb(0x00_00_00), share)
    }

    /// Returns the colour with `share` parts in 256 of white.
    #[must_use]
    pub fn lighter_by(self, share: u8) -> Self {
        self.mixed_with(Self::from_rgb(0xFF_FF_FF), share)
    }

    /// Returns the colour of a hue (0 to 359), saturation and lightness (both 0 to 255).
    #[must_use]
    pub fn from_hsl(hue: u32, saturation: u8, lightness: u8) -> Self {
        let [hue, saturation, lightness] =
            [i64::from(hue % 360), i64::from(saturation), i64::from(lightness)];
        let chroma = (255 - (2 * lightness - 255).abs()) * saturation / 255;
        let level = |shift: i64| {
            // The hexagon of hues: a trapezoid that rises, stays, falls and stays, 60 degrees each.
            let around = (hue + shift).rem_euclid(360);
            let share = (120 - (around - 180).abs()).clamp(0, 60);
            let value = lightness + chroma * share / 60 - chroma / 2;
            u8::try_from(value.clamp(0, 255)).unwrap_or(u8::MAX)
        };
        Self([level(180), level(60), level(300)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_goes_from_one_to_the_other() {
        let (black, white) = (Colour::from_rgb(0), Colour::from_rgb(0xFF_FF_FF));
        assert_eq!(black.mixed_with(white, 0), black);
        assert_eq!(black.mixed_with(white, 128), Colour([127; 3]));
        assert_eq!(white.darker_by(255), Colour([0; 3]));
        let olive = Colour::from_rgb(0x80_80_00);
        assert_eq!(
            [white, black, olive].map(|colour| colour.multiplied_with(olive)),
            [olive, black, Colour([64, 64, 0])]
        );
    }

    #[test]
    fn hues_are_where_they_belong() {
        let full = |hue| Colour::from_hsl(hue, 255, 127).0.map(|level| level > 200);
        assert_eq!(full(0), [true, false, false]);
        assert_eq!(full(60), [true, true, false]);
        assert_eq!(full(120), [false, true, false]);
        assert_eq!(full(180), [false, true, true]);
        assert_eq!(full(240), [false, false, true]);
        assert_eq!(full(300), [true, false, true]);
        assert_eq!(Colour::from_hsl(77, 0, 100), Colour([100; 3]));
    }
}
