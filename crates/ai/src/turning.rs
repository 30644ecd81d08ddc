//! Turning: units face whoever can strike them next before their half-turn ends.

use hotgates_engine::{Aspect, Direction, Order, UnitId, View};

use crate::commander::Commander;
use crate::condition::ConditionWeight;
use crate::engage::man_value;
use crate::facing::worst_aspect;
use crate::foresight::Foresight;
use crate::reason::Reason;
use crate::thinking::Thinking;
use hotgates_search::Budget;

/// Gives the orders of another commander, and has units turn before the half-turn ends: those with points
/// left for it face where the enemy's answers cost them least.
pub(crate) struct TurningCommander {
    inner: Box<dyn Commander>,
    condition: ConditionWeight,
    foresight: Foresight,
    /// Units from this one on may still turn; `None` until the other commander has ended the half-turn.
    next: Option<UnitId>,
}

impl TurningCommander {
    /// Returns a commander that turns units at the end of another's half-turns, if by this weight their
    /// condition counts.
    pub(crate) fn new(inner: Box<dyn Commander>, condition: ConditionWeight) -> Self {
        Self { inner, condition, foresight: Foresight::weighing_condition(condition), next: None }
    }

    #[inline(never)]
    fn next_turn(&mut self, view: View<'_>) -> Option<(Order, Reason)> {
        let side = view.side();
        let next = self.next.unwrap_or_else(|| {
            self.foresight.begin_half_turn(view, side);
            UnitId(0)
        });
        for unit in view.living_from(side, next) {
            self.next = Some(UnitId(unit.0 + 1));
            if let Some(turn) = self.foresight.best_turn(view, unit) {
                return Some(turn);
            }
        }
        self.next = Some(UnitId(u16::MAX));
        None
    }
}

impl Commander for TurningCommander {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn begin(&mut self, view: View<'_>) {
        self.next = None;
        self.inner.begin(view);
    }

    fn thinking(&self) -> Thinking {
        self.inner.thinking()
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        let order = self.inner.order(view, budget);
        let turns = || view.rules().options.facing.is_some() && !self.condition.is_none();
        if order.0 != Order::EndTurn || !turns() {
            return order;
        }
        self.next_turn(view).unwrap_or(order)
    }
}

impl Foresight {
    /// Returns the turn of a unit on the spot that takes most from the worth of the enemy's answers, if
    /// one takes any. It costs no steps.
    fn best_turn(&mut self, view: View<'_>, unit: UnitId) -> Option<(Order, Reason)> {
        view.cost_of_turn(unit)?;
        let facing = view.condition(unit).facing?;
        let (cell, men) = (view.unit(unit).cell, view.unit(unit).strength.0);
        if worst_aspect(facing, self.ways_of_strikes(view, unit, cell)) == Aspect::Front {
            return None;
        }
        let mut danger = |way: Direction| {
            let mut budget = Budget::new(u64::MAX);
            self.worth_of_answers_to_facing(view, (unit, cell, way), men, None, &mut budget)
        };
        let now = danger(facing).filter(|&now| now > 0)?;
        let others = Direction::ALL.into_iter().filter(|&way| way != facing);
        let dangers = others.filter_map(|way| Some((danger(way)?, facing.turns_to(way), way)));
        let (least, _, way) = dangers.min()?;
        let men = u16::try_from((now - least) / man_value(view, unit).max(1)).unwrap_or(men);
        (least < now).then_some((Order::Face { unit, way }, Reason::Face { men }))
    }
}
