//! The checked map: the terrain of each cell, the castles, and the entry costs of each unit type.

use hotgates_grid::{Cell, Coord, CostBits, CostLayer, Grid, Hex};

use crate::scenario::MapFile;
use hotgates_rules::{Ruleset, Terrain, TerrainId, UnitType, UnitTypeId};
use hotgates_text::{Fault, FaultKind, NameKind};

/// A map that can be played on under one ruleset.
///
/// Besides the terrain the map holds one layer of entry costs for each group of unit types with the
/// same costs: one layer in the classic ruleset. Memory: 2 bytes a hex, and one more byte for each
/// further layer.
///
/// ```
/// use hotgates_grid::Coord;
/// use hotgates_rules::Ruleset;
/// use hotgates_scenario::{Map, MapFile};
///
/// let rules = Ruleset::classic();
/// let rows = ["#.f", "=~^"].map(str::to_owned).to_vec();
/// let map = Map::read_rows(&MapFile { rows, ..MapFile::default() }, &rules).expect("a sound map");
///
/// let cell = |col, row| map.grid().at(Coord { col, row }).expect("on the map");
/// assert_eq!(rules.terrains[map.terrain(cell(2, 0))].name, "forest");
/// assert_eq!(map.castles(), [cell(0, 0)]);
///
/// let infantry = rules.unit("infantry").expect("a classic type");
/// let costs = map.costs(infantry);
/// assert_eq!([cell(1, 0), cell(0, 1), cell(1, 1)].map(|cell| costs[cell.index()]), [2, 1, 0]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    grid: Grid,
    terrain: Box<[u8]>,
    castles: Box<[Cell]>,
    layers: Vec<Box<[u8]>>,
    layer_of: Vec<usize>,
    /// The lowest cost in each layer; 1 where nothing can be entered.
    lowest: Vec<u8>,
}

/// Most hexes with an unknown glyph that are reported one by one: a map drawn for other rules may
/// have no hex with a known glyph.
const MAX_UNKNOWN_GLYPHS: usize = 100;

/// The value that stands for "no terrain" in the border.
const NO_TERRAIN: u8 = u8::MAX;

