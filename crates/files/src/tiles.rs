//! The picture of a ruleset's terrains that goes with a Tiled map: one hexagon each, side by side.

use hotgates_engine::Ruleset;
use hotgates_picture::{Image, Palette, terrain_image};

/// Width of a tile in pixels: from the western to the eastern corner of its hexagon.
pub const WIDTH: u32 = 64;
/// Height of a tile in pixels.
pub const HEIGHT: u32 = 56;
/// Length of a hexagon's side in pixels: columns lie `(WIDTH + SIDE) / 2` apart.
pub const SIDE: u32 = 32;

/// Draws the picture of a ruleset's terrains and returns the bytes of a PNG file.
pub fn draw_tiles_png(rules: &Ruleset) -> Vec<u8> {
    let palette = Palette::default();
    let tiles = rules.terrain_ids().map(|terrain| terrain_image(rules, terrain, &palette, WIDTH, HEIGHT));
    Image::from_row_of_images(&tiles.collect::<Vec<_>>()).to_png()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_terrain_has_a_tile() {
        let rules = Ruleset::classic();
        let palette = Palette::default();
        let tiles: Vec<Image> = rules
            .terrain_ids()
            .map(|terrain| terrain_image(&rules, terrain, &palette, WIDTH, HEIGHT))
            .collect();
        let image = Image::from_row_of_images(&tiles);
        assert_eq!((image.width, image.height), (7 * WIDTH, HEIGHT));
        assert!((0..7).all(|tile| image.pixel_at(tile * WIDTH + WIDTH / 2, HEIGHT / 2)[3] == 255));
        assert_eq!(draw_tiles_png(&rules), image.to_png());
    }
}
