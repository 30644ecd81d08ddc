//! Reasons why the editor refuses an edit; a refused edit changes nothing.

use hotgates_engine::{Coord, Fault, FaultKind, NameKind, Side};

/// A reason why an edit is refused, with what would be possible.
///
/// ```
/// use hotgates_editor::{Document, Editor, MAX_BRUSH, EditRefusal};
///
/// let document = Document::open(r##"Map(name: "Pass", rows: ["..#"])"##).expect("a sound file");
/// let mut editor = Editor::new(document);
/// let refusal = editor.set_brush_size(9).unwrap_err();
/// assert_eq!(refusal, EditRefusal::BrushSize { size: 9, max: MAX_BRUSH });
/// assert_eq!(refusal.to_string(), "there is no brush of size 9; sizes are 1 to 5");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditRefusal {
    /// A fault that the engine would find in the file, reported before it happens.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// A place beyond the end of the ruleset's list of terrains.
    #[error("there is no terrain number {place}; the ruleset lists {count}")]
    NoSuchTerrain {
        /// The place asked for, from 0.
        place: usize,
        /// Number of terrains in the list.
        count: usize,
    },
    /// A terrain that cannot be written.
    #[error(
        "{terrain} cannot be painted: this file uses its glyph `{glyph}` for another terrain; give it another glyph"
    )]
    NoGlyph {
        /// The terrain.
        terrain: String,
        /// The terrain's glyph in the ruleset.
        glyph: char,
    },
    /// A ruleset without a terrain that a tool builds with.
    #[error("this ruleset has no terrain `{name}`, which {tool} needs")]
    NoTerrainFor {
        /// The terrain's name.
        name: String,
        /// The tool that needs it.
        tool: TerrainNeedingTool,
    },
    /// A brush size out of range.
    #[error("there is no brush of size {size}; sizes are 1 to {max}")]
    BrushSize {
        /// The size asked for.
        size: u32,
        /// The largest size.
        max: u32,
    },
    /// A tool for units used on a hex without a unit.
    #[error("hex {at}: no unit starts there")]
    NoUnitAt {
        /// The hex.
        at: Coord,
    },
    /// A place beyond the end of an order of battle.
    #[error("{side} has no unit number {index}; it has {count}")]
    NoSuchUnit {
        /// The side.
        side: Side,
        /// The place asked for, from 0.
        index: usize,
        /// Number of units in the army.
        count: usize,
    },
    /// A place beyond the end of the list of goals.
    #[error("there is no goal number {index}; the map has {count}")]
    NoSuchGoal {
        /// The place asked for, from 0.
        index: usize,
        /// Number of goals of the map.
        count: usize,
    },
    /// A place beyond the end of the list of events.
    #[error("there is no event number {index}; the map has {count}")]
    NoSuchEvent {
        /// The place asked for, from 0.
        index: usize,
        /// Number of events of the map.
        count: usize,
    },
    /// A setting of an army for a side that fights with the ruleset's standard army.
    #[error("{side} fights with the ruleset's standard army; give it an army of its own first")]
    StandardArmy {
        /// The side.
        side: Side,
    },
    /// A copy without a selection.
    #[error("nothing is selected")]
    NothingSelected,
    /// A paste without a copy.
    #[error("nothing has been copied yet")]
    NothingCopied,
    /// A clip with a glyph that stands for nothing on this map.
    #[error("what was copied has the glyph `{glyph}`, which stands for nothing on this map")]
    ForeignGlyph {
        /// The glyph.
        glyph: char,
    },
    /// A clip that would lie off the map as a whole.
    #[error("hex {at}: all of it would lie off the map")]
    AllOffMap {
        /// The hex on which its middle was to lie.
        at: Coord,
    },
    /// A glyph on the map that stands for nothing.
    #[error("the glyph `{glyph}` stands for nothing; the ruleset does not know it")]
    UnknownGlyph {
        /// The glyph.
        glyph: char,
    },
    /// A blank name of a map.
    #[error("a map needs a name")]
    NoName,
}

/// A tool that needs terrains of certain names in the ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TerrainNeedingTool {
    /// Builds roads.
    RoadTool,
    /// Carves rivers.
    RiverTool,
    /// Puts castles.
    CastleTool,
    /// Draws a random map over the one being edited.
    RandomMap,
}

impl std::fmt::Display for TerrainNeedingTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::RoadTool => "the road tool",
            Self::RiverTool => "the river tool",
            Self::CastleTool => "the castle tool",
            Self::RandomMap => "a random map",
        })
    }
}

impl From<Fault> for EditRefusal {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

impl From<FaultKind> for EditRefusal {
    fn from(kind: FaultKind) -> Self {
        Fault::new(kind).into()
    }
}

/// Makes the fault that a name is not known, with the names that are.
pub(crate) fn unknown_name<'a>(
    what: NameKind,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> EditRefusal {
    let known = known.into_iter().collect::<Vec<_>>().join(", ");
    FaultKind::Unknown { what, name: name.to_owned(), known }.into()
}
