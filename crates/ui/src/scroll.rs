//! Lists that are longer than their place.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input::mouse::MouseScrollUnit;
use bevy::picking::events::{Pointer, Scroll};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::{ControlOrientation, ScrollArea, Scrollbar, ScrollbarThumb};

use super::theme;

/// Spawns a column that scrolls, by wheel or by its bar; `node` says how large it may get. Returns
/// the column.
pub fn spawn_scroll_list(
    parent: &mut ChildSpawnerCommands,
    node: Node,
    gap: i32,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let mut list = Entity::PLACEHOLDER;
    parent
        .spawn(Node {
            display: Display::Grid,
            grid_template_columns: vec![RepeatedGridTrack::flex(1, 1.0), RepeatedGridTrack::auto(1)],
            grid_template_rows: vec![RepeatedGridTrack::flex(1, 1.0)],
            column_gap: px(4),
            min_height: px(0),
            ..node
        })
        .with_children(|frame| {
            list = frame
                .spawn((
                    Node {
                        flex_direction: FlexDirection::Column,
                        row_gap: px(gap),
                        overflow: Overflow::scroll_y(),
                        min_height: px(0),
                        ..default()
                    },
                    ScrollArea,
                ))
                .with_children(fill)
                .id();
            frame.spawn((
                Node { width: px(8), ..default() },
                BackgroundColor(theme::BACKGROUND),
                Scrollbar { orientation: ControlOrientation::Vertical, target: list, min_thumb_length: 16.0 },
                children![(
                    Hovered::default(),
                    BackgroundColor(theme::BUTTON_HOVERED),
                    ScrollbarThumb { border_radius: BorderRadius::all(px(4)), ..default() },
                )],
            ));
        });
    list
}

/// Pixels that one line of the wheel moves a row.
const PIXELS_OF_A_LINE: f32 = 40.0;

/// Moves a row that scrolls sideways by the usual wheel, too, which turns up and down.
///
/// For the entity with the row: `entity.observe(scroll_row_by_wheel)`.
pub fn scroll_row_by_wheel(
    turned: On<Pointer<Scroll>>,
    mut rows: Query<(&Node, &ComputedNode, &mut ScrollPosition)>,
) {
    let Ok((node, laid_out, mut position)) = rows.get_mut(turned.entity) else { return };
    if node.overflow.x != OverflowAxis::Scroll || node.overflow.y == OverflowAxis::Scroll {
        return;
    }
    let pixels = turned.y
        * match turned.unit {
            MouseScrollUnit::Line => PIXELS_OF_A_LINE,
            MouseScrollUnit::Pixel => 1.0,
        };
    let hidden = (laid_out.content_size() - laid_out.size()) * laid_out.inverse_scale_factor;
    position.x = (position.x - pixels).clamp(0.0, hidden.x.max(0.0));
}
