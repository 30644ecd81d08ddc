//! The camera over the board: zoomed by wheel and keys, moved by dragging and by keys, and kept on
//! the map.

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use hotgates_engine::Cell;

use super::geometry::HexGeometry;
use super::pointer::{PointAtHex, PointerOnBoard};
use super::{Board, BoardCamera, BoardSystems, GroundId};

/// A request to move the view to a hex.
#[derive(Message, Debug, Clone, Copy)]
pub struct CentreViewOnHex(pub Cell);

/// A request to have a hex in view: the view moves only if the hex is outside it or behind a panel.
#[derive(Message, Debug, Clone, Copy)]
pub struct KeepHexInView(pub Cell);

/// A request to zoom by a number of steps, in where the number is positive.
#[derive(Message, Debug, Clone, Copy)]
pub struct ZoomViewBy(pub f32);

/// World units in a logical pixel, at the closest.
const CLOSEST: f32 = 0.4;
/// A step of the wheel.
const STEP: f32 = 1.18;
/// Logical pixels a second, by keys.
const SPEED: f32 = 900.0;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CentreViewOnHex>()
        .add_message::<KeepHexInView>()
        .add_message::<ZoomViewBy>()
        .add_systems(Startup, spawn_camera)
        .add_systems(
            Update,
            (
                scale_covered_margins,
                show_whole_new_map,
                pan_by_keys,
                pan_by_dragging,
                zoom_view,
                keep_hex_in_view,
                centre_view,
                keep_camera_on_map,
            )
                .chain()
                .in_set(BoardSystems::Input),
        );
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, BoardCamera, Msaa::Off));
}

type CameraQuery<'a> = (&'a mut Transform, &'a mut Projection);

/// Returns the world units in a logical pixel at which the whole map is in view.
fn scale_of_whole_map(board: &Board, window: &Window) -> f32 {
    let bounds = HexGeometry::new(board.grid()).map_bounds();
    let free = uncovered_window_part(board, window);
    (bounds.width() / free.width()).max(bounds.height() / free.height()) * 1.04
}

/// Returns the part of the window that no panel covers, in logical pixels from the window's upper
/// left corner.
fn uncovered_window_part(board: &Board, window: &Window) -> Rect {
    let [left, top, right, bottom] = board.covered;
    Rect::new(
        left,
        top,
        (window.width() - right).max(left + 50.0),
        (window.height() - bottom).max(top + 50.0),
    )
}

/// Returns the part of the world that no panel covers, for a camera that looks at `middle`.
pub(super) fn uncovered_world_part(board: &Board, window: &Window, middle: Vec2, scale: f32) -> Rect {
    let (part, half) =
        (uncovered_window_part(board, window), Vec2::new(window.width(), window.height()) / 2.0);
    let in_world = |point: Vec2| middle + (point - half) * Vec2::new(scale, -scale);
    Rect::from_corners(in_world(part.min), in_world(part.max))
}

/// Returns the part of the window in whose middle the map is shown at a scale: what no panel covers,
/// without the room of panels that come and go as far as the map fits beside it. A map that is larger
/// than the window keeps clear of that room too.
fn part_for_map(board: &Board, window: &Window, scale: f32) -> Rect {
    let mut part = uncovered_window_part(board, window);
    let slack = part.width() - HexGeometry::new(board.grid()).map_bounds().width() / scale;
    let clear = if slack > 0.0 { board.kept_clear.min(slack) } else { board.kept_clear };
    part.min.x += clear.min(part.width() / 2.0);
    part
}

/// Returns the vector from the window's middle to the middle of the map's part, in world units.
fn offset_of_map_part(board: &Board, window: &Window, scale: f32) -> Vec2 {
    let off = part_for_map(board, window, scale).center() - Vec2::new(window.width(), window.height()) / 2.0;
    Vec2::new(-off.x, off.y) * scale
}

/// The view that last had the whole map in it.
#[derive(Clone, Copy)]
struct FittedView {
    ground: GroundId,
    /// Size of the window, and what panels cover of it.
    room: (Vec2, [f32; 4], f32),
    middle: Vec2,
    scale: f32,
}

impl FittedView {
    /// Returns `true` if the camera still has this view: nobody has zoomed or moved the map since.
    fn is_unmoved(&self, middle: Vec2, scale: f32) -> bool {
        // Keeping the camera on the map rounds its place.
        middle.distance(self.middle) < scale && (scale - self.scale).abs() < 1e-4
    }
}