impl Map {
    /// Reads the rows of a map file.
    ///
    /// # Errors
    /// Every unknown glyph and ragged row, or that the map is empty or too large.
    pub fn read_rows(file: &MapFile, rules: &Ruleset) -> Result<Self, Vec<Fault>> {
        let (width, height) = map_size(file).map_err(|fault| vec![fault])?;
        let mut faults = Vec::new();
        let mut unknown = 0;
        let glyphs = TerrainByGlyph::new(file, rules, &mut faults);
        let grid = Grid::new(width, height);
        let mut terrain = vec![NO_TERRAIN; grid.len()].into_boxed_slice();
        for (row, text) in file.rows.iter().enumerate() {
            let mut length = 0;
            for (col, glyph) in text.chars().enumerate() {
                length += 1;
                let at = coord_from_usize(col, row);
                match (grid.at(at), glyphs.terrain_of(glyph)) {
                    (None, _) => {}
                    (Some(cell), Some(kind)) => terrain[cell.index()] = kind,
                    (Some(_), None) => {
                        unknown += 1;
                        if unknown <= MAX_UNKNOWN_GLYPHS {
                            faults.push(TerrainByGlyph::unknown_glyph_fault(glyph, at, rules));
                        }
                    }
                }
            }
            if length != width {
                let kind = FaultKind::RaggedRow { row, length, expected: width };
                faults.push(Fault::fault_of_field(format!("rows[{row}]"), kind));
            }
        }
        if unknown > MAX_UNKNOWN_GLYPHS {
            faults.push(Fault::fault_of_field(
                "rows",
                FaultKind::MoreUnknown { count: unknown - MAX_UNKNOWN_GLYPHS },
            ));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let castles =
            grid.cells().filter(|cell| rules.terrains[TerrainId(terrain[cell.index()])].castle).collect();
        let (layers, layer_of) = compute_cost_layers(&terrain, rules);
        let lowest = layers.iter().map(|layer| lowest_cost_of_layer(layer)).collect();
        Ok(Self { grid, terrain, castles, layers, layer_of, lowest })
    }

    /// Returns the same ground with the costs of other rules that have the same terrains and types.
    #[must_use]
    pub fn with_costs_of(&self, rules: &Ruleset) -> Self {
        let (layers, layer_of) = compute_cost_layers(&self.terrain, rules);
        let lowest = layers.iter().map(|layer| lowest_cost_of_layer(layer)).collect();
        Self { layers, layer_of, lowest, ..self.clone() }
    }

    /// Returns the grid: the numbering of the hexes.
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// `true` if the cell is a hex of the map, `false` for a cell of the border.
    #[inline]
    pub fn is_on_map(&self, cell: Cell) -> bool {
        self.terrain[cell.index()] != NO_TERRAIN
    }

    /// Returns the terrain of a cell of the map.
    #[inline]
    pub fn terrain(&self, cell: Cell) -> TerrainId {
        TerrainId(self.terrain[cell.index()])
    }

    /// Returns the terrain of a hex; `None` off the map.
    #[inline]
    pub fn terrain_of_hex(&self, hex: Hex) -> Option<TerrainId> {
        self.grid.cell(hex).map(|cell| self.terrain(cell))
    }

    /// Returns every castle, in ascending order of cells.
    #[inline]
    pub fn castles(&self) -> &[Cell] {
        &self.castles
    }

    /// Returns the costs that units of a type pay to enter each cell, in MP; 0 where they cannot,
    /// the border included. A hex that costs more than the type's movement points cannot be
    /// entered.
    #[inline]
    pub fn costs(&self, kind: UnitTypeId) -> &[u8] {
        &self.layers[self.layer_of[kind.index()]]
    }

    /// Returns all layers of costs.
    #[inline]
    pub fn cost_layers(&self) -> impl Iterator<Item = &[u8]> {
        self.layers.iter().map(|layer| &**layer)
    }

    /// Returns the lowest cost that units of a type pay for any hex of the map, at least 1 MP.
    #[inline]
    pub fn lowest_cost(&self, kind: UnitTypeId) -> u32 {
        self.lowest[self.layer_of[kind.index()]].into()
    }

    /// Returns the ground as short searches of units of a type read it; `bits` are those of
    /// [`cost_layers`](Self::cost_layers).
    #[inline]
    pub fn cost_layer<'a>(&'a self, kind: UnitTypeId, bits: &'a [Vec<CostBits>]) -> CostLayer<'a> {
        let layer = self.layer_of[kind.index()];
        CostLayer {
            grid: &self.grid,
            costs: &self.layers[layer],
            lowest: self.lowest[layer].into(),
            bits: &bits[layer],
        }
    }

    /// Returns the number of the layer of a unit type: equal for two types exactly if both pay the
    /// same costs, so that they can share fields.
    #[inline]
    pub fn cost_layer_number(&self, kind: UnitTypeId) -> usize {
        self.layer_of[kind.index()]
    }

    /// Puts another terrain of the ruleset that the map was read by on a hex, as an editor does.
    ///
    /// Cost: `O(1)`, unless a castle comes or goes or the hex was the cheapest of all for
    /// some type.
    pub fn set_terrain(&mut self, cell: Cell, terrain: TerrainId, rules: &Ruleset) {
        let (kind, before) = (&rules.terrains[terrain], self.terrain(cell));
        self.terrain[cell.index()] = terrain.0;
        for (unit, &layer) in rules.units.iter().zip(&self.layer_of) {
            let cost = entry_cost(rules, kind, unit);
            let old = std::mem::replace(&mut self.layers[layer][cell.index()], cost);
            // Kept exact, since searches end early by the lowest cost.
            let lowest = &mut self.lowest[layer];
            if cost != old && !self.layers[layer].contains(lowest) {
                *lowest = lowest_cost_of_layer(&self.layers[layer]);
            } else if cost > 0 {
                *lowest = cost.min(*lowest);
            }
        }
        if rules.terrains[before].castle != kind.castle {
            let mut castles = self.castles.to_vec();
            castles.retain(|&castle| castle != cell);
            if kind.castle {
                castles.insert(castles.partition_point(|&castle| castle < cell), cell);
            }
            self.castles = castles.into();
        }
    }

    /// Number of bytes that the map takes.
    pub fn memory_bytes(&self) -> usize {
        self.terrain.len() * (1 + self.layers.len())
    }
}

/// Returns the lowest cost of a layer; 1 where no cell can be entered.
fn lowest_cost_of_layer(layer: &[u8]) -> u8 {
    layer.iter().copied().filter(|&cost| cost > 0).min().unwrap_or(1)
}

/// Returns width and height, checked before any memory is taken for the map.
fn map_size(file: &MapFile) -> Result<(usize, usize), Fault> {
    let height = file.rows.len();
    let width = file.rows.first().map_or(0, |row| row.chars().count());
    if width == 0 {
        return Err(Fault::fault_of_field("rows", FaultKind::NoHexes));
    }
    let (max_side, max) = (Grid::MAX_SIDE, Grid::MAX_HEXES);
    if width > max_side || height > max_side || width * height > max {
        return Err(Fault::fault_of_field("rows", FaultKind::TooLarge { width, height, max_side, max }));
    }
    Ok((width, height))
}

fn coord_from_usize(col: usize, row: usize) -> Coord {
    let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    Coord { col: number(col), row: number(row) }
}

/// The terrains of the glyphs of one file.
struct TerrainByGlyph {
    ascii: [u8; 128],
    others: Vec<(char, u8)>,
}

impl TerrainByGlyph {
    fn new(file: &MapFile, rules: &Ruleset, faults: &mut Vec<Fault>) -> Self {
        let mut glyphs = Self { ascii: [NO_TERRAIN; 128], others: Vec::new() };
        for kind in rules.terrain_ids() {
            glyphs.assign_glyph(rules.terrains[kind].glyph, kind);
        }
        for (&glyph, name) in &file.glyphs {
            if let Some(kind) = rules.terrain(name) {
                glyphs.assign_glyph(glyph, kind);
            } else {
                let known = rules.terrains.iter().map(|terrain| terrain.name.as_str());
                faults.push(Fault::fault_of_field(
                    "glyphs",
                    FaultKind::unknown_name_fault(NameKind::Terrain, name, known),
                ));
            }
        }
        glyphs
    }

