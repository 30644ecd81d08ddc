//! The way of a march: where a unit stands at the end of each turn if nobody hinders it.

use std::collections::BTreeSet;

use hotgates_engine::{Battle, Cell, PathFinder, PathOptions, Reach, UnitId};

/// The way of a march.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarchPlan {
    /// Cells of the way, from the unit's own on.
    pub path: Vec<Cell>,
    /// Cost of the way, in movement points.
    pub cost: u32,
    /// Cells on which the unit stands at the end of each turn, the last of them the aim; the first is the
    /// unit's own cell where it cannot move any more in this turn.
    pub stops: Vec<Cell>,
}

impl MarchPlan {
    /// Finds the cheapest way past the enemies that are known, and where the unit would stand at the end of
    /// each turn if nobody hindered it; `None` where there is no way. `finder` and `reach` are memory.
    #[must_use]
    pub fn find_way(
        battle: &Battle,
        unit: UnitId,
        to: Cell,
        finder: &mut PathFinder,
        reach: &mut Reach,
    ) -> Option<Self> {
        let found = finder.shortest_path(battle, unit, to, PathOptions::default())?;
        let (path, cost) = (found.cells.to_vec(), found.cost);
        battle.reach(unit, reach);
        let free: BTreeSet<Cell> = battle.destinations(reach).map(|(cell, _)| cell).collect();
        let first = path.iter().rposition(|cell| free.contains(cell)).unwrap_or(0);
        let (kind, costs) = (battle.kind(unit), battle.map().costs(battle.info(unit).kind));
        let (mut stops, mut left) = (vec![path[first]], u32::from(kind.movement.0));
        for (place, cell) in path.iter().enumerate().skip(first + 1) {
            let step = u32::from(costs[cell.index()]);
            if step > left {
                stops.push(path[place - 1]);
                left = u32::from(kind.movement.0);
            }
            left = left.saturating_sub(step);
        }
        if stops.last() != path.last() {
            stops.extend(path.last());
        }
        Some(Self { path, cost, stops })
    }
}
