//! Numbers of columns and rows along the edges of the view, by which a hex that a line names is found on the map.

use bevy::prelude::*;
use bevy::text::TextLayoutInfo;
use bevy::window::PrimaryWindow;
use hotgates_engine::{Coord, Grid};
use hotgates_picture::label_interval;
use hotgates_ui::Fonts;

use super::camera::uncovered_world_part;
use super::geometry::{ACROSS, DOWN, HexGeometry, f32_to_i32, i32_to_f32, middle_of_coord};
use super::plates::{EDGE_INK, edge_plate};
use super::{Board, BoardCamera, BoardSystems, depth};

/// Least distance of two numbers, in logical pixels.
const APART: f32 = 30.0;
/// From the edge at which a number stands to its middle, in logical pixels.
const INSIDE: f32 = 10.0;
/// Height of a number, in logical pixels.
const SIZE: f32 = 11.0;

#[derive(Component)]
struct RulerNumber;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw_rulers.in_set(BoardSystems::Draw));
}

/// Has a number at every column and row in view that has room. Numbers that go on being shown are moved, not made
/// anew: a view that moves would lay out every text in every frame.
fn draw_rulers(
    mut commands: Commands,
    board: Option<Res<Board>>,
    fonts: Option<Res<Fonts>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<(&Transform, &Projection), (With<BoardCamera>, Without<RulerNumber>)>>,
    mut there: Query<(&mut Text2d, &mut TextLayoutInfo, &mut Transform, &mut Visibility), With<RulerNumber>>,
) {
    let mut wanted = Vec::new();
    let mut size = Vec3::ONE;
    if let (Some(board), Some(window), Some(camera)) = (board.filter(|board| board.rulers), window, camera) {
        let (transform, Projection::Orthographic(projection)) = *camera else { return };
        let (middle, scale) = (transform.translation.truncate(), projection.scale);
        wanted = ruler_numbers(board.grid(), uncovered_world_part(&board, &window, middle, scale), scale);
        // Twice the height at half the scale: sharp on dense screens.
        size = Vec3::new(scale / 2.0, scale / 2.0, 1.0);
    }
    let mut wanted = wanted.into_iter();
    for (mut text, mut layout, mut transform, mut visibility) in &mut there {
        let Some((number, at)) = wanted.next() else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let words = number.to_string();
        if text.0 != words {
            text.0 = words;
            // Bevy misses a change in a frame in which no sprite is seen, as on the way to another screen; a text without a
            // layout is laid out as soon as it can be.
            *layout = TextLayoutInfo::default();
        }
        transform.set_if_neq(Transform::from_translation(at.extend(depth::RULERS)).with_scale(size));
    }
    let Some(fonts) = fonts else { return };
    for (number, at) in wanted {
        commands.spawn((
            RulerNumber,
            Text2d::new(number.to_string()),
            fonts.bold_style(2.0 * SIZE),
            TextColor(EDGE_INK),
            Transform::from_translation(at.extend(depth::RULERS)).with_scale(size),
            edge_plate(),
        ));
    }
}

/// Returns the numbers of the columns and rows in a part of the world, and their places: above and left of the map,
/// or at the part's edge where the map goes on beyond it. `scale` is the world units in a logical pixel.
fn ruler_numbers(grid: &Grid, part: Rect, scale: f32) -> Vec<(i32, Vec2)> {
    let bounds = HexGeometry::new(grid).map_bounds();
    let inside = INSIDE * scale;
    let top = (part.max.y - inside).min(bounds.max.y + inside);
    let left = (part.min.x + inside).max(bounds.min.x - inside);
    // The corner belongs to neither ruler. A row's number needs only its own height below the numbers of columns.
    let (first_x, first_y) = (left + 2.0 * inside, top - 1.5 * SIZE * scale);
    let columns = numbers_along((ACROSS, scale), (first_x, part.max.x - inside), grid.width(), |col| {
        middle_of_coord(Coord { col, row: 0 }).x
    });
    let rows = numbers_along((DOWN, scale), (-first_y, -part.min.y - inside), grid.height(), |row| {
        -middle_of_coord(Coord { col: 0, row }).y
    });
    let columns = columns.map(|(col, x)| (col, Vec2::new(x, top)));
    columns.chain(rows.map(|(row, y)| (row, Vec2::new(left, -y)))).collect()
}

