//! Islands joined by bridges.

use std::collections::BTreeSet;

use hotgates_engine::{Cell, Coord, Dice, Grid};

use crate::axis::InvasionAxis;
use crate::barrier::build_bridge;
use crate::cover::grow_woods;
use crate::land::{LandCover, MapLand};
use crate::noise::{SmoothNoise, draw_below};
use crate::roads::RoadBuilder;

/// Raises islands around jittered middles, with channels half way between them, and bridges from
/// each island to the nearest.
pub fn raise_islands(land: &mut MapLand, axis: &InvasionAxis, dice: &mut Dice) {
    let grid = land.grid;
    let spacing = (grid.width().min(grid.height()) * 2 / 5).clamp(8, 17);
    let middles = island_middles(&grid, axis, dice, spacing);
    let noise = SmoothNoise::new(dice, grid.width(), grid.height(), 3);
    grow_woods(land, dice, 150);
    let near = NearestIsland::new(&grid, &middles, spacing);
    land.replace_each_cover(|cell, ground| {
        let (first, second) = near.distances_to_two_nearest(&grid, &middles, cell);
        // A channel of two hexes or more, with a ragged shore.
        let shore = 3 + noise.noise_at_hex(grid.coord(cell)) / 400;
        if second - first < shore && !is_army_start_ground(&grid, axis, cell) {
            LandCover::Water
        } else {
            ground
        }
    });
    let roads = RoadBuilder::new(land, dice);
    let joins = islands_to_join(&grid, &middles, dice, spacing);
    for (from, to) in joins {
        for cell in build_bridge(land, middles[from], middles[to], LandCover::Bridge) {
            if matches!(land.terrain_cover_at(cell), LandCover::Grass | LandCover::Forest) {
                land.set_terrain_cover(cell, LandCover::Road);
            }
        }
    }
    roads.build_road_through_castle(land, axis, dice);
}

/// Returns `true` if a hex is dry whatever the channels: where armies start.
fn is_army_start_ground(grid: &Grid, axis: &InvasionAxis, cell: Cell) -> bool {
    grid.distance(cell, axis.anchor) <= 3 || grid.distance(cell, axis.castle) <= 2
}

/// Returns the middles of the islands: Red's anchor, the castle, and a jittered lattice between
/// them.
fn island_middles(grid: &Grid, axis: &InvasionAxis, dice: &mut Dice, spacing: i32) -> Vec<Cell> {
    let inland = axis.nearest_cell_to_point(2500, 0);
    let mut middles = vec![inland, axis.castle];
    let jitter = spacing / 4;
    let far_enough = |middles: &[Cell], cell: Cell| {
        middles.iter().all(|&other| grid.distance(other, cell) >= (spacing * 3 / 4).unsigned_abs())
    };
    for col in (spacing / 2..grid.width()).step_by(usize::try_from(spacing).unwrap_or(8)) {
        for row in (spacing / 2..grid.height()).step_by(usize::try_from(spacing).unwrap_or(8)) {
            let mut moved = |number: i32, side: i32| {
                (number + draw_below(dice, 2 * jitter + 1) - jitter).clamp(1, side - 2)
            };
            let at = Coord { col: moved(col, grid.width()), row: moved(row, grid.height()) };
            if let Some(cell) = grid.at(at).filter(|&cell| far_enough(&middles, cell)) {
                middles.push(cell);
            }
        }
    }
    middles
}

/// Middles of islands by the square of the map that they lie in, so that the nearest are found
/// without comparing all.
struct NearestIsland {
    side: i32,
    columns: i32,
    rows: i32,
    squares: Vec<Vec<usize>>,
}

impl NearestIsland {
    fn new(grid: &Grid, middles: &[Cell], spacing: i32) -> Self {
        let side = spacing * 2;
        let (columns, rows) = (grid.width() / side + 1, grid.height() / side + 1);
        let mut squares = vec![Vec::new(); usize::try_from(columns * rows).unwrap_or(1)];
        for (index, &middle) in middles.iter().enumerate() {
            let at = grid.coord(middle);
            squares[usize::try_from(at.row / side * columns + at.col / side).unwrap_or(0)].push(index);
        }
        Self { side, columns, rows, squares }
    }

    /// Returns the distances to the nearest and to the second nearest middle, in hexes.
    fn distances_to_two_nearest(&self, grid: &Grid, middles: &[Cell], cell: Cell) -> (i32, i32) {
        let at = grid.coord(cell);
        let (x, y) = (at.col / self.side, at.row / self.side);
        let around = |n: i32, end: i32| (n - 1).max(0)..(n + 2).min(end);
        let squares =
            around(y, self.rows).flat_map(|y| around(x, self.columns).map(move |x| y * self.columns + x));
        let near = squares.flat_map(|square| &self.squares[usize::try_from(square).unwrap_or(0)]);
        near.map(|&index| grid.distance(middles[index], cell).cast_signed()).fold(
            (i32::MAX / 2, i32::MAX / 2),
            |(first, second), distance| {
                if distance < first { (distance, first) } else { (first, second.min(distance)) }
            },
        )
    }
}

/// Returns the pairs of islands to join: all by the shortest lines that do it (Prim, "Shortest
/// connection networks and some generalizations", 1957), and some more.
fn islands_to_join(grid: &Grid, middles: &[Cell], dice: &mut Dice, spacing: i32) -> Vec<(usize, usize)> {
    let mut joins = Vec::new();
    // For each island not yet joined: its distance to the nearest joined island, its index, and
    // that island's.
    let mut waiting: Vec<(u32, usize, usize)> =
        (1..middles.len()).map(|index| (grid.distance(middles[0], middles[index]), index, 0)).collect();
    while let Some(place) = (0..waiting.len()).min_by_key(|&place| waiting[place]) {
        let (_, new, from) = waiting.swap_remove(place);
        joins.push((from, new));
        for (distance, index, joined) in &mut waiting {
            let other = grid.distance(middles[new], middles[*index]);
            if other < *distance {
                (*distance, *joined) = (other, new);
            }
        }
    }
    let tree: BTreeSet<_> = joins.iter().flat_map(|&(from, to)| [(from, to), (to, from)]).collect();
    for from in 0..middles.len() {
        for to in from + 1..middles.len() {
            let near = grid.distance(middles[from], middles[to]) <= (spacing * 5 / 4).unsigned_abs();
            if near && !tree.contains(&(from, to)) && dice.draw_below(100) < 45 {
                joins.push((from, to));
            }
        }
    }
    joins
}
