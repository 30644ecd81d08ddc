//! Marks that point out things on a map: paths, reach, points of convergence.

use hotgates_engine::Cell;
use serde::{Deserialize, Serialize};

/// Hexes to be pointed out, by reason. Plain data, from whoever has found them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureMarks {
    /// Entry hexes of Red.
    pub entry: Vec<Cell>,
    /// Choke sets.
    pub chokes: Vec<ChokeMark>,
    /// A path, hex by hex.
    pub path: Vec<Cell>,
    /// Hexes within reach.
    pub reach: Vec<Cell>,
}

/// A choke set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChokeMark {
    /// Hexes of the set.
    pub hexes: Vec<Cell>,
    /// `true` if this set is the one to be held: drawn with a full line, others with a thin one.
    pub held: bool,
}
