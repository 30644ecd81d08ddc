//! Mountains and trees: what stands up from the ground. Light falls from the north-west, shadows
//! lie to the south-east; no two variants of a hex have the same skyline.

use hotgates_engine::mix::hash_pair;

use crate::canvas::{DrawingSurface, HexDrawingPlace, closed_area, disc_around, open_line, shape_drawn_by};
use crate::colour::Colour;
use crate::palette::TerrainLook;

/// A mountain of a hex: the middle of its foot, its height, and half of its width.
type Mountain = (f32, f32, f32, f32);

/// Mountains of each variant, from the one behind to the one in front.
const MASSIFS: [&[Mountain]; 8] = [
    &[(12.0, 4.0, 30.0, 21.0), (-8.0, 18.0, 44.0, 27.0)],
    &[(-13.0, 3.0, 28.0, 19.0), (6.0, 19.0, 46.0, 28.0)],
    &[(1.0, 8.0, 38.0, 26.0), (-14.0, 19.0, 27.0, 19.0), (15.0, 22.0, 24.0, 18.0)],
    &[(-14.0, 9.0, 36.0, 21.0), (11.0, 14.0, 36.0, 23.0), (-3.0, 23.0, 22.0, 21.0)],
    &[(15.0, 5.0, 25.0, 17.0), (-3.0, 20.0, 51.0, 30.0)],
    &[(-6.0, 4.0, 30.0, 21.0), (13.0, 18.0, 38.0, 22.0), (-15.0, 22.0, 27.0, 18.0)],
    &[(7.0, 6.0, 36.0, 23.0), (-13.0, 17.0, 34.0, 21.0), (11.0, 23.0, 21.0, 20.0)],
    &[(-9.0, 12.0, 42.0, 25.0), (15.0, 19.0, 27.0, 19.0)],
];
/// Height from which snow lies on a mountain.
const SNOWLINE: f32 = 33.0;

/// Returns a number from −1 to 1 that looks random, the same for the same two numbers.
fn jitter(variant: u32, index: u32) -> f32 {
    let hash = hash_pair(variant.wrapping_add(71), index.wrapping_add(13)) >> 12;
    f32::from(u8::try_from(hash & 0xFF).unwrap_or(0)) / 127.5 - 1.0
}

pub fn draw_mountains(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    variant: u32,
) {
    let massif = MASSIFS[variant as usize % MASSIFS.len()];
    for (index, &mountain) in (0_u32..).zip(massif) {
        draw_mountain(canvas, at, look, mountain, variant * 31 + index * 7);
    }
}

fn draw_mountain(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    (x, foot, height, half): Mountain,
    seed: u32,
) {
    let stray = |index: u32, most: f32| most * jitter(seed, index);
    let top = (x + stray(0, 2.0), foot - height);
    let west = (x - half * 0.5 + stray(1, 2.5), foot - height * 0.42 + stray(2, 3.0));
    let east = (x + half * 0.5 + stray(3, 2.5), foot - height * 0.45 + stray(4, 3.0));
    let ridge = [
        top,
        (x + half * 0.14 + stray(5, 1.5), foot - height * 0.7),
        (x - half * 0.06 + stray(6, 2.0), foot - height * 0.4),
        (x + half * 0.12 + stray(7, 2.0), foot - height * 0.16),
        (x + stray(8, 2.0), foot + 2.0),
    ];
    // The foot of a slope has no edge of its own: it runs out into the ground.
    let shadow =
        closed_area(&[ridge[1], east, (x + half + 3.0, foot + 2.5), (x + 3.0, foot + 4.5), ridge[4]]);
    canvas.fill_translucent(at, &shadow, look.ink.darker_by(140), 50);
    let lit = closed_area(&[
        top,
        ridge[1],
        ridge[2],
        ridge[3],
        ridge[4],
        (x - half * 0.5, foot + 1.5),
        (x - half, foot),
        west,
    ]);
    let dark = closed_area(&[
        top,
        east,
        (x + half, foot),
        (x + half * 0.5, foot + 1.5),
        ridge[4],
        ridge[3],
        ridge[2],
        ridge[1],
    ]);
    canvas.fill_shape(at, &lit, look.ground.mixed_with(look.ink, 40).lighter_by(70));
    canvas.fill_shape(at, &dark, look.ink.mixed_with(look.ground, 60));
    let cleft = open_line(&[
        (x + half * 0.3, foot - height * 0.45),
        (x + half * 0.42, foot - height * 0.22),
        (x + half * 0.62, foot - height * 0.06),
    ]);
    canvas.stroke_translucent(at, &cleft, look.ink, 1.8, 170);
    let gully = open_line(&[
        (x - half * 0.22, foot - height * 0.5),
        (x - half * 0.4, foot - height * 0.28),
        (x - half * 0.36, foot - height * 0.1),
    ]);
    canvas.stroke_translucent(at, &gully, look.ink, 1.6, 120);
    if height >= SNOWLINE {
        draw_snow(canvas, at, [west, top, east], &ridge, look);
    }
}

