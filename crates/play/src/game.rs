//! Matches: two contestants take their turns until the battle is over.

use hotgates_engine::{Aspect, Battle, BySide, DiceSource, Event, Illegal, Order, Side};
use hotgates_record::GameRecord;
use hotgates_search::{Cancel, Cancelled};

use crate::program::{Contestant, OrderReason, ProgramFault};

/// A battle between two contestants.
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
/// let mut game: Match = Seats::from_names("hunter", "greedy").begin_match(battle, 7_u64)?;
/// game.finish()?;
/// assert!(game.game_record().battle().verdict().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Match {
    record: GameRecord,
    contestants: BySide<Contestant>,
    events: Vec<Event>,
}

/// One order of a match, with its reason and its events.
#[derive(Debug)]
pub struct PlayedOrder<'a> {
    /// The side that gave the order.
    pub side: Side,
    /// The order; `None` from a program that gave none: its side has lost.
    pub order: Option<Order>,
    /// Reason for the order, or for its lack.
    pub reason: OrderReason,
    /// Events that the order has led to.
    pub events: &'a [Event],
    /// Side of its target from which an attack came; `None` for other orders.
    pub aspect: Option<Aspect>,
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

/// A program with which there is no battle: it does not speak the language of its arbiter, or its cell cannot be
/// put up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the program of {side} cannot play: {why}")]
pub struct ForeignProgram {
    /// The program's side.
    pub side: Side,
    /// What it said or what lacks, in words.
    pub why: String,
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
    /// A program does not speak our language, or has no cell.
    #[error(transparent)]
    Foreign(#[from] ForeignProgram),
}

impl Match {
    /// Returns a match from the beginning of a battle, with the dice of a source.
    #[must_use]
    pub fn new(
        battle: Battle,
        source: impl Into<DiceSource>,
        contestants: BySide<impl Into<Contestant>>,
    ) -> Self {
        let contestants = BySide { red: contestants.red.into(), blue: contestants.blue.into() };
        Self { record: GameRecord::new(battle, source), contestants, events: Vec::new() }
    }

    /// Returns a match taken up where a game record has got to. `start` is the battle before its
    /// first order, and the contestants are those of its start.
    ///
    /// Built-in commanders remember nothing beyond a half-turn, so the half-turn that has begun is
    /// [recalled](crate::Player::repeat_half_turn_orders) and nothing before it. Programs hear of every order.
    ///
    /// # Errors
    /// When an order of the record is illegal.
    pub fn resume(
        start: Battle,
        record: &GameRecord,
        contestants: BySide<impl Into<Contestant>>,
    ) -> Result<Self, Illegal> {
        let half_turn = |battle: &Battle| (battle.turn(), battle.side());
        let mut game = Self::new(start, record.dice_source(), contestants);
        for &(order, _) in record.orders() {
            let battle = game.record.battle();
            if half_turn(battle) == half_turn(record.battle())
                && let Contestant::Computer(player) = &mut game.contestants[battle.side()]
            {
                player.repeat_half_turn_orders([battle]);
            }
            game.follow_order_of_person(order)?;
        }
        Ok(game)
    }

    /// Record of the game so far: the battle as it stands, with its orders and hash.
    pub const fn game_record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns the record of the game and sends the contestants home.
    #[must_use]
    pub fn into_game_record(self) -> GameRecord {
        self.record
    }

    /// Contestants of both sides.
    pub const fn contestants(&self) -> &BySide<Contestant> {
        &self.contestants
    }

    /// Plays one order of the side to move; returns `None` once the battle is over.
    ///
    /// # Errors
    /// As [`step_unless`](Self::step_unless).
    pub fn step(&mut self) -> Result<Option<PlayedOrder<'_>>, MatchError> {
        self.play_order(None)
    }

