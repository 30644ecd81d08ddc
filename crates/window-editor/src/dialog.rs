//! Questions over the map: what a new map is to be like, which to open, where to save, what to do
//! with what is unsaved.

use std::path::Path;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::SelectAllOnFocus;
use hotgates_engine::Direction;
use hotgates_mapgen::Kind;

use super::question::{Dialog, Draft, Then};
use super::{
    DialogAction, DialogEntry, DraftAction, EditorAction, EditorSystems, MapFileAction, TextSlot, Workspace,
    disk,
};
use hotgates_ui::screen::{Screen, whole_window};
use hotgates_ui::storage::Storage;
use hotgates_ui::{
    Choice, DialogBox, Field, Panel, Tooltip, UiContext, column, filler, panel, row, scroll_list, theme,
};

/// The ground of the question, over everything else.
#[derive(Component)]
struct DialogLayer;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (place_dialog, fill_dialog).chain().in_set(EditorSystems::Show));
}

/// Puts the ground of a question on the screen, or takes it away.
fn place_dialog(mut commands: Commands, workspace: Res<Workspace>, layers: Query<Entity, With<DialogLayer>>) {
    match (layers.iter().next(), &workspace.dialog) {
        (Some(layer), None) => commands.entity(layer).despawn(),
        (None, Some(_)) => {
            let node = Node {
                position_type: PositionType::Absolute,
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..whole_window()
            };
            let shade = BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.55));
            let tabs = TabGroup::modal();
            commands.spawn((DialogLayer, DespawnOnExit(Screen::Editor), node, shade, GlobalZIndex(60), tabs));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
}

fn fill_dialog(
    workspace: Res<Workspace>,
    storage: Res<Storage>,
    mut layer: Panel<DialogLayer, (Dialog, u32)>,
) {
    let Some(dialog) = &workspace.dialog else { return };
    layer.refill((dialog.without_typing(), workspace.refreshed), |ground, ui| {
        ground
            .spawn((DialogBox, panel(Node { width: px(560), max_height: percent(92), ..column(12) })))
            .with_children(|panel| match dialog {
                Dialog::New(draft) => ask_new(panel, ui, draft),
                Dialog::Open { typed } => ask_open(panel, ui, &storage, typed),
                Dialog::SaveAs { typed, replace, .. } => ask_save(panel, ui, &storage, typed, *replace),
                Dialog::Unsaved(then) => ask_unsaved(panel, ui, &workspace, then),
            });
    });
}

fn dialog_title(panel: &mut ChildSpawnerCommands, ui: &UiContext, words: String) {
    panel.spawn(ui.strong(words, theme::TITLE, theme::ACCENT));
}

/// A field with its name before it. What it has is selected once it has the focus: another text is
/// typed over it.
fn text_field<'a>(
    line: &'a mut ChildSpawnerCommands,
    ui: &UiContext,
    name: String,
    text: &str,
    width: f32,
    entry: TextSlot,
) -> EntityCommands<'a> {
    line.spawn(ui.words(name, theme::BODY, theme::TEXT_DIM));
    let mut field =
        line.spawn(Field::of(ui, text, width, Box::new(move |text| EditorAction::Type(entry, text))));
    field.insert(SelectAllOnFocus);
    field.entry::<EditableText>().and_modify(|mut text| text.max_characters = Some(1000));
    field
}

fn ask_new(panel: &mut ChildSpawnerCommands, ui: &UiContext, draft: &Draft) {
    dialog_title(panel, ui, ui.text("editor-new"));
    panel.spawn(row(8)).with_children(|line| {
        text_field(
            line,
            ui,
            ui.text("editor-columns"),
            &draft.width,
            6.0,
            TextSlot::Dialog(DialogEntry::Width),
        )
        .insert(AutoFocus);
        text_field(
            line,
            ui,
            ui.text("editor-rows"),
            &draft.height,
            6.0,
            TextSlot::Dialog(DialogEntry::Height),
        );
    });
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), ..row(6) }).with_children(|line| {
        let blank = ui.button(ui.text("editor-blank"), EditorAction::Draft(DraftAction::Kind(None)));
        line.spawn(blank).chosen(draft.kind.is_none());
        for kind in Kind::ALL {
            let button =
                ui.button(ui.text(kind_key(kind)), EditorAction::Draft(DraftAction::Kind(Some(kind))));
            line.spawn(button).chosen(draft.kind == Some(kind));
        }
    });
    if draft.kind.is_some() {
        panel.spawn(row(8)).with_children(|line| {
            text_field(
                line,
                ui,
                ui.text("setup-seed"),
                &draft.seed,
                12.0,
                TextSlot::Dialog(DialogEntry::Seed),
            );
            line.spawn(ui.button(ui.text("editor-dice"), EditorAction::Draft(DraftAction::Dice)))
                .insert(Tooltip(ui.text("editor-dice-tip")));
        });
        panel.spawn(row(6)).with_children(|line| {
            line.spawn(ui.words(ui.text("setup-from"), theme::BODY, theme::TEXT_DIM));
            for direction in Direction::ALL {
                let words = ui.text(&format!("direction-{}", direction.name()));
                line.spawn(ui.small_button(words, EditorAction::Draft(DraftAction::From(direction))))
                    .chosen(draft.from == direction);
            }
        });
        panel.spawn(row(6)).with_children(|line| {
            for (over, key) in [(false, "editor-as-new"), (true, "editor-over")] {
                line.spawn(ui.small_button(ui.text(key), EditorAction::Draft(DraftAction::Over(over))))
                    .chosen(draft.over == over);
            }
        });
    }
    answer_buttons(panel, ui, "editor-create");
}

