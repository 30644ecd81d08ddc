//! A battle being played by people and computers: its game record, its seats, the orders so far,
//! and those that can be taken back.

use std::ops::Range;

use hotgates_ai::Reason;
use hotgates_analysis::Puzzle;
use hotgates_engine::{Battle, BySide, Event, Fault, Illegal, LegalOrders, Order, Scenario, Side, UnitId};
use hotgates_phrases::{Phrase, ToldOrder};
use hotgates_play::{ProgramLoss, Seat, Seats, order_of_battle_mut};
use hotgates_record::{Concession, GameRecord, Replay, ReplayBreak, ReplayError};

use super::own_plan::{CarriedOrder, OwnPlan};

/// An order that was followed, with its events, as far as whoever looked on then knew.
#[derive(Debug, Clone)]
pub struct OrderRecord {
    /// Position in which the order was given.
    pub before: Battle,
    /// The true position in which the order was given, where `before` hides something.
    truth: Option<Box<Battle>>,
    /// `true` if something of the order happened out of sight: then only `events` tell of it.
    pub is_hidden: bool,
    /// Turn in which the order was given.
    pub turn: u32,
    /// Side that gave the order.
    pub side: Side,
    /// The order.
    pub order: Order,
    /// Reason of the computer that gave the order; `None` for a person's order.
    pub reason: Option<Reason>,
    /// What the program that gave the order said of it; `None` for orders of people and computers, and for those
    /// of which whoever looked on may know nothing.
    pub said: Option<String>,
    /// Events of the order.
    pub events: Vec<Event>,
}

impl OrderRecord {
    /// Returns `true` if whoever looks on knows of the order: that there was one out of sight is not told.
    #[must_use]
    pub fn is_told(&self) -> bool {
        !self.is_hidden || !self.events.is_empty()
    }

    /// Returns the order and its events in one line.
    #[must_use]
    pub fn line_phrase(&self) -> Phrase {
        let Self { before, side, order, is_hidden, events, .. } = self;
        ToldOrder { before, side: *side, order: *order, is_hidden: *is_hidden, events }.line_phrase()
    }

    /// Returns the true position in which the order was given.
    pub fn true_position_before(&self) -> &Battle {
        self.truth.as_deref().unwrap_or(&self.before)
    }
}

