//! Played battles: every position of a replay, at hand without keeping them all.

use hotgates_engine::{Battle, Dice, Event, Order};
use hotgates_record::{Replay, ReplayBreak, ReplayError};

/// Memory for positions that are kept, in bytes.
const KEPT_BYTES: usize = 64 << 20;

/// Greatest number of orders of a battle that is analysed.
pub const MAX_ORDERS: usize = 50_000;

/// A reason for which a battle cannot be analysed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnfitReplay {
    /// A replay that is not true.
    #[error(transparent)]
    Broken(#[from] ReplayBreak),
    /// A battle that is too long.
    #[error("{orders} orders are too many to analyse; at most {MAX_ORDERS} are")]
    TooLong {
        /// Number of orders of the replay.
        orders: usize,
    },
}

/// A battle that was played, with all its positions: position `n` is the one before order `n`,
/// counted from 0, and the last one is the end.
///
/// ```
/// use hotgates_analysis::PlayedBattle;
/// use hotgates_play::Seats;
/// use hotgates_engine::{Battle, MapFile, Scenario};
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let scenario = Scenario::classic(map);
/// let battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
/// let mut game = Seats::from_names("hunter", "greedy").begin_match(battle, scenario.dice_source())?;
/// game.finish()?;
///
/// let played = PlayedBattle::from_replay(&game.game_record().replay(&scenario))?;
/// let end = played.position(played.orders().len());
/// assert_eq!(end.hash(), game.game_record().battle().hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PlayedBattle {
    orders: Vec<Order>,
    /// Positions with the dice as they lie, one every `stride` orders.
    kept: Vec<(Battle, Dice)>,
    stride: usize,
    /// Number of the first order of each half-turn.
    half_turns: Vec<usize>,
}

impl PlayedBattle {
    /// Plays a replay again, and checks every hash.
    ///
    /// # Errors
    /// When the replay is not true, or too long.
    pub fn from_replay(replay: &Replay) -> Result<Self, UnfitReplay> {
        let orders: Vec<Order> = replay.orders.iter().map(|&(order, _)| order).collect();
        if orders.len() > MAX_ORDERS {
            return Err(UnfitReplay::TooLong { orders: orders.len() });
        }
        replay.play_again()?;
        let mut battle = Battle::from_scenario(&replay.scenario)
            .map_err(|faults| ReplayBreak::from(ReplayError::Scenario(faults)))?;
        let mut dice = Dice::of_source(replay.scenario.dice_source());
        let size = 64 * battle.roster().len() + 256;
        let stride = (orders.len() * size).div_ceil(KEPT_BYTES).max(1);
        let mut played = Self { kept: Vec::new(), stride, half_turns: vec![0], orders };
        let mut events = Vec::new();
        for (number, &order) in played.orders.iter().enumerate() {
            if number.is_multiple_of(stride) {
                played.kept.push((battle.clone(), dice.clone()));
            }
            events.clear();
            battle.act(order, &mut dice, &mut events).expect("the replay has been played");
            if order == Order::EndTurn && battle.verdict().is_none() {
                played.half_turns.push(number + 1);
            }
        }
        if played.orders.len().is_multiple_of(stride) {
            played.kept.push((battle, dice));
        }
        Ok(played)
    }

    /// Every order of the battle.
    #[must_use]
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// Returns the battle before its first order.
    #[must_use]
    pub fn start(&self) -> &Battle {
        &self.kept[0].0
    }

    /// Returns the position before an order. Cost: a clone of a [`Battle`], and in long battles
    /// some orders.
    ///
    /// # Panics
    /// When the number is greater than the number of orders.
    #[must_use]
    pub fn position(&self, number: usize) -> Battle {
        self.replay_to_order(number).0
    }

    /// Returns the position after an order with the events that the order has led to.
    ///
    /// # Panics
    /// When there is no such order.
    #[must_use]
    pub fn events_of(&self, number: usize) -> (Battle, Vec<Event>) {
        let (mut battle, mut dice) = self.replay_to_order(number);
        let mut events = Vec::new();
        battle.act(self.orders[number], &mut dice, &mut events).expect("the replay has been played");
        (battle, events)
    }

    fn replay_to_order(&self, number: usize) -> (Battle, Dice) {
        assert!(number <= self.orders.len(), "there is no order {number}");
        let place = (number / self.stride).min(self.kept.len() - 1);
        let (mut battle, mut dice) = self.kept[place].clone();
        let mut events = Vec::new();
        for &order in &self.orders[place * self.stride..number] {
            battle.act(order, &mut dice, &mut events).expect("the replay has been played");
            events.clear();
        }
        (battle, dice)
    }

    /// Number of half-turns that were begun.
    #[must_use]
    pub fn half_turn_count(&self) -> usize {
        self.half_turns.len()
    }

    /// Returns the numbers of the orders of a half-turn, its end included.
    ///
    /// # Panics
    /// When there is no such half-turn.
    #[must_use]
    pub fn orders_of_half_turn(&self, half_turn: usize) -> std::ops::Range<usize> {
        let end = self.half_turns.get(half_turn + 1).copied().unwrap_or(self.orders.len());
        self.half_turns[half_turn]..end
    }
}
