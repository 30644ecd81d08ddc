//! The messages of the protocol. Every line is one object with one key, the message's name.

use hotgates_engine::{Side, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::{Answers, Ask};
use crate::event::EventMessage;
use crate::order::OrderMessage;
use crate::scenario::KnownScenario;
use crate::schema::{SideSchema, VerdictSchema};
use crate::view::ViewMessage;

/// Version of the protocol that is spoken here. Messages and fields may be added to it; whatever else
/// changes raises it.
pub const PROTOCOL: u32 = 1;

/// A line that the arbiter says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArbiterMessage {
    /// The first line.
    Hello(Hello),
    /// A game begins.
    New(Box<NewGame>),
    /// The bot is to move: a half-turn of its side has begun.
    Turn(Turn),
    /// The bot's last order was followed.
    Events(OrderResult),
    /// The bot's last order was not followed: nothing has changed, and another one is wanted.
    Illegal(Refusal),
    /// The answers to the questions of an `ask`.
    Answer(Answers),
    /// The bot's time runs out: an order is wanted now. A bot that has given its order passes over it.
    Stop(GameNumber),
    /// A game is over.
    Over(GameOver),
    /// Is anybody there? The answer is `pong`.
    Ping(Empty),
    /// A line was not understood.
    Error(ProtocolComplaint),
    /// Nothing more will come.
    Quit(Empty),
}

/// A line that a bot says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotMessage {
    /// The answer to `hello`.
    Ready(Ready),
    /// The answer to `new`, when the bot has looked at the map.
    Ok(GameNumber),
    /// An order, wanted after `turn`, after `events` as long as the half-turn goes on, and after `illegal`.
    Order(BotOrder),
    /// Questions, which may be asked from `new` until `over`. The answer is `answer`.
    Ask(Ask),
    /// The answer to `ping`.
    Pong(Empty),
    /// The answer to `over`.
    Done(GameNumber),
    /// A line was not understood.
    Error(ProtocolComplaint),
}

/// Nothing to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Empty {}

/// The arbiter's greeting: its program, and the versions and features that it speaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// Oldest and newest version of the protocol that the arbiter speaks.
    pub protocol: [u32; 2],
    /// Name and version of the program.
    pub game: String,
    /// Parts of the protocol that the arbiter knows beyond the core: `fog`, `why`.
    pub features: Vec<String>,
}

/// The bot's answer to the greeting: its name, and the version and features that it has chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ready {
    /// Name of the bot.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// Its author.
    #[serde(default)]
    pub author: String,
    /// The version of the protocol that it has chosen.
    pub protocol: u32,
    /// Features of `hello` that it uses.
    #[serde(default)]
    pub features: Vec<String>,
}

/// A game of several that may be played at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameNumber {
    /// Number of the game.
    pub game: u64,
}

/// A new game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NewGame {
    /// Number of the game.
    pub game: u64,
    /// The bot's side.
    #[schemars(with = "SideSchema")]
    pub side: Side,
    /// Seed for the bot's own chance, as 16 hexadecimal digits. Where the dice come from a key, it tells nothing about
    /// them; where from a seed, whoever tries out small ones finds them.
    pub seed: String,
    /// Limits of the bot's time and orders.
    pub limits: BotLimits,
    /// The scenario as far as the side knows it: `map` as in map files, `rules` as in ruleset files.
    #[schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")]
    pub scenario: KnownScenario,
    /// The battle at its start.
    pub view: ViewMessage,
    /// Enemies in sight at the start, where enemies can be out of sight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sighted: Vec<EventMessage>,
}

/// Limits of a bot's time and orders. One that is left out is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct BotLimits {
    /// Steps of thinking in a half-turn, for bots that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// Milliseconds for each half-turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_ms: Option<u64>,
    /// Milliseconds for the battle, beyond those for each half-turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<u64>,
    /// Number of orders that may be refused before the battle is forfeited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusals: Option<u32>,
}

/// A half-turn of the bot's side begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// Number of the game.
    pub game: u64,
    /// Number of the turn, from 1.
    pub turn: u32,
    /// What the side was told since its last order.
    pub events: Vec<EventMessage>,
    /// Hash of what the side knows now, as 16 hexadecimal digits.
    pub view_hash: String,
    /// Milliseconds left in the bank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<u64>,
}

/// What came of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OrderResult {
    /// Number of the game.
    pub game: u64,
    /// What happened, as the side was told it.
    pub events: Vec<EventMessage>,
    /// True if the half-turn goes on and another order is wanted.
    pub more: bool,
}

/// A refused order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// Number of the game.
    pub game: u64,
    /// The rule that the order breaks, in words.
    pub why: String,
    /// Number of further refusals that do not forfeit the battle.
    pub left: u32,
}

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameOver {
    /// Number of the game.
    pub game: u64,
    /// Who has won and how; null for a battle that was not played to its end.
    #[schemars(with = "Option<VerdictSchema>")]
    pub verdict: Option<Verdict>,
    /// What happened last, as the side was told it.
    pub events: Vec<EventMessage>,
    /// Hash over the whole course of the battle, as 16 hexadecimal digits; empty if it was not played to its end.
    pub record_hash: String,
}

/// An order of a bot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BotOrder {
    /// Number of the game.
    pub game: u64,
    /// The order.
    pub order: OrderMessage,
    /// Why, in words: at most 2,000 bytes are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The bot's chance to win as it sees it, in ‰.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_permille: Option<u16>,
}

/// A line that was not understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProtocolComplaint {
    /// A word for programs: `unparsable`, `unknown_message`, `version`, `unknown_game`, `unexpected`; at a table `token`, too.
    pub code: String,
    /// A sentence for people.
    pub text: String,
}

/// Returns a hash or seed as messages write it.
pub(crate) fn hexadecimal(number: u64) -> String {
    format!("{number:016x}")
}
