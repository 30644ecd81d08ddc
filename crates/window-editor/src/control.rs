//! Mouse and keyboard become actions; actions become edits, files, questions and other screens.

use std::path::{Path, PathBuf};

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Button;
use bevy::window::FileDragAndDrop;
use hotgates_editor::{Coord, MirrorAxis, Refusal, RoadOrRiver, Tool};
use hotgates_engine::TerrainId;
use hotgates_files::{FileError, MapFormat};

use super::disk::Opened;
use super::explain::explain_refusal;
use super::question::{Dialog, Draft, Then};
use super::random::RandomDraft;
use super::{
    CameraAction, CursorAction, DialogAction, DisplayAction, DocumentAction, DraftAction, EditorAction,
    EditorSystems, GestureAction, MapFileAction, MapSaved, PlayMap, ToolAction, Workspace, disk,
};
use hotgates_board::{Board, CentreOn, PointAt, PointerAt, ZoomBy};
use hotgates_ui::Keyboard;
use hotgates_ui::explain::{explain_fault, explain_file_error};
use hotgates_ui::keys::{Key, Typing};
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::{Storage, make_folder_of};
use hotgates_ui::{Notice, Phrase};

/// The keys of the editor, as the list of keys shows them.
pub static KEYS: [Key<EditorAction>; 46] = [
    Key::new(KeyCode::KeyB, EditorAction::Tool(ToolAction::Take(Tool::Brush)), "tool-brush"),
    Key::new(KeyCode::KeyL, EditorAction::Tool(ToolAction::Take(Tool::Line)), "tool-line"),
    Key::new(KeyCode::KeyR, EditorAction::Tool(ToolAction::Take(Tool::Rectangle)), "tool-rectangle"),
    Key::new(KeyCode::KeyF, EditorAction::Tool(ToolAction::Take(Tool::Fill)), "tool-fill"),
    Key::new(KeyCode::KeyI, EditorAction::Tool(ToolAction::Take(Tool::Pick)), "tool-pick"),
    Key::new(
        KeyCode::KeyO,
        EditorAction::Tool(ToolAction::Take(Tool::RoadOrRiver(RoadOrRiver::Road))),
        "tool-road",
    ),
    Key::new(
        KeyCode::KeyV,
        EditorAction::Tool(ToolAction::Take(Tool::RoadOrRiver(RoadOrRiver::River))),
        "tool-river",
    ),
    Key::new(KeyCode::KeyC, EditorAction::Tool(ToolAction::Take(Tool::Castle)), "tool-castle"),
    Key::new(KeyCode::KeyE, EditorAction::Tool(ToolAction::Take(Tool::Entry)), "tool-entry"),
    Key::new(KeyCode::KeyU, EditorAction::Tool(ToolAction::UnitTool), "tool-unit"),
    Key::new(KeyCode::KeyM, EditorAction::Tool(ToolAction::Take(Tool::Move)), "tool-move"),
    Key::new(KeyCode::KeyX, EditorAction::Tool(ToolAction::Take(Tool::Remove)), "tool-remove"),
    Key::new(KeyCode::KeyS, EditorAction::Tool(ToolAction::Take(Tool::SelectRectangle)), "tool-select"),
    Key::new(KeyCode::KeyA, EditorAction::Tool(ToolAction::Take(Tool::SelectFree)), "tool-lasso"),
    Key::new(KeyCode::Digit1, EditorAction::Tool(ToolAction::Terrain(TerrainId(0))), "key-terrain"),
    Key::new(KeyCode::Digit2, EditorAction::Tool(ToolAction::Terrain(TerrainId(1))), "key-terrain"),
    Key::new(KeyCode::Digit3, EditorAction::Tool(ToolAction::Terrain(TerrainId(2))), "key-terrain"),
    Key::new(KeyCode::Digit4, EditorAction::Tool(ToolAction::Terrain(TerrainId(3))), "key-terrain"),
    Key::new(KeyCode::Digit5, EditorAction::Tool(ToolAction::Terrain(TerrainId(4))), "key-terrain"),
    Key::new(KeyCode::Digit6, EditorAction::Tool(ToolAction::Terrain(TerrainId(5))), "key-terrain"),
    Key::new(KeyCode::Digit7, EditorAction::Tool(ToolAction::Terrain(TerrainId(6))), "key-terrain"),
    Key::new(KeyCode::KeyP, EditorAction::Cursor(CursorAction::Pick), "key-pick-here"),
    Key::ctrl(KeyCode::ArrowLeft, EditorAction::Cursor(CursorAction::Point(-1, 0)), "key-point"),
    Key::ctrl(KeyCode::ArrowRight, EditorAction::Cursor(CursorAction::Point(1, 0)), "key-point"),
    Key::ctrl(KeyCode::ArrowUp, EditorAction::Cursor(CursorAction::Point(0, -1)), "key-point"),
    Key::ctrl(KeyCode::ArrowDown, EditorAction::Cursor(CursorAction::Point(0, 1)), "key-point"),
    Key::new(KeyCode::KeyD, EditorAction::Cursor(CursorAction::Press), "key-press-here"),
    Key::new(KeyCode::BracketLeft, EditorAction::Tool(ToolAction::Brush(-1)), "key-brush-smaller"),
    Key::new(KeyCode::BracketRight, EditorAction::Tool(ToolAction::Brush(1)), "key-brush-larger"),
    Key::ctrl(KeyCode::KeyZ, EditorAction::Document(DocumentAction::Undo), "undo"),
    Key::ctrl(KeyCode::KeyY, EditorAction::Document(DocumentAction::Redo), "redo"),
    Key::ctrl(KeyCode::KeyA, EditorAction::Tool(ToolAction::SelectAll), "editor-select-all"),
    Key::ctrl(KeyCode::KeyC, EditorAction::Tool(ToolAction::Copy), "editor-copy"),
    Key::ctrl(KeyCode::KeyX, EditorAction::Tool(ToolAction::Cut), "editor-cut"),
    Key::ctrl(KeyCode::KeyV, EditorAction::Tool(ToolAction::Take(Tool::Paste)), "tool-paste"),
    Key::new(KeyCode::KeyT, EditorAction::Tool(ToolAction::TurnClip(1)), "editor-turn"),
    Key::new(
        KeyCode::KeyH,
        EditorAction::Tool(ToolAction::MirrorClip(MirrorAxis::North)),
        "editor-mirror-clip",
    ),
    Key::new(KeyCode::KeyG, EditorAction::Display(DisplayAction::Labels), "editor-labels"),
    Key::ctrl(KeyCode::KeyN, EditorAction::File(MapFileAction::New), "editor-new"),
    Key::ctrl(KeyCode::KeyO, EditorAction::File(MapFileAction::Open), "editor-open"),
    Key::ctrl(KeyCode::KeyS, EditorAction::File(MapFileAction::Save), "save"),
    Key::new(KeyCode::F5, EditorAction::File(MapFileAction::Play), "editor-play"),
    Key::new(KeyCode::Equal, EditorAction::Camera(CameraAction::ZoomIn), "key-zoom-in"),
    Key::new(KeyCode::Minus, EditorAction::Camera(CameraAction::ZoomOut), "key-zoom-out"),
    Key::new(KeyCode::Escape, EditorAction::Dialog(DialogAction::Escape), "editor-escape"),
    Key::new(KeyCode::F1, EditorAction::Display(DisplayAction::Keys), "key-keys"),
];

