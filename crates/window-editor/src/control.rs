//! Mouse and keyboard become actions; actions become edits, files, questions and other screens.

use std::path::{Path, PathBuf};

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Button;
use bevy::window::FileDragAndDrop;
use hotgates_editor::{Coord, EditRefusal, EditorTool, MirrorAxis, RoadOrRiver};
use hotgates_engine::{Battle, TerrainId};
use hotgates_files::{FileError, MapFormat};

use super::disk::OpenedMap;
use super::explain::explain_refusal;
use super::question::{EditorDialog, MapLosingAction, NewMapDraft};
use super::random::RandomMapJob;
use super::{
    CameraAction, CursorAction, DialogAction, DisplayAction, DocumentAction, EditorAction, EditorSystems,
    GestureAction, MapFileAction, MapFileSaved, NewMapDraftAction, SetUpBattleOnMap, ToolAction, Workspace,
    disk,
};
use hotgates_board::{Board, CentreViewOnHex, PointAtHex, PointerCoord, ZoomViewBy};
use hotgates_ui::Keyboard;
use hotgates_ui::explain::{explain_fault, explain_file_error};
use hotgates_ui::keys::{KeyBinding, TypingStatus};
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::Storage;
use hotgates_ui::texts::Texts;
use hotgates_ui::{Notice, Phrase};

