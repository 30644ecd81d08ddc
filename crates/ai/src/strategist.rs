//! `strategist`: plays its plans forward before it gives an order, on either side and under any
//! ruleset.

mod baseline;
pub(crate) mod evaluation;
mod evaluation_part;
mod foreseen_plan;
mod plan;
mod plan_style;
mod policy;
mod script;
pub(crate) mod simulation;
mod threat_map;
mod trials;

use std::sync::Arc;

use hotgates_engine::{Dice, Order, Permille, Side, View};

pub use evaluation::Evaluation;
pub use evaluation_part::{EvaluationPart, PartChange};
pub use foreseen_plan::{ForeseenPlan, PlannedMarch, PlannedStrike};
pub use plan_style::PlanStyle;
pub use script::{Script, ScriptAim, StrikeMode};
pub use simulation::Simulation;

use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::engage::expected_exchange;
use crate::reason::Reason;
use crate::thinking::{Stance, Thinking};
use baseline::{Baseline, DEPARTURE};
use evaluation::estimate_chance;
use hotgates_doctrine::Doctrine;
use hotgates_endings::{NODES, is_small_enough_to_solve, solve_ending};
use hotgates_search::Budget;
use plan::TriedPlan;
use policy::{CommanderImpersonator, EnemyReplies, Policy, budget_of_others, foretell_replies};
use simulation::ALTERNATIVES_PER_STEP;
use trials::PlanTrials;

/// Makes plans for its half-turn by rules of thumb and by what other commanders would do, plays
/// each forward against the enemy's likely answers, improves the best one unit by unit, and gives
/// its orders; after each throw of the dice it improves the rest of the plan. Which answers are
/// likely, the enemy's last half-turn tells. Endings of few units are solved exactly. A side that is
/// invaded gives a warden's orders instead as long as no plan is worth clearly more.
///
/// A step is a simulated order, or 24 of them for each unit of both sides where these are more.
#[derive(Debug, Clone, Default)]
pub struct Strategist {
    seed: u64,
    doctrine: Arc<Doctrine>,
    half_turn: Option<HalfTurnPlan>,
    /// The warden whose orders are given; `None` for an invader, and once a plan was worth more.
    baseline: Option<Baseline>,
    ending: EndingSolution,
}

/// The end of a battle as far as it has been solved.
#[derive(Debug, Clone, Default)]
enum EndingSolution {
    /// It has not been tried since the last throw.
    #[default]
    Untried,
    /// It is out of reach until dice have been thrown.
    OutOfReach,
    /// These orders are the best up to the next throw or the end of the half-turn, the next one
    /// last.
    Solved { rest: Vec<Order>, chance: Permille },
}

/// The plan of a half-turn as far as it has not been carried out.
#[derive(Debug, Clone)]
struct HalfTurnPlan {
    rest: TriedPlan,
    simulation: Simulation,
    /// Evaluation of the position in which the plan was made, or mended.
    before: Evaluation,
    enemy: CommanderImpersonator,
    replies: EnemyReplies,
    /// The best plan of another style, as it was made, with its chance of winning.
    instead: Option<(PlanStyle, Permille)>,
    /// `true` if dice were thrown since the last order.
    thrown: bool,
    /// `true` if dice were thrown since the plan was made or mended.
    outdated: bool,
    /// Number of plans played forward.
    tried: u32,
}

/// Part of a half-turn's steps, or of its time, that is spent before the first order, in ‰.
pub const FIRST_PLAN_SHARE: u32 = 600;

/// Part of the steps or of the time left that is spent after each throw, in ‰.
pub const AFTER_THROW_SHARE: u32 = 250;

/// Number of positions that a search for the exact ending may look at for each step left.
const ENDING_NODES: u64 = 50;

/// Number of units of both sides for which a step is one simulated order.
const USUAL_UNITS: u64 = 24;

impl Strategist {
    /// Returns a strategist whose lots are drawn from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Returns this commander with a doctrine, for the commanders whose plans it tries, too.
    #[must_use]
    pub fn with_doctrine(self, doctrine: Arc<Doctrine>) -> Self {
        Self { doctrine, ..self }
    }

