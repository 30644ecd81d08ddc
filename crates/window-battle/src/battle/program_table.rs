//! Programs at their battle: each hears of the orders on a thread of its own, when it is to move and once the
//! battle is over. What a person has ordered and may still take back it hears only then.

use hotgates_engine::{Battle, Order, Side};
use hotgates_play::{Cancel, Contestant, ProgramFault, ProgramOrder, ProgramPlayer, Seat, SeatError};
use hotgates_record::{Concession, GameRecord};

/// A program at its battle, and how far it knows it.
pub(super) struct ProgramAtTable {
    player: Box<dyn ProgramPlayer>,
    /// The battle as the program has been told of it.
    told: GameRecord,
}

impl ProgramAtTable {
    /// Starts the program of a seat for a battle that has not begun. `start` has the position before the first
    /// order, and `seed` is for the program's own chance.
    pub(super) fn sit_down(seat: &Seat, start: GameRecord, side: Side) -> Result<Self, SeatError> {
        match seat.make_contestant(start.battle(), side, start.dice_source())? {
            Contestant::Program(player) => Ok(Self { player, told: start }),
            Contestant::Computer(_) => Err(SeatError::NotStarted { name: seat.name().clone() }),
        }
    }

    /// Tells the program of the orders that it does not know yet; `orders` are all orders of the battle.
    pub(super) fn tell_orders(&mut self, orders: &[Order]) {
        for &order in orders.iter().skip(self.told.orders().len()) {
            self.tell_order(order);
        }
    }

    fn tell_order(&mut self, order: Order) {
        let mut events = Vec::new();
        // The battle follows the same orders.
        if self.told.act(order, &mut events).is_ok() {
            self.player.watch_order(self.told.battle(), &events);
        }
    }

    /// Returns the next order of the program, which is to move and knows of all orders so far. The program hears
    /// at once what comes of the order.
    pub(super) fn next_order(&mut self, cancel: &Cancel) -> Result<ProgramOrder, ProgramFault> {
        let given = self.player.next_order(self.told.battle(), cancel)?;
        self.tell_order(given.order);
        Ok(given)
    }

    /// Tells the program that the battle is over, and parts from it.
    pub(super) fn part_after_battle(mut self, orders: &[Order], concession: Option<Concession>) {
        self.tell_orders(orders);
        if let Some(concession) = concession.filter(|_| self.told.battle().verdict().is_none()) {
            let mut events = Vec::new();
            self.told.follow_concession(concession, &mut events);
            self.player.watch_order(self.told.battle(), &events);
        }
        let battle: &Battle = self.told.battle();
        if battle.verdict().is_some() {
            self.player.end_battle(battle, self.told.hash());
        }
    }
}