/// Has the margins that panels cover follow the size of the panels.
fn scale_covered_margins(
    scale: Option<Res<UiScale>>,
    board: Option<ResMut<Board>>,
    mut last: Local<Option<f32>>,
) {
    let Some(now) = scale.map(|scale| scale.0) else { return };
    let before = last.replace(now).unwrap_or(now);
    if let Some(mut board) = board
        && (now - before).abs() > f32::EPSILON
    {
        board.covered = board.covered.map(|margin| margin * now / before);
        board.kept_clear *= now / before;
    }
}

/// Brings the whole map into view when the map is new, and when the window or the panels around the
/// map have changed while the whole map was in view.
fn show_whole_new_map(
    board: Option<Res<Board>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<CameraQuery, With<BoardCamera>>>,
    mut fitted: Local<Option<FittedView>>,
) {
    let (Some(board), Some(window), Some(camera)) = (board, window, camera) else { return };
    // A minimized window has no size.
    if window.size().min_element() < 1.0 {
        return;
    }
    let (mut transform, mut projection) = camera.into_inner();
    let Projection::Orthographic(projection) = &mut *projection else { return };
    let room = (window.size(), board.covered, board.kept_clear);
    if let Some(view) = fitted.as_ref().filter(|view| view.ground == board.ground)
        && (view.room == room || !view.is_unmoved(transform.translation.truncate(), projection.scale))
    {
        return;
    }
    projection.scale = scale_of_whole_map(&board, &window).max(CLOSEST);
    let middle = HexGeometry::new(board.grid()).map_bounds().center();
    let middle = middle + offset_of_map_part(&board, &window, projection.scale);
    (transform.translation.x, transform.translation.y) = (middle.x, middle.y);
    *fitted = Some(FittedView { ground: board.ground, room, middle, scale: projection.scale });
}

fn pan_by_keys(
    time: Res<Time<Real>>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    typing: hotgates_ui::keys::TypingStatus,
    camera: Option<Single<CameraQuery, With<BoardCamera>>>,
) {
    let (Some(keys), Some(camera)) = (keys, camera) else { return };
    if typing.is_typing() || keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]) {
        return;
    }
    let way = [
        (KeyCode::ArrowLeft, -Vec2::X),
        (KeyCode::ArrowRight, Vec2::X),
        (KeyCode::ArrowUp, Vec2::Y),
        (KeyCode::ArrowDown, -Vec2::Y),
    ];
    let way: Vec2 = way.into_iter().filter(|&(key, _)| keys.pressed(key)).map(|(_, way)| way).sum();
    if way == Vec2::ZERO {
        return;
    }
    let (mut transform, projection) = camera.into_inner();
    let Projection::Orthographic(projection) = &*projection else { return };
    let way = way * SPEED * time.delta_secs() * projection.scale;
    transform.translation += way.extend(0.0);
}

/// Moves the view while the right or middle button drags the map.
fn pan_by_dragging(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    motion: Option<Res<AccumulatedMouseMotion>>,
    on_board: Res<PointerOnBoard>,
    camera: Option<Single<CameraQuery, With<BoardCamera>>>,
    mut dragging: Local<bool>,
) {
    let (Some(buttons), Some(motion), Some(camera)) = (buttons, motion, camera) else { return };
    let grips = [MouseButton::Right, MouseButton::Middle];
    *dragging = buttons.any_pressed(grips) && (*dragging || on_board.0);
    if *dragging && motion.delta != Vec2::ZERO {
        let (mut transform, projection) = camera.into_inner();
        let Projection::Orthographic(projection) = &*projection else { return };
        let way = motion.delta * projection.scale;
        transform.translation += Vec3::new(-way.x, way.y, 0.0);
    }
}

fn zoom_view(
    board: Option<Res<Board>>,
    scroll: Option<Res<AccumulatedMouseScroll>>,
    mut asked: MessageReader<ZoomViewBy>,
    on_board: Res<PointerOnBoard>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<CameraQuery, With<BoardCamera>>>,
) {
    let asked: f32 = asked.read().map(|zoom| zoom.0).sum();
    let (Some(board), Some(window), Some(camera)) = (board, window, camera) else { return };
    let wheel = scroll.filter(|_| on_board.0).map_or(0.0, |scroll| match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 50.0,
    });
    let steps = asked + wheel;
    if steps == 0.0 {
        return;
    }
    let (mut transform, mut projection) = camera.into_inner();
    let Projection::Orthographic(projection) = &mut *projection else { return };
    let before = projection.scale;
    let farthest = scale_of_whole_map(&board, &window).max(CLOSEST) * 1.3;
    projection.scale = (before * STEP.powf(-steps)).clamp(CLOSEST, farthest);
    // What is under the pointer stays there; by keys, what is in the middle does.
    let middle = Vec2::new(window.width(), window.height()) / 2.0;
    let anchor = window
        .cursor_position()
        .filter(|_| wheel != 0.0)
        .unwrap_or_else(|| part_for_map(&board, &window, before).center());
    let off = (anchor - middle) * (before - projection.scale);
    transform.translation += Vec3::new(off.x, -off.y, 0.0);
}

