//! Orders that were followed, as far as whoever looked on then knew.

use hotgates_ai::Reason;
use hotgates_engine::{Battle, Event, Order, Side};
use hotgates_phrases::{Phrase, ToldOrder};

/// An order that was followed, with its events, as far as whoever looked on then knew.
#[derive(Debug, Clone)]
pub struct OrderRecord {
    /// Position in which the order was given.
    pub before: Battle,
    /// The true position in which the order was given, where `before` hides something.
    pub(super) truth: Option<Box<Battle>>,
    /// `true` if something of the order happened out of sight: then only `events` tell of it.
    pub is_hidden: bool,
    /// Turn in which the order was given.
    pub turn: u32,
    /// Side that gave the order.
    pub side: Side,
    /// The order.
    pub order: Order,
    /// Reason of the computer that gave the order; `None` for a person's order.
    pub reason: Option<Reason>,
    /// What the program that gave the order said of it; `None` for orders of people and computers, and for those
    /// of which whoever looked on may know nothing.
    pub said: Option<String>,
    /// Events of the order.
    pub events: Vec<Event>,
}

impl OrderRecord {
    /// Returns `true` if whoever looks on knows of the order: that there was one out of sight is not told.
    #[must_use]
    pub fn is_told(&self) -> bool {
        !self.is_hidden || !self.events.is_empty()
    }

    /// Returns the order and its events in one line.
    #[must_use]
    pub fn line_phrase(&self) -> Phrase {
        let Self { before, side, order, is_hidden, events, .. } = self;
        ToldOrder { before, side: *side, order: *order, is_hidden: *is_hidden, events }.line_phrase()
    }

    /// Returns the true position in which the order was given.
    pub fn true_position_before(&self) -> &Battle {
        self.truth.as_deref().unwrap_or(&self.before)
    }
}
