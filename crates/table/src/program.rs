//! Programs on seats: each hears of all orders and is asked for its own.

use hotgates_engine::{Battle, DiceSource, Order, Side};
use hotgates_play::{Cancel, Contestant, Player, ProgramFault, ProgramPlayer, Seat, SeatError};
use hotgates_record::GameRecord;

/// A program that is seated at a table, with what it has heard.
pub struct TableProgram {
    player: Box<dyn ProgramPlayer>,
    heard: GameRecord,
}

/// A program that is to give an order: what it has to be told.
pub struct ProgramCall {
    pub(crate) side: Side,
    pub(crate) seat: Seat,
    pub(crate) start: Battle,
    pub(crate) source: DiceSource,
    pub(crate) orders: Vec<Order>,
}

/// The reason why a program gives no order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallFault {
    /// The program cannot be started.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// The program has lost, or does not speak our language.
    #[error(transparent)]
    Program(#[from] ProgramFault),
}

/// Whoever commands a side without being a person.
pub enum ComputerPlayer {
    /// A built-in commander.
    Commander(Player),
    /// A program.
    Program(Box<TableProgram>),
}

impl ProgramCall {
    /// The side that is to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Asks the program for its next order, and returns it with the program. One that was not there before is started
    /// first. It may take as long as programs may think: no task that others wait for.
    ///
    /// # Errors
    /// The reason why there is no order; the program is gone then.
    pub fn ask_program(self, before: Option<TableProgram>) -> Result<(TableProgram, Order), CallFault> {
        let Self { side, seat, start, source, orders } = self;
        let heard_these = |program: &TableProgram| {
            let heard = program.heard.orders();
            heard.len() <= orders.len()
                && heard.iter().zip(&orders).all(|(&(heard, _), order)| heard == *order)
        };
        let mut program = match before.filter(heard_these) {
            Some(program) => program,
            None => TableProgram::seat_program(&seat, &start, side, source)?,
        };
        for &order in &orders[program.heard.orders().len()..] {
            program.hear_order(order);
        }
        let given = program.player.next_order(program.heard.battle(), &Cancel::new())?;
        Ok((program, given.order))
    }
}

impl TableProgram {
    fn seat_program(seat: &Seat, start: &Battle, side: Side, source: DiceSource) -> Result<Self, SeatError> {
        match seat.make_contestant(start, side, source)? {
            Contestant::Program(player) => Ok(Self { player, heard: GameRecord::new(start.clone(), source) }),
            Contestant::Computer(_) => Err(SeatError::NotStarted { name: seat.name().clone() }),
        }
    }

    fn hear_order(&mut self, order: Order) {
        let mut events = Vec::new();
        // The table has followed it before.
        if self.heard.act(order, &mut events).is_ok() {
            self.player.watch_order(self.heard.battle(), &events);
        }
    }
}