/// Number of frames after Enter for which a question is answered: letters of the same frame are
/// heard before.
const HEARING: u8 = 3;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FileDragAndDrop>().add_message::<MapSaved>().add_message::<PlayMap>().add_systems(
        Update,
        (press_keys, start_gesture, take_files, handle_actions, finish_typing)
            .chain()
            .in_set(EditorSystems::Edit),
    );
}

/// A file that is dropped on the window is opened.
fn take_files(mut dropped: MessageReader<FileDragAndDrop>, mut actions: MessageWriter<EditorAction>) {
    for event in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = event {
            actions.write(EditorAction::File(MapFileAction::OpenFile(path_buf.clone())));
        }
    }
}

/// What has the keyboard's focus.
#[derive(SystemParam)]
struct FocusedWidget<'w, 's> {
    typing: Typing<'w, 's>,
    focus: Option<Res<'w, InputFocus>>,
    buttons: Query<'w, 's, (), With<Button>>,
}

impl FocusedWidget<'_, '_> {
    fn is_button(&self) -> bool {
        let focused = self.focus.as_ref().and_then(|focus| focus.get());
        focused.is_some_and(|entity| self.buttons.contains(entity))
    }
}

fn press_keys(
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
    } else if focused.typing.now() {
        *answered = 0;
        if enter || escape {
            commands.queue(|world: &mut World| {
                world.get_resource_mut::<InputFocus>().iter_mut().for_each(|focus| focus.clear());
            });
        }
    } else {
        *answered = 0;
        keys.send(&KEYS, &mut actions);
    }
}

