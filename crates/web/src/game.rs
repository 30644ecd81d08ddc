//! A battle that a page plays or watches: its record, its seats, what was ordered, and positions to go back to.

use hotgates_engine::{Battle, BySide, Coord, Event, Fault, Order, Scenario, Side, Spectator, UnitId};
use hotgates_phrases::ToldOrder;
use hotgates_play::{Player, Seats, deploy_unit, order_of_battle_mut, seeds_of_players};
use hotgates_record::{GameRecord, Replay};
use serde_json::Value;

use crate::fault::WebFault;

/// Number of orders from one kept position to the next.
const KEPT_EVERY: usize = 32;

/// An order that was followed, as far as whoever looks on may know of it.
#[derive(Debug, Clone)]
pub struct FollowedOrder {
    /// Side that gave the order.
    pub side: Side,
    /// Turn in which it was given.
    pub turn: u32,
    /// The order.
    pub order: Order,
    /// Reason of the commander that gave it, as a phrase.
    pub reason: Option<Value>,
    /// All its events.
    pub events: Vec<Event>,
    /// What the onlooker was told of it, where something was out of sight.
    pub told: Option<Vec<Event>>,
}

impl FollowedOrder {
    /// Returns what is told of the order in the position before it, as far as whoever looks on knew that; `None` for
    /// an order out of sight of which nothing is told.
    pub fn told_order<'a>(&'a self, before: &'a Battle) -> Option<ToldOrder<'a>> {
        let Self { side, order, .. } = *self;
        let is_hidden = self.told.is_some();
        let events = self.told.as_ref().unwrap_or(&self.events);
        (!is_hidden || !events.is_empty()).then_some(ToldOrder { before, side, order, is_hidden, events })
    }
}

/// A battle that a page plays or watches.
pub struct WebGame {
    scenario: Scenario,
    seats: Seats,
    start: Battle,
    record: GameRecord,
    orders: Vec<FollowedOrder>,
    /// Positions after every so many orders.
    kept: Vec<Battle>,
    /// Records from before each of the last orders that can be taken back.
    undo: Vec<GameRecord>,
    players: BySide<Option<Player>>,
    /// `true` if nothing is hidden from whoever looks on: a replay that is over.
    reveals_all: bool,
}

/// Returns a scenario with commanders named in it and this seed, and its battle.
///
/// # Errors
/// Every fault of the scenario.
pub fn seat_in_scenario(
    mut scenario: Scenario,
    names: &BySide<String>,
    seed: u64,
) -> Result<(Scenario, Battle), Vec<Fault>> {
    scenario.map.seed = Some(seed);
    let battle = Battle::from_scenario(&scenario)?;
    for side in Side::BOTH {
        order_of_battle_mut(&mut scenario, &battle, side).commander = Some(names[side].clone());
    }
    Ok((scenario, battle))
}

impl WebGame {
    /// Begins a battle of a scenario between commanders of these names, with the dice of a seed.
    ///
    /// # Errors
    /// The faults of the scenario, or a name that cannot sit down.
    pub fn begin(scenario: Scenario, names: &BySide<String>, seed: u64) -> Result<Self, WebFault> {
        let seats = Seats::from_names(&names.red, &names.blue);
        for side in Side::BOTH.into_iter().filter(|&side| !seats[side].is_human()) {
            seats[side].check_contestant(&scenario.rules)?;
        }
        let (scenario, start) = seat_in_scenario(scenario, names, seed).map_err(WebFault::Scenario)?;
        let record = GameRecord::new(start.clone(), scenario.dice_source());
        Ok(Self {
            scenario,
            seats,
            kept: vec![start.clone()],
            start,
            record,
            orders: Vec::new(),
            undo: Vec::new(),
            players: BySide { red: None, blue: None },
            reveals_all: false,
        })
    }

    /// Takes up a replay that has been verified.
    ///
    /// # Errors
    /// The faults of the scenario, or an order that is illegal: not in a replay that is true.
    pub fn from_replay(replay: &Replay) -> Result<Self, WebFault> {
        let start = Battle::from_scenario(&replay.scenario).map_err(WebFault::Scenario)?;
        let mut game = Self {
            scenario: replay.scenario.clone(),
            seats: Seats::in_file(&replay.scenario.map),
            kept: vec![start.clone()],
            record: GameRecord::new(start.clone(), replay.scenario.dice_source()),
            start,
            orders: Vec::new(),
            undo: Vec::new(),
            players: BySide { red: None, blue: None },
            reveals_all: replay.verdict.is_some(),
        };
        for &(order, _) in &replay.orders {
            game.act(order, None)?;
        }
        if let Some(conceded) = replay.concession() {
            let mut events = Vec::new();
            game.record.follow_concession(conceded, &mut events);
            if let Some(last) = game.orders.last_mut() {
                last.events.append(&mut events);
            }
        }
        game.undo.clear();
        Ok(game)
    }

    /// The scenario, with the commanders' names in it.
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The seats of both sides.
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The record of the battle.
    pub const fn game_record(&self) -> &GameRecord {
        &self.record
    }

    /// The orders so far.
    pub fn followed_orders(&self) -> &[FollowedOrder] {
        &self.orders
    }

