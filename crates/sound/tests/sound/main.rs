//! Effects, mixer, player and the sounds of battles, without a sound server.

#![expect(
    clippy::cast_precision_loss,
    clippy::expect_used,
    reason = "sounds last seconds, and a test may panic"
)]

mod cues;
mod effects;
mod measure;
mod mixing;
mod player;
