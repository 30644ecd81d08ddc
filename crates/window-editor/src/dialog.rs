//! Questions over the map: what a new map is to be like, which to open, where to save, what to do
//! with what is unsaved.

use std::mem::{Discriminant, discriminant};
use std::path::Path;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::SelectAllOnFocus;
use hotgates_engine::{Direction, Ruleset};
use hotgates_mapgen::LandKind;

use super::question::{EditorDialog, MapLosingAction, NewMapDraft};
use super::{
    DialogAction, DialogTextField, EditorAction, EditorSystems, MapFileAction, NewMapDraftAction,
    TypedTextField, Workspace, disk,
};
use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::storage::Storage;
use hotgates_ui::{
    DialogBox, Panel, TextField, Tooltip, UiContext, WidgetStateSetter, column, flexible_space, panel_bundle,
    row, spawn_scroll_list, theme,
};

/// The ground of a question, over everything else. Another kind of question has a ground of its
/// own, so that the keyboard's focus does not stay in the same place, on an answer never chosen.
#[derive(Component)]
struct DialogBackdrop(Discriminant<EditorDialog>);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (show_or_hide_dialog, fill_dialog).chain().in_set(EditorSystems::Show));
}

/// Puts the ground of a question on the screen, or takes it away.
fn show_or_hide_dialog(
    mut commands: Commands,
    workspace: Res<Workspace>,
    layers: Query<(Entity, &DialogBackdrop)>,
) {
    let asked = workspace.dialog.as_ref().map(discriminant);
    let shown = layers.iter().next();
    if shown.map(|(_, backdrop)| backdrop.0) == asked {
        return;
    }
    if let Some((layer, _)) = shown {
        commands.entity(layer).despawn();
    }
    if let Some(kind) = asked {
        spawn_backdrop(&mut commands, kind);
    }
}

fn spawn_backdrop(commands: &mut Commands, kind: Discriminant<EditorDialog>) {
    let node = Node {
        position_type: PositionType::Absolute,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..full_window_column()
    };
    let shade = BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.55));
    let tabs = TabGroup::modal();
    let backdrop = DialogBackdrop(kind);
    commands.spawn((backdrop, DespawnOnExit(Screen::Editor), node, shade, GlobalZIndex(60), tabs));
}

fn fill_dialog(
    workspace: Res<Workspace>,
    storage: Res<Storage>,
    mut layer: Panel<DialogBackdrop, (EditorDialog, u32)>,
) {
    let Some(dialog) = &workspace.dialog else { return };
    layer.refill((dialog.with_typed_text_blanked(), workspace.refreshed), |ground, ui| {
        ground
            .spawn((DialogBox, panel_bundle(Node { width: px(560), max_height: percent(92), ..column(12) })))
            .with_children(|panel| match dialog {
                EditorDialog::New(draft) => spawn_new_map_dialog(panel, ui, draft),
                EditorDialog::Open { typed } => spawn_open_dialog(panel, ui, &storage, typed),
                EditorDialog::SaveAs { typed, replace, .. } => {
                    spawn_save_dialog(panel, ui, &storage, typed, *replace);
                }
                EditorDialog::Unsaved(then) => spawn_unsaved_dialog(panel, ui, &workspace, then),
            });
    });
}

fn spawn_dialog_title(panel: &mut ChildSpawnerCommands, ui: &UiContext, words: String) {
    panel.spawn(ui.bold_text(words, theme::TITLE, theme::ACCENT));
}

/// Spawns a text field with its name before it. What it has is selected once it has the focus:
/// another text is typed over it.
fn spawn_text_field<'a>(
    line: &'a mut ChildSpawnerCommands,
    ui: &UiContext,
    name: String,
    text: &str,
    width: f32,
    entry: TypedTextField,
) -> EntityCommands<'a> {
    line.spawn(ui.styled_text(name, theme::BODY, theme::TEXT_DIM));
    let mut field = line.spawn(TextField::with_text(
        ui,
        text,
        width,
        Box::new(move |text| EditorAction::Type(entry, text)),
    ));
    field.insert(SelectAllOnFocus);
    field.entry::<EditableText>().and_modify(|mut text| text.max_characters = Some(1000));
    field
}

