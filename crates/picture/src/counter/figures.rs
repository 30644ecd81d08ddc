//! Small figures of the arms, as an alternative to the symbols of military maps.

use hotgates_engine::Arm;

use crate::canvas::{DrawingSurface, HexDrawingPlace, closed_area, disc_around, open_line, shape_drawn_by};
use crate::colour::Colour;

/// Height of a figure above the ground that it stands on, which is at height 0.
pub(super) const FIGURE_HEIGHT: f32 = 20.0;

/// Draws the figure of an arm, its feet at the place: `ink` on a counter whose lines are `edge`.
pub(super) fn draw_figure(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    arm: Arm,
    ink: Colour,
    edge: Colour,
) {
    match arm {
        Arm::Infantry => draw_soldiers(canvas, at, ink, edge),
        Arm::Cavalry => draw_rider(canvas, at, ink),
        Arm::Artillery => draw_gun(canvas, at, ink, edge),
    }
}

/// Draws two soldiers with shield and spear, one behind the other.
fn draw_soldiers(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, ink: Colour, edge: Colour) {
    for x in [6.5, -5.5] {
        let at = at.shifted_by((x, 0.0));
        canvas.stroke_shape(at, &open_line(&[(6.0, -20.0), (4.4, 0.0)]), ink, 1.5);
        canvas.fill_shape(at, &disc_around(-0.5, -16.0, 2.9), ink);
        let crest = open_line(&[(-2.6, -19.2), (1.0, -19.6), (2.8, -17.4)]);
        canvas.stroke_shape(at, &crest, ink, 1.5);
        let body = closed_area(&[(-4.0, -12.4), (3.4, -12.4), (2.6, -5.0), (-3.4, -5.0)]);
        canvas.fill_shape(at, &body, ink);
        for legs in [[(-2.0, -5.0), (-3.4, -0.6)], [(1.2, -5.0), (2.6, -0.6)]] {
            canvas.stroke_shape(at, &open_line(&legs), ink, 2.3);
        }
        canvas.fill_shape(at, &disc_around(-3.4, -8.6, 5.0), edge);
        canvas.fill_shape(at, &disc_around(-3.4, -8.6, 4.0), ink);
        canvas.fill_shape(at, &disc_around(-3.4, -8.6, 1.3), edge);
    }
}

/// Draws a rider with a lance on a horse that gallops to the right.
fn draw_rider(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, ink: Colour) {
    let horse = shape_drawn_by(|path| {
        path.move_to(-10.0, -9.6);
        path.quad_to(-3.0, -11.4, 4.0, -9.8);
        path.line_to(8.6, -15.4);
        path.line_to(10.0, -17.4);
        path.line_to(11.0, -15.6);
        path.line_to(14.6, -12.2);
        path.line_to(13.2, -10.4);
        path.line_to(10.0, -11.4);
        path.quad_to(9.0, -6.6, 6.0, -4.6);
        path.line_to(-8.0, -4.6);
        path.quad_to(-11.6, -6.0, -10.0, -9.6);
        path.close();
    });
    canvas.fill_shape(at, &horse, ink);
    for leg in [
        [(-8.6, -5.4), (-11.0, -3.0), (-13.0, -0.4)],
        [(-6.4, -5.0), (-6.0, -2.4), (-7.8, -0.4)],
        [(4.4, -5.0), (7.6, -3.0), (6.0, -0.6)],
        [(6.2, -5.6), (10.6, -4.2), (11.6, -1.2)],
    ] {
        canvas.stroke_shape(at, &open_line(&leg), ink, 1.9);
    }
    let tail = open_line(&[(-10.2, -8.8), (-13.4, -8.0), (-14.6, -4.4)]);
    canvas.stroke_shape(at, &tail, ink, 1.7);
    canvas.fill_shape(at, &closed_area(&[(-3.6, -16.4), (1.8, -16.4), (2.4, -9.4), (-3.0, -9.4)]), ink);
    canvas.fill_shape(at, &disc_around(-0.6, -18.0, 2.5), ink);
    canvas.stroke_shape(at, &open_line(&[(-9.0, -11.6), (14.0, -19.6)]), ink, 1.4);
}

/// Draws a gun on its wheel that points to the right.
fn draw_gun(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, ink: Colour, edge: Colour) {
    let barrel = closed_area(&[(-9.0, -10.6), (-7.8, -6.2), (14.0, -14.4), (12.8, -18.0)]);
    canvas.fill_shape(at, &barrel, ink);
    canvas.stroke_shape(at, &open_line(&[(-1.0, -8.0), (-14.0, -0.8)]), ink, 2.6);
    canvas.fill_shape(at, &disc_around(0.0, -6.6, 7.2), edge);
    canvas.fill_shape(at, &disc_around(0.0, -6.6, 6.4), ink);
    canvas.fill_shape(at, &disc_around(0.0, -6.6, 4.6), edge);
    for spoke in [[(-4.6, -6.6), (4.6, -6.6)], [(0.0, -11.2), (0.0, -2.0)]] {
        canvas.stroke_shape(at, &open_line(&spoke), ink, 1.4);
    }
    canvas.fill_shape(at, &disc_around(0.0, -6.6, 1.6), ink);
}
