//! The bricks that screens are built of: labels, buttons, panels, rows and columns.

use std::fmt::Debug;

use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use hotgates_engine::{Side, visible_lines};

use super::button::{ChosenButton, MainButton, MessageOnClick, StyledButton};
use super::focus::WidgetId;
use super::theme::{self, Fonts, UiColours};
use crate::texts::Texts;

/// Returns a text in which nothing hides and no line ends between a number and its percent sign: every
/// text that a widget shows, since names in it may have come from outside.
pub(crate) fn glue_percent_signs(words: &str) -> String {
    visible_lines(words).replace(" %", "\u{a0}%")
}

/// Fonts, words and colours, which every widget with words needs.
#[derive(SystemParam)]
pub struct UiContext<'w> {
    /// The fonts.
    pub fonts: Res<'w, Fonts>,
    /// The words, in the player's language.
    pub texts: Res<'w, Texts>,
    /// The colours of the player's palette.
    pub colours: Res<'w, UiColours>,
    scale: Option<Res<'w, UiScale>>,
}

impl UiContext<'_> {
    /// Returns `true` if the words, the colours or the scale have changed since the system last
    /// ran. Nothing else needs to change for panels to be filled anew.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.texts.is_changed()
            || self.colours.is_changed()
            || self.scale.as_ref().is_some_and(DetectChanges::is_changed)
    }

    /// Returns the text of a key, in the player's language.
    #[must_use]
    pub fn localized_text(&self, key: &str) -> String {
        self.texts.get(key)
    }

    /// Returns the colour of a side in panels.
    #[must_use]
    pub fn side_colour(&self, side: Side) -> Color {
        self.colours.side_panel_colour(side)
    }

    /// Makes a text with a size and colour.
    #[must_use]
    pub fn styled_text(&self, words: String, size: f32, colour: Color) -> impl Bundle + use<> {
        (
            Text::new(glue_percent_signs(self.texts.translated_content(&words))),
            self.fonts.regular_style(size),
            TextColor(colour),
            Pickable::IGNORE,
        )
    }

    /// Makes a bold text with a size and colour.
    #[must_use]
    pub fn bold_text(&self, words: String, size: f32, colour: Color) -> impl Bundle + use<> {
        (
            Text::new(glue_percent_signs(self.texts.translated_content(&words))),
            self.fonts.bold_style(size),
            TextColor(colour),
            Pickable::IGNORE,
        )
    }

    /// Makes an ordinary text by its key.
    #[must_use]
    pub fn label(&self, key: &str) -> impl Bundle + use<> {
        self.styled_text(self.localized_text(key), theme::BODY, theme::TEXT)
    }

    /// Makes the heading of a panel by its key.
    #[must_use]
    pub fn heading(&self, key: &str) -> impl Bundle + use<> {
        self.bold_text(self.localized_text(key), theme::HEADING, theme::ACCENT)
    }

    /// Makes a button with words that sends a message.
    #[must_use]
    pub fn button<M: Message + Clone + Debug>(&self, words: String, message: M) -> impl Bundle + use<M> {
        self.sized_button(words, message, theme::BODY, UiRect::axes(px(12), px(6)))
    }

    /// Makes a small button, for steppers and lists.
    #[must_use]
    pub fn small_button<M: Message + Clone + Debug>(
        &self,
        words: String,
        message: M,
    ) -> impl Bundle + use<M> {
        self.sized_button(words, message, theme::SMALL, UiRect::axes(px(7), px(2)))
    }

    /// Makes a small button whose words take as many lines as they need, for lists of messages.
    #[must_use]
    pub fn wrapped_button<M: Message + Clone + Debug>(
        &self,
        words: String,
        message: M,
    ) -> impl Bundle + use<M> {
        let node = Node { padding: UiRect::axes(px(7), px(3)), ..default() };
        (button(node, message), children![self.styled_text(words, theme::SMALL, theme::TEXT)])
    }

    /// Makes a large button, for menus.
    #[must_use]
    pub fn large_button<M: Message + Clone + Debug>(
        &self,
        words: String,
        message: M,
    ) -> impl Bundle + use<M> {
        self.sized_button(words, message, theme::HEADING, UiRect::axes(px(20), px(10)))
    }

    fn sized_button<M: Message + Clone + Debug>(
        &self,
        words: String,
        message: M,
        size: f32,
        padding: UiRect,
    ) -> impl Bundle + use<M> {
        let node = Node {
            padding,
            justify_content: JustifyContent::Center,
            align_items: AlignItems::Center,
            ..default()
        };
        let words = (
            Text::new(visible_lines(self.texts.translated_content(&words)).into_owned()),
            self.fonts.regular_style(size),
            TextColor(theme::TEXT),
            TextLayout::no_wrap(),
            Pickable::IGNORE,
        );
        (button(node, message), children![words])
    }
}

