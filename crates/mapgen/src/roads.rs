//! Roads: from Red's anchor to the castle and beyond, and bridges where they cross water.

use hotgates_engine::{Cell, Coord, Dice};

use crate::axis::InvasionAxis;
use crate::land::{LandCover, MapLand};
use crate::noise::{SmoothNoise, draw_below};

/// Builds roads over open ground only.
pub struct RoadBuilder {
    /// Noise that makes roads wind a little.
    whim: SmoothNoise,
}

/// Cost of a step on a road that is there already: less than a new one, but not worth a long
/// detour.
const LEAST: u32 = 7;

impl RoadBuilder {
    pub fn new(land: &MapLand, dice: &mut Dice) -> Self {
        Self { whim: SmoothNoise::new(dice, land.grid.width(), land.grid.height(), 4) }
    }

    /// Builds a road from hex to hex; nothing where open ground does not join them.
    pub fn build_road(&self, land: &mut MapLand, from: Cell, to: Cell) {
        let grid = land.grid;
        let cost = |cell: Cell, ground: LandCover| {
            let whim = self.whim.noise_at_hex(grid.coord(cell)).unsigned_abs() / 160;
            match ground {
                LandCover::Road | LandCover::Bridge => Some(LEAST),
                LandCover::Grass | LandCover::Castle => Some(10 + whim),
                LandCover::Forest => Some(22 + whim),
                LandCover::Off | LandCover::Water | LandCover::Mountain => None,
            }
        };
        for cell in land.find_path(from, to, LEAST, cost).unwrap_or_default() {
            if matches!(land.terrain_cover_at(cell), LandCover::Grass | LandCover::Forest) {
                land.set_terrain_cover(cell, LandCover::Road);
            }
        }
    }

    /// Builds the road from Red to the castle, and from the castle to the edge of the map behind
    /// it.
    pub fn build_road_through_castle(&self, land: &mut MapLand, axis: &InvasionAxis, dice: &mut Dice) {
        self.build_road(land, axis.anchor, axis.castle);
        self.build_road_behind_castle(land, axis, dice);
    }

    /// Builds the road from the castle to the edge of the map behind it, or as near to the edge as
    /// open ground goes.
    pub fn build_road_behind_castle(&self, land: &mut MapLand, axis: &InvasionAxis, dice: &mut Dice) {
        let reached = land.flood_open_ground(axis.castle);
        let grid = land.grid;
        let (_, middle) = axis.distances_along_and_aside(axis.castle);
        let wish = middle + i64::from(draw_below(dice, 8001)) - 4000;
        let edge = |at: Coord| {
            at.col == 0 || at.row == 0 || at.col == grid.width() - 1 || at.row == grid.height() - 1
        };
        let behind = |cell: &Cell| {
            reached[cell.index()]
                && edge(grid.coord(*cell))
                && axis.distances_along_and_aside(*cell).0 > axis.length
        };
        let off = |cell: &Cell| ((axis.distances_along_and_aside(*cell).1 - wish).abs(), *cell);
        if let Some(end) = grid.cells().filter(behind).min_by_key(off) {
            self.build_road(land, axis.castle, end);
        }
    }
}
