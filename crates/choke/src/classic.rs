//! The classic walk to points of convergence: follows the enemy's path from the castle outwards and
//! asks at each step whether the enemy could still get past easily if this hex were held.

use hotgates_engine::{Cell, CellSet, UnitTypeId};

use crate::{ChokeSet, ChokeSetMethod, ChokeSurvey};
use hotgates_search::Budget;

/// Greatest number of sets that are found; more are of no use to anybody.
const MAX_SETS: usize = 64;

/// Number of cells that the walk looks at for one step of a budget.
const CELLS_PER_STEP: u64 = 1024;

impl ChokeSurvey<'_> {
    /// Returns all sets that the classic walk finds: the farthest from the castles first, then
    /// nearer ones, each without the hexes of those before it. Sets that do not cut are among them.
    ///
    /// Cost: a search of the map for each hex of each set and some of a few hexes around each step.
    pub fn classic_sets(&mut self) -> Vec<ChokeSet> {
        self.classic_sets_while(|| true)
    }

    /// Returns sets like [`classic_sets`](Self::classic_sets), as long as `go_on` is true: it is
    /// asked before each hex of each set, and sets that are not complete by then are left out.
    pub fn classic_sets_while(&mut self, mut go_on: impl FnMut() -> bool) -> Vec<ChokeSet> {
        self.walk_enemy_paths(|_| go_on())
    }

    /// Returns sets like [`classic_sets`](Self::classic_sets), as long as there are steps: every
    /// 1024 cells looked at cost one. Sets that are not complete when the steps end are left out,
    /// so that the sets are the first of all.
    pub fn classic_sets_within(&mut self, budget: &mut Budget) -> Vec<ChokeSet> {
        let before = self.looked;
        let mut taken = 0;
        let mut pay = |looked: u64| {
            let steps = (looked - before) / CELLS_PER_STEP;
            budget.take_steps(steps - taken);
            taken = steps;
            budget.steps_left() > 0
        };
        let sets = self.walk_enemy_paths(&mut pay);
        pay(self.looked);
        sets
    }

    /// Returns the sets found while `go_on` is true; it is told the number of cells that have been
    /// looked at.
    fn walk_enemy_paths(&mut self, mut go_on: impl FnMut(u64) -> bool) -> Vec<ChokeSet> {
        let mut sets = Vec::new();
        let mut found = CellSet::new(self.view.grid());
        while sets.len() < MAX_SETS {
            let Some(hexes) = self.next_choke_set(&found, &mut go_on).filter(|hexes| !hexes.is_empty())
            else {
                break;
            };
            for &hex in &hexes {
                found.insert(hex);
            }
            sets.push(self.judge_set(hexes, ChokeSetMethod::Classic));
        }
        sets
    }

    /// Returns one set: the last point of each path that is left, until no path is left, or one
    /// without such a point; `None` when `go_on` ends the search.
    fn next_choke_set(
        &mut self,
        ignored: &CellSet,
        go_on: &mut impl FnMut(u64) -> bool,
    ) -> Option<Vec<Cell>> {
        let mut blocked = CellSet::new(self.view.grid());
        let mut hexes = Vec::new();
        while go_on(self.looked) {
            let Some((way, kind)) = self.nearest_path(&blocked) else { return Some(hexes) };
            let Some(point) = self.last_point_of_path(&way, kind, &blocked, ignored) else {
                return Some(hexes);
            };
            blocked.insert(point);
            hexes.push(point);
        }
        None
    }

    /// Returns the cheapest path from a castle to the enemy nearest to one that avoids the blocked
    /// hexes, and the type of the enemy that would come by it; `None` when no path is left.
    fn nearest_path(&mut self, blocked: &CellSet) -> Option<(Vec<Cell>, UnitTypeId)> {
        let (view, map, grid) = (self.view, self.view.map(), self.view.grid());
        let mut best: Option<(u32, Cell, UnitTypeId)> = None;
        let layers = self.enemy_layers();
        let open = |cell: Cell| !blocked.contains(cell);
        let enemy = self.defender.other();
        let walks = |cell: Cell, kind: UnitTypeId| {
            let unit = view.at(cell).filter(|&unit| view.info(unit).side == enemy)?;
            let other = view.info(unit).kind;
            (map.cost_layer_number(other) == map.cost_layer_number(kind)).then_some(other)
        };
        for &kind in &layers {
            let costs = map.costs(kind);
            let met = |cell| walks(cell, kind).is_some();
            let found = self.field.search_towards_until(grid, self.castles.iter().copied(), costs, open, met);
            self.looked += self.field.expanded_count() as u64;
            if let Some(cell) = found {
                let cost = self.field.cost_to(cell, costs).unwrap_or(0);
                let kind = walks(cell, kind).unwrap_or(kind);
                best = Some(best.map_or((cost, cell, kind), |best| best.min((cost, cell, kind))));
            }
        }
        let (_, start, kind) = best?;
        let costs = map.costs(kind);
        if layers.len() > 1 {
            self.field
                .search_towards_until(grid, self.castles.iter().copied(), costs, open, |cell| cell == start);
            self.looked += self.field.expanded_count() as u64;
        }
        let mut way = vec![start];
        let mut at = start;
        while let Some(left) = self.field.cost_to(at, costs).filter(|&left| left > 0) {
            let next = grid.around(at).into_iter().find(|&next| self.field.cost(next) == Some(left));
            at = next.expect("a way leads from each reached cell to a castle");
            way.push(at);
        }
        way.reverse();
        Some((way, kind))
    }

    /// Returns the point farthest from the castle at which the enemy cannot get past easily and the
    /// defender is first. The walk ends where an enemy stands or would be first.
    fn last_point_of_path(
        &mut self,
        way: &[Cell],
        kind: UnitTypeId,
        blocked: &CellSet,
        ignored: &CellSet,
    ) -> Option<Cell> {
        let mut last = None;
        for step in way.windows(3) {
            let [inner, held, outer] = [step[0], step[1], step[2]];
            if self.enemies.iter().any(|&(cell, _)| cell == held) || !self.is_first_at(held) {
                break;
            }
            let candidate = !ignored.contains(held) && !self.view.map().castles().contains(&held);
            if candidate && !self.can_bypass_easily(inner, held, outer, kind, blocked) {
                last = Some(held);
            }
        }
        last
    }

    /// Returns `true` if an enemy on `outer` gets to `inner`, two steps further on its path, with
    /// at most a small detour when the hex between them is held.
    fn can_bypass_easily(
        &mut self,
        inner: Cell,
        held: Cell,
        outer: Cell,
        kind: UnitTypeId,
        blocked: &CellSet,
    ) -> bool {
        let (map, grid) = (self.view.map(), self.view.grid());
        let costs = map.costs(kind);
        let direct = u32::from(costs[held.index()]) + u32::from(costs[inner.index()]);
        let limit = self.rule.factor * direct + self.rule.extra;
        let open = |cell: Cell| cell != held && !blocked.contains(cell);
        self.field.from_sources_within(grid, [outer], costs, limit, open);
        self.looked += self.field.expanded_count() as u64;
        self.field.cost(inner).is_some()
    }
}
