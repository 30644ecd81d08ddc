//! The picture of a ruleset's terrains that goes with a Tiled map: one hexagon each, side by side.

use std::io::Cursor;

use anstyle::Ansi256Color;
use hotgates_engine::Ruleset;

use crate::picture;

/// Width of a tile in pixels: from the western to the eastern corner of its hexagon.
pub const WIDTH: u32 = 64;
/// Height of a tile in pixels.
pub const HEIGHT: u32 = 56;
/// Length of a hexagon's side in pixels: columns lie `(WIDTH + SIDE) / 2` apart.
pub const SIDE: u32 = 32;

type Colour = [u8; 3];

/// The picture as a PNG file.
///
/// # Errors
/// Never in practice: memory takes every byte.
pub fn picture(rules: &Ruleset) -> Result<Vec<u8>, png::EncodingError> {
    let count = u32::try_from(rules.terrains.len()).unwrap_or(1);
    let mut pixels = Vec::new();
    for y in 0..HEIGHT {
        for terrain in &rules.terrains {
            let [ground, drawn] = picture::colours(terrain).map(rgb);
            for x in 0..WIDTH {
                let pixel = match depth(x, y) {
                    None => [0; 4],
                    Some(0..=1) => opaque(mix(ground, [0; 3])),
                    Some(depth) if terrain.castle && depth > 12 && depth % 8 < 3 => opaque(drawn),
                    Some(_) if speckle(x, y) => opaque(mix(ground, drawn)),
                    Some(_) => opaque(ground),
                };
                pixels.extend(pixel);
            }
        }
    }
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = png::Encoder::new(&mut bytes, count * WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes.into_inner())
}

/// How many pixels inside the hexagon's slanted and level edges a pixel lies; `None` outside.
fn depth(x: u32, y: u32) -> Option<u32> {
    // From the nearest corner in the west or east the edges rise half a height over a quarter of the width.
    let [column, row] = [x.min(WIDTH - 1 - x), y.min(HEIGHT - 1 - y)];
    let quarter = (WIDTH - SIDE) / 2;
    let from_middle = HEIGHT / 2 - 1 - row;
    let edge = from_middle * quarter / (HEIGHT / 2);
    Some(column.checked_sub(edge)?.min(row))
}

fn speckle(x: u32, y: u32) -> bool {
    (x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77)).wrapping_mul(0xC2B2_AE3D) >> 28 == 0
}

fn opaque([red, green, blue]: Colour) -> [u8; 4] {
    [red, green, blue, 255]
}

fn mix(a: Colour, b: Colour) -> Colour {
    std::array::from_fn(|part| a[part].midpoint(b[part]))
}

/// A colour of the terminals' palette: 16 to 231 are a cube of six steps, 232 to 255 are greys.
fn rgb(Ansi256Color(index): Ansi256Color) -> Colour {
    let step = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
    match index {
        232.. => [8 + 10 * (index - 232); 3],
        16.. => [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(step),
        _ => [128; 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexagon_has_corners_and_level_edges() {
        assert_eq!(depth(0, 0), None, "the corner of the tile is outside");
        assert_eq!(depth(0, HEIGHT / 2), Some(0), "the western corner of the hexagon");
        assert_eq!(depth(WIDTH / 2, 0), Some(0), "the northern edge");
        assert_eq!(depth(WIDTH / 2, HEIGHT / 2), Some(HEIGHT / 2 - 1));
    }

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

    #[test]
    fn palette_colours_are_those_of_xterm() {
        assert_eq!(rgb(Ansi256Color(160)), [215, 0, 0]);
        assert_eq!(rgb(Ansi256Color(28)), [0, 135, 0]);
        assert_eq!(rgb(Ansi256Color(240)), [88, 88, 88]);
    }
}