/// The keys of the editor, as the list of keys shows them.
pub static KEYS: [KeyBinding<EditorAction>; 46] = [
    KeyBinding::new(KeyCode::KeyB, EditorAction::Tool(ToolAction::Take(EditorTool::Brush)), "tool-brush"),
    KeyBinding::new(KeyCode::KeyL, EditorAction::Tool(ToolAction::Take(EditorTool::Line)), "tool-line"),
    KeyBinding::new(
        KeyCode::KeyR,
        EditorAction::Tool(ToolAction::Take(EditorTool::Rectangle)),
        "tool-rectangle",
    ),
    KeyBinding::new(KeyCode::KeyF, EditorAction::Tool(ToolAction::Take(EditorTool::Fill)), "tool-fill"),
    KeyBinding::new(KeyCode::KeyI, EditorAction::Tool(ToolAction::Take(EditorTool::Pick)), "tool-pick"),
    KeyBinding::new(
        KeyCode::KeyO,
        EditorAction::Tool(ToolAction::Take(EditorTool::RoadOrRiver(RoadOrRiver::Road))),
        "tool-road",
    ),
    KeyBinding::new(
        KeyCode::KeyV,
        EditorAction::Tool(ToolAction::Take(EditorTool::RoadOrRiver(RoadOrRiver::River))),
        "tool-river",
    ),
    KeyBinding::new(KeyCode::KeyC, EditorAction::Tool(ToolAction::Take(EditorTool::Castle)), "tool-castle"),
    KeyBinding::new(KeyCode::KeyE, EditorAction::Tool(ToolAction::Take(EditorTool::Entry)), "tool-entry"),
    KeyBinding::new(KeyCode::KeyU, EditorAction::Tool(ToolAction::UnitTool), "tool-unit"),
    KeyBinding::new(KeyCode::KeyM, EditorAction::Tool(ToolAction::Take(EditorTool::Move)), "tool-move"),
    KeyBinding::new(KeyCode::KeyX, EditorAction::Tool(ToolAction::Take(EditorTool::Remove)), "tool-remove"),
    KeyBinding::new(
        KeyCode::KeyS,
        EditorAction::Tool(ToolAction::Take(EditorTool::SelectRectangle)),
        "tool-select",
    ),
    KeyBinding::new(
        KeyCode::KeyA,
        EditorAction::Tool(ToolAction::Take(EditorTool::SelectFree)),
        "tool-lasso",
    ),
    KeyBinding::new(KeyCode::Digit1, EditorAction::Tool(ToolAction::Terrain(TerrainId(0))), "key-terrain"),
    KeyBinding::new(KeyCode::Digit2, EditorAction::Tool(ToolAction::Terrain(TerrainId(1))), "key-terrain"),
    KeyBinding::new(KeyCode::Digit3, EditorAction::Tool(ToolAction::Terrain(TerrainId(2))), "key-terrain"),
    KeyBinding::new(KeyCode::Digit4, EditorAction::Tool(ToolAction::Terrain(TerrainId(3))), "key-terrain"),
    KeyBinding::new(KeyCode::Digit5, EditorAction::Tool(ToolAction::Terrain(TerrainId(4))), "key-terrain"),
    KeyBinding::new(KeyCode::Digit6, EditorAction::Tool(ToolAction::Terrain(TerrainId(5))), "key-terrain"),
    KeyBinding::new(KeyCode::Digit7, EditorAction::Tool(ToolAction::Terrain(TerrainId(6))), "key-terrain"),
    KeyBinding::new(KeyCode::KeyP, EditorAction::Cursor(CursorAction::Pick), "key-pick-here"),
    KeyBinding::with_control_key(
        KeyCode::ArrowLeft,
        EditorAction::Cursor(CursorAction::Point(-1, 0)),
        "key-point",
    ),
    KeyBinding::with_control_key(
        KeyCode::ArrowRight,
        EditorAction::Cursor(CursorAction::Point(1, 0)),
        "key-point",
    ),
    KeyBinding::with_control_key(
        KeyCode::ArrowUp,
        EditorAction::Cursor(CursorAction::Point(0, -1)),
        "key-point",
    ),
    KeyBinding::with_control_key(
        KeyCode::ArrowDown,
        EditorAction::Cursor(CursorAction::Point(0, 1)),
        "key-point",
    ),
    KeyBinding::new(KeyCode::KeyD, EditorAction::Cursor(CursorAction::Press), "key-press-here"),
    KeyBinding::new(KeyCode::BracketLeft, EditorAction::Tool(ToolAction::Brush(-1)), "key-brush-smaller"),
    KeyBinding::new(KeyCode::BracketRight, EditorAction::Tool(ToolAction::Brush(1)), "key-brush-larger"),
    KeyBinding::with_control_key(KeyCode::KeyZ, EditorAction::Document(DocumentAction::Undo), "undo"),
    KeyBinding::with_control_key(KeyCode::KeyY, EditorAction::Document(DocumentAction::Redo), "redo"),
    KeyBinding::with_control_key(
        KeyCode::KeyA,
        EditorAction::Tool(ToolAction::SelectAll),
        "editor-select-all",
    ),
    KeyBinding::with_control_key(KeyCode::KeyC, EditorAction::Tool(ToolAction::Copy), "editor-copy"),
    KeyBinding::with_control_key(KeyCode::KeyX, EditorAction::Tool(ToolAction::Cut), "editor-cut"),
    KeyBinding::with_control_key(
        KeyCode::KeyV,
        EditorAction::Tool(ToolAction::Take(EditorTool::Paste)),
        "tool-paste",
    ),
    KeyBinding::new(KeyCode::KeyT, EditorAction::Tool(ToolAction::TurnClip(1)), "editor-turn"),
    KeyBinding::new(
        KeyCode::KeyH,
        EditorAction::Tool(ToolAction::MirrorClip(MirrorAxis::North)),
        "editor-mirror-clip",
    ),
    KeyBinding::new(KeyCode::KeyG, EditorAction::Display(DisplayAction::Labels), "editor-labels"),
    KeyBinding::with_control_key(KeyCode::KeyN, EditorAction::File(MapFileAction::New), "editor-new"),
    KeyBinding::with_control_key(KeyCode::KeyO, EditorAction::File(MapFileAction::Open), "editor-open"),
    KeyBinding::with_control_key(KeyCode::KeyS, EditorAction::File(MapFileAction::Save), "save"),
    KeyBinding::new(KeyCode::F5, EditorAction::File(MapFileAction::Play), "editor-play"),
    KeyBinding::new(KeyCode::Equal, EditorAction::Camera(CameraAction::ZoomIn), "key-zoom-in"),
    KeyBinding::new(KeyCode::Minus, EditorAction::Camera(CameraAction::ZoomOut), "key-zoom-out"),
    KeyBinding::new(KeyCode::Escape, EditorAction::Dialog(DialogAction::Escape), "editor-escape"),
    KeyBinding::new(KeyCode::F1, EditorAction::Display(DisplayAction::Keys), "key-keys"),
];

