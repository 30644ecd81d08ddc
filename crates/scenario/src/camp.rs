//! Camps: where the armies start.
//!
//! Blue stands on the hexes nearest to its castles, Red on those nearest to where it comes from;
//! each army faces the other with cavalry on the wings and artillery behind.

use hotgates_grid::{Cell, CellSet, Direction, Field, Grid, Hex};

use crate::map::Map;
use hotgates_rules::{Arm, Ruleset, TerrainId, UnitTypeId, WorkTable};
use hotgates_text::FaultKind;
use hotgates_text::{BySide, Side};

/// A unit to be laid out.
#[derive(Debug, Clone, Copy)]
pub struct UnitToPlace {
    /// Its type.
    pub kind: UnitTypeId,
    /// Cell that the scenario asks for.
    pub at: Option<Cell>,
}

/// Origin of Red: a direction, or hexes of the scenario.
#[derive(Debug, Clone)]
pub enum RedOrigin {
    /// A direction.
    Direction(Direction),
    /// Explicit hexes, at least one.
    Entry(Vec<Cell>),
}

/// The start of an army, and the hexes on which its owner may arrange it before the battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArmyCamp {
    /// One cell for each unit.
    pub cells: Vec<Cell>,
    /// The deployment zone: twice as many hexes as units, or fewer where there is less room.
    pub zone: Vec<Cell>,
}

/// Lays out armies on one map.
pub struct CampPlanner<'a> {
    map: &'a Map,
    /// Castles that Blue holds, ascending.
    castles: &'a [Cell],
    rules: &'a Ruleset,
}

impl<'a> CampPlanner<'a> {
    /// Makes a planner for the castles of Blue.
    pub fn new(map: &'a Map, castles: &'a [Cell], rules: &'a Ruleset) -> Self {
        Self { map, castles, rules }
    }

    /// Returns the directions by the cost from their anchors to the nearest castle for a unit type,
    /// the farthest first.
    pub fn directions_by_distance(&self, kind: UnitTypeId) -> Vec<Direction> {
        let costs = self.map.costs(kind);
        let grid = *self.map.grid();
        let mut field = Field::new();
        field.towards_targets(&grid, self.castles.iter().copied(), costs, |_| true);
        let mut farness: Vec<_> = Direction::ALL
            .into_iter()
            .map(|direction| {
                let anchor = direction.anchor(grid.width(), grid.height()).hex();
                let nearest =
                    field.touched_cells().min_by_key(|&cell| (hex_distance(anchor, grid.hex(cell)), cell));
                (nearest.and_then(|cell| field.cost_to(cell, costs)), direction)
            })
            .collect();
        farness.sort_by_key(|&(cost, direction)| (std::cmp::Reverse(cost), direction));
        farness.into_iter().map(|(_, direction)| direction).collect()
    }

    /// Lays out Blue's camp around the castles.
    ///
    /// # Errors
    /// The reason why there is no room.
    pub fn blue_camp(&self, units: &[UnitToPlace], facing: Hex) -> Result<ArmyCamp, FaultKind> {
        let (map, grid) = (self.map, *self.map.grid());
        let kinds = types_to_place(units);
        let fits = |cell: Cell| kinds.iter().all(|&kind| map.costs(kind)[cell.index()] > 0);
        let costs = map.costs(kinds[0]);
        let mut field = Field::new();
        field.from_sources(&grid, self.castles.iter().copied(), costs, fits);
        let ground = field.touched_cells().filter(|&cell| fits(cell)).collect();
        let zone =
            cells_with_lowest_keys(ground, 2 * units.len(), |cell| field.cost(cell).unwrap_or(u32::MAX));
        self.pitch_camp(Side::Blue, units, zone, facing)
    }

