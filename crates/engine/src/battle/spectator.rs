//! Onlookers: a battle as its events tell it.

use crate::battle::Battle;
use crate::battle::event::Event;

/// An onlooker, who knows a battle by its events and not by its orders and dice: for playing a log
/// back.
///
/// ```
/// use hotgates_engine::{Battle, Dice, MapFile, Order, Scenario, Spectator};
///
/// let map = MapFile::from_ron(r##"(
///     name: "Two men and a castle",
///     rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]),
///     blue: (units: [(type: "infantry")]),
/// )"##)?;
/// let mut battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let (mut onlooker, mut log) = (Spectator::new(battle.clone()), Vec::new());
/// battle.act(Order::EndTurn, &mut Dice::new(1), &mut log).expect("a turn may always be ended");
/// onlooker.begin_order();
/// log.iter().for_each(|event| onlooker.watch_event(event));
/// assert_eq!(onlooker.battle(), &battle);
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone)]
pub struct Spectator {
    battle: Battle,
}

impl Spectator {
    /// Makes an onlooker who has seen a battle until now.
    #[must_use]
    pub const fn new(battle: Battle) -> Self {
        Self { battle }
    }

    /// Returns the battle as far as its events have been watched.
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Returns the battle as far as its events have been watched, to go on with.
    pub fn into_battle(self) -> Battle {
        self.battle
    }

    /// Takes the events from now on as those of an order: they do not belong to the start of the half-turn. Who
    /// asks for [how the last half-turn began](crate::View::before_last_half_turn) says so before the first
    /// order of each half-turn at least.
    pub fn begin_order(&mut self) {
        self.battle.begin_order();
    }

    /// Brings the battle to where it was after an event. The events must be those of this battle,
    /// in order.
    ///
    /// # Panics
    /// May panic on events of another battle.
    pub fn watch_event(&mut self, event: &Event) {
        self.battle.forget_news();
        self.battle.apply_event(event);
    }
}
