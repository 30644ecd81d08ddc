//! The pattern by which the ground of a hex is known, and what is built on it.

use hotgates_engine::Side;

use crate::canvas::{
    DrawingSurface, HALF_HEIGHT, HexDrawingPlace, closed_area, disc_around, hexagon_grown, open_line,
    shape_drawn_by,
};
use crate::colour::Colour;
use crate::palette::{TerrainLook, TerrainPattern};
use crate::text;
use crate::{relief, roads};

/// Number of variants of each pattern, so that woods do not look stamped.
pub const VARIANTS: u32 = 8;

/// Places of things on a hex in each variant.
const STANDS: [[(f32, f32); 6]; 4] = [
    [(-7.0, -18.0), (11.0, -14.0), (-18.0, -4.0), (2.0, -1.0), (19.0, 3.0), (-6.0, 14.0)],
    [(6.0, -18.0), (-11.0, -13.0), (18.0, -5.0), (-1.0, 0.0), (-19.0, 4.0), (8.0, 15.0)],
    [(-1.0, -19.0), (-15.0, -9.0), (14.0, -9.0), (3.0, 1.0), (-14.0, 9.0), (13.0, 12.0)],
    [(1.0, -17.0), (15.0, -10.0), (-16.0, -8.0), (-2.0, 3.0), (16.0, 8.0), (-11.0, 15.0)],
];

/// Draws the pattern of a hex. Roads, bridges and castles are drawn later over several hexes: they have
/// none.
pub fn draw_pattern(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    glyph: char,
    variant: u32,
) {
    let stands = &STANDS[variant as usize % STANDS.len()];
    match look.pattern {
        TerrainPattern::Grass => draw_grass(canvas, at, look, stands),
        TerrainPattern::Trees => relief::draw_wood(canvas, at, look, variant),
        TerrainPattern::Peaks => relief::draw_mountains(canvas, at, look, variant),
        TerrainPattern::Hills => draw_hills(canvas, at, look, stands),
        TerrainPattern::Hachures => draw_hachures(canvas, at, look, variant),
        TerrainPattern::Furrows => draw_furrows(canvas, at, look, variant),
        TerrainPattern::Waves => draw_waves(canvas, at, look, stands),
        TerrainPattern::Reeds => draw_reeds(canvas, at, look, stands),
        TerrainPattern::Dots => draw_dots(canvas, at, look, stands),
        TerrainPattern::Houses => draw_houses(canvas, at, look, stands),
        TerrainPattern::Bushes => draw_bushes(canvas, at, look, stands),
        TerrainPattern::Rampart => draw_rampart(canvas, at, look),
        TerrainPattern::Glyph => draw_letter(canvas, at, look, glyph),
        TerrainPattern::Barred => draw_crossed_out_letter(canvas, at, look, glyph),
        TerrainPattern::Road | TerrainPattern::Bridge | TerrainPattern::Castle => {}
    }
}

type PatternSpotPositions = [(f32, f32); 6];

fn draw_grass(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    stands: &PatternSpotPositions,
) {
    for &(x, y) in stands.iter().step_by(2) {
        let tuft = open_line(&[(x - 4.0, y - 3.0), (x, y + 2.0), (x + 4.0, y - 3.0)]);
        canvas.stroke_translucent(at, &tuft, look.ink, 1.6, 170);
    }
}

fn draw_hills(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    stands: &PatternSpotPositions,
) {
    for &(x, y) in stands.iter().step_by(2) {
        let hill = shape_drawn_by(|path| {
            path.move_to(x - 12.0, y + 6.0);
            path.cubic_to(x - 8.0, y - 8.0, x + 8.0, y - 8.0, x + 12.0, y + 6.0);
        });
        canvas.fill_translucent(at, &hill, look.ink, 70);
        canvas.stroke_shape(at, &hill, look.ink, 2.2);
    }
}

fn draw_hachures(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook, variant: u32) {
    let shift = if variant & 1 == 1 { 2.0 } else { -2.0 };
    let crest = open_line(&[(-25.0, shift), (-8.0, -shift), (9.0, shift), (25.0, -shift)]);
    canvas.stroke_shape(at, &crest, look.ink, 2.4);
    for x in [-20.0, -13.0, -6.0, 1.0, 8.0, 15.0, 22.0_f32] {
        // Strokes are shorter toward the corners, and lean away from the middle.
        let (length, lean) = (16.0 - 0.35 * x.abs(), 0.18 * x);
        for way in [-1.0, 1.0] {
            let stroke = open_line(&[(x, 4.0 * way), (x + lean, (4.0 + length) * way)]);
            canvas.stroke_translucent(at, &stroke, look.ink, 1.8, 200);
        }
    }
}

