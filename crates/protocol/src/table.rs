//! The messages of a table: people, and whoever watches them, at a battle that a server keeps.
//!
//! A guest of a table knows the battle by what it is told: the scenario as its side knows it, and then orders, one after
//! the other, each with the events that the side was told. Entries are numbered from 0; a guest that comes back says
//! how many it has, and is told the rest.

use hotgates_engine::{
    Battle, Coord, Event, Fault, Knower, MapFile, Order, Ruleset, Scenario, Side, Spectator, UnitId, Verdict,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::common_sightings;
use crate::event::{EventMessage, watch_event_messages};
use crate::event_fault::{EventFault, check_order};
use crate::message::{Empty, ProtocolComplaint};
use crate::order::OrderMessage;
use crate::scenario::{KnownScenario, first_sightings};
use crate::schema::{HexSchema, SideSchema, VerdictSchema};

/// Most bytes of a line of chat.
pub const MAX_CHAT_BYTES: usize = 500;

/// A line that a guest says at a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GuestMessage {
    /// The first line: who the guest is, and what it knows already.
    Enter(Enter),
    /// The digest of the number that the seat will give to the dice.
    Commit(HexDigits),
    /// The number itself, once all seats have committed.
    Open(HexDigits),
    /// Before the first turn: the guest's units stand so, unless it says otherwise. The answer is `placed`.
    Place(UnitPlaces),
    /// Before the first turn: the guest's units are arranged, and the battle may begin.
    Ready(Empty),
    /// An order of the guest's side.
    Order(TableOrder),
    /// Take the guest's last order back; before the first turn, what the guest has placed last.
    TakeBack(Empty),
    /// The guest's side gives the battle up.
    Resign(Empty),
    /// The guest's side offers a draw; where the enemy has offered one, it is agreed.
    OfferDraw(Empty),
    /// The guest's side declines the draw that was offered.
    DeclineDraw(Empty),
    /// After the end: another battle with the sides exchanged is offered; where the enemy has offered one, or is a
    /// computer, it is agreed.
    OfferRematch(Empty),
    /// Words for all who are at the table.
    Chat(ChatWords),
    /// Is anybody there? The answer is `pong`.
    Ping(Empty),
}

/// A line that a table says to a guest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableMessage {
    /// How the table stands: said first, and whenever it changes.
    Table(Box<TableState>),
    /// A seat may arrange its units before the battle begins: said to that seat alone.
    Arrange(Box<TableArrangement>),
    /// Units of the seat stand elsewhere than before, while they are arranged: said to that seat alone.
    Placed(UnitPlaces),
    /// The battle begins, as the guest may know it.
    Begin(Box<TableBattle>),
    /// Orders that the guest had not been told, in place of all from a number on.
    Told(Told),
    /// A request was refused, and nothing has changed.
    Refused(TableRefusal),
    /// Somebody says something.
    Chat(ChatLine),
    /// The answer to `ping`.
    Pong(Empty),
    /// A line was not understood.
    Error(ProtocolComplaint),
}

/// A guest's seat, and how much of the battle it knows already.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Enter {
    /// The secret of a seat, 32 hexadecimal digits; without one the guest watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Number of orders that the guest was told before; they are not told again.
    #[serde(default)]
    pub from: u32,
}

/// 32 bytes as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HexDigits {
    /// The digits.
    pub digits: String,
}

/// Where units of a side stand before the first turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitPlaces {
    /// Units by their numbers, each with its hex; all others stand where the map has them.
    #[schemars(with = "Vec<(u16, HexSchema)>")]
    pub places: Vec<(UnitId, Coord)>,
}

/// An order at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableOrder {
    /// The order.
    pub order: OrderMessage,
    /// Number of orders that the guest had been told when it gave this one: another one is refused as stale.
    pub known: u32,
    /// A number of the guest's own, at most 16 characters. An order with a number that the side has used before is
    /// not followed again, and answered as the first time.
    pub id: String,
}

/// Words that a guest says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatWords {
    /// The words, at most 500 bytes.
    pub text: String,
}

