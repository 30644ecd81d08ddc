//! Layout: where the armies start.
//!
//! Blue stands on the hexes nearest to its castles, Red on those nearest to where it comes from; each army faces
//! the other with cavalry on the wings and artillery behind.

use hexx::Hex;

use crate::coord::Direction;
use crate::fault::FaultKind;
use crate::grid::{Cell, Grid};
use crate::map::Map;
use crate::path::{CellSet, Field};
use crate::ruleset::{Arm, Ruleset};
use crate::side::Side;

/// A unit to be laid out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Recruit {
    pub(crate) kind: usize,
    /// Where the scenario wants it.
    pub(crate) at: Option<Cell>,
}

/// Where Red comes from.
#[derive(Debug, Clone)]
pub(crate) enum Origin {
    Direction(Direction),
    /// Explicit hexes, at least one.
    Entry(Vec<Cell>),
}

/// Where an army starts, and where its owner may move it before the battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Camp {
    /// One cell for each unit.
    pub(crate) cells: Vec<Cell>,
    /// The deployment zone: twice as many hexes as units, where there are so many.
    pub(crate) zone: Vec<Cell>,
}

/// Lays out armies on one map.
pub(crate) struct Layout<'a> {
    map: &'a Map,
    rules: &'a Ruleset,
    field: Field,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(map: &'a Map, rules: &'a Ruleset) -> Self {
        Self { map, rules, field: Field::new() }
    }

    /// The directions in the order of their anchors' cost to the nearest castle for this type, farthest first.
    pub(crate) fn directions(&mut self, kind: usize) -> Vec<Direction> {
        let costs = self.map.costs(kind);
        let grid = *self.map.grid();
        self.field.towards(&grid, self.map.castles().iter().copied(), costs, |_| true);
        let mut farness: Vec<_> = Direction::ALL
            .into_iter()
            .map(|direction| {
                let anchor = direction.anchor(grid.width(), grid.height()).hex();
                let nearest = self.field.touched().min_by_key(|&cell| (far(anchor, grid.hex(cell)), cell));
                (nearest.and_then(|cell| self.field.cost_to(cell, costs)), direction)
            })
            .collect();
        farness.sort_by_key(|&(cost, direction)| (std::cmp::Reverse(cost), direction));
        farness.into_iter().map(|(_, direction)| direction).collect()
    }

    /// Blue's camp around its castles.
    pub(crate) fn blue(&mut self, units: &[Recruit], facing: Hex) -> Result<Camp, FaultKind> {
        let (map, grid) = (self.map, *self.map.grid());
        let kinds = kinds(units);
        let fits = |cell: Cell| kinds.iter().all(|&kind| map.costs(kind)[cell.index()] > 0);
        let costs = map.costs(kinds[0]);
        self.field.from_sources(&grid, map.castles().iter().copied(), costs, fits);
        let ground = self.field.touched().filter(|&cell| fits(cell)).collect();
        let zone = nearest(ground, 2 * units.len(), |cell| self.field.cost(cell).unwrap_or(u32::MAX));
        self.camp(Side::Blue, units, zone, facing)
    }

    /// Red's camp at its origin, at least the ruleset's distance away from castles and from Blue's camp.
    pub(crate) fn red(
        &mut self,
        units: &[Recruit],
        origin: &Origin,
        blue: &[Cell],
        facing: Hex,
    ) -> Result<Camp, FaultKind> {
        let grid = *self.map.grid();
        let near = self.too_close(blue);
        let ground: Vec<Cell> =
            self.ground_with_a_way(units).into_iter().filter(|&cell| !near.contains(cell)).collect();
        let anchors: Vec<Hex> = match origin {
            Origin::Direction(direction) => vec![direction.anchor(grid.width(), grid.height()).hex()],
            Origin::Entry(cells) => cells.iter().map(|&cell| grid.hex(cell)).collect(),
        };
        let to_anchor = |cell: Cell| {
            let hex = grid.hex(cell);
            anchors.iter().map(|&anchor| far(anchor, hex)).min().unwrap_or(0)
        };
        let mut zone = nearest(ground, 2 * units.len(), to_anchor);
        if let Origin::Direction(direction) = *origin {
            // Hexes on the other side of the map are not where Red said it would come from.
            let other = direction.opposite().anchor(grid.width(), grid.height()).hex();
            zone.retain(|&cell| to_anchor(cell) <= far(other, grid.hex(cell)));
            if zone.len() < units.len() {
                let why = format!(
                    "its {} units find only {} hexes there that lie more than {} hexes from every castle and \
                     Blue unit and have a way to a castle",
                    units.len(),
                    zone.len(),
                    self.rules.setup.distance
                );
                return Err(FaultKind::NoWayFrom { direction, why });
            }
        }
        self.camp(Side::Red, units, zone, facing)
    }

    /// All hexes on which any of these units could stand and from which it could get to a castle.
    pub(crate) fn ground_with_a_way(&mut self, units: &[Recruit]) -> Vec<Cell> {
        let grid = *self.map.grid();
        let mut layers = kinds(units);
        layers.dedup_by_key(|kind| self.map.layer(*kind));
        let mut ground: Option<Vec<Cell>> = None;
        for kind in layers {
            let costs = self.map.costs(kind);
            let castles = self.map.castles().iter().copied().filter(|castle| costs[castle.index()] > 0);
            self.field.towards(&grid, castles, costs, |_| true);
            ground = Some(match ground {
                None => self.field.touched().collect(),
                Some(cells) => cells.into_iter().filter(|&cell| self.field.cost(cell).is_some()).collect(),
            });
        }
        ground.unwrap_or_default()
    }

    /// The cells too close to a castle or to a Blue unit for Red to start on.
    pub(crate) fn too_close(&self, blue: &[Cell]) -> CellSet {
        let grid = self.map.grid();
        let mut near = CellSet::new(grid);
        for &cell in self.map.castles().iter().chain(blue) {
            for hex in grid.hex(cell).range(self.rules.setup.distance) {
                if let Some(cell) = grid.cell(hex) {
                    near.insert(cell);
                }
            }
        }
        near
    }

    /// The vector that leads from one cell to the nearest castle.
    pub(crate) fn to_castle(&self, from: Hex) -> Hex {
        let hexes = self.map.castles().iter().map(|&castle| self.map.grid().hex(castle));
        hexes.min_by_key(|&castle| far(castle, from)).map_or(Hex::ZERO, |castle| castle - from)
    }

    fn camp(&self, side: Side, units: &[Recruit], mut zone: Vec<Cell>, facing: Hex) -> Result<Camp, FaultKind> {
        let grid = self.map.grid();
        let wanted = CellSet::of(grid, units.iter().filter_map(|unit| unit.at));
        let mut free: Vec<Cell> = zone.iter().copied().filter(|&cell| !wanted.contains(cell)).collect();
        let mut cells: Vec<Option<Cell>> = units.iter().map(|unit| unit.at).collect();
        let mut waiting: Vec<usize> = (0..units.len()).filter(|&index| cells[index].is_none()).collect();
        if free.len() < waiting.len() {
            return Err(FaultKind::NoRoom { side, units: waiting.len(), room: free.len() });
        }
        free.truncate(waiting.len());
        if side == Side::Blue {
            self.garrison(units, &mut cells, &mut waiting, &mut free);
        }
        let formation = Formation { origin: grid.hex(*free.first().unwrap_or(&zone[0])), facing };
        for arm in [Arm::Artillery, Arm::Cavalry, Arm::Infantry] {
            let of_arm: Vec<usize> =
                waiting.iter().copied().filter(|&index| self.arm(units[index]) == arm).collect();
            for (index, cell) in of_arm.iter().zip(formation.take(arm, of_arm.len(), &mut free, grid)) {
                cells[*index] = Some(cell);
            }
        }
        let in_zone = CellSet::of(grid, zone.iter().copied());
        zone.extend(units.iter().filter_map(|unit| unit.at).filter(|&cell| !in_zone.contains(cell)));
        let cells = cells.into_iter().map(|cell| cell.expect("every unit found a place")).collect();
        Ok(Camp { cells, zone })
    }

    /// Puts the first infantry on the castles, one on each.
    fn garrison(
        &self,
        units: &[Recruit],
        cells: &mut [Option<Cell>],
        waiting: &mut Vec<usize>,
        free: &mut Vec<Cell>,
    ) {
        for castle in self.map.castles() {
            let first = waiting.iter().position(|&index| self.arm(units[index]) == Arm::Infantry);
            let place = free.iter().position(|cell| cell == castle);
            if let (Some(first), Some(place)) = (first, place) {
                cells[waiting.remove(first)] = Some(free.remove(place));
            }
        }
    }

    fn arm(&self, unit: Recruit) -> Arm {
        self.rules.units[unit.kind].arm
    }
}

