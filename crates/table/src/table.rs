//! A table: what its records have made of it, and what may be asked of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use hotgates_engine::{Battle, BySide, Fault, Illegal, Knower, MapFile, Order, Scenario, Side, VictoryKind};
use hotgates_play::{CommanderName, Player, Program, Seat, SeatError, Seats, seeds_of_players};
use hotgates_protocol::{
    CommonKnowledge, DiceProof, SeatState, TableArrangement, TableBattle, TableStage, TableState, Told,
    ToldOrderMessage, UnitPlaces,
};
use hotgates_record::{GameRecord, Replay};

use crate::arranging::ArrangingStage;
use crate::clock::{Clock, ClockRules};
use crate::feed::{Feed, FeedOrder, Guest};
use crate::pledge::{Bytes32, key_of_numbers, seat_commitment, server_commitment};
use crate::program::ProgramCall;
use crate::record::{StampedRecord, TableRecord};

/// Number of digits of a battle's id.
const ID_DIGITS: usize = 16;

/// What a table is made of.
#[derive(Debug, Clone)]
pub struct TableSetup {
    /// The battle's id.
    pub id: String,
    /// The scenario without a key of dice, with the commanders' names in it.
    pub scenario: Scenario,
    /// The server's number for the dice, secret until the battle is over.
    pub number: Bytes32,
    /// How much time people have; `None` for as much as they like.
    pub clock: Option<ClockRules>,
    /// Number of whole turns after which those who watch are told everything, where units can be out of sight; `None` to
    /// tell them at once, but only what both sides see.
    pub late_turns: Option<u32>,
    /// `true` if people may arrange their units before the first turn.
    pub arranges: bool,
}

/// The reason why a record cannot be followed: the storage is damaged, or another version's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    /// The scenario cannot be played.
    #[error("the scenario cannot be played: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Scenario(Vec<Fault>),
    /// A commander that cannot sit down.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// An order of a record is illegal.
    #[error("order {number} of the record is illegal: {why}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// The rule that it breaks.
        why: Illegal,
    },
    /// A record that cannot come where it stands.
    #[error("the record holds what cannot come there: {0:?}")]
    Misplaced(Box<TableRecord>),
}

/// One battle between two seats.
pub struct Table {
    setup: TableSetup,
    pub(crate) seats: Seats,
    commitment: Bytes32,
    pub(crate) commitments: BySide<Option<Bytes32>>,
    pub(crate) numbers: BySide<Option<Bytes32>>,
    /// The stage in which units are arranged, as long as that lasts.
    pub(crate) arranging: Option<Box<ArrangingStage>>,
    pub(crate) fought: Option<BegunBattle>,
    /// When the side to move changed last, or the battle ended.
    turned_ms: u64,
}

/// How far another battle with the sides exchanged has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rematch {
    None,
    Offered(Side),
    Agreed,
}

/// The battle of a table, once it has begun.
pub(crate) struct BegunBattle {
    scenario: Scenario,
    start: Battle,
    pub(crate) record: GameRecord,
    /// Orders that can be taken back, each with the record before it.
    pub(crate) unsettled: Vec<(GameRecord, FeedOrder)>,
    /// Positions before each order of the present half-turn.
    half_turn: Vec<Battle>,
    feeds: [Feed; 3],
    /// What both sides know, where whoever watches is told no more.
    common: Option<CommonKnowledge>,
    /// Numbers that people have given to their orders.
    pub(crate) ids: BySide<BTreeSet<String>>,
    pub(crate) clock: Option<Clock>,
    pub(crate) draw_offered: Option<Side>,
    pub(crate) rematch: Rematch,
}

impl Table {
    /// Sets a table for a new battle.
    ///
    /// # Errors
    /// The scenario cannot be played, or names a commander that cannot sit down.
    pub fn new(setup: TableSetup) -> Result<Self, TableFault> {
        Self::with_programs(setup, |_| None)
    }