fn centre_view(
    board: Option<Res<Board>>,
    mut asked: MessageReader<CentreViewOnHex>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<CameraQuery, With<BoardCamera>>>,
) {
    let Some(&CentreViewOnHex(cell)) = asked.read().last() else { return };
    let (Some(board), Some(window), Some(camera)) = (board, window, camera) else { return };
    let (mut transform, projection) = camera.into_inner();
    let Projection::Orthographic(projection) = &*projection else { return };
    let part = part_for_map(&board, &window, projection.scale).size() * projection.scale;
    let geometry = HexGeometry::new(board.grid());
    let middle = middle_without_empty_room(geometry.middle_of_cell(cell), part, geometry.map_bounds());
    let to = middle + offset_of_map_part(&board, &window, projection.scale);
    (transform.translation.x, transform.translation.y) = (to.x, to.y);
}

/// Returns the point nearest to `wanted` around which a view of a size shows no room beside the map while rows or
/// columns lie outside it; a map that is smaller than the view stands in its middle.
fn middle_without_empty_room(wanted: Vec2, view: Vec2, map: Rect) -> Vec2 {
    let within = |wanted: f32, view: f32, low: f32, high: f32| {
        if view >= high - low {
            f32::midpoint(low, high)
        } else {
            wanted.clamp(low + view / 2.0, high - view / 2.0)
        }
    };
    Vec2::new(within(wanted.x, view.x, map.min.x, map.max.x), within(wanted.y, view.y, map.min.y, map.max.y))
}

/// Scrolls the hex that the keyboard points at, or another that is spoken of, into view.
fn keep_hex_in_view(
    board: Option<Res<Board>>,
    mut pointed: MessageReader<PointAtHex>,
    mut asked: MessageReader<KeepHexInView>,
    mut centre: MessageWriter<CentreViewOnHex>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<CameraQuery, With<BoardCamera>>>,
) {
    let pointed = pointed.read().last().map(|&PointAtHex(cell)| cell);
    let asked = asked.read().last().map(|&KeepHexInView(cell)| cell);
    let Some(cell) = asked.or(pointed) else { return };
    let (Some(board), Some(window), Some(camera)) = (board, window, camera) else { return };
    let (transform, projection) = camera.into_inner();
    let Projection::Orthographic(projection) = &*projection else { return };
    let off = (HexGeometry::new(board.grid()).middle_of_cell(cell) - transform.translation.truncate())
        / projection.scale;
    let at = Vec2::new(window.width() / 2.0 + off.x, window.height() / 2.0 - off.y);
    if !part_for_map(&board, &window, projection.scale).inflate(-20.0).contains(at) {
        centre.write(CentreViewOnHex(cell));
    }
}

/// Keeps the middle of the map's part of the window on the map, so that the map is never lost from sight.
fn keep_camera_on_map(
    board: Option<Res<Board>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<CameraQuery, With<BoardCamera>>>,
) {
    let (Some(board), Some(window), Some(camera)) = (board, window, camera) else { return };
    let (mut transform, projection) = camera.into_inner();
    let Projection::Orthographic(projection) = &*projection else { return };
    let shift = offset_of_map_part(&board, &window, projection.scale);
    let bounds = HexGeometry::new(board.grid()).map_bounds();
    let middle = (transform.translation.truncate() - shift).clamp(bounds.min, bounds.max) + shift;
    if middle != transform.translation.truncate() {
        (transform.translation.x, transform.translation.y) = (middle.x, middle.y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_that_moves_by_itself_shows_no_room_beside_the_map_while_rows_are_hidden() {
        let map = Rect::new(0.0, -1000.0, 500.0, 0.0);
        for (wanted, view, middle) in [
            // In the middle of the map, at its upper edge, beyond its lower one.
            ((250.0, -500.0), (200.0, 200.0), (250.0, -500.0)),
            ((10.0, -10.0), (200.0, 200.0), (100.0, -100.0)),
            ((490.0, -990.0), (200.0, 300.0), (400.0, -850.0)),
            // All columns are in view.
            ((10.0, -990.0), (800.0, 300.0), (250.0, -850.0)),
            ((10.0, -990.0), (800.0, 1300.0), (250.0, -500.0)),
        ] {
            let found = middle_without_empty_room(wanted.into(), view.into(), map);
            assert_eq!(found, Vec2::from(middle), "{wanted:?} in a view of {view:?}");
        }
    }
}
