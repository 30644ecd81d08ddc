//! Trials: plans are played forward, and changed for one unit at a time; a change is kept if it
//! does no harm.

use hotgates_engine::{Cell, Dice, KnownBattle, Order, Side, UnitId};

use super::evaluation::Evaluation;
use super::plan::TriedPlan;
use super::policy::{CommanderImpersonator, Policy};
use super::simulation::Simulation;
use crate::commander::Commander;
use hotgates_doctrine::EvaluationWeights;
use hotgates_search::Budget;

/// Trials of plans from one position.
pub(super) struct PlanTrials<'a> {
    root: &'a KnownBattle,
    simulation: &'a mut Simulation,
    side: Side,
    lots: Dice,
    /// The position after the own half-turn, from which each reply starts.
    answered: KnownBattle,
    plans: u32,
    enemy: &'a mut CommanderImpersonator,
    /// Policies by which the enemy may answer.
    replies: &'a [Policy],
    weights: EvaluationWeights,
    /// Budget of each commander who is asked, the enemy's for each plan anew.
    thinking: Budget,
}

/// A change of a plan: what one unit does instead.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PlanChange {
    unit: UnitId,
    /// Number of orders of other units before the unit acts.
    place: usize,
    act: ReplacementOrders,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ReplacementOrders {
    /// Nothing.
    Stay,
    /// These orders.
    Orders(Vec<Order>),
    /// A move drawn by lot.
    Move,
    /// An attack drawn by lot.
    Attack,
    /// An attack, and a move away, both drawn by lot.
    AttackAndWithdraw,
}

impl<'a> PlanTrials<'a> {
    pub(super) fn new(
        root: &'a KnownBattle,
        simulation: &'a mut Simulation,
        seed: u64,
        enemy: &'a mut CommanderImpersonator,
        replies: &'a [Policy],
        weights: EvaluationWeights,
        thinking: Budget,
    ) -> Self {
        let lots = Dice::for_other_purpose(seed ^ root.view().hash(), 3);
        let answered = root.clone();
        Self {
            root,
            simulation,
            side: root.side_to_move(),
            lots,
            answered,
            plans: 0,
            enemy,
            replies,
            weights,
            thinking,
        }
    }

    /// Budget of each commander who is asked.
    pub(super) const fn thinking(&self) -> &Budget {
        &self.thinking
    }

    /// Number of orders that the simulation has tried, those before these trials included.
    pub(super) const fn tried_order_count(&self) -> u64 {
        self.simulation.steps_taken()
    }

    /// Number of plans that were played forward.
    pub(super) const fn tried_plan_count(&self) -> u32 {
        self.plans
    }

    /// Plays a half-turn as a policy of the own side has it, and the enemy's answers.
    pub(super) fn try_policy(&mut self, policy: Policy, own: &mut CommanderImpersonator) -> TriedPlan {
        self.simulation.restart_from_position(self.root);
        own.play_policy(policy, self.simulation, self.thinking.clone());
        self.finish_plan(policy)
    }

    /// Plays an order, what the commander who gave it orders after it, and the enemy's answers.
    pub(super) fn try_commander(
        &mut self,
        order: Order,
        commander: &mut dyn Commander,
        mut thinking: Budget,
    ) -> TriedPlan {
        self.simulation.restart_from_position(self.root);
        let followed = order != Order::EndTurn && self.simulation.follow_order(order);
        if followed && self.simulation.battle().verdict().is_none() {
            self.simulation.go_on_with_commander(commander, &mut thinking, &mut Budget::new(u64::MAX));
        }
        self.simulation.charge_thinking_steps(thinking.steps_spent());
        self.finish_plan(Policy::Warden)
    }

    /// Plays these orders, those that are illegal left out, and the enemy's answers.
    pub(super) fn try_orders(&mut self, orders: &[Order], source: Policy) -> TriedPlan {
        self.simulation.restart_from_position(self.root);
        for &order in orders {
            self.simulation.follow_order(order);
        }
        self.finish_plan(source)
    }

    /// Ends the half-turn and plays the enemy's replies. The worth of the plan is the mean over
    /// them.
    ///
    /// To play on, with a script for the own next half-turn, was weaker: such a script throws away
    /// what the plan was made for.
    fn finish_plan(&mut self, source: Policy) -> TriedPlan {
        let orders = self.simulation.followed_orders().to_vec();
        self.simulation.end_half_turn();
        self.answered.clone_from(self.simulation.battle());
        self.plans += 1;
        let (mut sum, mut parts) = (0, Evaluation::default());
        for &reply in self.replies {
            self.simulation.restart_from_position(&self.answered);
            self.enemy.play_policy(reply, self.simulation, self.thinking.clone());
            self.simulation.end_half_turn();
            let evaluation = Evaluation::evaluate_position(self.simulation, self.side);
            sum += evaluation.total_by_weights(self.weights);
            parts += evaluation;
        }
        let (replies, count) = (self.replies.len(), i64::try_from(self.replies.len()).unwrap_or(1));
        TriedPlan { orders, worth: sum / count, parts: parts.mean_of_sum(replies), source }
    }

