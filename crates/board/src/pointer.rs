//! The hex under the pointer, and clicks on hexes. Where a widget lies over the board, the pointer
//! is on the widget.

use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use hotgates_engine::{Cell, Coord};

use super::camera::BoardCamera;
use super::geometry;
use super::{Board, BoardSystems};

/// The hex under the pointer.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HexHovered(pub Option<Cell>);

/// The column and row that the pointer is at, off the map too; none where it is on a widget.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PointerAt(pub Option<Coord>);

/// A hex was clicked with the left button; none for a click beside the map.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexClicked(pub Option<Cell>);

/// Point at this hex, as the keyboard does, until the mouse moves again.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointAt(pub Cell);

/// `true` while the pointer is on the board and not on a widget over it.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub struct PointerOnBoard(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HexHovered>()
        .init_resource::<PointerAt>()
        .init_resource::<PointerOnBoard>()
        .add_message::<HexClicked>()
        .add_message::<PointAt>()
        .add_systems(Update, (find_board, find_hex, click_hex).chain().in_set(BoardSystems::Input));
}

fn find_board(
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

fn find_hex(
    board: Option<Res<Board>>,
    on_board: Res<PointerOnBoard>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<(&Camera, &GlobalTransform), With<BoardCamera>>>,
    mut asked: MessageReader<PointAt>,
    mut by_keys: Local<Option<Vec2>>,
    mut hovered: ResMut<HexHovered>,
    mut at: ResMut<PointerAt>,
) {
    let pointer = window.as_ref().and_then(|window| window.cursor_position()).unwrap_or(Vec2::NEG_ONE);
    if let Some(&PointAt(cell)) = asked.read().last() {
        *by_keys = Some(pointer);
        hovered.set_if_neq(HexHovered(Some(cell)));
        at.set_if_neq(PointerAt(board.as_ref().map(|board| board.grid().coord(cell))));
    }
    if *by_keys == Some(pointer) && board.is_some() {
        return;
    }
    *by_keys = None;
    let found = || {
        let (camera, transform) = *camera?;
        let pointer = window?.cursor_position().filter(|_| on_board.0)?;
        let point = camera.viewport_to_world_2d(transform, pointer).ok()?;
        Some(geometry::coord_at(point))
    };
    let found = found();
    at.set_if_neq(PointerAt(found));
    hovered.set_if_neq(HexHovered(found.and_then(|at| board?.grid().at(at))));
}

fn click_hex(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    on_board: Res<PointerOnBoard>,
    hovered: Res<HexHovered>,
    mut pressed: Local<Option<HexHovered>>,
    mut clicks: MessageWriter<HexClicked>,
) {
    let Some(buttons) = buttons else { return };
    if buttons.just_pressed(MouseButton::Left) {
        *pressed = on_board.0.then_some(*hovered);
    }
    if buttons.just_released(MouseButton::Left)
        && let Some(HexHovered(cell)) = pressed.take()
        && on_board.0
        && cell == hovered.0
    {
        clicks.write(HexClicked(cell));
    }
}