/// Draws snow on both slopes of a mountain, its lower edge in teeth.
fn draw_snow(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    [west, top, east]: [(f32, f32); 3],
    ridge: &[(f32, f32); 5],
    look: &TerrainLook,
) {
    let between = |(ax, ay): (f32, f32), (bx, by): (f32, f32), share: f32| {
        (ax + (bx - ax) * share, ay + (by - ay) * share)
    };
    let (left, right) = (between(top, west, 0.6), between(top, east, 0.5));
    let notch = between(left, ridge[1], 0.5);
    let lit = [top, ridge[1], (notch.0 + 1.0, notch.1 - 3.5), between(left, ridge[1], 0.3), left];
    let dark = [top, right, between(right, ridge[1], 0.6), ridge[1]];
    canvas.fill_shape(at, &closed_area(&dark), Colour::from_rgb(0xFB_FA_F6).mixed_with(look.ink, 80));
    canvas.fill_shape(at, &closed_area(&lit), Colour::from_rgb(0xFB_FA_F6));
}

/// Middles of trees, from the one behind to the one in front.
const TREES: [(f32, f32); 9] = [
    (-8.0, -20.0),
    (8.0, -18.0),
    (-19.0, -8.0),
    (0.0, -8.0),
    (18.0, -5.0),
    (-10.0, 4.0),
    (9.0, 6.0),
    (-17.0, 15.0),
    (1.0, 18.0),
];

pub fn draw_wood(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook, variant: u32) {
    for (index, &(x, y)) in (0_u32..).zip(&TREES) {
        let stray = |part: u32, most: f32| most * jitter(variant * 17 + index, part + 40);
        let flip = if variant & 1 == 1 { -1.0 } else { 1.0 };
        let place = at.shifted_by((flip * x + stray(0, 3.5), y + stray(1, 3.0)));
        let size = 7.6 + stray(2, 1.5);
        if (variant + index).is_multiple_of(3) {
            draw_conifer(canvas, place, look, size);
        } else {
            draw_broad_tree(canvas, place, look, size);
        }
    }
}

fn draw_broad_tree(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook, size: f32) {
    canvas.fill_translucent(at, &disc_around(2.2, 3.0, size), look.ink.darker_by(150), 110);
    canvas.fill_shape(at, &disc_around(0.0, 0.0, size), look.ink);
    canvas.fill_shape(at, &disc_around(-0.17 * size, -0.2 * size, size * 0.72), look.ink.lighter_by(30));
    canvas.fill_shape(at, &disc_around(-0.3 * size, -0.34 * size, size * 0.4), look.ink.lighter_by(70));
}

fn draw_conifer(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook, size: f32) {
    let (half, top, foot) = (size * 0.8, -size * 1.35, size * 0.85);
    canvas.fill_translucent(at, &disc_around(2.4, foot - 1.0, half), look.ink.darker_by(150), 110);
    let whole = shape_drawn_by(|path| {
        path.move_to(0.0, top);
        path.line_to(half, foot);
        path.quad_to(0.0, foot + 2.5, -half, foot);
        path.close();
    });
    canvas.fill_shape(at, &whole, look.ink.darker_by(30));
    let lit = closed_area(&[(0.0, top), (-half, foot), (-half * 0.1, foot + 1.0)]);
    canvas.fill_shape(at, &lit, look.ink.lighter_by(45));
}
