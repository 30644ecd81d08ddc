//! The map editor: the board in the middle, the tools on the left, what there is to know about the
//! map on the right. What an edit is and how it is undone is the business of [`hotgates_editor`];
//! how the map plays is found out on a thread.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]

mod actions;
mod bar;
mod commanders;
mod control;
mod dialog;
mod disk;
mod draw;
pub mod explain;
mod known;
mod layer;
mod legend;
mod overlay;
mod palette;
mod question;
mod random;
mod scenario_actions;
mod scenario_edits;
pub mod survey;
mod tabs;
mod unsaved;
mod workspace;

use std::path::PathBuf;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_engine::Scenario;

pub use actions::{
    ArmyAction, CameraAction, CursorAction, DialogAction, DialogTextField, DisplayAction, DocumentAction,
    EditorAction, EditorTab, GestureAction, MapFileAction, MapTextField, NewMapDraftAction, ToolAction,
    TypedTextField,
};
pub use control::KEYS;
pub use disk::{open_map, recent_maps};
pub use layer::SurveyLayer;
pub use question::{EditorDialog, MapLosingAction, NewMapDraft};
pub use scenario_actions::{ConditionKind, EventAction, GoalAction};
pub use workspace::Workspace;

use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::storage::Storage;
use hotgates_ui::texts::Texts;
use hotgates_ui::{Notice, Phrase};
use hotgates_ui::{register_emitted_message, register_typed_message};

/// The map that the command line asks for: the editor opens this map when it is entered.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct MapToOpenOnEntering(pub PathBuf);

/// A map has been written to a file of ours.
#[derive(Message, Debug, Clone)]
pub struct MapFileSaved(pub Scenario);

/// A battle is to be set up on a map as it is; leaving that battle leads back to the editor.
#[derive(Message, Debug, Clone)]
pub struct SetUpBattleOnMap(pub Scenario);

/// Order of the editor's systems within a frame.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EditorSystems {
    /// Mouse and keyboard become actions, and actions become edits.
    Edit,
    /// The board and the panels follow.
    Show,
}

/// Space that the panels cover (left, top, right, bottom), in logical pixels at 100 %.
const COVERED: [f32; 4] = [220.0, 44.0, 304.0, 0.0];

/// The row of the panels beside the board, one on each side.
#[derive(Component)]
struct PanelsAroundBoard;

/// The map editor.
pub fn plugin(app: &mut App) {
    register_emitted_message::<EditorAction>(app);
    register_typed_message::<EditorAction>(app);
    app.configure_sets(
        Update,
        (EditorSystems::Edit, EditorSystems::Show)
            .chain()
            .after(hotgates_board::BoardSystems::Input)
            .before(hotgates_board::BoardSystems::Draw)
            .run_if(in_state(Screen::Editor).and_then(resource_exists::<Workspace>)),
    )
    .add_systems(OnEnter(Screen::Editor), (prepare_editor, spawn_editor_screen).chain())
    .add_systems(OnExit(Screen::Editor), clean_up_editor)
    .add_plugins((
        control::plugin,
        random::plugin,
        unsaved::plugin,
        survey::plugin,
        draw::plugin,
        overlay::plugin,
        (bar::plugin, palette::plugin, tabs::plugin, legend::plugin, dialog::plugin),
    ));
}

/// The map that was on the workspace is still there after a battle on it; else there is a blank
/// one, or the one asked for.
fn prepare_editor(
    mut commands: Commands,
    workspace: Option<ResMut<Workspace>>,
    storage: Res<Storage>,
    texts: Res<Texts>,
    first: Option<Res<MapToOpenOnEntering>>,
    mut actions: MessageWriter<EditorAction>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(mut workspace) = workspace {
        workspace.set_changed();
    } else {
        let mut workspace = Workspace::with_blank_map(&texts.get("editor-new-name"));
        if storage.unsaved_map_file().exists() {
            if first.is_none() {
                workspace.dialog = Some(EditorDialog::Unsaved(MapLosingAction::TakeUp));
            } else if let Ok(path) = unsaved::move_unsaved_aside(&storage) {
                let file = path.display().to_string();
                notices.write(Notice(Phrase::new("editor-set-aside").with_value("file", file)));
            }
        }
        commands.insert_resource(workspace);
    }
    if let Some(MapToOpenOnEntering(path)) = first.as_deref() {
        actions.write(EditorAction::File(MapFileAction::OpenFile(path.clone())));
        commands.remove_resource::<MapToOpenOnEntering>();
    }
}

fn clean_up_editor(mut commands: Commands, workspace: Option<Res<Workspace>>) {
    if workspace.is_some_and(|workspace| workspace.left) {
        commands.remove_resource::<Workspace>();
    }
}

fn spawn_editor_screen(mut commands: Commands) {
    commands
        .spawn((DespawnOnExit(Screen::Editor), full_window_column(), Pickable::IGNORE, TabGroup::new(0)))
        .with_children(|root| {
            bar::spawn_editor_bar(root);
            let middle = Node {
                flex_grow: 1.0,
                min_height: px(0),
                justify_content: JustifyContent::SpaceBetween,
                ..default()
            };
            root.spawn((PanelsAroundBoard, middle, Pickable::IGNORE)).with_children(|middle| {
                palette::spawn_tool_panel(middle);
                legend::spawn_legend(middle);
                tabs::spawn_tabs(middle);
            });
        });
}