/// Words that somebody has said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// The side that says them; null for one who watches.
    #[schemars(with = "Option<SideSchema>")]
    pub side: Option<Side>,
    /// The words.
    pub text: String,
}

/// How far a table has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableStage {
    /// Seats have still to commit to their numbers.
    Seating,
    /// All have committed, and have to open their numbers.
    Opening,
    /// Seats have still to arrange their units.
    Arranging,
    /// The battle is on.
    Battle,
    /// The battle is over.
    Over,
}

/// How a table stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableState {
    /// The battle's id.
    pub battle: String,
    /// Name of the map.
    pub map: String,
    /// The guest's side; null for one who watches.
    #[schemars(with = "Option<SideSchema>")]
    pub you: Option<Side>,
    /// How far the table has come.
    pub stage: TableStage,
    /// Red's seat and Blue's.
    pub seats: [SeatState; 2],
    /// The digest of the number that the server has given to the dice, 64 hexadecimal digits: shown before any seat
    /// commits, so that it cannot be chosen afterwards.
    pub commitment: String,
    /// Side whose half-turn it is, while the battle is on.
    #[schemars(with = "Option<SideSchema>")]
    pub to_move: Option<Side>,
    /// Milliseconds until the side to move has lost by its clock, or until the battle begins whether or not all seats have
    /// arranged their units; null without a clock.
    pub clock_ms: Option<u64>,
    /// The side that offers a draw.
    #[schemars(with = "Option<SideSchema>")]
    pub draw_offered: Option<Side>,
    /// True if the guest can take its last order back, or what it has placed last.
    pub can_take_back: bool,
    /// True if the guest is told no order before some whole turns have passed, since units can be out of sight.
    pub late: bool,
    /// Winner and manner of the victory, once the battle is over.
    #[schemars(with = "Option<VerdictSchema>")]
    pub verdict: Option<Verdict>,
    /// Numbers of which the dice were made, once the battle is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<DiceProof>,
    /// The side that offers another battle with the sides exchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<SideSchema>")]
    pub rematch_offered: Option<Side>,
    /// The id of that battle, once both have agreed to it. The token of each seat is that of the enemy's seat there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// A seat of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatState {
    /// Name of the commander; `human` for a person.
    pub name: String,
    /// True once the seat has committed to its number; a computer's always.
    pub committed: bool,
    /// The digest to which it has committed, 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// True while others are arranging their units and the seat has done so; a computer's has at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ready: bool,
}

/// The numbers of which the dice of a battle were made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiceProof {
    /// The server's number, 64 hexadecimal digits.
    pub server: String,
    /// The numbers of Red's seat and Blue's; null for a computer's.
    pub seats: [Option<String>; 2],
    /// The map to which the server has committed itself, as the text of a map file, where units were arranged before the
    /// first turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
}

/// A battle whose units a seat may arrange.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableArrangement {
    /// The battle as it would begin if nobody placed anything, as far as the side may know it.
    pub battle: TableBattle,
    /// Hexes on which the side may place its units.
    #[schemars(with = "Vec<HexSchema>")]
    pub zone: Vec<Coord>,
    /// The places that the seat has given its units so far.
    #[serde(flatten)]
    pub placed: UnitPlaces,
}

impl TableArrangement {
    /// Returns the battle as it would begin with the seat's units placed so; units that the side has not are passed over.
    ///
    /// # Errors
    /// The fault of a text that is no map.
    pub fn arranged_battle(&self, placed: &UnitPlaces) -> Result<TableBattle, Vec<Fault>> {
        let mut map = MapFile::from_ron(&self.battle.map).map_err(|fault| vec![fault])?;
        let side = self.battle.side.unwrap_or(Side::Red);
        let red_units = map.army(Side::Red).map_or(0, |army| army.units.len());
        let first = if side == Side::Red { 0 } else { red_units };
        if let Some(army) = map.army_mut(side) {
            for &(unit, at) in &placed.places {
                let entry = unit.index().checked_sub(first).and_then(|place| army.units.get_mut(place));
                if let Some(entry) = entry.filter(|entry| entry.at.is_some()) {
                    entry.at = Some(at);
                }
            }
        }
        Ok(TableBattle { map: map.to_ron(), ..self.battle.clone() })
    }
}