/// Returns the numbers on one ruler, each with its place along the ruler.
fn numbers_along(
    (step, scale): (f32, f32),
    (from, to): (f32, f32),
    count: i32,
    place: impl Fn(i32) -> f32,
) -> impl Iterator<Item = (i32, f32)> {
    let every = i32::try_from(label_interval(f64::from(APART * scale / step))).unwrap_or(i32::MAX);
    let first = f32_to_i32((from / step - 1.0).max(0.0)) / every;
    let last = f32_to_i32((to / step).clamp(0.0, i32_to_f32(count))) / every;
    let numbers = (first..=last).map(move |index| index * every).filter(move |&number| number < count);
    numbers.map(move |number| (number, place(number))).filter(move |&(_, at)| from <= at && at <= to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::coord_at_point;

    /// Maps, views and scales of all sizes.
    fn for_each_view(check: impl Fn(&Grid, Rect, f32)) {
        for grid in [Grid::new(1, 1), Grid::new(40, 30), Grid::new(7, 300), Grid::new(512, 512)] {
            let size = HexGeometry::new(&grid).map_bounds().size();
            for scale in [0.4, 1.0, 2.7, 9.0, 40.0] {
                for (x, y) in [(0.5, 0.5), (0.0, 0.0), (1.0, 1.0), (0.3, 0.9)] {
                    let middle = Vec2::new(x * size.x, -y * size.y);
                    check(&grid, Rect::from_center_size(middle, Vec2::new(1000.0, 600.0) * scale), scale);
                }
            }
        }
    }

    #[test]
    fn every_number_stands_in_view_at_its_column_or_row() {
        for_each_view(|grid, part, scale| {
            for (number, at) in ruler_numbers(grid, part, scale) {
                assert!(part.contains(at), "{number} at {at}");
                let top = middle_of_coord(Coord { col: number, row: 0 }).x;
                let left = middle_of_coord(Coord { col: 0, row: number }).y;
                assert!((at.x - top).abs() < 0.1 || (at.y - left).abs() < 0.1, "{number} at {at}");
                assert!(number < grid.width().max(grid.height()));
            }
        });
    }

    #[test]
    fn numbers_have_room_and_none_that_has_room_is_missing() {
        for_each_view(|grid, part, scale| {
            let numbers = ruler_numbers(grid, part, scale);
            for (index, (_, one)) in numbers.iter().enumerate() {
                for (_, other) in &numbers[..index] {
                    assert!(one.distance(*other) >= 19.0 * scale, "{one} and {other} at scale {scale}");
                }
            }
            assert!(numbers.len() <= 60, "{}", numbers.len());
            let seen = part.intersect(HexGeometry::new(grid).map_bounds());
            let large = seen.width().min(seen.height()) > 300.0 * scale;
            assert!(!large || numbers.len() >= 5, "{numbers:?} at scale {scale}");
        });
    }

    #[test]
    fn a_map_that_fits_has_its_numbers_beside_it() {
        let grid = Grid::new(12, 8);
        let bounds = HexGeometry::new(&grid).map_bounds();
        let numbers = ruler_numbers(&grid, bounds.inflate(200.0), 1.0);
        assert_eq!(numbers.len(), 12 + 8);
        assert!(numbers.iter().all(|&(_, at)| !bounds.contains(at)));
        assert_eq!(coord_at_point(numbers[5].1 - Vec2::Y * 40.0), Coord { col: 5, row: 0 });
    }
}
