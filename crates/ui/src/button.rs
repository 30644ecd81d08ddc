//! Buttons: the messages that they send, and their look while nothing, the pointer or the keyboard
//! is on them.

use bevy::ecs::message::Message;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, Pressed};
use bevy::ui_widgets::Activate;

use super::theme;

/// The message that a button sends when it is clicked, or when Enter or Space is pressed on it.
#[derive(Component, Debug, Clone)]
pub struct MessageOnClick<M: Message + Clone>(pub M);

/// A button that stands for the present choice.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct ChosenButton;

/// A button whose look follows its state.
#[derive(Component, Debug, Clone, Copy, Default)]
pub(super) struct StyledButton;

/// Registers a message that buttons send.
pub fn register_emitted_message<M: Message + Clone>(app: &mut App) {
    app.add_message::<M>().add_observer(send_emitted_message::<M>);
}

fn send_emitted_message<M: Message + Clone>(
    activate: On<Activate>,
    buttons: Query<&MessageOnClick<M>>,
    mut messages: MessageWriter<M>,
) {
    if let Ok(MessageOnClick(message)) = buttons.get(activate.entity) {
        messages.write(message.clone());
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (paint_buttons, outline_focused_widget).before(bevy::ui::UiSystems::Layout));
}

type ButtonColourQuery<'a> = (
    &'a Hovered,
    Has<Pressed>,
    Has<InteractionDisabled>,
    Has<ChosenButton>,
    &'a mut BackgroundColor,
    &'a Children,
);

fn paint_buttons(
    mut buttons: Query<ButtonColourQuery, With<StyledButton>>,
    mut texts: Query<&mut TextColor>,
) {
    for (hovered, pressed, off, chosen, mut background, children) in &mut buttons {
        let (ground, ink) = match () {
            () if off => (theme::BUTTON_OFF, theme::TEXT_OFF),
            () if chosen || pressed => (theme::BUTTON_CHOSEN, theme::TEXT_CHOSEN),
            () if hovered.get() => (theme::BUTTON_HOVERED, theme::TEXT),
            () => (theme::BUTTON, theme::TEXT),
        };
        background.set_if_neq(BackgroundColor(ground));
        for &child in children {
            if let Ok(mut colour) = texts.get_mut(child) {
                colour.set_if_neq(TextColor(ink));
            }
        }
    }
}

/// Draws a ring around what has the keyboard's focus, as long as the keyboard is used.
fn outline_focused_widget(
    focus: Option<Res<InputFocus>>,
    visible: Option<Res<InputFocusVisible>>,
    mut outlines: Query<(Entity, &mut Outline)>,
) {
    let focused = focus.and_then(|focus| focus.get()).filter(|_| visible.is_some_and(|visible| visible.0));
    for (entity, mut outline) in &mut outlines {
        let colour = if focused == Some(entity) { theme::FOCUS } else { Color::NONE };
        if outline.color != colour {
            outline.color = colour;
        }
    }
}
