//! Possible positions: where enemies out of sight could be by now.

use hotgates_engine::{Cell, CellSet, Field, FieldCache, Objective, Presence, Side, UnitId, View};

/// Part of its points that an enemy on its way is believed to have marched, in ‰.
const PACE: u32 = 500;

/// The cells on which each enemy out of sight could stand by now, by what its enemy knows: where it
/// was seen last, comes onto the map, or started, how far it can have marched since, and which cells
/// are in sight. Cost: a search within that distance for each place of departure.
#[derive(Debug, Clone, Default)]
pub struct PossiblePositions {
    /// Enemies out of sight in ascending order, each with the number of its march.
    units: Vec<(UnitId, usize)>,
    marches: Vec<PossibleMarch>,
    /// Cells in sight.
    seen: CellSet,
    /// Marches of earlier searches, whose memory the next one uses.
    spare: Vec<PossibleMarch>,
}

/// A march that enemies of one kind could have made out of sight.
#[derive(Debug, Clone, Default)]
struct PossibleMarch {
    departure: Departure,
    costs: usize,
    movement: u32,
    field: Field,
    /// The cells out of sight that the march can have led to, each with its [`Unlikelihood`].
    hidden: Vec<(Unlikelihood, Cell)>,
    /// `true` if `hidden` has all such cells; else it has those that are likelier than all others.
    whole: bool,
}

/// How far the cells of a march are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarchExtent {
    /// As far as the likeliest cells lie.
    Likeliest,
    /// As far as the march can have led.
    Whole,
}

/// How unlikely it is that a unit on a march is on a cell, the least first: 0 where a unit at a usual pace
/// can be, and 1 beyond, with what is left to go or what it has marched, in MP.
type Unlikelihood = (u8, u32);

/// The cells from which a march begins, and the most half-turns that it has taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Departure {
    cells: Vec<Cell>,
    turns: u32,
}

impl PossiblePositions {
    /// Finds the possible positions of the enemies that a side does not see, in its half-turn.
    #[must_use]
    pub fn new(view: View<'_>) -> Self {
        let mut possible = Self::default();
        possible.search(view, |_| true, MarchExtent::Whole, &mut FieldCache::default());
        possible
    }

    /// Finds the likeliest positions of those enemies out of sight that are `wanted`, and of no others, to ask for
    /// with [`take_likeliest_cell`](Self::take_likeliest_cell); fields that were searched for before are taken from
    /// `fields`.
    pub fn find_likeliest(
        &mut self,
        view: View<'_>,
        wanted: impl Fn(UnitId) -> bool,
        fields: &mut FieldCache,
    ) {
        self.search(view, wanted, MarchExtent::Likeliest, fields);
    }

    fn search(
        &mut self,
        view: View<'_>,
        wanted: impl Fn(UnitId) -> bool,
        extent: MarchExtent,
        fields: &mut FieldCache,
    ) {
        self.seen =
            view.seen_cells().unwrap_or_else(|| CellSet::from_cells(view.grid(), view.grid().cells()));
        self.units.clear();
        self.spare.append(&mut self.marches);
        let (enemy, mut homes) = (view.side().other(), Homes::default());
        let unseen = view.roster().filter(|&(unit, info)| {
            info.side == enemy && view.presence(unit) == Presence::Unseen && view.kind(unit).movement.0 > 0
        });
        for (unit, _) in unseen.filter(|&(unit, _)| wanted(unit)) {
            let departure = homes.departure_of_unit(view, unit);
            let march = self.march_of_unit(view, departure, (unit, extent), fields);
            self.units.push((unit, march));
        }
    }

    /// Returns the turn of its march in which an enemy could be on a cell, 0 for where it sets out;
    /// `None` for a cell that it cannot have reached, that is in sight, and of an enemy in sight.
    #[must_use]
    pub fn arrival(&self, unit: UnitId, cell: Cell) -> Option<u32> {
        let march = self.march(unit).filter(|_| !self.seen.contains(cell))?;
        march.field.turns_to_cell(cell, march.movement)
    }