fn draw_furrows(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook, variant: u32) {
    // Neighbouring fields are ploughed in different ways.
    let slope = if variant & 1 == 1 { 0.5 } else { -0.5 };
    for y in [-16.0, -8.0, 0.0, 8.0, 16.0_f32] {
        let half = 24.0 - 0.55 * y.abs();
        let furrow = open_line(&[(-half, y - slope * half * 0.5), (half, y + slope * half * 0.5)]);
        canvas.stroke_translucent(at, &furrow, look.ink, 2.0, 190);
    }
}

fn draw_waves(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    stands: &PatternSpotPositions,
) {
    for &(x, y) in stands.iter().step_by(2) {
        let wave = shape_drawn_by(|path| {
            path.move_to(x - 8.0, y);
            path.cubic_to(x - 5.0, y - 4.0, x - 3.0, y - 4.0, x, y);
            path.cubic_to(x + 3.0, y + 4.0, x + 5.0, y + 4.0, x + 8.0, y);
        });
        canvas.stroke_translucent(at, &wave, look.ink, 2.0, 190);
    }
}

fn draw_reeds(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    stands: &PatternSpotPositions,
) {
    for &(x, y) in stands.iter().step_by(2) {
        canvas.stroke_shape(at, &open_line(&[(x - 9.0, y + 4.0), (x + 9.0, y + 4.0)]), look.ink, 2.2);
        for (dx, lean) in [(-4.0, -2.0), (0.0, 0.0), (4.0, 2.0)] {
            canvas.stroke_shape(
                at,
                &open_line(&[(x + dx, y + 3.0), (x + dx + lean, y - 7.0)]),
                look.ink,
                1.8,
            );
        }
    }
}

fn draw_dots(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    stands: &PatternSpotPositions,
) {
    for &(x, y) in stands {
        for (dx, dy) in [(0.0, 0.0), (5.0, 4.0), (-4.0, 5.0)] {
            canvas.fill_shape(at, &disc_around(x + dx, y + dy, 1.6), look.ink);
        }
    }
}

fn draw_houses(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    stands: &PatternSpotPositions,
) {
    for &(x, y) in stands.iter().step_by(2) {
        let wall = [(x - 7.0, y), (x + 7.0, y), (x + 7.0, y + 8.0), (x - 7.0, y + 8.0)];
        canvas.fill_shape(at, &closed_area(&wall), Colour::from_rgb(0xF3_EB_DA));
        canvas.stroke_shape(at, &closed_area(&wall), look.ink.darker_by(80), 1.2);
        canvas.fill_shape(at, &closed_area(&[(x - 9.0, y), (x, y - 8.0), (x + 9.0, y)]), look.ink);
    }
}

fn draw_bushes(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    stands: &PatternSpotPositions,
) {
    for &(x, y) in stands {
        for (dx, dy, radius) in [(-3.5, 1.0, 3.2), (3.5, 1.5, 2.8), (0.0, -1.5, 3.6)] {
            canvas.fill_shape(at, &disc_around(x + dx, y + dy, radius), look.ink);
        }
        canvas.stroke_shape(at, &open_line(&[(x - 7.0, y + 4.5), (x + 7.0, y + 4.5)]), look.ink, 1.6);
    }
}

fn draw_rampart(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook) {
    let wall = battlement_outline(26.0, 9.0, -4.0, 6);
    canvas.fill_shape(at, &wall, look.ink.lighter_by(110));
    canvas.stroke_shape(at, &wall, look.ink, 1.8);
    let courses = [[(-26.0, 2.5), (26.0, 2.5)], [(-13.0, -2.0), (-13.0, 2.5)], [(13.0, -2.0), (13.0, 2.5)]];
    for joint in courses.into_iter().chain([[(0.0, 2.5), (0.0, 9.0)]]) {
        canvas.stroke_shape(at, &open_line(&joint), look.ink, 1.2);
    }
}

fn draw_letter(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook, glyph: char) {
    match text::text_outline(&glyph.to_string(), 22.0).filter(|_| text::has_glyph(glyph)) {
        // A full stop or a comma stands low: the middle of its ink goes to the middle of the hex.
        Some(outline) => {
            let bounds = outline.bounds();
            let middle = (bounds.left().midpoint(bounds.right()), bounds.top().midpoint(bounds.bottom()));
            canvas.fill_shape(at.shifted_by((-middle.0, -middle.1)), &outline, look.ink);
        }
        None => {
            canvas.stroke_shape(
                at,
                &closed_area(&[(0.0, -12.0), (12.0, 0.0), (0.0, 12.0), (-12.0, 0.0)]),
                look.ink,
                3.0,
            );
        }
    }
}

