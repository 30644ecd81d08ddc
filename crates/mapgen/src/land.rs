//! The land of a map in the making: one kind of terrain for each hex, and paths across it.

use hotgates_engine::{Cell, Coord, Grid};
use hotgates_search::{Heuristic, Limits, Problem, a_star};

/// The ground of a hex: the classic terrains, for which other rulesets have their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LandCover {
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

impl LandCover {
    /// `true` if units can stand on this ground.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Off | Self::Water | Self::Mountain)
    }
}

/// The land of a map in the making.
#[derive(Debug, Clone)]
pub struct MapLand {
    pub grid: Grid,
    ground: Vec<LandCover>,
}

impl MapLand {
    /// Returns a land of grass.
    pub fn new(width: usize, height: usize) -> Self {
        let grid = Grid::new(width, height);
        let mut land = Self { grid, ground: vec![LandCover::Off; grid.len()] };
        land.replace_each_cover(|_, _| LandCover::Grass);
        land
    }

    pub fn terrain_cover_at(&self, cell: Cell) -> LandCover {
        self.ground[cell.index()]
    }

    pub fn set_terrain_cover(&mut self, cell: Cell, ground: LandCover) {
        self.ground[cell.index()] = ground;
    }

    /// Replaces the terrain of each hex by what `choose` makes of it, in the order of the cells.
    pub fn replace_each_cover(&mut self, mut choose: impl FnMut(Cell, LandCover) -> LandCover) {
        for cell in self.grid.cells() {
            self.ground[cell.index()] = choose(cell, self.ground[cell.index()]);
        }
    }

    /// Returns the hexes within some steps of a hex, that hex included.
    pub fn cells_within(&self, middle: Cell, steps: i32) -> Vec<Cell> {
        let Coord { col, row } = self.grid.coord(middle);
        let near = |cell: &Cell| self.grid.distance(*cell, middle) <= steps.unsigned_abs();
        let columns = (col - steps)..=(col + steps);
        let all =
            columns.flat_map(|col| (row - steps - 1..=row + steps + 1).map(move |row| Coord { col, row }));
        all.filter_map(|at| self.grid.at(at)).filter(near).collect()
    }

    /// Returns the hexes on the map around a hex.
    pub fn cells_beside(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.grid.around(cell).into_iter().filter(|&next| self.terrain_cover_at(next) != LandCover::Off)
    }

    /// Returns a cheapest path, both ends included; `None` where there is none. `cost` is the cost
    /// of entering a hex, at least `least`.
    pub fn find_path(
        &self,
        from: Cell,
        to: Cell,
        least: u32,
        cost: impl Fn(Cell, LandCover) -> Option<u32>,
    ) -> Option<Vec<Cell>> {
        let cost = |cell: Cell, ground: LandCover| cost(cell, ground).map(|cost| cost.max(least));
        let ahead = |cell: &Cell| Some(u64::from(self.grid.distance(*cell, to) * least));
        self.search_path(from, ahead, |cell| cell == to, cost)
    }

    /// Returns a cheapest path to the nearest hex that is a `goal`, both ends included.
    pub fn find_path_to_any(
        &self,
        from: Cell,
        goal: impl Fn(Cell) -> bool,
        cost: impl Fn(Cell, LandCover) -> Option<u32>,
    ) -> Option<Vec<Cell>> {
        self.search_path(from, |_| Some(0), goal, cost)
    }

    fn search_path(
        &self,
        from: Cell,
        ahead: impl Fn(&Cell) -> Option<u64>,
        goal: impl Fn(Cell) -> bool,
        cost: impl Fn(Cell, LandCover) -> Option<u32>,
    ) -> Option<Vec<Cell>> {
        let problem = LandPathProblem { land: self, goal, cost };
        let path =
            a_star(&problem, from, &Heuristic::admissible(ahead), &Limits::without_limits(), &mut ()).best?;
        Some([from].into_iter().chain(path.actions.into_iter().map(|(cell, _)| cell)).collect())
    }

    /// Returns `true` for each hex that can be reached from a hex over open ground, by its index.
    pub fn flood_open_ground(&self, from: Cell) -> Vec<bool> {
        let mut seen = vec![false; self.grid.len()];
        self.flood_unseen_ground(from, &mut seen);
        seen
    }

    /// Floods from a hex over open ground that has not been seen; returns the hexes that are new.
    pub fn flood_unseen_ground(&self, from: Cell, seen: &mut [bool]) -> Vec<Cell> {
        let mut new = vec![from];
        seen[from.index()] = true;
        let mut next = 0;
        while let Some(&cell) = new.get(next) {
            next += 1;
            for beside in self.grid.around(cell) {
                if self.terrain_cover_at(beside).is_open() && !seen[beside.index()] {
                    seen[beside.index()] = true;
                    new.push(beside);
                }
            }
        }
        new
    }

    /// Returns the rows of the map file, with this glyph for each hex.
    pub fn rows_of(&self, glyph: impl Fn(Cell) -> char) -> Vec<String> {
        let glyph_at = |at: Coord| self.grid.at(at).map(&glyph);
        let row = |row| (0..self.grid.width()).filter_map(|col| glyph_at(Coord { col, row })).collect();
        (0..self.grid.height()).map(row).collect()
    }
}

/// The search for a path over a land.
struct LandPathProblem<'a, G, C> {
    land: &'a MapLand,
    goal: G,
    cost: C,
}

impl<G: Fn(Cell) -> bool, C: Fn(Cell, LandCover) -> Option<u32>> Problem for LandPathProblem<'_, G, C> {
    type State = Cell;
    /// The hex entered and its cost.
    type Action = (Cell, u32);

    fn actions(&self, &cell: &Cell, into: &mut Vec<(Cell, u32)>) {
        let entered = |next| Some((next, (self.cost)(next, self.land.terrain_cover_at(next))?));
        into.extend(self.land.cells_beside(cell).filter_map(entered));
    }

    fn step(&self, _: &Cell, (next, cost): (Cell, u32)) -> (Cell, u32) {
        (next, cost)
    }

    fn is_goal(&self, &cell: &Cell) -> bool {
        (self.goal)(cell)
    }

    /// Ties go to the lower cell, so that a path does not depend on how it was found.
    fn tie_break(&self, &cell: &Cell, _: u64) -> u64 {
        cell.0.into()
    }
}
