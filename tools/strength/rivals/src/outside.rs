//! `outside`: plans of scripts and other commanders, the best improved one unit at a time.

use hotgates_engine::Order;

use crate::forecast::{Forecast, SCRIPTS, STAND, best_plan, orders_of, orders_of_others};

/// Tries the seeds, and then changes of the best until `limit` orders are simulated; a change is
/// kept when it does no harm.
pub fn improve_plans(forecast: &mut Forecast, rest: &[Order], limit: u64) -> Vec<Order> {
    let mut seeds = vec![forecast.try_orders(rest, STAND)];
    seeds.extend(forecast.try_commanders());
    for script in SCRIPTS {
        if 2 * forecast.orders_tried() < limit {
            seeds.push(forecast.try_script(script));
        }
    }
    let mut best = best_plan(&seeds);
    let units = forecast.own_units();
    while forecast.orders_tried() < limit {
        let unit = units[forecast.draw_below(units.len())];
        let others = orders_of_others(&best.orders, unit);
        let place = forecast.draw_below(others.len() + 1);
        forecast.begin_plan();
        forecast.follow_orders(&others[..place]);
        match forecast.draw_below(5) {
            0 => {
                let seed = &seeds[forecast.draw_below(seeds.len())];
                forecast.follow_orders(&orders_of(&seed.orders, unit));
            }
            1 => forecast.follow_orders(&orders_of(&best.orders, unit)),
            _ => forecast.act_by_lot(unit),
        }
        forecast.follow_orders(&others[place..]);
        let changed = forecast.play_forward(best.follow_up);
        if changed.worth >= best.worth {
            best = changed;
        }
    }
    best.orders
}
