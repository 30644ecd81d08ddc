#![doc = include_str!("../README.md")]
#![deny(clippy::float_arithmetic)]

mod codes;
mod replay;

pub use codes::{OrderCode, OrderKind, victory_of_number};
pub use replay::{
    BEHAVIOUR, Concession, GameRecord, Replay, ReplayBreak, ReplayDefect, ReplayError, ReplayPart,
    replay_behaviour_of_bytes,
};
