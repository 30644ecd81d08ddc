#![doc = include_str!("../README.md")]

mod arbiter;
mod ask;
mod built_in;
mod common;
mod event;
mod event_fault;
mod forward_model;
mod known_game;
mod line;
mod message;
mod order;
mod scenario;
mod schema;
mod table;
mod view;
mod view_log;

pub use arbiter::{ArbitratedGame, FORFEITING_REFUSALS};
pub use ask::{Answer, Answers, Ask, AttackOdds, ForkResult, FoundPath, Question, ReachedHex};
pub use built_in::{BotAnswer, BuiltInBot};
pub use common::{CommonKnowledge, common_sightings};
pub use event::{ConditionMessage, EventMessage, watch_event_messages};
pub use event_fault::EventFault;
pub use forward_model::{MAX_ANSWER_BYTES, MAX_FORK_BYTES, MAX_FORKS, MAX_QUESTIONS};
pub use known_game::KnownGame;
pub use line::{read_line, write_line};
pub use message::{
    ArbiterMessage, BotLimits, BotMessage, BotOrder, Empty, GameNumber, GameOver, Hello, NewGame,
    OrderResult, PROTOCOL, ProtocolComplaint, Ready, Refusal, Turn,
};
pub use order::OrderMessage;
pub use scenario::KnownScenario;
pub use table::{
    ChatLine, ChatWords, DiceProof, Enter, GuestMessage, HexDigits, MAX_CHAT_BYTES, SeatState,
    TableArrangement, TableBattle, TableMessage, TableOrder, TableRefusal, TableStage, TableState, Told,
    ToldOrderMessage, UnitPlaces, WatchedOrder,
};
pub use view::{FlagMessage, MarkMessage, UnitMessage, ViewMessage};
pub use view_log::{ViewLog, ViewLogError, ViewLogErrorKind};
