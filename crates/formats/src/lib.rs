#![doc = include_str!("../README.md")]
#![expect(clippy::result_large_err, reason = "a map is refused once, not in a loop")]

mod detail;
mod error;
pub mod tiled;
pub mod wesnoth;

pub use detail::{
    ExpectedValue, ImportNote, LayerFault, LimitedThing, ObjectFault, ReferenceFault, TileFault, ValueName,
};
pub use error::{ImportError, ImportProblem};

use hotgates_engine::{MapFile, Ruleset};

/// A map that was read, with its rules and notes on the reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedMap {
    /// The map, complete, but not yet checked as a battle.
    pub map: MapFile,
    /// Ruleset that the map names.
    pub rules: Ruleset,
    /// Notes on what was changed or guessed.
    pub notes: Vec<ImportNote>,
}
