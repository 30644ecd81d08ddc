//! Requests of the map maker, by the part of the editor that hears them.

use std::path::PathBuf;

use bevy::prelude::Message;
use hotgates_editor::{Coord, EditorTool, Mirror, MirrorAxis, ResizeAnchor, Symmetry};
use hotgates_engine::{Direction, Objective, Side, TerrainId};
use hotgates_mapgen::LandKind;

use super::layer::SurveyLayer;

/// A request of the map maker. One message for all, because their order matters: what was typed
/// comes before the answer, and the stroke before the step that takes it back.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum EditorAction {
    /// To the tool: the pointer has done this.
    Gesture(GestureAction),
    /// To the tool, by the keyboard.
    Cursor(CursorAction),
    /// To the tools.
    Tool(ToolAction),
    /// To the map.
    Document(DocumentAction),
    /// To the armies.
    Army(ArmyAction),
    /// To the panels and layers.
    Display(DisplayAction),
    /// To the camera.
    Camera(CameraAction),
    /// To the files.
    File(MapFileAction),
    /// To the question on the screen.
    Dialog(DialogAction),
    /// To the question about a new map.
    Draft(NewMapDraftAction),
    /// A text has been typed.
    Type(TypedTextField, String),
}

/// A gesture of the pointer on the board. The hex may be off the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GestureAction {
    /// The pointer is pressed on a hex, which may be off the map.
    Press(Coord),
    /// The pressed pointer has come to a hex.
    Drag(Coord),
    /// The pointer is released on a hex.
    Release(Coord),
}

/// A request about the hex where the pointer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CursorAction {
    /// Point so many columns to the east and rows to the south of where the pointer is; a gesture
    /// follows.
    Point(i32, i32),
    /// Press where the pointer is, or let go.
    Press,
    /// Dip the brush into the terrain where the pointer is.
    Pick,
}

/// A change of the tool in hand, or a use of the selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolAction {
    /// Take up a tool.
    Take(EditorTool),
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
}

/// A change of the map as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentAction {
    /// Take the last step back.
    Undo,
    /// Do it again.
    Redo,
    /// Cut the map down to the selection.
    Crop,
    /// Mirror or turn the whole map.
    Mirror(Mirror),
    /// Make the ground symmetric.
    MakeSymmetric,
    /// Keep this part of the map in place when the size changes.
    Anchor(ResizeAnchor),
    /// Give the map the size that was typed.
    Resize,
    /// Red comes from here; none for the direction farthest from the castle.
    From(Option<Direction>),
    /// No entry hexes any more.
    ClearEntry,
    /// Set the objective of the battle.
    Objective(Objective),
}

/// A change of the units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArmyAction {
    /// Place units of this side.
    UnitSide(Side),
    /// The unit in hand is of this type.
    Kind(String),
    /// The unit in hand is stronger by so many tenths.
    Strength(i64),
    /// The officer of the unit in hand has this rank; none for no officer.
    Rank(Option<String>),
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
}

/// A change of what is shown beside and over the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayAction {
    /// Show this tab.
    Tab(EditorTab),
    /// Lay this over the ground.
    Overlay(SurveyLayer),
    /// Show the choke points of this invasion, by its place in the list.
    Invasion(usize),
    /// Show the numbers of columns and rows, or do not.
    Labels,
    /// Show the list of keys, or hide it.
    Keys,
}

/// A request about the view of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CameraAction {
    /// Look at a hex.
    LookAt(Coord),
    /// Come closer.
    ZoomIn,
    /// Go farther away.
    ZoomOut,
}

/// A request about the file of the map, or about another screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapFileAction {
    /// Ask what a new map is to be like.
    New,
    /// Ask which map to open.
    Open,
    /// Open this file.
    OpenFile(PathBuf),
    /// Write the map to its file.
    Save,
    /// Ask where to write the map.
    SaveAs,
    /// Fight on the map as it is.
    Play,
    /// Back to the menu.
    Leave,
}

/// An answer to the question on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogAction {
    /// Do what the question on the screen asks about.
    Confirm,
    /// Throw away what is unsaved, and go on.
    Discard,
    /// Close the question; else let go of what the pointer does; else select nothing; else leave.
    Escape,
}

/// A change of the new map that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewMapDraftAction {
    /// The new map is of this kind; none for a blank one.
    Kind(Option<LandKind>),
    /// Red comes from here on the new map.
    From(Direction),
    /// Draw the new map over this one, as a step that can be undone.
    Over(bool),
    /// Another seed.
    Dice,
}

/// A text that can be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypedTextField {
    /// A text of the map.
    Map(MapTextField),
    /// Columns that the map is to have.
    Width,
    /// Rows that the map is to have.
    Height,
    /// A text of the question on the screen.
    Dialog(DialogTextField),
}

/// A text of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words say it")]
pub enum MapTextField {
    Name,
    Author,
    Notes,
    Turns,
    Seed,
    Variation,
    UnitName,
}

/// A text of the question on the screen: a path, or a property of a new map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words say it")]
pub enum DialogTextField {
    Path,
    Width,
    Height,
    Seed,
}

/// The tabs on the right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum EditorTab {
    /// Faults, choke points, ways, balance.
    #[default]
    Analysis,
    /// Units and officers.
    Armies,
    /// Names, size, settings.
    Map,
}
