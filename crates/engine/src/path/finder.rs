//! Strategic queries: the shortest path, and the nearest enemy.

use super::field::Field;
use super::kernel::Entry;
use super::landmarks::Ahead;
use super::landmarks::Landmarks;
use crate::battle::Battle;
use crate::battle::unit::UnitId;
use crate::file::ids::UnitTypeId;
use crate::file::map::Map;
use crate::grid::cell_set::CellSet;
use crate::grid::{Cell, Grid};

/// What a path query may leave out of account.
#[derive(Debug, Clone, Copy, Default)]
pub struct PathOptions<'a> {
    /// Every hex that can be entered costs 1.
    pub ignore_costs: bool,
    /// Enemy units do not block.
    pub ignore_enemies: bool,
    /// Cells that may not be entered.
    pub avoid: Option<&'a CellSet>,
}

impl PathOptions<'_> {
    fn avoids(&self, cell: Cell) -> bool {
        self.avoid.is_some_and(|avoid| avoid.contains(cell))
    }
}

/// A way over the map, in walking order, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path<'a> {
    /// The cells, the start first.
    pub cells: &'a [Cell],
    /// The sum of the costs of the cells entered, the start excluded.
    pub cost: u32,
    /// How many cells the search expanded.
    pub expanded: usize,
}

/// Finds paths, with memory that the next query uses again: no query allocates once the memory has grown to the
/// size of the map.
#[derive(Debug, Clone, Default)]
pub struct Finder {
    field: Field,
    ahead: Ahead,
    path: Vec<Cell>,
}