fn spawn_new_map_dialog(panel: &mut ChildSpawnerCommands, ui: &UiContext, draft: &NewMapDraft) {
    spawn_dialog_title(panel, ui, ui.localized_text("editor-new"));
    panel.spawn(row(8)).with_children(|line| {
        spawn_text_field(
            line,
            ui,
            ui.localized_text("editor-columns"),
            &draft.width,
            6.0,
            TypedTextField::Dialog(DialogTextField::Width),
        )
        .insert(AutoFocus);
        spawn_text_field(
            line,
            ui,
            ui.localized_text("editor-rows"),
            &draft.height,
            6.0,
            TypedTextField::Dialog(DialogTextField::Height),
        );
    });
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), ..row(6) }).with_children(|line| {
        let blank =
            ui.button(ui.localized_text("editor-blank"), EditorAction::Draft(NewMapDraftAction::Kind(None)));
        line.spawn(blank).chosen(draft.kind.is_none());
        for kind in LandKind::ALL {
            let button = ui.button(
                ui.localized_text(map_kind_text_key(kind)),
                EditorAction::Draft(NewMapDraftAction::Kind(Some(kind))),
            );
            line.spawn(button).chosen(draft.kind == Some(kind));
        }
    });
    if draft.kind.is_some() {
        panel.spawn(row(8)).with_children(|line| {
            spawn_text_field(
                line,
                ui,
                ui.localized_text("setup-seed"),
                &draft.seed,
                12.0,
                TypedTextField::Dialog(DialogTextField::Seed),
            );
            line.spawn(
                ui.button(ui.localized_text("editor-dice"), EditorAction::Draft(NewMapDraftAction::Dice)),
            )
            .insert(Tooltip(ui.localized_text("editor-dice-tip")));
        });
        panel.spawn(row(6)).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text("setup-from"), theme::BODY, theme::TEXT_DIM));
            for direction in Direction::ALL {
                let words = ui.localized_text(&format!("direction-{}", direction.name()));
                line.spawn(ui.small_button(words, EditorAction::Draft(NewMapDraftAction::From(direction))))
                    .chosen(draft.from == direction);
            }
        });
        panel.spawn(row(6)).with_children(|line| {
            for (over, key) in [(false, "editor-as-new"), (true, "editor-over")] {
                line.spawn(ui.small_button(
                    ui.localized_text(key),
                    EditorAction::Draft(NewMapDraftAction::Over(over)),
                ))
                .chosen(draft.over == over);
            }
        });
    }
    // A map drawn over the present one keeps its rules.
    if draft.kind.is_none() || !draft.over {
        panel.spawn(row(6)).with_children(|line| {
            line.spawn(ui.styled_text(ui.localized_text("editor-new-rules"), theme::BODY, theme::TEXT_DIM));
            for (name, _) in Ruleset::SHIPPED {
                line.spawn(
                    ui.small_button(name.to_owned(), EditorAction::Draft(NewMapDraftAction::Rules(name))),
                )
                .chosen(draft.rules == name);
            }
        });
    }
    spawn_answer_buttons(panel, ui, "editor-create");
}

const fn map_kind_text_key(kind: LandKind) -> &'static str {
    match kind {
        LandKind::Pass => "editor-kind-pass",
        LandKind::River => "editor-kind-river",
        LandKind::Plain => "editor-kind-plain",
        LandKind::Islands => "editor-kind-islands",
        LandKind::Highlands => "editor-kind-highlands",
    }
}

/// Spawns the buttons below a question.
fn spawn_answer_buttons(panel: &mut ChildSpawnerCommands, ui: &UiContext, yes: &str) {
    panel.spawn(row(8)).with_children(|line| {
        line.spawn(flexible_space());
        line.spawn(ui.button(ui.localized_text(yes), EditorAction::Dialog(DialogAction::Confirm)));
        line.spawn(ui.button(ui.localized_text("cancel"), EditorAction::Dialog(DialogAction::Escape)));
    });
}

