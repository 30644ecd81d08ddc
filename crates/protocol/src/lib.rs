#![doc = include_str!("../README.md")]

mod arbiter;
mod built_in;
mod event;
mod known_game;
mod line;
mod message;
mod order;
mod scenario;
mod schema;
mod view;

pub use arbiter::{ArbitratedGame, FORFEITING_REFUSALS};
pub use built_in::{BotAnswer, BuiltInBot};
pub use event::{ConditionMessage, EventMessage};
pub use known_game::KnownGame;
pub use line::{read_line, write_line};
pub use message::{
    ArbiterMessage, BotLimits, BotMessage, BotOrder, Empty, GameNumber, GameOver, Hello, NewGame,
    OrderResult, PROTOCOL, ProtocolComplaint, Ready, Refusal, Turn,
};
pub use order::OrderMessage;
pub use scenario::KnownScenario;
pub use view::{FlagMessage, MarkMessage, UnitMessage, ViewMessage};
