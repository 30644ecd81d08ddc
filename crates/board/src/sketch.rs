//! A map being drawn: ground and units that need not make a battle.

use std::sync::Arc;

use hotgates_engine::{Cell, Map, Ruleset, TerrainId};
use hotgates_picture::Counter;

/// A map being drawn. Clones share the ground until one of them is changed.
#[derive(Debug, Clone)]
pub struct MapSketch {
    /// The ground.
    pub map: Arc<Map>,
    /// Ruleset that says what each terrain is.
    pub rules: Arc<Ruleset>,
    /// The units that have a place.
    pub units: Vec<(Cell, Counter)>,
}

impl MapSketch {
    /// Puts another terrain on a hex. The board has to be told by a
    /// [`RepaintGround`](super::RepaintGround).
    pub fn set_terrain(&mut self, cell: Cell, terrain: TerrainId) {
        Arc::make_mut(&mut self.map).set_terrain(cell, terrain, &self.rules);
    }
}
