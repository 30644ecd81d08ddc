//! A surface to draw on, in units that fit a hex: its width is 64, its middle is (0, 0), y grows
//! downwards.

use tiny_skia::{
    BlendMode, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke,
    Transform,
};

use crate::colour::Colour;

/// Half the width of a hexagon, from its middle to its corner in the west or east.
pub const HALF_WIDTH: f32 = 32.0;
/// Half the height of a hexagon.
pub const HALF_HEIGHT: f32 = 27.712_812;
/// Corners of the hexagon, clockwise from the east; edge `i` goes from corner `i` to the next.
pub const CORNERS: [(f32, f32); 6] = [
    (HALF_WIDTH, 0.0),
    (HALF_WIDTH / 2.0, HALF_HEIGHT),
    (-HALF_WIDTH / 2.0, HALF_HEIGHT),
    (-HALF_WIDTH, 0.0),
    (-HALF_WIDTH / 2.0, -HALF_HEIGHT),
    (HALF_WIDTH / 2.0, -HALF_HEIGHT),
];

/// The place of a hex in a picture: the pixel in its middle, and the number of pixels of a unit of
/// length.
#[derive(Debug, Clone, Copy)]
pub struct HexDrawingPlace {
    pub x: f32,
    pub y: f32,
    pub across: f32,
    pub down: f32,
}

impl HexDrawingPlace {
    fn into_transform(self) -> Transform {
        Transform::from_row(self.across, 0.0, 0.0, self.down, self.x, self.y)
    }

    /// Returns the place with its middle moved, in units of the hex.
    pub fn shifted_by(self, (x, y): (f32, f32)) -> Self {
        Self { x: self.x + x * self.across, y: self.y + y * self.down, ..self }
    }
}

/// What a shape is drawn with.
#[derive(Debug, Clone, Copy)]
pub struct ShapeInk {
    /// The colour.
    pub colour: Colour,
    /// Share of the colour, of 255: what is left shows the ground beneath.
    pub alpha: u8,
    /// Width of the outline in units of the hex; a shape without one is filled.
    pub width: Option<f32>,
}

/// Whatever shapes can be drawn on: pixels, or a list of the shapes.
pub trait DrawingSurface {
    /// Draws a shape.
    fn draw_shape(&mut self, at: HexDrawingPlace, shape: &Path, ink: ShapeInk);

    /// Fills a shape so that the ground beneath shows through; `alpha` is the share of the colour,
    /// of 255.
    fn fill_translucent(&mut self, at: HexDrawingPlace, shape: &Path, colour: Colour, alpha: u8) {
        self.draw_shape(at, shape, ShapeInk { colour, alpha, width: None });
    }

    /// Draws the outline of a shape so that the ground beneath shows through.
    fn stroke_translucent(
        &mut self,
        at: HexDrawingPlace,
        shape: &Path,
        colour: Colour,
        width: f32,
        alpha: u8,
    ) {
        self.draw_shape(at, shape, ShapeInk { colour, alpha, width: Some(width) });
    }

    /// Fills a shape.
    fn fill_shape(&mut self, at: HexDrawingPlace, shape: &Path, colour: Colour) {
        self.fill_translucent(at, shape, colour, 255);
    }

    /// Draws the outline of a shape.
    fn stroke_shape(&mut self, at: HexDrawingPlace, shape: &Path, colour: Colour, width: f32) {
        self.stroke_translucent(at, shape, colour, width, 255);
    }
}

/// A surface of pixels to draw on.
pub struct Canvas {
    pixmap: Pixmap,
}

impl Canvas {
    /// Returns a transparent surface.
    ///
    /// # Panics
    /// When a side is 0 or the surface does not fit into memory's numbers: pictures are limited
    /// before.
    pub fn new(width: u32, height: u32) -> Self {
        Self { pixmap: Pixmap::new(width, height).expect("pictures have a size, within limits") }
    }

    pub fn fill_all(&mut self, colour: Colour) {
        let [red, green, blue] = colour.0;
        self.pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    }