impl Finder {
    /// A finder without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The cheapest way of a unit type over an empty map; `None` when there is none.
    ///
    /// Of equally cheap ways it is the one whose first differing step comes first in direction order. The search
    /// runs from the target backwards and stops when it meets the start. The target is entered even where it is
    /// avoided. Cost: `O(cells nearer to the target than the start)`.
    pub fn on_map(
        &mut self,
        map: &Map,
        kind: UnitTypeId,
        from: Cell,
        to: Cell,
        options: PathOptions,
    ) -> Option<Path<'_>> {
        self.backwards(map, kind, from, to, options, |_| true)
    }

    /// The same way as [`on_map`](Self::on_map) finds, found faster by landmarks prepared for the map and unit type.
    ///
    /// Where costs are ignored the landmarks say nothing, and the search is that of `on_map`. Cost: `O(cells on
    /// the cheapest ways, and those that the landmarks cannot tell from them)`.
    pub fn by_landmarks(
        &mut self,
        landmarks: &Landmarks,
        from: Cell,
        to: Cell,
        options: PathOptions,
    ) -> Option<Path<'_>> {
        let (map, kind) = (landmarks.map(), landmarks.kind());
        if options.ignore_costs || from == to {
            return self.on_map(map, kind, from, to, options);
        }
        let cost = step_cost(map.costs(kind), false);
        if cost(from) == 0 || cost(to) == 0 {
            return None;
        }
        let total = self.ahead.search(landmarks, from, to, |cell| !options.avoids(cell))?;
        let ahead = &self.ahead;
        walk(map.grid(), from, to, total, &cost, |cell| ahead.key(cell), &mut self.path);
        Some(Path { cells: &self.path, cost: total - cost(from), expanded: ahead.expanded })
    }

    /// The cheapest way of a unit to a cell, at whatever number of turns; `None` when there is none.
    ///
    /// It leads through friends, and around enemies unless they are ignored; an enemy on the target does not
    /// count. See [`on_map`](Self::on_map) for ties and cost.
    pub fn shortest_path(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        to: Cell,
        options: PathOptions,
    ) -> Option<Path<'_>> {
        let info = battle.info(unit);
        let open = |cell| options.ignore_enemies || !battle.enemy_at(info.side, cell);
        self.backwards(battle.map(), info.kind, battle.unit(unit).cell, to, options, open)
    }

    /// The enemy nearest to a unit by cost, and the way to it, the enemy's own hex counted but never entered;
    /// `None` when no enemy can be reached. Equally near ones: the first to be met, lowest cell first.
    ///
    /// The search runs outward from the unit until it meets an enemy. Cost: `O(cells nearer than the enemy)`.
    pub fn nearest_enemy(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        options: PathOptions,
    ) -> Option<(UnitId, Path<'_>)> {
        let info = battle.info(unit);
        let (map, grid) = (battle.map(), battle.grid());
        let from = battle.unit(unit).cell;
        let cost = step_cost(map.costs(info.kind), options.ignore_costs);
        let mut best: Option<(u32, Cell)> = None;
        self.field.start(grid, super::field::RING);
        self.field.source(from, 0);
        let enter = |cell: Cell| match () {
            () if options.avoids(cell) => Entry::Blocked,
            () if battle.enemy_at(info.side, cell) => Entry::Halt,
            () => Entry::Through,
        };
        // An enemy is touched with its final cost, but one touched later may still be nearer, until cells as far
        // away as the nearest one are being expanded.
        self.field.run(&cost, super::field::plus, enter, |cell, key| {
            if battle.enemy_at(info.side, cell) {
                best = Some(best.map_or((key, cell), |best| best.min((key, cell))));
            }
            best.is_some_and(|(nearest, _)| key - cost(cell) >= nearest)
        });
        let (total, target) = best?;
        let enemy = battle.at(target)?;
        let expanded = self.field.expanded();
        // Read the way back from the enemy, then turn it round.
        self.path.clear();
        self.path.push(target);
        let (mut at, mut key) = (target, total);
        while at != from {
            key -= cost(at);
            at = neighbour_with(grid, at, |cell| {
                let through = cell == from || !battle.enemy_at(info.side, cell);
                self.field.cost(cell) == Some(key) && through
            });
            self.path.push(at);
        }
        self.path.reverse();
        Some((enemy, Path { cells: &self.path, cost: total, expanded }))
    }

    fn backwards(
        &mut self,
        map: &Map,
        kind: UnitTypeId,
        from: Cell,
        to: Cell,
        options: PathOptions,
        open: impl Fn(Cell) -> bool,
    ) -> Option<Path<'_>> {
        let cost = step_cost(map.costs(kind), options.ignore_costs);
        self.path.clear();
        self.path.push(from);
        if from == to {
            return Some(Path { cells: &self.path, cost: 0, expanded: 0 });
        }
        // A key is what the way to the target costs when the cell itself is paid too.
        let (own, entry) = (cost(from), cost(to));
        if own == 0 || entry == 0 {
            return None;
        }
        self.field.start(map.grid(), super::field::RING);
        self.field.source(to, entry);
        let enter = |cell: Cell| {
            if cell == from || open(cell) && !options.avoids(cell) { Entry::Through } else { Entry::Blocked }
        };
        self.field.run(&cost, super::field::plus, enter, |cell, _| cell == from);
        let total = self.field.cost(from)?;
        let expanded = self.field.expanded();
        walk(map.grid(), from, to, total, cost, |cell| self.field.cost(cell), &mut self.path);
        Some(Path { cells: &self.path, cost: total - own, expanded })
    }
}

/// Walks the keys down from `from`, whose key is `total`, to `to`: at each step to the first neighbour in direction
/// order from which the rest costs what it should.
fn walk(
    grid: &Grid,
    from: Cell,
    to: Cell,
    total: u32,
    cost: impl Fn(Cell) -> u32,
    key: impl Fn(Cell) -> Option<u32>,
    path: &mut Vec<Cell>,
) {
    path.clear();
    path.push(from);
    let (mut at, mut rest) = (from, total);
    while at != to {
        rest -= cost(at);
        at = neighbour_with(grid, at, |cell| key(cell) == Some(rest));
        path.push(at);
    }
}

/// The first neighbour in direction order that fits.
fn neighbour_with(grid: &Grid, at: Cell, fits: impl Fn(Cell) -> bool) -> Cell {
    let mut around = grid.around(at).into_iter();
    around.find(|&next| fits(next)).expect("every touched cell was touched from one that is nearer")
}

/// What entering a cell costs; 0 where it cannot be entered.
fn step_cost(costs: &[u8], uniform: bool) -> impl Fn(Cell) -> u32 + '_ {
    move |cell| {
        let cost = costs[cell.index()];
        if uniform { (cost > 0).into() } else { cost.into() }
    }
}
