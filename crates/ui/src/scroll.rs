//! Lists that are longer than their place.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input::mouse::MouseScrollUnit;
use bevy::picking::events::{Pointer, Scroll};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::{ControlOrientation, ScrollArea, Scrollbar, ScrollbarThumb};

use super::theme;

pub(crate) fn plugin(app: &mut App) {
    // Before the parts of the bar inherit whether they are seen.
    let show = show_needed_scrollbars.after(UiSystems::Layout).before(TransformSystems::Propagate);
    app.add_systems(PostUpdate, show);
}

/// Shows the bars of lists that are longer than their place, and hides those of all others.
fn show_needed_scrollbars(mut bars: Query<(&Scrollbar, &mut Visibility)>, lists: Query<&ComputedNode>) {
    for (bar, mut visibility) in &mut bars {
        let Ok(list) = lists.get(bar.target) else { continue };
        // Sizes are rounded to whole pixels.
        let longer = list.content_size().y > list.size().y + 1.0;
        visibility.set_if_neq(if longer { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// Spawns a column that scrolls, by wheel or by its bar, which is seen only where the column is
/// longer than its place; `node` says how large it may get. Returns the column.
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
                Visibility::Hidden,
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

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn a_list_that_fits_its_place_has_no_scrollbar() {
        let mut world = World::new();
        world.commands().spawn_empty().with_children(|parent| {
            spawn_scroll_list(parent, Node::default(), 0, |_| {});
        });
        world.flush();
        let (bar, list) = world
            .query::<(Entity, &Scrollbar)>()
            .single(&world)
            .map(|(bar, scrollbar)| (bar, scrollbar.target))
            .expect("the list has one");
        for (height, expected) in [
            (0.0, Visibility::Hidden),
            (20.0, Visibility::Hidden),
            (500.0, Visibility::Inherited),
            (100.0, Visibility::Hidden),
        ] {
            world.entity_mut(list).insert(ComputedNode {
                size: Vec2::splat(100.0),
                content_size: Vec2::new(100.0, height),
                ..default()
            });
            world.run_system_once(show_needed_scrollbars).expect("it needs no resource");
            assert_eq!(world.get(bar), Some(&expected), "{height} of 100");
        }
    }
}
