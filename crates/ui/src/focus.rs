//! The keyboard's focus: the Tab key reaches every widget, the focus keeps its place in a panel while
//! the panel is filled anew, and goes back to where it came from when its widget goes.

use std::any::TypeId;
use std::fmt::{Debug, Write};
use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;

use crate::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FocusTrail>().add_systems(PostUpdate, (group_root_nodes, follow_focus));
}

/// Makes a group of the Tab key of each node without a parent that is in none: panels beside a
/// screen's own node, whose widgets come after those of the screen.
fn group_root_nodes(
    mut commands: Commands,
    roots: Query<Entity, (Added<Node>, Without<ChildOf>, Without<TabGroup>)>,
) {
    for root in &roots {
        commands.entity(root).try_insert(TabGroup::new(1));
    }
}

/// The identity of a widget in its panel: a hash of the message that the widget sends. The widget
/// that takes its place when the panel is filled anew has the same one.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct WidgetId(u64);

impl WidgetId {
    /// Returns the identity of a widget that sends `message`.
    #[must_use]
    pub fn from_message<M: Debug + 'static>(message: &M) -> Self {
        let mut words = TextHasher(DefaultHasher::new());
        TypeId::of::<M>().hash(&mut words.0);
        write!(words, "{message:?}").expect("hashing does not fail");
        Self(words.0.finish())
    }
}

/// The widgets that had the focus one after the other, the latest last. When a dialog closes or a
/// screen is left, the focus goes back to the latest of these widgets that is there.
#[derive(Resource, Debug, Default)]
struct FocusTrail {
    widgets: Vec<(Entity, Option<WidgetId>)>,
    /// Frames in which a widget of the trail is still waited for: a screen that is entered is not
    /// filled at once.
    patience: u8,
}

impl FocusTrail {
    /// The most widgets that are remembered.
    const MOST: usize = 256;
    /// Frames that a screen may take to fill.
    const PATIENCE: u8 = 10;

    /// Remembers a widget as the latest one.
    fn push_widget(&mut self, widget: Entity, id: Option<WidgetId>) {
        self.widgets.retain(|&(known, known_id)| known != widget && (id.is_none() || known_id != id));
        self.widgets.push((widget, id));
        if self.widgets.len() > Self::MOST {
            self.widgets.remove(0);
        }
    }
}

/// Remembers which widgets have the focus, and gives the focus back when its widget has gone. A
/// focus that is taken from a widget that stays, as by a click into the map, does not come back.
fn follow_focus(
    focus: Option<ResMut<InputFocus>>,
    screen: Option<Res<State<Screen>>>,
    widgets: Query<(Entity, Option<&WidgetId>), With<TabIndex>>,
    mut trail: ResMut<FocusTrail>,
) {
    let Some(mut focus) = focus else { return };
    if let Some((widget, id)) = focus.get().and_then(|focused| widgets.get(focused).ok()) {
        trail.patience = 0;
        if trail.widgets.last().is_none_or(|&(last, _)| last != widget) {
            trail.push_widget(widget, id.copied());
        }
        return;
    }
    let Some(&(last, _)) = trail.widgets.last() else { return };
    if widgets.contains(last) {
        trail.widgets.clear();
        return;
    }
    // Lost in this frame, or sought since a screen was entered.
    if focus.is_changed() || focus.get().is_some() || screen.is_some_and(|screen| screen.is_changed()) {
        trail.patience = FocusTrail::PATIENCE;
    }
    if trail.patience == 0 {
        return;
    }
    trail.patience -= 1;
    let known = |&(widget, id): &(Entity, Option<WidgetId>)| {
        let same = || widgets.iter().find(|(_, known)| id.is_some() && known.copied() == id);
        widgets.get(widget).ok().or_else(same).map(|(widget, _)| widget)
    };
    if let Some((place, widget)) =
        trail.widgets.iter().enumerate().rev().find_map(|(place, entry)| Some((place, known(entry)?)))
    {
        trail.widgets.truncate(place);
        focus.set(widget, FocusCause::Navigated);
    }
}

/// A hasher to which text can be written without storing the text.
struct TextHasher(DefaultHasher);

impl Write for TextHasher {
    fn write_str(&mut self, words: &str) -> std::fmt::Result {
        self.0.write(words.as_bytes());
        Ok(())
    }
}

/// The place of the focused widget among the widgets of the panel that is being filled.
#[derive(Resource, Debug, Default)]
pub(crate) struct FocusPlace(Option<WidgetPlaceQuery>);

#[derive(Debug, Clone, Copy)]
struct WidgetPlaceQuery {
    id: Option<WidgetId>,
    /// Number of widgets with the same identity that come before the focused widget.
    twins_before: usize,
    /// Number of widgets that come before the focused widget.
    before: usize,
}

/// Remembers the place of the focused widget, if it is in `panel`.
pub(crate) fn remember_focus_place(world: &mut World, panel: Entity) {
    let focused = world.get_resource::<InputFocus>().and_then(InputFocus::get);
    let place = focused.filter(|&focused| is_within_panel(world, focused, panel)).and_then(|focused| {
        let widgets = focusable_widgets_within(world, panel);
        let before = widgets.iter().position(|&widget| widget == focused)?;
        let id = world.get::<WidgetId>(focused).copied();
        let is_twin = |&&widget: &&Entity| world.get::<WidgetId>(widget).copied() == id;
        let twins_before = widgets[..before].iter().filter(is_twin).count();
        Some(WidgetPlaceQuery { id, twins_before, before })
    });
    world.get_resource_or_init::<FocusPlace>().0 = place;
}

/// Gives the focus to the widget of `panel` that is in the remembered place.
pub(crate) fn restore_focus_in_panel(world: &mut World, panel: Entity) {
    let Some(place) = world.get_resource_mut::<FocusPlace>().and_then(|mut place| place.0.take()) else {
        return;
    };
    let widgets = focusable_widgets_within(world, panel);
    let twins = || widgets.iter().filter(|&&widget| world.get::<WidgetId>(widget).copied() == place.id);
    let twin = place.id.and_then(|_| twins().nth(place.twins_before).or_else(|| twins().last()));
    // Only a widget without a message is known by its number: another message means another thing.
    let same_place = || widgets.get(place.before.min(widgets.len().saturating_sub(1)));
    let widget = twin.or_else(same_place).copied();
    let Some(mut focus) = world.get_resource_mut::<InputFocus>() else { return };
    match widget {
        Some(widget) => focus.set(widget, FocusCause::Navigated),
        None => focus.clear(),
    }
}

/// Returns `true` if `node` lies in `panel` or below.
fn is_within_panel(world: &World, node: Entity, panel: Entity) -> bool {
    let mut at = Some(node);
    while let Some(entity) = at {
        if entity == panel {
            return true;
        }
        at = world.get::<ChildOf>(entity).map(ChildOf::parent);
    }
    false
}

/// Returns the widgets in `panel` that can have the focus, in the order of the tree.
fn focusable_widgets_within(world: &World, panel: Entity) -> Vec<Entity> {
    nodes_below(world, panel).into_iter().filter(|&node| world.get::<TabIndex>(node).is_some()).collect()
}

/// Returns the nodes below `panel`, in the order of the tree.
pub(crate) fn nodes_below(world: &World, panel: Entity) -> Vec<Entity> {
    let mut nodes = Vec::new();
    let children_of =
        |node| world.get::<Children>(node).into_iter().flat_map(|children| children.iter().rev());
    let mut waiting: Vec<Entity> = children_of(panel).collect();
    while let Some(node) = waiting.pop() {
        nodes.push(node);
        waiting.extend(children_of(node));
    }
    nodes
}
