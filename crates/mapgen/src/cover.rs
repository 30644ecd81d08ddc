//! Woods and ponds, and the plain that has little else.

use hotgates_engine::{Cell, Dice, Grid};

use crate::axis::InvasionAxis;
use crate::land::{LandCover, MapLand};
use crate::noise::{SmoothNoise, draw_below};
use crate::roads::RoadBuilder;

/// Turns about `share` thousandths of the grass into woods.
pub fn grow_woods(land: &mut MapLand, dice: &mut Dice, share: i32) {
    let grid = land.grid;
    let [coarse, middle, fine] =
        [7, 3, 1].map(|period| SmoothNoise::new(dice, grid.width(), grid.height(), period));
    let density = |cell: Cell| {
        let at = grid.coord(cell);
        coarse.noise_at_hex(at) * 4 + middle.noise_at_hex(at) * 3 + fine.noise_at_hex(at)
    };
    let least = estimate_quantile(&grid, share, density);
    land.replace_each_cover(|cell, ground| match ground {
        LandCover::Grass if density(cell) >= least => LandCover::Forest,
        ground => ground,
    });
}

/// Estimates, from a sample of hexes, the value that about `share` thousandths of all hexes reach.
pub fn estimate_quantile(grid: &Grid, share: i32, number: impl Fn(Cell) -> i32) -> i32 {
    // A sample does for a threshold, and large maps have many hexes.
    let every = (grid.len() / 20_000).max(1);
    let mut numbers: Vec<i32> = grid.cells().step_by(every).map(number).collect();
    numbers.sort_unstable();
    let kept = numbers.len() * usize::try_from(1000 - share.clamp(0, 999)).unwrap_or(1000) / 1000;
    numbers.get(kept.min(numbers.len().saturating_sub(1))).copied().unwrap_or(i32::MAX)
}

/// Clears the ground where armies start, and around the castle.
pub fn clear_ground(land: &mut MapLand, axis: &InvasionAxis) {
    for cell in land.cells_within(axis.anchor, 4) {
        if !land.terrain_cover_at(cell).is_open() {
            land.set_terrain_cover(cell, LandCover::Grass);
        }
    }
    for cell in land.cells_within(axis.castle, 2) {
        if !land.terrain_cover_at(cell).is_open() {
            land.set_terrain_cover(cell, LandCover::Grass);
        }
    }
}

/// Lays open country: woods, some ponds, and roads that cross.
pub fn shape_open_country(land: &mut MapLand, axis: &InvasionAxis, dice: &mut Dice) {
    grow_woods(land, dice, 110);
    fill_ponds(land, axis, dice);
    clear_ground(land, axis);
    let roads = RoadBuilder::new(land, dice);
    roads.build_road_through_castle(land, axis, dice);
    // A road from side to side meets the main road half way.
    let along = axis.length * i64::from(400 + draw_below(dice, 250)) / 1000;
    let (left, right) = axis.sideways_range(along - 1500, along + 1500);
    let cross = axis.nearest_cell_to_point(along, 0);
    for side in [left, right] {
        roads.build_road(land, cross, axis.nearest_cell_to_point(along, side));
    }
}

/// Turns the wettest grass into ponds, away from the castle.
fn fill_ponds(land: &mut MapLand, axis: &InvasionAxis, dice: &mut Dice) {
    let grid = land.grid;
    let noise = SmoothNoise::new(dice, grid.width(), grid.height(), 5);
    let least = estimate_quantile(&grid, 25, |cell| noise.noise_at_hex(grid.coord(cell)));
    land.replace_each_cover(|cell, ground| {
        let wet = noise.noise_at_hex(grid.coord(cell)) >= least && grid.distance(cell, axis.castle) > 4;
        if wet && ground == LandCover::Grass { LandCover::Water } else { ground }
    });
}
