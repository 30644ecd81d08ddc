//! Why the editor does not do something: nothing has changed then.

use hotgates_engine::{Coord, Fault, FaultKind, Side};

/// Nonsense that was asked for, with what would make sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// What the engine would find wrong with the file, said before it happens.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// A terrain that the ruleset's list does not reach.
    #[error("there is no terrain number {place}; the ruleset lists {count}")]
    NoSuchTerrain {
        /// The place asked for, from 0.
        place: usize,
        /// Terrains there are.
        count: usize,
    },
    /// A terrain that cannot be written.
    #[error(
        "{terrain} cannot be painted: this file uses its glyph `{glyph}` for another terrain; give it another glyph"
    )]
    NoGlyph {
        /// The terrain.
        terrain: String,
        /// Its glyph in the ruleset.
        glyph: char,
    },
    /// A ruleset without what a tool builds.
    #[error("this ruleset has no terrain `{name}`, which {tool} needs")]
    NoTerrainFor {
        /// The terrain's name.
        name: String,
        /// The tool that needs it.
        tool: TerrainUser,
    },
    /// A brush that there is not.
    #[error("there is no brush of size {size}; sizes are 1 to {max}")]
    BrushSize {
        /// The size asked for.
        size: u32,
        /// The largest.
        max: u32,
    },
    /// A tool used where there is no unit.
    #[error("hex {at}: no unit starts there")]
    NoUnitAt {
        /// The hex.
        at: Coord,
    },
    /// A place in an order of battle that it does not have.
    #[error("{side} has no unit number {index}; it has {count}")]
    NoSuchUnit {
        /// Whose.
        side: Side,
        /// The place asked for, from 0.
        index: usize,
        /// Units there are.
        count: usize,
    },
    /// A setting of an army that is the ruleset's.
    #[error("{side} fights with the ruleset's standard army; give it an army of its own first")]
    StandardArmy {
        /// Whose.
        side: Side,
    },
    /// Copying nothing.
    #[error("nothing is selected")]
    NothingSelected,
    /// Pasting nothing.
    #[error("nothing has been copied yet")]
    NothingCopied,
    /// Pasting something that this map has no word for.
    #[error("what was copied has the glyph `{glyph}`, which stands for nothing on this map")]
    ForeignGlyph {
        /// The glyph.
        glyph: char,
    },
    /// All of it would lie off the map.
    #[error("hex {at}: all of it would lie off the map")]
    AllOffMap {
        /// Where it was to lie.
        at: Coord,
    },
    /// A glyph that is not on the map.
    #[error("the glyph `{glyph}` stands for nothing; the ruleset does not know it")]
    UnknownGlyph {
        /// The glyph.
        glyph: char,
    },
    /// A map without a name.
    #[error("a map needs a name")]
    NoName,
}

/// A tool that needs terrains of certain names in the ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TerrainUser {
    /// Builds roads.
    RoadTool,
    /// Carves rivers.
    RiverTool,
    /// Puts castles.
    CastleTool,
    /// Draws a random map over the one being edited.
    RandomMap,
}

impl std::fmt::Display for TerrainUser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::RoadTool => "the road tool",
            Self::RiverTool => "the river tool",
            Self::CastleTool => "the castle tool",
            Self::RandomMap => "a random map",
        })
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

impl From<FaultKind> for Refusal {
    fn from(kind: FaultKind) -> Self {
        Fault::new(kind).into()
    }
}

/// The fault that a name is not known, with those that are.
pub(crate) fn unknown_name<'a>(
    what: &'static str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Refusal {
    let known = known.into_iter().collect::<Vec<_>>().join(", ");
    FaultKind::Unknown { what: what.into(), name: name.to_owned(), known }.into()
}
