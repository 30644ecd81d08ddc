//! Ways: an army that has castles to take shares itself out over the paths to them by what each
//! costs with its queue counted.
//!
//! A flow over time (Ford and Fulkerson, "Constructing maximal dynamic flows from static flows",
//! 1958) fills the shortest path until its queue makes it as long as the next; here each unit in
//! turn takes the path that is shortest to it with the units before it counted.

use hotgates_engine::{Arm, Cell, Field, Grid, Side, UnitId, View};

/// Greatest number of ways that are compared.
const MOST_WAYS: usize = 3;

/// Greatest number of passable neighbours of a hex that counts as narrow: units pass it one by one.
const NARROW: usize = 3;

/// MP that each unit costs those that come after it on the same way.
const QUEUE: u32 = 8;

/// MP that an enemy on a narrow hex costs all that come that way.
const HELD: u32 = 8;

/// MP by which a narrow hex of a known way is dearer when the next way is looked for.
const AVOIDED: u8 = 150;

/// The paths to the castles that a side wants, and which unit goes by which.
///
/// The results of searches of the map are kept from one half-turn to the next, as long as they stay
/// true.
#[derive(Debug, Clone, Default)]
pub struct CastlePaths {
    /// The ways known: those in use first, then maybe one that leads through narrow hexes of
    /// theirs.
    known: Vec<CastlePath>,
    /// Number of ways in use.
    count: usize,
    /// The castles that the ways lead to.
    castles: Vec<Cell>,
    /// The grid of the map that the ways lead over.
    grid: Option<Grid>,
    /// Units that go by another way than the cheapest, each with the way's place.
    round: Vec<(UnitId, usize)>,
}

/// A path to the castles.
#[derive(Debug, Clone, Default)]
pub struct CastlePath {
    /// Cost to the castles by this way.
    field: Field,
    /// Costs of the map, with the narrow hexes of the ways before made dearer.
    costs: Vec<u8>,
    /// Narrow hexes of the path, dearer to the way after this one.
    narrow: Vec<Cell>,
}

impl CastlePath {
    /// Returns the cost from a cell to a castle by this way, in MP.
    #[inline]
    pub fn cost_from(&self, cell: Cell) -> Option<u32> {
        self.field.cost_to(cell, &self.costs)
    }
}

impl CastlePaths {
    /// Begins a half-turn: finds the ways to the castles that a side wants, and shares its units
    /// out. Guns go where there is something to fire at.
    ///
    /// Cost: for each way that is not known yet a search of the map.
    pub fn share_units_among_paths(&mut self, view: View<'_>, side: Side) {
        self.count = 0;
        self.round.clear();
        let wanted = view.hexes_at_stake().filter(|&(_, owner)| owner != side).map(|(castle, _)| castle);
        let castles: Vec<Cell> = wanted.collect();
        let walks = |unit: &UnitId| view.kind(*unit).arm != Arm::Artillery;
        let Some(first) = view.living(side).find(walks).filter(|_| !castles.is_empty()) else { return };
        let layer = |unit: UnitId| view.map().cost_layer_number(view.info(unit).kind);
        let units = view.living(side).filter(walks).filter(|&unit| layer(unit) == layer(first));
        let units: Vec<UnitId> = units.collect();
        self.find_castle_paths(view, castles, &units, view.map().costs(view.info(first).kind));
        if self.count > 1 {
            self.assign_units_to_paths(view, side, &units);
        }
    }

    /// Has all units go by the shortest way.
    pub fn send_all_straight(&mut self) {
        self.round.clear();
    }

