//! Mountains with valleys between them.

use std::collections::BTreeSet;

use hotgates_engine::{Cell, Dice};

use crate::axis::InvasionAxis;
use crate::cover::{clear_ground, estimate_quantile, grow_woods};
use crate::land::{LandCover, MapLand};
use crate::noise::{SmoothNoise, draw_below};
use crate::roads::RoadBuilder;

/// Share of ridges in the land before valleys are cut, in thousandths.
const RIDGES: i32 = 460;

/// Raises ridges where smooth noise is near its mean, so that they close in hollows; then cuts
/// valleys along the lowest ground, from Red to the castle by several paths, and from every large
/// hollow.
pub fn raise_ridges(land: &mut MapLand, axis: &InvasionAxis, dice: &mut Dice) {
    let grid = land.grid;
    let [coarse, middle, fine] =
        [8, 5, 2].map(|period| SmoothNoise::new(dice, grid.width(), grid.height(), period));
    let height = |cell: Cell| {
        let at = grid.coord(cell);
        let near_mean = |number: i32| 500 - (number - 500).abs();
        near_mean(coarse.noise_at_hex(at)) * 2
            + near_mean(middle.noise_at_hex(at)) * 2
            + fine.noise_at_hex(at)
    };
    let snow = estimate_quantile(&grid, RIDGES, height);
    grow_woods(land, dice, 180);
    land.replace_each_cover(|cell, ground| if height(cell) >= snow { LandCover::Mountain } else { ground });
    clear_ground(land, axis);
    let (left, right) = axis.sideways_range(axis.length / 4, axis.length * 3 / 4);
    let reach = axis.length * 7 / 10;
    let (left, right) = (left.max(-reach), right.min(reach));
    // One valley on each side and one in the middle, each bent at a place of its own.
    for part in [0, 1, 2] {
        let (low, high) = (left + (right - left) * part / 3, left + (right - left) * (part + 1) / 3);
        let aside = low + (high - low) * i64::from(200 + draw_below(dice, 601)) / 1000;
        let along = axis.length * i64::from(350 + draw_below(dice, 301)) / 1000;
        let bend = axis.nearest_cell_to_point(along, aside);
        cut_valley(land, axis.anchor, bend, height);
        cut_valley(land, bend, axis.castle, height);
    }
    join_unreachable_hollows(land, axis, height);
    let roads = RoadBuilder::new(land, dice);
    roads.build_road_through_castle(land, axis, dice);
}

/// Fewest hexes of a hollow that gets a valley; smaller hollows become mountain.
const HOLLOW: usize = 9;

/// Joins every hollow that no unit can get to, or fills it.
fn join_unreachable_hollows(land: &mut MapLand, axis: &InvasionAxis, height: impl Fn(Cell) -> i32 + Copy) {
    let mut reached = land.flood_open_ground(axis.castle);
    for cell in land.grid.cells() {
        if reached[cell.index()] || !land.terrain_cover_at(cell).is_open() {
            continue;
        }
        let hexes = land.flood_unseen_ground(cell, &mut reached);
        if hexes.len() < HOLLOW {
            for cell in hexes {
                land.set_terrain_cover(cell, LandCover::Mountain);
            }
            continue;
        }
        let inside: BTreeSet<Cell> = hexes.iter().copied().collect();
        let there = |cell: Cell| reached[cell.index()] && !inside.contains(&cell);
        let way = land
            .find_path_to_any(hexes[hexes.len() / 2], there, valley_step_cost(height))
            .unwrap_or_default();
        open_path(land, &way, height);
        for cell in way {
            land.flood_unseen_ground(cell, &mut reached);
        }
    }
}

/// Returns the cost of a step of a valley: less where mountains are low.
fn valley_step_cost(height: impl Fn(Cell) -> i32) -> impl Fn(Cell, LandCover) -> Option<u32> {
    move |cell, ground| match ground {
        LandCover::Mountain => Some(20 + height(cell).unsigned_abs() / 40),
        _ => Some(10),
    }
}

/// Cuts a valley along the lowest path between two hexes.
fn cut_valley(land: &mut MapLand, from: Cell, to: Cell, height: impl Fn(Cell) -> i32 + Copy) {
    let way = land.find_path(from, to, 10, valley_step_cost(height)).unwrap_or_default();
    open_path(land, &way, height);
}

/// Opens mountains along a path, mostly two hexes wide.
fn open_path(land: &mut MapLand, way: &[Cell], height: impl Fn(Cell) -> i32) {
    for (index, &cell) in way.iter().enumerate() {
        let wide = land.cells_beside(cell).min_by_key(|&beside| (height(beside), beside));
        for cell in [Some(cell), wide.filter(|_| index % 3 != 0)].into_iter().flatten() {
            if land.terrain_cover_at(cell) == LandCover::Mountain {
                land.set_terrain_cover(cell, LandCover::Grass);
            }
        }
    }
}
