//! Holding a choke set: positions on its points, behind them and around them.

use hotgates_engine::{Arm, Cell, CellSet, Side, View};

use crate::position::{ChosenCells, Position, PositionRole, living_units_of_arm};
use hotgates_choke::{ChokeSet, protected_cells};

/// Returns the positions that hold a set: the strongest infantry on its points, or cavalry where no
/// infantry would be there before the enemy, more infantry
/// behind each so that whoever comes through is struck from several sides, guns within range of
/// where the enemy must stand, cavalry in reserve. Of several points each gets its share by the
/// number of the enemy's men that are nearest to it.
///
/// A holder with fewer men than the share `relief`, in ‰, of the strongest infantry makes way.
pub fn plan_choke_defence(view: View<'_>, set: &ChokeSet, relief: u32) -> Vec<Position> {
    let mut plan = ChokeDefence::new(view, set);
    plan.place_on_points(set, relief);
    plan.share_units_among_points(Arm::Infantry, PositionRole::Support, |plan, point| {
        plan.cells_behind_point(point, 1..=3)
    });
    plan.share_units_among_points(Arm::Artillery, PositionRole::Battery, ChokeDefence::cells_for_guns);
    plan.share_units_among_points(Arm::Cavalry, PositionRole::Reserve, |plan, point| {
        plan.cells_behind_point(point, 2..=6)
    });
    plan.places.positions
}

struct ChokeDefence<'a> {
    view: View<'a>,
    side: Side,
    points: &'a [Cell],
    /// Number of the enemy's men at each point: those nearer to it than to any other point.
    threats: Vec<u64>,
    inside: CellSet,
    places: ChosenCells<'a>,
}

impl<'a> ChokeDefence<'a> {
    fn new(view: View<'a>, set: &'a ChokeSet) -> Self {
        let side = view.side();
        let castles: Vec<Cell> =
            view.hexes_at_stake().filter(|&(_, owner)| owner == side).map(|(castle, _)| castle).collect();
        let mut threats = vec![1; set.hexes.len()];
        for enemy in view.living(side.other()) {
            let distance = |point: Cell| view.grid().distance(point, view.unit(enemy).cell);
            let nearest = (0..set.hexes.len()).min_by_key(|&index| distance(set.hexes[index])).unwrap_or(0);
            threats[nearest] += u64::from(view.unit(enemy).strength.0);
        }
        Self {
            view,
            side,
            points: &set.hexes,
            threats,
            inside: protected_cells(view, &castles, &set.hexes),
            places: ChosenCells::new(view, side),
        }
    }

    fn place_on_points(&mut self, set: &ChokeSet, relief: u32) {
        let infantry = living_units_of_arm(self.view, self.side, Arm::Infantry);
        let strongest = infantry.map(|unit| self.view.unit(unit).strength.0).max().unwrap_or(0);
        let relief = u16::try_from(u32::from(strongest) * relief / 1000).unwrap_or(u16::MAX);
        for (&cell, &holder) in set.hexes.iter().zip(set.holders.iter().flatten()) {
            let arm = self.view.kind(holder).arm;
            let strength = if arm == Arm::Infantry { relief } else { 0 };
            self.places.choose_cell(cell, arm, PositionRole::Point, strength);
        }
    }

    /// Shares the units of an arm that have no position yet out among the points, in proportion to
    /// the threat at each (highest averages, as d'Hondt's method for seats in a parliament), and
    /// gives each the best of the places that `list` gives for its point.
    fn share_units_among_points(
        &mut self,
        arm: Arm,
        role: PositionRole,
        list: impl Fn(&Self, Cell) -> Vec<Cell>,
    ) {
        let settled = self.places.positions.iter().filter(|position| position.arm == arm).count();
        let missing = living_units_of_arm(self.view, self.side, arm).count().saturating_sub(settled);
        let mut given = vec![0; self.points.len()];
        let mut full = vec![false; self.points.len()];
        for _ in 0..missing {
            let place = loop {
                let open = (0..self.points.len()).filter(|&point| !full[point]);
                // The first of equals: `max_by_key` would take the last.
                let Some(point) = open.rev().max_by_key(|&point| self.threats[point] / (given[point] + 1))
                else {
                    return;
                };
                match list(self, self.points[point]).into_iter().find(|&cell| self.places.is_free(cell, arm))
                {
                    Some(cell) => {
                        given[point] += 1;
                        break cell;
                    }
                    None => full[point] = true,
                }
            };
            self.places.choose_cell(place, arm, role, 0);
        }
    }

    /// Returns the free cells behind the set at these distances from a point, the nearest first,
    /// then the best cover.
    fn cells_behind_point(&self, point: Cell, distances: std::ops::RangeInclusive<u32>) -> Vec<Cell> {
        let grid = self.view.grid();
        let marching = self.view.rules().marching_type();
        let cover = |cell: Cell| self.view.cover_on(marching, cell);
        let mut all = Vec::new();
        for distance in distances {
            let hexes = grid.hex(point).ring(distance);
            let mut cells: Vec<Cell> =
                hexes.filter_map(|hex| grid.cell(hex)).filter(|&cell| self.inside.contains(cell)).collect();
            cells.sort_by_key(|&cell| (std::cmp::Reverse(cover(cell)), cell));
            all.extend(cells);
        }
        all
    }

    /// Returns the cells behind the set from which a gun reaches a hex that the enemy must attack
    /// the point from, not next to the point; those that reach most such hexes first, then the
    /// nearest.
    fn cells_for_guns(&self, point: Cell) -> Vec<Cell> {
        let gun = living_units_of_arm(self.view, self.side, Arm::Artillery).next();
        let Some(ranged) = gun.and_then(|gun| self.view.kind(gun).ranged.as_ref()) else {
            return Vec::new();
        };
        let grid = self.view.grid();
        let costs = self.view.map().costs(self.view.rules().marching_type());
        let outer = |cell: &Cell| {
            costs[cell.index()] > 0 && !self.inside.contains(*cell) && !self.points.contains(cell)
        };
        let targets: Vec<Cell> = grid.around(point).into_iter().filter(outer).collect();
        let hits = |cell: Cell| {
            targets
                .iter()
                .filter(|&&target| (ranged.min..=ranged.max).contains(&grid.distance(cell, target)))
                .count()
        };
        let mut cells = self.cells_behind_point(point, 2..=ranged.max);
        cells.retain(|&cell| hits(cell) > 0);
        cells.sort_by_key(|&cell| (std::cmp::Reverse(hits(cell)), grid.distance(cell, point), cell));
        cells
    }
}