const fn kind_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Pass => "editor-kind-pass",
        Kind::River => "editor-kind-river",
        Kind::Plain => "editor-kind-plain",
        Kind::Islands => "editor-kind-islands",
        Kind::Highlands => "editor-kind-highlands",
    }
}

/// The buttons below a question.
fn answer_buttons(panel: &mut ChildSpawnerCommands, ui: &UiContext, yes: &str) {
    panel.spawn(row(8)).with_children(|line| {
        line.spawn(filler());
        line.spawn(ui.button(ui.text(yes), EditorAction::Dialog(DialogAction::Confirm)));
        line.spawn(ui.button(ui.text("cancel"), EditorAction::Dialog(DialogAction::Escape)));
    });
}

fn ask_open(panel: &mut ChildSpawnerCommands, ui: &UiContext, storage: &Storage, typed: &str) {
    dialog_title(panel, ui, ui.text("editor-open"));
    let lists = [
        ("editor-recent", disk::recent_maps(storage)),
        ("editor-mine", disk::maps_in(&storage.maps())),
        ("editor-shipped", disk::maps_in(Path::new("maps"))),
    ];
    scroll_list(panel, Node { max_height: px(380), ..default() }, 6, |list| {
        for (key, paths) in lists {
            if paths.is_empty() {
                continue;
            }
            list.spawn(ui.strong(ui.text(key), theme::BODY, theme::ACCENT));
            list.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), ..row(6) }).with_children(|line| {
                for path in paths.into_iter().take(200) {
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
        text_field(line, ui, ui.text("editor-path"), typed, 48.0, TextSlot::Dialog(DialogEntry::Path))
            .insert(AutoFocus);
    });
    panel.spawn(ui.words(ui.text("editor-open-hint"), theme::SMALL, theme::TEXT_DIM));
    answer_buttons(panel, ui, "editor-open-yes");
}

fn ask_save(panel: &mut ChildSpawnerCommands, ui: &UiContext, storage: &Storage, typed: &str, replace: bool) {
    dialog_title(panel, ui, ui.text("editor-save-as"));
    panel.spawn(row(8)).with_children(|line| {
        text_field(line, ui, ui.text("editor-path"), typed, 48.0, TextSlot::Dialog(DialogEntry::Path))
            .insert(AutoFocus);
    });
    let folder = storage.maps().display().to_string();
    let hint = ui.texts.with("editor-save-hint", &[("folder", folder.into())]);
    panel.spawn(ui.words(hint, theme::SMALL, theme::TEXT_DIM));
    panel.spawn(ui.words(ui.text("editor-export-hint"), theme::SMALL, theme::TEXT_DIM));
    if replace {
        panel.spawn(ui.words(ui.text("editor-replace-ask"), theme::BODY, theme::WRONG));
    }
    answer_buttons(panel, ui, if replace { "editor-replace" } else { "save" });
}

fn ask_unsaved(panel: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace, then: &Then) {
    let (head, yes, no) = match then {
        Then::TakeUp => ("editor-left-behind", "editor-take-up", "editor-throw-away"),
        Then::Leave | Then::Create(_) | Then::Open(_) => ("editor-unsaved", "save", "editor-dont-save"),
    };
    dialog_title(panel, ui, ui.text(head));
    let words = if *then == Then::TakeUp {
        ui.text("editor-left-behind-ask")
    } else {
        let name = workspace.document().settings().name.clone();
        ui.texts.with("editor-unsaved-ask", &[("name", name.into())])
    };
    panel.spawn(ui.words(words, theme::BODY, theme::TEXT));
    panel.spawn(row(8)).with_children(|line| {
        line.spawn(ui.button(ui.text(yes), EditorAction::Dialog(DialogAction::Confirm)));
        line.spawn(ui.button(ui.text(no), EditorAction::Dialog(DialogAction::Discard)));
        if *then != Then::TakeUp {
            line.spawn(filler());
            line.spawn(ui.button(ui.text("cancel"), EditorAction::Dialog(DialogAction::Escape)));
        }
    });
}
