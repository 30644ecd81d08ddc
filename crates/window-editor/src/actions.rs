//! Requests of the map maker, by the part of the editor that hears them.

use std::path::PathBuf;

use bevy::prelude::Message;
use hotgates_editor::{Coord, EditorTool, Mirror, MirrorAxis, ResizeAnchor, Symmetry};
use hotgates_engine::{Direction, Objective, Side, TerrainId};
use hotgates_mapgen::LandKind;

use super::layer::SurveyLayer;
use super::scenario_actions::{EventAction, GoalAction};

/// A request of the map maker. One message for all, because their order matters: what was typed
/// comes before the answer, and the stroke before the step that takes it back.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum EditorAction {
    /// A gesture of the pointer, for the tool.
    Gesture(GestureAction),
    /// A request of the keyboard for the hex where the pointer is.
    Cursor(CursorAction),
    /// A change of the tool, or a use of the selection.
    Tool(ToolAction),
    /// A change of the map as a whole.
    Document(DocumentAction),
    /// A change of the armies.
    Army(ArmyAction),
    /// A change of the panels and layers.
    Display(DisplayAction),
    /// A request for the camera.
    Camera(CameraAction),
    /// A request for files, or for another screen.
    File(MapFileAction),
    /// An answer to the question on the screen.
    Dialog(DialogAction),
    /// A change of the new map that a question asks about.
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
    /// Moves the pointer by a number of columns to the east and of rows to the south. A gesture
    /// that has begun goes on there.
    Point(i32, i32),
    /// Presses the pointer where it is, or releases it.
    Press,
    /// Gives the brush the terrain of the hex where the pointer is.
    Pick,
}

/// A change of the tool in hand, or a use of the selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolAction {
    /// Chooses a tool.
    Take(EditorTool),
    /// Chooses the tool that puts units.
    UnitTool,
    /// Gives the brush a terrain.
    Terrain(TerrainId),
    /// Gives the brush a size.
    BrushSize(u32),
    /// Makes the brush larger by a number of sizes, or smaller where the number is negative.
    Brush(i32),
    /// Sets the symmetry by which painting is repeated.
    Symmetry(Symmetry),
    /// Copies the selected hexes.
    Copy,
    /// Copies the selected hexes and paints them with the background.
    Cut,
    /// Selects the whole map.
    SelectAll,
    /// Turns the copied hexes clockwise by a number of times 60°.
    TurnClip(i32),
    /// Mirrors the copied hexes.
    MirrorClip(MirrorAxis),
}

/// A change of the map as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentAction {
    /// Takes the last step back.
    Undo,
    /// Does the step again that was taken back last.
    Redo,
    /// Cuts the map down to the selection.
    Crop,
    /// Mirrors or turns the whole map.
    Mirror(Mirror),
    /// Makes the ground symmetric.
    MakeSymmetric,
    /// Sets the edge or corner of the map that stays in place when the size changes.
    Anchor(ResizeAnchor),
    /// Gives the map the size that was typed.
    Resize,
    /// Sets the direction that Red comes from; `None` is the direction farthest from the castle.
    From(Option<Direction>),
    /// Removes all entry hexes.
    ClearEntry,
    /// Sets the side that moves first.
    FirstSide(Side),
    /// Sets the objective of the battle.
    Objective(Objective),
    /// Changes goals, ways to win and victory points.
    Goals(GoalAction),
    /// Changes the events.
    Events(EventAction),
}

