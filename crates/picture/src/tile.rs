//! One hex of ground: its colour and the pattern by which it is known.

use hotgates_engine::Side;

use crate::canvas::{Canvas, HALF_HEIGHT, Place, closed, disc, hexagon, open, shape};
use crate::colour::Colour;
use crate::palette::{Pattern, TerrainLook};
use crate::roads;
use crate::text;

/// Number of variants of each pattern, so that woods do not look stamped.
pub const VARIANTS: u32 = 4;

/// Places of things on a hex in each variant.
const STANDS: [[(f32, f32); 6]; VARIANTS as usize] = [
    [(-7.0, -18.0), (11.0, -14.0), (-18.0, -4.0), (2.0, -1.0), (19.0, 3.0), (-6.0, 14.0)],
    [(6.0, -18.0), (-11.0, -13.0), (18.0, -5.0), (-1.0, 0.0), (-19.0, 4.0), (8.0, 15.0)],
    [(-1.0, -19.0), (-15.0, -9.0), (14.0, -9.0), (3.0, 1.0), (-14.0, 9.0), (13.0, 12.0)],
    [(1.0, -17.0), (15.0, -10.0), (-16.0, -8.0), (-2.0, 3.0), (16.0, 8.0), (-11.0, 15.0)],
];

/// Draws the ground of a hex and, where it is `detailed`, its pattern. Roads, bridges and castles
/// are drawn later over several hexes: here they get the ground that they lie on.
pub fn ground(canvas: &mut Canvas, at: Place, look: &TerrainLook, glyph: char, variant: u32, detailed: bool) {
    // Half a pixel more than the hexagon: no seam between neighbours.
    canvas.fill(at, &hexagon(0.6 / at.down), look.ground);
    if !detailed {
        return;
    }
    let stands = &STANDS[(variant % VARIANTS) as usize];
    match look.pattern {
        Pattern::Grass => grass(canvas, at, look, stands),
        Pattern::Trees => trees(canvas, at, look, stands),
        Pattern::Peaks => peaks(canvas, at, look, variant),
        Pattern::Hills => hills(canvas, at, look, stands),
        Pattern::Waves => waves(canvas, at, look, stands),
        Pattern::Reeds => reeds(canvas, at, look, stands),
        Pattern::Dots => dots(canvas, at, look, stands),
        Pattern::Houses => houses(canvas, at, look, stands),
        Pattern::Glyph => letter(canvas, at, look, glyph),
        Pattern::Barred => barred(canvas, at, look, glyph),
        Pattern::Road | Pattern::Bridge | Pattern::Castle => {}
    }
}

type Stands = [(f32, f32); 6];

fn grass(canvas: &mut Canvas, at: Place, look: &TerrainLook, stands: &Stands) {
    for &(x, y) in stands.iter().step_by(2) {
        let tuft = open(&[(x - 4.0, y - 3.0), (x, y + 2.0), (x + 4.0, y - 3.0)]);
        canvas.line_through(at, &tuft, look.ink, 1.6, 170);
    }
}

fn trees(canvas: &mut Canvas, at: Place, look: &TerrainLook, stands: &Stands) {
    for &(x, y) in stands {
        canvas.fill_through(at, &disc(x + 1.5, y + 2.5, 8.0), look.ink.darker(150), 110);
        canvas.fill(at, &disc(x, y, 8.0), look.ink);
        canvas.fill(at, &disc(x - 2.0, y - 2.2, 4.4), look.ink.lighter(50));
    }
}

fn peaks(canvas: &mut Canvas, at: Place, look: &TerrainLook, variant: u32) {
    let flip = if variant & 1 == 1 { -1.0 } else { 1.0 };
    let tall = if variant & 2 == 2 { 3.0 } else { 0.0 };
    for (x, foot, height, half) in [
        (10.0 * flip, 8.0, 24.0, 13.0),
        (-11.0 * flip, 18.0, 34.0 + tall, 16.0),
        (13.0 * flip, 21.0, 18.0, 10.0),
    ] {
        peak(canvas, at, look, (x, foot), height, half);
    }
}

