//! Game records and replays from outside.
#![deny(clippy::float_arithmetic)]
#![expect(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod format;
mod replay;
#[expect(dead_code, reason = "the engine's tests use the rest")]
#[path = "../../../engine/tests/engine/stage.rs"]
mod stage;
