//! Projects: works that change the ways of an army, and what they change.

use std::cmp::Reverse;

use hotgates_engine::{
    CachedField, Cell, CellSet, FieldCache, GoalAim, Objective, Side, TerrainId, UnitId, UnitTypeId, View,
    WorkId,
};

use crate::engage::man_value;
use crate::position::is_garrison;
use crate::reason::WorkGain;

/// A change of the ground by one work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GroundChange {
    pub(super) cell: Cell,
    pub(super) work: WorkId,
    pub(super) terrain: TerrainId,
}

/// An army on its way to what it wants.
#[derive(Debug, Clone)]
pub(super) struct MarchingArmy {
    /// Cells that the army goes to; none for one that has only to stay.
    pub(super) wanted: Vec<Cell>,
    /// The units that may march, those of one type together.
    units: Vec<(UnitTypeId, UnitId)>,
    /// When each unit arrives as the ground is.
    arrivals: Vec<ArrivalTime>,
}

/// When a unit arrives, in thousandths of a turn from now; dusk, if it does not arrive before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ArrivalTime {
    time: u32,
    /// When it arrives if it is on the site of a project at once; `None` without a way from there.
    from_site: Option<u32>,
}

impl ArrivalTime {
    /// Returns when the unit passes the site, if that is on its way.
    fn time_to_site(self) -> u32 {
        self.time.saturating_sub(self.from_site.unwrap_or(0))
    }
}

/// Change by a project for both armies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct WayChange {
    /// Worth of the change to the side that works, in ‰ of a man.
    pub(super) worth: i64,
    /// Number of own units that arrive sooner, and the time that they gain together.
    pub(super) sooner: (u16, u32),
    /// Number of enemy units that arrive later, and the time that they lose together.
    pub(super) later: (u16, u32),
}

/// Worth of a turn of a unit's time, in ‰ of the unit.
const TURN_WORTH: i64 = 20;

/// Thousandths of a turn by which a way must be shorter before a work on it is thought of.
const LEAST_GAIN: u32 = 250;