    /// Draws a finished surface onto this one, its upper left corner at these pixels.
    pub fn place_canvas(&mut self, piece: &Self, x: i32, y: i32) {
        let paint = PixmapPaint::default();
        self.pixmap.draw_pixmap(x, y, piece.pixmap.as_ref(), &paint, Transform::identity(), None);
    }

    /// Sets one pixel.
    pub fn set_pixel(&mut self, x: u32, y: u32, colour: Colour) {
        let [red, green, blue] = colour.0;
        let index = (y * self.pixmap.width() + x) as usize;
        if let Some(pixel) = self.pixmap.pixels_mut().get_mut(index) {
            *pixel = tiny_skia::ColorU8::from_rgba(red, green, blue, 255).premultiply();
        }
    }

    pub fn pixel_width(&self) -> u32 {
        self.pixmap.width()
    }

    pub fn pixel_height(&self) -> u32 {
        self.pixmap.height()
    }

    /// Returns four bytes a pixel: red, green, blue and opacity, not multiplied.
    pub fn into_rgba(self) -> Vec<u8> {
        self.pixmap.take_demultiplied()
    }
}

impl Canvas {
    /// Multiplies the colours in a shape with another.
    pub fn shade_shape(&mut self, at: HexDrawingPlace, shape: &Path, colour: Colour) {
        let paint = Paint { blend_mode: BlendMode::Multiply, ..paint_of_colour(colour, 255) };
        self.pixmap.fill_path(shape, &paint, FillRule::Winding, at.into_transform(), None);
    }
}

impl DrawingSurface for Canvas {
    fn draw_shape(&mut self, at: HexDrawingPlace, shape: &Path, ink: ShapeInk) {
        let (paint, place) = (paint_of_colour(ink.colour, ink.alpha), at.into_transform());
        match ink.width {
            None => self.pixmap.fill_path(shape, &paint, FillRule::Winding, place, None),
            Some(width) => {
                let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
                let stroke = Stroke { width, line_cap, line_join, ..Stroke::default() };
                self.pixmap.stroke_path(shape, &paint, &stroke, place, None);
            }
        }
    }
}

fn paint_of_colour(colour: Colour, alpha: u8) -> Paint<'static> {
    let [red, green, blue] = colour.0;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, alpha);
    paint
}

/// Returns the shape that `draw` draws; a shape without size becomes a dot at the middle.
pub fn shape_drawn_by(draw: impl FnOnce(&mut PathBuilder)) -> Path {
    let mut builder = PathBuilder::new();
    draw(&mut builder);
    builder.finish().unwrap_or_else(|| PathBuilder::from_rect(rect_of_size(0.0, 0.0, 0.01, 0.01)))
}

/// Returns a line through these points.
pub fn open_line(points: &[(f32, f32)]) -> Path {
    shape_drawn_by(|path| add_points(path, points))
}

/// Returns an area with these corners.
pub fn closed_area(points: &[(f32, f32)]) -> Path {
    shape_drawn_by(|path| {
        add_points(path, points);
        path.close();
    })
}

fn add_points(path: &mut PathBuilder, points: &[(f32, f32)]) {
    for (index, &(x, y)) in points.iter().enumerate() {
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
}

/// Returns a rectangle around a middle.
pub fn rectangle_around(x: f32, y: f32, half_width: f32, half_height: f32) -> Path {
    PathBuilder::from_rect(rect_of_size(x - half_width, y - half_height, 2.0 * half_width, 2.0 * half_height))
}

/// Returns a disc around a middle.
pub fn disc_around(x: f32, y: f32, radius: f32) -> Path {
    PathBuilder::from_circle(x, y, radius).expect("a radius over 0")
}

/// Returns the hexagon of a hex, with its height grown by `grown` units on each side.
pub fn hexagon_grown(grown: f32) -> Path {
    let scale = 1.0 + grown / HALF_HEIGHT;
    closed_area(&CORNERS.map(|(x, y)| (x * scale, y * scale)))
}

fn rect_of_size(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect::from_xywh(x, y, width, height).expect("a size over 0")
}
