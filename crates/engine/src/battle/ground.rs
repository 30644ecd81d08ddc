//! The ground of a battle as it is now: the map, and what searches and sight make of it.
//!
//! Battles share it until terrain changes; then the battle that it changes in gets one of its own.

use std::sync::Arc;

use hotgates_grid::{Cell, CostBits, CostLayer};
use hotgates_rules::{Ruleset, TerrainId, UnitTypeId};

use crate::battle::sight_table::SightTable;
use hotgates_scenario::Map;

/// The ground as it is now.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) map: Map,
    /// For each layer of costs of the map its cells by their costs, for searches by bits.
    cost_bits: Box<[Vec<CostBits>]>,
    /// Table of the hexes in sight from each cell, where the rules hide enemies out of sight.
    pub(crate) sight: Option<Arc<SightTable>>,
    /// Cells whose terrain is another than at the start, ascending, each with its terrain at the start.
    changed: Vec<(Cell, TerrainId)>,
}

impl Ground {
    /// Makes the ground of a battle that begins on a map.
    pub(crate) fn new(map: Map, rules: &Ruleset) -> Self {
        let fog = rules.options.fog_of_war;
        Self {
            cost_bits: split_layers_by_cost(&map),
            sight: fog.then(|| Arc::new(SightTable::new(rules, map.grid()))),
            map,
            changed: Vec::new(),
        }
    }

    /// Returns the ground as short searches of units of a type read it.
    #[inline]
    pub(crate) fn cost_layer(&self, kind: UnitTypeId) -> CostLayer<'_> {
        self.map.cost_layer(kind, &self.cost_bits)
    }

    /// Lists the cells whose terrain is another than at the start, ascending.
    pub(crate) fn changed_cells(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.changed.iter().map(|&(cell, _)| cell)
    }

    /// Returns `true` if both have the same terrain, given that both came of the same ground.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        self.changed.len() == other.changed.len()
            && self.changed.iter().all(|&(cell, _)| {
                let there = other.changed.binary_search_by_key(&cell, |&(cell, _)| cell).is_ok();
                there && self.map.terrain(cell) == other.map.terrain(cell)
            })
    }

    /// Returns the ground with another terrain on a cell.
    ///
    /// Cost: that of copying the map.
    pub(crate) fn with_terrain(&self, cell: Cell, terrain: TerrainId, rules: &Ruleset) -> Self {
        let before = self.map.terrain(cell);
        let mut map = self.map.clone();
        map.set_terrain(cell, terrain, rules);
        let mut changed = self.changed.clone();
        match changed.binary_search_by_key(&cell, |&(cell, _)| cell) {
            Ok(place) if changed[place].1 == terrain => {
                changed.remove(place);
            }
            Err(place) if before != terrain => changed.insert(place, (cell, before)),
            _ => {}
        }
        Self {
            cost_bits: split_layers_by_cost(&map),
            sight: self.sight.as_ref().map(|_| Arc::new(SightTable::new(rules, map.grid()))),
            map,
            changed,
        }
    }
}

fn split_layers_by_cost(map: &Map) -> Box<[Vec<CostBits>]> {
    map.cost_layers().map(CostBits::split_by_cost).collect()
}