    /// Lays out Red's camp at Red's origin, at least the ruleset's distance away from castles and
    /// from Blue's camp.
    ///
    /// # Errors
    /// The reason why there is no room.
    pub fn red_camp(
        &self,
        units: &[UnitToPlace],
        origin: &RedOrigin,
        blue: &[Cell],
        facing: Hex,
    ) -> Result<ArmyCamp, FaultKind> {
        let grid = *self.map.grid();
        let near = self.too_close_to_start(blue);
        let ground = self.cells_with_path_by_type(units);
        let ground: Vec<Cell> = ground.iter().filter(|&cell| near.nearest_source(cell).is_none()).collect();
        let direction = match origin {
            RedOrigin::Direction(direction) => *direction,
            RedOrigin::Entry(entry) => {
                let entry = NearestSources::new(self.map, entry.iter().copied(), u32::MAX);
                let to_entry = |cell| {
                    entry.nearest_source(cell).map_or(u32::MAX, |nearest| grid.distance(nearest, cell))
                };
                let zone = cells_with_lowest_keys(ground, 2 * units.len(), to_entry);
                return self.pitch_camp(Side::Red, units, zone, facing);
            }
        };
        let anchor = direction.anchor(grid.width(), grid.height()).hex();
        let mut zone =
            cells_with_lowest_keys(ground, 2 * units.len(), |cell| hex_distance(anchor, grid.hex(cell)));
        // Hexes on the other side of the map are not where Red said it would come from.
        let other = direction.opposite().anchor(grid.width(), grid.height()).hex();
        zone.retain(|&cell| hex_distance(anchor, grid.hex(cell)) <= hex_distance(other, grid.hex(cell)));
        let waiting = units.iter().filter(|unit| unit.at.is_none()).count();
        if zone.len() < waiting {
            let (room, distance) = (zone.len(), self.rules.setup.distance);
            return Err(FaultKind::NoWayFrom { direction, waiting, room, distance });
        }
        self.pitch_camp(Side::Red, units, zone, facing)
    }

    /// Returns the hexes on which each type of unit that needs a place could stand and from which
    /// that type could get to a castle.
    fn cells_with_path_by_type(&self, units: &[UnitToPlace]) -> CellSet {
        let layers = self
            .types_by_cost_layer(types_to_place(units))
            .into_iter()
            .map(|kind| self.cells_with_path(kind));
        layers.reduce(|both, other| both.intersection(&other)).unwrap_or_default()
    }

    /// Returns `true` if there is a hex, other than a castle, from which one of these units could
    /// get to a castle.
    pub fn has_path_to_castle(&self, units: &[UnitToPlace]) -> bool {
        self.types_by_cost_layer(unit_types(units)).into_iter().any(|kind| {
            self.cells_with_worked_path(kind).iter().any(|cell| self.castles.binary_search(&cell).is_err())
        })
    }

    /// Returns `true` if one of these units can get to a castle from its cell.
    pub fn reaches_a_castle(&self, units: &[UnitToPlace], cells: &[Cell]) -> bool {
        self.types_by_cost_layer(unit_types(units)).into_iter().any(|kind| {
            let with_path = self.cells_with_worked_path(kind);
            let alike = |unit: &UnitToPlace| {
                self.map.cost_layer_number(unit.kind) == self.map.cost_layer_number(kind)
            };
            units.iter().zip(cells).any(|(unit, &cell)| alike(unit) && with_path.contains(cell))
        })
    }

    /// Returns one type for each layer of costs that the given types use.
    fn types_by_cost_layer(&self, mut kinds: Vec<UnitTypeId>) -> Vec<UnitTypeId> {
        kinds.sort_by_key(|&kind| (self.map.cost_layer_number(kind), kind));
        kinds.dedup_by_key(|kind| self.map.cost_layer_number(*kind));
        kinds
    }

    /// Returns the cells from which units of a type get to a castle that they can enter.
    fn cells_with_path(&self, kind: UnitTypeId) -> CellSet {
        let costs = self.map.costs(kind);
        self.cells_with_open_path(|cell| costs[cell.index()] > 0)
    }

    /// Returns the cells from which units of a type get to a castle, over ground that works may have to open
    /// for them first.
    fn cells_with_worked_path(&self, kind: UnitTypeId) -> CellSet {
        if self.rules.options.works.is_empty() {
            return self.cells_with_path(kind);
        }
        let (costs, works) = (self.map.costs(kind), WorkTable::new(self.rules));
        let unit = &self.rules.units[kind];
        let opened = |cell: Cell| {
            let made = |work| works.terrain_made_of(work, self.map.terrain(cell));
            let open = |made: TerrainId| self.rules.cost(&self.rules.terrains[made], unit).is_some();
            works.ids().filter_map(made).any(open)
        };
        self.cells_with_open_path(|cell| costs[cell.index()] > 0 || opened(cell))
    }

    fn cells_with_open_path(&self, open: impl Fn(Cell) -> bool) -> CellSet {
        CellSet::flood_from(self.map.grid(), self.castles.iter().copied().filter(|&cell| open(cell)), &open)
    }

    /// Returns the cells too close to a castle or to a Blue unit for Red to start on.
    pub fn too_close_to_start(&self, blue: &[Cell]) -> NearestSources {
        let sources = self.castles.iter().chain(blue).copied();
        NearestSources::new(self.map, sources, self.rules.setup.distance)
    }

