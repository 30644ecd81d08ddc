//! The map on which a way is looked for.

use hotgates_grid::{Cell, Grid};

use crate::error::WayError;

/// A map of hexes with the cost of entering each, a start and a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayMap {
    grid: Grid,
    costs: Vec<u8>,
    start: Cell,
    goal: Cell,
    least_cost: u8,
}

impl WayMap {
    /// Makes a map; `costs` has the cost of entering each cell of the grid by its index, 0 where nobody can. Neighbours
    /// of a hex at the edge that are not on the map have to have 0.
    ///
    /// # Errors
    /// The start or the goal cannot be entered, or they are one.
    ///
    /// # Panics
    /// When there are not as many costs as cells.
    pub fn new(grid: Grid, costs: &[u8], start: Cell, goal: Cell) -> Result<Self, WayError> {
        assert_eq!(costs.len(), grid.len());
        if let Some(&blocked) = [start, goal].iter().find(|cell| costs[cell.index()] == 0) {
            return Err(WayError::Blocked { hex: grid.coord(blocked) });
        }
        if start == goal {
            return Err(WayError::NoDistance { hex: grid.coord(start) });
        }
        let least_cost = costs.iter().copied().filter(|&cost| cost > 0).min().unwrap_or(1);
        Ok(Self { grid, costs: costs.to_vec(), start, goal, least_cost })
    }

    /// Returns the grid of the map.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the hex where the way begins.
    pub const fn start(&self) -> Cell {
        self.start
    }

    /// Returns the hex where the way ends.
    pub const fn goal(&self) -> Cell {
        self.goal
    }

    /// Returns the cost of entering a hex; `None` where nobody can.
    pub fn entry_cost(&self, cell: Cell) -> Option<u32> {
        Some(self.costs[cell.index()].into()).filter(|&cost| cost > 0)
    }

    /// Returns the hexes beside a hex that can be entered, in direction order.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.grid.around(cell).into_iter().filter(|beside| self.costs[beside.index()] > 0)
    }

    /// Returns the least that a way from a hex to the goal can cost: as many steps as there are hexes between
    /// them, each over the cheapest ground of the map. Never too much.
    pub fn least_cost_to_goal(&self, cell: Cell) -> u32 {
        self.grid.distance(cell, self.goal) * u32::from(self.least_cost)
    }
}
