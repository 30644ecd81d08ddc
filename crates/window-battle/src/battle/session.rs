//! A battle being played by people and computers: its game record, its seats, its positions, and the orders so far.
//! The module `orders` changes it.

mod orders;

use std::ops::Range;

use hotgates_ai::Reason;
use hotgates_analysis::Puzzle;
use hotgates_engine::{Battle, BySide, Cell, DiceSource, Event, Fault, LegalOrders, Scenario, Side, UnitId};
use hotgates_play::{ProgramLoss, Seat, Seats, order_of_battle_mut};
use hotgates_protocol::{ViewLog, ViewLogError, WatchedOrder};
use hotgates_record::{GameRecord, Replay, ReplayBreak, ReplayError};

pub use self::orders::CarriedStep;
pub use super::order_record::OrderRecord;

use super::guest_battle::{BattleProof, GuestBattle};
use super::own_plan::OwnPlan;

/// The place where the battle of a session is decided.
#[derive(Debug, Clone)]
enum BattleSource {
    /// Here: with its dice, and game records from before each of the last orders that rolled none.
    Here(Box<GameRecord>, Vec<GameRecord>),
    /// At a server, which tells a guest what that may know.
    Server(Box<GuestBattle>),
}

/// A battle being played.
#[derive(Debug, Clone)]
pub struct BattleSession {
    scenario: Scenario,
    start: Battle,
    source: BattleSource,
    seats: Seats,
    records: Vec<OrderRecord>,
    /// `true` if nobody is to give orders any more.
    closed: bool,
    /// `true` if nothing is hidden from whoever looks on: a battle that is watched again.
    reveals_all: bool,
    /// What the program did that lost the battle.
    program_loss: Option<Box<ProgramLoss>>,
    /// The plan of the person to move, while one is made.
    plan: Option<Box<OwnPlan>>,
}

impl BattleSession {
    /// Makes the session of a battle about to begin.
    ///
    /// # Errors
    /// Every fault of the scenario.
    pub fn new(mut scenario: Scenario, seats: Seats) -> Result<Self, Vec<Fault>> {
        let start = Battle::from_scenario(&scenario)?;
        let seats = Seats::new(|side| seats[side].clone().for_scenario(&scenario));
        // The seats travel with saves and replays.
        for side in Side::BOTH {
            order_of_battle_mut(&mut scenario, &start, side).commander = Some(seats[side].name().to_string());
        }
        let source =
            BattleSource::Here(GameRecord::new(start.clone(), scenario.dice_source()).into(), Vec::new());
        Ok(Self::with_source(scenario, start, seats, source))
    }

    fn with_source(scenario: Scenario, start: Battle, seats: Seats, source: BattleSource) -> Self {
        Self {
            scenario,
            start,
            source,
            seats,
            records: Vec::new(),
            closed: false,
            reveals_all: false,
            program_loss: None,
            plan: None,
        }
    }

    /// Makes the session of a battle at a server, in which orders are requests and events come by
    /// [`hear_order`](Self::hear_order).
    #[must_use]
    pub fn of_guest(scenario: Scenario, seats: Seats, guest: GuestBattle) -> Self {
        let start = guest.onlooker.battle().clone();
        Self::with_source(scenario, start, seats, BattleSource::Server(Box::new(guest)))
    }

    /// Returns the battle at a server; `None` for one that is fought here.
    #[must_use]
    pub const fn guest(&self) -> Option<&GuestBattle> {
        match &self.source {
            BattleSource::Here(..) => None,
            BattleSource::Server(guest) => Some(guest),
        }
    }

    /// The battle at a server, to be changed.
    pub const fn guest_mut(&mut self) -> Option<&mut GuestBattle> {
        match &mut self.source {
            BattleSource::Here(..) => None,
            BattleSource::Server(guest) => Some(guest),
        }
    }

    /// Returns `true` while a server has still to answer a request.
    #[must_use]
    pub fn awaits_answer(&self) -> bool {
        self.guest().is_some_and(GuestBattle::awaits_answer)
    }

