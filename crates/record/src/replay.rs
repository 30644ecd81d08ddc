//! Game records and replays: battles with all their orders, written down to be played again.
//!
//! A replay is the scenario, then every order with the running hash after the order. Dice are not
//! written: their seed or key makes the same rolls again. A save is the replay of a battle that is not over.

mod bytes;

pub use bytes::replay_behaviour_of_bytes;

use std::fmt;

use hotgates_engine::mix::split_mix;
use hotgates_engine::{
    Battle, Coord, Dice, DiceSource, Event, Fault, Hex, Illegal, Objective, Order, Scenario, Side, UnitEntry,
    Verdict, VictoryKind, count_words,
};

/// The first bytes of a replay file.
const MAGIC: &str = "HOTGATES";

/// Number of the way in which battles are played: raised by every change after which the same
/// scenario, dice and orders make another battle.
pub const BEHAVIOUR: u32 = 1;

/// The record of a game: the position, the dice, the orders so far and the running hash over the
/// orders.
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Order, Scenario, Side};
/// use hotgates_record::{GameRecord, Replay};
///
/// let rows = ["....................", "#..................."].map(str::to_owned).to_vec();
/// let scenario = Scenario::classic(MapFile { rows, ..MapFile::default() });
/// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
///
/// let mut game = GameRecord::new(battle, scenario.dice_source());
/// game.act(Order::EndTurn, &mut Vec::new())?;
/// assert_eq!((game.battle().side(), game.orders().len()), (Side::Blue, 1));
///
/// let replay = Replay::decode(&game.replay(&scenario).encode()).expect("a replay");
/// assert_eq!(replay.play_again().expect("a true replay").hash(), game.hash());
/// # Ok::<(), hotgates_engine::Illegal>(())
/// ```
#[derive(Debug, Clone)]
pub struct GameRecord {
    battle: Battle,
    source: DiceSource,
    dice: Dice,
    orders: Vec<(Order, u64)>,
    /// Hash before the first order.
    start: u64,
    hash: u64,
}

impl GameRecord {
    /// Makes the record of a battle that has not begun, with the dice of a source; see
    /// [`Scenario::dice_source`].
    #[must_use]
    pub fn new(battle: Battle, source: impl Into<DiceSource>) -> Self {
        let source = source.into();
        let start = source.start_of_record(battle.fingerprint());
        Self { source, dice: Dice::of_source(source), orders: Vec::new(), start, hash: start, battle }
    }

    /// Returns the position.
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Returns the source of the dice.
    pub const fn dice_source(&self) -> DiceSource {
        self.source
    }

    /// Returns the hash over all orders so far: on every machine the same for the same scenario,
    /// dice and orders.
    ///
    /// Nobody who plays may know it before the battle is over: with a seed it tells the dice to come.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Has every attack from now on do what it does at the mean roll, for whoever tries a plan: the
    /// replay of such a game does not play again.
    pub fn use_mean_dice(&mut self) {
        self.dice = Dice::showing_sums([7, 7]);
    }

    /// Returns every order so far, each with the running hash after the order.
    pub fn orders(&self) -> &[(Order, u64)] {
        &self.orders
    }

    /// Follows an order; see [`Battle::act`].
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn act(&mut self, order: Order, log: &mut Vec<Event>) -> Result<(), Illegal> {
        self.battle.act(order, &mut self.dice, log)?;
        self.hash = split_mix(split_mix(self.hash ^ order_code(order)) ^ self.battle.hash());
        self.orders.push((order, self.hash));
        Ok(())
    }

    /// Ends the battle by the loss of a side that gives it up or goes wrong; see [`Battle::concede`].
    ///
    /// # Panics
    /// When the battle is over, or `how` is [no concession](VictoryKind::is_concession) of one side.
    pub fn concede(&mut self, loser: Side, how: VictoryKind, log: &mut Vec<Event>) {
        self.battle.concede(loser, how, log);
        self.hash_end(7 << 48 | (loser as u64) << 8 | how as u64);
    }

