//! Lists that are longer than their place. A list keeps its scroll position while its panel is
//! filled anew, unless the list shows another content then.

use std::fmt::Debug;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input::mouse::MouseScrollUnit;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::events::{Pointer, Scroll};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::{ControlOrientation, ScrollArea, Scrollbar, ScrollbarThumb};

use super::context::{column, row};
use super::theme;
use crate::focus::{WidgetId, nodes_below};

pub(crate) fn plugin(app: &mut App) {
    // Before the parts of a bar inherit whether they are seen.
    let show = (show_needed_scrollbars, show_needed_shades)
        .after(UiSystems::Layout)
        .before(TransformSystems::Propagate);
    let show_focus = show_focused_widget.after(UiSystems::Layout).before(UiSystems::PostLayout);
    app.add_systems(PostUpdate, (show, show_focus));
}

/// Shows the bars of lists that are longer than their place, and hides those of all others.
fn show_needed_scrollbars(mut bars: Query<(&Scrollbar, &mut Visibility)>, lists: Query<&ComputedNode>) {
    for (bar, mut visibility) in &mut bars {
        let Ok(list) = lists.get(bar.target) else { continue };
        let hidden = hidden_length(list);
        let hidden = match bar.orientation {
            ControlOrientation::Horizontal => hidden.x,
            ControlOrientation::Vertical => hidden.y,
        };
        visibility.set_if_neq(visible_if(hidden > ROUNDING));
    }
}

/// Shows the shades at those ends beyond which lists go on, and hides all others.
fn show_needed_shades(
    mut shades: Query<(&ListShade, &mut Visibility)>,
    lists: Query<(&Node, &ComputedNode, &ScrollPosition)>,
) {
    for (shade, mut visibility) in &mut shades {
        let Ok((node, laid_out, position)) = lists.get(shade.list) else { continue };
        let hidden = hidden_length(laid_out) * laid_out.inverse_scale_factor();
        let is_row = node.overflow.x == OverflowAxis::Scroll;
        let (before, hidden) = if is_row { (position.x, hidden.x) } else { (position.y, hidden.y) };
        let beyond = match shade.end {
            ListEnd::First => before.min(hidden),
            ListEnd::Last => hidden - before,
        };
        visibility.set_if_neq(visible_if(beyond > ROUNDING));
    }
}

/// Pixels by which sizes may differ, as they are rounded to whole ones.
const ROUNDING: f32 = 1.0;

/// Returns the length of a list's content that does not fit its place, in physical pixels.
fn hidden_length(list: &ComputedNode) -> Vec2 {
    (list.content_size() - list.size()).max(Vec2::ZERO)
}

const fn visible_if(shown: bool) -> Visibility {
    if shown { Visibility::Inherited } else { Visibility::Hidden }
}

/// The identity of what a scroll area shows. A scroll area of a panel that is filled anew begins at
/// the top if no area of the panel showed the same content before; areas without this component
/// show the same content for ever.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScrolledContentId(WidgetId);

impl ScrolledContentId {
    /// Returns the identity of the content that `content` names: a tab, a layer.
    #[must_use]
    pub fn from_content<C: Debug + 'static>(content: &C) -> Self {
        Self(WidgetId::from_message(content))
    }
}

/// Positions of the scroll areas in the panel that is being filled, in the order of the tree.
#[derive(Resource, Debug, Default)]
struct ScrollPlaces(Vec<(Option<ScrolledContentId>, ScrollPosition)>);

/// Remembers the positions of the scroll areas in `panel`.
pub(crate) fn remember_scroll_positions(world: &mut World, panel: Entity) {
    let areas = scroll_areas_below(world, panel).map(|area| {
        let position = world.get::<ScrollPosition>(area).cloned().unwrap_or_default();
        (world.get::<ScrolledContentId>(area).copied(), position)
    });
    let places = areas.collect();
    world.get_resource_or_init::<ScrollPlaces>().0 = places;
}

/// Gives each scroll area of `panel` the remembered position of the area with the same content; of
/// several such areas, the one with the same number.
pub(crate) fn restore_scroll_positions(world: &mut World, panel: Entity) {
    let Some(mut places) = world.get_resource_mut::<ScrollPlaces>() else { return };
    let mut places = std::mem::take(&mut places.0);
    let areas: Vec<Entity> = scroll_areas_below(world, panel).collect();
    for area in areas {
        let content = world.get::<ScrolledContentId>(area).copied();
        if let Some(place) = places.iter().position(|&(before, _)| before == content) {
            world.entity_mut(area).insert(places.remove(place).1);
        }
    }
}

/// Returns the nodes below `panel` that scroll, in the order of the tree.
fn scroll_areas_below(world: &World, panel: Entity) -> impl Iterator<Item = Entity> {
    let scrolls = |axis| axis == OverflowAxis::Scroll;
    nodes_below(world, panel).into_iter().filter(move |&node| {
        world.get::<Node>(node).is_some_and(|node| scrolls(node.overflow.x) || scrolls(node.overflow.y))
    })
}

/// Pixels of a scroll area that stay in sight beside a widget that the area was scrolled to.
const MARGIN: f32 = 6.0;

