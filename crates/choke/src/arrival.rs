//! Arrivals: the turns that units need to a hex, where points left over at the end of a turn are
//! lost, and which side is there first.

use hotgates_engine::{Arm, Cell, Field, Side, UnitId, UnitTypeId, View};

/// Turns to a cell that cannot be reached; more than any battle lasts.
const NEVER: u32 = u32::MAX;

/// Turns until the first unit of each side can be on each cell, and turns of each of the defender's
/// units where they are asked for.
///
/// Cost: for each pair of unit type and side a search of the map, as far as it is asked for. A
/// unit's own turns are computed when a set is to be matched, and no farther than they can matter.
#[derive(Debug)]
pub(super) struct Arrivals<'a> {
    view: View<'a>,
    /// Units of the defender except its guns.
    defenders: Vec<Defender>,
    /// The first defenders to be anywhere.
    soonest: Vanguard,
    enemy: Vanguard,
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

/// The units of a side that could be first somewhere: a search for each unit type.
#[derive(Debug)]
struct Vanguard(Vec<(UnitTypeId, Field)>);

/// A unit that could hold a hex, with the turns that it needs as far as they have been looked up.
#[derive(Debug)]
struct Defender {
    unit: UnitId,
    /// The search from the unit; `None` until it is asked for.
    field: Option<Field>,
}

impl<'a> Arrivals<'a> {
    pub(super) fn new(view: View<'a>, defender: Side) -> Self {
        let enemy = Vanguard::new(view, view.living(defender.other()));
        let walkers = view.living(defender).filter(|&unit| view.kind(unit).arm != Arm::Artillery);
        let soonest = Vanguard::new(view, walkers.clone());
        let defenders = walkers.map(|unit| Defender { unit, field: None }).collect();
        let ahead = (view.side_to_move() == defender).into();
        Self { view, defenders, soonest, enemy, ahead, looked: 0 }
    }

    /// Returns `true` if one of the defender's units can be on a cell before any enemy.
    pub(super) fn is_first_at(&mut self, cell: Cell) -> bool {
        let turn = self.soonest.turns_to_cell(self.view, cell, NEVER);
        turn != NEVER && turn < self.enemy.turns_to_cell(self.view, cell, turn).saturating_add(self.ahead)
    }

    /// Number of cells that were looked at for the turns of single units.
    pub(super) const fn cells_looked_at(&self) -> u64 {
        self.looked
    }

    /// Number of units that could hold a hex.
    pub(super) fn holder_count(&self) -> usize {
        self.defenders.len()
    }

    /// Returns for each of these cells the defenders that can be there before any enemy, by their
    /// places in the list: infantry before cavalry, and then a unit the earlier, the fewer turns it
    /// needs.
    fn list_holders(&mut self, hexes: &[Cell]) -> Vec<Vec<usize>> {
        let (mut near, mut most) = (Vec::new(), NEVER);
        if self.defenders.len() > FEW {
            let soonest = hexes.iter().map(|&cell| self.soonest.turns_to_cell(self.view, cell, NEVER)).max();
            most = soonest.unwrap_or(0).saturating_mul(2).saturating_add(4);
            near = self.nearest_defenders(hexes);
            for (defender, _) in self.defenders.iter_mut().zip(&near).filter(|&(_, &near)| !near) {
                defender.field = None;
            }
        }
        let mut holders = Vec::new();
        for &hex in hexes {
            let enemy = self.enemy.turns_to_cell(self.view, hex, NEVER);
            // Whoever comes in this turn is still there before any enemy.
            let last = enemy.saturating_add(self.ahead).saturating_sub(1).min(most);
            let mut able: Vec<(bool, u32, usize)> = Vec::new();
            for (index, defender) in self.defenders.iter_mut().enumerate() {
                if near.get(index) != Some(&false)
                    && let Some(turns) = defender.turns_to_cell(self.view, hex, last, &mut self.looked)
                {
                    able.push((self.view.kind(defender.unit).arm != Arm::Infantry, turns, index));
                }
            }
            able.sort_unstable();
            holders.push(able.into_iter().map(|(.., index)| index).collect());
        }
        holders
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
        let able = self.list_holders(hexes);
        let mut hex_of = vec![None; self.defenders.len()];
        for hex in 0..hexes.len() {
            let mut tried = vec![false; self.defenders.len()];
            if !assign_holder(&able, hex, &mut hex_of, &mut tried) {
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
}

/// Gives a hex to one of the defenders that are `able` to hold it, others going elsewhere for it
/// where they can; returns `false` when none is left.
fn assign_holder(able: &[Vec<usize>], hex: usize, hex_of: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for &index in &able[hex] {
        if std::mem::replace(&mut tried[index], true) {
            continue;
        }
        if hex_of[index].is_none_or(|other| assign_holder(able, other, hex_of, tried)) {
            hex_of[index] = Some(hex);
            return true;
        }
    }
    false
}

impl Defender {
    /// Returns the turns that the unit needs to a cell, if they are at most so many; adds the cells
    /// that this takes to `looked`.
    fn turns_to_cell(&mut self, view: View<'_>, cell: Cell, most: u32, looked: &mut u64) -> Option<u32> {
        let (kind, movement) = (view.info(self.unit).kind, view.kind(self.unit).movement.0.into());
        let field = self.field.get_or_insert_with(|| {
            let mut field = Field::new();
            field.begin_arrivals(view.grid(), [view.unit(self.unit).cell], movement);
            field
        });
        let before = field.expanded_count();
        let turns = field.arrival_turn(cell, view.map().costs(kind), movement, most);
        *looked += (field.expanded_count() - before) as u64;
        turns
    }
}

impl Vanguard {
    fn new(view: View<'_>, units: impl Iterator<Item = UnitId>) -> Self {
        let mut groups: Vec<(UnitTypeId, Vec<Cell>)> = Vec::new();
        for unit in units {
            let (kind, cell) = (view.info(unit).kind, view.unit(unit).cell);
            match groups.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, sources)) => sources.push(cell),
                None => groups.push((kind, vec![cell])),
            }
        }
        let search = |(kind, sources): (UnitTypeId, Vec<Cell>)| {
            let mut field = Field::new();
            field.begin_arrivals(view.grid(), sources, view.rules().units[kind].movement.0.into());
            (kind, field)
        };
        Self(groups.into_iter().map(search).collect())
    }

    /// Returns the turns that the first of the units needs to a cell if they are at most so many,
    /// else [`NEVER`].
    fn turns_to_cell(&mut self, view: View<'_>, cell: Cell, most: u32) -> u32 {
        let turns = |(kind, field): &mut (UnitTypeId, Field)| {
            let movement = view.rules().units[*kind].movement.0.into();
            field.arrival_turn(cell, view.map().costs(*kind), movement, most)
        };
        self.0.iter_mut().filter_map(turns).min().unwrap_or(NEVER)
    }
}