    /// Ends the battle by a draw to which both sides have agreed; see [`Battle::agree_draw`].
    ///
    /// # Panics
    /// When the battle is over.
    pub fn agree_draw(&mut self, log: &mut Vec<Event>) {
        self.battle.agree_draw(log);
        self.hash_end(8 << 48);
    }

    /// Ends the battle as another record of it says that it ended.
    ///
    /// # Panics
    /// As [`concede`](Self::concede).
    pub fn follow_concession(&mut self, concession: Concession, log: &mut Vec<Event>) {
        match concession.loser {
            Some(loser) => self.concede(loser, concession.how, log),
            None => self.agree_draw(log),
        }
    }

    fn hash_end(&mut self, code: u64) {
        self.hash = split_mix(split_mix(self.hash ^ split_mix(code)) ^ self.battle.hash());
    }

    /// Returns the replay of the game; `scenario` is the scenario of the battle.
    pub fn replay(&self, scenario: &Scenario) -> Replay {
        let (orders, verdict) = (self.orders.clone(), self.battle.verdict());
        let conceded = verdict.is_some_and(|verdict| verdict.how.is_concession());
        let is_new = conceded || scenario.key.is_some() || needs_newest_format(scenario);
        Replay { scenario: scenario.clone(), start: is_new.then_some(self.start), orders, verdict }
    }
}

/// Returns an order as a number made of its kind, its unit, and its hex or target.
fn order_code(order: Order) -> u64 {
    match order {
        Order::EndTurn => split_mix(1),
        Order::Attack { unit, target } => split_mix(2 << 48 | u64::from(unit.0) << 16 | u64::from(target.0)),
        Order::Exit { unit } => split_mix(4 << 48 | u64::from(unit.0)),
        Order::Face { unit, way } => split_mix(5 << 48 | u64::from(unit.0) << 8 | way as u64),
        Order::Move { unit, to } => split_mix(3 << 48 | u64::from(unit.0) << 32 | hex_code(to)),
        Order::Work { unit, at, work } => {
            split_mix(6 << 48 | u64::from(unit.0) << 32 | hex_code(at)) ^ split_mix(work.0.into())
        }
    }
}

fn hex_code(hex: Hex) -> u64 {
    let Coord { col, row } = hex.into();
    let [col, row] = [col, row].map(|n| u64::from(n.cast_unsigned() & 0xFFFF));
    col << 16 | row
}

/// Returns `true` if a scenario has goals, points, homes, terms of the sides, contingents, arrivals, withdrawals, events, units with a name, with
/// experience or a way that they face, or rules that older programs do not know.
fn needs_newest_format(Scenario { map, rules, .. }: &Scenario) -> bool {
    let comes_or_goes = |unit: &UnitEntry| unit.arrives.is_some() || unit.withdraws.is_some();
    let is_more = |unit: &UnitEntry| {
        unit.experience.is_some()
            || unit.facing.is_some()
            || unit.called.is_some()
            || unit.contingent.is_some()
    };
    let has_new_fields = |unit: &UnitEntry| comes_or_goes(unit) || is_more(unit);
    let mut armies = Side::BOTH.into_iter().filter_map(|side| map.army(side));
    !(map.goals.is_empty() && map.wins.is_empty() && map.events.is_empty() && map.red_holds.is_empty())
        || map.victory_points.is_some()
        || !(map.home.is_empty() && map.contingents.is_empty())
        || !(map.types.is_empty() && map.factor.is_even())
        || map.objective == Some(Objective::Goals)
        || armies.any(|army| army.units.iter().any(has_new_fields))
        || rules.options.need_newest_format()
}

/// A battle written down: its scenario, its orders and its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Scenario of the battle, complete, without references to other files, and with the key of its dice.
    pub scenario: Scenario,
    /// Running hash before the first order, as far as the format of the file holds it; with a key always.
    pub start: Option<u64>,
    /// Every order with the running hash after the order.
    pub orders: Vec<(Order, u64)>,
    /// Verdict of the battle; `None` for a saved battle that is not over.
    pub verdict: Option<Verdict>,
}

