//! A barrier across the line of invasion with a few gaps: the mountain range and the river.

use hotgates_engine::mix::hash_cell;
use hotgates_engine::{Cell, Dice};

use crate::axis::InvasionAxis;
use crate::cover::{clear_ground, grow_woods};
use crate::land::{LandCover, MapLand};
use crate::noise::{SmoothNoise, draw_below, draw_between};
use crate::roads::RoadBuilder;

/// A band across the whole map that winds, so thick that no step leads across it.
struct BarrierBand {
    /// Place of the middle, in thousandths of a hex along the line, at knots `period` apart from
    /// side to side.
    knots: Vec<i64>,
    /// Half the band's thickness at the same knots.
    halves: Vec<i64>,
    period: i64,
    first: i64,
}

impl BarrierBand {
    /// Returns a band around `middle` that winds by `sway` and is between `thin` and `thick` hexes
    /// thick, all in thousandths of a hex.
    fn new(axis: &InvasionAxis, dice: &mut Dice, middle: i64, sway: i64, (thin, thick): (i64, i64)) -> Self {
        let (left, right) = axis.sideways_range(i64::MIN, i64::MAX);
        // Slopes stay gentle: a steep band would be thin across.
        let period = (sway * 3).max(4000);
        let count = (right - left) / period + 2;
        let mut pick = |low: i64, high: i64| low + i64::from(dice.draw_below(1001)) * (high - low) / 1000;
        let knots = (0..count).map(|_| middle + pick(-sway, sway)).collect();
        let halves = (0..count).map(|_| pick(thin, thick) / 2).collect();
        Self { knots, halves, period, first: left }
    }

    /// Returns a value at a distance from the line, interpolated between the knots.
    fn interpolate_at(&self, values: &[i64], aside: i64) -> i64 {
        let off = (aside - self.first).max(0);
        let index = usize::try_from(off / self.period).unwrap_or(0).min(values.len() - 2);
        let part = (off - self.period * i64::try_from(index).unwrap_or(0)).clamp(0, self.period);
        values[index] + (values[index + 1] - values[index]) * part / self.period
    }

    /// Returns the distance of a hex before (negative) or behind the middle of the band, and half
    /// the band's thickness there.
    fn offset_and_half_thickness(&self, axis: &InvasionAxis, cell: Cell) -> (i64, i64) {
        let (along, aside) = axis.distances_along_and_aside(cell);
        (along - self.interpolate_at(&self.knots, aside), self.interpolate_at(&self.halves, aside))
    }

    /// Returns the hexes on both sides of the band at a distance from the line.
    fn cells_on_banks(&self, axis: &InvasionAxis, aside: i64) -> (Cell, Cell) {
        let (middle, half) =
            (self.interpolate_at(&self.knots, aside), self.interpolate_at(&self.halves, aside) + 1800);
        (axis.nearest_cell_to_point(middle - half, aside), axis.nearest_cell_to_point(middle + half, aside))
    }
}

/// Draws the places where paths lead through a band: `count` of them, at least a quarter of the
/// reach apart, the first near the line.
fn choose_crossing_places(axis: &InvasionAxis, dice: &mut Dice, middle: i64, count: usize) -> Vec<i64> {
    let (left, right) = axis.sideways_range(middle - 1000, middle + 1000);
    // Places farther aside are too far for anybody to go there.
    let reach = axis.length * 6 / 10;
    let (left, right) = ((left + 2500).max(-reach).min(0), (right - 2500).min(reach).max(0));
    let mut pick = |low: i64, high: i64| low + i64::from(dice.draw_below(1001)) * (high - low) / 1000;
    let mut found: Vec<i64> = vec![pick(left * 4 / 10, right * 4 / 10)];
    let apart = (right - left) * 26 / 100;
    for _ in 0..40 {
        let next = pick(left, right);
        if found.len() < count && found.iter().all(|other| (other - next).abs() >= apart) {
            found.push(next);
        }
    }
    found
}