/// Scrolls the areas around a widget that the keyboard's focus has come to, so that the widget is
/// seen. Where the focus stays, the areas stay where the wheel has put them.
fn show_focused_widget(
    focus: Option<Res<InputFocus>>,
    visible: Option<Res<InputFocusVisible>>,
    nodes: Query<(&ComputedNode, &UiGlobalTransform, Option<&WidgetId>)>,
    parents: Query<&ChildOf>,
    mut areas: Query<(&Node, &mut ScrollPosition)>,
    mut last: Local<Option<(Entity, Option<WidgetId>)>>,
) {
    let by_keyboard = visible.is_some_and(|visible| visible.0);
    let Some(widget) = focus.and_then(|focus| focus.get()).filter(|_| by_keyboard) else {
        *last = None;
        return;
    };
    let Ok((node, place, id)) = nodes.get(widget) else { return };
    let is_known =
        last.is_some_and(|(last, last_id)| last == widget || (id.is_some() && last_id.as_ref() == id));
    if is_known || node.size() == Vec2::ZERO {
        return;
    }
    *last = Some((widget, id.copied()));
    for ancestor in parents.iter_ancestors(widget) {
        let Ok((style, mut position)) = areas.get_mut(ancestor) else { continue };
        let Ok((area, middle, _)) = nodes.get(ancestor) else { continue };
        let from_middle = place.translation - middle.translation;
        let room = (area.size() - node.size()) / 2.0 - MARGIN;
        // Of a widget larger than the area the beginning is shown.
        let room = room.max(Vec2::ZERO);
        let beyond = (from_middle - from_middle.clamp(-room, room)) * area.inverse_scale_factor();
        let scrolls = |axis| axis == OverflowAxis::Scroll;
        let hidden = hidden_length(area) * area.inverse_scale_factor();
        if scrolls(style.overflow.y) && beyond.y != 0.0 {
            position.y = (position.y + beyond.y).clamp(0.0, hidden.y);
        }
        if scrolls(style.overflow.x) && beyond.x != 0.0 {
            position.x = (position.x + beyond.x).clamp(0.0, hidden.x);
        }
    }
}

/// Spawns a column that scrolls, by wheel or by its bar, which is seen only where the column is
/// longer than its place; `node` says how large and how small it may get. Where the column goes on, its edge is
/// shaded. Returns the column.
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
            min_height: if node.min_height == Val::Auto { px(0) } else { node.min_height },
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
            let place = Node { width: px(BAR), ..default() };
            frame.spawn(scrollbar_bundle(place, ControlOrientation::Vertical, list));
            // The bar stays free.
            for end in [ListEnd::First, ListEnd::Last] {
                let (top, bottom) = end.offsets();
                let node =
                    Node { left: px(0), right: px(BAR + 4), top, bottom, height: px(SHADE), ..default() };
                frame.spawn(shade_bundle(node, LinearGradient::TO_BOTTOM, list, end));
            }
        });
    list
}

/// Spawns a row that scrolls, by wheel or by its bar, which lies in the padding below and is seen
/// only where the row is longer than its place. Where the row goes on, its edge is shaded. Returns
/// the row.
pub fn spawn_scroll_row(parent: &mut ChildSpawnerCommands, gap: i32) -> Entity {
    let mut list = Entity::PLACEHOLDER;
    parent.spawn(Node { min_width: px(0), ..column(0) }).with_children(|frame| {
        let row = Node { overflow: Overflow::scroll_x(), min_width: px(0), ..row(gap) };
        list = frame.spawn((row, ScrollArea)).observe(scroll_row_by_wheel).id();
        let place = Node {
            position_type: PositionType::Absolute,
            left: px(0),
            right: px(0),
            bottom: px(-BAR - 2),
            height: px(BAR),
            ..default()
        };
        frame.spawn(scrollbar_bundle(place, ControlOrientation::Horizontal, list));
        for end in [ListEnd::First, ListEnd::Last] {
            let (left, right) = end.offsets();
            let node = Node { top: px(0), bottom: px(0), left, right, width: px(SHADE), ..default() };
            frame.spawn(shade_bundle(node, LinearGradient::TO_RIGHT, list, end));
        }
    });
    list
}

/// Pixels across a scrollbar.
const BAR: i32 = 8;

/// Makes the bar of a list, hidden until the list is longer than its place.
fn scrollbar_bundle(place: Node, orientation: ControlOrientation, target: Entity) -> impl Bundle {
    (
        place,
        Visibility::Hidden,
        BackgroundColor(theme::BACKGROUND),
        Scrollbar { orientation, target, min_thumb_length: 16.0 },
        children![(
            Hovered::default(),
            BackgroundColor(theme::BUTTON_HOVERED),
            ScrollbarThumb { border_radius: BorderRadius::all(px(BAR / 2)), ..default() },
        )],
    )
}

/// Pixels of a list over which its content fades where the list goes on.
const SHADE: i32 = 22;

/// An end of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ListEnd {
    First,
    Last,
}

