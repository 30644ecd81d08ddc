//! The picture of a ruleset's terrains that goes with a Tiled map: one hexagon each, side by side.

use hotgates_engine::Ruleset;
use hotgates_picture::{Image, Palette, tile};

use crate::failure::Failure;
use crate::image;

/// Width of a tile in pixels: from the western to the eastern corner of its hexagon.
pub const WIDTH: u32 = 64;
/// Height of a tile in pixels.
pub const HEIGHT: u32 = 56;
/// Length of a hexagon's side in pixels: columns lie `(WIDTH + SIDE) / 2` apart.
pub const SIDE: u32 = 32;

/// The picture as a PNG file.
///
/// # Errors
/// Never in practice: memory takes every byte.
pub fn picture(rules: &Ruleset) -> Result<Vec<u8>, Failure> {
    let palette = Palette::default();
    let tiles = (0..rules.terrains.len()).map(|terrain| tile(rules, terrain, &palette, WIDTH, HEIGHT));
    image::png(&Image::in_a_row(&tiles.collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn every_terrain_has_a_tile() {
        let bytes = picture(&Ruleset::classic()).unwrap();
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (7 * WIDTH, HEIGHT));
        let middle = |tile: u32| ((HEIGHT / 2 * info.width + tile * WIDTH + WIDTH / 2) * 4) as usize;
        assert!((0..7).all(|tile| pixels[middle(tile) + 3] == 255));
    }
}
