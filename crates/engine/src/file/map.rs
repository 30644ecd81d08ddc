//! The checked map: terrain by cell, castles, and what each unit type pays where.

use hexx::Hex;

use crate::file::fault::{Fault, FaultKind};
use crate::file::ids::{TerrainId, UnitTypeId};
use crate::file::ruleset::{Ruleset, Terrain, UnitType};
use crate::file::scenario::MapFile;
use crate::grid::coord::Coord;
use crate::grid::{Cell, Grid};

/// A map that can be played on under one ruleset.
///
/// Besides the terrain it holds one layer of entry costs for each set of costs that differs between unit types:
/// in the classic ruleset there is one. Memory: 2 bytes a hex and one more for each further layer.
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

/// How many hexes with an unknown glyph are reported one by one: a map drawn for other rules has no known one.
const MAX_UNKNOWN: usize = 100;

/// What stands for "no terrain" in the border.
const NO_TERRAIN: u8 = u8::MAX;

impl Map {
    /// Reads the rows of a map file.
    ///
    /// # Errors
    /// Every unknown glyph and ragged row, or that the map is empty or too large.
    pub fn read(file: &MapFile, rules: &Ruleset) -> Result<Self, Vec<Fault>> {
        let (width, height) = size(file).map_err(|fault| vec![fault])?;
        let mut faults = Vec::new();
        let mut unknown = 0;
        let glyphs = Glyphs::new(file, rules, &mut faults);
        let grid = Grid::new(width, height);
        let mut terrain = vec![NO_TERRAIN; grid.len()].into_boxed_slice();
        for (row, text) in file.rows.iter().enumerate() {
            let mut length = 0;
            for (col, glyph) in text.chars().enumerate() {
                length += 1;
                let at = coord(col, row);
                match (grid.at(at), glyphs.terrain(glyph)) {
                    (None, _) => {}
                    (Some(cell), Some(kind)) => terrain[cell.index()] = kind,
                    (Some(_), None) => {
                        unknown += 1;
                        if unknown <= MAX_UNKNOWN {
                            faults.push(Glyphs::unknown(glyph, at, rules));
                        }
                    }
                }
            }
            if length != width {
                let kind = FaultKind::RaggedRow { row, length, expected: width };
                faults.push(Fault::at_field(format!("rows[{row}]"), kind));
            }
        }
        if unknown > MAX_UNKNOWN {
            faults.push(Fault::at_field("rows", FaultKind::MoreUnknown { count: unknown - MAX_UNKNOWN }));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let castles =
            grid.cells().filter(|cell| rules.terrains[TerrainId(terrain[cell.index()])].castle).collect();
        let (layers, layer_of) = cost_layers(&terrain, rules);
        let lowest = layers.iter().map(|layer| lowest(layer)).collect();
        Ok(Self { grid, terrain, castles, layers, layer_of, lowest })
    }

    /// How the hexes are numbered.
    #[inline]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether the cell is a hex of the map, not of its border.
    #[inline]
    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.terrain[cell.index()] != NO_TERRAIN
    }

    /// Returns the terrain of a cell of the map.
    #[inline]
    pub fn terrain(&self, cell: Cell) -> TerrainId {
        TerrainId(self.terrain[cell.index()])
    }

    /// Returns the terrain of a hex; `None` off the map.
    pub fn terrain_at(&self, hex: Hex) -> Option<TerrainId> {
        self.grid.cell(hex).map(|cell| self.terrain(cell))
    }

    /// Every castle, in ascending cells.
    pub fn castles(&self) -> &[Cell] {
        &self.castles
    }

    /// Returns what units of this type pay to enter each cell, in MP; 0 where they cannot, the border included. A hex that costs more than the type's movement points cannot be entered.
    #[inline]
    pub fn costs(&self, kind: UnitTypeId) -> &[u8] {
        &self.layers[self.layer_of[kind.index()]]
    }

    /// All layers of costs.
    pub(crate) fn layers(&self) -> impl Iterator<Item = &[u8]> {
        self.layers.iter().map(|layer| &**layer)
    }

    /// The lowest cost that units of this type pay for any hex of this map, at least 1.
    pub(crate) fn lowest_cost(&self, kind: UnitTypeId) -> u32 {
        self.lowest[self.layer_of[kind.index()]].into()
    }

    /// A number that equals for two unit types exactly if they pay the same everywhere: for sharing fields.
    pub fn layer(&self, kind: UnitTypeId) -> usize {
        self.layer_of[kind.index()]
    }