    /// Returns `true` while nobody knows whether the battle at a server, which is over, can be proved.
    #[must_use]
    pub fn awaits_proof(&self) -> bool {
        self.guest().is_some_and(|guest| matches!(guest.proof(), BattleProof::Awaited))
    }

    /// Returns `true` if a person plays this side in this window.
    #[must_use]
    pub fn is_person_here(&self, side: Side) -> bool {
        match self.guest() {
            Some(guest) => guest.side() == Some(side),
            None => self.seats[side].is_human(),
        }
    }

    /// Returns the hexes on which a person here may arrange units of a side.
    #[must_use]
    pub fn deployment_zone(&self, side: Side) -> Vec<Cell> {
        let battle = self.true_position();
        match self.guest() {
            _ if !self.is_person_here(side) => Vec::new(),
            Some(guest) => guest.zone.iter().filter_map(|&hex| battle.grid().at(hex)).collect(),
            None => battle.deployment_zone(side).to_vec(),
        }
    }

    /// Returns the source of the dice. Those of a server's battle are secret until it is over: until then it is a seed
    /// that serves hints alone.
    #[must_use]
    pub fn dice_source(&self) -> DiceSource {
        self.game_record().map_or(DiceSource::Seed(0), GameRecord::dice_source)
    }

    /// Takes up a battle at the end of a save or replay.
    ///
    /// # Errors
    /// The place where the replay stops being true.
    pub fn resume_replay(replay: &Replay) -> Result<Self, ReplayBreak> {
        let seats = Seats::in_file(&replay.scenario.map);
        let mut session = Self::new(replay.scenario.clone(), seats).map_err(ReplayError::Scenario)?;
        session.reveals_all = replay.verdict.is_some();
        // Playing it once checks every hash; playing it again makes the records.
        replay.play_again()?;
        let of = replay.orders.len();
        for (number, &(order, _)) in (1..).zip(&replay.orders) {
            session.act(order, None).map_err(|why| ReplayBreak::Illegal { number, of, order, why })?;
        }
        if let Some(concession) = replay.concession() {
            let _ = session.concede(concession);
        }
        session.forget_undo();
        Ok(session)
    }

    /// Makes the session of a battle as somebody was told it, to be watched: nothing is known of it but what its log says.
    ///
    /// # Errors
    /// The line of the log that cannot be in the battle.
    ///
    /// # Panics
    /// Never: a log that can be watched has a scenario.
    pub fn from_view_log(log: &ViewLog) -> Result<Self, ViewLogError> {
        let mut onlooker = log.begin_watching()?;
        let known = log.begin.known_scenario().expect("the battle has begun by it");
        let seats = Seats::in_file(&known.map);
        let scenario = Scenario::new(known.map, known.rules);
        let mut guest = GuestBattle::new(onlooker.battle().clone(), log.begin.side, true, Vec::new());
        guest.hear_proof(BattleProof::Missing);
        let mut session = Self::of_guest(scenario, seats, guest);
        for told in &log.orders {
            let watched =
                told.watch(&mut onlooker).expect("the log was watched to its end when it was begun");
            let WatchedOrder { side, order, events } = watched;
            session.hear_order(side, order, events);
        }
        session.close();
        Ok(session)
    }

    /// Returns the session of the same battle as it is watched once it is over: with nothing hidden from
    /// whoever looks on, where its replay is there. What was told while something was out of sight goes with what was known then, and not
    /// with the true positions.
    ///
    /// # Panics
    /// Never: a battle's own orders can be followed again.
    #[must_use]
    pub fn with_all_revealed(&self) -> Self {
        let replay = match self.guest().map(GuestBattle::proof) {
            Some(BattleProof::Proved(replay)) => Some((**replay).clone()),
            Some(BattleProof::Awaited | BattleProof::Missing) => None,
            None => self.to_replay().filter(|_| self.true_position().has_fog()),
        };
        replay.map_or_else(
            || self.clone(),
            |replay| Self::resume_replay(&replay).expect("a battle's own orders can be followed again"),
        )
    }