/// A battle being played.
#[derive(Debug, Clone)]
pub struct BattleSession {
    scenario: Scenario,
    start: Battle,
    game_record: GameRecord,
    seats: Seats,
    /// Game records from before each of the last orders that rolled no dice.
    undo: Vec<GameRecord>,
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
        let game_record = GameRecord::new(start.clone(), scenario.dice_source());
        let (undo, records) = (Vec::new(), Vec::new());
        let (closed, reveals_all) = (false, false);
        Ok(Self {
            scenario,
            start,
            game_record,
            seats,
            undo,
            records,
            closed,
            reveals_all,
            program_loss: None,
            plan: None,
        })
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
        session.undo.clear();
        Ok(session)
    }

    /// Returns the session of the same battle as it is watched once it is over: with nothing hidden from
    /// whoever looks on. What was told while something was out of sight goes with what was known then, and not
    /// with the true positions.
    ///
    /// # Panics
    /// Never: a battle's own orders can be followed again.
    #[must_use]
    pub fn with_all_revealed(&self) -> Self {
        if !self.true_position().has_fog() {
            return self.clone();
        }
        Self::resume_replay(&self.to_replay()).expect("a battle's own orders can be followed again")
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
        session.undo.clear();
        session.game_record.use_mean_dice();
        Ok(session)
    }

    /// Lets nobody give orders any more.
    pub fn close(&mut self) {
        self.closed = true;
        self.undo.clear();
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

    /// Returns the present position with all that it hides.
    #[must_use]
    pub const fn true_position(&self) -> &Battle {
        self.game_record.battle()
    }

    /// Returns the side whose knowledge is shown: that of the person who plays, or of the one of two
    /// whose turn it is; `None` where nothing is hidden, and where computers fight alone.
    #[must_use]
    pub fn onlooker(&self) -> Option<Side> {
        let truth = self.true_position();
        if !truth.has_fog() || self.reveals_all {
            return None;
        }
        let person = |side: Side| self.seats[side].is_human().then_some(side);
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

    /// Returns the game record: the battle with its dice.
    #[must_use]
    pub const fn game_record(&self) -> &GameRecord {
        &self.game_record
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

    /// Returns `true` if a person is to give the next order.
    #[must_use]
    pub fn is_human_to_move(&self) -> bool {
        self.is_open() && self.seats[self.true_position().side()].is_human()
    }

    /// Returns `true` if a computer is to give the next order.
    #[must_use]
    pub fn is_computer_to_move(&self) -> bool {
        self.is_open() && !self.seats[self.true_position().side()].is_human()
    }

    fn is_open(&self) -> bool {
        !self.closed && self.true_position().verdict().is_none()
    }

    /// Returns the plan of the person to move, while one is made.
    #[must_use]
    pub fn plan(&self) -> Option<&OwnPlan> {
        self.plan.as_deref()
    }

    pub(super) fn plan_mut(&mut self) -> Option<&mut OwnPlan> {
        self.plan.as_deref_mut()
    }

    /// Begins a plan of the person to move: from now on orders are planned, and not followed.
    pub fn begin_plan(&mut self) {
        self.plan = Some(Box::new(OwnPlan::new(self.known_position().clone())));
    }

    /// Forgets the plan.
    pub fn drop_plan(&mut self) {
        self.plan = None;
    }

    /// Follows the first order of the plan, which goes on from where that has led; a plan without orders ends.
    /// Returns what came of it with its events; `None` without a plan.
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn carry_out_order(&mut self) -> Result<Option<(CarriedOrder, Vec<Event>)>, Illegal> {
        let Some(order) = self.plan().and_then(OwnPlan::first_order) else { return Ok(None) };
        let mut plan = self.plan.take();
        let events = match self.act(order, None) {
            Ok(events) => events.to_vec(),
            Err(why) => {
                self.plan = plan;
                return Err(why);
            }
        };
        let carried = plan.as_mut().and_then(|plan| plan.go_on_from(self.known_position()));
        self.plan = plan.filter(|plan| !plan.is_empty() && self.true_position().verdict().is_none());
        Ok(carried.map(|carried| (carried, events)))
    }

    /// Follows an order and returns its events; while a plan is made, plans it.
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn act(&mut self, order: Order, reason: Option<Reason>) -> Result<&[Event], Illegal> {
        // A plan is asked for twice: events that are handed out would else hold on to it.
        if self.plan.is_some() {
            return self.plan.as_mut().map_or(Ok(&[]), |plan| plan.add_order(order));
        }
        let game_record = self.game_record.clone();
        let (turn, side) = (self.battle().turn(), self.battle().side());
        let (onlooker, before) = (self.onlooker(), self.battle().clone());
        let mut events = Vec::new();
        self.game_record.act(order, &mut events)?;
        if self.true_position().can_take_back(&events) {
            self.undo.push(game_record.clone());
        } else {
            self.undo.clear();
        }
        let mut record = OrderRecord {
            before,
            truth: None,
            is_hidden: false,
            turn,
            side,
            order,
            reason,
            said: None,
            events,
        };
        if let Some(onlooker) = onlooker {
            let told = self.true_position().events_for(onlooker, &record.events).to_vec();
            if side != onlooker {
                record.is_hidden = told != record.events;
                // Why an enemy does something tells of what it knows.
                record.reason = None;
            }
            record.events = told;
            record.truth = Some(Box::new(game_record.battle().clone()));
        }
        self.records.push(record);
        Ok(&self.records[self.records.len() - 1].events)
    }

    /// Follows an order of a program like [`act`](Self::act), with what the program says of it.
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn act_for_program(&mut self, order: Order, said: String) -> Result<&[Event], Illegal> {
        self.act(order, None)?;
        let last = self.records.len() - 1;
        let record = &mut self.records[last];
        // Why an enemy does something tells of what it knows.
        record.said = record.truth.is_none().then_some(said);
        Ok(&record.events)
    }

    /// Ends the battle by a concession, which is told with the last order; returns its events.
    fn concede(&mut self, concession: Concession) -> Vec<Event> {
        let mut events = Vec::new();
        self.game_record.follow_concession(concession, &mut events);
        self.undo.clear();
        if let Some(last) = self.records.last_mut() {
            last.events.extend_from_slice(&events);
        }
        events
    }

    /// Ends the battle, which the program of a side has lost by what it did; returns the events.
    pub fn lose_by_program(&mut self, loser: Side, loss: Box<ProgramLoss>) -> Vec<Event> {
        let how = loss.how();
        self.program_loss = Some(loss);
        self.concede(Concession { loser: Some(loser), how })
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
        [Side::Red, Side::Blue].into_iter().find(|&side| self.seats[side].lacks_program())
    }

    /// Returns `true` if the last order can be taken back: it has rolled no dice, has shown nothing
    /// that was out of sight, and has not ended the turn. While a plan is made, any order of it can be.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.plan.as_ref().map_or(!self.undo.is_empty(), |plan| !plan.is_empty())
    }

    /// Takes back the last order if it rolled no dice, or the last one of a plan, and returns the order.
    pub fn undo(&mut self) -> Option<Order> {
        if let Some(plan) = &mut self.plan {
            return plan.take_back_order();
        }
        self.game_record = self.undo.pop()?;
        self.records.pop().map(|record| record.order)
    }

    /// Returns the units of the side to move that could still attack or move.
    #[must_use]
    pub fn idle_units(&self) -> Vec<UnitId> {
        let battle = self.battle();
        let mut orders = LegalOrders::new();
        battle.living(battle.side()).filter(|&unit| !orders.orders_of_unit(battle, unit).is_empty()).collect()
    }

    /// Returns the battle as a file: a replay once the battle is over, else a save that can be
    /// taken up again.
    #[must_use]
    pub fn to_replay(&self) -> Replay {
        self.game_record.replay(&self.scenario)
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
