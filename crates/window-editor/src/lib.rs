//! The map editor: the board in the middle, the tools on the left, what there is to know about the
//! map on the right. What an edit is and how it is undone is the business of [`hotgates_editor`];
//! how the map plays is found out on a thread.

#![expect(
    clippy::needless_pass_by_value,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]

mod bar;
mod bench;
mod control;
mod dialog;
mod disk;
mod draw;
pub mod explain;
mod legend;
mod overlay;
mod palette;
mod random;
pub mod survey;
mod tabs;
mod unsaved;

use std::path::PathBuf;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_editor::{Anchor, Coord, Mirror, MirrorAxis, Symmetry, Tool};
use hotgates_engine::{Direction, Objective, Scenario, Side, TerrainId};
use hotgates_mapgen::Kind;

pub use bench::Bench;
pub use control::KEYS;
pub use dialog::{Dialog, Draft, Then};
pub use disk::{open_map, recent_maps};
pub use overlay::SurveyLayer;

use hotgates_ui::screen::{Screen, whole_window};
use hotgates_ui::storage::Storage;
use hotgates_ui::{Notice, Phrase};
use hotgates_ui::{accepts, emits};

/// A request of the map maker.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum EditorAction {
    /// The pointer is pressed on a hex, which may be off the map.
    Press(Coord),
    /// The pressed pointer has come to a hex.
    Drag(Coord),
    /// The pointer is released on a hex.
    Release(Coord),
    /// Point so many columns to the east and rows to the south of where the pointer is; a gesture
    /// follows.
    Point(i32, i32),
    /// Press where the pointer is, or let go.
    PressHere,
    /// Dip the brush into the terrain where the pointer is.
    PickHere,
    /// Take up a tool.
    Tool(Tool),
    /// Take up the tool that puts units.
    UnitTool,
    /// Dip the brush into a terrain.
    Terrain(TerrainId),
    /// Take a brush of this size.
    BrushSize(u32),
    /// Take a brush larger by this much.
    Brush(i32),
    /// Have painting repeated.
    Symmetry(Symmetry),
    /// Take the last step back.
    Undo,
    /// Do it again.
    Redo,
    /// Copy what is selected.
    Copy,
    /// Copy what is selected and clear it away.
    Cut,
    /// Select the whole map.
    SelectAll,
    /// Turn what was copied, by so many times 60° clockwise.
    TurnClip(i32),
    /// Mirror what was copied.
    MirrorClip(MirrorAxis),
    /// Cut the map down to the selection.
    Crop,
    /// Mirror or turn the whole map.
    Mirror(Mirror),
    /// Make the ground symmetric.
    MakeSymmetric,
    /// Keep this part of the map in place when the size changes.
    Anchor(Anchor),
    /// Give the map the size that was typed.
    Resize,
    /// A text has been typed.
    Type(TextEntry, String),
    /// Red comes from here; none for the direction farthest from the castle.
    From(Option<Direction>),
    /// No entry hexes any more.
    ClearEntry,
    /// Set the objective of the battle.
    Objective(Objective),
    /// Place units of this side.
    UnitSide(Side),
    /// The unit in hand is of this type.
    UnitKind(String),
    /// The unit in hand is stronger by so many tenths.
    UnitStrength(i64),
    /// The officer of the unit in hand has this rank; none for no officer.
    UnitRank(Option<String>),
    /// Take this unit in hand; none for the next one to put.
    TakeUnit(Option<(Side, usize)>),
    /// Take the unit in hand out of its army.
    RemoveUnit,
    /// Let the layout find a place for the unit in hand.
    FreeUnit,
    /// One unit more, without a place.
    AddUnit(Side),
    /// The ruleset's standard army as one of its own.
    OwnArmy(Side),
    /// Fight with the standard army.
    StandardArmy(Side),
    /// The next commander commands.
    Commander(Side),
    /// Show this tab.
    Tab(Tab),
    /// Lay this over the ground.
    Overlay(SurveyLayer),
    /// Show the choke points of this invasion, by its place in the list.
    Invasion(usize),
    /// Show the numbers of columns and rows, or do not.
    Labels,
    /// Look at a hex.
    LookAt(Coord),
    /// Ask what a new map is to be like.
    New,
    /// Ask which map to open.
    Open,
    /// Write the map to its file.
    Save,
    /// Ask where to write the map.
    SaveAs,
    /// Back to the menu.
    Leave,
    /// Do what the question on the screen asks about.
    Confirm,
    /// Throw away what is unsaved, and go on.
    Discard,
    /// Close the question; else let go of what the pointer does; else select nothing; else leave.
    Escape,
    /// The new map is of this kind; none for a blank one.
    DraftKind(Option<Kind>),
    /// Red comes from here on the new map.
    DraftFrom(Direction),
    /// Draw the new map over this one, as a step that can be undone.
    DraftOver(bool),
    /// Another seed.
    Dice,
    /// Open this file.
    OpenFile(PathBuf),
    /// Fight on the map as it is.
    Play,
    /// Come closer.
    ZoomIn,
    /// Go farther away.
    ZoomOut,
    /// Show the list of keys, or hide it.
    Keys,
}

