//! Playing: two players take their turns until the battle is over.

use std::sync::Arc;

use hotgates_engine::{
    Battle, BySide, Dice, Event, FaultKind, GameRecord, Illegal, Order, RankId, Reach, Side, UnitId, View,
};
use hotgates_search::Cancel;

use crate::budget::Budget;
use crate::commander::Commander;
use crate::doctrine::Doctrine;
use crate::reason::Reason;
use crate::registry::{UnknownCommander, with_doctrine};
use crate::thinking::{Thinking, Wanted};

/// A commander in its seat: with the rank that sets its budget, and what is left of it in this half-turn.
pub struct Player {
    commander: Box<dyn Commander>,
    rank: Option<RankId>,
    budget: Budget,
    /// The half-turn that the budget is for.
    half: Option<(u32, Side)>,
}

impl Player {
    /// A commander whose budget the highest rank alive on its side sets, or the rank given.
    #[must_use]
    pub fn new(commander: Box<dyn Commander>, rank: Option<RankId>) -> Self {
        Self { commander, rank, budget: Budget::default(), half: None }
    }

    /// The player of a name such as `hunter` or `warden:colonel`, for a battle whose ruleset has the rank.
    ///
    /// `seed` is the commander's own chance, and must not be the seed of the dice.
    ///
    /// # Errors
    /// An unknown commander or rank, with those there are.
    pub fn named(name: &str, battle: &Battle, seed: u64) -> Result<Self, UnknownPlayer> {
        Self::with_doctrine(name, battle, seed, &Doctrine::shipped())
    }

    /// Like [`named`](Self::named), weighing things as a doctrine has it.
    ///
    /// # Errors
    /// An unknown commander or rank, with those there are.
    pub fn with_doctrine(
        name: &str,
        battle: &Battle,
        seed: u64,
        doctrine: &Arc<Doctrine>,
    ) -> Result<Self, UnknownPlayer> {
        let (commander, rank) = match name.split_once(':') {
            Some((commander, rank)) => (commander, Some(rank)),
            None => (name, None),
        };
        let rules = battle.rules();
        let unknown = |rank: &str| UnknownPlayer::Rank {
            rank: rank.to_owned(),
            known: rules.ranks.iter().map(|rank| rank.name.to_lowercase()).collect::<Vec<_>>().join(", "),
        };
        let rank = rank.map(|rank| rules.rank(rank).ok_or_else(|| unknown(rank))).transpose()?;
        Ok(Self::new(with_doctrine(commander, seed, doctrine)?, rank))
    }

    /// The commander's name.
    pub fn name(&self) -> &str {
        self.commander.name()
    }

    /// Steps left and taken in the present half-turn.
    pub const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The next order of the side to move.
    pub fn order(&mut self, battle: &Battle) -> (Order, Reason) {
        let side = self.begin(battle);
        self.commander.order(View::new(battle, side), &mut self.budget)
    }

    /// What the commander has thought in the present half-turn, as far as it has got: [`insight`](Self::insight) without
    /// the orders to come, candidates and filled positions.
    pub fn thinking(&self) -> Thinking {
        let mut thinking = self.commander.thinking();
        let (left, spent) = (self.budget.left(), self.budget.spent());
        (thinking.steps.of, thinking.steps.spent) = (left + spent, spent);
        thinking
    }

    /// What the commander makes of a battle at the beginning of a half-turn of `side`: its sets with why each is held
    /// or not, the positions it wants, who could fill them and who will, the steps that takes, and the orders it would
    /// give. It plays the half-turn on a copy, with planning dice; when the enemy is to move, as if that did nothing.
    ///
    /// For a player of its own, not one that is in a match: what that remembers of its half-turn is forgotten. Cost: a
    /// half-turn, and the reach of each unit.
    pub fn insight(&mut self, battle: &Battle, side: Side) -> Thinking {
        let (mut ahead, mut dice, mut log) = (battle.clone(), Dice::new(0), Vec::new());
        if ahead.verdict().is_none() && ahead.side() != side {
            ahead.act(Order::EndTurn, &mut dice, &mut log).expect("a turn may always be ended");
        }
        let start = ahead.clone();
        self.half = None;
        let mut orders = Vec::new();
        while ahead.verdict().is_none() && ahead.side() == side {
            let (order, reason) = self.order(&ahead);
            if order == Order::EndTurn || ahead.act(order, &mut dice, &mut log).is_err() {
                break;
            }
            orders.push((order, reason));
        }
        if self.half.is_none() {
            return Thinking::default();
        }
        let mut thinking = Thinking { orders, ..self.thinking() };
        let mut reach = Reach::new();
        for unit in start.living(side) {
            start.reach(unit, &mut reach);
            let here = start.unit(unit).cell;
            for Wanted { position, candidates, .. } in &mut thinking.wanted {
                let there = position.cell == here || reach.left(position.cell).is_some();
                if there && position.fits(View::new(&start, side), unit) {
                    candidates.push(unit);
                }
            }
        }
        for Wanted { position, filled, .. } in &mut thinking.wanted {
            let fits = |&unit: &UnitId| {
                ahead.info(unit).side == side && position.fits(View::new(&ahead, side), unit)
            };
            *filled = ahead.at(position.cell).filter(fits);
        }
        self.half = None;
        thinking
    }

