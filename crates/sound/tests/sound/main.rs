//! Effects, mixer and the sounds of battles.

#![expect(clippy::cast_precision_loss, reason = "sounds last seconds, and a test may panic")]

mod cues;
mod effects;
mod measure;
mod mixing;
