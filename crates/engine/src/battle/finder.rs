//! Strategic queries: the shortest path, and the nearest enemy.

use hotgates_grid::{Cell, CellSet, Landmarks, Path, PathSearch};

use crate::battle::Battle;
use crate::battle::unit::UnitId;
use hotgates_rules::UnitTypeId;
use hotgates_scenario::Map;

/// Options of a path query: the rules that the query leaves out of account.
#[derive(Debug, Clone, Copy, Default)]
pub struct PathOptions<'a> {
    /// Every hex that can be entered costs 1.
    pub ignore_costs: bool,
    /// Enemy units do not block.
    pub ignore_enemies: bool,
    /// Cells that the path may not enter.
    pub avoid: Option<&'a CellSet>,
}

impl PathOptions<'_> {
    fn must_avoid(&self, cell: Cell) -> bool {
        self.avoid.is_some_and(|avoid| avoid.contains(cell))
    }
}

/// Finds cheapest paths and nearest enemies, with memory that the next query uses again: no query
/// allocates once the memory has grown to the size of the map.
///
/// ```
/// use hotgates_engine::{Coord, PathFinder, Map, MapFile, PathOptions, Ruleset};
///
/// let rules = Ruleset::classic();
/// let rows = ["....", ".^^.", "...."].map(str::to_owned).to_vec();
/// let map = Map::read_rows(&MapFile { rows, ..MapFile::default() }, &rules).expect("a sound map");
/// let infantry = rules.unit("infantry").expect("a classic type");
/// let cell = |col, row| map.grid().at(Coord { col, row }).expect("on the map");
///
/// let mut finder = PathFinder::new();
/// let path = finder.path_on_map(&map, infantry, cell(0, 1), cell(3, 1), PathOptions::default());
/// let path = path.expect("a path around the mountains");
/// assert_eq!((path.cells.len(), path.cost), (5, 8));
/// assert_eq!(path.cells[4], cell(3, 1));
/// ```
#[derive(Debug, Clone, Default)]
pub struct PathFinder {
    search: PathSearch,
}

impl PathFinder {
    /// Makes a finder without memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the cheapest path of a unit type over a map without units; `None` where no path
    /// leads.
    ///
    /// Of equally cheap paths the result is the one whose first differing step comes first in
    /// direction order. The search runs from the target backwards and stops at the start. The
    /// target may be entered even where it is avoided. Cost: `O(cells nearer to the target than the
    /// start)`.
    pub fn path_on_map(
        &mut self,
        map: &Map,
        kind: UnitTypeId,
        from: Cell,
        to: Cell,
        options: PathOptions,
    ) -> Option<Path<'_>> {
        let cost = step_cost(map.costs(kind), options.ignore_costs);
        self.search.path_between(map.grid(), cost, from, to, |cell| !options.must_avoid(cell))
    }

    /// Returns the same path as [`path_on_map`](Self::path_on_map), found faster by landmarks
    /// prepared for the grid of the map and its costs for the unit type.
    ///
    /// Where costs are ignored the landmarks are of no use, and the search is the search of
    /// `path_on_map`. Cost: `O(cells on cheapest paths, and cells that the landmarks cannot tell
    /// from these)`.
    ///
    /// ```
    /// use hotgates_engine::{Coord, Landmarks, Map, MapFile, PathFinder, PathOptions, Ruleset};
    ///
    /// let rules = Ruleset::classic();
    /// let rows = ["....", ".^^.", "...."].map(str::to_owned).to_vec();
    /// let map = Map::read_rows(&MapFile { rows, ..MapFile::default() }, &rules).expect("a sound map");
    /// let infantry = rules.unit("infantry").expect("a classic type");
    /// let cell = |col, row| map.grid().at(Coord { col, row }).expect("on the map");
    ///
    /// let landmarks = Landmarks::new(map.grid(), map.costs(infantry));
    /// let mut finder = PathFinder::new();
    /// let path = finder.path_by_landmarks(&landmarks, cell(0, 1), cell(3, 1), PathOptions::default());
    /// assert_eq!(path.expect("a path around the mountains").cost, 8);
    /// ```
    pub fn path_by_landmarks(
        &mut self,
        landmarks: &Landmarks,
        from: Cell,
        to: Cell,
        options: PathOptions,
    ) -> Option<Path<'_>> {
        let open = |cell| !options.must_avoid(cell);
        if options.ignore_costs {
            let cost = step_cost(landmarks.entry_costs(), true);
            return self.search.path_between(landmarks.grid(), cost, from, to, open);
        }
        self.search.path_by_landmarks(landmarks, from, to, open)
    }

    /// Returns the cheapest path of a unit to a cell, over any number of turns; `None` where no
    /// path leads.
    ///
    /// The path leads through friends, and around enemies unless they are ignored; an enemy on the
    /// target does not count. See [`path_on_map`](Self::path_on_map) for ties and cost.
    pub fn shortest_path(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        to: Cell,
        options: PathOptions,
    ) -> Option<Path<'_>> {
        let (info, from) = (battle.info(unit), battle.unit(unit).cell);
        let cost = step_cost(battle.map().costs(info.kind), options.ignore_costs);
        let open =
            |cell| (options.ignore_enemies || !battle.enemy_at(info.side, cell)) && !options.must_avoid(cell);
        self.search.path_between(battle.grid(), cost, from, to, open)
    }

    /// Returns the enemy nearest to a unit by cost, and the path to the enemy, whose own hex is
    /// counted but never entered; `None` when no enemy can be reached. Of equally near enemies: the
    /// enemy on the lowest cell.
    ///
    /// The search runs outward from the unit until it meets an enemy. Cost: `O(cells nearer than
    /// the enemy)`.
    pub fn nearest_enemy(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        options: PathOptions,
    ) -> Option<(UnitId, Path<'_>)> {
        let info = battle.info(unit);
        let path = self.search.path_to_nearest(
            battle.grid(),
            step_cost(battle.map().costs(info.kind), options.ignore_costs),
            battle.unit(unit).cell,
            |cell| !options.must_avoid(cell),
            |cell| battle.enemy_at(info.side, cell),
        )?;
        let enemy = battle.at(*path.cells.last()?)?;
        Some((enemy, path))
    }
}

/// Returns the cost of entering a cell, 0 where no unit can; `uniform` makes every other cost 1.
fn step_cost(costs: &[u8], uniform: bool) -> impl Fn(Cell) -> u32 + '_ {
    move |cell| {
        let cost = costs[cell.index()];
        if uniform { (cost > 0).into() } else { cost.into() }
    }
}