/// Turns presses and moves of the left button on the board into a gesture.
fn start_gesture(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    at: Res<PointerAt>,
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

/// Once no field has the focus, what was typed is in the map.
fn finish_typing(typing: Typing, mut workspace: ResMut<Workspace>, mut notices: MessageWriter<Notice>) {
    if workspace.is_typed()
        && !typing.now()
        && let Err(refusal) = workspace.finish_typing()
    {
        notices.write(Notice(explain_refusal(&refusal)));
    }
}

/// Everything that an action may touch besides the map.
#[derive(SystemParam)]
struct EditorEffects<'w> {
    storage: Res<'w, Storage>,
    board: Option<Res<'w, Board>>,
    saved: MessageWriter<'w, MapSaved>,
    play: MessageWriter<'w, PlayMap>,
    drawing: ResMut<'w, RandomDraft>,
    next: ResMut<'w, NextState<Screen>>,
    notices: MessageWriter<'w, Notice>,
    centre: MessageWriter<'w, CentreOn>,
    zoom: MessageWriter<'w, ZoomBy>,
    at: Res<'w, PointerAt>,
    point: MessageWriter<'w, PointAt>,
}

fn handle_actions(
    mut actions: MessageReader<EditorAction>,
    mut workspace: ResMut<Workspace>,
    mut effects: EditorEffects,
) {
    for action in actions.read() {
        let workspace = &mut *workspace;
        match action {
            EditorAction::Gesture(gesture) => effects.tell(workspace.make_gesture(*gesture)),
            EditorAction::Cursor(action) => effects.act_at_cursor(workspace, *action),
            EditorAction::Tool(action) => effects.tell(workspace.use_tool(action)),
            EditorAction::Document(action) => effects.tell(workspace.edit_document(*action)),
            EditorAction::Army(action) => effects.tell(workspace.edit_army(action)),
            EditorAction::Display(action) => effects.tell(workspace.change_display(*action)),
            EditorAction::Camera(action) => effects.move_camera(*action),
            EditorAction::File(action) => effects.handle_file(workspace, action),
            EditorAction::Dialog(action) => effects.answer_dialog(workspace, *action),
            EditorAction::Draft(action) => redraft_random_map(workspace, *action),
            EditorAction::Type(entry, text) => workspace.hear_typing(*entry, text),
        }
    }
}

fn redraft_random_map(workspace: &mut Workspace, action: DraftAction) {
    let Some(Dialog::New(draft)) = &mut workspace.dialog else { return };
    match action {
        DraftAction::Kind(kind) => draft.kind = kind,
        DraftAction::From(from) => draft.from = from,
        DraftAction::Over(over) => draft.over = over,
        DraftAction::Dice => {
            let seed: u64 = draft.seed.trim().parse().unwrap_or(0);
            draft.seed = seed.wrapping_add(1).to_string();
            // The field shows it.
            workspace.refreshed += 1;
        }
    }
}