/// Returns the worth of some thousandths of a turn of a unit's time, in ‰ of a man.
pub(super) fn worth_of_time(view: View<'_>, unit: UnitId, time: u32) -> i64 {
    let worth = i64::from(view.unit(unit).strength.0) * man_value(view, unit);
    worth * i64::from(time) * TURN_WORTH / 1_000_000
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

/// Returns the cost of a terrain for a type in MP; 0 where it cannot go.
fn cost_of_terrain(view: View<'_>, kind: UnitTypeId, terrain: TerrainId) -> u8 {
    let rules = view.rules();
    let cost = rules.cost(&rules.terrains[terrain], &rules.units[kind]);
    cost.map_or(0, |cost| u8::try_from(cost.0).unwrap_or(u8::MAX))
}

/// Thousandths of a turn until dusk.
fn time_to_dusk(view: View<'_>) -> u32 {
    (view.last_turn() + 1).saturating_sub(view.turn()) * 1000
}

/// Lists the works that any of some units can do.
fn works_of_units<'a>(view: View<'a>, units: &'a [UnitId]) -> impl Iterator<Item = WorkId> + 'a {
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

/// The ground for a type as works could make it, each work paid in the points that the type could march
/// while it is done.
struct PossibleGround<'a> {
    now: &'a [u8],
    costs: Vec<u8>,
    /// For each terrain the work that makes it cheapest for the type, and what it makes of it.
    best: Vec<Option<(WorkId, TerrainId)>>,
}

impl<'a> PossibleGround<'a> {
    /// Returns the ground as the works of some units could make it; `None` where they could make nothing
    /// cheaper.
    fn of_type(view: View<'a>, kind: UnitTypeId, engineers: &[UnitId]) -> Option<Self> {
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
        let mut costs = now.to_vec();
        let mut is_changed = false;
        for (cell, &old) in (0..).map(Cell).zip(now).filter(|&(cell, _)| view.map().is_on_map(cell)) {
            let Some((mut price, work, made)) = best[view.map().terrain(cell).index()] else { continue };
            if old > 0 && price >= u32::from(old) + saved {
                continue;
            }
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
    fn change_at(&self, view: View<'_>, cell: Cell) -> Option<GroundChange> {
        let (work, terrain) = self.best[view.map().terrain(cell).index()]?;
        let is_changed = self.costs[cell.index()] != self.now[cell.index()];
        is_changed.then_some(GroundChange { cell, work, terrain })
    }
}

impl MarchingArmy {
    /// Returns an army as the ground is; a garrison stays, and who has broken runs.
    pub(super) fn of_side(view: View<'_>, side: Side, fields: &mut FieldCache) -> Self {
        let marches = |unit: &UnitId| !view.is_broken(*unit) && !is_garrison(view, *unit);
        let units = view.living(side).filter(marches).map(|unit| (view.info(unit).kind, unit));
        let (mut units, wanted): (Vec<_>, _) = (units.collect(), wanted_cells(view, side));
        units.sort_unstable();
        let mut army = Self { wanted, units, arrivals: Vec::new() };
        army.arrivals = army.arrivals_over(view, fields, &[], None);
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

    /// Returns when the units arrive once the ground is changed, and when from a site.
    fn arrivals_over(
        &self,
        view: View<'_>,
        fields: &mut FieldCache,
        changes: &[GroundChange],
        site: Option<Cell>,
    ) -> Vec<ArrivalTime> {
        let dusk = time_to_dusk(view);
        let mut arrivals = Vec::with_capacity(self.units.len());
        for (kind, places) in self.types().filter(|_| !self.wanted.is_empty()) {
            let then = (!changes.is_empty()).then(|| costs_after_changes(view, kind, changes));
            let costs = then.as_deref().unwrap_or_else(|| view.map().costs(kind));
            let way = fields.field_towards(view.grid(), costs, &self.wanted);
            let time = |cost: u32| time_of_march(view, kind, cost).min(dusk);
            let from_site = site.and_then(|site| way.cost_from(site)).map(time);
            arrivals.extend(self.units[places].iter().map(|&(_, unit)| ArrivalTime {
                time: way.cost_from(view.unit(unit).cell).map_or(dusk, time),
                from_site,
            }));
        }
        arrivals
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
        for (kind, places) in self.types().filter(|_| !self.wanted.is_empty()) {
            let costs = view.map().costs(kind);
            let dearer = |work: WorkId, cell: Cell| {
                let terrain = view.works().terrain_made_of(work, view.map().terrain(cell))?;
                let cost = cost_of_terrain(view, kind, terrain);
                let change = GroundChange { cell, work, terrain };
                (cost == 0 || cost > costs[cell.index()]).then_some((cost == 0, change))
            };
            let way = fields.field_towards(view.grid(), costs, &self.wanted);
            for &(_, unit) in &self.units[places] {
                for cell in way.cells_of_way(view.unit(unit).cell) {
                    ways.insert(cell);
                    if !is_near(cell) || view.is_ground_fixed(cell) {
                        continue;
                    }
                    let works = works_of_units(view, engineers);
                    for (bars, change) in works.filter_map(|work| dearer(work, cell)) {
                        match found.iter_mut().find(|(.., known)| *known == change) {
                            Some((_, count, _)) => *count += 1,
                            None => found.push((bars, 1, change)),
                        }
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

impl WayChange {
    /// Returns what the change does most: for own units or against the enemy's.
    pub(super) fn gain(&self) -> WorkGain {
        let turns = |(units, time): (u16, u32)| {
            let all = (time + u32::from(units) * 500) / (u32::from(units).max(1) * 1000);
            (units, u16::try_from(all.max(1)).unwrap_or(u16::MAX))
        };
        if self.sooner.1 >= self.later.1 {
            let (units, turns) = turns(self.sooner);
            WorkGain::Sooner { units, turns }
        } else {
            let (units, turns) = turns(self.later);
            WorkGain::Later { units, turns }
        }
    }

    /// Returns what is changed beyond another change.
    pub(super) fn beyond(self, other: Self) -> Self {
        let more = |(units, time): (u16, u32), (_, less): (u16, u32)| (units, time.saturating_sub(less));
        Self {
            worth: self.worth - other.worth,
            sooner: more(self.sooner, other.sooner),
            later: more(self.later, other.later),
        }
    }

    /// Returns what a project on a site, which is done after some thousandths of a turn, is worth at most,
    /// whatever it makes of the ground: own units arrive as soon as it is done, and the enemy's that have not
    /// passed before not at all.
    pub(super) fn most_worth(
        view: View<'_>,
        fields: &mut FieldCache,
        (own, enemy): (&MarchingArmy, &MarchingArmy),
        site: Cell,
        done: u32,
    ) -> i64 {
        let dusk = time_to_dusk(view);
        let gains = own
            .units
            .iter()
            .zip(&own.arrivals)
            .map(|(&(_, unit), arrival)| worth_of_time(view, unit, arrival.time.saturating_sub(done)));
        let before = enemy.arrivals_over(view, fields, &[], Some(site));
        let late = enemy.units.iter().zip(&before).filter(|(_, arrival)| arrival.time_to_site() > done);
        let delays =
            late.map(|(&(_, unit), arrival)| worth_of_time(view, unit, dusk.saturating_sub(arrival.time)));
        gains.sum::<i64>() + delays.sum::<i64>()
    }

    /// Returns what a project changes for both armies when it is done after some thousandths of a turn.
    /// Units cannot use what is not done yet, and who has passed before is not held up.
    pub(super) fn of_project(
        view: View<'_>,
        fields: &mut FieldCache,
        (own, enemy): (&MarchingArmy, &MarchingArmy),
        changes: &[GroundChange],
        done: u32,
    ) -> Self {
        let mut change = Self::default();
        let site = changes.last().map(|last| last.cell);
        let sooner = |before: ArrivalTime, after: ArrivalTime| {
            before.time.saturating_sub(after.time.max(done + after.from_site.unwrap_or(0)))
        };
        let after = own.arrivals_over(view, fields, changes, site);
        for ((&(_, unit), &before), &after) in own.units.iter().zip(&own.arrivals).zip(&after) {
            let (gain, harm) = (sooner(before, after), after.time.saturating_sub(before.time));
            change.worth += worth_of_time(view, unit, gain) - worth_of_time(view, unit, harm);
            if gain > 0 {
                change.sooner = (change.sooner.0 + 1, change.sooner.1 + gain);
            }
        }
        let before = enemy.arrivals_over(view, fields, &[], site);
        let after = enemy.arrivals_over(view, fields, changes, site);
        for ((&(_, unit), &before), &after) in enemy.units.iter().zip(&before).zip(&after) {
            let held_up =
                if before.time_to_site() > done { after.time.saturating_sub(before.time) } else { 0 };
            change.worth += worth_of_time(view, unit, held_up);
            change.worth -= worth_of_time(view, unit, sooner(before, after));
            if held_up > 0 {
                change.later = (change.later.0 + 1, change.later.1 + held_up);
            }
        }
        change
    }
}

/// Thousandths of a turn that a unit of a type marches for so many MP.
fn time_of_march(view: View<'_>, kind: UnitTypeId, cost: u32) -> u32 {
    cost * 1000 / u32::from(view.rules().units[kind].movement.0).max(1)
}
