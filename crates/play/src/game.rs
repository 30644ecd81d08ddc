//! Matches: two players take their turns until the battle is over.

use hotgates_engine::{Battle, BySide, Event, Illegal, Order, Side};
use hotgates_record::GameRecord;
use hotgates_search::{Cancel, Cancelled};

use crate::player::Player;
use hotgates_ai::Reason;

/// A battle between two players.
///
/// ```
/// use hotgates_play::{Match, Seats};
/// use hotgates_engine::{Battle, MapFile, Scenario};
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let mut game: Match = Seats::from_names("hunter", "greedy").begin_match(battle, 7)?;
/// game.finish()?;
/// assert!(game.game_record().battle().verdict().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Match {
    record: GameRecord,
    players: BySide<Player>,
    events: Vec<Event>,
}

/// One order of a match, with its reason and its events.
#[derive(Debug)]
pub struct PlayedOrder<'a> {
    /// The side that gave the order.
    pub side: Side,
    /// The order.
    pub order: Order,
    /// Reason for the order.
    pub reason: Reason,
    /// Events that the order has led to.
    pub events: &'a [Event],
}

/// A fault of a commander: an order that the rules do not allow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{commander} ordered {order}, which is illegal: {why}")]
pub struct CommanderFault {
    /// Name of the commander.
    pub commander: String,
    /// The order.
    pub order: Order,
    /// Rule that the order breaks.
    pub why: Illegal,
}

/// The reason why a match did not go on to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// Nobody waits for the end any more.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// A commander broke the rules.
    #[error(transparent)]
    Stopped(#[from] CommanderFault),
}

impl Match {
    /// Returns a match from the beginning of a battle, with the dice of a seed.
    #[must_use]
    pub fn new(battle: Battle, seed: u64, players: BySide<Player>) -> Self {
        Self { record: GameRecord::new(battle, seed), players, events: Vec::new() }
    }

    /// Returns a match taken up where a game record has got to. `start` is the battle before its
    /// first order.
    ///
    /// Commanders remember nothing beyond a half-turn, so the half-turn that has begun is
    /// [recalled](Player::repeat_half_turn_orders) and nothing before it.
    ///
    /// # Errors
    /// When an order of the record is illegal.
    pub fn resume(start: Battle, record: &GameRecord, mut players: BySide<Player>) -> Result<Self, Illegal> {
        let half_turn = |battle: &Battle| (battle.turn(), battle.side());
        let mut again = GameRecord::new(start, record.seed());
        let mut events = Vec::new();
        for &(order, _) in record.orders() {
            let battle = again.battle();
            if half_turn(battle) == half_turn(record.battle()) {
                players[battle.side()].repeat_half_turn_orders([battle]);
            }
            again.act(order, &mut events)?;
        }
        Ok(Self { record: again, players, events })
    }

    /// Record of the game so far: the battle as it stands, with its orders and hash.
    pub const fn game_record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns the record of the game and sends the players home.
    #[must_use]
    pub fn into_game_record(self) -> GameRecord {
        self.record
    }

    /// Players of both sides.
    pub const fn players(&self) -> &BySide<Player> {
        &self.players
    }

    /// Asks the side to move for its next order and follows the order; returns `None` once the
    /// battle is over.
    ///
    /// # Errors
    /// When the order is illegal; then nothing has changed.
    pub fn step(&mut self) -> Result<Option<PlayedOrder<'_>>, CommanderFault> {
        if self.record.battle().verdict().is_some() {
            return Ok(None);
        }
        let order = self.players[self.record.battle().side()].next_order(self.record.battle());
        self.follow_order(order).map(Some)
    }

    /// Plays one order like [`step`](Self::step), unless the flag is set: thinking ends then, and
    /// what was thought so far is no order.
    ///
    /// # Errors
    /// When the flag is set or the order is illegal; then nothing has changed.
    pub fn step_unless(&mut self, cancel: &Cancel) -> Result<Option<PlayedOrder<'_>>, MatchError> {
        if self.record.battle().verdict().is_some() {
            return Ok(None);
        }
        cancel.check_flag()?;
        let order = self.players[self.record.battle().side()].next_order_unless(self.record.battle(), cancel);
        cancel.check_flag()?;
        Ok(self.follow_order(order).map(Some)?)
    }

    /// Follows an order that a person gives in place of the player of the side to move; returns its events.
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn follow_order_of_person(&mut self, order: Order) -> Result<&[Event], Illegal> {
        self.events.clear();
        self.record.act(order, &mut self.events)?;
        Ok(&self.events)
    }

    /// Returns the side to move; `None` once the battle is over.
    pub fn side_to_move(&self) -> Option<Side> {
        let battle = self.record.battle();
        battle.verdict().is_none().then(|| battle.side())
    }

    fn follow_order(&mut self, (order, reason): (Order, Reason)) -> Result<PlayedOrder<'_>, CommanderFault> {
        let side = self.record.battle().side();
        self.events.clear();
        self.record.act(order, &mut self.events).map_err(|why| CommanderFault {
            commander: self.players[side].name().to_owned(),
            order,
            why,
        })?;
        Ok(PlayedOrder { side, order, reason, events: &self.events })
    }

    /// Plays the match to its end.
    ///
    /// # Errors
    /// When a commander gives an illegal order.
    pub fn finish(&mut self) -> Result<(), CommanderFault> {
        while self.step()?.is_some() {}
        Ok(())
    }

    /// Plays the match to its end, unless the flag is set first.
    ///
    /// # Errors
    /// When the flag is set before the battle is over, or a commander gives an illegal order; the
    /// match stands where the last order has led.
    pub fn finish_unless(&mut self, cancel: &Cancel) -> Result<(), MatchError> {
        while self.step_unless(cancel)?.is_some() {}
        Ok(())
    }
}
