//! Armies on their way to what they want, over the ground as it is and as works would make it.

use std::cmp::Reverse;

use hotgates_engine::{
    CachedField, Cell, CellSet, FieldCache, GoalAim, Objective, Side, UnitId, UnitTypeId, View, WorkId,
};

use super::possible_ground::{GroundChange, PossibleGround, cost_of_terrain, works_of_units};
use crate::position::is_garrison;

/// An army on its way to what it wants.
#[derive(Debug, Clone)]
pub(super) struct MarchingArmy {
    /// Cells that the army goes to; none for one that has only to stay.
    pub(super) wanted: Vec<Cell>,
    /// The units that may march, those of one type together.
    pub(super) units: Vec<(UnitTypeId, UnitId)>,
    /// When each unit arrives as the ground is.
    pub(super) arrivals: Vec<ArrivalTime>,
}

/// When a unit arrives, in thousandths of a turn from now; dusk, if it does not arrive before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ArrivalTime {
    pub(super) time: u32,
    /// When it arrives if it is on the site of a project at once; `None` without a way from there.
    pub(super) from_site: Option<u32>,
}

impl ArrivalTime {
    /// Returns when a unit of a type arrives on its way, and when from a site.
    fn by_way(
        view: View<'_>,
        (kind, unit): (UnitTypeId, UnitId),
        way: &CachedField,
        site: Option<Cell>,
    ) -> Self {
        let dusk = time_to_dusk(view);
        let time = |cost: u32| time_of_march(view, kind, cost).min(dusk);
        Self {
            time: way.cost_from(view.unit(unit).cell).map_or(dusk, time),
            from_site: site.and_then(|site| way.cost_from(site)).map(time),
        }
    }

    /// Returns when the unit passes the site, if that is on its way.
    pub(super) fn time_to_site(self) -> u32 {
        self.time.saturating_sub(self.from_site.unwrap_or(0))
    }
}

/// Thousandths of a turn by which a way must be shorter before a work on it is thought of.
const LEAST_GAIN: u32 = 250;

impl MarchingArmy {
    /// Returns an army as the ground is; a garrison stays, and who has broken runs.
    pub(super) fn of_side(view: View<'_>, side: Side, fields: &mut FieldCache) -> Self {
        let marches = |unit: &UnitId| !view.is_broken(*unit) && !is_garrison(view, *unit);
        let units = view.living(side).filter(marches).map(|unit| (view.info(unit).kind, unit));
        let (mut units, wanted): (Vec<_>, _) = (units.collect(), wanted_cells(view, side));
        units.sort_unstable();
        let mut army = Self { wanted, units, arrivals: Vec::new() };
        army.arrivals = army.arrivals_now(view, fields, None);
        army
    }

