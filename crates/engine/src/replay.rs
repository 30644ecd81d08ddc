//! Courses and replays: a battle with everything that happened in it, written down so that anyone can play it again.
//!
//! A replay is the scenario, then every order with the running hash after it. Dice are not written: the seed makes
//! them again. A save is the replay of a battle that has not ended.

mod bytes;

use crate::battle::Battle;
use crate::battle::dice::Dice;
use crate::battle::event::Event;
use crate::battle::order::{Illegal, Order};
use crate::battle::outcome::Verdict;
use crate::battle::zobrist::mix;
use crate::file::fault::Fault;
use crate::file::scenario::Scenario;
use crate::grid::coord::Coord;

/// The first bytes of a replay file.
const MAGIC: &str = "HOTGATES";

/// A battle being played: its position, its dice, its orders so far and the running hash over all of them.
#[derive(Debug, Clone)]
pub struct Course {
    battle: Battle,
    seed: u64,
    dice: Dice,
    orders: Vec<(Order, u64)>,
    hash: u64,
}

impl Course {
    /// The course of a battle that has not begun, with the dice of a seed: its scenario's, see [`Scenario::seed`].
    #[must_use]
    pub fn new(battle: Battle, seed: u64) -> Self {
        let hash = mix(fingerprint(&battle) ^ mix(seed));
        Self { seed, dice: Dice::new(seed), orders: Vec::new(), hash, battle }
    }

    /// The position.
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The seed of its dice.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The hash over the whole course until now: the same for the same scenario, seed and orders, on every machine.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Every order until now, with the running hash after it.
    pub fn orders(&self) -> &[(Order, u64)] {
        &self.orders
    }

    /// Follows an order; see [`Battle::act`].
    ///
    /// # Errors
    /// Why the order is illegal; then nothing has changed.
    pub fn act(&mut self, order: Order, log: &mut Vec<Event>) -> Result<(), Illegal> {
        self.battle.act(order, &mut self.dice, log)?;
        self.hash = mix(mix(self.hash ^ code(order)) ^ self.battle.hash());
        self.orders.push((order, self.hash));
        Ok(())
    }

    /// The replay of this course; `scenario` is the one its battle was made from.
    pub fn replay(&self, scenario: &Scenario) -> Replay {
        Replay { scenario: scenario.clone(), orders: self.orders.clone(), verdict: self.battle.verdict() }
    }
}

/// An order as a number: its kind, its unit, and its hex or target.
fn code(order: Order) -> u64 {
    match order {
        Order::EndTurn => mix(1),
        Order::Attack { unit, target } => mix(2 << 48 | u64::from(unit.0) << 16 | u64::from(target.0)),
        Order::Move { unit, to } => {
            let Coord { col, row } = to.into();
            let [col, row] = [col, row].map(|n| u64::from(n.cast_unsigned() & 0xFFFF));
            mix(3 << 48 | u64::from(unit.0) << 32 | col << 16 | row)
        }
    }
}

/// A hash of what a battle starts from: ground, roster and length.
fn fingerprint(battle: &Battle) -> u64 {
    let mut hash = mix(u64::from(battle.last_turn()) << 1 | battle.objective() as u64);
    let grid = battle.grid();
    let mut add = |number: u64| hash = mix(hash ^ number);
    add(u64::from(grid.width().cast_unsigned()) << 32 | u64::from(grid.height().cast_unsigned()));
    let mut word = 0;
    for (index, cell) in grid.cells().enumerate() {
        word = word << 8 | u64::from(battle.map().terrain(cell).0);
        if index % 8 == 7 {
            add(std::mem::take(&mut word));
        }
    }
    add(word);
    for (_, unit) in battle.roster() {
        let rank = unit.rank.map_or(0, |rank| u64::from(rank.0) + 1);
        add(u64::from(unit.kind.0)
            | rank << 8
            | u64::from(unit.start.0) << 16
            | u64::from(unit.cell.0) << 32);
    }
    mix(hash ^ battle.hash())
}