/// The end of a battle that no rule brought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Concession {
    /// The side that gave the battle up or went wrong; `None` if both agreed to a draw.
    pub loser: Option<Side>,
    /// What it did: a kind that [is a concession](VictoryKind::is_concession).
    pub how: VictoryKind,
}

impl Concession {
    /// Returns the concession by which a battle ended; `None` for a verdict of the rules.
    #[must_use]
    pub fn of_verdict(verdict: Verdict) -> Option<Self> {
        let Verdict { winner, how } = verdict;
        how.is_concession().then(|| Self { loser: winner.map(Side::other), how })
    }
}

/// The reason why bytes are not a replay.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Bytes of another kind of file.
    #[error("this is not a Hotgates replay: it does not start with `{}`", MAGIC)]
    NotAReplay,
    /// A format that this build does not know.
    #[error("replay format {found} is not known; this build reads formats up to {known}")]
    Version {
        /// Format of the file.
        found: u16,
        /// Format that can be read.
        known: u16,
    },
    /// A battle played by rules that this build plays in another way.
    #[error("the replay was played by behaviour {found} of the rules; this build plays behaviour {known}")]
    Behaviour {
        /// Behaviour of the file.
        found: u32,
        /// Behaviour of this build.
        known: u32,
    },
    /// The bytes end too early.
    #[error("the replay ends in the middle of {part}, at byte {at}")]
    Truncated {
        /// The part being read.
        part: ReplayPart,
        /// Number of bytes in the file.
        at: usize,
    },
    /// Bytes after the end.
    #[error("{} the end of the replay", count_words(*.extra, "byte follows", "bytes follow"))]
    TooLong {
        /// Number of extra bytes.
        extra: usize,
    },
    /// A byte without a meaning.
    #[error("{part}, at byte {at}: {what}")]
    Malformed {
        /// The part being read.
        part: ReplayPart,
        /// Offset of the byte.
        at: usize,
        /// The mistake.
        what: ReplayDefect,
    },
    /// A scenario that cannot be read or is not sound.
    #[error("the scenario in it: {}", .0.iter().map(|fault| fault.message_in_file("scenario")).collect::<Vec<_>>().join("; "))]
    Scenario(Vec<Fault>),
    /// A checksum that does not fit the bytes before.
    #[error("the checksum does not fit: the file says {found:08x}, its bytes make {made:08x}")]
    Checksum {
        /// Checksum in the file.
        found: u32,
        /// Checksum of the bytes before.
        made: u32,
    },
}

/// A part of the bytes of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayPart {
    /// The first bytes, which name the format.
    Header,
    /// The map as text.
    Map,
    /// The rules as text.
    Rules,
    /// The number of orders.
    OrderCount,
    /// An order.
    Order {
        /// Number of the order, from 1.
        number: usize,
        /// Number of orders.
        of: usize,
    },
    /// The verdict.
    Verdict,
    /// The checksum.
    Checksum,
}

impl fmt::Display for ReplayPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Map => f.write_str("the map"),
            Self::Rules => f.write_str("the rules"),
            Self::OrderCount => f.write_str("the number of orders"),
            Self::Order { number, of } => write!(f, "order {number} of {of}"),
            Self::Verdict => f.write_str("the verdict"),
            Self::Checksum => f.write_str("the checksum"),
        }
    }
}

/// Bytes of a replay that mean nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReplayDefect {
    /// Bytes that are no text.
    #[error("not UTF-8 text")]
    NotText,
    /// A number of no kind of order.
    #[error("{0} is no kind of order")]
    NoOrder(u8),
    /// A number of no direction.
    #[error("{0} is no direction")]
    NoDirection(u16),
    /// A length that is not that of the order.
    #[error("{0} is not the length of the order that follows")]
    OrderLength(u8),
    /// A number of no side.
    #[error("{0} is no winner")]
    NoWinner(u8),
    /// A number of no kind of victory.
    #[error("{0} is no way to win")]
    NoVictory(u8),
    /// A kind of victory of a battle that goes on.
    #[error("{0} is no way to win a battle that is not over")]
    EarlyVictory(u8),
}