/// A battle as a guest may know it at its start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TableBattle {
    /// The side that sees it so; null for one who watches.
    #[schemars(with = "Option<SideSchema>")]
    pub side: Option<Side>,
    /// True if the guest is told only what both sides see, since units can be out of sight: then units of both sides may
    /// be without a hex.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub common: bool,
    /// The map with both armies, as the text of a map file.
    pub map: String,
    /// The rules, as the text of a ruleset file.
    pub rules: String,
    /// Units in sight at the start, where units can be out of sight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sighted: Vec<EventMessage>,
}

impl TableBattle {
    /// Returns a battle that has not begun as somebody may know it; nobody in particular may know all of it.
    pub fn of_battle(scenario: &Scenario, battle: &Battle, knower: Option<Knower>) -> Self {
        let knower = knower.filter(|knower| battle.has_fog() || matches!(knower, Knower::Side(_)));
        let known = KnownScenario::of_battle(scenario, battle, knower);
        let (side, sighted) = match knower {
            None => (None, Vec::new()),
            Some(Knower::Side(side)) => (Some(side), first_sightings(battle, side)),
            Some(Knower::Both) => {
                (None, common_sightings(battle).into_iter().map(EventMessage::from).collect())
            }
        };
        Self {
            side,
            common: knower == Some(Knower::Both),
            map: known.map.to_ron(),
            rules: known.rules.to_ron(),
            sighted,
        }
    }

    /// Reads the scenario as far as the guest knows it.
    ///
    /// # Errors
    /// The faults of a text that is no map or no ruleset.
    pub fn known_scenario(&self) -> Result<KnownScenario, Vec<Fault>> {
        let map = MapFile::from_ron(&self.map).map_err(|fault| vec![fault])?;
        Ok(KnownScenario { map, rules: Ruleset::from_ron(&self.rules)? })
    }

    /// Returns whose knowledge the guest has; `None` where nothing is hidden from it.
    fn knower(&self) -> Option<Knower> {
        if self.common { Some(Knower::Both) } else { self.side.map(Knower::Side) }
    }

    /// Makes the battle at its start, as the guest knows it.
    ///
    /// # Errors
    /// Every fault of the scenario.
    pub fn begin_battle(&self) -> Result<Battle, Vec<Fault>> {
        self.known_scenario()?.begin_battle(self.knower(), &self.sighted)
    }
}

/// Orders that a guest is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    /// Number of the first of them: whatever the guest was told before from there on was taken back.
    pub from: u32,
    /// The orders.
    pub orders: Vec<ToldOrderMessage>,
}

/// An order as a guest is told it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToldOrderMessage {
    /// The side that gave the order.
    #[schemars(with = "SideSchema")]
    pub side: Side,
    /// The order; null where some of it happened out of sight.
    pub order: Option<OrderMessage>,
    /// Events of the order, as far as the guest may know them.
    pub events: Vec<EventMessage>,
}

/// An order as somebody was told it, and watched.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchedOrder {
    /// The side that gave the order.
    pub side: Side,
    /// The order; `None` where some of it happened out of sight.
    pub order: Option<Order>,
    /// Events of the order, as far as they were told.
    pub events: Vec<Event>,
}

impl ToldOrderMessage {
    /// Brings an onlooker to where the battle was after the order.
    ///
    /// # Errors
    /// An order or event that cannot be in the battle; the onlooker stands where the events before it have led.
    pub fn watch(&self, onlooker: &mut Spectator) -> Result<WatchedOrder, EventFault> {
        let order = self.order.and_then(OrderMessage::as_order);
        order.map_or(Ok(()), |order| check_order(onlooker.battle(), order))?;
        let events = watch_event_messages(onlooker, &self.events)?;
        Ok(WatchedOrder { side: self.side, order, events })
    }
}

/// A request that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableRefusal {
    /// A word for programs: `illegal`, `stale`, `not_your_turn`, `watching`, `not_now`, `too_much`.
    pub code: String,
    /// The reason, in words.
    pub text: String,
    /// The number of the order, where one was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}