    /// Returns the vector from a hex to the nearest castle.
    pub fn vector_to_castle(&self, from: Hex) -> Hex {
        let hexes = self.castles.iter().map(|&castle| self.map.grid().hex(castle));
        hexes.min_by_key(|&castle| hex_distance(castle, from)).map_or(Hex::ZERO, |castle| castle - from)
    }

    fn pitch_camp(
        &self,
        side: Side,
        units: &[UnitToPlace],
        mut zone: Vec<Cell>,
        facing: Hex,
    ) -> Result<ArmyCamp, FaultKind> {
        let grid = self.map.grid();
        let wanted = CellSet::from_cells(grid, units.iter().filter_map(|unit| unit.at));
        let mut free: Vec<Cell> = zone.iter().copied().filter(|&cell| !wanted.contains(cell)).collect();
        let mut cells: Vec<Option<Cell>> = units.iter().map(|unit| unit.at).collect();
        let mut waiting: Vec<usize> = (0..units.len()).filter(|&index| cells[index].is_none()).collect();
        if free.len() < waiting.len() {
            return Err(FaultKind::NoRoom { side, units: waiting.len(), room: free.len() });
        }
        free.truncate(waiting.len());
        if side == Side::Blue {
            self.garrison_castles(units, &mut cells, &mut waiting, &mut free);
        }
        let origin = free.first().map_or(Hex::ZERO, |&cell| grid.hex(cell));
        let formation = Formation { origin, facing };
        for arm in [Arm::Artillery, Arm::Cavalry, Arm::Infantry] {
            let of_arm: Vec<usize> =
                waiting.iter().copied().filter(|&index| self.arm_of_unit(units[index]) == arm).collect();
            for (index, cell) in
                of_arm.iter().zip(formation.take_best_cells_for_arm(arm, of_arm.len(), &mut free, grid))
            {
                cells[*index] = Some(cell);
            }
        }
        let in_zone = CellSet::from_cells(grid, zone.iter().copied());
        zone.extend(units.iter().filter_map(|unit| unit.at).filter(|&cell| !in_zone.contains(cell)));
        let cells = cells.into_iter().map(|cell| cell.expect("every unit found a place")).collect();
        Ok(ArmyCamp { cells, zone })
    }

    /// Puts the first infantry on the castles, one on each.
    fn garrison_castles(
        &self,
        units: &[UnitToPlace],
        cells: &mut [Option<Cell>],
        waiting: &mut Vec<usize>,
        free: &mut Vec<Cell>,
    ) {
        let is_castle = |cell: &Cell| self.castles.binary_search(cell).is_ok();
        let mut castles: Vec<Cell> = free.iter().copied().filter(is_castle).collect();
        castles.sort_unstable();
        let infantry =
            waiting.iter().copied().filter(|&index| self.arm_of_unit(units[index]) == Arm::Infantry);
        for (index, &castle) in infantry.zip(&castles) {
            cells[index] = Some(castle);
        }
        waiting.retain(|&index| cells[index].is_none());
        let held = CellSet::from_cells(self.map.grid(), cells.iter().copied().flatten());
        free.retain(|&cell| !held.contains(cell));
    }

    fn arm_of_unit(&self, unit: UnitToPlace) -> Arm {
        self.rules.units[unit.kind].arm
    }
}

/// Returns the types of the units that need a place, or of all units where none does.
fn types_to_place(units: &[UnitToPlace]) -> Vec<UnitTypeId> {
    let waiting: Vec<_> = units.iter().copied().filter(|unit| unit.at.is_none()).collect();
    unit_types(if waiting.is_empty() { units } else { &waiting })
}

