//! Which engineers do which works in a half-turn, by what the works are worth and what they cost.

use hotgates_engine::{Cell, CellSet, Field, FieldCache, Order, Reach, Side, UnitId, View, WaysFromCell};

use super::marching_army::MarchingArmy;
use super::possible_ground::{GroundChange, half_turns_to_work};
use super::project::{Project, WayChange, worth_of_time};
use crate::condition::ConditionWeight;
use crate::engage::{Engagements, man_value};
use crate::foresight::Foresight;
use crate::march::{move_order, nearest_free_stop};
use crate::reason::{Reason, WorkGain};
use hotgates_search::Budget;

/// Plans works, with memory that later plans use again.
#[derive(Debug, Clone, Default)]
pub(super) struct WorkPlanner {
    fields: FieldCache,
    foresight: Foresight,
    engagements: Engagements,
    reach: Reach,
    /// For each engineer that was asked for the cost of the way to the cells around it.
    marches: Vec<(UnitId, WaysFromCell)>,
    /// Cost of the way from the cells about an engineer to where it can work.
    way: Field,
    /// Weight of what works bring, in ‰.
    weight: i64,
}

/// A work that an engineer is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlannedWork {
    pub(super) engineer: UnitId,
    /// The changes of the ground that belong together, the one that is worked on first.
    pub(super) changes: Vec<GroundChange>,
    pub(super) gain: WorkGain,
    /// Number of half-turns that the engineer marches before it works.
    march: u32,
    /// Number of half-turns until all is done.
    half_turns: u32,
    /// Value of the work less its costs, in ‰ of a man.
    net: i64,
}

/// Something to work on.
struct WorkIdea {
    changes: Vec<GroundChange>,
    kind: WorkIdeaKind,
    /// The changes with those planned already, as a project; `None` until an engineer could carry it out.
    project: Option<Project>,
}

/// The works of a half-turn that are planned already.
#[derive(Default)]
struct WorkPlan {
    works: Vec<PlannedWork>,
    /// Change by all of them together, once this is asked for.
    way_change: Option<WayChange>,
}

#[derive(Clone, Copy)]
enum WorkIdeaKind {
    /// It changes ways.
    Ways,
    /// It covers a unit that stays.
    Cover(UnitId),
}

/// Number of half-turns that an engineer marches to a work at most.
const MOST_MARCHES: u32 = 4;

/// Greatest numbers of shortcuts and of obstacles that are weighed.
const MOST_SHORTCUTS: usize = 5;
const MOST_OBSTACLES: usize = 4;

/// Weight of the enemy's answers where the engineer ends its half-turn, in ‰.
const DANGER: i64 = 300;

/// Number of half-turns for which cover counts.
const COVERED_HALF_TURNS: i64 = 2;

/// Losses expected of a unit on a way of the enemy that no enemy can strike yet, in ‰ of its men.
const EXPECTED_LOSSES: i64 = 100;

impl WorkPlan {
    /// Lists the changes of the ground that are planned.
    fn changes(&self) -> impl Iterator<Item = &GroundChange> {
        self.works.iter().flat_map(|planned| &planned.changes)
    }
}

impl WorkPlanner {
    /// Returns a planner that weighs units' condition by a weight, and what works bring by another, in ‰.
    pub(super) fn weighing_works(condition: ConditionWeight, weight: u32) -> Self {
        Self {
            weight: weight.into(),
            foresight: Foresight::weighing_condition(condition),
            engagements: Engagements::weighing_condition(condition),
            ..Self::default()
        }
    }

    /// Plans the works of a half-turn: each engineer is given the work that is worth most beyond its march,
    /// its time and its danger, those first for which that is most. An engineer that could strike a better
    /// blow, and one for which no work is worth it, is left to others. Each work weighed for an engineer costs a
    /// step.
    ///
    /// Cost: for each type of either side a search of the map where the ground or what is wanted has changed, and
    /// for each work weighed another.
    pub(super) fn plan_works(&mut self, view: View<'_>, budget: &mut Budget) -> Vec<PlannedWork> {
        let side = view.side();
        let works = |unit: &UnitId| {
            view.works().can_do_any(view.info(*unit).kind)
                && !view.is_broken(*unit)
                && view.unit(*unit).left.0 > 0
        };
        let mut engineers: Vec<UnitId> = view.living(side).filter(works).collect();
        if engineers.is_empty() {
            return Vec::new();
        }
        let own = MarchingArmy::of_side(view, side, &mut self.fields);
        let enemy = MarchingArmy::of_side(view, side.other(), &mut self.fields);
        let mut ideas = self.list_ideas(view, (&own, &enemy), &engineers);
        if ideas.is_empty() {
            return Vec::new();
        }
        self.foresight.begin_half_turn(view, side);
        let mut plan = WorkPlan::default();
        while let Some(planned) =
            self.best_work(view, (&own, &enemy), &mut ideas, (&engineers, &mut plan), budget)
        {
            engineers.retain(|&unit| unit != planned.engineer);
            let mut own_steps = Budget::new(u64::MAX);
            let attack = self.engagements.best_attack(view, planned.engineer, &mut own_steps);
            if attack.is_none_or(|attack| attack.best.worth <= planned.net) {
                plan.works.push(planned);
                plan.way_change = None;
                for idea in &mut ideas {
                    idea.project = None;
                }
            }
        }
        plan.works
    }

