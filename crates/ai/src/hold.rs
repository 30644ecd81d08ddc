//! Holding a pass: the positions around a set of points of convergence.

use hotgates_engine::{Arm, Battle, Cell, CellSet, Side, UnitId};

use crate::choke::{PocSet, inside};
use crate::position::{Position, Role, of_arm};

/// A point's holder makes way when it has fewer men than this share, in ‰, of the strongest infantry there is.
const RELIEF: u32 = 600;

/// The positions that hold a set: the strongest infantry on its hexes, more infantry behind each so that whoever comes
/// through is struck from several sides, guns within range of where the enemy must stand, cavalry in reserve.
pub fn hold(battle: &Battle, side: Side, set: &PocSet) -> Vec<Position> {
    let mut plan = Plan::new(battle, side, set);
    plan.gates(set);
    plan.support(set);
    plan.guns(set);
    plan.reserve(set);
    plan.positions
}

struct Plan<'a> {
    battle: &'a Battle,
    side: Side,
    inside: CellSet,
    chosen: CellSet,
    positions: Vec<Position>,
    /// The strongest infantry's men.
    strongest: u16,
}

impl<'a> Plan<'a> {
    fn new(battle: &'a Battle, side: Side, set: &PocSet) -> Self {
        let castles: Vec<Cell> =
            battle.castles().filter(|&(_, owner)| owner == side).map(|(castle, _)| castle).collect();
        let strongest = of_arm(battle, side, Arm::Infantry).map(|unit| battle.unit(unit).strength.0).max();
        Self {
            battle,
            side,
            inside: inside(battle, &castles, &set.hexes),
            chosen: CellSet::of(battle.grid(), set.hexes.iter().copied()),
            positions: Vec::new(),
            strongest: strongest.unwrap_or(0),
        }
    }

    fn gates(&mut self, set: &PocSet) {
        let infantry = of_arm(self.battle, self.side, Arm::Infantry).count();
        let holders = set.holders.iter().flatten();
        for (index, (&cell, &holder)) in set.hexes.iter().zip(holders).enumerate() {
            let arm = if index < infantry { Arm::Infantry } else { self.battle.kind(holder).arm };
            let strength = if arm == Arm::Infantry { self.relief() } else { 0 };
            self.positions.push(Position { cell, arm, role: Role::Gate, strength });
        }
    }

    fn relief(&self) -> u16 {
        u16::try_from(u32::from(self.strongest) * RELIEF / 1000).unwrap_or(u16::MAX)
    }

    /// Infantry next to each point on the inner side, in the best cover, two at most to each as long as there is any.
    fn support(&mut self, set: &PocSet) {
        let gates = self.positions.iter().filter(|position| position.arm == Arm::Infantry).count();
        let mut left = of_arm(self.battle, self.side, Arm::Infantry).count().saturating_sub(gates);
        for ring in 1..=3 {
            for &point in &set.hexes {
                for cell in self.around(point, ring, Arm::Infantry) {
                    if left == 0 {
                        return;
                    }
                    self.choose(cell, Arm::Infantry, Role::Support);
                    left -= 1;
                }
            }
        }
    }

    /// Free inner cells at a distance from a point, the best cover first.
    fn around(&self, point: Cell, distance: u32, arm: Arm) -> Vec<Cell> {
        let grid = self.battle.grid();
        let hexes = grid.hex(point).ring(distance);
        let mut cells: Vec<Cell> =
            hexes.filter_map(|hex| grid.cell(hex)).filter(|&cell| self.free(cell, arm)).collect();
        let cover = |cell: Cell| self.battle.rules().terrains[self.battle.map().terrain(cell)].defence;
        cells.sort_by_key(|&cell| (std::cmp::Reverse(cover(cell)), cell));
        cells
    }

    /// Guns on inner cells from which they reach most of the hexes that the enemy must attack from, and are not next
    /// to a point.
    fn guns(&mut self, set: &PocSet) {
        let guns: Vec<UnitId> = of_arm(self.battle, self.side, Arm::Artillery).collect();
        let Some(ranged) = guns.first().and_then(|&gun| self.battle.kind(gun).ranged.clone()) else { return };
        let grid = self.battle.grid();
        let outer: Vec<Cell> = set
            .hexes
            .iter()
            .flat_map(|&point| grid.around(point))
            .filter(|&cell| {
                let costs = self.battle.map().costs(self.battle.rules().walker());
                costs[cell.index()] > 0 && !self.inside.contains(cell) && !set.hexes.contains(&cell)
            })
            .collect();
        let mut places: Vec<(usize, u32, Cell)> = Vec::new();
        let mut seen = CellSet::new(grid);
        for &point in &set.hexes {
            for distance in 2..=ranged.max {
                for cell in self.around(point, distance, Arm::Artillery) {
                    let in_range = |&&target: &&Cell| (ranged.min..=ranged.max).contains(&grid.distance(cell, target));
                    let targets = outer.iter().filter(in_range).count();
                    if targets > 0 && seen.insert(cell) {
                        places.push((targets, distance, cell));
                    }
                }
            }
        }
        places.sort_by_key(|&(targets, distance, cell)| (std::cmp::Reverse(targets), distance, cell));
        for (_, _, cell) in places.into_iter().take(guns.len()) {
            self.choose(cell, Arm::Artillery, Role::Battery);
        }
    }

    /// Cavalry on the nearest inner cells that are left.
    fn reserve(&mut self, set: &PocSet) {
        let mut left = of_arm(self.battle, self.side, Arm::Cavalry).count();
        left -= self.positions.iter().filter(|position| position.arm == Arm::Cavalry).count().min(left);
        for ring in 2..=6 {
            for &point in &set.hexes {
                for cell in self.around(point, ring, Arm::Cavalry) {
                    if left == 0 {
                        return;
                    }
                    self.choose(cell, Arm::Cavalry, Role::Reserve);
                    left -= 1;
                }
            }
        }
    }

    fn free(&self, cell: Cell, arm: Arm) -> bool {
        let map = self.battle.map();
        let enters = of_arm(self.battle, self.side, arm)
            .next()
            .is_some_and(|unit| map.costs(self.battle.info(unit).kind)[cell.index()] > 0);
        enters
            && self.inside.contains(cell)
            && !self.chosen.contains(cell)
            && !self.battle.enemy_at(self.side, cell)
    }

    fn choose(&mut self, cell: Cell, arm: Arm, role: Role) {
        self.chosen.insert(cell);
        self.positions.push(Position { cell, arm, role, strength: 0 });
    }
}
