//! Possible positions: where enemies out of sight could be by now.

use hotgates_engine::{Cell, CellSet, Field, Objective, Presence, Side, UnitId, View};

use crate::position::is_invader;

/// Part of its points that an enemy on its way is believed to have marched, in ‰.
const PACE: u32 = 500;

/// The cells on which each enemy out of sight could stand by now, by what its enemy knows: where it
/// was seen last, comes onto the map, or started, how far it can have marched since, and which cells
/// are in sight. Cost: a search within that distance for each place of departure.
#[derive(Debug, Clone)]
pub struct PossiblePositions {
    /// Enemies out of sight in ascending order, each with the number of its march.
    units: Vec<(UnitId, usize)>,
    marches: Vec<PossibleMarch>,
    /// Cells in sight.
    seen: CellSet,
}

/// A march that enemies of one kind could have made out of sight.
#[derive(Debug, Clone)]
struct PossibleMarch {
    departure: Departure,
    costs: usize,
    movement: u32,
    field: Field,
    /// Costs to the hexes that the march is for; `None` for units that stay.
    aim: Option<Field>,
}

/// The cells from which a march begins, and the most half-turns that it has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Departure {
    cells: Vec<Cell>,
    turns: u32,
}

impl PossiblePositions {
    /// Finds the possible positions of the enemies that a side does not see, in its half-turn.
    #[must_use]
    pub fn new(view: View<'_>) -> Self {
        let seen = view.seen_cells().unwrap_or_else(|| CellSet::from_cells(view.grid(), view.grid().cells()));
        let mut possible = Self { units: Vec::new(), marches: Vec::new(), seen };
        let enemy = view.side().other();
        let unseen = view.roster().filter(|&(unit, info)| {
            info.side == enemy && view.presence(unit) == Presence::Unseen && view.kind(unit).movement.0 > 0
        });
        for (unit, _) in unseen {
            let march = possible.march_of_unit(view, unit);
            possible.units.push((unit, march));
        }
        possible
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
        let touched = self.march(unit).into_iter().flat_map(|march| march.field.touched_cells());
        touched.filter(|&cell| !self.seen.contains(cell))
    }

    /// Returns the cell on which an enemy most likely stands, of those that are not `taken`. An enemy
    /// that has to come has come towards the hexes that it wants, at a usual pace; another one has
    /// stayed near where it was.
    pub fn likeliest_cell(&self, view: View<'_>, unit: UnitId, taken: &CellSet) -> Option<Cell> {
        let march = self.march(unit)?;
        let costs = view.map().costs(view.info(unit).kind);
        let pace = march.movement * march.departure.turns * PACE / 1000;
        let free = self.cells(unit).filter(|&cell| !taken.contains(cell));
        free.min_by_key(|&cell| {
            let marched = march.field.cost(cell).unwrap_or(u32::MAX);
            match &march.aim {
                Some(aim) if marched <= pace => (0, aim.cost_to(cell, costs).unwrap_or(u32::MAX), cell),
                _ => (1, marched, cell),
            }
        })
    }

    fn march(&self, unit: UnitId) -> Option<&PossibleMarch> {
        let place = self.units.binary_search_by_key(&unit, |&(other, _)| other).ok()?;
        Some(&self.marches[self.units[place].1])
    }

    /// Returns the number of the march that a unit could have made.
    fn march_of_unit(&mut self, view: View<'_>, unit: UnitId) -> usize {
        let kind = view.info(unit).kind;
        let (costs, movement) = (view.map().cost_layer_number(kind), u32::from(view.kind(unit).movement.0));
        let departure = departure_of_unit(view, unit);
        let known = self.marches.iter().position(|march| {
            (march.costs, march.movement) == (costs, movement) && march.departure == departure
        });
        if let Some(known) = known {
            return known;
        }
        let (grid, layer) = (view.grid(), view.map().costs(kind));
        let mut field = Field::new();
        let from = departure.cells.iter().copied();
        field.arrival_turns_within(grid, from, layer, movement, departure.turns, |_| true);
        if field.touched_cells().all(|cell| self.seen.contains(cell)) {
            // The scenario has set it elsewhere: it may be wherever nobody looks.
            let hidden = grid.cells().filter(|&cell| layer[cell.index()] > 0 && !self.seen.contains(cell));
            field.arrival_turns_within(grid, hidden, layer, movement, 0, |_| true);
        }
        let enemy = view.side().other();
        let mut wanted = view.hexes_at_stake().filter(|&(_, owner)| owner != enemy).peekable();
        let comes = is_invader(view, enemy)
            || view.objective() == Objective::Meeting
            || view.hexes_at_stake().all(|(_, owner)| owner != enemy);
        let aim = (comes && wanted.peek().is_some()).then(|| {
            let mut aim = Field::new();
            aim.towards_targets(grid, wanted.map(|(cell, _)| cell), layer, |_| true);
            aim
        });
        self.marches.push(PossibleMarch { departure, costs, movement, field, aim });
        self.marches.len() - 1
    }
}

/// Returns from where an enemy out of sight has set out, and how many half-turns it can have marched.
fn departure_of_unit(view: View<'_>, unit: UnitId) -> Departure {
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
    Departure { cells: home_of_unit(view, unit), turns: since(1) + 1 }
}

/// Returns the cells about which a unit started that nobody has seen yet: the one nearest to where Red
/// came from, the hexes that another side keeps, or else the far half of the map.
fn home_of_unit(view: View<'_>, unit: UnitId) -> Vec<Cell> {
    let (grid, info) = (view.grid(), view.info(unit));
    let costs = view.map().costs(info.kind);
    let ground = grid.cells().filter(|cell| costs[cell.index()] > 0);
    if let Some(direction) = view.origin_direction().filter(|_| info.side == Side::Red) {
        let anchor = direction.anchor(grid.width(), grid.height()).hex();
        return ground.min_by_key(|&cell| grid.hex(cell).unsigned_distance_to(anchor)).into_iter().collect();
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
    ground.filter(|&cell| away(cell) >= half).collect()
}
