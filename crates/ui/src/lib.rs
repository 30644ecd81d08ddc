//! Building blocks of every screen of the window: widgets, words, keys, colours, fonts, settings,
//! and the folder that everything is kept in. A button carries the message that it sends, so that
//! buttons, keys and tests speak the same language to a screen.

#![expect(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]

mod access;
mod button;
mod contents;
mod context;
pub mod explain;
mod field;
mod file_writer;
mod focus;
mod help_panel;
mod interface_scale;
pub mod job;
pub mod key_list;
mod keyboard;
pub mod keys;
pub mod names;
pub mod notices;
mod panel;
mod phrase_words;
pub mod screen;
mod scroll;
pub mod settings;
mod slider;
pub mod storage;
pub mod texts;
pub mod theme;
mod tooltip;

use bevy::prelude::*;

pub use access::{
    AnnouncedText, DialogBox, HiddenFromScreenReaders, list_node, radio_group_node, scroll_view_node,
};
pub use button::{ChosenButton, MessageOnClick, register_emitted_message};
pub use context::{
    UiContext, WidgetStateSetter, clipped_node, column, flexible_space, list_panel_node, panel_bundle, row,
};
pub use field::{TextField, register_typed_message};
pub use file_writer::FileWriter;
pub use focus::WidgetId;
pub use help_panel::{help_panel_bundle, scrolled_columns_node, spawn_help_heading};
pub use hotgates_phrases::{Phrase, PhraseValue};
pub use interface_scale::{InterfaceScale, fit_interface_to_window};
pub use job::{Job, running_job_count};
pub use key_list::{KeyLine, KeyListPanel};
pub use keyboard::Keyboard;
pub use notices::{NOTICE_ROOM, Notice, ShownNotices};
pub use panel::{HiddenWhenEmpty, Panel};
pub use scroll::{ScrolledContentId, spawn_scroll_list, spawn_scroll_row};
pub use slider::{moment_of_slider, slider_bundle};
pub use theme::{Fonts, UiColours};
pub use tooltip::Tooltip;

/// Adds everything that the widgets need. Bevy's own widget plugins come with `DefaultPlugins`.
pub fn plugin(app: &mut App) {
    theme::load_fonts(app.world_mut());
    app.init_resource::<UiColours>();
    app.add_plugins((
        access::plugin,
        button::plugin,
        focus::plugin,
        notices::plugin,
        screen::plugin,
        scroll::plugin,
        tooltip::plugin,
    ));
}
