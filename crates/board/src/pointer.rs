//! The hex under the pointer, and clicks on hexes. Where a widget lies over the board, the pointer
//! is on the widget.

use bevy::ecs::system::SystemParam;
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use hotgates_engine::{Cell, Coord, Grid};

use super::geometry;
use super::{Board, BoardCamera, BoardSystems, GroundId};

/// The hex under the pointer.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HoveredHex(Option<Cell>);

impl HoveredHex {
    /// Makes the hex that is pointed at, or none.
    #[must_use]
    pub const fn new(cell: Option<Cell>) -> Self {
        Self(cell)
    }

    /// Returns the hex, if it is one of this grid: the battle may be another one since the pointer was looked at.
    #[must_use]
    pub fn cell_on_grid(self, grid: &Grid) -> Option<Cell> {
        self.0.filter(|&cell| cell.index() < grid.len() && grid.at(grid.coord(cell)) == Some(cell))
    }
}

/// The column and row that the pointer is at, off the map too; none where it is on a widget.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PointerCoord(pub Option<Coord>);

/// A hex was clicked with the left button; none for a click beside the map.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexClicked(pub Option<Cell>);

impl HexClicked {
    /// Returns the hex, if it is one of this grid: the battle may be another one since the click.
    #[must_use]
    pub fn cell_on_grid(self, grid: &Grid) -> Option<Cell> {
        HoveredHex(self.0).cell_on_grid(grid)
    }
}

/// A request to point at a hex, as the keyboard does, until the mouse moves again.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointAtHex(pub Cell);

/// `true` while the pointer is on the board and not on a widget over it.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub struct PointerOnBoard(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HoveredHex>()
        .init_resource::<PointerCoord>()
        .init_resource::<PointerOnBoard>()
        .add_message::<HexClicked>()
        .add_message::<PointAtHex>()
        .add_systems(
            Update,
            (track_pointer_on_board, update_hovered_hex, send_hex_clicks).chain().in_set(BoardSystems::Input),
        );
}

fn track_pointer_on_board(
    hover: Option<Res<HoverMap>>,
    nodes: Query<(), With<Node>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut on_board: ResMut<PointerOnBoard>,
) {
    let inside = window.is_some_and(|window| window.cursor_position().is_some());
    let hovered = hover.as_ref().and_then(|hover| hover.get(&PointerId::Mouse));
    let on_widget = hovered.is_some_and(|hits| hits.keys().any(|&entity| nodes.contains(entity)));
    on_board.0 = inside && !on_widget;
}

/// The place of the pointer in the window and on the map.
#[derive(SystemParam)]
struct PointerPosition<'w, 's> {
    on_board: Res<'w, PointerOnBoard>,
    window: Option<Single<'w, 's, &'static Window, With<PrimaryWindow>>>,
    camera: Option<Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<BoardCamera>>>,
}

impl PointerPosition<'_, '_> {
    fn cursor_position(&self) -> Option<Vec2> {
        self.window.as_ref()?.cursor_position()
    }

    /// Returns the column and row under the pointer, off the map too; `None` where the pointer is
    /// on a widget.
    fn pointer_coord(&self) -> Option<Coord> {
        let (camera, transform) = **self.camera.as_ref()?;
        let pointer = self.cursor_position().filter(|_| self.on_board.0)?;
        let point = camera.viewport_to_world_2d(transform, pointer).ok()?;
        Some(geometry::coord_at_point(point))
    }
}

fn update_hovered_hex(
    board: Option<Res<Board>>,
    lookup: PointerPosition,
    mut asked: MessageReader<PointAtHex>,
    mut by_keys: Local<Option<(Vec2, GroundId)>>,
    mut hovered: ResMut<HoveredHex>,
    mut at: ResMut<PointerCoord>,
) {
    let pointer = lookup.cursor_position().unwrap_or(Vec2::NEG_ONE);
    let ground = board.as_ref().map(|board| board.ground);
    if let Some(&PointAtHex(cell)) = asked.read().last() {
        *by_keys = ground.map(|ground| (pointer, ground));
        hovered.set_if_neq(HoveredHex(Some(cell)));
        at.set_if_neq(PointerCoord(board.as_ref().map(|board| board.grid().coord(cell))));
    }
    if by_keys.is_some() && *by_keys == ground.map(|ground| (pointer, ground)) {
        return;
    }
    *by_keys = None;
    let found = lookup.pointer_coord();
    at.set_if_neq(PointerCoord(found));
    hovered.set_if_neq(HoveredHex(found.and_then(|at| board?.grid().at(at))));
}

fn send_hex_clicks(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    on_board: Res<PointerOnBoard>,
    hovered: Res<HoveredHex>,
    mut pressed: Local<Option<HoveredHex>>,
    mut clicks: MessageWriter<HexClicked>,
) {
    let Some(buttons) = buttons else { return };
    if buttons.just_pressed(MouseButton::Left) {
        *pressed = on_board.0.then_some(*hovered);
    }
    if buttons.just_released(MouseButton::Left)
        && let Some(HoveredHex(cell)) = pressed.take()
        && on_board.0
        && cell == hovered.0
    {
        clicks.write(HexClicked(cell));
    }
}
