//! The paper that a map lies on, around it as far as the window goes.

use bevy::prelude::*;

use super::{Board, BoardSystems};
use hotgates_ui::{UiColours, theme};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, colour_background.in_set(BoardSystems::Draw));
}

/// Has the window's background be paper while there is a board, and the dark of the panels otherwise.
fn colour_background(
    board: Option<Res<Board>>,
    colours: Res<UiColours>,
    background: Option<ResMut<ClearColor>>,
) {
    let Some(mut background) = background else { return };
    let wanted = match board {
        // A little darker than paper in pictures: large bright areas beside dark panels dazzle.
        Some(_) => theme::to_bevy_color(colours.palette().paper.darker_by(20)),
        None => theme::BACKGROUND,
    };
    if background.0 != wanted {
        background.0 = wanted;
    }
}