/// Number of frames after Enter for which a question is answered: letters of the same frame are
/// heard before.
const HEARING: u8 = 3;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FileDragAndDrop>()
        .add_message::<MapFileSaved>()
        .add_message::<SetUpBattleOnMap>()
        .add_systems(
            Update,
            (
                press_editor_keys,
                send_pointer_gestures,
                open_dropped_files,
                handle_editor_actions,
                finish_typing,
            )
                .chain()
                .in_set(EditorSystems::Edit),
        );
}

/// Opens a file that is dropped on the window.
fn open_dropped_files(mut dropped: MessageReader<FileDragAndDrop>, mut actions: MessageWriter<EditorAction>) {
    for event in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = event {
            actions.write(EditorAction::File(MapFileAction::OpenFile(path_buf.clone())));
        }
    }
}

/// The widget that has the keyboard's focus.
#[derive(SystemParam)]
struct FocusedWidget<'w, 's> {
    typing: TypingStatus<'w, 's>,
    focus: Option<Res<'w, InputFocus>>,
    buttons: Query<'w, 's, (), With<Button>>,
}

impl FocusedWidget<'_, '_> {
    fn is_button(&self) -> bool {
        let focused = self.focus.as_ref().and_then(|focus| focus.get());
        focused.is_some_and(|entity| self.buttons.contains(entity))
    }
}

fn press_editor_keys(
    keyboard: Option<Res<ButtonInput<KeyCode>>>,
    keys: Keyboard,
    workspace: Res<Workspace>,
    focused: FocusedWidget,
    mut answered: Local<u8>,
    mut commands: Commands,
    mut actions: MessageWriter<EditorAction>,
) {
    let Some(keyboard) = keyboard else { return };
    let (enter, escape) = (keyboard.just_pressed(KeyCode::Enter), keyboard.just_pressed(KeyCode::Escape));
    if workspace.dialog.is_some() {
        // A button that has the focus hears Enter itself.
        if enter && !focused.is_button() {
            *answered = HEARING;
        } else if *answered > 0 {
            *answered -= 1;
            if *answered == 0 {
                actions.write(EditorAction::Dialog(DialogAction::Confirm));
            }
        }
        if escape {
            actions.write(EditorAction::Dialog(DialogAction::Escape));
        }
    } else if focused.typing.is_typing() {
        *answered = 0;
        keys.send_pressed_keys(&KEYS, &mut actions);
        if enter || escape {
            commands.queue(|world: &mut World| {
                world.get_resource_mut::<InputFocus>().iter_mut().for_each(|focus| focus.clear());
            });
        }
    } else {
        *answered = 0;
        keys.send_pressed_keys(&KEYS, &mut actions);
    }
}

/// Turns presses and moves of the left button on the board into a gesture.
fn send_pointer_gestures(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    at: Res<PointerCoord>,
    workspace: Res<Workspace>,
    mut focus: Option<ResMut<InputFocus>>,
    mut pressed: Local<Option<Coord>>,
    mut actions: MessageWriter<EditorAction>,
) {
    let Some(buttons) = buttons else { return };
    let last = *pressed;
    if buttons.just_pressed(MouseButton::Left) && workspace.dialog.is_none() {
        *pressed = at.0;
        if let Some(at) = at.0 {
            if let Some(focus) = &mut focus {
                focus.clear();
            }
            actions.write(EditorAction::Gesture(GestureAction::Press(at)));
        }
    } else if let (Some(last), Some(now)) = (last, at.0)
        && last != now
    {
        *pressed = Some(now);
        actions.write(EditorAction::Gesture(GestureAction::Drag(now)));
    }
    if !buttons.pressed(MouseButton::Left)
        && let Some(last) = pressed.take()
    {
        actions.write(EditorAction::Gesture(GestureAction::Release(last)));
    }
}

/// Writes typed texts into the map once no text field has the focus.
fn finish_typing(typing: TypingStatus, mut workspace: ResMut<Workspace>, mut notices: MessageWriter<Notice>) {
    if workspace.has_typed_text()
        && !typing.is_typing()
        && let Err(refusal) = workspace.finish_typing()
    {
        notices.write(Notice(explain_refusal(&refusal)));
    }
}

