//! Text fields: a line to type in that sends a message whenever its text changes.

use bevy::ecs::message::Message;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::{EditableText, TextCursorStyle};

use super::context::UiContext;
use super::theme;

/// A function that makes a message of the typed text.
pub type TypedMessageMaker<M> = Box<dyn Fn(String) -> M + Send + Sync>;

/// A text field that sends a message whenever its text changes.
#[derive(Component)]
pub struct TextField<M: Message> {
    make: TypedMessageMaker<M>,
    last: String,
}

impl<M: Message> TextField<M> {
    /// Makes a field that starts with `text` and sends the message that `make` makes of each
    /// change; `width` is in digits.
    pub fn with_text(
        ui: &UiContext,
        text: &str,
        width: f32,
        make: TypedMessageMaker<M>,
    ) -> impl Bundle + use<M> {
        let mut editor = EditableText::new(text);
        editor.visible_width = Some(width);
        editor.max_characters = Some(60);
        (
            Node {
                padding: UiRect::axes(px(6), px(3)),
                border: UiRect::all(px(1)),
                border_radius: BorderRadius::all(px(4)),
                ..default()
            },
            BackgroundColor(theme::BACKGROUND),
            BorderColor::all(theme::LINE),
            Outline::new(px(2), px(1), Color::NONE),
            editor,
            TextLayout::no_wrap(),
            ui.fonts.regular_style(theme::SMALL),
            TextColor(theme::TEXT),
            cursor_style(),
            TabIndex(0),
            Self { make, last: text.to_owned() },
        )
    }
}

/// Returns colours in which the cursor and selected text can be seen on dark ground.
fn cursor_style() -> TextCursorStyle {
    TextCursorStyle {
        color: theme::TEXT,
        selection_color: theme::BUTTON_CHOSEN,
        unfocused_selection_color: theme::BUTTON_CHOSEN,
        selected_text_color: Some(theme::TEXT_CHOSEN),
    }
}

/// Registers a message that fields send.
pub fn register_typed_message<M: Message>(app: &mut App) {
    app.add_message::<M>().add_systems(Update, send_typed_text::<M>);
}

fn send_typed_text<M: Message>(
    mut fields: Query<(&EditableText, &mut TextField<M>), Changed<EditableText>>,
    mut messages: MessageWriter<M>,
) {
    for (text, mut field) in &mut fields {
        let now = text.value().to_string();
        if field.last != now {
            messages.write((field.make)(now.clone()));
            field.last = now;
        }
    }
}
