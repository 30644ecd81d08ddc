//! The look of panels that explain a screen: over everything else, with a heading and a button that closes them.

use std::fmt::Debug;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::access::DialogBox;
use crate::context::{UiContext, column, flexible_space, row};
use crate::theme;

/// Makes the box of a panel that explains a screen, as a column with a gap between its parts.
pub fn help_panel_bundle(gap: i32) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(40),
        top: px(56),
        max_height: percent(88),
        padding: UiRect::all(px(16)),
        border: UiRect::all(px(1)),
        ..column(gap)
    };
    let look = (BackgroundColor(theme::PANEL), BorderColor::all(theme::LINE), GlobalZIndex(50));
    (node, DialogBox, TabGroup::new(-1), look)
}

/// Spawns the heading with a text key, and the button that writes `close`.
pub fn spawn_help_heading(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    title: &str,
    close: impl Message + Clone + Debug,
) {
    panel.spawn(row(8)).with_children(|line| {
        line.spawn(ui.heading(title));
        line.spawn(flexible_space());
        line.spawn(ui.small_button(ui.localized_text("close"), close));
    });
}

/// Returns the node of columns side by side, which scroll in a small window.
#[must_use]
pub fn scrolled_columns_node() -> Node {
    Node { min_height: px(0), overflow: Overflow::scroll_y(), align_items: AlignItems::FlexStart, ..row(28) }
}
