//! Accessibility nodes for screen readers: the role, the name, the state and the actions of each
//! widget. Everything on the screen gets a node, so that widgets come in reading order; AccessKit
//! itself leaves out boxes that only arrange others.

use accesskit::{Action, Live, Node as Access, NodeId, Role, Toggled};
use bevy::a11y::{AccessibilityNode, AccessibilitySystems, ActionRequest};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, ScrollArea, SetSliderValue, Slider, SliderValueChange};
use bevy::window::PrimaryWindow;

use super::button::{ChosenButton, StyledButton};
use super::tooltip::Tooltip;

/// A text that a screen reader reads aloud as soon as its words change.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct AnnouncedText;

/// A panel that asks something or stands before everything else; its name is its first text.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct DialogBox;

/// A node that screen readers leave out.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct HiddenFromScreenReaders;

/// Makes the node of a list that does not scroll by itself.
#[must_use]
pub fn list_node() -> AccessibilityNode {
    AccessibilityNode::from(Access::new(Role::List))
}

/// Makes the node of a place that scrolls and is no list.
#[must_use]
pub fn scroll_view_node() -> AccessibilityNode {
    AccessibilityNode::from(Access::new(Role::ScrollView))
}

/// Makes the node of a line of buttons of which one is chosen, with the name `name`.
#[must_use]
pub fn radio_group_node(name: String) -> AccessibilityNode {
    let mut node = Access::new(Role::RadioGroup);
    node.set_label(name);
    AccessibilityNode::from(node)
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ActionRequest>().add_systems(Update, handle_screen_reader_requests).add_systems(
        PostUpdate,
        (
            add_accessibility_nodes,
            (
                update_accessible_text_names,
                update_accessible_field_values,
                describe_by_tooltips,
                mark_chosen_buttons_accessible,
                release_lost_focus,
            ),
        )
            .chain()
            .before(AccessibilitySystems::Update),
    );
}

type NewScreenNodeQuery<'a> = (
    Entity,
    Option<&'a ChildOf>,
    Option<&'a Text>,
    Has<EditableText>,
    Has<ScrollArea>,
    Has<DialogBox>,
    Has<AnnouncedText>,
    Has<HiddenFromScreenReaders>,
);

/// Gives every new node of the screen a role, and a name where the node has none of its own.
fn add_accessibility_nodes(
    mut commands: Commands,
    new: Query<NewScreenNodeQuery, (With<Node>, Without<AccessibilityNode>)>,
    mut widgets: Query<(&mut AccessibilityNode, Has<Slider>), Or<(Added<StyledButton>, Added<Slider>)>>,
    lists: Query<(), With<ScrollArea>>,
    children: Query<&Children>,
    words: Query<(), (With<Text>, Without<EditableText>)>,
) {
    for (entity, parent, text, field, list, dialog, spoken, unspoken) in &new {
        let mut node = Access::new(match text {
            _ if field => Role::TextInput,
            Some(_) => Role::Label,
            None if list => Role::List,
            None if dialog => Role::Dialog,
            None if parent.is_some_and(|parent| lists.contains(parent.parent())) => Role::ListItem,
            None => Role::GenericContainer,
        });
        if let Some(text) = text {
            node.set_value(text.0.as_str());
        }
        let name = match () {
            () if dialog => first_text_within(entity, &children, &words),
            () if field => {
                node.add_action(Action::Focus);
                parent.and_then(|parent| text_before_widget(entity, parent.parent(), &children, &words))
            }
            () => None,
        };
        if let Some(name) = name {
            node.set_labelled_by(vec![NodeId(name.to_bits())]);
        }
        if spoken {
            node.set_live(Live::Polite);
        }
        if unspoken {
            node.set_hidden();
        }
        commands.entity(entity).try_insert(AccessibilityNode::from(node));
    }
    for (mut node, slider) in &mut widgets {
        node.add_action(Action::Focus);
        if slider {
            node.add_action(Action::Increment);
            node.add_action(Action::Decrement);
        } else {
            node.add_action(Action::Click);
        }
    }
}

