//! Signs on counters: bars, marks of what is wrong with a unit, and which way it faces.

use hotgates_engine::Direction;

use super::{BOTTOM, CounterCohesion, Steadiness, TOP};
use crate::canvas::{DrawingSurface, HexDrawingPlace, closed_area, disc_around, open_line, rectangle_around};
use crate::palette::SideColours;

/// Draws a bar of the symbol's width, as far as a share from 0 to 1 is left; `y` is its middle.
pub(super) fn draw_bar(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    (y, height): (f32, f32),
    share: f32,
) {
    let half = 16.0;
    canvas.fill_shape(at, &rectangle_around(0.0, y, half, height / 2.0), colours.edge);
    if share > 0.0 {
        let width = (2.0 * half * share).max(1.0);
        let left = rectangle_around(-half + width / 2.0, y, width / 2.0, height / 2.0);
        canvas.fill_shape(at, &left, colours.ink);
    }
}

/// Draws cohesion as a bar above the symbol, and what is wrong with it over the symbol.
pub(super) fn draw_cohesion(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    CounterCohesion { permille, steadiness }: CounterCohesion,
    mark: f32,
) {
    draw_bar(canvas, at, colours, (TOP + 1.9, 2.2), f32::from(permille.min(1000)) / 1000.0);
    match steadiness {
        Steadiness::Steady => {}
        Steadiness::Wavering => draw_exclamation_mark(canvas, at, colours, mark),
        Steadiness::Broken => draw_crack(canvas, at, colours),
    }
}

/// Draws an exclamation mark on a disc in the upper corner of the symbol.
fn draw_exclamation_mark(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    x: f32,
) {
    let y = TOP + 8.0;
    canvas.fill_shape(at, &disc_around(x, y, 6.8), colours.ink);
    canvas.fill_shape(at, &disc_around(x, y, 5.6), colours.edge);
    canvas.fill_shape(at, &rectangle_around(x, y - 1.4, 1.1, 2.6), colours.ink);
    canvas.fill_shape(at, &disc_around(x, y + 3.2, 1.3), colours.ink);
}

/// Draws a circle with a stroke through it, the sign of nothing, over the lower left corner.
pub(super) fn draw_empty_sign(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    east: f32,
) {
    let (x, y) = (-17.5 * east, BOTTOM - 6.0);
    canvas.fill_shape(at, &disc_around(x, y, 8.4), colours.edge);
    canvas.fill_shape(at, &disc_around(x, y, 7.2), colours.ink);
    canvas.fill_shape(at, &disc_around(x, y, 4.6), colours.edge);
    canvas.stroke_shape(at, &open_line(&[(x - 4.4, y + 4.4), (x + 4.4, y - 4.4)]), colours.ink, 2.6);
}

/// Draws the entrenchment of a unit that has dug in: two bars below the counter that leave its middle free, filled from
/// the corners inward by the level out of the highest.
pub(super) fn draw_entrenchment(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    (level, levels): (u8, u8),
) {
    let (inner, outer, y, half_height) = (6.0, 17.0, BOTTOM + 4.6, 2.6);
    let share = f32::from(level.min(levels)) / f32::from(levels.max(1));
    let (middle, half) = (f32::midpoint(inner, outer), (outer - inner) / 2.0);
    for side in [-1.0, 1.0] {
        let frame = rectangle_around(side * middle, y, half + 1.2, half_height + 1.2);
        canvas.fill_shape(at, &frame, colours.ink);
        canvas.fill_shape(at, &rectangle_around(side * middle, y, half, half_height), colours.edge);
        let filled = half * share;
        canvas.fill_shape(
            at,
            &rectangle_around(side * (outer - filled), y, filled, half_height),
            colours.fill,
        );
    }
}

/// Draws a ball beside the counter, for a unit that has kept its fire.
pub(super) fn draw_ball(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    east: f32,
) {
    let x = 26.6 * east;
    canvas.fill_shape(at, &disc_around(x, 0.0, 5.6), colours.edge);
    canvas.fill_shape(at, &disc_around(x, 0.0, 4.2), colours.ink);
}

/// Draws a hammer beside the counter, for a unit in the middle of a work.
pub(super) fn draw_hammer(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    east: f32,
) {
    let x = 26.0 * east;
    let shapes = [rectangle_around(x, -5.2, 5.0, 2.4), rectangle_around(x, 1.4, 1.4, 6.2)];
    for shape in &shapes {
        canvas.stroke_shape(at, shape, colours.edge, 3.0);
    }
    for shape in &shapes {
        canvas.fill_shape(at, shape, colours.ink);
    }
}

/// Draws a wedge that points to the middle of the hex's edge in the direction.
pub(super) fn draw_wedge(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    way: Direction,
) {
    // 0.866 is the sine of 60°.
    let (x, y) = match way {
        Direction::N => (0.0, -1.0),
        Direction::Ne => (0.866, -0.5),
        Direction::Se => (0.866, 0.5),
        Direction::S => (0.0, 1.0),
        Direction::Sw => (-0.866, 0.5),
        Direction::Nw => (-0.866, -0.5),
    };
    let corner = |along: f32, across: f32| (x * along - y * across, y * along + x * across);
    let wedge = closed_area(&[corner(27.0, 0.0), corner(18.5, 7.5), corner(18.5, -7.5)]);
    canvas.stroke_shape(at, &wedge, colours.edge, 3.2);
    canvas.fill_shape(at, &wedge, colours.ink);
}

/// Draws a crack from the top of the counter to its bottom.
pub(super) fn draw_crack(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours) {
    let crack =
        open_line(&[(2.0, TOP), (-5.0, TOP + 9.0), (5.0, TOP + 17.0), (-5.0, TOP + 26.0), (2.0, BOTTOM)]);
    canvas.stroke_shape(at, &crack, colours.ink, 6.0);
    canvas.stroke_shape(at, &crack, colours.edge, 3.4);
}

/// Draws the movement points that a unit has left out of all of them as a column that is filled from below.
pub(super) fn draw_movement(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    x: f32,
    share: f32,
) {
    let (top, foot, half) = (-4.5, 12.5, 2.0);
    canvas.fill_shape(
        at,
        &rectangle_around(x, f32::midpoint(top, foot), half + 0.8, (foot - top) / 2.0 + 0.8),
        colours.edge,
    );
    if share > 0.0 {
        let height = ((foot - top) * share).max(1.2);
        canvas.fill_shape(at, &rectangle_around(x, foot - height / 2.0, half, height / 2.0), colours.ink);
    }
}

/// Draws a blade that points up, for a unit that can still attack.
pub(super) fn draw_blade(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    x: f32,
) {
    let blade = closed_area(&[(x, TOP + 3.0), (x + 3.3, TOP + 9.5), (x, TOP + 12.5), (x - 3.3, TOP + 9.5)]);
    canvas.stroke_shape(at, &blade, colours.edge, 1.8);
    canvas.fill_shape(at, &blade, colours.ink);
}
