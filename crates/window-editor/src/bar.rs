//! The bar at the top: the map's name, files, undo, and the list of keys.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::control::KEYS;
use super::random::RandomDraft;
use super::{DisplayAction, DocumentAction, EditorAction, EditorSystems, MapFileAction, Workspace};
use hotgates_ui::keys::Bindings;
use hotgates_ui::screen::Screen;
use hotgates_ui::{Choice, Panel, Tooltip, UiContext, column, filler, row, theme};

#[derive(Component)]
struct Bar;
#[derive(Component)]
struct EditorKeys;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw_bar, list_keys).in_set(EditorSystems::Show));
}

pub(super) fn spawn_bar(root: &mut ChildSpawnerCommands) {
    let bar = Node {
        height: px(44),
        flex_shrink: 0.0,
        padding: UiRect::axes(px(12), px(4)),
        align_items: AlignItems::Center,
        column_gap: px(8),
        ..default()
    };
    root.spawn((Bar, bar, BackgroundColor(theme::PANEL)));
}

/// Everything that the bar was drawn from.
type BarKey = (String, bool, Option<&'static str>, Option<&'static str>, bool, bool);

fn draw_bar(workspace: Res<Workspace>, drawing: Res<RandomDraft>, mut node: Panel<Bar, BarKey>) {
    let document = workspace.document();
    let name = document.settings().name.clone();
    let (undo, redo) = (document.undo_label(), document.redo_label());
    let now = (name, document.is_changed(), undo, redo, drawing.is_at_work(), workspace.labels);
    node.refill(now, |bar, ui| {
        // A long name gives way to the buttons.
        let place = Node { flex_shrink: 1.0, min_width: px(0), overflow: Overflow::clip(), ..default() };
        bar.spawn(place).with_children(|place| {
            let mark = if document.is_changed() { " *" } else { "" };
            let name = format!("{}{mark}", document.settings().name);
            place.spawn(ui.strong(name, theme::HEADING, theme::TEXT)).insert(TextLayout::no_wrap());
        });
        if drawing.is_at_work() {
            bar.spawn(ui.words(ui.text("editor-making"), theme::SMALL, theme::TEXT_DIM));
        }
        bar.spawn(filler());
        let files = [
            ("editor-new", EditorAction::File(MapFileAction::New), "Ctrl+N"),
            ("editor-open", EditorAction::File(MapFileAction::Open), "Ctrl+O"),
            ("save", EditorAction::File(MapFileAction::Save), "Ctrl+S"),
            ("editor-save-as", EditorAction::File(MapFileAction::SaveAs), ""),
        ];
        for (key, action, tip) in files {
            let mut button = bar.spawn(ui.small_button(ui.text(key), action));
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
                Some(step) => format!("{} · {shortcut}", step_name(ui, step)),
                None => shortcut.to_owned(),
            };
            bar.spawn(ui.small_button(ui.text(key), action)).disabled(step.is_none()).insert(Tooltip(tip));
        }
        bar.spawn(ui.small_button(ui.text("editor-labels"), EditorAction::Display(DisplayAction::Labels)))
            .chosen(workspace.labels);
        bar.spawn(ui.small_button(ui.text("editor-play"), EditorAction::File(MapFileAction::Play)))
            .insert(Tooltip(ui.text("editor-play-tip")));
        bar.spawn(ui.small_button("F1".to_owned(), EditorAction::Display(DisplayAction::Keys)))
            .insert(Tooltip(ui.text("key-keys")));
        bar.spawn(ui.small_button(ui.text("menu"), EditorAction::File(MapFileAction::Leave)));
    });
}

/// Returns the name of a step in the player's language.
fn step_name(ui: &UiContext, step: &str) -> String {
    let key = format!("step-{}", step.replace(' ', "-"));
    let found = ui.text(&key);
    if found == key { step.to_owned() } else { found }
}

/// The list of keys, shown and hidden by F1.
fn list_keys(
    mut commands: Commands,
    ui: UiContext,
    workspace: Res<Workspace>,
    shown: Query<Entity, With<EditorKeys>>,
) {
    let there = shown.iter().next();
    match (there, workspace.keys_shown) {
        (Some(entity), false) => commands.entity(entity).despawn(),
        (None, true) => spawn_keys(&mut commands, &ui),
        (Some(_), true) | (None, false) => {}
    }
}

fn spawn_keys(commands: &mut Commands, ui: &UiContext) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(240),
        top: px(60),
        padding: UiRect::all(px(16)),
        column_gap: px(28),
        border: UiRect::all(px(1)),
        // In a small window it scrolls.
        max_height: percent(82),
        overflow: Overflow::scroll_y(),
        ..default()
    };
    // Keys that do the like stand in one line, the first and the last of them.
    let mut lines: Vec<(String, String)> = Vec::new();
    for key in &KEYS {
        let means = ui.text(key.means);
        match lines.last_mut() {
            Some((names, last)) if *last == means => {
                let first = names.split('–').next().unwrap_or_default().to_owned();
                *names = format!("{first}–{}", key.name(&Bindings::default()));
            }
            _ => lines.push((key.name(&Bindings::default()), means)),
        }
    }
    for (name, means) in [("key-arrows", "key-pan"), ("key-drag", "key-pan"), ("key-wheel", "key-zoom")] {
        lines.push((ui.text(name), ui.text(means)));
    }
    let half = lines.len().div_ceil(2);
    commands
        .spawn((
            EditorKeys,
            DespawnOnExit(Screen::Editor),
            node,
            ScrollArea,
            BackgroundColor(theme::PANEL),
            BorderColor::all(theme::LINE),
            GlobalZIndex(50),
        ))
        .with_children(|list| {
            for part in lines.chunks(half) {
                list.spawn(Node { flex_shrink: 0.0, ..column(4) }).with_children(|list| {
                    for (name, means) in part {
                        list.spawn(row(10)).with_children(|line| {
                            line.spawn(Node { width: px(112), ..default() }).with_child(ui.strong(
                                name.clone(),
                                theme::SMALL,
                                theme::ACCENT,
                            ));
                            line.spawn(ui.words(means.clone(), theme::SMALL, theme::TEXT));
                        });
                    }
                });
            }
        });
}
