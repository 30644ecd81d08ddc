//! Words that appear beside the pointer when it rests on a widget.

use std::time::Duration;

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use hotgates_engine::visible_lines;

use super::theme::{self, Fonts};

/// Words that are shown beside the pointer when it rests on the widget.
#[derive(Component, Debug, Clone)]
#[require(Hovered)]
pub struct Tooltip(pub String);

/// Time that the pointer rests before the words appear.
const PATIENCE: Duration = Duration::from_millis(350);

#[derive(Component)]
struct TooltipBubble;

/// The widget on which the pointer rests, and the time since when.
#[derive(Resource, Default)]
struct PointerRest {
    on: Option<Entity>,
    since: Duration,
    bubble: Option<Entity>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PointerRest>().add_systems(Update, show_tooltip);
}

/// Returns `true` if the pointer is on a widget that has something to say: notes of a map, which are
/// shown so, may be empty.
fn is_tip_wanted(hovered: Hovered, tip: &Tooltip) -> bool {
    hovered.get() && !tip.0.trim().is_empty()
}

fn show_tooltip(
    mut commands: Commands,
    time: Res<Time<Real>>,
    fonts: Res<Fonts>,
    tips: Query<(Entity, &Hovered, &Tooltip)>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut resting: ResMut<PointerRest>,
) {
    let on = tips.iter().find(|(_, hovered, tip)| is_tip_wanted(**hovered, tip));
    if resting.on != on.map(|(entity, ..)| entity) {
        if let Some(bubble) = resting.bubble.take() {
            commands.entity(bubble).despawn();
        }
        (resting.on, resting.since) = (on.map(|(entity, ..)| entity), time.elapsed());
    }
    let (Some((_, _, tip)), Some(window)) = (on, window) else { return };
    if resting.bubble.is_some() || time.elapsed() < resting.since + PATIENCE {
        return;
    }
    let Some(pointer) = window.cursor_position() else { return };
    // On the side of the pointer where there is room.
    let (left, right) = if pointer.x > window.width() * 0.6 {
        (auto(), px(window.width() - pointer.x + 8.0))
    } else {
        (px(pointer.x + 14.0), auto())
    };
    let (top, bottom) = if pointer.y > window.height() * 0.7 {
        (auto(), px(window.height() - pointer.y + 8.0))
    } else {
        (px(pointer.y + 18.0), auto())
    };
    let bubble = commands
        .spawn((
            TooltipBubble,
            Node {
                position_type: PositionType::Absolute,
                left,
                right,
                top,
                bottom,
                max_width: px(360),
                padding: UiRect::axes(px(10), px(6)),
                border: UiRect::all(px(1)),
                border_radius: BorderRadius::all(px(4)),
                ..default()
            },
            BackgroundColor(theme::RAISED),
            BorderColor::all(theme::ACCENT),
            GlobalZIndex(100),
            Pickable::IGNORE,
            children![(
                Text::new(visible_lines(&tip.0).into_owned()),
                fonts.regular_style(theme::SMALL),
                TextColor(theme::TEXT),
                Pickable::IGNORE
            )],
        ))
        .id();
    resting.bubble = Some(bubble);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_widget_without_words_has_no_bubble() {
        for (hovered, words, wanted) in
            [(true, "", false), (true, " ", false), (true, "a pass", true), (false, "a pass", false)]
        {
            assert_eq!(is_tip_wanted(Hovered(hovered), &Tooltip(words.to_owned())), wanted, "{words:?}");
        }
    }
}
