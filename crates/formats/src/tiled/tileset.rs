//! The terrains that the tiles of a map stand for.

use std::collections::BTreeMap;

use hotgates_engine::{Coord, MapFile, Ruleset, TerrainId};

use super::model::{TileEntry, TiledTileset, TilesetSource, TilesetUse, property_value};
use super::{ReadBeside, json, xml};
use crate::detail::{ExpectedValue, LimitedThing, ReferenceFault, TileFault, ValueName};
use crate::error::{ImportError, ImportProblem, quote_shortly};

/// Greatest number of tilesets of a map.
const MAX_TILESETS: usize = 256;
/// Greatest size of the external tilesets of a map together, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Greatest number of a map's own glyphs.
const MAX_GLYPHS: usize = 1000;

/// A terrain that a tile stands for, and the map's own glyph for it, if it has one.
#[derive(Debug, Clone, Copy)]
struct TileTerrain {
    terrain: TerrainId,
    glyph: Option<char>,
}

/// The tilesets of a map.
pub struct MapTilesets {
    /// Tilesets by their first global id, each with its name and its tiles by their ids.
    sets: BTreeMap<u32, (String, BTreeMap<u32, TileEntry>)>,
}

impl MapTilesets {
    /// Reads the external tilesets of a map.
    pub fn load_external(uses: Vec<TilesetUse>, beside: &mut ReadBeside<'_>) -> Result<Self, ImportError> {
        if uses.len() > MAX_TILESETS {
            return Err(
                ImportProblem::TooMany { what: LimitedThing::Tilesets, max: MAX_TILESETS as u64 }.into()
            );
        }
        let mut sets = BTreeMap::new();
        let mut bytes = 0;
        for TilesetUse { first, tileset } in uses {
            if first == 0 {
                let (what, expected) = (ValueName::FirstTile, ExpectedValue::Positive);
                return Err(ImportProblem::Value { what, value: "0".into(), expected }.into());
            }
            let TiledTileset { name, tiles } = match tileset {
                TilesetSource::Embedded(tileset) => tileset,
                TilesetSource::External(path) => read_external_tileset(&path, beside, &mut bytes)?,
            };
            let tiles = tiles.into_iter().map(|tile| (tile.id, tile)).collect();
            sets.insert(first, (name, tiles));
        }
        Ok(Self { sets })
    }

    /// Returns the map's own glyphs that the tilesets define, even glyphs that no hex shows.
    pub fn own_glyphs(&self, rules: &Ruleset) -> Result<BTreeMap<char, String>, ImportProblem> {
        let tiles = self.sets.values().flat_map(|(_, tiles)| tiles.values());
        let own = |tile: &TileEntry| {
            let TileTerrain { terrain, glyph } = terrain_of_tile(tile, rules).ok()?;
            Some((glyph?, rules.terrains[terrain].name.clone()))
        };
        let own: BTreeMap<_, _> = tiles.filter_map(own).collect();
        if own.len() > MAX_GLYPHS {
            return Err(ImportProblem::TooMany {
                what: LimitedThing::GlyphsInTilesets,
                max: MAX_GLYPHS as u64,
            });
        }
        Ok(own)
    }

    /// Returns the terrain of a tile, and the map's own glyph for it if there is one.
    pub fn terrain_of_gid(
        &self,
        gid: u32,
        hex: Coord,
        rules: &Ruleset,
    ) -> Result<(TerrainId, Option<char>), ImportProblem> {
        let Some((first, (name, tiles))) = self.sets.range(..=gid).next_back() else {
            return Err(ImportProblem::UnknownTile { hex, gid });
        };
        let id = gid - first;
        let found = tiles.get(&id).ok_or(TileFault::NoClass);
        let found = found.and_then(|tile| terrain_of_tile(tile, rules));
        found.map(|TileTerrain { terrain, glyph }| (terrain, glyph)).map_err(|why| ImportProblem::NoTerrain {
            hex,
            tile: id,
            tileset: quote_shortly(name),
            why,
            known: rules.terrains.iter().map(|terrain| terrain.name.as_str()).collect::<Vec<_>>().join(", "),
        })
    }
}