fn peak(canvas: &mut Canvas, at: Place, look: &TerrainLook, (x, foot): (f32, f32), height: f32, half: f32) {
    let top = (x, foot - height);
    canvas.fill(at, &closed(&[top, (x - half, foot), (x + half, foot)]), look.ink.lighter(96));
    let ridge = (x - half * 0.1, foot);
    canvas.fill(at, &closed(&[top, ridge, (x + half, foot)]), look.ink);
    let snow = 0.36;
    let (left, right) =
        ((x - half * snow, foot - height * (1.0 - snow)), (x + half * snow, foot - height * (1.0 - snow)));
    let cap =
        [top, left, (x - half * 0.08, foot - height * 0.72), (x + half * 0.1, foot - height * 0.6), right];
    canvas.fill(at, &closed(&cap), Colour::hex(0xFB_FA_F6));
}

fn hills(canvas: &mut Canvas, at: Place, look: &TerrainLook, stands: &Stands) {
    for &(x, y) in stands.iter().step_by(2) {
        let hill = shape(|path| {
            path.move_to(x - 12.0, y + 6.0);
            path.cubic_to(x - 8.0, y - 8.0, x + 8.0, y - 8.0, x + 12.0, y + 6.0);
        });
        canvas.fill_through(at, &hill, look.ink, 70);
        canvas.line(at, &hill, look.ink, 2.2);
    }
}

fn waves(canvas: &mut Canvas, at: Place, look: &TerrainLook, stands: &Stands) {
    for &(x, y) in stands.iter().step_by(2) {
        let wave = shape(|path| {
            path.move_to(x - 8.0, y);
            path.cubic_to(x - 5.0, y - 4.0, x - 3.0, y - 4.0, x, y);
            path.cubic_to(x + 3.0, y + 4.0, x + 5.0, y + 4.0, x + 8.0, y);
        });
        canvas.line_through(at, &wave, look.ink, 2.0, 190);
    }
}

fn reeds(canvas: &mut Canvas, at: Place, look: &TerrainLook, stands: &Stands) {
    for &(x, y) in stands.iter().step_by(2) {
        canvas.line(at, &open(&[(x - 9.0, y + 4.0), (x + 9.0, y + 4.0)]), look.ink, 2.2);
        for (dx, lean) in [(-4.0, -2.0), (0.0, 0.0), (4.0, 2.0)] {
            canvas.line(at, &open(&[(x + dx, y + 3.0), (x + dx + lean, y - 7.0)]), look.ink, 1.8);
        }
    }
}

fn dots(canvas: &mut Canvas, at: Place, look: &TerrainLook, stands: &Stands) {
    for &(x, y) in stands {
        for (dx, dy) in [(0.0, 0.0), (5.0, 4.0), (-4.0, 5.0)] {
            canvas.fill(at, &disc(x + dx, y + dy, 1.6), look.ink);
        }
    }
}

fn houses(canvas: &mut Canvas, at: Place, look: &TerrainLook, stands: &Stands) {
    for &(x, y) in stands.iter().step_by(2) {
        let wall = [(x - 7.0, y), (x + 7.0, y), (x + 7.0, y + 8.0), (x - 7.0, y + 8.0)];
        canvas.fill(at, &closed(&wall), Colour::hex(0xF3_EB_DA));
        canvas.line(at, &closed(&wall), look.ink.darker(80), 1.2);
        canvas.fill(at, &closed(&[(x - 9.0, y), (x, y - 8.0), (x + 9.0, y)]), look.ink);
    }
}

fn letter(canvas: &mut Canvas, at: Place, look: &TerrainLook, glyph: char) {
    match text::outline(&glyph.to_string(), 22.0).filter(|_| text::has(glyph)) {
        // A full stop or a comma stands low: the middle of its ink goes to the middle of the hex.
        Some(outline) => {
            let bounds = outline.bounds();
            let middle = (bounds.left().midpoint(bounds.right()), bounds.top().midpoint(bounds.bottom()));
            canvas.fill(at.shifted((-middle.0, -middle.1)), &outline, look.ink);
        }
        None => {
            canvas.line(at, &closed(&[(0.0, -12.0), (12.0, 0.0), (0.0, 12.0), (-12.0, 0.0)]), look.ink, 3.0);
        }
    }
}