/// Makes a button without words.
fn button<M: Message + Clone + Debug>(node: Node, message: M) -> impl Bundle {
    (
        Node { border_radius: BorderRadius::all(px(4)), flex_shrink: 0.0, ..node },
        bevy::ui_widgets::Button,
        StyledButton,
        Hovered::default(),
        TabIndex(0),
        Outline::new(px(2), px(1), Color::NONE),
        BackgroundColor(theme::BUTTON),
        WidgetId::from_message(&message),
        MessageOnClick(message),
    )
}

/// Sets the state of a widget that is being spawned: chosen or not, disabled or not.
pub trait WidgetStateSetter {
    /// Marks the widget as the present choice if `chosen`.
    fn chosen(&mut self, chosen: bool) -> &mut Self;
    /// Disables the widget and makes it gray if `off`.
    fn disabled(&mut self, off: bool) -> &mut Self;
    /// Marks the button as the one that goes on.
    fn as_main_button(&mut self) -> &mut Self;
}

impl WidgetStateSetter for EntityCommands<'_> {
    fn chosen(&mut self, chosen: bool) -> &mut Self {
        if chosen { self.insert(ChosenButton) } else { self }
    }

    fn disabled(&mut self, off: bool) -> &mut Self {
        if off { self.insert(InteractionDisabled) } else { self }
    }

    fn as_main_button(&mut self) -> &mut Self {
        self.insert(MainButton)
    }
}

/// Makes a node with its children side by side, `gap` pixels apart.
#[must_use]
pub fn row(gap: i32) -> Node {
    Node {
        flex_direction: FlexDirection::Row,
        align_items: AlignItems::Center,
        column_gap: px(gap),
        ..default()
    }
}

/// Makes a node with its children one below the other, `gap` pixels apart.
#[must_use]
pub fn column(gap: i32) -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(gap), ..default() }
}

/// Makes a column in the middle of the window for a list that fills a screen: `least` logical pixels wide, and
/// wider where the window is. What it holds takes the height of the window before it scrolls.
#[must_use]
pub fn list_panel_node(least: i32) -> Node {
    Node { width: percent(56), min_width: px(least), max_height: percent(96), ..column(12) }
}

/// Makes an empty node that takes the room that is left.
#[must_use]
pub fn flexible_space() -> Node {
    Node { flex_grow: 1.0, ..default() }
}

/// Makes a node that cuts its words off where room is short, for names that come from files: what
/// stands beside them stays in the panel.
#[must_use]
pub fn clipped_node() -> Node {
    Node { min_width: px(0), overflow: Overflow::clip(), ..default() }
}

/// Makes a panel: a column on a ground of its own.
#[must_use]
pub fn panel_bundle(node: Node) -> impl Bundle {
    (
        Node {
            padding: UiRect::all(px(12)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(6)),
            ..node
        },
        BackgroundColor(theme::PANEL),
        BorderColor::all(theme::LINE),
    )
}

#[cfg(test)]
mod tests {
    use super::glue_percent_signs;

    #[test]
    fn a_percent_sign_stays_with_its_number() {
        assert_eq!(glue_percent_signs("(95 %: 97–100 %)"), "(95\u{a0}%: 97–100\u{a0}%)");
        assert_eq!(glue_percent_signs("10 of 12"), "10 of 12");
    }
}
