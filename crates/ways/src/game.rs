//! A way being looked for, hex by hex.

use std::fmt;

use hotgates_grid::{Cell, Coord};
use serde::Serialize;

use crate::error::WayError;
use crate::map::WayMap;

/// A hex to which a way has been found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundHex {
    /// Cost of the cheapest way found so far.
    pub cost: u32,
    /// The hex before it on that way; `None` for the start.
    pub from: Option<Cell>,
    /// `true` while the hex waits to be looked at, which it does again once a cheaper way to it is found.
    pub waits: bool,
}

/// Result of the search so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WayProspects {
    /// No way to the goal has been found yet.
    Searching,
    /// A way to the goal has been found, and hexes wait that may lead to a cheaper one.
    Found {
        /// Cost of the way.
        cost: u32,
    },
    /// A way to the goal has been found, and no way is cheaper.
    Proven {
        /// Cost of the way.
        cost: u32,
    },
    /// No way leads to the goal: everything that can be reached has been looked at.
    NoWay,
}

/// Advice about the hex to look at next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WayHint {
    /// The hex.
    pub cell: Cell,
    /// Column and row of the hex.
    pub hex: Coord,
    /// Cost of the cheapest way to it.
    pub cost: u32,
    /// The least that can still come from there.
    pub least_to_come: u32,
}

impl fmt::Display for WayHint {
    /// Writes one sentence that names the hex and the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hex, cost, least_to_come, .. } = self;
        let sum = cost + least_to_come;
        write!(
            f,
            "{hex}: {cost} so far and {least_to_come} more at least make {sum}, and no hex that waits promises less"
        )
    }
}

/// A search by hand: whoever plays it chooses which hex is looked at next.
///
/// ```
/// use hotgates_ways::{ShippedWay, WayGame, WayProspects};
///
/// let mut game = WayGame::new(ShippedWay::ALL[0].parse());
/// while let Some(hint) = game.next_hint() {
///     game.look_at_hex(hint.cell).expect("hints can be followed");
/// }
/// assert_eq!(game.prospects(), WayProspects::Proven { cost: 22 });
/// ```
#[derive(Debug, Clone)]
pub struct WayGame {
    map: WayMap,
    found: Vec<Option<FoundHex>>,
    looked_at: Vec<Cell>,
}

impl WayGame {
    /// Begins a search, with the start waiting to be looked at.
    pub fn new(map: WayMap) -> Self {
        let mut found = vec![None; map.grid().len()];
        found[map.start().index()] = Some(FoundHex { cost: 0, from: None, waits: true });
        Self { map, found, looked_at: Vec::new() }
    }

    /// Returns the game of a search that has looked at these hexes, one after the other. Those that do not wait are left
    /// out: searches that forget look again at what they know.
    pub fn as_search_knows(map: WayMap, looked_at: impl IntoIterator<Item = Cell>) -> Self {
        let mut game = Self::new(map);
        for cell in looked_at {
            if let Some(looked) = game.found_hex(cell).filter(|hex| hex.waits) {
                game.find_neighbours(cell, looked);
            }
        }
        game
    }

    /// Returns the map.
    pub const fn map(&self) -> &WayMap {
        &self.map
    }

    /// Returns what is known of the ways to a hex; `None` where no way has been found.
    pub fn found_hex(&self, cell: Cell) -> Option<FoundHex> {
        self.found[cell.index()]
    }