    /// Returns the work that is worth most beyond what it costs, besides those planned already; of equals that of
    /// the idea that serves more units, and of the first engineer.
    fn best_work(
        &mut self,
        view: View<'_>,
        armies: (&MarchingArmy, &MarchingArmy),
        ideas: &mut [WorkIdea],
        (engineers, plan): (&[UnitId], &mut WorkPlan),
        budget: &mut Budget,
    ) -> Option<PlannedWork> {
        let mut best: Option<PlannedWork> = None;
        for idea in ideas {
            let is_planned = plan.changes().any(|one| idea.changes.iter().any(|two| one.cell == two.cell));
            for &engineer in engineers.iter().filter(|_| !is_planned) {
                if !budget.take_step() {
                    return best;
                }
                let weighed = self.weigh_idea(view, armies, idea, (engineer, &mut *plan), budget);
                if let Some(weighed) = weighed
                    && best.as_ref().is_none_or(|best| weighed.net > best.net)
                {
                    best = Some(weighed);
                }
            }
        }
        best
    }

    /// Lists what may be worth a work.
    fn list_ideas(
        &mut self,
        view: View<'_>,
        (own, enemy): (&MarchingArmy, &MarchingArmy),
        engineers: &[UnitId],
    ) -> Vec<WorkIdea> {
        let far = |unit: UnitId| u32::from(view.kind(unit).movement.0) * MOST_MARCHES + 1;
        let is_near = |cell: Cell| {
            let away = |unit: UnitId| view.grid().distance(view.unit(unit).cell, cell);
            engineers.iter().any(|&unit| away(unit) <= far(unit))
        };
        let mut shortcuts = own.list_shortcuts(view, &mut self.fields, engineers);
        shortcuts.retain(|changes| is_near(changes[0].cell));
        shortcuts.truncate(MOST_SHORTCUTS);
        let mut ways = CellSet::new(view.grid());
        let mut obstacles = enemy.list_obstacles(view, &mut self.fields, engineers, is_near, &mut ways);
        obstacles.truncate(MOST_OBSTACLES);
        let of_ways = shortcuts.into_iter().chain(obstacles.into_iter().map(|change| vec![change]));
        let mut ideas: Vec<_> =
            of_ways.map(|changes| WorkIdea { changes, kind: WorkIdeaKind::Ways, project: None }).collect();
        if own.wanted.is_empty() {
            list_works_for_cover(view, engineers, &ways, &mut ideas);
        }
        ideas
    }

    /// Returns an idea as an engineer would carry it out, if that is worth more than it costs.
    fn weigh_idea(
        &mut self,
        view: View<'_>,
        armies: (&MarchingArmy, &MarchingArmy),
        idea: &mut WorkIdea,
        (engineer, plan): (UnitId, &mut WorkPlan),
        budget: &mut Budget,
    ) -> Option<PlannedWork> {
        let kind = view.info(engineer).kind;
        if idea.changes.iter().any(|change| !view.works().can_do(kind, change.work)) {
            return None;
        }
        let first = idea.changes[0];
        let works: u32 = idea.changes.iter().map(|&change| half_turns_to_work(view, engineer, change)).sum();
        // Between two hexes the engineer marches on.
        let between = u32::try_from(idea.changes.len()).ok()? - 1;
        let is_beside = view.grid().distance(view.unit(engineer).cell, first.cell) <= 1;
        let least = between + works + u32::from(!is_beside);
        if self.is_hopeless(view, armies, idea, (engineer, plan), (least, is_beside)) {
            return None;
        }
        let march = self.half_turns_of_march(view, engineer, first.cell)?;
        let half_turns = march + between + works;
        let (worth, gain) = match idea.kind {
            WorkIdeaKind::Ways => {
                if self.is_hopeless(view, armies, idea, (engineer, plan), (half_turns, is_beside)) {
                    return None;
                }
                let change = self.change_besides(view, armies, (&mut *idea, half_turns), plan);
                (change.worth, change.gain())
            }
            WorkIdeaKind::Cover(_) if march > 0 => return None,
            WorkIdeaKind::Cover(unit) => self.worth_of_cover(view, unit, first, budget)?,
        };
        let worth = worth * self.weight / 1000;
        let time = worth_of_time(view, engineer, half_turns * 1000);
        if worth <= time {
            return None;
        }
        let (men, stop) = (view.unit(engineer).strength.0, self.stop_on_march(view, engineer, first.cell)?);
        let danger = self.foresight.worth_of_enemy_answers(view, engineer, stop, men, None, budget)?;
        let net = worth - time - danger * DANGER / 1000;
        (net > 0).then(|| PlannedWork {
            engineer,
            changes: idea.changes.clone(),
            gain,
            march,
            half_turns,
            net,
        })
    }

