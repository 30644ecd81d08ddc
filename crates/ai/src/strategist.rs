//! `strategist`: plays its plans forward before it gives an order, on either side and under any
//! ruleset.

pub(crate) mod evaluation;
mod plan;
mod policy;
mod script;
pub(crate) mod simulation;
mod threat_map;
mod trials;

use std::sync::Arc;

use hotgates_engine::{Dice, Order, Side, View};

pub use evaluation::Evaluation;
pub use script::{Aim, Script, StrikeMode};
pub use simulation::Simulation;

use crate::budget::Budget;
use crate::commander::Commander;
use crate::doctrine::Doctrine;
use crate::engage::expected_exchange;
use crate::reason::Reason;
use plan::TriedPlan;
use policy::{Impersonator, Policy, believed_policies};
use trials::PlanTrials;

/// Makes plans for its half-turn by rules of thumb and by what other commanders would do, plays
/// each forward against the enemy's likely answers, improves the best one unit by unit, and gives
/// its orders; after each throw of the dice it improves the rest of the plan.
///
/// A step is a simulated order, or 24 of them for each unit of both sides where these are more.
#[derive(Debug, Clone, Default)]
pub struct Strategist {
    seed: u64,
    doctrine: Arc<Doctrine>,
    half_turn: Option<HalfTurnPlan>,
}

/// The plan of a half-turn as far as it has not been carried out.
#[derive(Debug, Clone)]
struct HalfTurnPlan {
    rest: TriedPlan,
    simulation: Simulation,
    enemy: Impersonator,
    /// Policies by which the enemy may answer.
    replies: Vec<Policy>,
    /// `true` if dice were thrown since the plan was made.
    thrown: bool,
    /// Number of plans played forward.
    tried: u32,
}

/// Part of a half-turn's steps that is spent before the first order, in ‰.
const FIRST: u64 = 600;

/// Part of the steps left that is spent after each throw, in ‰.
const AFTER_THROW: u64 = 250;

/// Number of units of both sides for which a step is one simulated order.
const USUAL_UNITS: u64 = 24;

impl Strategist {
    /// Returns a strategist whose lots are drawn from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Returns this commander with a doctrine for the commanders whose plans it tries, too.
    #[must_use]
    pub fn with_doctrine(self, doctrine: Arc<Doctrine>) -> Self {
        Self { doctrine, ..self }
    }

    /// Makes the plan of a half-turn.
    fn make_plan(&self, view: View<'_>, budget: &mut Budget) -> HalfTurnPlan {
        let root = view.known_battle();
        let mut simulation = Simulation::new(view);
        let scale = orders_per_step(view);
        let limit = budget.steps_left() * scale;
        let mut own = Impersonator::new(self.seed, &self.doctrine);
        let mut enemy = own.clone();
        let replies = believed_policies(view, &mut enemy, &mut simulation);
        let mut trials = PlanTrials::new(&root, &mut simulation, self.seed, &mut enemy, &replies);
        let mut best: Option<TriedPlan> = None;
        let mut plans = Vec::new();
        for source in Policy::seeds() {
            // Half of the first part is for improving the best of them.
            if !plans.is_empty() && trials.orders_tried() * 2000 > limit * FIRST || budget.is_cancelled() {
                break;
            }
            let plan = trials.try_policy(source, &mut own);
            if best.as_ref().is_none_or(|best| plan.worth > best.worth) {
                best = Some(plan.clone());
            }
            plans.push(plan);
        }
        let mut rest = best.unwrap_or_default();
        trials.improve_plan(&mut rest, &plans, limit * FIRST / 1000, budget);
        let tried = trials.plans_tried();
        budget.take_steps(simulation.steps().div_ceil(scale));
        HalfTurnPlan { rest, simulation, enemy, replies, thrown: false, tried }
    }

    /// Improves the rest of the plan after a throw.
    fn mend_plan(&self, plan: &mut HalfTurnPlan, view: View<'_>, budget: &mut Budget) {
        let root = view.known_battle();
        let scale = orders_per_step(view);
        let before = plan.simulation.steps();
        let limit = before + budget.steps_left() * scale * AFTER_THROW / 1000;
        let HalfTurnPlan { simulation, enemy, replies, .. } = plan;
        let mut trials = PlanTrials::new(&root, simulation, self.seed, enemy, replies);
        plan.rest = trials.try_orders(&plan.rest.orders, plan.rest.source);
        trials.improve_plan(&mut plan.rest, &[], limit, budget);
        plan.tried += trials.plans_tried();
        budget.take_steps((plan.simulation.steps() - before).div_ceil(scale));
    }
}

/// Returns the simulated orders that a step pays for.
fn orders_per_step(view: View<'_>) -> u64 {
    let units = Side::BOTH.into_iter().map(|side| u64::from(view.alive(side))).sum::<u64>();
    units.div_ceil(USUAL_UNITS).max(1)
}

impl Commander for Strategist {
    fn name(&self) -> &'static str {
        "strategist"
    }

    fn begin(&mut self, _: View<'_>) {
        self.half_turn = None;
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        let mut plan = match self.half_turn.take() {
            None => self.make_plan(view, budget),
            Some(mut plan) => {
                if plan.thrown && budget.steps_left() > 0 {
                    self.mend_plan(&mut plan, view, budget);
                }
                plan
            }
        };
        plan.thrown = false;
        let mut battle = view.known_battle();
        while !plan.rest.orders.is_empty() {
            let order = plan.rest.orders.remove(0);
            let reason = reason_for(order, &plan, view);
            // Real dice may have left an order of the plan without a unit or a target.
            if battle.act(order, &mut Dice::told([7, 7]), &mut Vec::new()).is_ok() {
                plan.thrown = matches!(order, Order::Attack { .. });
                self.half_turn = Some(plan);
                return (order, reason);
            }
        }
        self.half_turn = Some(plan);
        (Order::EndTurn, Reason::all_done(view, view.side()))
    }
}

/// Returns the reason for an order of a plan: the exchange it is to bring, or the worth of the
/// plan.
fn reason_for(order: Order, plan: &HalfTurnPlan, view: View<'_>) -> Reason {
    let foreseen = Reason::Foreseen { plans: plan.tried, worth: plan.rest.worth };
    let Order::Attack { unit, target } = order else { return foreseen };
    let (from, to) = (view.unit(unit).cell, view.unit(target).cell);
    view.could_attack(unit, from, to).map_or(foreseen, |by| Reason::Attack {
        exchange: expected_exchange(view, unit, from, target, by),
        instead: None,
    })
}