    /// Like [`order`](Self::order), but thinking ends at once when the flag is set.
    pub fn order_unless(&mut self, battle: &Battle, cancel: &Cancel) -> (Order, Reason) {
        let side = self.begin(battle);
        self.budget = std::mem::take(&mut self.budget).cancelled_by(cancel.clone());
        self.commander.order(View::new(battle, side), &mut self.budget)
    }

    /// Begins the half-turn that the battle is in, unless it has begun already; returns its side.
    fn begin(&mut self, battle: &Battle) -> Side {
        let side = battle.side();
        let half = Some((battle.turn(), side));
        if self.half != half {
            self.half = half;
            self.budget = Budget::for_half(View::new(battle, side), self.rank);
            self.commander.begin(View::new(battle, side));
        }
        side
    }
}

/// A name that no player can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownPlayer {
    /// No such commander.
    #[error(transparent)]
    Commander(#[from] UnknownCommander),
    /// No such rank.
    #[error("unknown rank `{rank}`; known: {known}")]
    Rank {
        /// The rank.
        rank: String,
        /// Those of the ruleset.
        known: String,
    },
}

impl From<UnknownPlayer> for FaultKind {
    fn from(unknown: UnknownPlayer) -> Self {
        match unknown {
            UnknownPlayer::Commander(commander) => commander.into(),
            UnknownPlayer::Rank { rank, known } => Self::Unknown { what: "rank".into(), name: rank, known },
        }
    }
}

/// The seeds of the two players' own chance in a battle whose dice have this seed.
///
/// Drawn from the same generator as dice are, far away from them, so that a commander cannot tell the dice by it.
#[must_use]
pub fn own_seeds(seed: u64) -> BySide<u64> {
    let mut draw = Dice::stream(seed, 2);
    let mut word = || u64::from(draw.below(u32::MAX)) << 32 | u64::from(draw.below(u32::MAX));
    BySide::new(|_| word())
}

/// A battle between two players.
pub struct Match {
    course: GameRecord,
    players: BySide<Player>,
    events: Vec<Event>,
}

/// One order of a match, and what came of it.
#[derive(Debug)]
pub struct Turn<'a> {
    /// Who gave it.
    pub side: Side,
    /// The order.
    pub order: Order,
    /// Why it was given.
    pub reason: Reason,
    /// What happened.
    pub events: &'a [Event],
}

/// A commander gave an order that the rules do not allow: a fault of the commander.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{commander} ordered {order}, which is illegal: {why}")]
pub struct Stopped {
    /// The commander's name.
    pub commander: String,
    /// The order.
    pub order: Order,
    /// Why it is illegal.
    pub why: Illegal,
}

impl Match {
    /// A match from the beginning of a battle, with the dice of a seed.
    #[must_use]
    pub fn new(battle: Battle, seed: u64, players: BySide<Player>) -> Self {
        Self { course: GameRecord::new(battle, seed), players, events: Vec::new() }
    }

    /// A match taken up where a course has got to. `start` is the battle before its first order.
    ///
    /// Commanders remember nothing beyond a half-turn: they are brought up to date by asking them again for the
    /// orders of the one that has begun.
    ///
    /// # Errors
    /// When an order of the course is illegal.
    pub fn resume(start: Battle, course: &GameRecord, mut players: BySide<Player>) -> Result<Self, Illegal> {
        let half = |battle: &Battle| (battle.turn(), battle.side());
        let mut again = GameRecord::new(start, course.seed());
        let mut events = Vec::new();
        for &(order, _) in course.orders() {
            if half(again.battle()) == half(course.battle()) {
                players[again.battle().side()].order(again.battle());
            }
            again.act(order, &mut events)?;
        }
        Ok(Self { course: again, players, events })
    }

    /// The battle as it stands, with its orders and hash.
    pub const fn course(&self) -> &GameRecord {
        &self.course
    }

    /// The two players.
    pub const fn players(&self) -> &BySide<Player> {
        &self.players
    }

    /// Asks the side to move for its next order and follows it; `None` once the battle is over.
    ///
    /// # Errors
    /// When the order is illegal; then nothing has changed.
    pub fn step(&mut self) -> Result<Option<Turn<'_>>, Stopped> {
        let battle = self.course.battle();
        if battle.verdict().is_some() {
            return Ok(None);
        }
        let side = battle.side();
        let player = &mut self.players[side];
        let (order, reason) = player.order(battle);
        self.events.clear();
        self.course.act(order, &mut self.events).map_err(|why| Stopped {
            commander: player.name().to_owned(),
            order,
            why,
        })?;
        Ok(Some(Turn { side, order, reason, events: &self.events }))
    }

    /// Plays to the end.
    ///
    /// # Errors
    /// When a commander gives an illegal order.
    pub fn finish(&mut self) -> Result<(), Stopped> {
        while self.step()?.is_some() {}
        Ok(())
    }
}