    /// Returns `true` if an idea is worth no more than the `half_turns` that it takes an engineer at least, whatever
    /// the ways over the ground that it makes.
    fn is_hopeless(
        &mut self,
        view: View<'_>,
        armies: (&MarchingArmy, &MarchingArmy),
        idea: &mut WorkIdea,
        (engineer, plan): (UnitId, &WorkPlan),
        (half_turns, is_beside): (u32, bool),
    ) -> bool {
        match idea.kind {
            // For cover an engineer does not march.
            WorkIdeaKind::Cover(_) => !is_beside,
            // Beside other works it may keep harm off that they do.
            WorkIdeaKind::Ways if !plan.works.is_empty() => false,
            WorkIdeaKind::Ways => {
                let done = half_turns.saturating_sub(1) * 1000;
                let most = self.project_of_idea(view, armies, idea, plan).most_worth(view, armies, done);
                most * self.weight / 1000 <= worth_of_time(view, engineer, half_turns * 1000)
            }
        }
    }

    /// Returns the project that an idea is besides the works planned already.
    fn project_of_idea<'a>(
        &mut self,
        view: View<'_>,
        armies: (&MarchingArmy, &MarchingArmy),
        idea: &'a mut WorkIdea,
        plan: &WorkPlan,
    ) -> &'a mut Project {
        idea.project.get_or_insert_with(|| {
            let changes = plan.changes().chain(&idea.changes).copied().collect();
            Project::of_changes(view, &mut self.fields, armies, changes)
        })
    }

    /// Returns what an idea that takes so many half-turns changes besides the works planned already.
    fn change_besides(
        &mut self,
        view: View<'_>,
        armies: (&MarchingArmy, &MarchingArmy),
        (idea, half_turns): (&mut WorkIdea, u32),
        plan: &mut WorkPlan,
    ) -> WayChange {
        let before = plan.works.iter().map(|planned| planned.half_turns).max().unwrap_or(0);
        let done = |half_turns: u32| half_turns.saturating_sub(1) * 1000;
        let project = self.project_of_idea(view, armies, idea, plan);
        let all = project.way_change(view, &mut self.fields, armies, done(half_turns.max(before)));
        let changes: Vec<GroundChange> = plan.changes().copied().collect();
        let planned = *plan.way_change.get_or_insert_with(|| {
            let mut project = Project::of_changes(view, &mut self.fields, armies, changes);
            project.way_change(view, &mut self.fields, armies, done(before))
        });
        all.beyond(planned)
    }

    /// Returns what cover is worth to a unit that stays, in ‰ of a man, and the men that it saves.
    fn worth_of_cover(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        change: GroundChange,
        budget: &mut Budget,
    ) -> Option<(i64, WorkGain)> {
        let (cell, men) = (view.unit(unit).cell, view.unit(unit).strength.0);
        let value = man_value(view, unit);
        let danger = self.foresight.worth_of_enemy_answers(view, unit, cell, men, None, budget)?;
        let expected = i64::from(men) * value * EXPECTED_LOSSES / 1000;
        let saved = danger.max(expected) * share_kept_off(view, unit, change) / 1000;
        let men = u16::try_from(saved / value.max(1)).unwrap_or(men);
        Some((saved * COVERED_HALF_TURNS, WorkGain::Cover { unit, men }))
    }

    /// Returns the number of half-turns that an engineer marches before it can work on a cell.
    fn half_turns_of_march(&mut self, view: View<'_>, engineer: UnitId, at: Cell) -> Option<u32> {
        let movement = u32::from(view.kind(engineer).movement.0).max(1);
        if view.grid().distance(view.unit(engineer).cell, at) <= 1 {
            return Some(u32::from(u32::from(view.unit(engineer).left.0) < movement));
        }
        let known = self.marches.iter().position(|&(unit, _)| unit == engineer).unwrap_or_else(|| {
            self.marches.push((engineer, WaysFromCell::default()));
            self.marches.len() - 1
        });
        let (ways, from) = (&mut self.marches[known].1, view.unit(engineer).cell);
        let ground = (view.grid(), view.map().costs(view.info(engineer).kind));
        let stands = stands_for_work(view, engineer, at);
        let cost = stands.filter_map(|cell| ways.cost_to(ground, from, cell)).min()?;
        if cost > movement * MOST_MARCHES {
            return None;
        }
        Some(cost.div_ceil(movement).max(1))
    }

    /// Returns where an engineer stands at the end of this half-turn on its march to a work on a cell.
    fn stop_on_march(&mut self, view: View<'_>, engineer: UnitId, at: Cell) -> Option<Cell> {
        let here = view.unit(engineer).cell;
        if view.grid().distance(here, at) <= 1 {
            return Some(here);
        }
        let costs = view.map().costs(view.info(engineer).kind);
        self.way.begin_search_towards(view.grid(), stands_for_work(view, engineer, at), costs);
        let cost = self.way.cost_from(here, costs, |_| true)?;
        view.reach(engineer, &mut self.reach);
        let left = |cell: Cell| self.way.cost_to(cell, costs);
        Some(nearest_free_stop(view, &self.reach, cost, left).unwrap_or(here))
    }

    /// Returns the next order of an engineer for its work; `None` where it waits.
    pub(super) fn order_for_work(
        &mut self,
        view: View<'_>,
        planned: &PlannedWork,
    ) -> Option<(Order, Reason)> {
        let (unit, first) = (planned.engineer, planned.changes[0]);
        let GroundChange { cell, work, .. } = first;
        let at = view.grid().hex(cell);
        if planned.march == 0 {
            let order = Order::Work { unit, at, work };
            return view.check(order).is_ok().then_some((order, Reason::Work { work, gain: planned.gain }));
        }
        let stop = self.stop_on_march(view, unit, cell)?;
        let reason = Reason::GoToWork { work, at: cell, gain: planned.gain };
        (stop != view.unit(unit).cell).then(|| (move_order(view, unit, stop), reason))
    }

    /// Returns the move of a unit that brings it nearest to what its side goes to once some changes of the
    /// ground are made.
    pub(super) fn move_towards_work(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        planned: &PlannedWork,
    ) -> Option<(Order, Reason)> {
        let side: Side = view.side();
        let own = MarchingArmy::of_side(view, side, &mut self.fields);
        let (now, way) = own.way_of_unit(view, &mut self.fields, unit, &planned.changes)?;
        view.reach(unit, &mut self.reach);
        let cell = nearest_free_stop(view, &self.reach, now, |cell| way.cost_from(cell))?;
        let GroundChange { cell: at, work, .. } = planned.changes[0];
        Some((move_order(view, unit, cell), Reason::AwaitWork { work, at }))
    }
}