/// Resources and messages that an action may touch besides the map.
#[derive(SystemParam)]
struct EditorActionContext<'w> {
    storage: Res<'w, Storage>,
    board: Option<Res<'w, Board>>,
    saved: MessageWriter<'w, MapFileSaved>,
    play: MessageWriter<'w, SetUpBattleOnMap>,
    drawing: ResMut<'w, RandomMapJob>,
    next: ResMut<'w, NextState<Screen>>,
    notices: MessageWriter<'w, Notice>,
    texts: Res<'w, Texts>,
    centre: MessageWriter<'w, CentreViewOnHex>,
    zoom: MessageWriter<'w, ZoomViewBy>,
    at: Res<'w, PointerCoord>,
    point: MessageWriter<'w, PointAtHex>,
}

fn handle_editor_actions(
    mut actions: MessageReader<EditorAction>,
    mut workspace: ResMut<Workspace>,
    mut effects: EditorActionContext,
) {
    for action in actions.read() {
        let workspace = &mut *workspace;
        match action {
            EditorAction::Gesture(gesture) => effects.notify_of_refusal(workspace.follow_gesture(*gesture)),
            EditorAction::Cursor(action) => effects.apply_tool_at_cursor(workspace, *action),
            EditorAction::Tool(action) => effects.notify_of_refusal(workspace.choose_tool(action)),
            EditorAction::Document(action) => effects.notify_of_refusal(workspace.edit_document(action)),
            EditorAction::Army(action) => effects.notify_of_refusal(workspace.edit_army(action)),
            EditorAction::Display(action) => effects.notify_of_refusal(workspace.change_display(*action)),
            EditorAction::Camera(action) => effects.move_camera(*action),
            EditorAction::File(action) => effects.handle_map_file_action(workspace, action),
            EditorAction::Dialog(action) => effects.handle_dialog_action(workspace, *action),
            EditorAction::Draft(action) => change_map_draft(workspace, *action),
            EditorAction::Type(entry, text) => workspace.remember_typed_text(*entry, text),
        }
    }
}

fn change_map_draft(workspace: &mut Workspace, action: NewMapDraftAction) {
    let Some(EditorDialog::New(draft)) = &mut workspace.dialog else { return };
    match action {
        NewMapDraftAction::Kind(kind) => draft.kind = kind,
        NewMapDraftAction::Rules(name) => draft.rules = name,
        NewMapDraftAction::From(from) => draft.from = from,
        NewMapDraftAction::Over(over) => draft.over = over,
        NewMapDraftAction::Dice => {
            let seed: u64 = draft.seed.trim().parse().unwrap_or(0);
            draft.seed = seed.wrapping_add(1).to_string();
            // The field shows it.
            workspace.refreshed += 1;
        }
    }
}

