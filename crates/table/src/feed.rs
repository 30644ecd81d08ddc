//! What each guest is told of the orders.

use hotgates_engine::{Battle, Event, Order, Side};
use hotgates_protocol::{CommonKnowledge, EventMessage, ToldOrderMessage};

/// Whose eyes somebody at a table sees with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Guest {
    /// Whoever holds a seat.
    Seat(Side),
    /// Whoever watches.
    Watcher,
}

impl Guest {
    /// Red, Blue and whoever watches.
    pub const ALL: [Self; 3] = [Self::Seat(Side::Red), Self::Seat(Side::Blue), Self::Watcher];

    /// The guest's side, if it has a seat.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Seat(side) => Some(side),
            Self::Watcher => None,
        }
    }

    /// Returns the guest's place among [all](Self::ALL).
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Seat(Side::Red) => 0,
            Self::Seat(Side::Blue) => 1,
            Self::Watcher => 2,
        }
    }
}

/// An order that was followed, as far as each side was told of it.
#[derive(Debug, Clone)]
pub(crate) struct FeedOrder {
    pub(crate) turn: u32,
    pub(crate) side: Side,
    order: Order,
    /// `true` for the first order of its half-turn.
    begins_half_turn: bool,
    events: Vec<Event>,
    /// What each guest is told, where that is something else.
    told: [Option<Vec<Event>>; 3],
}

impl FeedOrder {
    /// Keeps an order that has just been followed in a half-turn; `all` are its events, and the battle stands where they
    /// have led.
    pub(crate) fn new(
        half_turn: (u32, Side),
        begins: bool,
        order: Order,
        battle: &Battle,
        all: Vec<Event>,
    ) -> Self {
        let (turn, side) = half_turn;
        let told = Guest::ALL.map(|guest| {
            let told = battle.events_for(guest.side()?, &all);
            (told != all).then(|| told.to_vec())
        });
        Self { turn, side, order, begins_half_turn: begins, events: all, told }
    }

    /// Tells whoever watches what both sides know of the order, which was followed in the battle `before`.
    pub(crate) fn tell_watchers(&mut self, common: &mut CommonKnowledge, before: &Battle) {
        let told = common.tell_order(before, &self.events);
        self.told[Guest::Watcher.index()] = (told != self.events).then_some(told);
    }

    /// Returns `true` unless the order is a move that ended before its hex: where it was to end is nobody else's
    /// knowledge.
    fn is_carried_out(&self) -> bool {
        let Order::Move { unit, to } = self.order else { return true };
        let arrives = |event: &Event| matches!(*event, Event::Stepped { unit: of, to: at, .. } if of == unit && at == to);
        self.events.iter().any(arrives)
    }
}

/// What one guest is told: orders, one after the other. An order of which nothing may be told leaves no gap, so that
/// nobody can count those out of sight.
#[derive(Debug, Clone, Default)]
pub(crate) struct Feed {
    /// The turn in which each order was given, and the order.
    told: Vec<(u32, ToldOrderMessage)>,
    /// `true` if orders of a half-turn have begun of which nothing has been told yet.
    begun: bool,
}

impl Feed {
    /// Number of orders told.
    pub(crate) const fn len(&self) -> usize {
        self.told.len()
    }

    /// Returns the orders from a number on that were given before a turn, or all of them.
    pub(crate) fn told_between(&self, from: usize, before_turn: Option<u32>) -> Vec<ToldOrderMessage> {
        let late = |turn: u32| before_turn.is_some_and(|before| turn >= before);
        let told = self.told.iter().skip(from).take_while(|(turn, _)| !late(*turn));
        told.map(|(_, told)| told.clone()).collect()
    }

    /// Tells the guest of an order.
    pub(crate) fn push_order(&mut self, guest: Guest, followed: &FeedOrder) {
        self.begun |= followed.begins_half_turn;
        let told = followed.told[guest.index()].as_deref();
        let events = told.unwrap_or(&followed.events);
        // That a half-turn has ended is told to everybody, whatever else it brought about.
        let is_open = followed.order == Order::EndTurn || told.is_none() && followed.is_carried_out();
        let knows_order = guest.side() == Some(followed.side) || is_open;
        let order = knows_order.then(|| followed.order.into());
        if order.is_none() && events.is_empty() {
            return;
        }
        let mark = std::mem::take(&mut self.begun).then_some(EventMessage::OrdersBegan {});
        let events = mark.into_iter().chain(events.iter().map(|&event| event.into())).collect();
        self.told.push((followed.turn, ToldOrderMessage { side: followed.side, order, events }));
    }

    /// Takes the last order back, which the guest has given itself.
    pub(crate) fn pop_order(&mut self) {
        let popped = self.told.pop();
        self.begun =
            popped.is_some_and(|(_, told)| told.events.first() == Some(&EventMessage::OrdersBegan {}));
    }

    /// Adds the end of the battle, which no order brought about, to the last order, or tells it by itself.
    pub(crate) fn push_end(&mut self, (turn, side): (u32, Side), events: &[Event]) {
        let events = events.iter().map(|&event| event.into()).collect();
        self.told.push((turn, ToldOrderMessage { side, order: None, events }));
    }
}