fn read_external_tileset(
    path: &str,
    beside: &mut ReadBeside<'_>,
    bytes: &mut usize,
) -> Result<TiledTileset, ImportError> {
    let failed = |why| ImportProblem::Tileset { source_path: quote_shortly(path), why };
    // Such a path means something else on every machine.
    if path.starts_with(['/', '\\']) || path.contains(':') {
        return Err(failed(ReferenceFault::NotRelative).into());
    }
    let text = beside(path).map_err(failed)?;
    *bytes += text.len();
    if *bytes > MAX_BYTES {
        return Err(
            ImportProblem::TooMany { what: LimitedThing::BytesOfTilesets, max: MAX_BYTES as u64 }.into()
        );
    }
    let read = if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        xml::parse_tsx
    } else {
        json::parse_tsj
    };
    read(text.trim_start_matches('\u{feff}')).map_err(|error| error.error_in_tileset(&quote_shortly(path)))
}

/// Reads the terrain of a tile: its property `terrain`, or its class.
fn terrain_of_tile(tile: &TileEntry, rules: &Ruleset) -> Result<TileTerrain, TileFault> {
    let name = property_value(&tile.properties, "terrain").unwrap_or(&tile.class);
    if name.is_empty() {
        return Err(TileFault::NoClass);
    }
    let terrain = rules.terrain(name).ok_or_else(|| TileFault::UnknownTerrain(quote_shortly(name)))?;
    let mut chars = property_value(&tile.properties, "glyph").unwrap_or_default().chars();
    let glyph = chars.next().filter(|_| chars.next().is_none());
    Ok(TileTerrain { terrain, glyph })
}

/// The glyphs that a map writes for terrains.
pub struct TerrainGlyphs<'a> {
    /// The map's own glyphs, with the names of their terrains.
    pub own: BTreeMap<char, String>,
    rules: &'a Ruleset,
}

impl<'a> TerrainGlyphs<'a> {
    pub const fn new(own: BTreeMap<char, String>, rules: &'a Ruleset) -> Self {
        Self { own, rules }
    }

    /// Returns the glyph of a terrain: the ruleset's, or one of the map's own where the map uses
    /// the ruleset's for something else.
    pub fn glyph_for(&mut self, terrain: TerrainId) -> char {
        let terrain = &self.rules.terrains[terrain];
        if self.own.get(&terrain.glyph).is_none_or(|name| *name == terrain.name) {
            return terrain.glyph;
        }
        if let Some((&glyph, _)) = self.own.iter().find(|(_, name)| **name == terrain.name) {
            return glyph;
        }
        let taken =
            |c: &char| self.own.contains_key(c) || self.rules.terrains.iter().any(|other| other.glyph == *c);
        let free = ('A'..='Z').chain('a'..='z').chain('\u{c0}'..='\u{fff}').find(|c| !taken(c));
        let glyph = free.expect("fewer than four thousand glyphs are taken");
        self.own.insert(glyph, terrain.name.clone());
        glyph
    }
}

/// Returns the terrain that stands for hexes without a tile: the first that no unit can enter.
pub fn filler_terrain(rules: &Ruleset) -> Option<TerrainId> {
    rules
        .terrain_ids()
        .find(|&terrain| rules.units.iter().all(|unit| rules.cost(&rules.terrains[terrain], unit).is_none()))
}

/// Returns the ruleset that a map names.
pub fn ruleset_of_map(map: &MapFile, beside: &mut ReadBeside<'_>) -> Result<Ruleset, ImportError> {
    let name = map.rules.as_deref().unwrap_or("classic");
    if let Some(rules) = Ruleset::shipped(name) {
        return Ok(rules);
    }
    let failed = |why| ImportError::from(ImportProblem::Rules { name: quote_shortly(name), why });
    let text = beside(name).map_err(failed)?;
    Ruleset::from_ron(&text).map_err(|faults| {
        let fault = faults.first().map(|fault| fault.message_in_file(name)).unwrap_or_default();
        failed(ReferenceFault::Unreadable(fault))
    })
}
