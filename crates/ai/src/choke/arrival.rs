//! Arrivals: the turns that units need to a hex, where points left over at the end of a turn are
//! lost, and which side is there first.

use hotgates_engine::{Arm, Cell, Field, Side, UnitId, UnitTypeId, View};

/// Turns to a cell that cannot be reached; more than any battle lasts.
const NEVER: u32 = u32::MAX;

/// Turns until the first unit of each side can be on each cell, and turns of each of the defender's
/// units where they are asked for.
///
/// Cost: a search of the map for each pair of unit type and side. A unit's own turns are computed
/// when a set is to be matched, and no farther than they can matter.
#[derive(Debug)]
pub(super) struct Arrivals<'a> {
    view: View<'a>,
    /// Units of the defender except its guns.
    defenders: Vec<Defender>,
    /// Turns of the first defender to each cell.
    soonest: ArrivalTurns,
    enemy: ArrivalTurns,
    /// Number of turns that the defender may come later than the enemy: 1 when it moves first, so
    /// that an equal count will do.
    ahead: u32,
    /// Number of cells looked at for the turns of single units.
    looked: u64,
}

/// Greatest number of units that are all considered as holders of a set. Of more units only those
/// nearest to the set are considered, and only while they would come about as soon as the first of
/// all: a search of its own for each of hundreds takes minutes and gigabytes.
const FEW: usize = 48;

type ArrivalTurns = Vec<u32>;

/// A unit that could hold a hex, with the turns that it needs as far as they have been looked up.
#[derive(Debug)]
struct Defender {
    unit: UnitId,
    field: Field,
    /// Number of turns that the field reaches.
    turns: u32,
}

impl<'a> Arrivals<'a> {
    pub(super) fn new(view: View<'a>, defender: Side) -> Self {
        let mut field = Field::new();
        let enemy = first_turns_of(&mut field, view, view.living(defender.other()));
        let walkers = view.living(defender).filter(|&unit| view.kind(unit).arm != Arm::Artillery);
        let soonest = first_turns_of(&mut field, view, walkers.clone());
        let defenders = walkers.map(|unit| Defender { unit, field: Field::new(), turns: 0 }).collect();
        let ahead = (view.side_to_move() == defender).into();
        Self { view, defenders, soonest, enemy, ahead, looked: 0 }
    }

    /// Returns `true` if one of the defender's units can be on a cell before any enemy.
    pub(super) fn is_first_at(&self, cell: Cell) -> bool {
        self.is_before_enemy(self.soonest[cell.index()], cell)
    }

    /// Number of cells that were looked at for the turns of single units.
    pub(super) const fn cells_looked_at(&self) -> u64 {
        self.looked
    }

    /// Number of units that could hold a hex.
    pub(super) fn holder_count(&self) -> usize {
        self.defenders.len()
    }

    /// Returns `true` if a defender that arrives on a cell in this turn is there before any enemy.
    fn is_before_enemy(&self, turn: u32, cell: Cell) -> bool {
        turn != NEVER && turn < self.enemy[cell.index()].saturating_add(self.ahead)
    }

    /// Returns the turns that a defender needs to a cell, if it is there before any enemy.
    fn turns_to_cell(&self, index: usize, cell: Cell) -> Option<u32> {
        let Defender { unit, field, .. } = &self.defenders[index];
        let movement = self.view.kind(*unit).movement.0.into();
        field.turns_to_cell(cell, movement).filter(|&turn| self.is_before_enemy(turn, cell))
    }

    /// Looks up the turns of the defenders to these cells, up to those of the last enemy: later
    /// turns do not matter.
    fn look_up_turns(&mut self, hexes: &[Cell]) {
        let last = |turns: &ArrivalTurns| hexes.iter().map(|cell| turns[cell.index()]).max().unwrap_or(0);
        let mut turns = last(&self.enemy);
        let mut near = Vec::new();
        if self.defenders.len() > FEW {
            turns = turns.min(last(&self.soonest).saturating_mul(2).saturating_add(4));
            near = self.nearest_defenders(hexes);
            for (defender, &near) in self.defenders.iter_mut().zip(&near) {
                if !near {
                    (defender.field, defender.turns) = (Field::new(), 0);
                }
            }
        }
        for (index, Defender { unit, field, turns: known }) in self.defenders.iter_mut().enumerate() {
            if *known >= turns && *known > 0 || near.get(index) == Some(&false) {
                continue;
            }
            *known = turns.max(1);
            let movement = self.view.kind(*unit).movement.0.into();
            let costs = self.view.map().costs(self.view.info(*unit).kind);
            let from = [self.view.unit(*unit).cell];
            field.arrival_turns_within(self.view.grid(), from, costs, movement, *known, |_| true);
            self.looked += field.expanded_count() as u64;
        }
    }