/// Returns the types in an army, each once, the lowest first.
fn unit_types(units: &[UnitToPlace]) -> Vec<UnitTypeId> {
    let mut kinds: Vec<_> = units.iter().map(|unit| unit.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Returns the `count` cells with the lowest keys, in the order of key, then cell.
fn cells_with_lowest_keys(mut cells: Vec<Cell>, count: usize, key: impl Fn(Cell) -> u32) -> Vec<Cell> {
    let by = |&cell: &Cell| (key(cell), cell);
    if count < cells.len() {
        cells.select_nth_unstable_by_key(count, by);
        cells.truncate(count);
        // They were chosen from those of a whole map, whose memory would be kept with them.
        cells.shrink_to_fit();
    }
    cells.sort_by_cached_key(by);
    cells
}

fn hex_distance(a: Hex, b: Hex) -> u32 {
    a.unsigned_distance_to(b)
}

/// The cells within some steps of their sources, whatever the terrain, and to which source each is
/// nearest.
pub struct NearestSources {
    nearest: Vec<Cell>,
}

const NONE: Cell = Cell(u32::MAX);

impl NearestSources {
    /// Cost: `O(map + cells within)`, however many sources there are.
    pub fn new(map: &Map, sources: impl Iterator<Item = Cell>, steps: u32) -> Self {
        let grid = map.grid();
        let mut nearest = vec![NONE; grid.len()];
        let mut ring = Vec::new();
        for cell in sources {
            if nearest[cell.index()] == NONE {
                nearest[cell.index()] = cell;
                ring.push(cell);
            }
        }
        for _ in 0..steps {
            let mut next = Vec::new();
            for cell in ring {
                for beside in grid.around(cell) {
                    if map.is_on_map(beside) && nearest[beside.index()] == NONE {
                        nearest[beside.index()] = nearest[cell.index()];
                        next.push(beside);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            ring = next;
        }
        Self { nearest }
    }

    /// Returns the source nearest to a cell; `None` where all sources are too far away.
    pub fn nearest_source(&self, cell: Cell) -> Option<Cell> {
        Some(self.nearest[cell.index()]).filter(|&source| source != NONE)
    }
}

/// The front of an army: its line of advance and the line of its wings.
struct Formation {
    origin: Hex,
    facing: Hex,
}

impl Formation {
    /// Returns the distance of a hex towards the enemy, up to a factor. In the plane a hex lies at
    /// x = 3/2 q, y = √3 (r + q/2); the scalar product of two such vectors, times 4, is whole.
    fn forward_distance(&self, hex: Hex) -> i64 {
        let (a, b) = (hex - self.origin, self.facing);
        let y = |hex: Hex| i64::from(2 * hex.y + hex.x);
        9 * i64::from(a.x) * i64::from(b.x) + 3 * y(a) * y(b)
    }

    /// Returns the distance of a hex to the right of the line of advance, negative to the left: the
    /// cross product of the same vectors up to a factor.
    fn lateral_distance(&self, hex: Hex) -> i64 {
        let (a, b) = (hex - self.origin, self.facing);
        i64::from(b.x) * i64::from(a.y) - i64::from(b.y) * i64::from(a.x)
    }

    /// Takes the cells that suit the `count` units of an arm best out of `free`, the best first.
    fn take_best_cells_for_arm(
        &self,
        arm: Arm,
        count: usize,
        free: &mut Vec<Cell>,
        grid: &Grid,
    ) -> Vec<Cell> {
        let mut take = |count, key: fn(i64, i64) -> (i64, i64)| {
            free.sort_by_cached_key(|&cell| {
                let hex = grid.hex(cell);
                (key(self.forward_distance(hex), self.lateral_distance(hex)), cell)
            });
            free.drain(..count).collect()
        };
        match arm {
            Arm::Artillery => take(count, |forward, lateral| (forward, lateral.abs())),
            Arm::Infantry => take(count, |forward, lateral| (-forward, lateral.abs())),
            Arm::Cavalry => {
                // Half of it on the right wing, half on the left, both from the outside in.
                let right: Vec<Cell> = take(count.div_ceil(2), |forward, lateral| (-lateral, -forward));
                let left = take(count / 2, |forward, lateral| (lateral, -forward));
                right.into_iter().chain(left).collect()
            }
        }
    }
}

/// Returns the hexes over which units of each side leave the map when they have broken, in ascending
/// cells: Red where it came from, Blue at the opposite edge.
pub fn default_homes(grid: &Grid, origin: &RedOrigin) -> BySide<Vec<Cell>> {
    let red = match origin {
        RedOrigin::Direction(direction) => edge_towards(grid, *direction),
        RedOrigin::Entry(entry) => {
            let mut cells = entry.clone();
            cells.sort_unstable();
            cells.dedup();
            cells
        }
    };
    let nearest = |edge: &[Cell]| {
        let distances =
            edge.iter().flat_map(|&cell| red.iter().map(move |&entry| grid.distance(cell, entry)));
        distances.min()
    };
    let blue = match origin {
        RedOrigin::Direction(direction) => edge_towards(grid, direction.opposite()),
        // Of edges equally far away the first counts.
        RedOrigin::Entry(_) => {
            let edges = Direction::ALL.into_iter().rev().map(|direction| edge_towards(grid, direction));
            edges.max_by_key(|edge| nearest(edge)).unwrap_or_default()
        }
    };
    BySide { red, blue }
}

/// Lists the cells from which a step in a direction leads off the map, ascending.
fn edge_towards(grid: &Grid, direction: Direction) -> Vec<Cell> {
    grid.cells().filter(|&cell| grid.cell(grid.hex(cell) + direction.vector()).is_none()).collect()
}