/// Returns the first text within a box.
fn first_text_within(
    within: Entity,
    children: &Query<&Children>,
    words: &Query<(), (With<Text>, Without<EditableText>)>,
) -> Option<Entity> {
    if words.contains(within) {
        return Some(within);
    }
    children.get(within).ok()?.iter().find_map(|child| first_text_within(child, children, words))
}

/// Returns the last text before a widget in its line, which is the widget's name.
fn text_before_widget(
    widget: Entity,
    line: Entity,
    children: &Query<&Children>,
    words: &Query<(), (With<Text>, Without<EditableText>)>,
) -> Option<Entity> {
    let line = children.get(line).ok()?;
    let before = line.iter().take_while(|&child| child != widget).collect::<Vec<_>>();
    before.into_iter().rev().find_map(|child| first_text_within(child, children, words))
}

fn update_accessible_text_names(
    mut texts: Query<(&Text, &mut AccessibilityNode), (Changed<Text>, Without<EditableText>)>,
) {
    for (text, mut node) in &mut texts {
        if node.value() != Some(text.0.as_str()) {
            node.set_value(text.0.as_str());
        }
    }
}

fn update_accessible_field_values(
    mut fields: Query<(&EditableText, &mut AccessibilityNode), Changed<EditableText>>,
) {
    for (text, mut node) in &mut fields {
        node.set_value(text.value().to_string());
    }
}

/// Adds the words of a tooltip to the description of its widget; for a widget without words they
/// become its name.
fn describe_by_tooltips(
    mut tips: Query<
        (Entity, &Tooltip, &mut AccessibilityNode),
        Or<(Changed<Tooltip>, Added<AccessibilityNode>)>,
    >,
    children: Query<&Children>,
    words: Query<(), (With<Text>, Without<EditableText>)>,
) {
    for (entity, tip, mut node) in &mut tips {
        if node.role() == Role::Button && first_text_within(entity, &children, &words).is_none() {
            node.set_label(tip.0.as_str());
        } else {
            node.set_description(tip.0.as_str());
        }
    }
}

fn mark_chosen_buttons_accessible(mut chosen: Query<&mut AccessibilityNode, Added<ChosenButton>>) {
    for mut node in &mut chosen {
        node.set_toggled(Toggled::True);
    }
}

/// Takes the keyboard's focus from the window and from entities without a node: Bevy tells screen
/// readers nothing as long as one of these has the focus.
fn release_lost_focus(
    focus: Option<ResMut<InputFocus>>,
    window: Option<Single<Entity, With<PrimaryWindow>>>,
    nodes: Query<(), With<AccessibilityNode>>,
) {
    let Some(mut focus) = focus else { return };
    let Some(focused) = focus.get() else { return };
    let on_window = window.is_some_and(|window| *window == focused);
    if on_window || !nodes.contains(focused) {
        focus.clear();
    }
}

/// Follows the requests of a screen reader.
fn handle_screen_reader_requests(
    mut commands: Commands,
    mut requests: MessageReader<ActionRequest>,
    nodes: Query<(Has<Slider>, Has<InteractionDisabled>), With<AccessibilityNode>>,
    mut focus: Option<ResMut<InputFocus>>,
) {
    for request in requests.read() {
        let Some(entity) = Entity::try_from_bits(request.target_node.0) else { continue };
        let Ok((slider, off)) = nodes.get(entity) else { continue };
        match request.action {
            Action::Click if !off => commands.trigger(Activate { entity }),
            Action::Focus => {
                if let Some(focus) = &mut focus {
                    focus.set(entity, FocusCause::Navigated);
                }
            }
            Action::Increment | Action::Decrement if slider => {
                let step = if request.action == Action::Increment { 1.0 } else { -1.0 };
                commands.trigger(SetSliderValue { entity, change: SliderValueChange::RelativeStep(step) });
            }
            _ => {}
        }
    }
}
