//! A battle that a page plays or watches: its record, its seats, what was ordered, and positions to go back to.

use hotgates_engine::{
    Battle, BySide, Coord, DiceSource, Event, Fault, Order, Scenario, Side, Spectator, UnitId,
};
use hotgates_phrases::ToldOrder;
use hotgates_play::{Player, Seats, deploy_unit, order_of_battle_mut, seeds_of_players};
use hotgates_record::{GameRecord, Replay};
use serde_json::Value;

use crate::fault::WebFault;

mod told;

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

/// How a page knows a battle.
enum GameSource {
    /// It plays the battle itself, with its dice.
    Recorded(Box<GameRecord>),
    /// A server's table tells it what a side may know; no side where nothing is hidden.
    Told { battle: Battle, you: Option<Side> },
}

/// A battle that a page plays or watches.
pub struct WebGame {
    scenario: Scenario,
    seats: Seats,
    start: Battle,
    source: GameSource,
    orders: Vec<FollowedOrder>,
    /// Positions after every so many orders.
    kept: Vec<Battle>,
    /// Records from before each of the last orders that can be taken back.
    undo: Vec<GameRecord>,
    players: BySide<Option<Player>>,
    /// `true` if nothing is hidden from whoever looks on: a replay that is over.
    reveals_all: bool,
    /// Hexes on which the side may arrange its units before a battle at a server's table.
    zone: Vec<Coord>,
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
            source: GameSource::Recorded(Box::new(record)),
            orders: Vec::new(),
            undo: Vec::new(),
            players: BySide { red: None, blue: None },
            reveals_all: false,
            zone: Vec::new(),
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
            source: GameSource::Recorded(Box::new(GameRecord::new(
                start.clone(),
                replay.scenario.dice_source(),
            ))),
            start,
            orders: Vec::new(),
            undo: Vec::new(),
            players: BySide { red: None, blue: None },
            reveals_all: replay.verdict.is_some(),
            zone: Vec::new(),
        };
        for &(order, _) in &replay.orders {
            game.act(order, None)?;
        }
        if let Some(conceded) = replay.concession() {
            let mut events = Vec::new();
            game.record_mut()?.follow_concession(conceded, &mut events);
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

    /// Returns the record of the battle, which a table keeps to itself.
    ///
    /// # Errors
    /// The battle is at a server's table.
    pub fn game_record(&self) -> Result<&GameRecord, WebFault> {
        match &self.source {
            GameSource::Recorded(record) => Ok(record),
            GameSource::Told { .. } => Err(WebFault::AtTable),
        }
    }

    fn record_mut(&mut self) -> Result<&mut GameRecord, WebFault> {
        match &mut self.source {
            GameSource::Recorded(record) => Ok(record),
            GameSource::Told { .. } => Err(WebFault::AtTable),
        }
    }

    /// The battle as it stands, as far as the page knows it.
    pub fn battle(&self) -> &Battle {
        match &self.source {
            GameSource::Recorded(record) => record.battle(),
            GameSource::Told { battle, .. } => battle,
        }
    }

    /// Returns the hash of the record in hexadecimal digits; none at a server's table.
    pub fn hash_in_digits(&self) -> String {
        self.game_record().map(|record| format!("{:016x}", record.hash())).unwrap_or_default()
    }

    /// Returns the source of the dice; at a server's table one for the page's own questions.
    pub fn dice_source(&self) -> DiceSource {
        self.game_record().map_or(DiceSource::Seed(0), GameRecord::dice_source)
    }

    /// The orders so far.
    pub fn followed_orders(&self) -> &[FollowedOrder] {
        &self.orders
    }

    /// Returns the replay of the battle so far.
    ///
    /// # Errors
    /// The battle is at a server's table.
    pub fn replay(&self) -> Result<Replay, WebFault> {
        Ok(self.game_record()?.replay(&self.scenario))
    }

    /// Returns the side whose knowledge is shown in a position: that of the person who plays, or of the one of two
    /// whose turn it is; `None` where nothing is hidden.
    pub fn onlooker(&self, truth: &Battle) -> Option<Side> {
        if !truth.has_fog() || self.reveals_all {
            return None;
        }
        if let GameSource::Told { you, .. } = self.source {
            return you;
        }
        let person = |side: Side| self.seats[side].is_human().then_some(side);
        person(truth.side()).or_else(|| person(truth.side().other()))
    }

    /// Returns the true position after so many orders, or after all of them.
    pub fn true_position(&self, at: Option<usize>) -> Battle {
        match at {
            Some(at) if at < self.orders.len() => self.replayed_position(at),
            _ => self.battle().clone(),
        }
    }

    /// Returns the position after so many orders by playing their events again from a position that was kept.
    fn replayed_position(&self, at: usize) -> Battle {
        let since = &self.orders[at - at % KEPT_EVERY..at];
        since.iter().fold(self.kept[at / KEPT_EVERY].clone(), |before, followed| {
            after_events(before, &followed.events)
        })
    }

    /// Returns the position after so many orders as far as whoever looks on knows it.
    pub fn shown_position(&self, at: Option<usize>) -> Battle {
        let truth = self.true_position(at);
        match self.onlooker(&truth) {
            Some(side) => truth.known_to(side).clone(),
            None => truth,
        }
    }

    /// Returns the hexes on which people may arrange their units now, each with the side.
    pub fn arranging_zones(&self) -> Vec<(Coord, Side)> {
        let people = |battle: &Battle| {
            let sides = Side::BOTH.into_iter().filter(|&side| self.seats[side].is_human());
            let hexes = |side: Side| battle.deployment_zone(side).iter().map(move |&cell| (cell, side));
            sides.flat_map(hexes).map(|(cell, side)| (battle.grid().coord(cell), side)).collect()
        };
        match &self.source {
            GameSource::Told { you, .. } => {
                self.zone.iter().copied().zip(you.iter().copied().cycle()).collect()
            }
            GameSource::Recorded(record) if self.orders.is_empty() => people(record.battle()),
            GameSource::Recorded(_) => Vec::new(),
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
        self.game_record()?;
        let mut scenario = self.scenario.clone();
        deploy_unit(&mut scenario, &self.start, unit, to)?;
        self.start = Battle::from_scenario(&scenario).map_err(WebFault::Scenario)?;
        self.source =
            GameSource::Recorded(Box::new(GameRecord::new(self.start.clone(), scenario.dice_source())));
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
        let before = self.game_record()?.battle();
        let (side, turn, onlooker) = (before.side(), before.turn(), self.onlooker(before));
        let is_person = self.seats[side].is_human();
        let taken_back_to = is_person.then(|| self.game_record().cloned()).transpose()?;
        let mut events = Vec::new();
        self.record_mut()?.act(order, &mut events)?;
        let battle = self.battle();
        let can_take_back = battle.can_take_back(&events);
        let told = onlooker.map(|onlooker| battle.events_for(onlooker, &events).to_vec());
        let hidden = onlooker.is_some_and(|onlooker| side != onlooker);
        let told = told.filter(|told| hidden && *told != events);
        match taken_back_to {
            Some(record) if can_take_back => self.undo.push(record),
            _ => self.undo.clear(),
        }
        // Why an enemy does something tells of what it knows.
        let reason = reason.filter(|_| !hidden);
        self.orders.push(FollowedOrder { side, turn, order, reason, events, told });
        if self.orders.len().is_multiple_of(KEPT_EVERY) {
            self.kept.push(self.battle().clone());
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
        self.source = GameSource::Recorded(Box::new(record));
        self.orders.pop();
        self.kept.truncate(self.orders.len() / KEPT_EVERY + 1);
        true
    }

    /// Returns the commander of the side to move, ready to give the next order.
    ///
    /// # Errors
    /// Nobody, for a person's seat and in a battle that is over.
    pub fn player_to_move(&mut self) -> Result<(&mut Player, &Battle), WebFault> {
        self.game_record()?;
        let battle = self.battle();
        let side = battle.side();
        if battle.verdict().is_some() || self.seats[side].is_human() {
            return Err(WebFault::Nobody);
        }
        if self.players[side].is_none() {
            let seed = seeds_of_players(self.game_record()?.dice_source())[side];
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
        let GameSource::Recorded(record) = &self.source else { return Err(WebFault::AtTable) };
        Ok((player, record.battle()))
    }
}

/// Returns the position after the events of an order.
fn after_events(before: Battle, events: &[Event]) -> Battle {
    let mut spectator = Spectator::new(before);
    spectator.begin_order();
    for event in events {
        spectator.watch_event(event);
    }
    spectator.into_battle()
}