    /// Lists the cells on which an enemy could be.
    pub fn cells(&self, unit: UnitId) -> impl Iterator<Item = Cell> + '_ {
        self.march(unit).into_iter().flat_map(|march| march.hidden.iter().map(|&(_, cell)| cell))
    }

    /// Returns the cell on which an enemy most likely stands, of those that are not `taken`. An enemy that has
    /// to come has come towards the hexes that it wants, at a usual pace; another one has stayed near where it
    /// was.
    #[must_use]
    pub fn likeliest_cell(&self, unit: UnitId, taken: &CellSet) -> Option<Cell> {
        let hidden = self.march(unit)?.hidden.iter().filter(|(_, cell)| !taken.contains(*cell));
        hidden.min().map(|&(_, cell)| cell)
    }

    /// Returns the [likeliest cell](Self::likeliest_cell) of an enemy, and counts it as taken from now on.
    pub fn take_likeliest_cell(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        taken: &mut CellSet,
        fields: &mut FieldCache,
    ) -> Option<Cell> {
        let mut cell = self.likeliest_cell(unit, taken);
        if cell.is_none()
            && let Ok(place) = self.units.binary_search_by_key(&unit, |&(other, _)| other)
            && let march = &mut self.marches[self.units[place].1]
            && !march.whole
        {
            march.search(view, &self.seen, (unit, MarchExtent::Whole), fields);
            cell = self.likeliest_cell(unit, taken);
        }
        if let Some(cell) = cell {
            taken.insert(cell);
        }
        cell
    }

    fn march(&self, unit: UnitId) -> Option<&PossibleMarch> {
        let place = self.units.binary_search_by_key(&unit, |&(other, _)| other).ok()?;
        Some(&self.marches[self.units[place].1])
    }

    /// Returns the number of the march that a unit could have made.
    fn march_of_unit(
        &mut self,
        view: View<'_>,
        departure: Departure,
        (unit, extent): (UnitId, MarchExtent),
        fields: &mut FieldCache,
    ) -> usize {
        let kind = view.info(unit).kind;
        let (costs, movement) = (view.map().cost_layer_number(kind), u32::from(view.kind(unit).movement.0));
        let known = self.marches.iter().position(|march| {
            (march.costs, march.movement) == (costs, movement) && march.departure == departure
        });
        if let Some(known) = known {
            return known;
        }
        let spare = self.spare.pop().unwrap_or_default();
        let mut march = PossibleMarch { departure, costs, movement, ..spare };
        march.search(view, &self.seen, (unit, extent), fields);
        self.marches.push(march);
        self.marches.len() - 1
    }
}

impl PossibleMarch {
    /// Searches for the cells of the march, which is that of a unit.
    fn search(
        &mut self,
        view: View<'_>,
        seen: &CellSet,
        (unit, extent): (UnitId, MarchExtent),
        fields: &mut FieldCache,
    ) {
        let Self { movement, ref departure, ref mut field, ref mut hidden, .. } = *self;
        let (grid, layer) = (view.grid(), view.cost_layer(view.info(unit).kind));
        let enemy = view.side().other();
        let wanted = view.hexes_at_stake().filter(|&(_, owner)| owner != enemy).map(|(cell, _)| cell);
        let wanted: Vec<Cell> = wanted.collect();
        let comes = view.is_invader(enemy)
            || view.objective() == Objective::Meeting
            || view.hexes_at_stake().all(|(_, owner)| owner != enemy);
        let aim = (comes && !wanted.is_empty()).then(|| fields.field_towards(grid, layer.costs, &wanted));
        let farthest = movement.saturating_mul(departure.turns);
        let pace = movement * departure.turns * PACE / 1000;
        let limit = match (extent, aim) {
            (MarchExtent::Whole, _) => farthest,
            // Whatever lies beyond is less likely.
            (MarchExtent::Likeliest, Some(_)) => pace,
            (MarchExtent::Likeliest, None) => movement.min(farthest),
        };
        let from = departure.cells.iter().copied();
        field.arrivals_within(layer, from, movement, limit);
        self.whole = limit == farthest;
        if self.whole && field.touched_cells().all(|cell| seen.contains(cell)) {
            // The scenario has set it elsewhere: it may be wherever nobody looks.
            let hidden = grid.cells().filter(|&cell| layer.costs[cell.index()] > 0 && !seen.contains(cell));
            field.arrivals_within(layer, hidden, movement, 0);
        }
        let unlikelihood = |cell: Cell| {
            let marched = field.cost(cell).unwrap_or(u32::MAX);
            match aim {
                Some(aim) if marched <= pace => (0, aim.cost_from(cell).unwrap_or(u32::MAX)),
                _ => (1, marched),
            }
        };
        hidden.clear();
        let unseen = field.touched_cells().filter(|&cell| !seen.contains(cell));
        hidden.extend(unseen.map(|cell| (unlikelihood(cell), cell)));
    }
}

