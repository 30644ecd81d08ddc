//! A bot's side of one game: the battle as messages tell it.

use hotgates_engine::{Battle, Fault, Knower, Side, Spectator, View};

use crate::event::{EventMessage, watch_event_messages};
use crate::event_fault::EventFault;
use crate::message::NewGame;

/// A game as a bot knows it, for bots that have the engine: the battle that its side knows, kept up to date
/// by the events that it is told.
#[derive(Debug, Clone)]
pub struct KnownGame {
    onlooker: Spectator,
    side: Side,
}

impl KnownGame {
    /// Makes the battle of a new game.
    ///
    /// # Errors
    /// Every fault of the scenario.
    pub fn begin(new: &NewGame) -> Result<Self, Vec<Fault>> {
        let battle = new.scenario.clone().begin_battle(Some(Knower::Side(new.side)), &new.sighted)?;
        Ok(Self { onlooker: Spectator::new(battle), side: new.side })
    }

    /// Brings the battle to where it was after some events.
    ///
    /// # Errors
    /// An event that cannot happen in the battle.
    pub fn watch_events(&mut self, events: &[EventMessage]) -> Result<(), EventFault> {
        watch_event_messages(&mut self.onlooker, events).map(|_| ())
    }

    /// Returns the battle as the side knows it.
    pub const fn battle(&self) -> &Battle {
        self.onlooker.battle()
    }

    /// Returns the view of the side.
    pub fn view(&self) -> View<'_> {
        View::new(self.battle(), self.side)
    }
}