    /// Lists the types of the army, each with the places of its units in the list.
    fn types(&self) -> impl Iterator<Item = (UnitTypeId, std::ops::Range<usize>)> + '_ {
        let mut next = 0;
        self.units.chunk_by(|a, b| a.0 == b.0).map(move |units| {
            next += units.len();
            (units[0].0, next - units.len()..next)
        })
    }

    /// Returns when the units arrive as the ground is, and when from a site.
    pub(super) fn arrivals_now(
        &self,
        view: View<'_>,
        fields: &mut FieldCache,
        site: Option<Cell>,
    ) -> Vec<ArrivalTime> {
        let mut arrivals = Vec::with_capacity(self.units.len());
        for (kind, places) in self.types().filter(|_| !self.wanted.is_empty()) {
            let way = fields.field_towards(view.grid(), view.map().costs(kind), &self.wanted);
            arrivals
                .extend(self.units[places].iter().map(|&unit| ArrivalTime::by_way(view, unit, way, site)));
        }
        arrivals
    }

    /// Returns when the units arrive once the ground is changed, and when from a site; `now` is when they arrive
    /// otherwise. Units of types for none of which the way is `touched` are passed over.
    pub(super) fn arrivals_after(
        &self,
        view: View<'_>,
        fields: &mut FieldCache,
        (changes, site): (&[GroundChange], Option<Cell>),
        (now, touched): (&[ArrivalTime], &[bool]),
    ) -> Vec<ArrivalTime> {
        let mut arrivals = now.to_vec();
        for (kind, places) in self.types().filter(|_| !self.wanted.is_empty()) {
            if touched[places.clone()].contains(&true) {
                let costs = costs_after_changes(view, kind, changes);
                let way = fields.field_towards(view.grid(), &costs, &self.wanted);
                for (arrival, &unit) in arrivals[places.clone()].iter_mut().zip(&self.units[places]) {
                    *arrival = ArrivalTime::by_way(view, unit, way, site);
                }
            }
        }
        arrivals
    }

    /// Returns for each unit `true` if changes of the ground may change when it arrives: if they make ground cheaper
    /// for it, or dearer on all its cheapest ways.
    ///
    /// Cost: for each type `O(cells)` on cheapest ways, where the ground gets dearer for it.
    pub(super) fn changed_ways(
        &self,
        view: View<'_>,
        fields: &mut FieldCache,
        changes: &[GroundChange],
    ) -> Vec<bool> {
        let mut touched = vec![false; self.arrivals.len()];
        for (kind, places) in self.types().filter(|_| !self.wanted.is_empty()) {
            let (costs, mut dearer) = (view.map().costs(kind), Vec::new());
            let mut is_cheaper = false;
            for change in changes {
                let (old, new) = (costs[change.cell.index()], cost_of_terrain(view, kind, change.terrain));
                if new > 0 && (old == 0 || new < old) || self.wanted.contains(&change.cell) {
                    is_cheaper = true;
                } else if new != old {
                    dearer.push(change.cell);
                }
            }
            if is_cheaper {
                touched[places].fill(true);
            } else if !dearer.is_empty() {
                let way = fields.field_towards(view.grid(), costs, &self.wanted);
                let mut around = way.ways_around(&dearer);
                for (touched, &(_, unit)) in touched[places.clone()].iter_mut().zip(&self.units[places]) {
                    let cell = view.unit(unit).cell;
                    *touched = dearer.contains(&cell) || !around.lead_from(cell);
                }
            }
        }
        touched
    }

    /// Lists projects by which ways of the army get shorter, the one that serves most units first: for each
    /// the changes on the way, from its start.
    pub(super) fn list_shortcuts(
        &self,
        view: View<'_>,
        fields: &mut FieldCache,
        engineers: &[UnitId],
    ) -> Vec<Vec<GroundChange>> {
        let mut found: Vec<(usize, Vec<GroundChange>)> = Vec::new();
        for (kind, places) in self.types().filter(|_| !self.wanted.is_empty()) {
            let Some(possible) = PossibleGround::of_type(view, kind, engineers) else { continue };
            let way = fields.field_towards(view.grid(), &possible.costs, &self.wanted);
            for (&(_, unit), now) in self.units[places.clone()].iter().zip(&self.arrivals[places]) {
                let cell = view.unit(unit).cell;
                let time = way.cost_from(cell).map(|cost| time_of_march(view, kind, cost));
                if time.is_none_or(|time| time + LEAST_GAIN >= now.time) {
                    continue;
                }
                let changes: Vec<_> =
                    way.cells_of_way(cell).filter_map(|cell| possible.change_at(view, cell)).collect();
                match found.iter_mut().find(|(_, known)| *known == changes) {
                    Some((count, _)) => *count += 1,
                    None if changes.is_empty() => {}
                    None => found.push((1, changes)),
                }
            }
        }
        found.sort_by_key(|&(count, _)| Reverse(count));
        found.into_iter().map(|(_, changes)| changes).collect()
    }

    /// Lists changes of single hexes near enough that make the ways of the army dearer, or bar them, those
    /// first that bar ways, and then those on the ways of most units. The cells of the ways are put into
    /// `ways`.
    pub(super) fn list_obstacles(
        &self,
        view: View<'_>,
        fields: &mut FieldCache,
        engineers: &[UnitId],
        is_near: impl Fn(Cell) -> bool,
        ways: &mut CellSet,
    ) -> Vec<GroundChange> {
        let mut found: Vec<(bool, usize, GroundChange)> = Vec::new();
        let works: Vec<WorkId> = works_of_units(view, engineers).collect();
        for (kind, places) in self.types().filter(|_| !self.wanted.is_empty()) {
            let costs = view.map().costs(kind);
            let dearer = |work: WorkId, cell: Cell| {
                let terrain = view.works().terrain_made_of(work, view.map().terrain(cell))?;
                let cost = cost_of_terrain(view, kind, terrain);
                let change = GroundChange { cell, work, terrain };
                (cost == 0 || cost > costs[cell.index()]).then_some((cost == 0, change))
            };
            let way = fields.field_towards(view.grid(), costs, &self.wanted);
            let from = self.units[places].iter().map(|&(_, unit)| view.unit(unit).cell);
            // For one type a cell comes once.
            let before = found.len();
            for (cell, units) in way.count_ways(from) {
                ways.insert(cell);
                if !is_near(cell) || view.is_ground_fixed(cell) {
                    continue;
                }
                for (bars, change) in works.iter().filter_map(|&work| dearer(work, cell)) {
                    match found[..before].iter_mut().find(|(.., known)| *known == change) {
                        Some((_, count, _)) => *count += units,
                        None => found.push((bars, units, change)),
                    }
                }
            }
        }
        found.sort_by_key(|&(bars, count, _)| (Reverse(bars), Reverse(count)));
        found.into_iter().map(|(.., change)| change).collect()
    }

    /// Returns the field of the ways of a unit of the army once the ground is changed, and the cost of its
    /// own way.
    pub(super) fn way_of_unit<'f>(
        &self,
        view: View<'_>,
        fields: &'f mut FieldCache,
        unit: UnitId,
        changes: &[GroundChange],
    ) -> Option<(u32, &'f CachedField)> {
        let costs = costs_after_changes(view, view.info(unit).kind, changes);
        let way = fields.field_towards(view.grid(), &costs, &self.wanted);
        Some((way.cost_from(view.unit(unit).cell)?, way))
    }
}