impl ListEnd {
    /// Returns the distances from the first edge and from the last one that hold a node at this end.
    fn offsets(self) -> (Val, Val) {
        match self {
            Self::First => (px(0), auto()),
            Self::Last => (auto(), px(0)),
        }
    }
}

/// A shade at an end of a list, seen while the list goes on there.
#[derive(Component)]
struct ListShade {
    list: Entity,
    end: ListEnd,
}

/// Makes the shade of an end of a list: the ground of panels, which fades inwards. `along` is the
/// angle of a gradient from the first end to the last one.
fn shade_bundle(node: Node, along: f32, list: Entity, end: ListEnd) -> impl Bundle {
    let (clear, ground) = (theme::PANEL.with_alpha(0.0), theme::PANEL);
    let stops = match end {
        ListEnd::First => [ground, clear],
        ListEnd::Last => [clear, ground],
    };
    (
        ListShade { list, end },
        Node { position_type: PositionType::Absolute, ..node },
        BackgroundGradient::from(LinearGradient::new(along, stops.map(ColorStop::auto).to_vec())),
        Visibility::Hidden,
        Pickable::IGNORE,
    )
}

/// Pixels that one line of the wheel moves a row.
const PIXELS_OF_A_LINE: f32 = 40.0;

/// Moves a row that scrolls sideways by the usual wheel, too, which turns up and down.
fn scroll_row_by_wheel(
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
    let hidden = hidden_length(laid_out) * laid_out.inverse_scale_factor();
    position.x = (position.x - pixels).clamp(0.0, hidden.x);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    /// The focus comes to a widget above, in and below a list of 100 pixels: the list scrolls just
    /// so far that the widget is seen. A widget that keeps the focus leaves the list alone.
    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "whole pixels")]
    fn a_list_scrolls_to_the_widget_that_the_focus_comes_to() {
        let mut world = World::new();
        let style = Node { overflow: Overflow::scroll_y(), ..default() };
        let laid_out = |height: f32, content: f32| ComputedNode {
            size: Vec2::new(100.0, height),
            content_size: Vec2::new(100.0, content),
            ..default()
        };
        let middle = |y: f32| UiGlobalTransform::from_xy(50.0, y);
        let list = world.spawn((style, laid_out(100.0, 500.0), middle(300.0))).id();
        let mut widget_at =
            |y: f32| world.spawn((ChildOf(list), Node::default(), laid_out(20.0, 20.0), middle(y))).id();
        let (above, within, below) = (widget_at(200.0), widget_at(310.0), widget_at(390.0));
        world.insert_resource(InputFocusVisible(true));
        world.init_resource::<InputFocus>();
        let show = world.register_system(show_focused_widget);
        let mut look_at = |widget: Entity, from: f32| {
            world.get_mut::<ScrollPosition>(list).expect("it scrolls").y = from;
            world.insert_resource(InputFocus::from_entity(widget));
            world.run_system(show).expect("it has what it needs");
            world.get::<ScrollPosition>(list).map_or(0, |position| position.y as i32)
        };
        assert_eq!(look_at(within, 200.0), 200);
        assert_eq!(look_at(above, 200.0), 200 - 60 - 6);
        assert_eq!(look_at(above, 350.0), 350, "the wheel may turn it out of sight");
        assert_eq!(look_at(below, 200.0), 200 + 50 + 6);
        assert_eq!(look_at(above, 10.0), 0, "not beyond the beginning");
        assert_eq!(look_at(below, 390.0), 400, "nor beyond the end");
    }

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

    /// A row of 500 pixels in a place of 100, at its beginning, in its middle and at its end.
    #[test]
    fn a_list_is_shaded_where_it_goes_on() {
        let mut world = World::new();
        let mut row = Entity::PLACEHOLDER;
        world.commands().spawn_empty().with_children(|parent| row = spawn_scroll_row(parent, 4));
        world.flush();
        for (content, at, expected) in [
            (100.0, 0.0, [false, false]),
            (500.0, 0.0, [false, true]),
            (500.0, 200.0, [true, true]),
            (500.0, 400.0, [true, false]),
            // A list that has become shorter since it was scrolled.
            (100.0, 400.0, [false, false]),
        ] {
            world.entity_mut(row).insert((
                ScrollPosition(Vec2::new(at, 0.0)),
                ComputedNode {
                    size: Vec2::splat(100.0),
                    content_size: Vec2::new(content, 100.0),
                    inverse_scale_factor: 1.0,
                    ..default()
                },
            ));
            world.run_system_once(show_needed_shades).expect("it needs no resource");
            world.run_system_once(show_needed_scrollbars).expect("it needs no resource");
            let mut shades = world.query::<(&ListShade, &Visibility)>();
            for (end, expected) in [ListEnd::First, ListEnd::Last].into_iter().zip(expected) {
                let shade = shades.iter(&world).find(|(shade, _)| shade.end == end);
                let seen = shade.map(|(_, seen)| *seen);
                assert_eq!(seen, Some(visible_if(expected)), "{end:?} of {content} at {at}");
            }
            let bar = world.query_filtered::<&Visibility, With<Scrollbar>>().single(&world).copied();
            assert_eq!(bar.ok(), Some(visible_if(content > 100.0)), "{content}");
        }
    }
}