    fn assign_glyph(&mut self, glyph: char, TerrainId(kind): TerrainId) {
        match self.ascii.get_mut(glyph as usize) {
            Some(place) => *place = kind,
            None => self.others.insert(0, (glyph, kind)),
        }
    }

    fn terrain_of(&self, glyph: char) -> Option<u8> {
        let kind = match self.ascii.get(glyph as usize) {
            Some(&kind) => kind,
            None => self.others.iter().find(|(other, _)| *other == glyph)?.1,
        };
        (kind != NO_TERRAIN).then_some(kind)
    }

    fn unknown_glyph_fault(glyph: char, at: Coord, rules: &Ruleset) -> Fault {
        let known = |terrain: &Terrain| format!("`{}` {}", terrain.glyph, terrain.name);
        let known = rules.terrains.iter().map(known).collect::<Vec<_>>();
        let kind = FaultKind::unknown_name_fault(
            NameKind::Glyph,
            &glyph.to_string(),
            known.iter().map(String::as_str),
        );
        Fault {
            character: usize::try_from(at.col).ok(),
            ..Fault::fault_of_field(format!("rows[{}]", at.row), kind).with_hex(at)
        }
    }
}

/// Returns the cost of entering a terrain for a unit of a type, in MP; 0 where the unit cannot.
fn entry_cost(rules: &Ruleset, terrain: &Terrain, unit: &UnitType) -> u8 {
    let cost = rules.cost(terrain, unit).filter(|&cost| cost <= unit.movement);
    cost.map_or(0, |cost| u8::try_from(cost.0).expect("a cost is at most 250"))
}

/// Computes one layer for each set of costs, and the number of the layer of each unit type.
fn compute_cost_layers(terrain: &[u8], rules: &Ruleset) -> (Vec<Box<[u8]>>, Vec<usize>) {
    let mut tables: Vec<[u8; 256]> = Vec::new();
    let mut layer_of = Vec::new();
    for unit in &rules.units {
        let mut table = [0; 256];
        for (place, kind) in table.iter_mut().zip(&rules.terrains) {
            *place = entry_cost(rules, kind, unit);
        }
        let layer = tables.iter().position(|other| *other == table).unwrap_or_else(|| {
            tables.push(table);
            tables.len() - 1
        });
        layer_of.push(layer);
    }
    let layers =
        tables.iter().map(|table| terrain.iter().map(|&kind| table[kind as usize]).collect()).collect();
    (layers, layer_of)
}