/// Returns the cells that a side goes to: what is at stake and not its own, the enemy where nothing is;
/// none for a side that wins by staying.
fn wanted_cells(view: View<'_>, side: Side) -> Vec<Cell> {
    let hexes = view.hexes_at_stake().filter(|&(_, owner)| owner != side).map(|(hex, _)| hex);
    let units = view.units_at_stake(side).filter(|&unit| view.unit(unit).alive());
    let exits = view.goals(side).filter(|&(id, _)| view.is_goal_open(id)).map(|(_, goal)| &goal.aim);
    let exits = exits.filter(|aim| matches!(aim, GoalAim::Exit { .. })).flat_map(GoalAim::cells).copied();
    let wanted: Vec<Cell> = hexes.chain(units.map(|unit| view.unit(unit).cell)).chain(exits).collect();
    let stays = match view.objective() {
        Objective::Invasion => side == Side::Blue,
        Objective::Meeting => false,
        Objective::Goals => view.winner_at_dusk_without_points() == Some(side),
    };
    if wanted.is_empty() && !stays {
        return view.living(side.other()).map(|enemy| view.unit(enemy).cell).collect();
    }
    wanted
}

/// Returns the costs of the ground for a type once it is changed.
fn costs_after_changes(view: View<'_>, kind: UnitTypeId, changes: &[GroundChange]) -> Vec<u8> {
    let mut costs = view.map().costs(kind).to_vec();
    for change in changes {
        costs[change.cell.index()] = cost_of_terrain(view, kind, change.terrain);
    }
    costs
}

/// Thousandths of a turn until dusk.
pub(super) fn time_to_dusk(view: View<'_>) -> u32 {
    (view.last_turn() + 1).saturating_sub(view.turn()) * 1000
}

/// Thousandths of a turn that a unit of a type marches for so many MP.
fn time_of_march(view: View<'_>, kind: UnitTypeId, cost: u32) -> u32 {
    cost * 1000 / u32::from(view.rules().units[kind].movement.0).max(1)
}