    /// Sets a table for a new battle; `programs` returns the program of a name that whoever keeps the table has: no other
    /// program is ever started.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_programs(
        setup: TableSetup,
        programs: impl Fn(&CommanderName) -> Option<Arc<dyn Program>>,
    ) -> Result<Self, TableFault> {
        Battle::from_scenario(&setup.scenario).map_err(TableFault::Scenario)?;
        let mut seats = Seats::in_file(&setup.scenario.map);
        for side in Side::BOTH {
            let name = seats[side].name().clone();
            if let Some(program) = programs(&name) {
                seats[side] = Seat::from_name(name).with_program(program).for_scenario(&setup.scenario);
            }
        }
        for side in Side::BOTH.into_iter().filter(|&side| !seats[side].is_human()) {
            seats[side].check_contestant(&setup.scenario.rules)?;
        }
        let commitment = server_commitment(&setup.id, &setup.scenario, setup.number);
        let mut table = Self {
            setup,
            seats,
            commitment,
            commitments: BySide::default(),
            numbers: BySide::default(),
            arranging: None,
            fought: None,
            turned_ms: 0,
        };
        if table.are_numbers_open() {
            table.end_opening(0)?;
        }
        Ok(table)
    }

    /// What the table was made of.
    pub const fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// Returns `true` if a person holds, or is to hold, the seat of a side.
    pub fn is_seat_of_person(&self, side: Side) -> bool {
        self.seats[side].is_human()
    }

    /// How far the table has come.
    pub fn stage(&self) -> TableStage {
        match &self.fought {
            Some(fought) if fought.record.battle().verdict().is_some() => TableStage::Over,
            Some(_) => TableStage::Battle,
            None if self.arranging.is_some() => TableStage::Arranging,
            None if self.missing(&self.commitments) => TableStage::Seating,
            None => TableStage::Opening,
        }
    }

    fn missing(&self, numbers: &BySide<Option<Bytes32>>) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_seat_of_person(side) && numbers[side].is_none())
    }

    fn are_numbers_open(&self) -> bool {
        !self.missing(&self.numbers)
    }

    /// Returns the side to move; `None` before the battle and after its end.
    pub fn side_to_move(&self) -> Option<Side> {
        self.true_battle().filter(|battle| battle.verdict().is_none()).map(Battle::side)
    }

    /// Returns `true` if a side's person has something to do: to arrange units, or to move.
    pub fn is_awaited(&self, side: Side) -> bool {
        let arranges = self.arranging.as_ref().is_some_and(|arranging| !arranging.is_ready(side));
        self.is_seat_of_person(side) && (arranges || self.side_to_move() == Some(side))
    }

    /// Returns when the present half-turn, or the stage before it, began, or the battle ended, in milliseconds of the server's clock; 0 before
    /// anything has happened.
    pub const fn turned_ms(&self) -> u64 {
        self.turned_ms
    }

    /// Returns the battle as it truly stands; `None` before it has begun. For the caller's eyes only.
    pub fn true_battle(&self) -> Option<&Battle> {
        self.fought.as_ref().map(|fought| fought.record.battle())
    }

    /// Returns the replay of a battle that is over; nobody may have one before.
    pub fn replay(&self) -> Option<Replay> {
        if self.stage() == TableStage::Over { self.replay_so_far() } else { None }
    }

    /// Returns the replay of a battle as far as it has come: for whoever keeps the table, and for no guest.
    pub fn replay_so_far(&self) -> Option<Replay> {
        let fought = self.fought.as_ref()?;
        Some(fought.record.replay(&fought.scenario))
    }

    /// Returns how the table stands, as a guest may know it.
    pub fn state(&self, guest: Guest, now_ms: u64) -> TableState {
        let seats = Side::BOTH.map(|side| SeatState {
            name: self.seats[side].name().to_string(),
            committed: !self.is_seat_of_person(side) || self.commitments[side].is_some(),
            commitment: self.commitments[side].map(|digest| digest.to_string()),
            ready: self.arranging.as_ref().is_some_and(|arranging| arranging.is_ready(side)),
        });
        let battle = self.true_battle();
        let to_move = self.side_to_move();
        let fought = self.fought.as_ref();
        let over = self.stage() == TableStage::Over;
        TableState {
            battle: self.setup.id.clone(),
            map: self.setup.scenario.map.name.clone(),
            you: guest.side(),
            stage: self.stage(),
            seats,
            commitment: self.commitment.to_string(),
            to_move,
            clock_ms: self.deadline_ms().map(|(_, deadline)| deadline.saturating_sub(now_ms)),
            draw_offered: fought.and_then(|fought| fought.draw_offered),
            can_take_back: guest.side().is_some_and(|side| self.can_take_back(side)),
            late: self.is_late(guest),
            verdict: battle.and_then(Battle::verdict),
            proof: over.then(|| DiceProof {
                server: self.setup.number.to_string(),
                seats: Side::BOTH.map(|side| self.numbers[side].map(|number| number.to_string())),
                map: self.map_before_arranging(),
            }),
            rematch_offered: fought.and_then(|fought| match fought.rematch {
                Rematch::Offered(side) => Some(side),
                Rematch::None | Rematch::Agreed => None,
            }),
            rematch: self.rematch_id(),
        }
    }

    fn can_take_back(&self, side: Side) -> bool {
        match (&self.arranging, &self.fought) {
            (Some(arranging), _) => arranging.can_take_back(side),
            (None, Some(fought)) => self.side_to_move() == Some(side) && !fought.unsettled.is_empty(),
            (None, None) => false,
        }
    }

    /// Returns the text of the map to which the server has committed itself, if units were arranged otherwise.
    fn map_before_arranging(&self) -> Option<String> {
        let map = &self.setup.scenario.map;
        self.fought.as_ref().filter(|fought| fought.scenario.map != *map).map(|_| map.to_ron())
    }

    /// Returns the id of the battle that follows this one with the sides exchanged, once both sides have agreed to it. It
    /// follows from the server's number, so that all servers of one database make the same.
    pub fn rematch_id(&self) -> Option<String> {
        self.fought.as_ref().filter(|fought| fought.rematch == Rematch::Agreed)?;
        Some(self.next_id())
    }

    /// Returns the id that the battle after this one has, if there is one.
    fn next_id(&self) -> String {
        let id = &self.setup.id;
        let digits = self.setup.number.derived_key("rematch", &[id.as_bytes()]).to_string();
        digits.chars().take(ID_DIGITS).collect()
    }

    /// Returns what the table of the next battle is made of, in which the sides are exchanged; `number` is the server's
    /// for its dice.
    pub fn rematch_setup(&self, number: Bytes32) -> TableSetup {
        let mut setup = TableSetup { id: self.next_id(), number, ..self.setup.clone() };
        let MapFile { red, blue, .. } = &mut setup.scenario.map;
        if let (Some(red), Some(blue)) = (red, blue) {
            std::mem::swap(&mut red.commander, &mut blue.commander);
        }
        setup
    }

    /// Returns when the side to move, a person's, has lost by its clock, or when the time of a side to arrange its units is
    /// over; `None` without a clock.
    pub fn deadline_ms(&self) -> Option<(Side, u64)> {
        if let Some(arranging) = &self.arranging {
            return Some((arranging.awaited_side()?, arranging.deadline_ms(self.setup.clock?)));
        }
        let fought = self.fought.as_ref().filter(|_| self.stage() == TableStage::Battle)?;
        let side = fought.record.battle().side();
        let clock = fought.clock.as_ref().filter(|_| self.is_seat_of_person(side))?;
        Some((side, clock.deadline_ms(side)))
    }

    /// Returns `true` if the guest is told what happens some turns late.
    fn is_late(&self, guest: Guest) -> bool {
        guest == Guest::Watcher
            && self.setup.late_turns.is_some()
            && self.setup.scenario.rules.options.fog_of_war
            && self.stage() != TableStage::Over
    }

    /// Returns the turn from which on the guest is told nothing yet.
    fn first_hidden_turn(&self, guest: Guest) -> Option<u32> {
        let turn = self.true_battle()?.turn();
        let late_turns = self.setup.late_turns.filter(|_| self.is_late(guest))?;
        Some((turn + 1).saturating_sub(late_turns))
    }

    /// Returns the battle at its start as a guest may know it; `None` as long as the guest may not.
    pub fn begin_message(&self, guest: Guest) -> Option<TableBattle> {
        let fought = self.fought.as_ref()?;
        if self.first_hidden_turn(guest).is_some_and(|turn| turn < 1) {
            return None;
        }
        Some(fought.begin_message(guest))
    }

    /// Returns what a seat is told that may arrange its units; `None` for whoever may not.
    pub fn arrange_message(&self, guest: Guest) -> Option<TableArrangement> {
        let side = guest.side().filter(|&side| self.is_seat_of_person(side))?;
        self.arranging.as_ref().map(|arranging| arranging.message(side))
    }

    /// Returns where a seat has placed its units; `None` unless it may arrange them.
    pub fn placed_units(&self, guest: Guest) -> Option<UnitPlaces> {
        let side = guest.side().filter(|&side| self.is_seat_of_person(side))?;
        self.arranging.as_ref().map(|arranging| arranging.placed(side))
    }

    /// Returns the orders from a number on, as a guest may know them.
    pub fn told_from(&self, guest: Guest, from: usize) -> Told {
        let known = self.number_told(guest).min(from);
        let orders = self
            .fought
            .as_ref()
            .map(|fought| fought.feeds[guest.index()].told_between(known, self.first_hidden_turn(guest)));
        Told { from: u32::try_from(known).unwrap_or(u32::MAX), orders: orders.unwrap_or_default() }
    }

    /// Number of orders that a guest may know.
    pub fn number_told(&self, guest: Guest) -> usize {
        let Some(fought) = &self.fought else { return 0 };
        let feed = &fought.feeds[guest.index()];
        match self.first_hidden_turn(guest) {
            None => feed.len(),
            hidden => feed.told_between(0, hidden).len(),
        }
    }

    /// Returns the commander of the side to move, ready to give its next order; `None` if a person is to move, or nobody.
    pub fn computer_to_move(&self) -> Option<Result<(Side, Player), SeatError>> {
        let fought = self.fought.as_ref().filter(|_| self.stage() == TableStage::Battle)?;
        let side = fought.record.battle().side();
        if self.is_seat_of_person(side) || self.seats[side].is_program() {
            return None;
        }
        let seed = seeds_of_players(fought.record.dice_source())[side];
        Some(self.seats[side].make_player(&fought.start, seed).map(|mut player| {
            // Commanders remember nothing but the half-turn that they are in.
            player.repeat_half_turn_orders(&fought.half_turn);
            (side, player)
        }))
    }

    /// Returns what the program of the side to move has to be told to give its next order; `None` if no program is to move.
    pub fn program_to_move(&self) -> Option<ProgramCall> {
        let fought = self.fought.as_ref().filter(|_| self.stage() == TableStage::Battle)?;
        let side = fought.record.battle().side();
        let seat = Some(&self.seats[side]).filter(|seat| seat.is_program())?.clone();
        let (start, source) = (fought.start.clone(), fought.record.dice_source());
        let orders = fought.record.orders().iter().map(|&(order, _)| order).collect();
        Some(ProgramCall { side, seat, start, source, orders })
    }

    /// Follows a record, and returns what each guest is told thereby, in the order of [`Guest::ALL`].
    ///
    /// # Errors
    /// When the record cannot come here: not after a request that was [decided](Self::decide).
    pub fn follow(&mut self, stamped: &StampedRecord) -> Result<[Option<Told>; 3], TableFault> {
        let before = (self.stage(), self.side_to_move());
        let told = self.follow_record(stamped)?;
        if self.turned_ms == 0 || (self.stage(), self.side_to_move()) != before {
            self.turned_ms = stamped.at_ms;
        }
        Ok(told)
    }

    fn follow_record(&mut self, stamped: &StampedRecord) -> Result<[Option<Told>; 3], TableFault> {
        let StampedRecord { at_ms, record } = stamped;
        let misplaced = || TableFault::Misplaced(Box::new(record.clone()));
        if let TableRecord::Committed(side, digest) = *record {
            self.commitments[side] = Some(digest);
            return Ok([const { None }; 3]);
        }
        if let TableRecord::Opened(side, number) = *record {
            let agreed = Some(seat_commitment(&self.setup.id, side, number));
            let is_opening = self.arranging.is_none() && self.fought.is_none();
            if !is_opening || agreed != self.commitments[side] {
                return Err(misplaced());
            }
            self.numbers[side] = Some(number);
            if self.are_numbers_open() {
                self.end_opening(*at_ms)?;
            }
            return Ok([const { None }; 3]);
        }
        if self.arranging.is_some() && !self.follow_arranging(stamped)? {
            return Ok([const { None }; 3]);
        }
        let told = Guest::ALL.map(|guest| self.number_told(guest));
        let fought = self.fought.as_mut().ok_or_else(misplaced)?;
        let over = fought.record.battle().verdict().is_some();
        if over != matches!(record, TableRecord::RematchOffered(_) | TableRecord::RematchAgreed) {
            return Err(misplaced());
        }
        match record {
            TableRecord::Committed(..)
            | TableRecord::Opened(..)
            | TableRecord::Placed(..)
            | TableRecord::Ready(_) => return Err(misplaced()),
            TableRecord::Ordered(order, id) => {
                let order = order.as_order().ok_or_else(misplaced)?;
                fought.follow_order(order, id, *at_ms)?;
            }
            TableRecord::TakenBack => fought.take_back().ok_or_else(misplaced)?,
            TableRecord::DrawOffered(side) => fought.draw_offered = Some(*side),
            TableRecord::DrawDeclined(_) => fought.draw_offered = None,
            TableRecord::DrawAgreed => fought.end_battle(None, VictoryKind::DrawAgreed),
            TableRecord::Resigned(side) => fought.end_battle(Some(*side), VictoryKind::Resigned),
            TableRecord::Forfeited(side, how) => fought.end_battle(Some(*side), *how),
            TableRecord::OutOfTime(side) => fought.end_battle(Some(*side), VictoryKind::Timeout),
            TableRecord::RematchOffered(side) => fought.rematch = Rematch::Offered(*side),
            TableRecord::RematchAgreed => fought.rematch = Rematch::Agreed,
            TableRecord::TimePassed(ms) => {
                if let Some(clock) = &mut fought.clock {
                    clock.pass_time(*ms);
                }
            }
        }
        Ok(Guest::ALL.map(|guest| {
            let before = told[guest.index()];
            (self.number_told(guest) != before).then(|| self.told_from(guest, before))
        }))
    }

    /// Follows a record while units are arranged; returns `true` if the battle has begun and the record is one of its own.
    fn follow_arranging(&mut self, stamped: &StampedRecord) -> Result<bool, TableFault> {
        let StampedRecord { at_ms, record } = stamped;
        let misplaced = || TableFault::Misplaced(Box::new(record.clone()));
        let Some(arranging) = &mut self.arranging else { return Ok(true) };
        match record {
            TableRecord::Placed(side, places) => {
                arranging.place_units(*side, places).ok_or_else(misplaced)?;
            }
            TableRecord::Ready(side) => {
                arranging.end_for(*side).ok_or_else(misplaced)?;
                if arranging.awaited_side().is_none() {
                    self.end_arranging(*at_ms);
                }
            }
            TableRecord::TimePassed(ms) => arranging.pass_time(*ms),
            TableRecord::Resigned(_) => {
                self.end_arranging(*at_ms);
                return Ok(true);
            }
            TableRecord::Committed(..)
            | TableRecord::Opened(..)
            | TableRecord::Ordered(..)
            | TableRecord::TakenBack
            | TableRecord::DrawOffered(_)
            | TableRecord::DrawDeclined(_)
            | TableRecord::DrawAgreed
            | TableRecord::OutOfTime(_)
            | TableRecord::Forfeited(..)
            | TableRecord::RematchOffered(_)
            | TableRecord::RematchAgreed => return Err(misplaced()),
        }
        Ok(false)
    }

    /// All numbers are open, and the dice are known: people arrange their units, or the battle begins.
    fn end_opening(&mut self, at_ms: u64) -> Result<(), TableFault> {
        let mut scenario = self.setup.scenario.clone();
        scenario.key = Some(key_of_numbers(&self.setup.id, self.setup.number, self.numbers));
        let start = Battle::from_scenario(&scenario).map_err(TableFault::Scenario)?;
        if self.setup.arranges && Side::BOTH.into_iter().any(|side| self.is_seat_of_person(side)) {
            let is_person = |side: Side| self.is_seat_of_person(side);
            self.arranging = Some(Box::new(ArrangingStage::begin((scenario, start), is_person, at_ms)));
        } else {
            self.begin_battle(scenario, start, at_ms);
        }
        Ok(())
    }

    fn end_arranging(&mut self, at_ms: u64) {
        if let Some(arranging) = self.arranging.take() {
            let (scenario, start) = arranging.arranged_battle();
            self.begin_battle(scenario, start, at_ms);
        }
    }

    fn begin_battle(&mut self, scenario: Scenario, start: Battle, at_ms: u64) {
        let shares_sights = self.setup.late_turns.is_none();
        let clock = self.setup.clock.map(|rules| Clock::begin(rules, at_ms));
        self.fought = Some(BegunBattle::begin((scenario, start), shares_sights, clock));
    }
}

