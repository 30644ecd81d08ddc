//! Figures that the games are drawn with: lines, cells to click on, bars.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::math::Rot2;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::AcademyAction;
use hotgates_ui::{MessageOnClick, theme};

/// Priests.
pub const PRIEST: Color = Color::srgb(0.443, 0.651, 0.965);
/// Devils.
pub const DEVIL: Color = Color::srgb(0.953, 0.427, 0.384);
/// Water.
pub const WATER: Color = Color::srgb(0.16, 0.29, 0.42);
/// Banks.
pub const LAND: Color = Color::srgb(0.235, 0.29, 0.18);
/// Wood.
pub const WOOD: Color = Color::srgb(0.43, 0.29, 0.17);
/// Colour of what a search found good.
pub const GOOD: Color = Color::srgb(0.42, 0.72, 0.42);
/// The same as a ground for letters.
pub const GOOD_GROUND: Color = Color::srgb(0.22, 0.42, 0.24);
/// Dark letters on light ground.
pub const INK: Color = Color::srgb(0.07, 0.07, 0.09);

/// Makes a node at a point within a drawing, with a size in pixels.
pub fn graph_node_at_pixel(x: f32, y: f32, width: f32, height: f32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(x),
        top: px(y),
        width: px(width),
        height: px(height),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    }
}

/// Makes a straight line between two points of a drawing.
pub fn line_bundle(from: Vec2, to: Vec2, width: f32, colour: Color) -> impl Bundle {
    let (middle, way) = (from.midpoint(to), to - from);
    let length = way.length();
    (
        graph_node_at_pixel(middle.x - length / 2.0, middle.y - width / 2.0, length, width),
        UiTransform { rotation: Rot2::radians(way.y.atan2(way.x)), ..default() },
        BackgroundColor(colour),
        Pickable::IGNORE,
    )
}

/// Makes an area that can be clicked like a button but is not drawn as one.
pub fn clickable_tile_area(node: Node, colour: Color, action: AcademyAction) -> impl Bundle {
    (node, bevy::ui_widgets::Button, Hovered::default(), BackgroundColor(colour), MessageOnClick(action))
}

/// Spawns bars side by side, each as high as its share of the highest; `at` is the last one that
/// has happened.
pub fn spawn_bar_chart(parent: &mut ChildSpawnerCommands, values: &[u64], height: f32) {
    let most = values.iter().copied().max().unwrap_or(1).max(1);
    let ground = Node {
        height: px(height),
        align_items: AlignItems::End,
        column_gap: px(1),
        padding: UiRect::all(px(3)),
        overflow: Overflow::clip(),
        flex_shrink: 0.0,
        ..default()
    };
    parent.spawn((ground, BackgroundColor(theme::BACKGROUND))).with_children(|graph| {
        for &value in values {
            #[expect(clippy::cast_precision_loss, reason = "a share of a bar")]
            let share = 100.0 * value as f32 / most as f32;
            graph.spawn((
                Node { flex_grow: 1.0, max_width: px(12), height: percent(share), ..default() },
                BackgroundColor(theme::ACCENT),
            ));
        }
    });
}
