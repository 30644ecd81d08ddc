//! A battle at a server's table: known by what the page is told, and by nothing else.

use hotgates_engine::{Battle, BySide, Event, Order, Scenario};
use hotgates_play::Seats;
use hotgates_protocol::{EventMessage, OrderMessage, TableArrangement, TableBattle, Told, ToldOrderMessage};

use super::{FollowedOrder, GameSource, KEPT_EVERY, WebGame, after_events};
use crate::fault::WebFault;

impl WebGame {
    /// Begins a battle as a table tells it, between commanders of these names.
    ///
    /// # Errors
    /// The faults of the scenario.
    pub fn join_table(told: &TableBattle, names: &BySide<String>) -> Result<Self, WebFault> {
        let known = told.known_scenario().map_err(WebFault::Scenario)?;
        let start = told.begin_battle().map_err(WebFault::Scenario)?;
        let scenario = Scenario::new(known.map, known.rules);
        Ok(Self {
            scenario,
            seats: Seats::from_names(&names.red, &names.blue),
            kept: vec![start.clone()],
            source: GameSource::Told { battle: start.clone(), you: told.side },
            start,
            orders: Vec::new(),
            undo: Vec::new(),
            players: BySide { red: None, blue: None },
            reveals_all: told.side.is_none(),
            zone: Vec::new(),
        })
    }

    /// Shows a battle before it begins, as a seat arranges its units at a table, between commanders of these names.
    ///
    /// # Errors
    /// The faults of the scenario.
    pub fn arrange_at_table(told: &TableArrangement, names: &BySide<String>) -> Result<Self, WebFault> {
        let battle = told.arranged_battle(&told.placed).map_err(WebFault::Scenario)?;
        let mut game = Self::join_table(&battle, names)?;
        game.zone.clone_from(&told.zone);
        Ok(game)
    }

    /// Hears orders in place of all from a number on.
    ///
    /// # Errors
    /// The game is at no table, or lacks orders before those.
    pub fn hear_orders(&mut self, told: Told) -> Result<(), WebFault> {
        let from = told.from as usize;
        if from > self.orders.len() || !matches!(self.source, GameSource::Told { .. }) {
            return Err(WebFault::Request(
                "these orders do not follow those that were told before".to_owned(),
            ));
        }
        self.orders.truncate(from);
        self.kept.truncate(from / KEPT_EVERY + 1);
        let mut now = self.replayed_position(from);
        for told in told.orders {
            let followed = followed_order(&now, told);
            now = after_events(now, &followed.events);
            self.orders.push(followed);
            if self.orders.len().is_multiple_of(KEPT_EVERY) {
                self.kept.push(now.clone());
            }
        }
        if let GameSource::Told { battle, .. } = &mut self.source {
            *battle = now;
        }
        Ok(())
    }
}

/// Returns an order that was told, in the position before it. Of one that happened out of sight only its events are known.
fn followed_order(before: &Battle, told: ToldOrderMessage) -> FollowedOrder {
    let order = told.order.and_then(OrderMessage::as_order);
    let events: Vec<Event> = told.events.into_iter().filter_map(EventMessage::into_event).collect();
    // A battle that ends without an order is not told of as one.
    let of_order = events.iter().filter(|event| !matches!(event, Event::Ended { .. })).copied();
    FollowedOrder {
        side: told.side,
        turn: before.turn(),
        order: order.unwrap_or(Order::EndTurn),
        reason: None,
        told: order.is_none().then(|| of_order.collect()),
        events,
    }
}
