//! Programs at the table: commanders that are asked, and may fail.

use std::fmt;
use std::sync::Arc;

use hotgates_ai::Reason;
use hotgates_engine::{Battle, DiceKey, Event, Order, Scenario, Side};
use hotgates_search::{Cancel, Cancelled};

use crate::loss::ProgramLoss;
use crate::player::Player;

/// A program that can command a side of a battle.
///
/// How it is started and spoken to is its implementor's: nothing in this crate does.
///
/// ```
/// use std::sync::Arc;
///
/// use hotgates_engine::{Battle, Event, MapFile, Order, Scenario, Side};
/// use hotgates_play::{
///     Cancel, Program, ProgramChance, ProgramFault, ProgramOrder, ProgramPlayer, Seat, Seats,
/// };
///
/// /// A program that ends each half-turn at once.
/// struct Idler;
///
/// impl Program for Idler {
///     fn join_battle(
///         &self,
///         _: &Battle,
///         _: Side,
///         _: ProgramChance,
///     ) -> Result<Box<dyn ProgramPlayer>, String> {
///         Ok(Box::new(Idler))
///     }
/// }
///
/// impl ProgramPlayer for Idler {
///     fn watch_order(&mut self, _: &Battle, _: &[Event]) {}
///     fn next_order(&mut self, _: &Battle, _: &Cancel) -> Result<ProgramOrder, ProgramFault> {
///         Ok(ProgramOrder { order: Order::EndTurn, reason: Some("later".to_owned()) })
///     }
///     fn end_battle(&mut self, _: &Battle, _: u64) {}
/// }
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let idler = Seat::from_name("bot:idler").with_program(Arc::new(Idler));
/// let mut game = Seats::new(|_| idler.clone()).begin_match(battle, 7_u64)?;
/// game.finish()?;
/// assert_eq!(game.game_record().orders().len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Program: Send + Sync {
    /// Seats the program at a battle that has not begun.
    ///
    /// # Errors
    /// The reason in words why it cannot be started.
    fn join_battle(
        &self,
        battle: &Battle,
        side: Side,
        chance: ProgramChance,
    ) -> Result<Box<dyn ProgramPlayer>, String>;

    /// Returns the same program for the battles of another scenario; `None` if the scenario makes no
    /// difference to it.
    fn for_scenario(&self, _scenario: &Scenario) -> Option<Arc<dyn Program>> {
        None
    }
}

/// What the chance of a battle means for a program that is seated at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProgramChance {
    /// Seed for the program's own chance; never that of the dice.
    pub seed: u64,
    /// Mark of the battle's dice, where they come from a key: battles with the same mark have the same dice,
    /// so that a program that remembers one knows them in the other. The dice do not follow from it.
    pub same_dice: Option<DiceKey>,
}

/// A program that commands a side of one battle; see the example of [`Program`].
pub trait ProgramPlayer: Send {
    /// Hears of an order, its own or another's: `events` are all its events, and the battle stands where
    /// they have led. What its side may not know the implementor keeps from it.
    fn watch_order(&mut self, battle: &Battle, events: &[Event]);

    /// Returns the next order of the program's side, which is to move. The order is legal.
    ///
    /// # Errors
    /// When there is no such order, or the flag is set.
    fn next_order(&mut self, battle: &Battle, cancel: &Cancel) -> Result<ProgramOrder, ProgramFault>;

    /// Hears that the battle is over, and the hash of its record.
    fn end_battle(&mut self, battle: &Battle, record_hash: u64);
}

/// An order of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramOrder {
    /// The order.
    pub order: Order,
    /// Why, in the program's own words.
    pub reason: Option<String>,
}

/// The reason why a program gives no order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProgramFault {
    /// Its side has lost.
    #[error("{}", .0.cause)]
    Lost(Box<ProgramLoss>),
    /// It does not speak our language, which costs it nothing: there is no battle.
    #[error("{why}")]
    Foreign {
        /// What it said, in words.
        why: String,
    },
    /// It was not begun, since its cell could not be put up: that costs it nothing, and there is no battle.
    #[error("the cell cannot be put up: {why}")]
    NoCell {
        /// Why, in words.
        why: String,
    },
    /// Nobody waits for the order any more.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A program on a seat: two are equal if they are one and the same.
#[derive(Clone)]
pub(crate) struct SeatedProgram(pub(crate) Arc<dyn Program>);

impl PartialEq for SeatedProgram {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SeatedProgram {}

impl fmt::Debug for SeatedProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatedProgram")
    }
}

/// Whoever commands a side of a match.
pub enum Contestant {
    /// A built-in commander.
    Computer(Player),
    /// A program.
    Program(Box<dyn ProgramPlayer>),
}

impl Contestant {
    /// Returns the built-in commander, if it is one.
    pub const fn computer(&self) -> Option<&Player> {
        match self {
            Self::Computer(player) => Some(player),
            Self::Program(_) => None,
        }
    }

    /// Steps that a built-in commander has taken in all its half-turns; 0 for a program.
    pub fn steps_taken(&self) -> u64 {
        self.computer().map_or(0, Player::steps_taken)
    }

    /// Hears of an order; built-in commanders see the battle instead.
    pub(crate) fn watch_order(&mut self, battle: &Battle, events: &[Event]) {
        if let Self::Program(program) = self {
            program.watch_order(battle, events);
        }
    }

    /// Hears that the battle is over.
    pub(crate) fn end_battle(&mut self, battle: &Battle, record_hash: u64) {
        if let Self::Program(program) = self {
            program.end_battle(battle, record_hash);
        }
    }
}

impl From<Player> for Contestant {
    fn from(player: Player) -> Self {
        Self::Computer(player)
    }
}

/// The reason for an order.
#[derive(Debug, Clone, PartialEq)]
pub enum OrderReason {
    /// What a built-in commander thought.
    Thought(Reason),
    /// What a program said of it; empty where it said nothing.
    Said(String),
    /// There is no order: what went wrong.
    Lost(Box<ProgramLoss>),
}

impl OrderReason {
    /// Returns the reason in words, for the position in which the order was given.
    pub fn in_words(&self, battle: &Battle) -> String {
        match self {
            Self::Thought(reason) => reason.in_words(battle),
            Self::Said(words) => words.clone(),
            Self::Lost(loss) => loss.why_in_words(),
        }
    }
}