    /// Puts another terrain of the ruleset that the map was read by on a hex, as an editor does.
    /// Cost: that of one hex, unless a castle comes or goes or the hex was the cheapest of all for somebody.
    pub fn set_terrain(&mut self, cell: Cell, terrain: TerrainId, rules: &Ruleset) {
        let (kind, before) = (&rules.terrains[terrain], self.terrain(cell));
        self.terrain[cell.index()] = terrain.0;
        for (unit, &layer) in rules.units.iter().zip(&self.layer_of) {
            let cost = entry_cost(rules, kind, unit);
            let old = std::mem::replace(&mut self.layers[layer][cell.index()], cost);
            // Kept exact: searches end early by it.
            let before = self.lowest[layer];
            if cost != old && (old == before || old == 0 || cost < before) {
                self.lowest[layer] = lowest(&self.layers[layer]);
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

    /// Bytes that the map takes.
    pub fn memory(&self) -> usize {
        self.terrain.len() * (1 + self.layers.len())
    }
}

/// The lowest cost of a layer; 1 where nothing can be entered.
fn lowest(layer: &[u8]) -> u8 {
    layer.iter().copied().filter(|&cost| cost > 0).min().unwrap_or(1)
}

/// Width and height, before any memory is taken for them.
fn size(file: &MapFile) -> Result<(usize, usize), Fault> {
    let height = file.rows.len();
    let width = file.rows.first().map_or(0, |row| row.chars().count());
    if width == 0 {
        return Err(Fault::at_field("rows", FaultKind::NoHexes));
    }
    let (max_side, max) = (Grid::MAX_SIDE, Grid::MAX_HEXES);
    if width > max_side || height > max_side || width * height > max {
        return Err(Fault::at_field("rows", FaultKind::TooLarge { width, height, max_side, max }));
    }
    Ok((width, height))
}

fn coord(col: usize, row: usize) -> Coord {
    let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    Coord { col: number(col), row: number(row) }
}

/// Which terrain each glyph of one file stands for.
struct Glyphs {
    ascii: [u8; 128],
    others: Vec<(char, u8)>,
}

impl Glyphs {
    fn new(file: &MapFile, rules: &Ruleset, faults: &mut Vec<Fault>) -> Self {
        let mut glyphs = Self { ascii: [NO_TERRAIN; 128], others: Vec::new() };
        for kind in rules.terrain_ids() {
            glyphs.set(rules.terrains[kind].glyph, kind);
        }
        for (&glyph, name) in &file.glyphs {
            if let Some(kind) = rules.terrain(name) {
                glyphs.set(glyph, kind);
            } else {
                let known = rules.terrains.iter().map(|terrain| terrain.name.as_str());
                faults.push(Fault::at_field("glyphs", FaultKind::unknown("terrain", name, known)));
            }
        }
        glyphs
    }

    fn set(&mut self, glyph: char, TerrainId(kind): TerrainId) {
        match self.ascii.get_mut(glyph as usize) {
            Some(place) => *place = kind,
            None => self.others.insert(0, (glyph, kind)),
        }
    }

    fn terrain(&self, glyph: char) -> Option<u8> {
        let kind = match self.ascii.get(glyph as usize) {
            Some(&kind) => kind,
            None => self.others.iter().find(|(other, _)| *other == glyph)?.1,
        };
        (kind != NO_TERRAIN).then_some(kind)
    }

    fn unknown(glyph: char, at: Coord, rules: &Ruleset) -> Fault {
        let known = |terrain: &Terrain| format!("`{}` {}", terrain.glyph, terrain.name);
        let known = rules.terrains.iter().map(known).collect::<Vec<_>>();
        let kind = FaultKind::unknown("glyph", &glyph.to_string(), known.iter().map(String::as_str));
        Fault {
            character: usize::try_from(at.col).ok(),
            ..Fault::at_field(format!("rows[{}]", at.row), kind).at_hex(at)
        }
    }
}

/// What a unit of this type pays to enter a terrain; 0 where it cannot.
fn entry_cost(rules: &Ruleset, terrain: &Terrain, unit: &UnitType) -> u8 {
    let cost = rules.cost(terrain, unit).filter(|&cost| cost <= unit.movement);
    cost.map_or(0, |cost| u8::try_from(cost.0).expect("a cost is at most 250"))
}

/// One layer for each set of costs, and which layer each unit type uses.
fn cost_layers(terrain: &[u8], rules: &Ruleset) -> (Vec<Box<[u8]>>, Vec<usize>) {
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
