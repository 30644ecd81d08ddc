//! `naive-mcts`: naive sampling of what each unit does.

use hotgates_engine::{Order, UnitId};

use crate::forecast::{Forecast, SCRIPTS, STAND, ValuedPlan, orders_of};

/// Chance of taking the best whole plan so far for the other units' sake, and not each unit's own
/// choice, in ‰.
const EXPLOIT: usize = 600;

/// Chance that a unit's choice is drawn at random and not its best so far, in ‰.
const EXPLORE_UNIT: usize = 300;

/// Number of choices drawn by lot for each unit, besides those of scripts.
const BY_LOT: usize = 8;

/// An act of a unit, with the worth of the plans that hold it.
struct UnitBandit {
    unit: UnitId,
    arms: Vec<BanditArm>,
}

struct BanditArm {
    orders: Vec<Order>,
    sum: i64,
    pulls: i64,
}

impl UnitBandit {
    /// Returns the arm of the highest mean; one that was never pulled counts as the highest.
    fn best_arm(&self) -> usize {
        let mean = |arm: &BanditArm| if arm.pulls == 0 { i64::MAX } else { arm.sum / arm.pulls };
        (0..self.arms.len()).rev().max_by_key(|&index| mean(&self.arms[index])).unwrap_or(0)
    }

    fn choose_arm(&self, forecast: &mut Forecast) -> usize {
        if forecast.draw_below(1000) < EXPLORE_UNIT {
            forecast.draw_below(self.arms.len())
        } else {
            self.best_arm()
        }
    }
}

/// Samples plans until `limit` orders are simulated, and returns the best.
pub fn sample_plans(forecast: &mut Forecast, rest: &[Order], limit: u64) -> Vec<Order> {
    let mut best = forecast.try_orders(rest, STAND);
    let mut scripted = vec![best.clone()];
    for script in SCRIPTS {
        if 3 * forecast.orders_tried() < limit {
            scripted.push(forecast.try_script(script));
        }
    }
    let mut bandits: Vec<UnitBandit> =
        forecast.own_units().into_iter().map(|unit| make_bandit(forecast, unit, &scripted)).collect();
    for plan in &scripted {
        let choice: Vec<usize> = bandits.iter().map(|bandit| find_arm(bandit, &plan.orders)).collect();
        reward_arms(&mut bandits, &choice, plan.worth);
        if plan.worth > best.worth {
            best = plan.clone();
        }
    }
    let mut best_choice: Vec<usize> = bandits.iter().map(|bandit| find_arm(bandit, &best.orders)).collect();
    while forecast.orders_tried() < limit && !bandits.is_empty() {
        // The best plan is worth the same again: one unit's choice is sampled anew within it.
        let exploit = forecast.draw_below(1000) < EXPLOIT;
        let anew = forecast.draw_below(bandits.len());
        let mut choice = Vec::with_capacity(bandits.len());
        for (index, bandit) in bandits.iter().enumerate() {
            let keep = exploit && index != anew;
            choice.push(if keep { best_choice[index] } else { bandit.choose_arm(forecast) });
        }
        let orders: Vec<Order> = bandits
            .iter()
            .zip(&choice)
            .flat_map(|(bandit, &arm)| bandit.arms[arm].orders.iter().copied())
            .collect();
        let plan = forecast.try_orders(&orders, best.follow_up);
        reward_arms(&mut bandits, &choice, plan.worth);
        if plan.worth >= best.worth {
            (best, best_choice) = (plan, choice);
        }
    }
    best.orders
}

/// Returns the bandit of a unit: to stay, what scripts have it do, and some choices by lot.
fn make_bandit(forecast: &mut Forecast, unit: UnitId, scripted: &[ValuedPlan]) -> UnitBandit {
    let mut choices = vec![Vec::new()];
    choices.extend(scripted.iter().map(|plan| orders_of(&plan.orders, unit)));
    for _ in 0..BY_LOT {
        forecast.begin_plan();
        forecast.act_by_lot(unit);
        choices.push(forecast.followed().to_vec());
    }
    let mut arms: Vec<BanditArm> = Vec::new();
    for orders in choices {
        if arms.iter().all(|arm| arm.orders != orders) {
            arms.push(BanditArm { orders, sum: 0, pulls: 0 });
        }
    }
    UnitBandit { unit, arms }
}

/// Returns the arm that is a unit's part of a plan, or to stay.
fn find_arm(bandit: &UnitBandit, orders: &[Order]) -> usize {
    let own = orders_of(orders, bandit.unit);
    bandit.arms.iter().position(|arm| arm.orders == own).unwrap_or(0)
}

fn reward_arms(bandits: &mut [UnitBandit], choice: &[usize], worth: i64) {
    for (bandit, &arm) in bandits.iter_mut().zip(choice) {
        bandit.arms[arm].sum += worth;
        bandit.arms[arm].pulls += 1;
    }
}