    /// Makes the plan of a half-turn.
    fn make_plan(&mut self, view: View<'_>, budget: &mut Budget) -> HalfTurnPlan {
        let root = view.known_battle();
        let mut simulation =
            Simulation::new(view).weighing_condition(ConditionWeight(self.doctrine.condition));
        let scale = orders_per_step(view);
        let limit = budget.steps_left() * scale;
        let mut own = CommanderImpersonator::new(self.seed, &self.doctrine);
        let mut enemy = own.clone();
        let before = Evaluation::evaluate_position(&simulation, view.side());
        let others = budget_of_others(budget);
        let foretold = foretell_replies(view, &mut enemy, &mut simulation, &others);
        let (replies, weights) = (foretold.as_slice(), self.doctrine.evaluation);
        let mut trials =
            PlanTrials::new(&root, &mut simulation, self.seed, &mut enemy, replies, weights, others);
        self.baseline = Baseline::begin(view, budget.steps_left(), self.seed, &self.doctrine);
        let of_warden = self.baseline.as_mut().map(|baseline| baseline.try_rest(view, &mut trials));
        let (mut best, mut plans) = (of_warden.clone(), Vec::from_iter(of_warden.clone()));
        for source in Policy::starting_policies() {
            if source == Policy::Warden && of_warden.is_some() {
                continue;
            }
            // Half of the first part is for improving the best of them. Where the time was over before,
            // no plan is improved, so that all are tried.
            let enough = trials.tried_order_count() * 2000 > limit * u64::from(FIRST_PLAN_SHARE);
            if !plans.is_empty() && enough && !budget.is_stopped() || budget.is_cancelled() {
                break;
            }
            let plan = trials.try_policy(source, &mut own);
            if best.as_ref().is_none_or(|best| plan.worth > best.worth) {
                best = Some(plan.clone());
            }
            plans.push(plan);
        }
        let mut rest = best.unwrap_or_default();
        trials.improve_plan(&mut rest, &plans, limit * u64::from(FIRST_PLAN_SHARE) / 1000, budget);
        let rest = self.depart_or_follow(rest, of_warden);
        let tried = trials.tried_plan_count();
        let others = plans.iter().filter(|plan| plan.source.plan_style() != rest.source.plan_style());
        let instead = others.max_by_key(|plan| plan.worth).map(|plan| {
            let chance = estimate_chance(view, view.side(), plan.worth);
            (plan.source.plan_style(), chance)
        });
        budget.take_steps(simulation.steps_taken().div_ceil(scale));
        let (thrown, outdated) = (false, false);
        let replies = foretold;
        HalfTurnPlan { rest, simulation, before, enemy, replies, instead, thrown, outdated, tried }
    }

    /// Improves the rest of the plan after a throw.
    fn mend_plan(&mut self, plan: &mut HalfTurnPlan, view: View<'_>, budget: &mut Budget) {
        let root = view.known_battle();
        let scale = orders_per_step(view);
        let before = plan.simulation.steps_taken();
        let limit = before + budget.steps_left() * scale * u64::from(AFTER_THROW_SHARE) / 1000;
        let weights = self.doctrine.evaluation;
        plan.simulation.restart_from_position(&root);
        plan.before = Evaluation::evaluate_position(&plan.simulation, view.side());
        (plan.instead, plan.outdated) = (None, false);
        let HalfTurnPlan { simulation, enemy, replies, .. } = plan;
        let (replies, others) = (replies.as_slice(), budget_of_others(budget));
        let mut trials = PlanTrials::new(&root, simulation, self.seed, enemy, replies, weights, others);
        let of_warden = self.baseline.as_mut().map(|baseline| baseline.try_rest(view, &mut trials));
        plan.rest =
            of_warden.clone().unwrap_or_else(|| trials.try_orders(&plan.rest.orders, plan.rest.source));
        trials.improve_plan(&mut plan.rest, &[], limit, budget);
        plan.tried += trials.tried_plan_count();
        plan.rest = self.depart_or_follow(std::mem::take(&mut plan.rest), of_warden);
        budget.take_steps((plan.simulation.steps_taken() - before).div_ceil(scale));
    }

    /// Returns the plan to carry out: the warden's, where there is one, unless the best one is worth
    /// clearly more, with which the strategist departs from the warden for the rest of the half-turn.
    fn depart_or_follow(&mut self, best: TriedPlan, of_warden: Option<TriedPlan>) -> TriedPlan {
        let followed = of_warden.filter(|plan| best.worth < plan.worth + DEPARTURE);
        if followed.is_none() {
            self.baseline = None;
        }
        followed.unwrap_or(best)
    }

    /// Goes on with a plan once an order is given.
    fn carry_out(&mut self, order: Order, mut plan: HalfTurnPlan) {
        plan.thrown = matches!(order, Order::Attack { .. });
        if plan.thrown {
            self.ending = EndingSolution::Untried;
        }
        self.half_turn = Some(plan);
    }
}

