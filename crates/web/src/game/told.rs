//! A battle at a server's table, or of a view log: known by what the page is told, and by nothing else.

use hotgates_engine::{BySide, Event, Order, Scenario, Spectator};
use hotgates_play::Seats;
use hotgates_protocol::{TableArrangement, TableBattle, Told, WatchedOrder};

use super::{FollowedOrder, GameSource, KEPT_EVERY, WebGame};
use crate::fault::WebFault;

impl WebGame {
    /// Begins a battle as a table tells it, between commanders of these names, or else of those in its map.
    ///
    /// # Errors
    /// The faults of the scenario.
    pub fn join_table(told: &TableBattle, names: Option<&BySide<String>>) -> Result<Self, WebFault> {
        let known = told.known_scenario().map_err(WebFault::Scenario)?;
        let start = told.begin_battle().map_err(WebFault::Scenario)?;
        let scenario = Scenario::new(known.map, known.rules);
        let seats = names.map(|names| Seats::from_names(&names.red, &names.blue));
        Ok(Self {
            seats: seats.unwrap_or_else(|| Seats::in_file(&scenario.map)),
            scenario,
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
        let mut game = Self::join_table(&battle, Some(names))?;
        game.zone.clone_from(&told.zone);
        Ok(game)
    }

    /// Hears orders in place of all from a number on.
    ///
    /// # Errors
    /// The game is at no table, lacks orders before those, or something that is told cannot be in the battle.
    pub fn hear_orders(&mut self, told: Told) -> Result<(), WebFault> {
        let from = told.from as usize;
        if from > self.orders.len() || !matches!(self.source, GameSource::Told { .. }) {
            return Err(WebFault::Request(
                "these orders do not follow those that were told before".to_owned(),
            ));
        }
        let mut onlooker = Spectator::new(self.replayed_position(from));
        let (mut orders, mut kept) = (Vec::new(), Vec::new());
        for told in told.orders {
            let turn = onlooker.battle().turn();
            onlooker.begin_order();
            let watched = told.watch(&mut onlooker);
            let watched = watched.map_err(|fault| WebFault::Told(from + orders.len() + 1, fault))?;
            orders.push(followed_order(turn, watched));
            if (from + orders.len()).is_multiple_of(KEPT_EVERY) {
                kept.push(onlooker.battle().clone());
            }
        }
        self.orders.truncate(from);
        self.orders.append(&mut orders);
        self.kept.truncate(from / KEPT_EVERY + 1);
        self.kept.append(&mut kept);
        if let GameSource::Told { battle, .. } = &mut self.source {
            *battle = onlooker.into_battle();
        }
        Ok(())
    }
}

/// Returns an order that was told in a turn. Of one that happened out of sight only its events are known.
fn followed_order(turn: u32, WatchedOrder { side, order, events }: WatchedOrder) -> FollowedOrder {
    // A battle that ends without an order is not told of as one.
    let of_order = events.iter().filter(|event| !matches!(event, Event::Ended { .. })).copied();
    FollowedOrder {
        side,
        turn,
        order: order.unwrap_or(Order::EndTurn),
        reason: None,
        told: order.is_none().then(|| of_order.collect()),
        events,
    }
}