    /// Returns the replay of the battle so far.
    pub fn replay(&self) -> Replay {
        self.record.replay(&self.scenario)
    }

    /// Returns the side whose knowledge is shown in a position: that of the person who plays, or of the one of two
    /// whose turn it is; `None` where nothing is hidden.
    pub fn onlooker(&self, truth: &Battle) -> Option<Side> {
        if !truth.has_fog() || self.reveals_all {
            return None;
        }
        let person = |side: Side| self.seats[side].is_human().then_some(side);
        person(truth.side()).or_else(|| person(truth.side().other()))
    }

    /// Returns the true position after so many orders, or after all of them.
    pub fn true_position(&self, at: Option<usize>) -> Battle {
        let at = at.unwrap_or(usize::MAX);
        if at >= self.orders.len() {
            return self.record.battle().clone();
        }
        let mut spectator = Spectator::new(self.kept[at / KEPT_EVERY].clone());
        for followed in &self.orders[at - at % KEPT_EVERY..at] {
            spectator.begin_order();
            followed.events.iter().for_each(|event| spectator.watch_event(event));
        }
        spectator.into_battle()
    }

    /// Returns the position after so many orders as far as whoever looks on knows it.
    pub fn shown_position(&self, at: Option<usize>) -> Battle {
        let truth = self.true_position(at);
        match self.onlooker(&truth) {
            Some(side) => truth.known_to(side).clone(),
            None => truth,
        }
    }

    /// Moves a person's unit to a hex of its deployment zone, before the first order; a friend there changes places with
    /// it.
    ///
    /// # Errors
    /// The battle has begun, the unit is a computer's, or the hex lies outside the zone; then nothing has changed.
    pub fn arrange_unit(&mut self, unit: UnitId, to: Coord) -> Result<(), WebFault> {
        if !self.orders.is_empty() || self.start.verdict().is_some() {
            return Err(WebFault::Begun);
        }
        if !self.seats[self.start.info(unit).side].is_human() {
            return Err(WebFault::Unit(unit.0));
        }
        let mut scenario = self.scenario.clone();
        deploy_unit(&mut scenario, &self.start, unit, to)?;
        self.start = Battle::from_scenario(&scenario).map_err(WebFault::Scenario)?;
        self.record = GameRecord::new(self.start.clone(), scenario.dice_source());
        self.kept = vec![self.start.clone()];
        self.players = BySide { red: None, blue: None };
        self.scenario = scenario;
        Ok(())
    }

    /// Follows an order.
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn act(&mut self, order: Order, reason: Option<Value>) -> Result<(), WebFault> {
        let before = self.record.battle();
        let (side, turn, onlooker) = (before.side(), before.turn(), self.onlooker(before));
        let is_person = self.seats[side].is_human();
        let taken_back_to = is_person.then(|| self.record.clone());
        let mut events = Vec::new();
        self.record.act(order, &mut events)?;
        let battle = self.record.battle();
        match taken_back_to {
            Some(record) if battle.can_take_back(&events) => self.undo.push(record),
            _ => self.undo.clear(),
        }
        let told = onlooker.map(|onlooker| battle.events_for(onlooker, &events).to_vec());
        let hidden = onlooker.is_some_and(|onlooker| side != onlooker);
        let told = told.filter(|told| hidden && *told != events);
        // Why an enemy does something tells of what it knows.
        let reason = reason.filter(|_| !hidden);
        self.orders.push(FollowedOrder { side, turn, order, reason, events, told });
        if self.orders.len().is_multiple_of(KEPT_EVERY) {
            self.kept.push(self.record.battle().clone());
        }
        Ok(())
    }

    /// Returns `true` if the last order can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Takes back the last order; returns `false` if that cannot be done.
    pub fn undo(&mut self) -> bool {
        let Some(record) = self.undo.pop() else { return false };
        self.record = record;
        self.orders.pop();
        self.kept.truncate(self.orders.len() / KEPT_EVERY + 1);
        true
    }

    /// Returns the commander of the side to move, ready to give the next order.
    ///
    /// # Errors
    /// Nobody, for a person's seat and in a battle that is over.
    pub fn player_to_move(&mut self) -> Result<(&mut Player, &Battle), WebFault> {
        let battle = self.record.battle();
        let side = battle.side();
        if battle.verdict().is_some() || self.seats[side].is_human() {
            return Err(WebFault::Nobody);
        }
        if self.players[side].is_none() {
            let seed = seeds_of_players(self.record.dice_source())[side];
            let mut player = self.seats[side].make_player(&self.start, seed)?;
            // Commanders remember nothing but the half-turn that they are in.
            let now = (battle.turn(), side);
            let given = self.orders.iter().rev().take_while(|order| (order.turn, order.side) == now).count();
            let first = self.orders.len() - given;
            let positions: Vec<Battle> =
                (first..self.orders.len()).map(|at| self.true_position(Some(at))).collect();
            player.repeat_half_turn_orders(&positions);
            self.players[side] = Some(player);
        }
        let player = self.players[side].as_mut().expect("it has been made");
        Ok((player, self.record.battle()))
    }
}