    /// Returns the hexes that wait to be looked at, in ascending order.
    pub fn frontier(&self) -> impl Iterator<Item = (Cell, FoundHex)> + '_ {
        self.map.grid().cells().filter_map(|cell| Some((cell, self.found_hex(cell).filter(|hex| hex.waits)?)))
    }

    /// Returns the hexes that have been looked at, in this order.
    pub fn looked_at(&self) -> &[Cell] {
        &self.looked_at
    }

    /// Looks at a hex: finds the ways from there to the hexes beside it.
    ///
    /// # Errors
    /// The game is over, or the hex does not wait; nothing has changed then.
    pub fn look_at_hex(&mut self, cell: Cell) -> Result<(), WayError> {
        if self.is_over() {
            return Err(WayError::Over);
        }
        let hex = self.map.grid().coord(cell);
        let on_map = self.map.grid().at(hex) == Some(cell);
        let known = on_map.then(|| self.found_hex(cell)).ok_or(WayError::OffMap { hex })?;
        let looked = known.ok_or(WayError::NotWaiting { hex })?;
        if !looked.waits {
            return Err(WayError::LookedAt { hex });
        }
        self.find_neighbours(cell, looked);
        Ok(())
    }

    /// Finds the ways over a hex to the hexes beside it.
    fn find_neighbours(&mut self, cell: Cell, looked: FoundHex) {
        self.found[cell.index()] = Some(FoundHex { waits: false, ..looked });
        let Self { map, found, looked_at } = self;
        for beside in map.neighbours(cell) {
            let cost = looked.cost + map.entry_cost(beside).unwrap_or(0);
            let known = &mut found[beside.index()];
            if known.is_none_or(|known| cost < known.cost) {
                *known = Some(FoundHex { cost, from: Some(cell), waits: true });
            }
        }
        looked_at.push(cell);
    }

    /// Takes the last look back, and returns its hex.
    pub fn undo_look(&mut self) -> Option<Cell> {
        let (&last, before) = self.looked_at.split_last()?;
        *self = Self::as_search_knows(self.map.clone(), before.to_vec());
        Some(last)
    }

    /// Returns the result of the search so far.
    ///
    /// Cost: all hexes of the map.
    pub fn prospects(&self) -> WayProspects {
        let cost = self.found_hex(self.map.goal()).map(|goal| goal.cost);
        let least = self.frontier().map(|(cell, hex)| self.least_cost_through(cell, hex)).min();
        match (cost, least) {
            (None, None) => WayProspects::NoWay,
            (None, Some(_)) => WayProspects::Searching,
            (Some(cost), Some(least)) if least < cost => WayProspects::Found { cost },
            (Some(cost), _) => WayProspects::Proven { cost },
        }
    }

    /// Returns `true` once the way is proven, or that there is none.
    pub fn is_over(&self) -> bool {
        matches!(self.prospects(), WayProspects::Proven { .. } | WayProspects::NoWay)
    }

    /// Returns the cheapest way found to a hex, its own hex last; nothing where none has been found.
    pub fn way_to(&self, cell: Cell) -> Vec<Cell> {
        let last = self.found_hex(cell).map(|_| cell);
        let mut way: Vec<_> =
            std::iter::successors(last, |&at| self.found_hex(at).and_then(|hex| hex.from)).collect();
        way.reverse();
        way
    }

    /// Returns the hex that A* would look at next: of those that wait the one that promises the cheapest way, and of
    /// these the one nearest to the goal. `None` once the game is over.
    pub fn next_hint(&self) -> Option<WayHint> {
        if self.is_over() {
            return None;
        }
        let order = |&(cell, hex): &(Cell, FoundHex)| {
            (self.least_cost_through(cell, hex), self.map.least_cost_to_goal(cell), cell.index())
        };
        let (cell, FoundHex { cost, .. }) = self.frontier().min_by_key(order)?;
        let (hex, least_to_come) = (self.map.grid().coord(cell), self.map.least_cost_to_goal(cell));
        Some(WayHint { cell, hex, cost, least_to_come })
    }

    /// Returns the number of looks that hints take from the start.
    ///
    /// Cost: a whole game.
    pub fn looks_of_hints(&self) -> usize {
        let mut game = Self::new(self.map.clone());
        while let Some(hint) = game.next_hint() {
            game.look_at_hex(hint.cell).expect("hints can be followed");
        }
        game.looked_at.len()
    }

    /// Returns the least that a way through a hex can cost, by what is known.
    fn least_cost_through(&self, cell: Cell, hex: FoundHex) -> u32 {
        hex.cost + self.map.least_cost_to_goal(cell)
    }
}
