//! Buttons: the messages that they send, and their look while nothing, the pointer or the keyboard
//! is on them.

use bevy::ecs::message::Message;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{InteractionDisabled, Pressed};
use bevy::ui_widgets::{Activate, Button};

use super::theme;

/// The message that a button sends when it is clicked, or when Enter or Space is pressed on it.
#[derive(Component, Debug, Clone)]
pub struct MessageOnClick<M: Message + Clone>(pub M);

/// A button that stands for the present choice.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct ChosenButton;

/// The button that goes on: one on a screen.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct MainButton;

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
    app.add_systems(Update, finish_lost_clicks)
        .add_systems(PostUpdate, (paint_buttons, outline_focused_widget).before(bevy::ui::UiSystems::Layout));
}

/// Activates a button that the mouse has come to, pressed and let go within one frame, as happens on
/// a slow machine: Bevy tells of the release what the mouse was on in the frame before, and the
/// button stays pressed.
fn finish_lost_clicks(
    mut commands: Commands,
    mouse: Option<Res<ButtonInput<MouseButton>>>,
    pressed: Query<(Entity, &Hovered, Has<InteractionDisabled>), (With<Button>, With<Pressed>)>,
) {
    let is_released = |mouse: Res<ButtonInput<MouseButton>>| {
        mouse.just_released(MouseButton::Left) && !mouse.pressed(MouseButton::Left)
    };
    if !mouse.is_some_and(is_released) {
        return;
    }
    for (button, hovered, is_off) in &pressed {
        commands.entity(button).try_remove::<Pressed>();
        if hovered.get() && !is_off {
            commands.trigger(Activate { entity: button });
        }
    }
}

type ButtonColourQuery<'a> = (
    &'a Hovered,
    Has<Pressed>,
    Has<InteractionDisabled>,
    Has<ChosenButton>,
    Has<MainButton>,
    &'a mut BackgroundColor,
    &'a Children,
);

fn paint_buttons(
    mut buttons: Query<ButtonColourQuery, With<StyledButton>>,
    mut texts: Query<&mut TextColor>,
) {
    for (hovered, pressed, off, chosen, main, mut background, children) in &mut buttons {
        let (ground, ink) = match () {
            () if off => (theme::BUTTON_OFF, theme::TEXT_OFF),
            () if chosen || pressed => (theme::BUTTON_CHOSEN, theme::TEXT_CHOSEN),
            () if main && hovered.get() => (theme::BUTTON_MAIN_HOVERED, theme::TEXT),
            () if main => (theme::BUTTON_MAIN, theme::TEXT),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Message, Debug, Clone, PartialEq, Eq)]
    struct Pushed;

    #[test]
    fn a_button_that_is_still_pressed_after_the_mouse_was_let_go_is_activated_once() {
        let mut app = App::new();
        app.init_resource::<ButtonInput<MouseButton>>().add_systems(Update, finish_lost_clicks);
        register_emitted_message::<Pushed>(&mut app);
        let button = (Button, MessageOnClick(Pushed), Pressed);
        let (on, off) = (button.clone(), (button.clone(), InteractionDisabled));
        let under_mouse = app.world_mut().spawn((on, Hovered(true))).id();
        let elsewhere = app.world_mut().spawn((button, Hovered(false))).id();
        let disabled = app.world_mut().spawn((off, Hovered(true))).id();
        let pushed = |app: &App| app.world().resource::<Messages<Pushed>>().len();
        let mouse = |app: &mut App, act: fn(&mut ButtonInput<MouseButton>)| {
            act(&mut app.world_mut().resource_mut::<ButtonInput<MouseButton>>());
            app.update();
        };
        mouse(&mut app, |mouse| mouse.press(MouseButton::Left));
        assert_eq!(pushed(&app), 0, "it is held");
        assert!(app.world().entity(under_mouse).contains::<Pressed>());
        mouse(&mut app, |mouse| mouse.release(MouseButton::Left));
        assert_eq!(pushed(&app), 1);
        for button in [under_mouse, elsewhere, disabled] {
            assert!(!app.world().entity(button).contains::<Pressed>());
        }
        mouse(&mut app, ButtonInput::clear);
        assert_eq!(pushed(&app), 1);
    }
}