impl Strategist {
    /// Returns the best order of a position small enough to be solved, if the steps left suffice.
    fn order_by_ending(&mut self, view: View<'_>, budget: &mut Budget) -> Option<(Order, Reason)> {
        if matches!(self.ending, EndingSolution::Untried) {
            self.ending = EndingSolution::OutOfReach;
            let nodes = (budget.steps_left() * ENDING_NODES).min(NODES);
            if nodes > 0 && is_small_enough_to_solve(view) {
                let solved = solve_ending(view, nodes, budget);
                let taken = solved.as_ref().map_or(nodes, |solved| solved.nodes);
                budget.take_steps(taken.div_ceil(ENDING_NODES));
                if let Ok(solved) = solved {
                    let share = u32::try_from(solved.chance().permille()).unwrap_or(1000);
                    let rest = solved.best_plan().orders.iter().rev().copied().collect();
                    self.ending = EndingSolution::Solved { rest, chance: Permille(share) };
                }
            }
        }
        let EndingSolution::Solved { rest, chance } = &mut self.ending else { return None };
        let (order, chance) = (rest.pop()?, *chance);
        if matches!(order, Order::Attack { .. }) {
            self.ending = EndingSolution::Untried;
        }
        Some((order, Reason::Solved { chance }))
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
        (self.half_turn, self.baseline, self.ending) = (None, None, EndingSolution::Untried);
    }

    fn thinking(&self) -> Thinking {
        let stance = self.half_turn.as_ref().map(|plan| Stance::Planned {
            style: plan.rest.source.plan_style(),
            enemy: plan.replies.enemy_style(),
        });
        Thinking { stance, ..self.baseline.as_ref().map(Baseline::thinking).unwrap_or_default() }
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        if let Some(order) = self.order_by_ending(view, budget) {
            self.baseline = None;
            return order;
        }
        let mut plan = match self.half_turn.take() {
            None => self.make_plan(view, budget),
            Some(mut plan) => {
                plan.outdated |= plan.thrown;
                if plan.thrown && budget.steps_left() > 0 {
                    self.mend_plan(&mut plan, view, budget);
                }
                plan
            }
        };
        plan.thrown = false;
        if let Some(baseline) = &mut self.baseline {
            let mut thinking = budget_of_others(budget);
            let (order, reason) = baseline.take_order(view, &mut thinking);
            budget.take_steps(thinking.steps_spent() / ALTERNATIVES_PER_STEP);
            self.carry_out(order, plan);
            return (order, reason);
        }
        let mut battle = view.known_battle();
        while !plan.rest.orders.is_empty() {
            let reason = reason_for_order(plan.rest.orders[0], &plan, view, &self.doctrine);
            let order = plan.rest.orders.remove(0);
            // Real dice may have left an order of the plan without a unit or a target.
            if battle.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).is_ok() {
                self.carry_out(order, plan);
                return (order, reason);
            }
        }
        self.half_turn = Some(plan);
        (Order::EndTurn, Reason::nothing_left_to_do(view, view.side()))
    }
}

/// Returns the reason for the first order of a plan: the exchange it is to bring, or what the plan
/// brings.
fn reason_for_order(order: Order, plan: &HalfTurnPlan, view: View<'_>, doctrine: &Doctrine) -> Reason {
    let Doctrine { evaluation: weights, condition, .. } = *doctrine;
    if let Order::Attack { unit, target } = order {
        let (from, to) = (view.unit(unit).cell, view.unit(target).cell);
        if let Some(by) = view.attack_mode_from(unit, from, to) {
            let exchange = expected_exchange(view, unit, from, target, by, ConditionWeight(condition));
            return Reason::Attack { exchange, instead: None };
        }
    }
    let (side, HalfTurnPlan { rest, before, simulation, .. }) = (view.side(), plan);
    let [gain, loss] = rest.parts.greatest_changes(before, weights);
    let strike = if plan.outdated { None } else { PlannedStrike::in_plan(view, &rest.orders) };
    Reason::Foreseen(ForeseenPlan {
        plans: plan.tried,
        style: rest.source.plan_style(),
        before: estimate_chance(view, side, before.total_by_weights(weights)),
        chance: estimate_chance(view, side, rest.worth),
        gain,
        loss,
        strike,
        march: PlannedMarch::of_move(simulation, view, order),
        instead: plan.instead,
    })
}

#[cfg(test)]
mod tests;
