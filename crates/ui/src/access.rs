//! What screen readers are told about widgets: what each is, what it is called, whether it is
//! chosen, and what can be done with it. Everything on the screen gets a node, so that they come in
//! reading order; boxes that only arrange others are left out by AccessKit itself.

use accesskit::{Action, Live, Node as Access, NodeId, Role, Toggled};
use bevy::a11y::{AccessibilityNode, AccessibilitySystems, ActionRequest};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, ScrollArea, SetSliderValue, Slider, SliderValueChange};
use bevy::window::PrimaryWindow;

use super::button::{Chosen, Styled};
use super::tooltip::Tooltip;

/// What is read aloud as soon as its words are other ones.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct Spoken;

/// A panel that asks something or stands before everything else; it is called by its first words.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct DialogBox;

/// What is only to be seen.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct Unspoken;

/// A line of buttons of which one is chosen, called `name`.
#[must_use]
pub fn choice_of(name: String) -> AccessibilityNode {
    let mut node = Access::new(Role::RadioGroup);
    node.set_label(name);
    AccessibilityNode::from(node)
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ActionRequest>().add_systems(Update, obey).add_systems(
        PostUpdate,
        (enter, (read_texts, read_fields, read_tips, choices, let_go))
            .chain()
            .before(AccessibilitySystems::Update),
    );
}

type New<'a> = (
    Entity,
    Option<&'a ChildOf>,
    Option<&'a Text>,
    Has<EditableText>,
    Has<ScrollArea>,
    Has<DialogBox>,
    Has<Spoken>,
    Has<Unspoken>,
);

/// Gives every new node of the screen a role, and a name where it has none of its own.
fn enter(
    mut commands: Commands,
    new: Query<New, (With<Node>, Without<AccessibilityNode>)>,
    mut widgets: Query<(&mut AccessibilityNode, Has<Slider>), Or<(Added<Styled>, Added<Slider>)>>,
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
            () if dialog => first_words(entity, &children, &words),
            () if field => {
                node.add_action(Action::Focus);
                parent.and_then(|parent| words_before(entity, parent.parent(), &children, &words))
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

/// The first words in a box.
fn first_words(
    within: Entity,
    children: &Query<&Children>,
    words: &Query<(), (With<Text>, Without<EditableText>)>,
) -> Option<Entity> {
    if words.contains(within) {
        return Some(within);
    }
    children.get(within).ok()?.iter().find_map(|child| first_words(child, children, words))
}

/// The last words before a widget in its line: what it is called.
fn words_before(
    widget: Entity,
    line: Entity,
    children: &Query<&Children>,
    words: &Query<(), (With<Text>, Without<EditableText>)>,
) -> Option<Entity> {
    let line = children.get(line).ok()?;
    let before = line.iter().take_while(|&child| child != widget).collect::<Vec<_>>();
    before.into_iter().rev().find_map(|child| first_words(child, children, words))
}

fn read_texts(mut texts: Query<(&Text, &mut AccessibilityNode), (Changed<Text>, Without<EditableText>)>) {
    for (text, mut node) in &mut texts {
        if node.value() != Some(text.0.as_str()) {
            node.set_value(text.0.as_str());
        }
    }
}

fn read_fields(mut fields: Query<(&EditableText, &mut AccessibilityNode), Changed<EditableText>>) {
    for (text, mut node) in &mut fields {
        node.set_value(text.value().to_string());
    }
}

/// A tooltip says more about a widget; to one without words it gives its name.
fn read_tips(
    mut tips: Query<
        (Entity, &Tooltip, &mut AccessibilityNode),
        Or<(Changed<Tooltip>, Added<AccessibilityNode>)>,
    >,
    children: Query<&Children>,
    words: Query<(), (With<Text>, Without<EditableText>)>,
) {
    for (entity, tip, mut node) in &mut tips {
        if node.role() == Role::Button && first_words(entity, &children, &words).is_none() {
            node.set_label(tip.0.as_str());
        } else {
            node.set_description(tip.0.as_str());
        }
    }
}

fn choices(mut chosen: Query<&mut AccessibilityNode, Added<Chosen>>) {
    for mut node in &mut chosen {
        node.set_toggled(Toggled::True);
    }
}

/// Nothing has the keyboard's focus rather than the window or what has no node: Bevy tells screen
/// readers nothing as long as one of these has it.
fn let_go(
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

/// Does what a screen reader asks for.
fn obey(
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
