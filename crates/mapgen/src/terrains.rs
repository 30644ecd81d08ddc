//! The terrains of a ruleset that stand for the ground of a random map.

use hotgates_engine::{Cell, Dice, Ruleset, Terrain};

use crate::cover::estimate_quantile;
use crate::land::{LandCover, MapLand};
use crate::noise::{SmoothNoise, draw_below};

/// Terrains that grow in patches on grass, where the ruleset has them and all units can enter them, each with the
/// share of the grass, in thousandths.
const PATCHES: [(&str, i32); 3] = [("hill", 70), ("field", 90), ("scrub", 80)];

/// The terrain that stands beside roads here and there, and beside how many of a thousand hexes of them.
const BESIDE_ROADS: (&str, i32) = ("village", 60);

/// Returns the rows of a map of a land, written in the terrains of a ruleset: those of the same name, and for what
/// the ruleset lacks those that are likest.
pub fn rows_in_terrains(land: &MapLand, rules: &Ruleset, dice: &mut Dice) -> Vec<String> {
    let all = || rules.terrain_ids().map(|id| &rules.terrains[id]);
    let plain = || all().find(|terrain| !terrain.castle && is_open_to_all(rules, terrain));
    // A ruleset without open ground or castles serves for no battle: the engine says so.
    let Some(grass) = named(rules, "grass").or_else(plain).or_else(|| all().next()) else {
        return Vec::new();
    };
    let castle = all().find(|terrain| terrain.castle).unwrap_or(grass);
    let [forest, road] = ["forest", "road"].map(|name| named(rules, name).unwrap_or(grass));
    let bridge = named(rules, "bridge").unwrap_or(road);
    // Where water has another name, what nobody can enter.
    let closed = || all().find(|terrain| rules.units.iter().all(|kind| rules.cost(terrain, kind).is_none()));
    let water = named(rules, "water").or_else(closed).unwrap_or(grass);
    // Without mountains the highest ground.
    let highest = || all().max_by_key(|terrain| terrain.height).filter(|terrain| terrain.height > 0);
    let mountain = named(rules, "mountain").or_else(highest).unwrap_or(forest);
    let mut glyphs = vec![grass.glyph; land.grid.len()];
    for cell in land.grid.cells() {
        glyphs[cell.index()] = match land.terrain_cover_at(cell) {
            LandCover::Off | LandCover::Grass => continue,
            LandCover::Forest => forest.glyph,
            LandCover::Water => water.glyph,
            LandCover::Mountain => mountain.glyph,
            LandCover::Road => road.glyph,
            LandCover::Bridge => bridge.glyph,
            LandCover::Castle => castle.glyph,
        };
    }
    grow_patches(land, rules, dice, &mut glyphs);
    build_beside_roads(land, rules, dice, &mut glyphs);
    land.rows_of(|cell| glyphs[cell.index()])
}

/// Returns the terrain of a name.
fn named<'a>(rules: &'a Ruleset, name: &str) -> Option<&'a Terrain> {
    rules.terrain(name).map(|id| &rules.terrains[id])
}

/// Returns `true` if units of all types can enter a terrain.
fn is_open_to_all(rules: &Ruleset, terrain: &Terrain) -> bool {
    rules.units.iter().all(|kind| rules.cost(terrain, kind).is_some())
}

/// Returns the terrain of a name that a ruleset has for ornament, if units of all types can enter it.
fn ornament<'a>(rules: &'a Ruleset, name: &str) -> Option<&'a Terrain> {
    named(rules, name).filter(|terrain| is_open_to_all(rules, terrain))
}

/// Turns patches of grass into terrains that grow there.
fn grow_patches(land: &MapLand, rules: &Ruleset, dice: &mut Dice, glyphs: &mut [char]) {
    let grid = land.grid;
    for (terrain, share) in PATCHES.iter().filter_map(|&(name, share)| Some((ornament(rules, name)?, share)))
    {
        let noise = SmoothNoise::new(dice, grid.width(), grid.height(), 4);
        let height = |cell: Cell| noise.noise_at_hex(grid.coord(cell));
        let least = estimate_quantile(&grid, share, height);
        for cell in grid.cells().filter(|&cell| land.terrain_cover_at(cell) == LandCover::Grass) {
            if height(cell) >= least {
                glyphs[cell.index()] = terrain.glyph;
            }
        }
    }
}

/// Builds what stands beside roads, on grass.
fn build_beside_roads(land: &MapLand, rules: &Ruleset, dice: &mut Dice, glyphs: &mut [char]) {
    let (name, share) = BESIDE_ROADS;
    let Some(terrain) = ornament(rules, name) else { return };
    for road in land.grid.cells().filter(|&cell| land.terrain_cover_at(cell) == LandCover::Road) {
        let beside: Vec<Cell> =
            land.cells_beside(road).filter(|&cell| land.terrain_cover_at(cell) == LandCover::Grass).collect();
        if draw_below(dice, 1000) < share && !beside.is_empty() {
            let place = draw_below(dice, i32::try_from(beside.len()).unwrap_or(1)).cast_unsigned() as usize;
            glyphs[beside[place].index()] = terrain.glyph;
        }
    }
}
