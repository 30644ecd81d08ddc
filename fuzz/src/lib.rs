//! Targets that take any bytes and panic where a law does not hold, seeds and dictionaries for them, and
//! a runner that spoils the seeds.
//!
//! A target is a plain function from bytes, so that a runner of another kind can call it as well.

pub mod corpus;
pub mod mutation;
pub mod runner;
pub mod targets;