/// The cells about which enemies started that nobody has seen yet, for each set of terrain costs.
#[derive(Default)]
struct Homes(Vec<(usize, Vec<Cell>)>);

impl Homes {
    /// Returns from where an enemy out of sight has set out, and how many half-turns it can have marched.
    fn departure_of_unit(&mut self, view: View<'_>, unit: UnitId) -> Departure {
        // An enemy seen in its own half-turn has the rest of it left.
        let begun = u32::from(view.first_side() != view.side());
        let since = |turn: u32| view.turn().saturating_sub(turn) + begun;
        if let Some(mark) = view.mark(unit) {
            return Departure {
                cells: view.grid().cell(mark.hex).into_iter().collect(),
                turns: since(mark.turn),
            };
        }
        if let Some(arrival) = &view.info(unit).arrival {
            return Departure { cells: arrival.cells.clone(), turns: since(arrival.turn.unwrap_or(1)) };
        }
        // One more for the breadth of the camp.
        let layer = view.map().cost_layer_number(view.info(unit).kind);
        let place = self.0.iter().position(|&(known, _)| known == layer).unwrap_or_else(|| {
            self.0.push((layer, home_of_unit(view, unit)));
            self.0.len() - 1
        });
        Departure { cells: self.0[place].1.clone(), turns: since(1) + 1 }
    }
}

/// Returns the cells about which a unit started that nobody has seen yet: the one nearest to where Red
/// came from, the hexes that another side keeps, or else the far half of the map.
fn home_of_unit(view: View<'_>, unit: UnitId) -> Vec<Cell> {
    let (grid, info) = (view.grid(), view.info(unit));
    let costs = view.map().costs(info.kind);
    let is_open = |cell: &Cell| costs[cell.index()] > 0;
    if let Some(direction) = view.origin_direction().filter(|_| info.side == Side::Red) {
        let anchor = grid.at(direction.anchor(grid.width(), grid.height())).expect("an anchor is on the map");
        let ranges = 0..grid.width().unsigned_abs() + grid.height().unsigned_abs();
        let mut near = ranges.map(|range| grid.within(anchor, range).map(|(_, cell)| cell).find(is_open));
        return near.find_map(|cell| cell).into_iter().collect();
    }
    let kept = view.hexes_at_stake().filter(|&(_, owner)| owner == info.side);
    let kept: Vec<Cell> = kept.map(|(cell, _)| cell).collect();
    if !kept.is_empty() {
        return kept;
    }
    let own = view.roster().filter(|(_, other)| other.side != info.side && other.arrival.is_none());
    let own: Vec<Cell> = own.map(|(_, other)| other.cell).collect();
    let away = |cell: Cell| own.iter().map(|&start| grid.distance(cell, start)).min().unwrap_or(0);
    let half = grid.cells().map(away).max().unwrap_or(0) / 2;
    grid.cells().filter(is_open).filter(|&cell| away(cell) >= half).collect()
}