/// The place where a replay stops being true.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayBreak {
    /// A replay that cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReplayError),
    /// A scenario that makes another battle than the recorded one.
    #[error(
        "broken before the first order: the scenario makes the hash {played:016x}, the replay says {recorded:016x}"
    )]
    Start {
        /// Hash in the file.
        recorded: u64,
        /// Hash of the battle that the scenario makes.
        played: u64,
    },
    /// An order that cannot be followed.
    #[error("broken at order {number} of {of} ({order}): {why}")]
    Illegal {
        /// Number of the order, from 1.
        number: usize,
        /// Number of orders in the replay.
        of: usize,
        /// The order.
        order: Order,
        /// The reason why the order is illegal.
        why: Illegal,
    },
    /// An order that leads to another position than recorded.
    #[error(
        "broken at order {number} of {of} ({order}): its hash is {recorded:016x}, playing it makes {played:016x}"
    )]
    Hash {
        /// Number of the order, from 1.
        number: usize,
        /// Number of orders in the replay.
        of: usize,
        /// The order.
        order: Order,
        /// Hash in the file.
        recorded: u64,
        /// Hash after playing the order.
        played: u64,
    },
    /// A recorded end that is not the end of the battle.
    #[error("broken at the end: the replay says {}, playing it says {}", verdict_text(*.recorded), verdict_text(*.played))]
    Verdict {
        /// Verdict in the file.
        recorded: Option<Verdict>,
        /// Verdict after playing the orders.
        played: Option<Verdict>,
    },
    /// A wrong checksum although every order plays as recorded: the damage changes no position.
    #[error(
        "every order plays as recorded, but {0}; what changed is a text in the scenario or the checksum itself"
    )]
    Checksum(ReplayError),
}

fn verdict_text(verdict: Option<Verdict>) -> String {
    verdict.map_or_else(|| "it is not over".to_owned(), |verdict| verdict.to_string())
}

impl Replay {
    /// Plays the replay again from its scenario and compares every hash.
    ///
    /// # Errors
    /// The place where the replay stops being true.
    pub fn play_again(&self) -> Result<GameRecord, ReplayBreak> {
        let mut record = self.play_orders()?;
        if let Some(conceded) = self.concession()
            && record.battle().verdict().is_none()
        {
            record.follow_concession(conceded, &mut Vec::new());
        }
        if record.battle().verdict() != self.verdict {
            return Err(ReplayBreak::Verdict { recorded: self.verdict, played: record.battle().verdict() });
        }
        Ok(record)
    }

    /// Returns the concession by which the battle ended, which comes after the last order; `None` if a rule
    /// ended it, or nothing has.
    pub fn concession(&self) -> Option<Concession> {
        Concession::of_verdict(self.verdict?)
    }

    fn play_orders(&self) -> Result<GameRecord, ReplayBreak> {
        let battle = Battle::from_scenario(&self.scenario).map_err(ReplayError::Scenario)?;
        let mut record = GameRecord::new(battle, self.scenario.dice_source());
        if let Some(recorded) = self.start.filter(|&start| start != record.hash()) {
            return Err(ReplayBreak::Start { recorded, played: record.hash() });
        }
        let mut log = Vec::new();
        let of = self.orders.len();
        for (number, &(order, recorded)) in (1..).zip(&self.orders) {
            record.act(order, &mut log).map_err(|why| ReplayBreak::Illegal { number, of, order, why })?;
            log.clear();
            if record.hash() != recorded {
                return Err(ReplayBreak::Hash { number, of, order, recorded, played: record.hash() });
            }
        }
        Ok(record)
    }
}
