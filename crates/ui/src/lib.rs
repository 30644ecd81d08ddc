//! What every screen of the window is built with: widgets, words, keys, colours, fonts, settings,
//! and the folder that everything is kept in. A button carries the message it sends, so that
//! buttons, keys and tests speak the same language to a screen.

#![expect(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]

mod access;
mod button;
mod context;
pub mod explain;
mod field;
mod focus;
pub mod job;
mod keyboard;
pub mod keys;
pub mod names;
pub mod notices;
mod panel;
pub mod phrase;
pub mod screen;
mod scroll;
pub mod settings;
mod slider;
pub mod storage;
pub mod texts;
pub mod theme;
mod tooltip;

use bevy::prelude::*;

pub use access::{DialogBox, Spoken, Unspoken, choice_of};
pub use button::{Chosen, Emit, emits};
pub use context::{Choice, UiContext, column, filler, panel, row};
pub use field::{Field, accepts};
pub use focus::WidgetId;
pub use job::Job;
pub use keyboard::Keyboard;
pub use notices::Notice;
pub use panel::Panel;
pub use phrase::{Phrase, PhraseValue};
pub use scroll::scroll_list;
pub use slider::{moment, slider};
pub use theme::{Colours, Fonts};
pub use tooltip::Tooltip;

/// Everything the widgets need. Bevy's own widget plugins come with `DefaultPlugins`.
pub fn plugin(app: &mut App) {
    theme::load_fonts(app.world_mut());
    app.init_resource::<Colours>();
    app.add_plugins((access::plugin, button::plugin, notices::plugin, screen::plugin, tooltip::plugin));
}
