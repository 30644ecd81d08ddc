//! Widgets: buttons, labels, fields, lists, all of Bevy's UI. A button carries the message it sends, so that buttons,
//! keys and tests speak the same language to a screen.

mod access;
mod button;
mod field;
mod kit;
mod scroll;
mod slider;
pub mod theme;
mod tooltip;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

pub use access::{DialogBox, Spoken, Unspoken, choice_of};
pub use button::{Chosen, Emit, emits};
pub use field::{Field, accepts};
pub use kit::{Choice, Kit, column, filler, panel, row};
pub use scroll::scroll_list;
pub use slider::{moment, slider};
pub use theme::{Colours, Fonts};
pub use tooltip::Tooltip;

/// Everything the widgets need. Bevy's own widget plugins come with `DefaultPlugins`.
pub(crate) fn plugin(app: &mut App) {
    theme::load_fonts(app.world_mut());
    app.init_resource::<Colours>();
    app.add_plugins((access::plugin, button::plugin, tooltip::plugin));
}

/// Despawns what a panel shows, and puts the keyboard's focus back where it was once the panel is filled again.
pub fn refill(commands: &mut Commands, panel: Entity, fill: impl FnOnce(&mut ChildSpawnerCommands)) {
    commands.entity(panel).despawn_related::<Children>().with_children(fill);
}