fn barred(canvas: &mut Canvas, at: Place, look: &TerrainLook, glyph: char) {
    // Lines from the south-west to the north-east, each as long as the hexagon is wide there.
    for start in [-24.0_f32, -12.0, 12.0, 24.0] {
        let reach = HALF_HEIGHT - start.abs() * 0.45 - 3.0;
        let line = open(&[(start - reach * 0.55, reach), (start + reach * 0.55, -reach)]);
        canvas.line_through(at, &line, look.ink, 2.0, 110);
    }
    letter(canvas, at, look, glyph);
}

/// Draws the keep of a castle, with the flag of the side that holds it.
pub fn keep(canvas: &mut Canvas, at: Place, look: &TerrainLook, flag: Option<(Side, Colour)>) {
    // A moat that still shows when a unit stands on the castle.
    canvas.line(at, &hexagon(-2.5), look.ink, 6.0);
    canvas.line(at, &hexagon(-2.5), flag.map_or(look.ground, |(_, colour)| colour), 2.8);
    building(canvas, at, look);
    if let Some((side, colour)) = flag {
        self::flag(canvas, at.shifted((0.0, -14.0)), side, colour, look.ink.darker(90));
    }
}

/// Draws a flag whose pole stands at a place: Red's is a pennant, Blue's a banner, so that they
/// differ in shape too.
pub fn flag(canvas: &mut Canvas, at: Place, side: Side, colour: Colour, pole: Colour) {
    canvas.line(at, &open(&[(0.0, 0.0), (0.0, -14.0)]), pole, 2.2);
    let cloth = match side {
        Side::Red => closed(&[(0.5, -14.0), (16.0, -9.5), (0.5, -4.5)]),
        Side::Blue => closed(&[(0.5, -14.0), (14.0, -14.0), (14.0, -5.0), (0.5, -5.0)]),
    };
    canvas.line(at, &cloth, Colour::hex(0xFF_FF_FF), 2.2);
    canvas.fill(at, &cloth, colour);
}

/// Draws the walls of a castle.
pub fn building(canvas: &mut Canvas, at: Place, look: &TerrainLook) {
    let stone = look.ink.lighter(120);
    let wall = battlements(20.0, 17.0, -1.0, 5);
    let tower = battlements(9.0, 9.0, -15.0, 3);
    for part in [&tower, &wall] {
        canvas.line(at, part, look.ink, 5.0);
        canvas.fill(at, part, stone);
        canvas.line(at, part, look.ink, 1.8);
    }
    let gate = shape(|path| {
        path.move_to(-5.5, 17.0);
        path.line_to(-5.5, 9.0);
        path.cubic_to(-5.5, 2.5, 5.5, 2.5, 5.5, 9.0);
        path.line_to(5.5, 17.0);
        path.close();
    });
    canvas.fill(at, &gate, look.ink.darker(90));
}

/// Returns a wall from `top` to `foot` with this many teeth on it.
fn battlements(half: f32, foot: f32, top: f32, teeth: u8) -> tiny_skia::Path {
    let step = 2.0 * half / f32::from(2 * teeth - 1);
    let mut points = vec![(half, foot), (-half, foot)];
    let mut x = -half;
    for tooth in 0..2 * teeth - 1 {
        let y = if tooth % 2 == 0 { top - 4.5 } else { top };
        points.extend([(x, y), (x + step, y)]);
        x += step;
    }
    closed(&points)
}

/// Draws a stretch of road on a tile that stands alone.
pub fn crossroads(canvas: &mut Canvas, at: Place, look: &TerrainLook) {
    let way = open(&[(-24.0, 13.8), (0.0, 0.0), (24.0, 13.8)]);
    let north = open(&[(0.0, -26.5), (0.0, 0.0)]);
    for (colour, width) in [(roads::casing(look), 12.0), (look.ink, 8.5)] {
        canvas.line(at, &way, colour, width);
        canvas.line(at, &north, colour, width);
    }
}

/// Draws a bridge on a tile that stands alone.
pub fn deck(canvas: &mut Canvas, at: Place, look: &TerrainLook) {
    let way = open(&[(0.0, -22.0), (0.0, 22.0)]);
    canvas.line(at, &way, look.ink.darker(150), 19.0);
    canvas.line(at, &way, look.ink, 14.0);
    roads::planks(canvas, at, &[], look.ink.darker(110));
}
