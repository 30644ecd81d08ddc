//! Places of panels over the map.

use bevy::prelude::*;
use hotgates_ui::{NOTICE_ROOM, column};

/// The room at the right for the table of a server's battle; empty at other battles.
#[derive(Component)]
pub struct TableRoom;

/// Width of the panels at the right.
pub(super) const SIDE_WIDTH: f32 = 304.0;

/// Returns the place of a panel of explanations: the lower left corner, of which the map keeps clear, above the
/// notices.
#[must_use]
pub fn corner_panel_node() -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(10),
        bottom: px(NOTICE_ROOM + 10.0),
        width: px(300),
        ..column(0)
    }
}

/// Returns the place of a dialog about the battle: the middle of what the bar and the panels leave of the window.
pub(super) fn middle_panel_node() -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(SIDE_WIDTH),
        top: px(44),
        bottom: px(0),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    }
}