/// A text that can be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words say it")]
pub enum TextEntry {
    Name,
    Author,
    Notes,
    Turns,
    Seed,
    Variation,
    UnitName,
    Width,
    Height,
    Path,
    DraftWidth,
    DraftHeight,
    DraftSeed,
}

/// The tabs on the right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    /// Faults, choke points, ways, balance.
    #[default]
    Analysis,
    /// Units and officers.
    Armies,
    /// Names, size, settings.
    Map,
}

/// Opens this map when the editor is entered: what the command line asks for.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct OpenFirst(pub PathBuf);

/// A map has been written to a file of ours.
#[derive(Message, Debug, Clone)]
pub struct MapSaved(pub Scenario);

/// A battle is to be set up on a map as it is; leaving that battle leads back to the editor.
#[derive(Message, Debug, Clone)]
pub struct PlayMap(pub Scenario);

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

/// The row of the panels on both sides.
#[derive(Component)]
struct BoardFrame;

/// The map editor.
pub fn plugin(app: &mut App) {
    emits::<EditorAction>(app);
    accepts::<EditorAction>(app);
    app.configure_sets(
        Update,
        (EditorSystems::Edit, EditorSystems::Show)
            .chain()
            .after(hotgates_board::BoardSystems::Input)
            .before(hotgates_board::BoardSystems::Draw)
            .run_if(in_state(Screen::Editor).and_then(resource_exists::<Bench>)),
    )
    .add_systems(OnEnter(Screen::Editor), (enter_editor, spawn_screen).chain())
    .add_systems(OnExit(Screen::Editor), clear_away)
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

/// The map that was on the bench is still there after a battle on it; else there is a blank one, or
/// the one asked for.
fn enter_editor(
    mut commands: Commands,
    bench: Option<ResMut<Bench>>,
    storage: Res<Storage>,
    first: Option<Res<OpenFirst>>,
    mut actions: MessageWriter<EditorAction>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(mut bench) = bench {
        bench.set_changed();
    } else {
        let mut bench = Bench::default();
        if storage.unsaved_map().exists() {
            if first.is_none() {
                bench.dialog = Some(Dialog::Unsaved(Then::TakeUp));
            } else if let Ok(path) = unsaved::set_aside(&storage) {
                let file = path.display().to_string();
                notices.write(Notice(Phrase::new("editor-set-aside").with("file", file)));
            }
        }
        commands.insert_resource(bench);
    }
    if let Some(OpenFirst(path)) = first.as_deref() {
        actions.write(EditorAction::OpenFile(path.clone()));
        commands.remove_resource::<OpenFirst>();
    }
}

fn clear_away(mut commands: Commands, bench: Option<Res<Bench>>) {
    if bench.is_some_and(|bench| bench.left) {
        commands.remove_resource::<Bench>();
    }
}

fn spawn_screen(mut commands: Commands) {
    commands
        .spawn((DespawnOnExit(Screen::Editor), whole_window(), Pickable::IGNORE, TabGroup::new(0)))
        .with_children(|root| {
            bar::spawn_bar(root);
            let middle = Node {
                flex_grow: 1.0,
                min_height: px(0),
                justify_content: JustifyContent::SpaceBetween,
                ..default()
            };
            root.spawn((BoardFrame, middle, Pickable::IGNORE)).with_children(|middle| {
                palette::spawn_palette(middle);
                legend::spawn_legend(middle);
                tabs::spawn_tabs(middle);
            });
        });
}
