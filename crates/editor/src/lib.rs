//! The map editor of Hotgates without a window: any front end can drive it.
//!
//! A [`Document`] is a map with its battle that remembers everything done to it. An [`Editor`]
//! holds one and the tools, which are fed with the hexes under the pointer. An [`Analysis`] says
//! how the map plays, on a thread of the caller's. There is no window, file, clock or thread in
//! here.
//!
//! ```
//! use hotgates_editor::{Coord, Document, Editor, EditorTool};
//!
//! let source = r##"// A ford between two woods.
//! Map(
//!     name: "The ford",
//!     rows: [
//!         "....~~....",
//!         ".#==~~==..",
//!         "....~~..==",
//!     ],
//! )
//! "##;
//! let mut editor = Editor::new(Document::open(source).expect("a sound file"));
//!
//! // Paint a wood from column 6 to column 8 of the first row.
//! let forest = editor.document().rules().terrain("forest").expect("a classic terrain");
//! editor.set_terrain(forest)?;
//! editor.set_tool(EditorTool::Brush);
//! editor.press_pointer(Coord { col: 6, row: 0 })?;
//! editor.drag_pointer(Coord { col: 8, row: 0 })?;
//! editor.release_pointer(Coord { col: 8, row: 0 })?;
//! assert_eq!(editor.document().ground().rows()[0], "....~~fff.");
//! assert!(editor.document().is_changed());
//!
//! assert_eq!(editor.undo(), Some("paint"));
//! assert!(!editor.document().is_changed());
//!
//! editor.redo();
//! let text = editor.document().to_ron();
//! assert!(text.starts_with("// A ford between two woods.\n"));
//! assert!(text.contains("\"....~~fff.\""));
//! # Ok::<(), hotgates_editor::EditRefusal>(())
//! ```

mod changes;
mod glyph_grid;
mod glyph_table;
mod goals;
mod refusal;

mod header;
mod patch;

mod edit;
mod history;

mod document;

mod army;
mod contingents;
mod entry_checks;
mod events;
mod goal_edits;
mod settings;
mod side_terms;
mod unit_keys;

mod clip;
mod selection;
mod shape;
mod symmetry;

mod paint;
mod reshape;

mod editor;

mod analysis;

pub use analysis::{
    Analysis, AnalysisStage, ArrivalTurnsBySide, BalanceError, BalanceMeter, ChokeCandidate, ChokeReport,
    Finding, HexValues, Invasion, MarchTurns, SkipReason,
};
pub use changes::DocumentChanges;
pub use clip::{CopiedHexes, MirrorAxis};
pub use document::Document;
pub use editor::{Editor, EditorTool};
pub use events::EventCondition;
pub use glyph_grid::GlyphGrid;
pub use glyph_table::GlyphTable;
pub use goals::{GoalSettings, GoalWay, MapEdge, toggle_all};
pub use hotgates_engine::Coord;
pub use hotgates_play::{BattleEnding, Cancel, Cancelled, Tally};
pub use paint::RoadOrRiver;
pub use refusal::{EditRefusal, TerrainNeedingTool};
pub use reshape::ResizeAnchor;
pub use selection::Selection;
pub use shape::{MAX_BRUSH, brush_hexes, line_hexes, rectangle_hexes};
pub use symmetry::{Mirror, Symmetry};
