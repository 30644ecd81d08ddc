//! Effects, measured.

#![expect(clippy::cast_precision_loss, reason = "sounds last seconds, and a test may panic")]

mod effects;
mod measure;
