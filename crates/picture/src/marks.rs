//! Marks that point out things on a map: paths, reach, points of convergence.

use hotgates_engine::Cell;
use serde::{Deserialize, Serialize};

/// Hexes to be pointed out, by why. Plain data, from whoever has found them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// Hexes by which Red comes in.
    pub entry: Vec<Cell>,
    /// Sets of points of convergence.
    pub chokes: Vec<Choke>,
    /// A way, hex by hex.
    pub path: Vec<Cell>,
    /// Hexes within reach.
    pub reach: Vec<Cell>,
}

/// A set of points of convergence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choke {
    /// Its hexes.
    pub hexes: Vec<Cell>,
    /// `true` if this set is the one to be held: drawn with a full line, others with a thin one.
    pub held: bool,
}