fn draw_crossed_out_letter(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    glyph: char,
) {
    // Lines from the south-west to the north-east, each as long as the hexagon is wide there.
    for start in [-24.0_f32, -12.0, 12.0, 24.0] {
        let reach = HALF_HEIGHT - start.abs() * 0.45 - 3.0;
        let line = open_line(&[(start - reach * 0.55, reach), (start + reach * 0.55, -reach)]);
        canvas.stroke_translucent(at, &line, look.ink, 2.0, 110);
    }
    draw_letter(canvas, at, look, glyph);
}

/// Draws the keep of a castle, with the flag of the side that holds it.
pub fn draw_keep(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    flag: Option<(Side, Colour)>,
) {
    // A moat that still shows when a unit stands on the castle.
    canvas.stroke_shape(at, &hexagon_grown(-2.5), look.ink, 6.0);
    canvas.stroke_shape(at, &hexagon_grown(-2.5), flag.map_or(look.ground, |(_, colour)| colour), 2.8);
    draw_building(canvas, at, look);
    if let Some((side, colour)) = flag {
        draw_flag(canvas, at.shifted_by((0.0, -14.0)), side, colour, look.ink.darker_by(90));
    }
}

/// Draws the ring and the flag of a hex that a goal names.
pub fn draw_goal(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    look: &TerrainLook,
    (side, colour): (Side, Colour),
) {
    canvas.stroke_shape(at, &hexagon_grown(-2.5), look.ink, 4.0);
    canvas.stroke_shape(at, &hexagon_grown(-2.5), colour, 2.0);
    draw_flag(canvas, at.shifted_by((-4.0, 8.0)), side, colour, look.ink.darker_by(90));
}

/// Draws a flag whose pole stands at a place: Red's is a pennant, Blue's a banner, so that they
/// differ in shape too.
pub fn draw_flag(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    side: Side,
    colour: Colour,
    pole: Colour,
) {
    canvas.stroke_shape(at, &open_line(&[(0.0, 0.0), (0.0, -14.0)]), pole, 2.2);
    let cloth = match side {
        Side::Red => closed_area(&[(0.5, -14.0), (16.0, -9.5), (0.5, -4.5)]),
        Side::Blue => closed_area(&[(0.5, -14.0), (14.0, -14.0), (14.0, -5.0), (0.5, -5.0)]),
    };
    canvas.stroke_shape(at, &cloth, Colour::from_rgb(0xFF_FF_FF), 2.2);
    canvas.fill_shape(at, &cloth, colour);
}

/// Draws the walls of a castle.
pub fn draw_building(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook) {
    let stone = look.ink.lighter_by(120);
    let wall = battlement_outline(20.0, 17.0, -1.0, 5);
    let tower = battlement_outline(9.0, 9.0, -15.0, 3);
    for part in [&tower, &wall] {
        canvas.stroke_shape(at, part, look.ink, 5.0);
        canvas.fill_shape(at, part, stone);
        canvas.stroke_shape(at, part, look.ink, 1.8);
    }
    let gate = shape_drawn_by(|path| {
        path.move_to(-5.5, 17.0);
        path.line_to(-5.5, 9.0);
        path.cubic_to(-5.5, 2.5, 5.5, 2.5, 5.5, 9.0);
        path.line_to(5.5, 17.0);
        path.close();
    });
    canvas.fill_shape(at, &gate, look.ink.darker_by(90));
}

/// Returns a wall from `top` to `foot` with this many teeth on it.
fn battlement_outline(half: f32, foot: f32, top: f32, teeth: u8) -> tiny_skia::Path {
    let step = 2.0 * half / f32::from(2 * teeth - 1);
    let mut points = vec![(half, foot), (-half, foot)];
    let mut x = -half;
    for tooth in 0..2 * teeth - 1 {
        let y = if tooth % 2 == 0 { top - 4.5 } else { top };
        points.extend([(x, y), (x + step, y)]);
        x += step;
    }
    closed_area(&points)
}

/// Draws a stretch of road on a tile that stands alone.
pub fn draw_crossroads(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook) {
    let way = open_line(&[(-24.0, 13.8), (0.0, 0.0), (24.0, 13.8)]);
    let north = open_line(&[(0.0, -26.5), (0.0, 0.0)]);
    for (colour, width) in [(roads::road_casing_colour(look), 12.0), (look.ink, 8.5)] {
        canvas.stroke_shape(at, &way, colour, width);
        canvas.stroke_shape(at, &north, colour, width);
    }
}

/// Draws a bridge on a tile that stands alone.
pub fn draw_bridge_deck(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, look: &TerrainLook) {
    let way = open_line(&[(0.0, -22.0), (0.0, 22.0)]);
    canvas.stroke_shape(at, &way, look.ink.darker_by(150), 19.0);
    canvas.stroke_shape(at, &way, look.ink, 14.0);
    roads::draw_planks(canvas, at, &[], look.ink.darker_by(110));
}
