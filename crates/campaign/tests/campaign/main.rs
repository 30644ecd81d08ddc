//! Campaigns from outside.
#![deny(clippy::float_arithmetic)]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic, in its helpers too")]

mod battles;
mod faults;
mod graphs;
mod laws;
mod refits;
mod saves;
mod stage;