    /// Takes up the position of a puzzle, in which people sit on both sides and every attack does
    /// what it does at the mean roll.
    ///
    /// # Errors
    /// The place where the battle before the position stops being true.
    pub fn from_puzzle(puzzle: &Puzzle) -> Result<Self, ReplayBreak> {
        let seats = Seats::new(|_| Seat::seat_of_person());
        let mut session = Self::new(puzzle.scenario().clone(), seats).map_err(ReplayError::Scenario)?;
        let orders = puzzle.orders_before();
        for (number, &order) in (1..).zip(orders) {
            session.act(order, None).map_err(|why| ReplayBreak::Illegal {
                number,
                of: orders.len(),
                order,
                why,
            })?;
        }
        session.forget_undo();
        if let BattleSource::Here(game_record, _) = &mut session.source {
            game_record.use_mean_dice();
        }
        Ok(session)
    }

    /// Returns the position that orders are about: the present one, as far as whoever looks on knows, and while a
    /// plan is made that to which it leads.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.plan.as_ref().map_or_else(|| self.known_position(), |plan| plan.planned_position())
    }

    /// Returns the present position, as far as whoever looks on knows.
    #[must_use]
    pub fn known_position(&self) -> &Battle {
        let truth = self.true_position();
        self.onlooker().map_or(truth, |side| truth.known_to(side))
    }

    /// Returns the present position with all that it hides; of a battle at a server, with all that the guest knows.
    #[must_use]
    pub const fn true_position(&self) -> &Battle {
        match &self.source {
            BattleSource::Here(game_record, _) => game_record.battle(),
            BattleSource::Server(guest) => guest.onlooker.battle(),
        }
    }

    /// Returns the side whose knowledge is shown: that of the person who plays, or of the one of two
    /// whose turn it is; `None` where nothing is hidden, and where computers fight alone.
    #[must_use]
    pub fn onlooker(&self) -> Option<Side> {
        let truth = self.true_position();
        if !truth.has_fog() || self.reveals_all {
            return None;
        }
        let person = |side: Side| self.is_person_here(side).then_some(side);
        person(truth.side()).or_else(|| person(truth.side().other()))
    }

    /// Returns the position before the first order.
    #[must_use]
    pub const fn starting_position(&self) -> &Battle {
        &self.start
    }

    /// Returns the scenario that is being fought.
    #[must_use]
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the game record, the battle with its dice; `None` for a battle at a server.
    #[must_use]
    pub const fn game_record(&self) -> Option<&GameRecord> {
        match &self.source {
            BattleSource::Here(game_record, _) => Some(game_record),
            BattleSource::Server(_) => None,
        }
    }

    /// Number of orders that were followed here, those out of sight too.
    #[must_use]
    pub fn order_count(&self) -> usize {
        self.game_record().map_or(self.records.len(), |game_record| game_record.orders().len())
    }

    /// Returns the seats of both sides.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Returns the records of all orders so far, the first order first.
    #[must_use]
    pub fn order_records(&self) -> &[OrderRecord] {
        &self.records
    }

    /// Returns the position after `orders` orders; after all orders where there are fewer.
    #[must_use]
    pub fn position_after(&self, orders: usize) -> &Battle {
        self.records.get(orders).map_or_else(|| self.known_position(), |record| &record.before)
    }

    /// Number of orders that have been shown to their end, while `waiting` events are still to be
    /// shown.
    #[must_use]
    pub fn shown_order_count(&self, waiting: usize) -> usize {
        let mut left = waiting;
        let hidden = self.records.iter().rev().take_while(|record| {
            let some = left > 0;
            left = left.saturating_sub(record.events.len());
            some
        });
        self.records.len() - hidden.count()
    }

    /// Returns the range of the orders of the half-turn to which order number `at`, counted from 0,
    /// belongs.
    #[must_use]
    pub fn half_turn_orders(&self, at: usize) -> Range<usize> {
        let Some(record) = self.records.get(at) else { return at..at };
        let same = |other: &&OrderRecord| (other.turn, other.side) == (record.turn, record.side);
        let before = self.records[..at].iter().rev().take_while(same).count();
        at - before..at + self.records[at..].iter().take_while(same).count()
    }

    /// Fills in the reasons of orders from number `from` on, where an order has none.
    pub fn add_reasons(&mut self, from: usize, reasons: Vec<Reason>) {
        for (record, reason) in self.records.iter_mut().skip(from).zip(reasons) {
            record.reason.get_or_insert(reason);
        }
    }

    /// Returns `true` if a person here is to give the next order.
    #[must_use]
    pub fn is_human_to_move(&self) -> bool {
        self.is_open() && self.is_person_here(self.true_position().side())
    }

    /// Returns `true` if a computer is to give the next order here.
    #[must_use]
    pub fn is_computer_to_move(&self) -> bool {
        self.is_open() && self.guest().is_none() && !self.seats[self.true_position().side()].is_human()
    }

    fn is_open(&self) -> bool {
        let has_begun = self.guest().is_none_or(GuestBattle::has_begun);
        has_begun && !self.closed && self.true_position().verdict().is_none()
    }

    /// Returns the plan of the person to move, while one is made.
    #[must_use]
    pub fn plan(&self) -> Option<&OwnPlan> {
        self.plan.as_deref()
    }

    pub(super) fn plan_mut(&mut self) -> Option<&mut OwnPlan> {
        self.plan.as_deref_mut()
    }

    /// Returns what the program did that lost the battle; `None` where none did, and in a battle that was
    /// taken up from a file.
    #[must_use]
    pub fn program_loss(&self) -> Option<&ProgramLoss> {
        self.program_loss.as_deref()
    }

    /// Has another commander lead a side from now on.
    pub fn seat_commander(&mut self, side: Side, seat: Seat) {
        let seat = seat.for_scenario(&self.scenario);
        order_of_battle_mut(&mut self.scenario, &self.start, side).commander = Some(seat.name().to_string());
        self.seats[side] = seat;
    }

    /// Returns the first side, Red before Blue, whose seat is a program's that nobody here has said to start.
    #[must_use]
    pub fn side_without_program(&self) -> Option<Side> {
        let lacks = |&side: &Side| self.guest().is_none() && self.seats[side].lacks_program();
        [Side::Red, Side::Blue].into_iter().find(lacks)
    }

    /// Returns the units of the side to move that could still attack or move.
    #[must_use]
    pub fn idle_units(&self) -> Vec<UnitId> {
        let battle = self.battle();
        let mut orders = LegalOrders::new();
        battle.living(battle.side()).filter(|&unit| !orders.orders_of_unit(battle, unit).is_empty()).collect()
    }

    /// Returns the battle as a file: a replay once the battle is over, else a save that can be
    /// taken up again; `None` for a battle at a server, which keeps it.
    #[must_use]
    pub fn to_replay(&self) -> Option<Replay> {
        self.game_record().map(|game_record| game_record.replay(&self.scenario))
    }

    /// Returns both sides' men at the start, after each half-turn and at the end, in order.
    #[must_use]
    pub fn strength_over_time(&self) -> Vec<BySide<u32>> {
        let mut now = BySide::new(|side| self.start.living_strength(side));
        let mut men: Vec<u32> =
            self.start.roster().map(|(unit, _)| self.start.living_men(unit).0.into()).collect();
        let mut curve = vec![now];
        for record in &self.records {
            for event in &record.events {
                match *event {
                    Event::Hit { unit, losses, .. } => {
                        now[self.start.info(unit).side] -= u32::from(losses.0);
                        let men = &mut men[unit.index()];
                        *men = men.saturating_sub(losses.0.into());
                    }
                    Event::GaveWay { unit, back, .. } => {
                        now[self.start.info(unit).side] += u32::from(back.0);
                        men[unit.index()] += u32::from(back.0);
                    }
                    Event::Surrendered { unit } => {
                        now[self.start.info(unit).side] -= std::mem::take(&mut men[unit.index()]);
                    }
                    Event::HalfTurnBegan { .. } | Event::Ended { .. } => curve.push(now),
                    _ => {}
                }
            }
        }
        curve
    }
}