/// A battle written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// What it started from, complete: it refers to no other file.
    pub scenario: Scenario,
    /// Every order with the running hash after it.
    pub orders: Vec<(Order, u64)>,
    /// How it ended; none for a saved battle that goes on.
    pub verdict: Option<Verdict>,
}

/// Why bytes are not a replay.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// Something else.
    #[error("this is not a Hotgates replay: it does not start with `{}`", MAGIC)]
    NotAReplay,
    /// A format this build does not know.
    #[error("replay format {found} is not known; this build reads format {known}")]
    Version {
        /// What the file says.
        found: u16,
        /// What can be read.
        known: u16,
    },
    /// The bytes end too early.
    #[error("the replay ends in the middle of {part}, at byte {at}")]
    Truncated {
        /// What was being read.
        part: String,
        /// Where the bytes end.
        at: usize,
    },
    /// There are bytes after the end.
    #[error("{extra} bytes follow the end of the replay")]
    TooLong {
        /// How many.
        extra: usize,
    },
    /// A byte with no meaning.
    #[error("{part}, at byte {at}: {what}")]
    Malformed {
        /// What was being read.
        part: String,
        /// Where.
        at: usize,
        /// What is wrong.
        what: String,
    },
    /// The scenario in it does not read or is not sound.
    #[error("the scenario in it: {}", .0.iter().map(|fault| fault.in_file("scenario")).collect::<Vec<_>>().join("; "))]
    Scenario(Vec<Fault>),
    /// The checksum does not fit the bytes before it.
    #[error("the checksum does not fit: the file says {found:08x}, its bytes make {made:08x}")]
    Checksum {
        /// What the file says.
        found: u32,
        /// What the bytes before it make.
        made: u32,
    },
}

/// Where a replay stops being true.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReplayError),
    /// An order that cannot be followed.
    #[error("broken at order {number} of {of} ({order}): {why}")]
    Illegal {
        /// Which, from 1.
        number: usize,
        /// How many there are.
        of: usize,
        /// The order.
        order: Order,
        /// Why it is illegal.
        why: Illegal,
    },
    /// An order that leads to another position than recorded.
    #[error(
        "broken at order {number} of {of} ({order}): its hash is {recorded:016x}, playing it makes {played:016x}"
    )]
    Hash {
        /// Which, from 1.
        number: usize,
        /// How many there are.
        of: usize,
        /// The order.
        order: Order,
        /// What the file says.
        recorded: u64,
        /// What playing it makes.
        played: u64,
    },
    /// The recorded end is not how it ended.
    #[error("broken at the end: the replay says {}, playing it says {}", ending(*.recorded), ending(*.played))]
    Verdict {
        /// What the file says.
        recorded: Option<Verdict>,
        /// What playing it says.
        played: Option<Verdict>,
    },
    /// Every order plays as recorded, but the checksum does not fit: what is damaged changes no position.
    #[error(
        "every order plays as recorded, but {0}; what changed is a text in the scenario or the checksum itself"
    )]
    Checksum(ReplayError),
}

fn ending(verdict: Option<Verdict>) -> String {
    verdict.map_or_else(|| "it is not over".to_owned(), |verdict| verdict.to_string())
}

impl Replay {
    /// Plays the replay again from its scenario and compares every hash.
    ///
    /// # Errors
    /// Where it stops being true.
    pub fn play(&self) -> Result<Course, Broken> {
        let course = self.play_orders()?;
        if course.battle().verdict() != self.verdict {
            return Err(Broken::Verdict { recorded: self.verdict, played: course.battle().verdict() });
        }
        Ok(course)
    }

    fn play_orders(&self) -> Result<Course, Broken> {
        let battle = Battle::from_scenario(&self.scenario).map_err(ReplayError::Scenario)?;
        let mut course = Course::new(battle, self.scenario.seed());
        let mut log = Vec::new();
        let of = self.orders.len();
        for (number, &(order, recorded)) in (1..).zip(&self.orders) {
            course.act(order, &mut log).map_err(|why| Broken::Illegal { number, of, order, why })?;
            log.clear();
            if course.hash() != recorded {
                return Err(Broken::Hash { number, of, order, recorded, played: course.hash() });
            }
        }
        Ok(course)
    }
}
