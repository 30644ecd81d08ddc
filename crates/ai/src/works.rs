//! Works: engineers change the ground where that shortens the ways of their own side, lengthens those of the
//! enemy, or covers a unit that stays.

mod marching_army;
mod planner;
mod possible_ground;
mod project;

use hotgates_engine::{Event, KnownBattle, Order, Reach, UnitId, View, WorkId};

use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::reason::{Reason, WorkGain};
use crate::thinking::Thinking;
use crate::turning::TurningCommander;
use hotgates_doctrine::Doctrine;
use hotgates_search::Budget;
use planner::{PlannedWork, WorkPlanner};

/// Gives the orders of another commander, and those of works: engineers for whom there is a work worth more
/// than it costs do it, or go there, before all others. The other commander is given the battle with these
/// engineers at rest, and with the ways open that they are opening; who comes up to such ground waits before
/// it.
pub(crate) struct WorkingCommander {
    inner: TurningCommander,
    condition: ConditionWeight,
    /// Weight of what works bring, in ‰; nobody works where it is 0.
    weight: u32,
    /// The works of the half-turn; `None` where the ruleset has none.
    works: Option<Box<WorksOfHalfTurn>>,
}

/// The works of a half-turn, and the units that take part in them.
#[derive(Debug, Clone, Default)]
struct WorksOfHalfTurn {
    planner: WorkPlanner,
    /// The works, once they are planned.
    plan: Option<Vec<PlannedWork>>,
    /// Number of engineers of the plan that have got their orders.
    ordered: usize,
    /// Units that get no more orders from the other commander.
    at_rest: Vec<UnitId>,
    /// Memory for the battle as the other commander is to see it.
    supposed: Option<KnownBattle>,
    /// Memory for checking orders.
    scratch: Reach,
}

impl WorkingCommander {
    /// Returns a commander that has engineers work besides what another does, as a doctrine weighs it.
    pub(crate) fn new(inner: TurningCommander, doctrine: &Doctrine) -> Self {
        let (condition, weight) = (ConditionWeight(doctrine.condition), doctrine.works);
        Self { inner, condition, weight, works: None }
    }

    #[cold]
    #[inline(never)]
    fn begin_with_works(&mut self) {
        let (condition, weight) = (self.condition, self.weight);
        let works = self.works.get_or_insert_with(|| {
            let planner = WorkPlanner::weighing_works(condition, weight);
            Box::new(WorksOfHalfTurn { planner, ..WorksOfHalfTurn::default() })
        });
        (works.plan, works.ordered) = (None, 0);
        works.at_rest.clear();
    }
}

impl Commander for WorkingCommander {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn begin(&mut self, view: View<'_>) {
        if view.rules().options.works.is_empty() || self.weight == 0 {
            self.inner.begin(view);
        } else {
            self.begin_with_works();
        }
    }

    /// The works stay those planned: an enemy in sight changes little of what they are worth.
    fn begin_anew(&mut self, view: View<'_>) {
        match &mut self.works {
            Some(works) if works.plan.is_some() => works.begin_other(&mut self.inner, view),
            _ => self.begin(view),
        }
    }

    fn thinking(&self) -> Thinking {
        self.inner.thinking()
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        match &mut self.works {
            None => self.inner.order(view, budget),
            Some(works) => works.next_order(&mut self.inner, view, budget),
        }
    }
}

impl WorksOfHalfTurn {
    #[inline(never)]
    fn next_order(
        &mut self,
        inner: &mut TurningCommander,
        view: View<'_>,
        budget: &mut Budget,
    ) -> (Order, Reason) {
        if self.plan.is_none() {
            let plan = self.planner.plan_works(view, budget);
            self.at_rest.extend(plan.iter().map(|planned| planned.engineer));
            self.plan = Some(plan);
            self.begin_other(inner, view);
        }
        while let Some(planned) = self.plan.as_ref().and_then(|plan| plan.get(self.ordered)) {
            let order = self.planner.order_for_work(view, planned);
            self.ordered += 1;
            if let Some(order) = order {
                return order;
            }
        }
        loop {
            let supposed = self.suppose_battle(view);
            let (order, reason) = inner.order(supposed.unwrap_or(view), budget);
            let is_as_known = supposed.is_none();
            let is_legal = is_as_known || view.check_with_scratch(order, &mut self.scratch).is_ok();
            let Some(unit) = order.unit().filter(|_| !is_legal || self.bars_work(view, order)) else {
                return (order, reason);
            };
            if self.at_rest.contains(&unit) {
                return (Order::EndTurn, Reason::nothing_left_to_do(view, view.side()));
            }
            // The way is not open yet: the unit comes up to it.
            self.at_rest.push(unit);
            let opens = self.plan.iter().flatten().find(|planned| opens_way(planned)).cloned();
            if let Some(order) =
                opens.and_then(|planned| self.planner.move_towards_work(view, unit, &planned))
                && view.check_with_scratch(order.0, &mut self.scratch).is_ok()
                && !self.bars_work(view, order.0)
            {
                return order;
            }
        }
    }

    /// Begins the half-turn of the other commander, in the battle as it is to see it.
    fn begin_other(&mut self, inner: &mut TurningCommander, view: View<'_>) {
        inner.begin(self.suppose_battle(view).unwrap_or(view));
    }

    /// Returns `true` for a move to where an engineer has to stand that opens a way over several hexes.
    fn bars_work(&self, view: View<'_>, order: Order) -> bool {
        let Order::Move { to, .. } = order else { return false };
        let Some(cell) = view.grid().cell(to) else { return false };
        let lays_on = |planned: &&PlannedWork| opens_way(planned) && planned.changes.len() > 1;
        let mut on = self.plan.iter().flatten().filter(lays_on).flat_map(|planned| &planned.changes);
        on.any(|change| change.cell == cell)
    }

    /// Makes the battle as the other commander is to see it; `None` where it is as it is.
    fn suppose_battle(&mut self, view: View<'_>) -> Option<View<'_>> {
        if self.at_rest.is_empty() {
            return None;
        }
        let supposed = self.supposed.get_or_insert_with(|| view.known_battle());
        view.copy_known_battle(supposed);
        let spent = |unit: UnitId| {
            let (at, work) = (view.hex(unit), WorkId(0));
            Event::Worked { unit, at, work, half_turns: view.works().half_turns(work) }
        };
        for &unit in self.at_rest.iter().filter(|&&unit| view.unit(unit).alive()) {
            if view.unit(unit).left.0 > 0 {
                supposed.suppose_event(&spent(unit));
            }
        }
        for planned in self.plan.iter().flatten().filter(|planned| opens_way(planned)) {
            for change in &planned.changes {
                if view.map().terrain(change.cell) != change.terrain {
                    let at = view.grid().hex(change.cell);
                    supposed.suppose_event(&Event::TerrainChanged { at, terrain: change.terrain });
                }
            }
        }
        Some(supposed.view())
    }
}

/// Returns `true` for a work that opens or shortens ways of its own side.
fn opens_way(planned: &PlannedWork) -> bool {
    matches!(planned.gain, WorkGain::Sooner { .. })
}