/// The types in an army, each once, lowest first.
fn kinds(units: &[Recruit]) -> Vec<usize> {
    let mut kinds: Vec<_> = units.iter().map(|unit| unit.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The `count` cells of lowest key, in the order of key, then cell.
fn nearest(mut cells: Vec<Cell>, count: usize, key: impl Fn(Cell) -> u32) -> Vec<Cell> {
    let by = |&cell: &Cell| (key(cell), cell);
    if count < cells.len() {
        cells.select_nth_unstable_by_key(count, by);
        cells.truncate(count);
    }
    cells.sort_by_cached_key(by);
    cells
}

fn far(a: Hex, b: Hex) -> u32 {
    a.unsigned_distance_to(b)
}

/// The front of an army: which way is forward, and which way are the wings.
struct Formation {
    origin: Hex,
    facing: Hex,
}

impl Formation {
    /// How far a hex lies towards the enemy. In the plane a hex lies at x = 3/2 q, y = √3 (r + q/2); the scalar
    /// product of two such vectors, times 4, is whole.
    fn forward(&self, hex: Hex) -> i64 {
        let (a, b) = (hex - self.origin, self.facing);
        let y = |hex: Hex| i64::from(2 * hex.y + hex.x);
        9 * i64::from(a.x) * i64::from(b.x) + 3 * y(a) * y(b)
    }

    /// How far a hex lies to the right of the line of advance, negative to the left: the cross product of the
    /// same vectors up to a factor.
    fn lateral(&self, hex: Hex) -> i64 {
        let (a, b) = (hex - self.origin, self.facing);
        i64::from(b.x) * i64::from(a.y) - i64::from(b.y) * i64::from(a.x)
    }

    /// Takes the cells that suit the `count` units of an arm best out of `free`, the best first.
    fn take(&self, arm: Arm, count: usize, free: &mut Vec<Cell>, grid: &Grid) -> Vec<Cell> {
        free.sort_by_cached_key(|&cell| {
            let (forward, lateral) = (self.forward(grid.hex(cell)), self.lateral(grid.hex(cell)));
            match arm {
                Arm::Artillery => (forward, lateral.abs(), cell),
                Arm::Cavalry => (-lateral, -forward, cell),
                Arm::Infantry => (-forward, lateral.abs(), cell),
            }
        });
        if arm == Arm::Cavalry {
            // The right wing takes the first half, the left wing the second, both from the outside in.
            let left = free.split_off(free.len() - count / 2);
            let right = free.drain(..count.div_ceil(2));
            return right.chain(left).collect();
        }
        free.drain(..count).collect()
    }
}