    /// Plays one order of the side to move, unless the flag is set: thinking ends then, and what was thought
    /// so far is no order. Returns `None` once the battle is over.
    ///
    /// # Errors
    /// When the flag is set, the order of a built-in commander is illegal, or a program does not speak our
    /// language; then nothing has changed.
    pub fn step_unless(&mut self, cancel: &Cancel) -> Result<Option<PlayedOrder<'_>>, MatchError> {
        if self.side_to_move().is_some() {
            cancel.check_flag()?;
        }
        self.play_order(Some(cancel))
    }

    /// Plays one order, unless the flag is set; without a flag commanders need not look at one.
    fn play_order(&mut self, cancel: Option<&Cancel>) -> Result<Option<PlayedOrder<'_>>, MatchError> {
        let Some(side) = self.side_to_move() else { return Ok(None) };
        let battle = self.record.battle();
        let (order, reason) = match &mut self.contestants[side] {
            Contestant::Computer(player) => {
                let (order, reason) = match cancel {
                    Some(cancel) => player.next_order_unless(battle, cancel),
                    None => player.next_order(battle),
                };
                (order, OrderReason::Thought(reason))
            }
            Contestant::Program(program) => {
                match program.next_order(battle, cancel.unwrap_or(&Cancel::new())) {
                    Ok(given) => (given.order, OrderReason::Said(given.reason.unwrap_or_default())),
                    Err(ProgramFault::Lost(loss)) => {
                        self.events.clear();
                        self.record.concede(side, loss.how(), &mut self.events);
                        self.tell_contestants();
                        return Ok(Some(self.played_order(side, None, (OrderReason::Lost(loss), None))));
                    }
                    Err(ProgramFault::Cancelled(cancelled)) => return Err(cancelled.into()),
                    Err(fault @ (ProgramFault::Foreign { .. } | ProgramFault::NoCell { .. })) => {
                        return Err(ForeignProgram { side, why: fault.to_string() }.into());
                    }
                }
            }
        };
        cancel.map_or(Ok(()), Cancel::check_flag)?;
        let battle = self.record.battle();
        let aspect = match order {
            Order::Attack { unit, target } => Some(battle.aspect_of_hex(target, battle.hex(unit))),
            _ => None,
        };
        if let Err(why) = self.follow_order_of_person(order) {
            let commander = match &self.contestants[side] {
                Contestant::Computer(player) => player.name().to_owned(),
                Contestant::Program(_) => format!("the program of {side}"),
            };
            return Err(CommanderFault { commander, order, why }.into());
        }
        Ok(Some(self.played_order(side, Some(order), (reason, aspect))))
    }

    /// Returns an order that has just been played.
    fn played_order(
        &self,
        side: Side,
        order: Option<Order>,
        (reason, aspect): (OrderReason, Option<Aspect>),
    ) -> PlayedOrder<'_> {
        PlayedOrder { side, order, reason, events: &self.events, aspect }
    }

    /// Follows an order that a person gives in place of the contestant of the side to move; returns its
    /// events.
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn follow_order_of_person(&mut self, order: Order) -> Result<&[Event], Illegal> {
        self.events.clear();
        self.record.act(order, &mut self.events)?;
        self.tell_contestants();
        Ok(&self.events)
    }

    /// Goes back to where an earlier record of this match had got to, for a person who takes an order back. Returns
    /// `false` and changes nothing where a program plays, which has heard of the order.
    pub fn go_back_to(&mut self, earlier: GameRecord) -> bool {
        let has_heard = |side| matches!(self.contestants[side], Contestant::Program(_));
        let goes = !Side::BOTH.into_iter().any(has_heard);
        if goes {
            self.record = earlier;
        }
        goes
    }

    /// Tells the contestants what has just happened, and that the battle is over if it is.
    fn tell_contestants(&mut self) {
        let battle = self.record.battle();
        for side in Side::BOTH {
            self.contestants[side].watch_order(battle, &self.events);
        }
        if battle.verdict().is_some() {
            for side in Side::BOTH {
                self.contestants[side].end_battle(battle, self.record.hash());
            }
        }
    }

    /// Returns the side to move; `None` once the battle is over.
    pub fn side_to_move(&self) -> Option<Side> {
        let battle = self.record.battle();
        battle.verdict().is_none().then(|| battle.side())
    }

    /// Plays the match to its end.
    ///
    /// # Errors
    /// When a built-in commander gives an illegal order, or a program does not speak our language.
    pub fn finish(&mut self) -> Result<(), MatchError> {
        while self.step()?.is_some() {}
        Ok(())
    }

    /// Plays the match to its end, unless the flag is set first.
    ///
    /// # Errors
    /// As [`step_unless`](Self::step_unless); the match stands where the last order has led.
    pub fn finish_unless(&mut self, cancel: &Cancel) -> Result<(), MatchError> {
        while self.step_unless(cancel)?.is_some() {}
        Ok(())
    }
}
