//! A person's own plan: orders for the rest of the half-turn that have not been given yet. The board shows where
//! they lead at mean dice; nothing of it is part of the battle until it is carried out.

use std::collections::VecDeque;

use hotgates_analysis::{MEAN_DICE, stands_as_planned};
use hotgates_engine::{Battle, Dice, Event, Illegal, Order, UnitId};

/// The orders of a plan, and where they lead.
#[derive(Debug, Clone)]
pub struct OwnPlan {
    /// The position from which the plan begins, as far as the person knows it.
    start: Battle,
    /// The planned orders, each with the position after it.
    planned: Vec<(Order, Battle)>,
    /// Events of the last order that was planned.
    last_events: Vec<Event>,
    /// The part of the plan that is being carried out.
    pub(super) pace: PlanPace,
    /// Positions after each order as the person saw them when the plan began to be carried out: what happens then is
    /// compared with them, and not with plans that were made anew on the way.
    expected: VecDeque<Battle>,
    /// Number of orders of the battle before the first one of the plan, once a server was asked to follow that.
    pub(super) asked_after: Option<usize>,
}

/// The part of a plan that is being carried out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PlanPace {
    /// Nothing: orders are added to it and taken from it.
    #[default]
    Standing,
    /// One order.
    OneOrder,
    /// All of it.
    Whole,
    /// Nothing more, once the last order has been shown.
    LastShown,
}

/// What came of carrying out the first order of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct CarriedOrder {
    /// The order.
    pub order: Order,
    /// `true` if the same units stand in the same places as planned.
    pub is_as_planned: bool,
    /// The first of the other orders that cannot be given any more, and the reason: it and those after it are no
    /// longer part of the plan.
    pub lost: Option<(Order, Illegal)>,
}

impl OwnPlan {
    /// Begins a plan without orders.
    #[must_use]
    pub fn new(start: Battle) -> Self {
        Self {
            start,
            planned: Vec::new(),
            last_events: Vec::new(),
            pace: PlanPace::Standing,
            expected: VecDeque::new(),
            asked_after: None,
        }
    }

    /// Returns the position from which the plan begins.
    #[must_use]
    pub const fn starting_position(&self) -> &Battle {
        &self.start
    }

    /// Returns the position to which the plan leads at mean dice.
    #[must_use]
    pub fn planned_position(&self) -> &Battle {
        self.planned.last().map_or(&self.start, |(_, after)| after)
    }

    /// Returns the planned orders, in their order.
    #[must_use]
    pub fn orders(&self) -> Vec<Order> {
        self.planned.iter().map(|&(order, _)| order).collect()
    }

    /// Returns the planned orders, each with the position in which it would be given.
    pub fn orders_with_positions(&self) -> impl Iterator<Item = (Order, &Battle)> {
        let before = std::iter::once(&self.start).chain(self.planned.iter().map(|(_, after)| after));
        self.planned.iter().map(|&(order, _)| order).zip(before)
    }

    /// Returns how much of the plan is being carried out.
    #[must_use]
    pub const fn pace(&self) -> PlanPace {
        self.pace
    }

    /// Returns the units that stand elsewhere in the plan than they do.
    pub fn moved_units(&self) -> impl Iterator<Item = UnitId> {
        let planned = self.planned_position();
        let moves = move |unit: &UnitId| {
            planned.unit(*unit).alive() && planned.unit(*unit).cell != self.start.unit(*unit).cell
        };
        self.start.roster().map(|(unit, _)| unit).filter(moves)
    }

    /// Plans one order more, and returns its events at mean dice.
    ///
    /// # Errors
    /// The reason why the order would be illegal; then nothing has changed.
    pub fn add_order(&mut self, order: Order) -> Result<&[Event], Illegal> {
        let (mut after, mut events) = (self.planned_position().clone(), Vec::new());
        after.act(order, &mut Dice::showing_sums(MEAN_DICE), &mut events)?;
        self.planned.push((order, after));
        self.last_events = events;
        Ok(&self.last_events)
    }

    /// Takes the last order from the plan, and returns it.
    pub fn take_back_order(&mut self) -> Option<Order> {
        self.planned.pop().map(|(order, _)| order)
    }

    /// Returns `true` if the plan has no orders.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.planned.is_empty()
    }

    /// Returns the first order, which is to be given next.
    #[must_use]
    pub fn first_order(&self) -> Option<Order> {
        self.planned.first().map(|&(order, _)| order)
    }

    /// Begins to carry out so much of the plan.
    pub(super) fn begin_carrying(&mut self, pace: PlanPace) {
        self.pace = pace;
        self.expected = self.planned.iter().map(|(_, after)| after.clone()).collect();
    }

    /// Goes on from the real position after the first order, and says whether that went as planned.
    pub(super) fn go_on_from(&mut self, real: &Battle) -> Option<CarriedOrder> {
        let mut orders = std::mem::take(&mut self.planned).into_iter();
        let (order, planned) = orders.next()?;
        let expected = self.expected.pop_front().unwrap_or(planned);
        let is_as_planned = stands_as_planned(real, &expected);
        self.start.clone_from(real);
        let mut lost = None;
        for (later, _) in orders {
            if let Err(why) = self.add_order(later) {
                lost = Some((later, why));
                break;
            }
        }
        Some(CarriedOrder { order, is_as_planned, lost })
    }
}
