//! The map's settings: names, numbers, where Red comes from, size, and mirrors of the whole map.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::{Mirror, ResizeAnchor};
use hotgates_engine::{Direction, Side};

use super::{spawn_labelled_field, spawn_map_text_field};
use crate::palette::{spawn_small_heading, wrapping_row_node};
use crate::{DocumentAction, EditorAction, MapTextField, TypedTextField, Workspace};
use hotgates_ui::names::side_name;
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, column, row, theme};

/// Returns a hash of everything that the tab shows, apart from texts that are being typed.
pub(super) fn settings_fingerprint(workspace: &Workspace) -> String {
    let settings = workspace.document().settings();
    let (from, entry) = (settings.from, settings.entry.len());
    format!(
        "{from:?} {entry} {:?} {:?} {} {:?}",
        settings.first,
        workspace.anchor,
        workspace.number,
        workspace.editor.symmetry()
    )
}

pub(super) fn fill_settings_tab(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    let settings = workspace.document().settings();
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    spawn_labelled_field(list, ui, "editor-name", &settings.name, TypedTextField::Map(MapTextField::Name));
    spawn_labelled_field(
        list,
        ui,
        "editor-author",
        settings.author.as_deref().unwrap_or_default(),
        TypedTextField::Map(MapTextField::Author),
    );
    spawn_notes_field(list, ui, settings.notes.as_deref().unwrap_or_default());
    spawn_labelled_field(
        list,
        ui,
        "setup-turns",
        &number(settings.turns),
        TypedTextField::Map(MapTextField::Turns),
    );
    let seed = settings.seed.map(|seed| seed.to_string()).unwrap_or_default();
    spawn_labelled_field(list, ui, "setup-seed", &seed, TypedTextField::Map(MapTextField::Seed));
    spawn_labelled_field(
        list,
        ui,
        "editor-variation",
        &number(settings.variation),
        TypedTextField::Map(MapTextField::Variation),
    );
    list.spawn(ui.styled_text(ui.localized_text("editor-blank-hint"), theme::SMALL, theme::TEXT_DIM));
    spawn_entry_direction_buttons(list, ui, workspace);
    spawn_small_heading(list, ui, "editor-first");
    list.spawn(wrapping_row_node()).with_children(|line| {
        let now = settings.first.unwrap_or(Side::Red);
        for side in Side::BOTH {
            let action = EditorAction::Document(DocumentAction::FirstSide(side));
            line.spawn(ui.small_button(side_name(&ui.texts, side), action)).chosen(now == side);
        }
    });
    spawn_size_fields(list, ui, workspace);
    spawn_small_heading(list, ui, "editor-whole");
    list.spawn(wrapping_row_node()).with_children(|line| {
        let mirrors = [
            (Mirror::WestEast, "mirror-west-east"),
            (Mirror::NorthSouth, "mirror-north-south"),
            (Mirror::HalfTurn, "mirror-half-turn"),
        ];
        for (mirror, key) in mirrors {
            line.spawn(ui.small_button(
                ui.localized_text(key),
                EditorAction::Document(DocumentAction::Mirror(mirror)),
            ))
            .insert(Tooltip(ui.localized_text("editor-mirror-tip")));
        }
        let none = workspace.editor.symmetry() == hotgates_editor::Symmetry::None;
        line.spawn(ui.small_button(
            ui.localized_text("editor-make-symmetric"),
            EditorAction::Document(DocumentAction::MakeSymmetric),
        ))
        .disabled(none)
        .insert(Tooltip(ui.localized_text("editor-make-symmetric-tip")));
    });
}

/// Spawns the field of the notes, which has several lines.
fn spawn_notes_field(list: &mut ChildSpawnerCommands, ui: &UiContext, text: &str) {
    list.spawn(ui.styled_text(ui.localized_text("editor-notes"), theme::SMALL, theme::TEXT_DIM));
    list.spawn(row(0)).with_children(|line| {
        spawn_map_text_field(line, ui, text, 29.0, TypedTextField::Map(MapTextField::Notes))
            .insert(TextLayout::default())
            .entry::<bevy::text::EditableText>()
            .and_modify(|mut text| text.visible_lines = Some(4.0));
    });
}

fn spawn_entry_direction_buttons(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    let settings = workspace.document().settings();
    spawn_small_heading(list, ui, "setup-from");
    list.spawn(wrapping_row_node()).with_children(|line| {
        let farthest = settings.from.is_none() && settings.entry.is_empty();
        line.spawn(ui.small_button(
            ui.localized_text("editor-farthest"),
            EditorAction::Document(DocumentAction::From(None)),
        ))
        .chosen(farthest)
        .insert(Tooltip(ui.localized_text("editor-farthest-tip")));
        for direction in Direction::ALL {
            let words = ui.localized_text(&format!("direction-{}", direction.name()));
            line.spawn(ui.small_button(words, EditorAction::Document(DocumentAction::From(Some(direction)))))
                .chosen(settings.from == Some(direction));
        }
        if !settings.entry.is_empty() {
            let hexes = settings.entry.len().into();
            let words = ui.texts.text_with_values("editor-clear-entry", &[("hexes", hexes)]);
            line.spawn(ui.small_button(words, EditorAction::Document(DocumentAction::ClearEntry)));
        }
    });
}

fn spawn_size_fields(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    spawn_small_heading(list, ui, "editor-size");
    list.spawn(row(6)).with_children(|line| {
        spawn_map_text_field(line, ui, &workspace.size.0, 5.0, TypedTextField::Width);
        line.spawn(ui.styled_text("×".to_owned(), theme::SMALL, theme::TEXT_DIM));
        spawn_map_text_field(line, ui, &workspace.size.1, 5.0, TypedTextField::Height);
        line.spawn(ui.small_button(
            ui.localized_text("editor-resize"),
            EditorAction::Document(DocumentAction::Resize),
        ));
    });
    list.spawn(row(10)).with_children(|line| {
        line.spawn(column(3)).with_children(|rows| {
            for part in ResizeAnchor::ALL.chunks(3) {
                rows.spawn(row(3)).with_children(|line| {
                    for &anchor in part {
                        line.spawn(ui.small_button(
                            "·".to_owned(),
                            EditorAction::Document(DocumentAction::Anchor(anchor)),
                        ))
                        .chosen(workspace.anchor == anchor);
                    }
                });
            }
        });
        line.spawn(Node { flex_shrink: 1.0, min_width: px(0), ..default() }).with_child(ui.styled_text(
            ui.localized_text("editor-anchor"),
            theme::SMALL,
            theme::TEXT_DIM,
        ));
    });
}
