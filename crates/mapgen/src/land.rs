//! Ground being shaped: one kind of terrain for each hex, and the ways across it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hotgates_engine::{Cell, Coord, Grid};

/// The classic terrains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Off the map.
    Off,
    Grass,
    Forest,
    Water,
    Mountain,
    Road,
    Bridge,
    Castle,
}

impl Ground {
    const fn glyph(self) -> char {
        match self {
            Self::Off | Self::Grass => '.',
            Self::Forest => 'f',
            Self::Water => '~',
            Self::Mountain => '^',
            Self::Road => '=',
            Self::Bridge => 'H',
            Self::Castle => '#',
        }
    }

    /// Whether units can stand on it.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Off | Self::Water | Self::Mountain)
    }
}

/// A map being made.
#[derive(Debug, Clone)]
pub struct Land {
    pub grid: Grid,
    ground: Vec<Ground>,
    /// What searches have found out, used again by the next one: only what has its round's number counts.
    found: Vec<Found>,
    round: u32,
}

/// The cheapest cost found so far, and the hex from which it came.
#[derive(Debug, Clone, Copy)]
struct Found {
    round: u32,
    cost: u32,
    before: Cell,
}

impl Land {
    /// All grass.
    pub fn new(width: usize, height: usize) -> Self {
        let grid = Grid::new(width, height);
        let nothing = Found { round: 0, cost: 0, before: Cell(0) };
        let mut land =
            Self { grid, ground: vec![Ground::Off; grid.len()], found: vec![nothing; grid.len()], round: 0 };
        land.shape(|_, _| Ground::Grass);
        land
    }

    pub fn at(&self, cell: Cell) -> Ground {
        self.ground[cell.index()]
    }

    pub fn set(&mut self, cell: Cell, ground: Ground) {
        self.ground[cell.index()] = ground;
    }

    /// Gives each hex what `choose` makes of it, in the order of the cells.
    pub fn shape(&mut self, mut choose: impl FnMut(Cell, Ground) -> Ground) {
        for cell in self.grid.cells() {
            self.ground[cell.index()] = choose(cell, self.ground[cell.index()]);
        }
    }

    /// The hexes within some steps of one, that one included.
    pub fn within(&self, middle: Cell, steps: i32) -> Vec<Cell> {
        let Coord { col, row } = self.grid.coord(middle);
        let near = |cell: &Cell| self.grid.distance(*cell, middle) <= steps.unsigned_abs();
        let columns = (col - steps)..=(col + steps);
        let all =
            columns.flat_map(|col| (row - steps - 1..=row + steps + 1).map(move |row| Coord { col, row }));
        all.filter_map(|at| self.grid.at(at)).filter(near).collect()
    }

    /// The hexes on the map around one.
    pub fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.grid.around(cell).into_iter().filter(|&next| self.at(next) != Ground::Off)
    }

    /// The cheapest way, both ends included; `None` where there is none. `cost` is what entering a hex costs, at least
    /// `least`. Ties go to the lower cell, so that a way does not depend on how it was found.
    ///
    /// A* with hex distance ("A formal basis for the heuristic determination of minimum cost paths", 1968).
    pub fn way(
        &mut self,
        from: Cell,
        to: Cell,
        least: u32,
        cost: impl Fn(Cell, Ground) -> Option<u32>,
    ) -> Option<Vec<Cell>> {
        let grid = self.grid;
        let cost = |cell: Cell, ground: Ground| cost(cell, ground).map(|cost| cost.max(least));
        self.search(from, |cell| grid.distance(cell, to) * least, |cell| cell == to, cost)
    }

    /// The cheapest way to the nearest hex that `there` says, both ends included.
    pub fn way_to(
        &mut self,
        from: Cell,
        there: impl Fn(Cell) -> bool,
        cost: impl Fn(Cell, Ground) -> Option<u32>,
    ) -> Option<Vec<Cell>> {
        self.search(from, |_| 0, there, cost)
    }

    fn search(
        &mut self,
        from: Cell,
        ahead: impl Fn(Cell) -> u32,
        there: impl Fn(Cell) -> bool,
        cost: impl Fn(Cell, Ground) -> Option<u32>,
    ) -> Option<Vec<Cell>> {
        self.round += 1;
        let round = self.round;
        let mut frontier = BinaryHeap::new();
        self.found[from.index()] = Found { round, cost: 0, before: from };
        frontier.push(Reverse((ahead(from), from)));
        while let Some(Reverse((estimate, cell))) = frontier.pop() {
            let so_far = self.found[cell.index()].cost;
            if there(cell) {
                return Some(self.read_back(from, cell));
            }
            if estimate > so_far + ahead(cell) {
                continue;
            }
            for next in self.grid.around(cell) {
                let ground = Some(self.at(next)).filter(|&ground| ground != Ground::Off);
                let Some(step) = ground.and_then(|ground| cost(next, ground)) else { continue };
                let total = so_far + step;
                let known = &mut self.found[next.index()];
                if known.round != round || total < known.cost {
                    *known = Found { round, cost: total, before: cell };
                    frontier.push(Reverse((total + ahead(next), next)));
                }
            }
        }
        None
    }

    fn read_back(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let mut way = vec![to];
        while let Some(&last) = way.last().filter(|&&last| last != from) {
            way.push(self.found[last.index()].before);
        }
        way.reverse();
        way
    }

    /// Every hex that can be reached from one over open ground.
    pub fn flood(&self, from: Cell) -> Vec<bool> {
        let mut seen = vec![false; self.grid.len()];
        self.spread(from, &mut seen);
        seen
    }

    /// Floods from a hex over open ground that has not been seen; what is new.
    pub fn spread(&self, from: Cell, seen: &mut [bool]) -> Vec<Cell> {
        let mut new = vec![from];
        seen[from.index()] = true;
        let mut next = 0;
        while let Some(&cell) = new.get(next) {
            next += 1;
            for beside in self.grid.around(cell) {
                if self.at(beside).is_open() && !seen[beside.index()] {
                    seen[beside.index()] = true;
                    new.push(beside);
                }
            }
        }
        new
    }

    /// The rows of the map file.
    pub fn rows(&self) -> Vec<String> {
        let row = |row| {
            let glyph = |col| self.grid.at(Coord { col, row }).map_or('.', |cell| self.at(cell).glyph());
            (0..self.grid.width()).map(glyph).collect()
        };
        (0..self.grid.height()).map(row).collect()
    }
}
