#![doc = include_str!("../README.md")]
#![deny(clippy::float_arithmetic)]

mod replay;

pub use replay::{
    BEHAVIOUR, Concession, GameRecord, Replay, ReplayBreak, ReplayDefect, ReplayError, ReplayPart,
};
