//! A small picture of the whole map with the units as dots: to see where one is, and to click where one wants to be.

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use hotgates_picture::{Layers, Picture};

use super::geometry::Geometry;
use super::tiles::image;
use super::{Board, BoardSystems, CentreOn};

/// The small picture.
#[derive(Component, Debug)]
pub struct Minimap {
    width: u16,
    height: u16,
}

/// A minimap of at most this many logical pixels.
#[must_use]
pub fn minimap(width: u16, height: u16) -> impl Bundle {
    (
        Minimap { width, height },
        ImageNode::default(),
        RelativeCursorPosition::default(),
        Node { max_width: px(width), max_height: px(height), align_self: AlignSelf::Center, ..default() },
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, click).in_set(BoardSystems::Draw));
}

/// Draws it anew after each order, not in each frame: it is small.
fn draw(
    board: Option<Res<Board>>,
    mut minimaps: Query<(Ref<Minimap>, &mut ImageNode)>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some(board) = board else { return };
    for (minimap, mut node) in &mut minimaps {
        if board.is_changed() || minimap.is_added() {
            let layers = Layers { grid: false, labels: false, units: true };
            let picture = Picture::of_battle(&board.battle).layers(layers);
            let picture = picture.fitted(2 * u32::from(minimap.width), 2 * u32::from(minimap.height));
            node.image = images.add(image(picture));
        }
    }
}

fn click(
    board: Option<Res<Board>>,
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    minimaps: Query<&RelativeCursorPosition, With<Minimap>>,
    mut centre: MessageWriter<CentreOn>,
) {
    let (Some(board), Some(buttons)) = (board, buttons) else { return };
    if !buttons.pressed(MouseButton::Left) {
        return;
    }
    let geometry = Geometry::new(board.battle.grid());
    for at in minimaps.iter().filter(|at| at.cursor_over()).filter_map(|at| at.normalized) {
        let bounds = geometry.bounds();
        let point = bounds.min + (at * Vec2::new(1.0, -1.0) + 0.5) * bounds.size();
        if let Some(cell) = geometry.at(point) {
            centre.write(CentreOn(cell));
        }
    }
}
