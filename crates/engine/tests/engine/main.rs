//! The engine from outside: its rules one by one, and the laws that hold for every battle.
#![deny(clippy::float_arithmetic)]
#![expect(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod cohesion;
mod faults;
mod fog;
mod goals;
mod hashes;
mod laws;
mod legal;
mod limits;
mod mutated;
mod naive;
mod odds;
mod officers;
mod paths;
mod perft;
mod prices;
mod rules;
mod script;
mod second_ruleset;
mod setup;
mod side_terms;
mod stage;
mod supply;
mod tags;
mod view;
mod waiting;
mod weather;
mod works;
mod write;
