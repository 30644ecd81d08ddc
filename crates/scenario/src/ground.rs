//! The ground of a battle as it is now: the map, and what searches and sight make of it.
//!
//! Battles share it until terrain changes; then the battle that it changes in gets one of its own.

use std::sync::Arc;

use hotgates_grid::{Cell, CostBits, CostLayer};
use hotgates_rules::{Ruleset, TerrainId, UnitTypeId};

use crate::map::Map;
use crate::sight_table::SightTable;

/// The ground as it is at one moment.
///
/// ```
/// use hotgates_grid::Coord;
/// use hotgates_rules::Ruleset;
/// use hotgates_scenario::{Ground, Map, MapFile};
///
/// let rules = Ruleset::classic();
/// let file = MapFile { rows: vec!["#.~.".to_owned()], ..MapFile::default() };
/// let start = Ground::new(Map::read_rows(&file, &rules).expect("a sound map"), &rules);
/// let cell = start.map().grid().at(Coord { col: 2, row: 0 }).expect("on the map");
/// let [water, bridge] = ["water", "bridge"].map(|name| rules.terrain(name).expect("a terrain"));
///
/// let bridged = start.with_terrain(cell, bridge, &rules);
/// assert!(bridged.changed_cells().eq([cell]) && !bridged.has_same_terrain_as(&start));
/// assert!(bridged.with_terrain(cell, water, &rules).has_same_terrain_as(&start));
/// ```
#[derive(Debug)]
pub struct Ground {
    map: Map,
    /// For each layer of costs of the map its cells by their costs, for searches by bits.
    cost_bits: Box<[Vec<CostBits>]>,
    /// Table of the hexes in sight from each cell, where the rules hide enemies out of sight.
    sight: Option<Arc<SightTable>>,
    /// Cells whose terrain is another than at the start, ascending, each with its terrain at the start.
    changed: Vec<(Cell, TerrainId)>,
}

impl Ground {
    /// Makes the ground of a battle that begins on a map.
    #[must_use]
    pub fn new(map: Map, rules: &Ruleset) -> Self {
        let fog = rules.options.fog_of_war;
        Self {
            cost_bits: split_layers_by_cost(&map),
            sight: fog.then(|| Arc::new(SightTable::new(rules, map.grid()))),
            map,
            changed: Vec::new(),
        }
    }

    /// Returns the map with the terrain of now.
    #[inline]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the hexes in sight from each cell; `None` where the rules hide nobody.
    #[inline]
    pub fn sight(&self) -> Option<&SightTable> {
        self.sight.as_deref()
    }

    /// Returns the ground as short searches of units of a type read it.
    #[inline]
    pub fn cost_layer(&self, kind: UnitTypeId) -> CostLayer<'_> {
        self.map.cost_layer(kind, &self.cost_bits)
    }

    /// Lists the cells whose terrain is another than at the start, ascending.
    pub fn changed_cells(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.changed.iter().map(|&(cell, _)| cell)
    }

    /// Returns `true` if both have the same terrain, given that both came of the same ground.
    #[must_use]
    pub fn has_same_terrain_as(&self, other: &Self) -> bool {
        self.changed.len() == other.changed.len()
            && self.changed.iter().all(|&(cell, _)| {
                let there = other.changed.binary_search_by_key(&cell, |&(cell, _)| cell).is_ok();
                there && self.map.terrain(cell) == other.map.terrain(cell)
            })
    }

    /// Returns this ground, of the start, with the terrain that other ground has become.
    ///
    /// Cost: that of copying the map, unless nothing has changed.
    #[must_use]
    pub fn changed_as(self: &Arc<Self>, other: &Self, rules: &Ruleset) -> Arc<Self> {
        if other.changed.is_empty() {
            return Arc::clone(self);
        }
        Arc::new(self.with_terrains(other.changed_cells().map(|cell| (cell, other.map.terrain(cell))), rules))
    }

    /// Returns the ground with another terrain on a cell.
    ///
    /// Cost: that of copying the map; sight over it is looked up anew only where it has changed.
    #[must_use]
    pub fn with_terrain(&self, cell: Cell, terrain: TerrainId, rules: &Ruleset) -> Self {
        self.with_terrains([(cell, terrain)].into_iter(), rules)
    }

    fn with_terrains(&self, new: impl Iterator<Item = (Cell, TerrainId)>, rules: &Ruleset) -> Self {
        let (mut map, mut changed, mut sees_the_same) = (self.map.clone(), self.changed.clone(), true);
        let mut cells = Vec::new();
        for (cell, terrain) in new {
            let before = map.terrain(cell);
            sees_the_same &= has_same_sight(rules, before, terrain);
            map.set_terrain(cell, terrain, rules);
            cells.push(cell);
            match changed.binary_search_by_key(&cell, |&(cell, _)| cell) {
                Ok(place) if changed[place].1 == terrain => {
                    changed.remove(place);
                }
                Err(place) if before != terrain => changed.insert(place, (cell, before)),
                _ => {}
            }
        }
        Self {
            cost_bits: self.cost_bits_of_changed_map(&map, &cells),
            sight: self.sight.as_ref().map(|table| {
                if sees_the_same { Arc::clone(table) } else { Arc::new(SightTable::new(rules, map.grid())) }
            }),
            map,
            changed,
        }
    }

    /// Returns the bits of the costs of a map that differs from this ground's on some cells.
    fn cost_bits_of_changed_map(&self, map: &Map, cells: &[Cell]) -> Box<[Vec<CostBits>]> {
        let layers = self.map.cost_layers().zip(map.cost_layers());
        let changed = |(bits, (before, now)): (&Vec<CostBits>, (&[u8], &[u8]))| {
            let mut bits = bits.clone();
            let mut change = |cell: &Cell| {
                CostBits::change_cost(&mut bits, *cell, before[cell.index()], now[cell.index()])
            };
            if cells.iter().all(&mut change) { bits } else { CostBits::split_by_cost(now) }
        };
        self.cost_bits.iter().zip(layers).map(changed).collect()
    }
}

/// Returns `true` if units see as much into and over one terrain as another.
fn has_same_sight(rules: &Ruleset, one: TerrainId, other: TerrainId) -> bool {
    let [one, other] = [one, other].map(|terrain| &rules.terrains[terrain]);
    one.sight_cost() == other.sight_cost()
        && one.blocks_fire == other.blocks_fire
        && one.height == other.height
}

fn split_layers_by_cost(map: &Map) -> Box<[Vec<CostBits>]> {
    map.cost_layers().map(CostBits::split_by_cost).collect()
}
