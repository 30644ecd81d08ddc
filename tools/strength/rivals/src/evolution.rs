//! `online-evolution`: a population of plans, bred while the steps last.

use hotgates_engine::Order;

use crate::forecast::{ADVANCE, Forecast, SCRIPTS, STAND, ValuedPlan, best_plan, orders_of};

/// Number of plans in a generation.
const POPULATION: usize = 16;

/// Chance of a mutation of a child, in ‰.
const MUTATION: usize = 300;

/// Breeds plans until `limit` orders are simulated: the better half of a generation has children,
/// each of two parents, that replace the other half.
pub fn evolve_plans(forecast: &mut Forecast, rest: &[Order], limit: u64) -> Vec<Order> {
    let units = forecast.own_units();
    let mut plans = vec![forecast.try_orders(rest, STAND)];
    for script in &SCRIPTS[..4] {
        plans.push(forecast.try_script(*script));
    }
    while plans.len() < POPULATION && forecast.orders_tried() < limit {
        forecast.begin_plan();
        for &unit in &units {
            forecast.act_by_lot(unit);
        }
        plans.push(forecast.play_forward(ADVANCE));
    }
    while forecast.orders_tried() < limit {
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.worth));
        plans.truncate(POPULATION / 2);
        let parents = plans.len();
        while plans.len() < POPULATION && forecast.orders_tried() < limit {
            let [mother, father] = [(); 2].map(|()| forecast.draw_below(parents));
            let child = breed_plan(forecast, &plans[mother], &plans[father]);
            plans.push(child);
        }
    }
    best_plan(&plans).orders
}

/// Returns a plan in which each unit does what it does in one parent or the other, in the order of
/// the first, and maybe one unit something else.
fn breed_plan(forecast: &mut Forecast, mother: &ValuedPlan, father: &ValuedPlan) -> ValuedPlan {
    let mut units = forecast.own_units();
    let place = |plan: &ValuedPlan, unit| plan.orders.iter().position(|order| order.unit() == Some(unit));
    units.sort_by_key(|&unit| place(mother, unit).or_else(|| place(father, unit)).unwrap_or(usize::MAX));
    let mutant = (forecast.draw_below(1000) < MUTATION).then(|| forecast.draw_below(units.len()));
    forecast.begin_plan();
    for (index, &unit) in units.iter().enumerate() {
        if mutant == Some(index) {
            forecast.act_by_lot(unit);
        } else {
            let parent = if forecast.draw_below(2) == 0 { mother } else { father };
            forecast.follow_orders(&orders_of(&parent.orders, unit));
        }
    }
    forecast.play_forward(mother.follow_up)
}
