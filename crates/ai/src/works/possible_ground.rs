//! The ground as works could make it.

use hotgates_engine::{Cell, TerrainId, UnitId, UnitTypeId, View, WorkId};

/// A change of the ground by one work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GroundChange {
    pub(super) cell: Cell,
    pub(super) work: WorkId,
    pub(super) terrain: TerrainId,
}

/// The ground for a type as works could make it, each work paid in the points that the type could march
/// while it is done.
pub(super) struct PossibleGround<'a> {
    now: &'a [u8],
    pub(super) costs: Vec<u8>,
    /// For each terrain the work that makes it cheapest for the type, and what it makes of it.
    best: Vec<Option<(WorkId, TerrainId)>>,
}

impl<'a> PossibleGround<'a> {
    /// Returns the ground as the works of some units could make it; `None` where they could make nothing
    /// cheaper.
    pub(super) fn of_type(view: View<'a>, kind: UnitTypeId, engineers: &[UnitId]) -> Option<Self> {
        let (now, works) = (view.map().costs(kind), view.works());
        let movement = u32::from(view.rules().units[kind].movement.0);
        let price = |work: WorkId, made: TerrainId| {
            let cost = u32::from(cost_of_terrain(view, kind, made));
            (cost > 0).then(|| cost + u32::from(works.half_turns(work)) * movement)
        };
        let best_of = |terrain: TerrainId| {
            let made = |work: WorkId| Some((work, works.terrain_made_of(work, terrain)?));
            let cheaper = works_of_units(view, engineers)
                .filter_map(made)
                .filter_map(|(work, made)| Some((price(work, made)?, work, made)));
            cheaper.min()
        };
        let count = view.rules().terrains.len();
        let best: Vec<_> = (0..count).map(|index| best_of(TerrainId::from_index(index))).collect();
        let begun: Vec<_> = engineers.iter().filter_map(|&unit| work_begun(view, unit)).collect();
        // Works that engineers have begun are cheaper by the half-turns that are done.
        let saved = begun.iter().map(|begun| u32::from(begun.2)).max().unwrap_or(0) * movement;
        let cheapest = best.iter().flatten().map(|&(price, ..)| price).min()?;
        let mut costs = now.to_vec();
        let mut is_changed = false;
        // Most cells are cheaper than any work: less one, what cannot be entered has the highest cost.
        let cheap = u8::try_from(cheapest.saturating_sub(saved)).unwrap_or(u8::MAX);
        let dear = |&(_, old): &(Cell, u8)| old.wrapping_sub(1) >= cheap;
        for (cell, old) in view.grid().cells().map(|cell| (cell, now[cell.index()])).filter(dear) {
            let Some((mut price, work, made)) = best[view.map().terrain(cell).index()] else { continue };
            let here = begun.iter().filter(|begun| (begun.0, begun.1) == (cell, work));
            price -= here.map(|begun| u32::from(begun.2)).max().unwrap_or(0) * movement;
            if (old == 0 || price < old.into()) && !view.is_ground_fixed(cell) {
                costs[cell.index()] = u8::try_from(price).unwrap_or(u8::MAX);
                is_changed |= u32::from(cost_of_terrain(view, kind, made)) > 0;
            }
        }
        let best = best.into_iter().map(|best| best.map(|(_, work, made)| (work, made))).collect();
        is_changed.then_some(Self { now, costs, best })
    }

    /// Returns the work that the way over a cell needs; `None` where it goes over the ground as it is.
    pub(super) fn change_at(&self, view: View<'_>, cell: Cell) -> Option<GroundChange> {
        let (work, terrain) = self.best[view.map().terrain(cell).index()]?;
        let is_changed = self.costs[cell.index()] != self.now[cell.index()];
        is_changed.then_some(GroundChange { cell, work, terrain })
    }
}

/// Returns the cost of a terrain for a type in MP; 0 where it cannot go.
pub(super) fn cost_of_terrain(view: View<'_>, kind: UnitTypeId, terrain: TerrainId) -> u8 {
    let rules = view.rules();
    let cost = rules.cost(&rules.terrains[terrain], &rules.units[kind]);
    cost.map_or(0, |cost| u8::try_from(cost.0).unwrap_or(u8::MAX))
}

/// Lists the works that any of some units can do.
pub(super) fn works_of_units<'a>(view: View<'a>, units: &'a [UnitId]) -> impl Iterator<Item = WorkId> + 'a {
    let can = move |work: WorkId| units.iter().any(|&unit| view.works().can_do(view.info(unit).kind, work));
    view.works().ids().filter(move |&work| can(work))
}

/// Returns the cell that a unit works on, its work there, and the number of half-turns that it has worked.
fn work_begun(view: View<'_>, unit: UnitId) -> Option<(Cell, WorkId, u8)> {
    let begun = view.condition(unit).work?;
    let hex = begun.toward.map_or(view.hex(unit), |way| view.hex(unit) + way.vector());
    Some((view.grid().cell(hex)?, begun.work, begun.half_turns))
}

/// Number of half-turns that a unit has to work on a cell before the ground is changed there.
pub(super) fn half_turns_to_work(view: View<'_>, unit: UnitId, change: GroundChange) -> u32 {
    let begun = work_begun(view, unit).filter(|begun| (begun.0, begun.1) == (change.cell, change.work));
    view.works().half_turns(change.work).saturating_sub(begun.map_or(0, |begun| begun.2)).into()
}