impl BegunBattle {
    /// Begins a battle; whoever watches is told what both sides see if these share their sights, else everything.
    pub(crate) fn begin(
        (scenario, start): (Scenario, Battle),
        shares_sights: bool,
        clock: Option<Clock>,
    ) -> Self {
        let shares_sights = start.has_fog() && shares_sights;
        Self {
            record: GameRecord::new(start.clone(), scenario.dice_source()),
            scenario,
            common: shares_sights.then(|| CommonKnowledge::of_start(&start)),
            start,
            unsettled: Vec::new(),
            half_turn: Vec::new(),
            feeds: Default::default(),
            ids: BySide::default(),
            clock,
            draw_offered: None,
            rematch: Rematch::None,
        }
    }

    pub(crate) fn begin_message(&self, guest: Guest) -> TableBattle {
        let knower = match guest {
            Guest::Seat(side) => Some(Knower::Side(side)),
            Guest::Watcher => self.common.as_ref().map(|_| Knower::Both),
        };
        TableBattle::of_battle(&self.scenario, &self.start, knower)
    }

    /// Returns all that a guest has been told.
    pub(crate) fn told_to(&self, guest: Guest) -> Vec<ToldOrderMessage> {
        self.feeds[guest.index()].told_between(0, None)
    }

    pub(crate) fn follow_order(&mut self, order: Order, id: &str, at_ms: u64) -> Result<(), TableFault> {
        let before = self.record.clone();
        let (turn, side) = (before.battle().turn(), before.battle().side());
        let mut events = Vec::new();
        let number = self.record.orders().len() + 1;
        self.record.act(order, &mut events).map_err(|why| TableFault::Illegal { number, why })?;
        if !id.is_empty() {
            self.ids[side].insert(id.to_owned());
        }
        if self.draw_offered == Some(side.other()) {
            self.draw_offered = None;
        }
        let battle = self.record.battle();
        let can_take_back = !id.is_empty() && battle.can_take_back(&events);
        let followed = FeedOrder::new((turn, side), self.half_turn.is_empty(), order, battle, events);
        self.half_turn.push(before.battle().clone());
        let mover = Guest::Seat(side);
        self.feeds[mover.index()].push_order(mover, &followed);
        self.unsettled.push((before, followed));
        if !can_take_back {
            self.settle_orders(side);
        }
        if self.record.battle().verdict().is_none() && self.record.battle().side() != side {
            self.half_turn.clear();
            if let Some(clock) = &mut self.clock {
                clock.end_half_turn(side, at_ms);
            }
        }
        Ok(())
    }

    /// Tells all others of the mover's orders, which can no longer be taken back.
    fn settle_orders(&mut self, mover: Side) {
        for (before, mut followed) in self.unsettled.drain(..) {
            if let Some(common) = &mut self.common {
                followed.tell_watchers(common, before.battle());
            }
            for guest in Guest::ALL.into_iter().filter(|guest| guest.side() != Some(mover)) {
                self.feeds[guest.index()].push_order(guest, &followed);
            }
        }
    }

    fn take_back(&mut self) -> Option<()> {
        let (record, followed) = self.unsettled.pop()?;
        self.record = record;
        self.half_turn.pop();
        self.feeds[Guest::Seat(followed.side).index()].pop_order();
        Some(())
    }

    pub(crate) fn end_battle(&mut self, loser: Option<Side>, how: VictoryKind) {
        let (turn, side) = (self.record.battle().turn(), self.record.battle().side());
        self.settle_orders(side);
        self.draw_offered = None;
        let mut events = Vec::new();
        match loser {
            Some(loser) => self.record.concede(loser, how, &mut events),
            None => self.record.agree_draw(&mut events),
        }
        for feed in &mut self.feeds {
            feed.push_end((turn, side), &events);
        }
    }
}
