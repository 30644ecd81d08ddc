//! The bar at the top: the map's name, files, undo, and the list of keys.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::control::KEYS;
use super::random::RandomMapJob;
use super::{DisplayAction, DocumentAction, EditorAction, EditorSystems, MapFileAction, Workspace};
use hotgates_ui::key_list::split_into_columns;
use hotgates_ui::keys::ChosenKeys;
use hotgates_ui::screen::Screen;
use hotgates_ui::{
    KeyLine, KeyListPanel, Panel, Tooltip, UiContext, WidgetStateSetter, flexible_space, theme,
};

#[derive(Component)]
struct EditorBar;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (fill_editor_bar, toggle_editor_key_list).in_set(EditorSystems::Show));
}

pub(super) fn spawn_editor_bar(root: &mut ChildSpawnerCommands) {
    let bar = Node {
        height: px(44),
        flex_shrink: 0.0,
        padding: UiRect::axes(px(12), px(4)),
        align_items: AlignItems::Center,
        column_gap: px(8),
        ..default()
    };
    root.spawn((EditorBar, bar, BackgroundColor(theme::PANEL)));
}

/// Content that the bar was last filled from: the map's name, changed or not, the steps to undo and
/// to redo, a random map in the making, and the numbers of columns and rows.
type EditorBarContent = (String, bool, Option<&'static str>, Option<&'static str>, bool, bool);

fn fill_editor_bar(
    workspace: Res<Workspace>,
    drawing: Res<RandomMapJob>,
    mut node: Panel<EditorBar, EditorBarContent>,
) {
    let document = workspace.document();
    let name = document.settings().name.clone();
    let (undo, redo) = (document.undo_label(), document.redo_label());
    let now = (name, document.is_changed(), undo, redo, drawing.is_random_map_awaited(), workspace.labels);
    node.refill(now, |bar, ui| {
        // A long name gives way to the buttons.
        let place = Node { flex_shrink: 1.0, min_width: px(0), overflow: Overflow::clip(), ..default() };
        bar.spawn(place).with_children(|place| {
            let mark = if document.is_changed() { " *" } else { "" };
            let name = format!("{}{mark}", document.settings().name);
            place.spawn(ui.bold_text(name, theme::HEADING, theme::TEXT)).insert(TextLayout::no_wrap());
        });
        if drawing.is_random_map_awaited() {
            bar.spawn(ui.styled_text(ui.localized_text("editor-making"), theme::SMALL, theme::TEXT_DIM));
        }
        bar.spawn(flexible_space());
        let files = [
            ("editor-new", EditorAction::File(MapFileAction::New), "Ctrl+N"),
            ("editor-open", EditorAction::File(MapFileAction::Open), "Ctrl+O"),
            ("save", EditorAction::File(MapFileAction::Save), "Ctrl+S"),
            ("editor-save-as", EditorAction::File(MapFileAction::SaveAs), ""),
        ];
        for (key, action, tip) in files {
            let mut button = bar.spawn(ui.small_button(ui.localized_text(key), action));
            if !tip.is_empty() {
                button.insert(Tooltip(tip.to_owned()));
            }
        }
        let steps = [
            ("undo", EditorAction::Document(DocumentAction::Undo), undo, "Ctrl+Z"),
            ("redo", EditorAction::Document(DocumentAction::Redo), redo, "Ctrl+Y"),
        ];
        for (key, action, step, shortcut) in steps {
            let tip = match step {
                Some(step) => format!("{} · {shortcut}", undo_step_name(ui, step)),
                None => shortcut.to_owned(),
            };
            bar.spawn(ui.small_button(ui.localized_text(key), action))
                .disabled(step.is_none())
                .insert(Tooltip(tip));
        }
        bar.spawn(
            ui.small_button(ui.localized_text("editor-labels"), EditorAction::Display(DisplayAction::Labels)),
        )
        .chosen(workspace.labels);
        bar.spawn(ui.small_button(ui.localized_text("editor-play"), EditorAction::File(MapFileAction::Play)))
            .insert(Tooltip(ui.localized_text("editor-play-tip")));
        bar.spawn(ui.small_button("F1".to_owned(), EditorAction::Display(DisplayAction::Keys)))
            .insert(Tooltip(ui.localized_text("key-keys")));
        bar.spawn(ui.small_button(ui.localized_text("menu"), EditorAction::File(MapFileAction::Leave)));
    });
}

/// Returns the name of a step in the player's language.
fn undo_step_name(ui: &UiContext, step: &str) -> String {
    let key = format!("step-{}", step.replace(' ', "-"));
    let found = ui.localized_text(&key);
    if found == key { step.to_owned() } else { found }
}

/// Shows or hides the list of keys. Neighbouring keys of one meaning stand in one line, as the
/// first and the last of them.
fn toggle_editor_key_list(workspace: Res<Workspace>, mut list: KeyListPanel) {
    let close = EditorAction::Display(DisplayAction::Keys);
    list.show_key_list_while(workspace.keys_shown, Screen::Editor, close, |ui| {
        let mut lines: Vec<KeyLine> = Vec::new();
        for key in &KEYS {
            let line = KeyLine::from_binding(ui, key, &ChosenKeys::default());
            match lines.last_mut() {
                Some(above) if above.meaning == line.meaning => {
                    let first = above.keys.split('–').next().unwrap_or_default().to_owned();
                    above.keys = format!("{first}–{}", line.keys);
                }
                _ => lines.push(line),
            }
        }
        let mouse = [("key-arrows", "key-pan"), ("key-drag", "key-pan"), ("key-wheel", "key-zoom")];
        lines.extend(mouse.map(|(name, meaning)| KeyLine::from_text_keys(ui, name, meaning)));
        split_into_columns(lines)
    });
}
