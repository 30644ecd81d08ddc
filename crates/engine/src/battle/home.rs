//! Home: where the broken units of each side run to.

use hotgates_grid::{Cell, CellSet, Direction, MovementPoints, PathSearch};

use crate::battle::Battle;
use crate::battle::unit::UnitId;
use hotgates_text::Side;

impl Battle {
    /// Returns `true` if broken units of a side run to this cell: to the home that the scenario names, else for Blue to
    /// its castles as long as it holds any, else to the hexes over which the side leaves the map.
    pub fn is_home(&self, side: Side, cell: Cell) -> bool {
        if self.gathers_at_castles(side) {
            return self.castles().any(|castle| castle == (cell, side));
        }
        self.arena.homes.of_side(side).binary_search(&cell).is_ok()
    }

    /// Lists the cells that [are home](Self::is_home) to a side.
    fn home_cells(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        let gathers = self.gathers_at_castles(side);
        let castles = self.castles().filter(move |&(_, owner)| gathers && owner == side);
        let edge = if gathers { &[][..] } else { self.arena.homes.of_side(side) };
        castles.map(|(castle, _)| castle).chain(edge.iter().copied())
    }

    /// Returns `true` if a broken unit of a side that stands on this cell leaves the map: on a home at the
    /// edge of the map, unless the side gathers at its castles.
    pub(crate) fn is_way_out(&self, side: Side, cell: Cell) -> bool {
        let (grid, hex) = (self.grid(), self.grid().hex(cell));
        let at_edge =
            Direction::ALL.into_iter().any(|direction| grid.cell(hex + direction.vector()).is_none());
        at_edge && self.is_home(side, cell) && !self.gathers_at_castles(side)
    }

    /// Returns the cells along which a broken unit runs at the start of its next half-turn if nothing
    /// changes before, as its side knows; none for a unit that has not broken or has nowhere to run.
    ///
    /// ```
    /// use hotgates_engine::{Battle, MapFile, Scenario, UnitId};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "Two men and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
    /// assert!(battle.next_flight(UnitId(0)).is_empty(), "it has not broken");
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    #[must_use]
    pub fn next_flight(&self, unit: UnitId) -> Vec<Cell> {
        let (side, here) = (self.info(unit).side, self.unit(unit).cell);
        if !self.unit(unit).alive() || !self.is_broken(unit) || self.is_home(side, here) {
            return Vec::new();
        }
        let mut way = self.way_home(unit, &mut PathSearch::new());
        way.truncate(self.affordable_steps_home(unit, &way, self.kind(unit).movement));
        way
    }

    /// Returns the cheapest way of a unit to its home through no enemy and no zone that its side knows of,
    /// without the cell that it starts from; empty where there is none.
    pub(super) fn way_home(&self, unit: UnitId, search: &mut PathSearch) -> Vec<Cell> {
        let (side, here) = (self.info(unit).side, self.unit(unit).cell);
        let layer = self.cost_layer(self.info(unit).kind);
        let known = self.known_to(side);
        let closed = known.cells_closed_by_enemies(side, false);
        let homes = self.home_cells(side).filter(|&cell| !closed.contains(cell));
        let way = search.path_to_set(layer, here, &closed, &CellSet::from_cells(self.grid(), homes));
        way.map(|way| way.cells[1..].to_vec()).unwrap_or_default()
    }

    /// Returns `true` if a broken unit could make a step to a cell beside it.
    pub(super) fn can_run_to(&self, unit: UnitId, cell: Cell) -> bool {
        let enters = self.map().costs(self.info(unit).kind)[cell.index()] > 0;
        let side = self.info(unit).side;
        let known = self.known_to(side);
        enters && !known.enemy_at(side, cell) && !known.is_in_zone(side, cell)
    }

    /// Returns how many steps of a way a unit can pay for with so many points and end on a hex of its own.
    pub(super) fn affordable_steps_home(&self, unit: UnitId, way: &[Cell], left: MovementPoints) -> usize {
        let known = self.known_to(self.info(unit).side);
        let costs = self.map().costs(self.info(unit).kind);
        let mut left = u32::from(left.0);
        let mut steps = 0;
        for (index, &cell) in way.iter().enumerate() {
            let Some(rest) = left.checked_sub(costs[cell.index()].into()) else { break };
            left = rest;
            if known.at(cell).is_none() {
                steps = index + 1;
            }
        }
        steps
    }

    fn gathers_at_castles(&self, side: Side) -> bool {
        side == Side::Blue
            && !self.arena.homes.is_named(side)
            && self.castles().any(|(_, owner)| owner == side)
    }
}
