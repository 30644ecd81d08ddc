//! The commander around each search: when it plans, and what becomes of the plan.

use hotgates_ai::{Budget, Commander, Reason};
use hotgates_engine::{Dice, Order, Side, View};

use crate::forecast::Forecast;

/// Makes a plan with a forecast, given the rest of the plan before, until so many orders are
/// simulated.
pub type Planner = fn(&mut Forecast, &[Order], u64) -> Vec<Order>;

/// A commander that plans its half-turn by a search, and again after each throw of dice.
pub struct PlanningCommander {
    name: &'static str,
    seed: u64,
    planner: Planner,
    rest: Vec<Order>,
    /// Part of the steps left that the next plan may take, in ‰; 0 when the plan holds.
    share: u64,
}

/// Part of the steps for the first plan of a half-turn, in ‰.
const FIRST: u64 = 600;

/// Part of the steps left for the plan after a throw, in ‰.
const AFTER_THROW: u64 = 250;

/// Number of units of both sides for which a step is one simulated order.
const USUAL_UNITS: u64 = 24;

impl PlanningCommander {
    pub const fn new(name: &'static str, seed: u64, planner: Planner) -> Self {
        Self { name, seed, planner, rest: Vec::new(), share: FIRST }
    }
}

impl Commander for PlanningCommander {
    fn name(&self) -> &str {
        self.name
    }

    fn begin(&mut self, _: View<'_>) {
        (self.rest, self.share) = (Vec::new(), FIRST);
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        let share = std::mem::take(&mut self.share);
        if share > 0 && (budget.steps_left() > 0 || share == FIRST) {
            let units: u64 = Side::BOTH.into_iter().map(|side| u64::from(view.alive(side))).sum();
            let scale = units.div_ceil(USUAL_UNITS).max(1);
            let mut forecast = Forecast::new(view, self.seed);
            self.rest = (self.planner)(&mut forecast, &self.rest, budget.steps_left() * scale * share / 1000);
            budget.take_steps(forecast.orders_tried().div_ceil(scale));
        }
        // Real dice may have left an order of the plan without a unit or a target.
        let mut ahead = view.known_battle();
        let mut is_legal = |order| ahead.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).is_ok();
        let place = self.rest.iter().position(|&order| is_legal(order));
        let order = place.and_then(|place| self.rest.drain(..=place).next_back()).unwrap_or(Order::EndTurn);
        if matches!(order, Order::Attack { .. }) {
            self.share = AFTER_THROW;
        }
        (order, Reason::Own("played forward, this is worth most".to_owned()))
    }
}