impl EditorActionContext<'_> {
    fn apply_tool_at_cursor(&mut self, workspace: &mut Workspace, action: CursorAction) {
        match action {
            CursorAction::Point(cols, rows) => self.move_cursor(workspace, cols, rows),
            CursorAction::Press => {
                if let Some(at) = self.at.0 {
                    let dragging = workspace.editor.is_dragging();
                    let gesture =
                        if dragging { GestureAction::Release(at) } else { GestureAction::Press(at) };
                    self.notify_of_refusal(workspace.follow_gesture(gesture));
                }
            }
            CursorAction::Pick => {
                let picked = self.at.0.map(|at| workspace.editor.pick_terrain(at));
                self.notify_of_refusal(picked.unwrap_or(Ok(())));
            }
        }
    }

    fn move_camera(&mut self, action: CameraAction) {
        match action {
            CameraAction::LookAt(at) => {
                if let Some(cell) = self.board.as_ref().and_then(|board| board.grid().at(at)) {
                    self.centre.write(CentreViewOnHex(cell));
                }
            }
            CameraAction::ZoomIn => drop(self.zoom.write(ZoomViewBy(1.5))),
            CameraAction::ZoomOut => drop(self.zoom.write(ZoomViewBy(-1.5))),
        }
    }

    fn handle_map_file_action(&mut self, workspace: &mut Workspace, action: &MapFileAction) {
        match action {
            MapFileAction::New => {
                let draft = NewMapDraft::by_rules_of(workspace.document());
                workspace.dialog = Some(EditorDialog::New(draft));
            }
            MapFileAction::Open => workspace.dialog = Some(EditorDialog::Open { typed: String::new() }),
            MapFileAction::OpenFile(path) => {
                self.ask_about_unsaved(workspace, MapLosingAction::Open(path.clone()));
            }
            MapFileAction::Save => self.save_map(workspace, None),
            MapFileAction::SaveAs => self.save_map_as(workspace, None),
            MapFileAction::Play => self.play_map(workspace),
            MapFileAction::Leave => self.ask_about_unsaved(workspace, MapLosingAction::Leave),
        }
    }

    fn handle_dialog_action(&mut self, workspace: &mut Workspace, action: DialogAction) {
        match action {
            DialogAction::Confirm => self.confirm_dialog(workspace),
            DialogAction::Discard => {
                if let Some(EditorDialog::Unsaved(then)) = workspace.dialog.take() {
                    match then {
                        MapLosingAction::TakeUp => super::unsaved::remove_unsaved_file(&self.storage),
                        MapLosingAction::Leave | MapLosingAction::Create(_) | MapLosingAction::Open(_) => {
                            self.do_map_losing_action(workspace, then);
                        }
                    }
                }
            }
            DialogAction::Escape => self.cancel_innermost_activity(workspace),
        }
    }

    /// Tells the reader why an edit was refused.
    fn notify_of_refusal(&mut self, done: Result<(), EditRefusal>) {
        if let Err(refusal) = done {
            self.notices.write(Notice(explain_refusal(&refusal)));
        }
    }

    /// Moves the pointer by columns and rows, or to the middle of the map where there is no pointer
    /// yet. A gesture that has begun goes on there.
    fn move_cursor(&mut self, workspace: &mut Workspace, cols: i32, rows: i32) {
        let Some(board) = &self.board else { return };
        let grid = board.grid();
        let (width, height) = (grid.width(), grid.height());
        let to = match self.at.0 {
            Some(at) => {
                Coord { col: (at.col + cols).clamp(0, width - 1), row: (at.row + rows).clamp(0, height - 1) }
            }
            None => Coord { col: width / 2, row: height / 2 },
        };
        self.point.write_batch(grid.at(to).map(PointAtHex)).for_each(drop);
        if workspace.editor.is_dragging() {
            let dragged = workspace.follow_gesture(GestureAction::Drag(to));
            self.notify_of_refusal(dragged);
        }
    }

    /// Does the action at once where no change would be lost, else asks first.
    fn ask_about_unsaved(&mut self, workspace: &mut Workspace, then: MapLosingAction) {
        let typed = workspace.finish_typing();
        self.notify_of_refusal(typed);
        if workspace.document().is_changed() {
            workspace.dialog = Some(EditorDialog::Unsaved(then));
        } else {
            self.do_map_losing_action(workspace, then);
        }
    }

    /// Does an action that loses the map on the workspace.
    fn do_map_losing_action(&mut self, workspace: &mut Workspace, then: MapLosingAction) {
        workspace.dialog = None;
        match then {
            MapLosingAction::Leave => {
                super::unsaved::remove_unsaved_file(&self.storage);
                workspace.left = true;
                self.next.set(Screen::Menu);
            }
            MapLosingAction::Create(draft) => match draft.kind {
                None => match draft.blank_document(&self.texts.get("editor-new-name")) {
                    Ok(document) => workspace.replace_document(document, None),
                    Err(refusal) => self.ask_for_new_map_again(workspace, draft, &refusal),
                },
                Some(kind) => match draft.random_map_plan(kind) {
                    Ok(plan) => self.drawing.begin_random_map(plan, draft, workspace.document()),
                    Err(refusal) => self.ask_for_new_map_again(workspace, draft, &refusal),
                },
            },
            MapLosingAction::Open(path) => self.open_file(workspace, &path),
            MapLosingAction::TakeUp => match disk::open_unsaved_map(&self.storage) {
                Ok(mut document) => {
                    document.mark_unsaved();
                    workspace.replace_document(document, None);
                }
                Err(problem) => self.notify_of_file_error(&problem),
            },
        }
    }

    /// Puts the map of a file on the workspace. A map of another program gets a new file of our own
    /// format when it is saved.
    fn open_file(&mut self, workspace: &mut Workspace, path: &Path) {
        match disk::open_map(path) {
            Ok(OpenedMap { document, path: own, notes }) => {
                info!("opened: {}", path.display());
                let imported = own.is_none();
                workspace.replace_document(document, own);
                workspace.folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
                if imported {
                    self.notify_about_file("editor-imported", path);
                }
                self.notices.write_batch(notes.iter().cloned().map(Notice)).for_each(drop);
                workspace.notes = notes;
                disk::remember_map(&self.storage, path);
            }
            Err(problem) => self.notify_of_file_error(&problem),
        }
    }

    fn notify_of_file_error(&mut self, problem: &FileError) {
        self.notices.write_batch(explain_file_error(problem).into_iter().map(Notice)).for_each(drop);
    }

    fn notify_about_file(&mut self, key: &'static str, path: &Path) {
        self.notices.write(Notice(Phrase::new(key).with_value("file", path.display().to_string())));
    }

    fn ask_for_new_map_again(
        &mut self,
        workspace: &mut Workspace,
        draft: NewMapDraft,
        refusal: &EditRefusal,
    ) {
        self.notices.write(Notice(explain_refusal(refusal)));
        workspace.dialog = Some(EditorDialog::New(draft));
    }

    /// Does what the question on the screen asks about: the answer was yes.
    fn confirm_dialog(&mut self, workspace: &mut Workspace) {
        match workspace.dialog.take() {
            Some(EditorDialog::New(draft)) if draft.over && draft.kind.is_some() => {
                self.do_map_losing_action(workspace, MapLosingAction::Create(draft));
            }
            Some(EditorDialog::New(draft)) => {
                self.ask_about_unsaved(workspace, MapLosingAction::Create(draft));
            }
            Some(EditorDialog::Open { typed }) if typed.trim().is_empty() => {}
            Some(EditorDialog::Open { typed }) => {
                let path = disk::path_to_open(&self.storage, &typed);
                if path.is_file() {
                    self.ask_about_unsaved(workspace, MapLosingAction::Open(path));
                } else if let Err(problem) = disk::open_map(&path) {
                    // A slip of the pen, to be corrected.
                    self.notify_of_file_error(&problem);
                    workspace.dialog = Some(EditorDialog::Open { typed });
                }
            }
            Some(EditorDialog::SaveAs { typed, replace, then }) => {
                self.save_under_typed_name(workspace, typed, replace, then);
            }
            Some(EditorDialog::Unsaved(MapLosingAction::TakeUp)) => {
                self.do_map_losing_action(workspace, MapLosingAction::TakeUp);
            }
            Some(EditorDialog::Unsaved(then)) => self.save_map(workspace, Some(then)),
            None => {}
        }
    }

    /// Writes the map to its file, or asks for a file where the map has none, and does the action
    /// that follows.
    fn save_map(&mut self, workspace: &mut Workspace, then: Option<MapLosingAction>) {
        let typed = workspace.finish_typing();
        self.notify_of_refusal(typed);
        match workspace.path.clone() {
            Some(path) => self.write_own_file(workspace, &path, then),
            None => self.save_map_as(workspace, then),
        }
    }

    fn save_map_as(&mut self, workspace: &mut Workspace, then: Option<MapLosingAction>) {
        let typed = workspace.finish_typing();
        self.notify_of_refusal(typed);
        let typed = match &workspace.path {
            Some(path) => path.display().to_string(),
            None => disk::suggested_file_name(&workspace.document().settings().name),
        };
        workspace.dialog = Some(EditorDialog::SaveAs { typed, replace: false, then });
    }

    /// Saves the map under a typed name, or exports it where the extension is that of another
    /// program. Where another file has the name already, asks first.
    fn save_under_typed_name(
        &mut self,
        workspace: &mut Workspace,
        typed: String,
        replace: bool,
        then: Option<MapLosingAction>,
    ) {
        let path = disk::path_to_save(&self.storage, &typed);
        let kind = match MapFormat::format_to_write(&path) {
            Ok(kind) if !typed.trim().is_empty() => kind,
            refused => {
                workspace.dialog = Some(EditorDialog::SaveAs { typed, replace: false, then });
                workspace.refreshed += 1;
                if let Err(problem) = refused {
                    self.notify_of_file_error(&problem);
                }
                return;
            }
        };
        if disk::is_file_taken(&path) && !replace && workspace.path.as_ref() != Some(&path) {
            workspace.dialog = Some(EditorDialog::SaveAs { typed, replace: true, then });
            workspace.refreshed += 1;
            return;
        }
        if let Err(problem) = disk::check_file_can_be_written(&self.storage, &path) {
            workspace.dialog = Some(EditorDialog::SaveAs { typed, replace: false, then });
            workspace.refreshed += 1;
            return self.notify_of_file_error(&problem);
        }
        match kind {
            MapFormat::Ron => self.write_own_file(workspace, &path, then),
            kind => self.export_map(workspace, &path, kind, then),
        }
    }

    /// Writes the map for another program. The map itself stays as unsaved as it was: comments are
    /// not exported.
    fn export_map(
        &mut self,
        workspace: &mut Workspace,
        path: &Path,
        kind: MapFormat,
        then: Option<MapLosingAction>,
    ) {
        let document = workspace.editor.document_mut();
        let name = &document.settings().name;
        let written = hotgates_files::write_map(&document.to_map(), document.rules(), kind, path, name);
        if let Err(problem) = written {
            return self.notify_of_file_error(&problem);
        }
        info!("exported: {}", path.display());
        workspace.dialog = None;
        disk::remember_map(&self.storage, path);
        self.notify_about_file("editor-exported", path);
        if let Some(then) = then {
            self.ask_about_unsaved(workspace, then);
        }
    }

    fn write_own_file(&mut self, workspace: &mut Workspace, path: &Path, then: Option<MapLosingAction>) {
        // The gesture that has begun ends here: what is written is what is on the screen.
        let document = workspace.editor.document_mut();
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = disk::text_with_rules_beside(&self.storage, document, folder);
        let written = text.and_then(|text| {
            let text = text.unwrap_or_else(|| document.to_ron());
            self.storage.write_whole_file(path, text.as_bytes())
        });
        if let Err(problem) = written {
            return self.notify_of_file_error(&problem);
        }
        info!("saved: {}", path.display());
        document.mark_saved();
        let scenario = document.to_scenario();
        workspace.path = Some(path.to_owned());
        workspace.dialog = None;
        disk::remember_map(&self.storage, path);
        super::unsaved::remove_unsaved_file(&self.storage);
        self.notify_about_file("saved-as", path);
        match disk::rules_file_beside_map(scenario.map.rules.as_deref(), folder) {
            Some(rules) if !rules.exists() => self.notify_about_file("editor-rules-elsewhere", &rules),
            _ => folder.clone_into(&mut workspace.folder),
        }
        self.saved.write(MapFileSaved(scenario));
        if let Some(then) = then {
            self.do_map_losing_action(workspace, then);
        }
    }

    /// Ends the innermost activity: a question, the list of keys, a gesture, the unit in hand, the
    /// selection; without any of these leaves the editor.
    fn cancel_innermost_activity(&mut self, workspace: &mut Workspace) {
        match &workspace.dialog {
            Some(EditorDialog::Unsaved(MapLosingAction::TakeUp)) => return,
            Some(_) => return workspace.dialog = None,
            None => {}
        }
        if workspace.keys_shown {
            workspace.keys_shown = false;
        } else if workspace.editor.is_dragging() {
            workspace.editor.cancel_gesture();
        } else if workspace.taken.take().is_none() && !workspace.clear_selection() {
            self.ask_about_unsaved(workspace, MapLosingAction::Leave);
        }
    }

    /// Sets up a battle on the map as it is; leaving that comes back here.
    fn play_map(&mut self, workspace: &mut Workspace) {
        let typed = workspace.finish_typing();
        self.notify_of_refusal(typed);
        let scenario = workspace.editor.document_mut().to_scenario();
        let report = Battle::check_scenario(&scenario);
        if report.battle.is_none() {
            let why = report.faults.iter().find(|fault| !fault.is_warning());
            let why = why.map_or(Phrase::new("phrase-nothing"), explain_fault);
            self.notices.write(Notice(Phrase::new("editor-unplayable").with_value("why", why)));
            return;
        }
        self.play.write(SetUpBattleOnMap(scenario));
    }
}
