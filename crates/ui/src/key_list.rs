//! The list of a screen's keys, which looks the same on each screen.

use std::fmt::Debug;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use crate::context::{UiContext, column, row};
use crate::help_panel::{help_panel_bundle, scrolled_columns_node, spawn_help_heading};
use crate::keys::{ChosenKeys, KeyBinding};
use crate::panel::{Panel, fill_panel_node};
use crate::screen::Screen;
use crate::theme;

/// The list of keys, while it is on the screen.
#[derive(Component)]
pub struct KeyList;

/// One line of the list: names of keys and their meaning, in the player's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLine {
    /// Names of the keys, such as `Ctrl+S`.
    pub keys: String,
    /// Meaning of the keys.
    pub meaning: String,
}

impl KeyLine {
    /// Returns the line of a key of a table, under the keys that the player has chosen.
    pub fn from_binding<M>(ui: &UiContext, key: &KeyBinding<M>, chosen: &ChosenKeys) -> Self {
        Self { keys: key.name(chosen), meaning: ui.localized_text(key.means) }
    }

    /// Returns the line of something that is no key of a table, such as the wheel of the mouse,
    /// from the text keys of its name and of its meaning.
    #[must_use]
    pub fn from_text_keys(ui: &UiContext, name: &str, meaning: &str) -> Self {
        Self { keys: ui.localized_text(name), meaning: ui.localized_text(meaning) }
    }
}

/// Returns the lines of the list in two columns, the first as long as the second or one line
/// longer.
#[must_use]
pub fn split_into_columns(mut lines: Vec<KeyLine>) -> Vec<Vec<KeyLine>> {
    let second = lines.split_off(lines.len().div_ceil(2));
    vec![lines, second]
}

/// The list of keys as a system parameter: shows the list, fills it anew and takes it away.
#[derive(SystemParam)]
pub struct KeyListPanel<'w, 's> {
    panel: Panel<'w, 's, KeyList, Vec<Vec<KeyLine>>>,
    lists: Query<'w, 's, Entity, With<KeyList>>,
}

impl KeyListPanel<'_, '_> {
    /// Shows the list on `screen` while it is `wanted`, with the lines of each column, and takes it
    /// away otherwise. The list goes with its screen; its button to close it writes the message `close`.
    pub fn show_key_list_while(
        &mut self,
        wanted: bool,
        screen: Screen,
        close: impl Message + Clone + Debug,
        columns: impl FnOnce(&UiContext) -> Vec<Vec<KeyLine>>,
    ) {
        match (self.lists.iter().next(), wanted) {
            (None, false) => {}
            (Some(list), false) => self.panel.commands.entity(list).despawn(),
            (Some(_), true) => {
                let columns = columns(&self.panel.ui);
                self.panel.refill(columns.clone(), |list, ui| spawn_columns(list, ui, close, &columns));
            }
            (None, true) => {
                let columns = columns(&self.panel.ui);
                let list =
                    self.panel.commands.spawn((KeyList, DespawnOnExit(screen), help_panel_bundle(6))).id();
                let (commands, ui) = (&mut self.panel.commands, &self.panel.ui);
                let fill = |list: &mut ChildSpawnerCommands, ui: &UiContext| {
                    spawn_columns(list, ui, close, &columns);
                };
                fill_panel_node::<KeyList, _>(commands, ui, list, columns.clone(), fill);
            }
        }
    }
}

/// Spawns the heading with the button that closes the list, and the columns below, which scroll in a small window.
fn spawn_columns(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    close: impl Message + Clone + Debug,
    columns: &[Vec<KeyLine>],
) {
    spawn_help_heading(list, ui, "key-keys", close);
    list.spawn((scrolled_columns_node(), ScrollArea)).with_children(|both| {
        for lines in columns {
            both.spawn(Node { flex_shrink: 0.0, ..column(4) }).with_children(|list| {
                for line in lines {
                    list.spawn(row(10)).with_children(|node| {
                        let keys = ui.bold_text(line.keys.clone(), theme::SMALL, theme::ACCENT);
                        node.spawn(Node { width: px(112), flex_shrink: 0.0, ..default() }).with_child(keys);
                        node.spawn(ui.styled_text(line.meaning.clone(), theme::SMALL, theme::TEXT));
                    });
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_all_lines_in_order() {
        let line = |n: usize| KeyLine { keys: n.to_string(), meaning: String::new() };
        for count in 0..6 {
            let columns = split_into_columns((0..count).map(line).collect());
            assert_eq!(columns.concat(), (0..count).map(line).collect::<Vec<_>>());
            assert!(columns[0].len() - columns[1].len() <= 1);
        }
    }
}