    /// Changes a plan for one unit at a time until so many orders are tried in all.
    pub(super) fn improve_plan(
        &mut self,
        plan: &mut TriedPlan,
        others: &[TriedPlan],
        until: u64,
        budget: &Budget,
    ) {
        let units: Vec<UnitId> = self.root.view().living(self.side).collect();
        while self.tried_order_count() < until && !budget.is_stopped() && !units.is_empty() {
            let unit = units[self.draw_below(units.len())];
            let change = self.draw_change(plan, others, unit);
            let changed = self.try_change(plan, &change);
            if changed.worth >= plan.worth {
                *plan = changed;
            }
        }
    }

    fn draw_below(&mut self, end: usize) -> usize {
        self.lots.draw_below(u32::try_from(end).unwrap_or(u32::MAX)) as usize
    }

    /// Draws a change for a unit: as often an attack as a move, now and then what another plan has
    /// the unit do, or its own orders at another time.
    fn draw_change(&mut self, plan: &TriedPlan, others: &[TriedPlan], unit: UnitId) -> PlanChange {
        let of_others = |order: &&Order| order.unit() != Some(unit);
        let others_orders = plan.orders.iter().filter(of_others).count();
        let first = plan.orders.iter().position(|order| order.unit() == Some(unit));
        let place = match first {
            Some(first) if self.draw_below(2) == 0 => plan.orders[..first].iter().filter(of_others).count(),
            _ => self.draw_below(others_orders + 1),
        };
        let act = match self.draw_below(10) {
            0 => ReplacementOrders::Stay,
            1 | 2 if !others.is_empty() => {
                let other = &others[self.draw_below(others.len())];
                ReplacementOrders::Orders(orders_of_unit(&other.orders, unit))
            }
            3 => ReplacementOrders::Orders(orders_of_unit(&plan.orders, unit)),
            4..=6 => ReplacementOrders::Move,
            7 => ReplacementOrders::AttackAndWithdraw,
            _ => ReplacementOrders::Attack,
        };
        PlanChange { unit, place, act }
    }

    fn try_change(&mut self, plan: &TriedPlan, change: &PlanChange) -> TriedPlan {
        self.simulation.restart_from_position(self.root);
        let others = plan.orders.iter().filter(|order| order.unit() != Some(change.unit));
        for (index, &order) in others.clone().enumerate() {
            if index == change.place {
                self.play_change(change);
            }
            self.simulation.follow_order(order);
        }
        if change.place >= others.count() {
            self.play_change(change);
        }
        self.finish_plan(plan.source)
    }

    fn play_change(&mut self, change: &PlanChange) {
        match &change.act {
            ReplacementOrders::Stay => {}
            ReplacementOrders::Orders(orders) => {
                for &order in orders {
                    self.simulation.follow_order(order);
                }
            }
            ReplacementOrders::Move => self.move_unit_at_random(change.unit),
            ReplacementOrders::AttackAndWithdraw => {
                self.attack_at_random(change.unit);
                self.move_unit_at_random(change.unit);
            }
            ReplacementOrders::Attack => {
                self.attack_at_random(change.unit);
                if self.draw_below(2) == 0 {
                    self.attack_at_random(change.unit);
                }
            }
        }
    }

    fn move_unit_at_random(&mut self, unit: UnitId) {
        if !self.can_act(unit) {
            return;
        }
        self.simulation.compute_reach(unit);
        let stops = self.simulation.view().destinations(&self.simulation.reach);
        let stops: Vec<Cell> = stops.map(|(cell, _)| cell).collect();
        if !stops.is_empty() {
            let cell = stops[self.draw_below(stops.len())];
            self.simulation.move_unit(unit, cell);
        }
    }

    fn attack_at_random(&mut self, unit: UnitId) {
        if !self.can_act(unit) {
            return;
        }
        self.simulation.compute_reach(unit);
        self.simulation.list_strikes(unit);
        let count = self.simulation.strikes.len();
        if count == 0 {
            return;
        }
        let drawn = self.draw_below(count);
        let (from, target, _) = self.simulation.strikes[drawn];
        if self.simulation.move_unit(unit, from) {
            self.simulation.follow_order(Order::Attack { unit, target });
        }
    }

    fn can_act(&self, unit: UnitId) -> bool {
        self.simulation.battle().verdict().is_none() && self.simulation.view().unit(unit).alive()
    }
}

/// Returns the orders of one unit in a plan.
fn orders_of_unit(orders: &[Order], unit: UnitId) -> Vec<Order> {
    orders.iter().copied().filter(|order| order.unit() == Some(unit)).collect()
}
