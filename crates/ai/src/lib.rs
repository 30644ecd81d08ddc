//! Commanders for `hotgates-engine`: they see a view, give one order at a time, and say why.
//!
//! [`named`] makes a commander of its name, [`Match`] plays one against another, or against whoever else gives orders.
//! Commanders are deterministic given view, seed and budget, and never see the dice.

mod budget;
mod commander;
mod play;
mod reason;
mod registry;

mod engage;
mod front;
mod march;

mod greedy;
mod hunter;
mod random;

pub use budget::Budget;
pub use commander::Commander;
pub use greedy::Greedy;
pub use hunter::Hunter;
pub use play::{Match, Player, Stopped, Turn, UnknownPlayer};
pub use random::Random;
pub use reason::{Exchange, Reason};
pub use registry::{NAMES, UnknownCommander, named};