/// Lists works that give cover to units beside an engineer, or to the engineer, where the enemy may come.
fn list_works_for_cover(view: View<'_>, engineers: &[UnitId], ways: &CellSet, ideas: &mut Vec<WorkIdea>) {
    for unit in view.living(view.side()) {
        let cell = view.unit(unit).cell;
        let beside = |&engineer: &UnitId| view.grid().distance(view.unit(engineer).cell, cell) <= 1;
        let threatened =
            || ways.contains(cell) || view.grid().around(cell).iter().any(|near| ways.contains(*near));
        if !engineers.iter().any(beside) || view.is_ground_fixed(cell) || !threatened() {
            continue;
        }
        for work in view.works().ids() {
            let Some(terrain) = view.works().terrain_made_of(work, view.map().terrain(cell)) else {
                continue;
            };
            let change = GroundChange { cell, work, terrain };
            if share_kept_off(view, unit, change) > 0 {
                let (changes, kind) = (vec![change], WorkIdeaKind::Cover(unit));
                ideas.push(WorkIdea { changes, kind, project: None });
            }
        }
    }
}

/// Lists the cells from which an engineer can work on a cell: those beside it that are free.
fn stands_for_work(view: View<'_>, engineer: UnitId, at: Cell) -> impl Iterator<Item = Cell> + '_ {
    let costs = view.map().costs(view.info(engineer).kind);
    let free = move |cell: Cell| view.at(cell).is_none_or(|unit| unit == engineer);
    let beside = view.grid().around(at).into_iter();
    beside.filter(move |&cell| costs[cell.index()] > 0 && free(cell))
}

/// Share of the losses of a unit that a change of the ground below it keeps off, in ‰ of those that it would
/// have now.
fn share_kept_off(view: View<'_>, unit: UnitId, change: GroundChange) -> i64 {
    let rules = view.rules();
    let now = i64::from(view.cover_on(view.info(unit).kind, change.cell).0);
    let then = i64::from(rules.defence(&rules.terrains[change.terrain], view.kind(unit)).0);
    (then - now) * 1000 / (1000 - now).max(1)
}