    /// Finds the cheapest way of the unit that is farthest from the castles, then the cheapest
    /// around its narrow hexes, and so on, until a way has none or leads through known ones.
    fn find_castle_paths(&mut self, view: View<'_>, castles: Vec<Cell>, units: &[UnitId], costs: &[u8]) {
        let same_costs = self.known.first().is_some_and(|way| *way.costs == *costs);
        if !same_costs || self.castles != castles || self.grid != Some(*view.grid()) {
            self.known.clear();
            (self.castles, self.grid) = (castles, Some(*view.grid()));
        }
        for place in 0..MOST_WAYS {
            if place == self.known.len() {
                self.add_castle_path(view, costs);
            }
            let (known, rest) = self.known.split_at_mut(place);
            let way = &mut rest[0];
            let far = |&unit: &UnitId| Some((way.cost_from(view.unit(unit).cell)?, unit));
            let Some((_, last)) = units.iter().filter_map(far).max() else { return };
            let narrow = narrow_cells(view, way, view.unit(last).cell);
            if narrow.iter().any(|cell| known.iter().any(|way| way.narrow.contains(cell))) {
                return;
            }
            let ends = narrow.is_empty();
            if way.narrow != narrow {
                way.narrow = narrow;
                self.known.truncate(place + 1);
            }
            self.count = place + 1;
            if ends {
                return;
            }
        }
    }

    /// Adds the cheapest way, the narrow hexes of the ways before it made dearer.
    fn add_castle_path(&mut self, view: View<'_>, costs: &[u8]) {
        let mut costs = self.known.last().map_or_else(|| costs.to_vec(), |way| way.costs.clone());
        for &cell in self.known.last().map_or(&[][..], |way| &way.narrow) {
            costs[cell.index()] = costs[cell.index()].saturating_add(AVOIDED);
        }
        let mut field = Field::new();
        field.flood_towards(view.grid(), self.castles.iter().copied(), &costs);
        self.known.push(CastlePath { field, costs, narrow: Vec::new() });
    }

    /// Has each unit, the nearest first, take the way that costs least, the units before it and the
    /// enemies on it counted.
    fn assign_units_to_paths(&mut self, view: View<'_>, side: Side, units: &[UnitId]) {
        let cost = |way: &CastlePath, unit: UnitId| way.cost_from(view.unit(unit).cell);
        let ways = &self.known[..self.count];
        let shortest = |unit: UnitId| Some((ways.iter().filter_map(|way| cost(way, unit)).min()?, unit));
        let mut order: Vec<(u32, UnitId)> = units.iter().filter_map(|&unit| shortest(unit)).collect();
        order.sort_unstable();
        let held = |way: &CastlePath| {
            way.narrow.iter().filter(|&&cell| view.enemy_at(side, cell)).map(|_| HELD).sum()
        };
        let mut delays: Vec<u32> = ways.iter().map(held).collect();
        for (shortest, unit) in order {
            let delayed = |(place, way): (usize, &CastlePath)| {
                // A way that leads this unit through a hex to be avoided is none.
                let cost = cost(way, unit).filter(|&cost| cost < shortest + u32::from(AVOIDED))?;
                Some((cost + delays[place], place))
            };
            let Some((_, place)) = ways.iter().enumerate().filter_map(delayed).min() else { continue };
            delays[place] += QUEUE;
            if place > 0 {
                self.round.push((unit, place));
            }
        }
    }

    /// Returns the way that a unit goes by; `None` for a unit that goes by the shortest.
    pub fn castle_path_of(&self, unit: UnitId) -> Option<&CastlePath> {
        let &(_, place) = self.round.iter().find(|&&(other, _)| other == unit)?;
        Some(&self.known[place])
    }
}

/// Returns the narrow hexes of the path that a way leads from a cell, without the cell and castles.
fn narrow_cells(view: View<'_>, way: &CastlePath, from: Cell) -> Vec<Cell> {
    let grid = view.grid();
    let passable = |cell: &Cell| way.costs[cell.index()] > 0;
    let mut narrow = Vec::new();
    let mut at = from;
    while let Some(left) = way.cost_from(at).filter(|&left| left > 0) {
        let leads = |&next: &Cell| {
            let cost = u32::from(way.costs[next.index()]);
            cost > 0 && way.cost_from(next).is_some_and(|rest| rest + cost == left)
        };
        let Some(next) = grid.around(at).into_iter().filter(leads).min() else { break };
        let beside = grid.around(next).into_iter().filter(passable).count();
        if beside <= NARROW && !view.map().castles().contains(&next) {
            narrow.push(next);
        }
        at = next;
    }
    narrow
}