/// A change of the units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArmyAction {
    /// Sets the side whose units are placed.
    UnitSide(Side),
    /// Gives the unit in hand a type.
    Kind(String),
    /// Makes the unit in hand stronger by a number of tenths, or weaker where the number is
    /// negative.
    Strength(i64),
    /// Gives the unit in hand an officer of a rank; `None` for no officer.
    Rank(Option<String>),
    /// Has the unit in hand come a number of turns later, or earlier where the number is negative; the first
    /// turn is that of the units that are there from the start.
    Arrival(i64),
    /// Has the unit in hand come on the selected hexes.
    ArrivalOnSelection,
    /// Has the unit in hand come from a direction.
    ArrivalFrom(Direction),
    /// Takes the unit in hand back a number of turns later, or earlier where the number is negative; in the
    /// first turn stands for never.
    Withdrawal(i64),
    /// Gives the unit in hand more experience, or less where the number is negative.
    Experience(i64),
    /// Has the unit in hand face a way at first; `None` stands for towards the enemy.
    Facing(Option<Direction>),
    /// Takes a unit in hand; `None` stands for the unit to be put next.
    TakeUnit(Option<(Side, usize)>),
    /// Removes the unit in hand from its army.
    RemoveUnit,
    /// Leaves the place of the unit in hand to the layout of armies.
    FreeUnit,
    /// Adds a unit without a place.
    AddUnit(Side),
    /// Gives the side a copy of the ruleset's standard army as an army of its own.
    OwnArmy(Side),
    /// Gives the side the standard army in place of its own.
    StandardArmy(Side),
    /// Gives the side the next commander of the list.
    Commander(Side),
    /// Puts the unit in hand into a contingent; `None` for into none.
    Contingent(Option<String>),
    /// Gives a contingent of a side the next colour of the list.
    ContingentColour(Side, String),
    /// Gives a contingent of a side the next commander of the list.
    ContingentCommander(Side, String),
    /// Allows a side a unit type, or no longer.
    ToggleType(Side, String),
    /// Changes the factor on the losses that a side's units deal by this many steps.
    SideFactor(Side, i32),
}

/// A change of what is shown beside and over the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayAction {
    /// Shows a tab.
    Tab(EditorTab),
    /// Lays a layer of colours over the ground.
    Overlay(SurveyLayer),
    /// Shows the choke sets of an invasion, by the place of the invasion in the list.
    Invasion(usize),
    /// Shows the numbers of columns and rows, or hides them.
    Labels,
    /// Shows the list of keys, or hides it.
    Keys,
}

/// A request about the view of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CameraAction {
    /// Moves the view to a hex.
    LookAt(Coord),
    /// Zooms in by a step.
    ZoomIn,
    /// Zooms out by a step.
    ZoomOut,
}

/// A request about the file of the map, or about another screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapFileAction {
    /// Asks for the properties of a new map.
    New,
    /// Asks for the map to open.
    Open,
    /// Opens a file.
    OpenFile(PathBuf),
    /// Writes the map to its file.
    Save,
    /// Asks for the file to write the map to.
    SaveAs,
    /// Sets up a battle on the map as it is.
    Play,
    /// Leaves the editor for the menu.
    Leave,
}

/// An answer to the question on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogAction {
    /// Answers the question on the screen with yes.
    Confirm,
    /// Throws the unsaved changes away, and goes on.
    Discard,
    /// Ends the innermost activity: a question, the list of keys, a gesture, the unit in hand, the
    /// selection; without any of these leaves the editor.
    Escape,
}

/// A change of the new map that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewMapDraftAction {
    /// Gives the new map a kind; `None` for a blank map.
    Kind(Option<LandKind>),
    /// Chooses the ruleset of a new map by the name of one that comes with the program.
    Rules(&'static str),
    /// Sets the direction that Red comes from on the new map.
    From(Direction),
    /// Replaces the map on the workspace by the new one, as a step that can be undone, or opens the
    /// new map as a document of its own.
    Over(bool),
    /// Draws another seed.
    Dice,
}

/// A text field of the editor, by what its text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypedTextField {
    /// A text of the map.
    Map(MapTextField),
    /// Number of columns that the map is to have.
    Width,
    /// Number of rows that the map is to have.
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
    UnitKey,
    UnitContingent,
    /// Name of a goal, by its place in the list.
    GoalName(usize),
    /// Name of a degree of victory, by its place in the list.
    DegreeName(usize),
    /// Lead in points that a degree of victory needs, by its place in the list.
    DegreeLead(usize),
    /// Text that players read when an event happens, by the event's place in the list.
    EventMessage(usize),
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
    /// Faults, choke sets, paths and balance of the map.
    #[default]
    Analysis,
    /// Units and officers.
    Armies,
    /// Names, size, settings.
    Map,
    /// Goals, ways to win, victory points.
    Goals,
    /// Events of the scenario.
    Events,
}