fn spawn_open_dialog(panel: &mut ChildSpawnerCommands, ui: &UiContext, storage: &Storage, typed: &str) {
    spawn_dialog_title(panel, ui, ui.localized_text("editor-open"));
    let lists = [
        ("editor-recent", disk::recent_maps(storage)),
        ("editor-mine", disk::list_maps_in(&storage.map_folder())),
        ("editor-shipped", disk::list_maps_in(Path::new("maps"))),
    ];
    spawn_scroll_list(panel, Node { max_height: px(380), ..default() }, 6, |list| {
        for (key, paths) in lists {
            if paths.is_empty() {
                continue;
            }
            list.spawn(ui.bold_text(ui.localized_text(key), theme::BODY, theme::ACCENT));
            list.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), ..row(6) }).with_children(|line| {
                for path in paths {
                    // Only our own maps go without their extension.
                    let own = hotgates_files::MapFormat::by_extension(&path)
                        == Some(hotgates_files::MapFormat::Ron);
                    let name = if own { path.file_stem() } else { path.file_name() };
                    let name = name.map(|name| name.to_string_lossy().into_owned());
                    let tip = path.display().to_string();
                    let button = ui
                        .button(name.unwrap_or_default(), EditorAction::File(MapFileAction::OpenFile(path)));
                    line.spawn(button).insert(Tooltip(tip));
                }
            });
        }
    });
    panel.spawn(row(8)).with_children(|line| {
        spawn_text_field(
            line,
            ui,
            ui.localized_text("editor-path"),
            typed,
            48.0,
            TypedTextField::Dialog(DialogTextField::Path),
        )
        .insert(AutoFocus);
    });
    panel.spawn(ui.styled_text(ui.localized_text("editor-open-hint"), theme::SMALL, theme::TEXT_DIM));
    spawn_answer_buttons(panel, ui, "editor-open-yes");
}

fn spawn_save_dialog(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    storage: &Storage,
    typed: &str,
    replace: bool,
) {
    spawn_dialog_title(panel, ui, ui.localized_text("editor-save-as"));
    panel.spawn(row(8)).with_children(|line| {
        spawn_text_field(
            line,
            ui,
            ui.localized_text("editor-path"),
            typed,
            48.0,
            TypedTextField::Dialog(DialogTextField::Path),
        )
        .insert(AutoFocus);
    });
    let folder = storage.map_folder().display().to_string();
    let hint = ui.texts.text_with_values("editor-save-hint", &[("folder", folder.into())]);
    panel.spawn(ui.styled_text(hint, theme::SMALL, theme::TEXT_DIM));
    panel.spawn(ui.styled_text(ui.localized_text("editor-export-hint"), theme::SMALL, theme::TEXT_DIM));
    if replace {
        panel.spawn(ui.styled_text(ui.localized_text("editor-replace-ask"), theme::BODY, theme::WRONG));
    }
    spawn_answer_buttons(panel, ui, if replace { "editor-replace" } else { "save" });
}

fn spawn_unsaved_dialog(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    then: &MapLosingAction,
) {
    let (head, yes, no) = match then {
        MapLosingAction::TakeUp => ("editor-left-behind", "editor-take-up", "editor-throw-away"),
        MapLosingAction::Leave | MapLosingAction::Create(_) | MapLosingAction::Open(_) => {
            ("editor-unsaved", "save", "editor-dont-save")
        }
    };
    spawn_dialog_title(panel, ui, ui.localized_text(head));
    let words = if *then == MapLosingAction::TakeUp {
        ui.localized_text("editor-left-behind-ask")
    } else {
        let name = workspace.document().settings().name.clone();
        ui.texts.text_with_values("editor-unsaved-ask", &[("name", name.into())])
    };
    panel.spawn(ui.styled_text(words, theme::BODY, theme::TEXT));
    panel.spawn(row(8)).with_children(|line| {
        // Without a focus of its own, Return would press the button behind the question once more.
        line.spawn(ui.button(ui.localized_text(yes), EditorAction::Dialog(DialogAction::Confirm)))
            .insert(AutoFocus);
        line.spawn(ui.button(ui.localized_text(no), EditorAction::Dialog(DialogAction::Discard)));
        if *then != MapLosingAction::TakeUp {
            line.spawn(flexible_space());
            line.spawn(ui.button(ui.localized_text("cancel"), EditorAction::Dialog(DialogAction::Escape)));
        }
    });
}
