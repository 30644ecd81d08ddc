//! `portfolio`: each unit follows one of a few scripts.

use hotgates_engine::Order;

use crate::forecast::{Forecast, SCRIPTS, STAND, ValuedPlan, best_plan, orders_of, orders_of_others};

/// Assigns scripts to units, one unit after the other and round after round, until `limit` orders
/// are simulated or nothing gets better.
pub fn assign_scripts(forecast: &mut Forecast, rest: &[Order], limit: u64) -> Vec<Order> {
    let mut scripted: Vec<ValuedPlan> = vec![forecast.try_orders(rest, STAND)];
    for script in SCRIPTS {
        if 3 * forecast.orders_tried() < limit {
            scripted.push(forecast.try_script(script));
        }
    }
    let mut best = best_plan(&scripted);
    answer_best(forecast, &mut best, limit);
    let units = forecast.own_units();
    let mut better = true;
    while std::mem::take(&mut better) && forecast.orders_tried() < limit {
        for &unit in &units {
            for plan in &scripted {
                let own = orders_of(&plan.orders, unit);
                if forecast.orders_tried() >= limit || own == orders_of(&best.orders, unit) {
                    continue;
                }
                // The unit goes when it went in the plan that it takes its orders from.
                let before = plan.orders.iter().position(|order| order.unit() == Some(unit)).unwrap_or(0);
                let mut orders = orders_of_others(&best.orders, unit);
                let place = before.min(orders.len());
                orders.splice(place..place, own);
                let changed = forecast.try_orders(&orders, best.follow_up);
                if changed.worth > best.worth {
                    (best, better) = (changed, true);
                }
            }
        }
    }
    best.orders
}

/// Finds the enemy's best script against a plan, and takes it for its answer from then on.
fn answer_best(forecast: &mut Forecast, best: &mut ValuedPlan, limit: u64) {
    let mut worst: Option<(i64, _)> = None;
    for script in SCRIPTS {
        if 2 * forecast.orders_tried() >= limit {
            break;
        }
        forecast.replies = vec![script];
        let answered = forecast.try_orders(&best.orders, best.follow_up);
        if worst.is_none_or(|(worth, _)| answered.worth < worth) {
            worst = Some((answered.worth, script));
        }
    }
    let Some((worth, script)) = worst else { return };
    forecast.replies = vec![script];
    best.worth = worth;
}
