//! The timeline under what can be watched: a slider over moments.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::{
    Slider, SliderPrecision, SliderRange, SliderStep, SliderThumb, SliderValue, TrackClick,
};

use super::theme;

/// Makes a slider from 0 to `last`, `height` pixels high, with the name `name` for screen readers;
/// it sends a `ValueChange`.
#[must_use]
pub fn slider_bundle(height: i32, last: f32, name: String) -> impl Bundle {
    (
        Node {
            height: px(height),
            width: percent(100),
            flex_shrink: 0.0,
            align_items: AlignItems::Center,
            ..default()
        },
        BackgroundColor(theme::BACKGROUND),
        Hovered::default(),
        TabIndex(0),
        Outline::new(px(2), px(1), Color::NONE),
        Slider { track_click: TrackClick::Snap, ..default() },
        SliderValue(0.0),
        SliderRange::new(0.0, last),
        SliderStep(1.0),
        SliderPrecision(0),
        AccessibleLabel(name),
        children![(
            SliderThumb,
            Node { position_type: PositionType::Absolute, width: px(10), height: px(height), ..default() },
            BackgroundColor(theme::ACCENT),
        )],
    )
}

/// Returns the moment that a slider's value stands for.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the timeline")]
pub const fn moment_of_slider(value: f32) -> usize {
    value.round().max(0.0) as usize
}