/// Raises a mountain range with a road through it, and one or two tracks.
pub fn raise_mountain_range(land: &mut MapLand, axis: &InvasionAxis, dice: &mut Dice) {
    let middle = axis.length * i64::from(draw_between(dice, 620, 690)) / 1000;
    let thick = (axis.length / 4).clamp(3500, 9000);
    let band = BarrierBand::new(axis, dice, middle, (axis.length / 14).min(3000), (2600, thick));
    grow_woods(land, dice, 130);
    // Foothills make the range ragged; the mountains that they add do not open it.
    let foothills = SmoothNoise::new(dice, land.grid.width(), land.grid.height(), 2);
    let grid = land.grid;
    land.replace_each_cover(|cell, ground| {
        let (off, half) = band.offset_and_half_thickness(axis, cell);
        let more = i64::from(foothills.noise_at_hex(grid.coord(cell))) * 2 - 700;
        if off.abs() <= half + more.max(0) { LandCover::Mountain } else { ground }
    });
    open_ground_beside_band(land, axis, &band);
    let tracks = 1 + usize::from(axis.length > 24_000 && draw_below(dice, 100) < 60);
    let ways = choose_crossing_places(axis, dice, middle, 1 + tracks);
    for (index, &aside) in ways.iter().enumerate() {
        let (near, far) = band.cells_on_banks(axis, aside);
        cut_mountain_track(
            land,
            dice,
            near,
            far,
            if index == 0 { LandCover::Grass } else { LandCover::Forest },
        );
    }
    let roads = RoadBuilder::new(land, dice);
    let (near, far) = band.cells_on_banks(axis, ways[0]);
    for (from, to) in [(axis.anchor, near), (near, far), (far, axis.castle)] {
        roads.build_road(land, from, to);
    }
    roads.build_road_behind_castle(land, axis, dice);
}

/// Opens the ground on both sides of a band, without opening the band itself.
fn open_ground_beside_band(land: &mut MapLand, axis: &InvasionAxis, band: &BarrierBand) {
    let before: Vec<(Cell, LandCover)> = land
        .grid
        .cells()
        .filter(|&cell| {
            let (off, half) = band.offset_and_half_thickness(axis, cell);
            off.abs() <= half.min(1300)
        })
        .map(|cell| (cell, land.terrain_cover_at(cell)))
        .collect();
    clear_ground(land, axis);
    for (cell, ground) in before {
        land.set_terrain_cover(cell, ground);
    }
}

/// Cuts a track one hex wide through mountains, here and there wooded where `ground` is wooded.
fn cut_mountain_track(land: &mut MapLand, dice: &mut Dice, from: Cell, to: Cell, ground: LandCover) {
    let seed = dice.draw_below(1 << 16);
    let cost = |cell: Cell, ground: LandCover| match ground {
        // Detours around hard rock make the track wind.
        LandCover::Mountain => Some(10 + (hash_cell(cell.0, seed) >> 28)),
        _ => Some(9),
    };
    for cell in land.find_path(from, to, 9, cost).unwrap_or_default() {
        if !land.terrain_cover_at(cell).is_open() {
            let wooded = ground == LandCover::Forest && dice.draw_below(3) > 0;
            land.set_terrain_cover(cell, if wooded { LandCover::Forest } else { LandCover::Grass });
        }
    }
}

/// Lays a river with two or three bridges and perhaps a ford.
pub fn draw_river_across_land(land: &mut MapLand, axis: &InvasionAxis, dice: &mut Dice) {
    let middle = axis.length * i64::from(draw_between(dice, 600, 680)) / 1000;
    let band = BarrierBand::new(axis, dice, middle, (axis.length / 9).min(5000), (1900, 2900));
    grow_woods(land, dice, 140);
    land.replace_each_cover(|cell, ground| {
        let (off, half) = band.offset_and_half_thickness(axis, cell);
        if off.abs() <= half { LandCover::Water } else { ground }
    });
    open_ground_beside_band(land, axis, &band);
    let fords = usize::from(draw_below(dice, 100) < 60);
    let ways = choose_crossing_places(axis, dice, middle, 2 + usize::from(axis.length > 24_000) + fords);
    let bridges = ways.len() - fords.min(ways.len().saturating_sub(1));
    for (index, &aside) in ways.iter().enumerate() {
        let (near, far) = band.cells_on_banks(axis, aside);
        build_bridge(land, near, far, if index < bridges { LandCover::Bridge } else { LandCover::Grass });
    }
    let roads = RoadBuilder::new(land, dice);
    for &aside in &ways[..bridges] {
        let (near, far) = band.cells_on_banks(axis, aside);
        for (from, to) in [(near, far), (axis.anchor, near), (far, axis.castle)] {
            roads.build_road(land, from, to);
        }
    }
    roads.build_road_behind_castle(land, axis, dice);
}

/// Builds a bridge over the fewest hexes of water; returns the path, hex by hex.
pub fn build_bridge(land: &mut MapLand, from: Cell, to: Cell, by: LandCover) -> Vec<Cell> {
    let cost = |_: Cell, ground: LandCover| match ground {
        LandCover::Water => Some(60),
        LandCover::Mountain | LandCover::Off => None,
        _ => Some(10),
    };
    let way = land.find_path(from, to, 10, cost).unwrap_or_default();
    for &cell in &way {
        if land.terrain_cover_at(cell) == LandCover::Water {
            land.set_terrain_cover(cell, by);
        }
    }
    way
}