    /// Marks the defenders that are among the nearest to these cells by distance.
    fn nearest_defenders(&self, hexes: &[Cell]) -> Vec<bool> {
        let grid = self.view.grid();
        let distance = |index: usize| {
            let from = self.view.unit(self.defenders[index].unit).cell;
            hexes.iter().map(|&hex| grid.distance(from, hex)).min()
        };
        let mut order: Vec<usize> = (0..self.defenders.len()).collect();
        order.sort_by_key(|&index| (distance(index), index));
        let mut near = vec![false; self.defenders.len()];
        for index in order.into_iter().take(FEW.max(2 * hexes.len())) {
            near[index] = true;
        }
        near
    }

    /// Matches units one to one to the hexes, each there before any enemy; `None` when no such
    /// matching exists. Infantry is tried before cavalry, and then a unit the earlier, the fewer
    /// turns it needs.
    ///
    /// Cost: `O(hexes² × units)`. Augmenting paths (Kuhn, "The Hungarian method for the assignment
    /// problem", 1955).
    pub(super) fn find_holders(&mut self, hexes: &[Cell]) -> Option<Vec<UnitId>> {
        if hexes.len() > self.defenders.len() || !hexes.iter().all(|&hex| self.is_first_at(hex)) {
            return None;
        }
        self.look_up_turns(hexes);
        let mut hex_of = vec![None; self.defenders.len()];
        for hex in 0..hexes.len() {
            let mut tried = vec![false; self.defenders.len()];
            if !self.assign_holder(hexes, hex, &mut hex_of, &mut tried) {
                return None;
            }
        }
        let mut holders = vec![None; hexes.len()];
        for (index, hex) in hex_of.iter().enumerate() {
            if let Some(hex) = *hex {
                holders[hex] = Some(self.defenders[index].unit);
            }
        }
        holders.into_iter().collect()
    }

    fn assign_holder(
        &self,
        hexes: &[Cell],
        hex: usize,
        hex_of: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        let mut able: Vec<(bool, u32, usize)> = (0..self.defenders.len())
            .filter_map(|index| {
                let turns = self.turns_to_cell(index, hexes[hex])?;
                Some((self.view.kind(self.defenders[index].unit).arm != Arm::Infantry, turns, index))
            })
            .collect();
        able.sort_unstable();
        for (.., index) in able {
            if std::mem::replace(&mut tried[index], true) {
                continue;
            }
            if hex_of[index].is_none_or(|other| self.assign_holder(hexes, other, hex_of, tried)) {
                hex_of[index] = Some(hex);
                return true;
            }
        }
        false
    }
}

/// Returns the turns that the first of these units needs to each cell.
fn first_turns_of(field: &mut Field, view: View<'_>, units: impl Iterator<Item = UnitId>) -> ArrivalTurns {
    let mut groups: Vec<(UnitTypeId, Vec<Cell>)> = Vec::new();
    for unit in units {
        let (kind, cell) = (view.info(unit).kind, view.unit(unit).cell);
        match groups.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, sources)) => sources.push(cell),
            None => groups.push((kind, vec![cell])),
        }
    }
    let mut turns = vec![NEVER; view.grid().len()];
    for (kind, sources) in groups {
        let movement = view.rules().units[kind].movement.0.into();
        field.arrival_turns(view.grid(), sources, view.map().costs(kind), movement, |_| true);
        for cell in field.touched_cells() {
            let turn = field.turns_to_cell(cell, movement).unwrap_or(NEVER);
            turns[cell.index()] = turns[cell.index()].min(turn);
        }
    }
    turns
}