impl EditorEffects<'_> {
    fn act_at_cursor(&mut self, workspace: &mut Workspace, action: CursorAction) {
        match action {
            CursorAction::Point(cols, rows) => self.point_beside(workspace, cols, rows),
            CursorAction::Press => {
                if let Some(at) = self.at.0 {
                    let dragging = workspace.editor.is_dragging();
                    let gesture =
                        if dragging { GestureAction::Release(at) } else { GestureAction::Press(at) };
                    self.tell(workspace.make_gesture(gesture));
                }
            }
            CursorAction::Pick => {
                let picked = self.at.0.map(|at| workspace.editor.pick_terrain(at));
                self.tell(picked.unwrap_or(Ok(())));
            }
        }
    }

    fn move_camera(&mut self, action: CameraAction) {
        match action {
            CameraAction::LookAt(at) => {
                if let Some(cell) = self.board.as_ref().and_then(|board| board.grid().at(at)) {
                    self.centre.write(CentreOn(cell));
                }
            }
            CameraAction::ZoomIn => drop(self.zoom.write(ZoomBy(1.5))),
            CameraAction::ZoomOut => drop(self.zoom.write(ZoomBy(-1.5))),
        }
    }

    fn handle_file(&mut self, workspace: &mut Workspace, action: &MapFileAction) {
        match action {
            MapFileAction::New => workspace.dialog = Some(Dialog::New(Draft::default())),
            MapFileAction::Open => workspace.dialog = Some(Dialog::Open { typed: String::new() }),
            MapFileAction::OpenFile(path) => self.ask_first(workspace, Then::Open(path.clone())),
            MapFileAction::Save => self.save(workspace, None),
            MapFileAction::SaveAs => self.save_as(workspace, None),
            MapFileAction::Play => self.play(workspace),
            MapFileAction::Leave => self.ask_first(workspace, Then::Leave),
        }
    }

    fn answer_dialog(&mut self, workspace: &mut Workspace, action: DialogAction) {
        match action {
            DialogAction::Confirm => self.confirm(workspace),
            DialogAction::Discard => {
                if let Some(Dialog::Unsaved(then)) = workspace.dialog.take() {
                    match then {
                        Then::TakeUp => super::unsaved::forget_unsaved(&self.storage),
                        Then::Leave | Then::Create(_) | Then::Open(_) => self.go_on(workspace, then),
                    }
                }
            }
            DialogAction::Escape => self.escape(workspace),
        }
    }

    /// Says why something was not done.
    fn tell(&mut self, done: Result<(), Refusal>) {
        if let Err(refusal) = done {
            self.notices.write(Notice(explain_refusal(&refusal)));
        }
    }

    /// Points beside where the pointer is, or at the middle of the map; the gesture that has begun
    /// follows.
    fn point_beside(&mut self, workspace: &mut Workspace, cols: i32, rows: i32) {
        let Some(board) = &self.board else { return };
        let grid = board.grid();
        let (width, height) = (grid.width(), grid.height());
        let to = match self.at.0 {
            Some(at) => {
                Coord { col: (at.col + cols).clamp(0, width - 1), row: (at.row + rows).clamp(0, height - 1) }
            }
            None => Coord { col: width / 2, row: height / 2 },
        };
        self.point.write_batch(grid.at(to).map(PointAt)).for_each(drop);
        if workspace.editor.is_dragging() {
            let dragged = workspace.make_gesture(GestureAction::Drag(to));
            self.tell(dragged);
        }
    }

    /// Goes on at once where nothing would be lost, else asks.
    fn ask_first(&mut self, workspace: &mut Workspace, then: Then) {
        let typed = workspace.finish_typing();
        self.tell(typed);
        if workspace.document().is_changed() {
            workspace.dialog = Some(Dialog::Unsaved(then));
        } else {
            self.go_on(workspace, then);
        }
    }

    /// Does what loses the map on the workspace.
    fn go_on(&mut self, workspace: &mut Workspace, then: Then) {
        workspace.dialog = None;
        match then {
            Then::Leave => {
                super::unsaved::forget_unsaved(&self.storage);
                workspace.left = true;
                self.next.set(Screen::Menu);
            }
            Then::Create(draft) => match draft.kind {
                None => match draft.blank() {
                    Ok(document) => workspace.put(document, None),
                    Err(refusal) => self.ask_again(workspace, draft, &refusal),
                },
                Some(kind) => match draft.plan(kind) {
                    Ok(plan) => self.drawing.begin(plan, draft.over),
                    Err(refusal) => self.ask_again(workspace, draft, &refusal),
                },
            },
            Then::Open(path) => self.open(workspace, &path),
            Then::TakeUp => match disk::open_map(&self.storage.unsaved_map()) {
                Ok(Opened { mut document, .. }) => {
                    document.mark_unsaved();
                    workspace.put(document, None);
                }
                Err(problem) => self.tell_problem(&problem),
            },
        }
    }

    /// Puts the map of a file on the workspace. One of another program gets a file of ours when it is
    /// saved.
    fn open(&mut self, workspace: &mut Workspace, path: &Path) {
        match disk::open_map(path) {
            Ok(Opened { document, path: own, notes }) => {
                info!("opened: {}", path.display());
                let imported = own.is_none();
                workspace.put(document, own);
                workspace.folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
                if imported {
                    self.tell_file("editor-imported", path);
                }
                self.notices.write_batch(notes.iter().cloned().map(Notice)).for_each(drop);
                workspace.notes = notes;
                disk::remember_map(&self.storage, path);
            }
            Err(problem) => self.tell_problem(&problem),
        }
    }

    fn tell_problem(&mut self, problem: &FileError) {
        self.notices.write_batch(explain_file_error(problem).into_iter().map(Notice)).for_each(drop);
    }

    fn tell_file(&mut self, key: &'static str, path: &Path) {
        self.notices.write(Notice(Phrase::new(key).with("file", path.display().to_string())));
    }

    fn ask_again(&mut self, workspace: &mut Workspace, draft: Draft, refusal: &Refusal) {
        self.notices.write(Notice(explain_refusal(refusal)));
        workspace.dialog = Some(Dialog::New(draft));
    }

    /// The question on the screen is answered with yes.
    fn confirm(&mut self, workspace: &mut Workspace) {
        match workspace.dialog.take() {
            Some(Dialog::New(draft)) if draft.over && draft.kind.is_some() => {
                self.go_on(workspace, Then::Create(draft));
            }
            Some(Dialog::New(draft)) => self.ask_first(workspace, Then::Create(draft)),
            Some(Dialog::Open { typed }) if typed.trim().is_empty() => {}
            Some(Dialog::Open { typed }) => {
                let path = disk::path_to_open(&self.storage, &typed);
                self.ask_first(workspace, Then::Open(path));
            }
            Some(Dialog::SaveAs { typed, replace, then }) => self.save_named(workspace, typed, replace, then),
            Some(Dialog::Unsaved(Then::TakeUp)) => self.go_on(workspace, Then::TakeUp),
            Some(Dialog::Unsaved(then)) => self.save(workspace, Some(then)),
            None => {}
        }
    }

    /// Writes the map to its file, asks for one where it has none, and then goes on.
    fn save(&mut self, workspace: &mut Workspace, then: Option<Then>) {
        let typed = workspace.finish_typing();
        self.tell(typed);
        match workspace.path.clone() {
            Some(path) => self.write(workspace, &path, then),
            None => self.save_as(workspace, then),
        }
    }

    fn save_as(&mut self, workspace: &mut Workspace, then: Option<Then>) {
        let typed = workspace.finish_typing();
        self.tell(typed);
        let typed = match &workspace.path {
            Some(path) => path.display().to_string(),
            None => disk::suggested_name(&workspace.document().settings().name),
        };
        workspace.dialog = Some(Dialog::SaveAs { typed, replace: false, then });
    }

    /// Saves under a name, or exports where it is one of another program; where another file has
    /// it, only after it has been said.
    fn save_named(&mut self, workspace: &mut Workspace, typed: String, replace: bool, then: Option<Then>) {
        let path = disk::path_to_save(&self.storage, &typed);
        let kind = match MapFormat::to_write(&path) {
            Ok(kind) if !typed.trim().is_empty() => kind,
            refused => {
                workspace.dialog = Some(Dialog::SaveAs { typed, replace: false, then });
                workspace.refreshed += 1;
                if let Err(problem) = refused {
                    self.tell_problem(&problem);
                }
                return;
            }
        };
        if disk::is_taken(&path) && !replace && workspace.path.as_ref() != Some(&path) {
            workspace.dialog = Some(Dialog::SaveAs { typed, replace: true, then });
            workspace.refreshed += 1;
            return;
        }
        match kind {
            MapFormat::Ron => self.write(workspace, &path, then),
            kind => self.export(workspace, &path, kind, then),
        }
    }

    /// Writes the map for another program. The map itself stays as unsaved as it was: comments are
    /// not exported.
    fn export(&mut self, workspace: &mut Workspace, path: &Path, kind: MapFormat, then: Option<Then>) {
        let document = workspace.editor.document_mut();
        let written = make_folder_of(path).and_then(|()| {
            let name = &document.settings().name;
            hotgates_files::write_map(&document.to_map(), document.rules(), kind, path, name)
        });
        if let Err(problem) = written {
            return self.tell_problem(&problem);
        }
        info!("exported: {}", path.display());
        workspace.dialog = None;
        disk::remember_map(&self.storage, path);
        self.tell_file("editor-exported", path);
        if let Some(then) = then {
            self.ask_first(workspace, then);
        }
    }

    fn write(&mut self, workspace: &mut Workspace, path: &Path, then: Option<Then>) {
        // The gesture that has begun ends here: what is written is what is on the screen.
        let document = workspace.editor.document_mut();
        if let Err(problem) = self.storage.write(path, document.to_ron().as_bytes()) {
            return self.tell_problem(&problem);
        }
        info!("saved: {}", path.display());
        document.mark_saved();
        let scenario = document.to_scenario();
        workspace.path = Some(path.to_owned());
        workspace.dialog = None;
        disk::remember_map(&self.storage, path);
        super::unsaved::forget_unsaved(&self.storage);
        self.tell_file("saved-as", path);
        let folder = path.parent().unwrap_or(Path::new(""));
        match disk::rules_beside(scenario.map.rules.as_deref(), folder) {
            Some(rules) if !rules.exists() => self.tell_file("editor-rules-elsewhere", &rules),
            _ => folder.clone_into(&mut workspace.folder),
        }
        self.saved.write(MapSaved(scenario));
        if let Some(then) = then {
            self.go_on(workspace, then);
        }
    }

    /// Lets go of what is nearest at hand.
    fn escape(&mut self, workspace: &mut Workspace) {
        match &workspace.dialog {
            Some(Dialog::Unsaved(Then::TakeUp)) => return,
            Some(_) => return workspace.dialog = None,
            None => {}
        }
        if workspace.keys_shown {
            workspace.keys_shown = false;
        } else if workspace.editor.is_dragging() {
            workspace.editor.cancel_gesture();
        } else if workspace.taken.take().is_none() && !workspace.select_none() {
            self.ask_first(workspace, Then::Leave);
        }
    }

    /// Sets up a battle on the map as it is; leaving that comes back here.
    fn play(&mut self, workspace: &mut Workspace) {
        let typed = workspace.finish_typing();
        self.tell(typed);
        let scenario = workspace.editor.document_mut().to_scenario();
        let report = scenario.check();
        if report.battle.is_none() {
            let why = report.faults.iter().find(|fault| !fault.is_warning());
            let why = why.map_or(Phrase::new("phrase-nothing"), explain_fault);
            self.notices.write(Notice(Phrase::new("editor-unplayable").with("why", why)));
            return;
        }
        self.play.write(PlayMap(scenario));
    }
}
